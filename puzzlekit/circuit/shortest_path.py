"""The shortest-path circuit board: the tree of (5.1), and in it the way between two endpoints, as short as can be.

Report, equations (5.3a)-(5.3j). x[edge] is 1 where the edge is drawn, y[point] where the point has three edges, p[edge]
where the edge is on the path, and u[point] where the path passes through the point. (5.3e) is mended as (5.1e) is.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import SCIP_PARAMSETTING, Model, quicksum

from puzzlekit import grid, lazy, scip
from puzzlekit.circuit.deduce import deduce, everything
from puzzlekit.circuit.graph import border, cycles, ends, parts, squares, within
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.errors import Unsuited
from puzzlekit.scip import Bounds, BuiltModel, name


def keep_given_edges(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3b) Each given edge is drawn."""
    for edge in sorted(puzzle.given):
        yield edge, v.x[edge] == 1


def degree_one_or_three(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3c) Each point has one edge or three."""
    for point, around in puzzle.at.items():
        yield point, quicksum(v.x[edge] for edge in around) == 1 + 2 * v.y[point]


def connect_all_points(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3d) One edge less than points: so many edges without a cycle connect them all (Theorem 1)."""
    if puzzle.edges:
        yield "edges", quicksum(v.x.values()) == len(puzzle.points) - 1


@lazy.family
def no_cycle(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3e) Among the points N of a cycle there are at most |N| - 1 edges."""
    for cycle in cycles(puzzle, _drawn(values)):
        points = ends(cycle)
        yield points[0], quicksum(v.x[edge] for edge in within(puzzle, points)) <= len(points) - 1


def path_in_the_tree(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3f) The path goes along drawn edges."""
    for edge in puzzle.edges:
        yield edge, v.p[edge] <= v.x[edge]


def path_begins_and_ends(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3g) One edge of the path at each endpoint."""
    for point in puzzle.endpoints or ():
        if puzzle.at[point]:
            yield point, quicksum(v.p[edge] for edge in puzzle.at[point]) == 1


def path_passes_through(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3h) Two edges of the path or none at each other point."""
    for point, u in v.u.items():
        yield point, quicksum(v.p[edge] for edge in puzzle.at[point]) == 2 * u


TREE = (keep_given_edges, degree_one_or_three, connect_all_points, no_cycle)
FAMILIES = (*TREE, path_in_the_tree, path_begins_and_ends, path_passes_through)


def statements(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(edge, 1) -> an expression that is 1 where the edge is drawn; (edge, 0) -> 1 where it is not."""
    return {(edge, 1): v.x[edge] for edge in puzzle.edges} | {(edge, 0): 1 - v.x[edge] for edge in puzzle.edges}


def _drawn(values: SimpleNamespace) -> list:
    return [edge for edge, value in values.x.items() if value > 0.5]


def _reader(puzzle: Puzzle) -> Any:
    return lambda values: Solution.of(puzzle, _drawn(values))


def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model of the report, (5.3). Raises Unsuited if the puzzle has no endpoints."""
    built = _build(puzzle, scip.new_model("shortest path"))
    built.model.setObjective(quicksum(built.v.x.values()) + quicksum(built.v.p.values()), "minimize")  # (5.3a)
    return built.add(families, puzzle)


def _build(puzzle: Puzzle, model: Model, *, fast: bool = False) -> BuiltModel:
    if not puzzle.endpoints:
        raise Unsuited("the shortest-path model needs two endpoints, s and t")
    v = scip.variables(
        x={edge: model.addVar(name("x", edge), vtype="B") for edge in puzzle.edges},
        y={point: model.addVar(name("y", point), vtype="B") for point in puzzle.points},
        p={edge: model.addVar(name("p", edge), vtype="B") for edge in puzzle.edges},
        u={
            point: model.addVar(name("u", point), vtype="B") for point in puzzle.points if point not in puzzle.endpoints
        },
    )
    return BuiltModel(
        model,
        v,
        read=_reader(puzzle),
        decisions=v.x.values(),
        statements=statements(puzzle, v),
        no_good=_another_tree(v) if fast else None,
    )


# The fast build


def build_fast(puzzle: Puzzle) -> BuiltModel:
    """(5.3) with the edges fixed that follow without search, and with stronger rows for the tree and the path.

    Where the path passes, a point has three edges; and its length has the parity of the distance in rows and columns.
    """
    if not puzzle.endpoints:
        raise Unsuited("the shortest-path model needs two endpoints, s and t")
    steps = deduce(puzzle)
    if reason := grid.contradiction(steps) or (None if puzzle.edges else "there is no edge to draw"):
        return BuiltModel(None, scip.variables(), read=_reader(puzzle), refuted=reason)
    left = grid.follow(steps, everything(puzzle))
    built = _build(puzzle, _tuned_model(), fast=True)
    built.v.detours = {"q": built.model.addVar("detours", vtype="I", lb=0, ub=len(puzzle.points) // 2)}
    built.model.setObjective(quicksum(built.v.p.values()), "minimize")

    def decided_edges(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(5.3b) The edges that are given, and those that follow from them."""
        for edge, states in left.items():
            if len(states) == 1:
                yield edge, Bounds(v.x[edge], min(states), min(states))

    return built.add((decided_edges, *FAST), puzzle)


def no_closed_square(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3e) for the four edges around a square."""
    for square in squares(puzzle):
        yield square[0].a, quicksum(v.x[edge] for edge in square) <= 3


def no_lonely_pair(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3c) and (5.3d): of two points that are joined one at least has three edges, if there are others."""
    if len(puzzle.points) > 2:
        for edge in puzzle.edges:
            yield edge, v.y[edge.a] + v.y[edge.b] >= v.x[edge]


@lazy.family
def one_tree(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3e) for short cycles, and a cut-set row for each part."""
    drawn = _drawn(values)
    for cycle in cycles(puzzle, drawn):
        yield ("cycle", cycle[0]), quicksum(v.x[edge] for edge in cycle) <= len(cycle) - 1
    apart = parts(puzzle, drawn)
    for part in apart if len(apart) > 1 else ():
        yield ("part", part[0]), quicksum(v.x[edge] for edge in border(puzzle, part)) >= 2 - len(part) % 2


def path_needs_three(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3h) and (5.3c): a point that the path passes through has three edges."""
    for point, u in v.u.items():
        yield point, u <= v.y[point]


def path_length(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3a) The path is as long as the distance in rows and columns, and an even number of edges more."""
    rows, columns = ([getattr(point, side) for point in puzzle.endpoints or ()] for side in ("row", "column"))
    distance = max(rows) - min(rows) + max(columns) - min(columns)
    yield "length", quicksum(v.p.values()) == distance + 2 * v.detours["q"]


FAST = (
    *(degree_one_or_three, connect_all_points, no_closed_square, no_lonely_pair, one_tree),
    *(path_in_the_tree, path_begins_and_ends, path_passes_through, path_needs_three, path_length),
)


def _another_tree(v: SimpleNamespace) -> Any:
    """No-good rows: all trees have equally many edges, so another one lacks one of these."""

    def lacks_one(values: SimpleNamespace) -> Any:
        drawn = _drawn(values)
        return quicksum(v.x[edge] for edge in drawn) <= len(drawn) - 1

    return lacks_one


def _tuned_model() -> Model:
    """As for the spanning tree."""
    model = scip.new_model("shortest path")
    model.setPresolve(SCIP_PARAMSETTING.FAST)
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    model.setSeparating(SCIP_PARAMSETTING.OFF)
    model.setParam("branching/inference/priority", 1_000_000)
    return model
