"""The shortest-path circuit board: the tree of (5.1), and in it the way between two endpoints, as short as can be.

Report, equations (5.3a)-(5.3j). x[edge] is 1 where the edge is drawn, y[point] where the point has three edges, p[edge]
where the edge is on the path, and u[point] where the path passes through the point. (5.3e) is mended as (5.1e) is.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.circuit.families import (
    FAST_TREE,
    TREE,
    TREE_PHRASES,
    another_tree,
    clues,
    decided_edges,
    known_edges,
    reader,
    statements,
    technique,
    words,
)
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.errors import Unsuited, takes
from puzzlekit.scip import BuiltModel, Phrases, name

__all__ = ["FAMILIES", "TREE", "build", "build_fast", "path_begins_and_ends", "path_in_the_tree", "path_passes_through"]
__all__ += ["statements"]


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


FAMILIES = (*TREE, path_in_the_tree, path_begins_and_ends, path_passes_through)
PHRASES = TREE_PHRASES | {
    "path_in_the_tree": Phrases("", "the path takes {0} only if it is drawn"),
    "path_begins_and_ends": Phrases("the path ends at {0}", "the path ends at {0}"),
    "path_passes_through": Phrases("the path passes {0} or not", "the path passes {0} or not"),
}


@takes(Puzzle)
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
        read=reader(puzzle),
        decisions=v.x.values(),
        statements=statements(puzzle, v),
        said=lambda: words(puzzle),
        phrases=PHRASES,
        technique=technique,
        clues=None if fast else lambda: clues(puzzle),
        no_good=another_tree(v) if fast else None,
        named=not fast,
    )


# The fast build


@takes(Puzzle)
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """(5.3) with the edges fixed that follow without search, and with stronger rows for the tree and the path.

    Where the path passes, a point has three edges; and its length has the parity of the distance in rows and columns.
    """
    if not puzzle.endpoints:
        raise Unsuited("the shortest-path model needs two endpoints, s and t")
    reason, known = known_edges(puzzle)
    if reason:
        return BuiltModel(None, scip.variables(), read=reader(puzzle), refuted=reason)
    built = _build(puzzle, scip.for_logic(scip.new_model("shortest path"), depth_first=False), fast=True)
    built.v.detours = {"q": built.model.addVar("detours", vtype="I", lb=0, ub=len(puzzle.points) // 2)}
    built.model.setObjective(quicksum(built.v.p.values()), "minimize")
    return built.add((decided_edges(known), *FAST_TREE, *FAMILIES[len(TREE) :], path_needs_three, path_length), puzzle)


def path_needs_three(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3h) and (5.3c): a point that the path passes through has three edges."""
    for point, u in v.u.items():
        yield point, u <= v.y[point]


def path_length(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3a) The path is as long as the distance in rows and columns, and an even number of edges more."""
    rows, columns = ([getattr(point, side) for point in puzzle.endpoints or ()] for side in ("row", "column"))
    distance = max(rows) - min(rows) + max(columns) - min(columns)
    yield "length", quicksum(v.p.values()) == distance + 2 * v.detours["q"]
