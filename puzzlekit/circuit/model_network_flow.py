"""The network flow model of the circuit board: one point sends a unit of flow to each of the other points.

Report, equations (5.2b)-(5.2i), after Cheng-Wei Lu, with the additional constraint (5.1d): if a puzzle has no solution,
the printed model can accept a board with a cycle. z[edge] is 1 if the edge is drawn, y[point] is 1 if the point has
three edges, and flow[a, b] is the flow from point a to point b. (5.2g), (5.2h) and (5.2i) are the variables' types. The
objective (5.2a) is omitted, because it is constant by (5.1d).
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.circuit.families import stated, tree_model
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.core.errors import UnsupportedPuzzle, validate_args
from puzzlekit.scip import BuiltModel, name


def keep_given_edges(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.2f) Each given edge is drawn."""
    for edge in sorted(puzzle.given):
        yield edge, v.z[edge] == 1


def degree_one_or_three(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.2e) Each point has one edge or three."""
    for point, around in puzzle.at.items():
        yield point, quicksum(v.z[edge] for edge in around) == 1 + 2 * v.y[point]


def connect_all_points(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.2b) The first point sends out |V| - 1 units of flow, and every other point keeps one unit."""
    for point, around in puzzle.at.items():
        others = [edge.other(point) for edge in around]
        supply = len(puzzle.points) - 1 if point == puzzle.points[0] else -1
        out = quicksum(v.flow[point, other] for other in others)
        if around:  # a point without neighbours violates (5.2e), so it needs no constraint here
            yield point, out - quicksum(v.flow[other, point] for other in others) == supply


def flow_needs_an_edge(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.2c) Only drawn edges carry flow. The big-M constant is the total supply of flow, |V| - 1."""
    most = len(puzzle.points) - 1
    for edge in puzzle.edges:
        yield edge, v.flow[edge.a, edge.b] + v.flow[edge.b, edge.a] <= most * v.z[edge]


def no_cycle(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1d) There is one edge fewer than there are points, so a connected board has no cycle. The report's (5.2) lacks
    this constraint."""
    if puzzle.edges:
        yield "edges", quicksum(v.z.values()) == len(puzzle.points) - 1


FAMILIES = (keep_given_edges, degree_one_or_three, connect_all_points, flow_needs_an_edge, no_cycle)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{fact: expression}` as in `families.stated`, for the variables z and y."""
    return stated(puzzle, v.z, v.y)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the report's model (5.2), corrected, with these constraint families. Raise UnsupportedPuzzle if the puzzle
    has endpoints."""
    if puzzle.endpoints:
        raise UnsupportedPuzzle("found endpoints, expected none in the flow model; use 'shortest_path'")
    model = scip.new_model("network flow")
    arcs = [arc for edge in puzzle.edges for arc in ((edge.a, edge.b), (edge.b, edge.a))]
    v = scip.variables(
        z={edge: model.addVar(name("z", edge), vtype="B") for edge in puzzle.edges},
        y={point: model.addVar(name("y", point), vtype="B") for point in puzzle.points},
        flow={arc: model.addVar(name("flow", *arc), lb=0, ub=None) for arc in arcs},
    )
    return tree_model(puzzle, model, v, families, letter="z")
