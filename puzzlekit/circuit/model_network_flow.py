"""The flow model of the circuit board: every point but one draws a unit of flow from that one.

Report, equations (5.2b)-(5.2i), after Cheng-Wei Lu, with one row more: as printed, the model accepts boards with a
cycle where there is no tree. z[edge] is 1 where the edge is drawn, y[point] where the point has three edges, and
flow[a, b] is what flows from point a to point b.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.circuit import wording
from puzzlekit.circuit.families import stated
from puzzlekit.circuit.puzzle import Puzzle, Solution
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
    """(5.2b) The first point sends out |V| - 1 units, and each of the others keeps one."""
    for point, around in puzzle.at.items():
        others = [edge.other(point) for edge in around]
        supply = len(puzzle.points) - 1 if point == puzzle.points[0] else -1
        out = quicksum(v.flow[point, other] for other in others)
        if around:  # no flow reaches a point without neighbours, but its degree is wrong as well
            yield point, out - quicksum(v.flow[other, point] for other in others) == supply


def flow_needs_an_edge(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.2c) Flow goes along drawn edges only; big-M is |V| - 1, for no more flows at all."""
    most = len(puzzle.points) - 1
    for edge in puzzle.edges:
        yield edge, v.flow[edge.a, edge.b] + v.flow[edge.b, edge.a] <= most * v.z[edge]


def no_cycle(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1d) One edge less than points: what so few edges connect has no cycle. Missing in the report's (5.2)."""
    if puzzle.edges:
        yield "edges", quicksum(v.z.values()) == len(puzzle.points) - 1


FAMILIES = (keep_given_edges, degree_one_or_three, connect_all_points, flow_needs_an_edge, no_cycle)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(edge, 0 or 1) and (point, "an end" or "a fork") -> an expression that is 1 where that is so."""
    return stated(puzzle, v.z, v.y)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model of the report, (5.2), with all rows. Raises UnsupportedPuzzle if there are endpoints."""
    if puzzle.endpoints:
        raise UnsupportedPuzzle("the flow model takes no endpoints: it does not know how long a path is")
    model = scip.new_model("network flow")
    arcs = [arc for edge in puzzle.edges for arc in ((edge.a, edge.b), (edge.b, edge.a))]
    v = scip.variables(
        z={edge: model.addVar(name("z", edge), vtype="B") for edge in puzzle.edges},
        y={point: model.addVar(name("y", point), vtype="B") for point in puzzle.points},
        flow={arc: model.addVar(name("flow", *arc), lb=0, ub=None) for arc in arcs},
    )
    built = BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, (edge for edge in puzzle.edges if values.z[edge])),
        decisions=v.z.values(),
        indicators=indicators(puzzle, v),
        display_names=lambda: wording.words(puzzle),
        clues=lambda: wording.clues(puzzle),
    )
    return built.add(families, puzzle)
