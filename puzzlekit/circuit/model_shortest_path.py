"""The shortest-path circuit board: the tree of (5.1), and in it the way between two endpoints, as short as can be.

Report, equations (5.3a)-(5.3j). x[edge] is 1 where the edge is drawn, y[point] where the point has three edges, p[edge]
where the edge is on the path, and u[point] where the path passes through the point. (5.3e) is mended as (5.1e) is.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.circuit.families import TREE, indicators, stated, tree_model
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.circuit.statement import problem
from puzzlekit.core.errors import UnsupportedPuzzle, validate_args
from puzzlekit.core.grid import Point
from puzzlekit.engines.scip import model_of
from puzzlekit.scip import BuiltModel, name

__all__ = ["FAMILIES", "TREE", "build", "build_fast", "path_begins_and_ends", "path_in_the_tree", "path_passes_through"]
__all__ += ["indicators"]


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


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model of the report, (5.3). Raises UnsupportedPuzzle if the puzzle has no endpoints."""
    endpoints, model = _check(puzzle), scip.new_model("shortest path")
    v = scip.variables(
        x={edge: model.addVar(name("x", edge), vtype="B") for edge in puzzle.edges},
        y={point: model.addVar(name("y", point), vtype="B") for point in puzzle.points},
        p={edge: model.addVar(name("p", edge), vtype="B") for edge in puzzle.edges},
        u={point: model.addVar(name("u", point), vtype="B") for point in puzzle.points if point not in endpoints},
    )
    model.setObjective(quicksum(v.x.values()) + quicksum(v.p.values()), "minimize")  # (5.3a)
    return tree_model(puzzle, model, v, families)


def _check(puzzle: Puzzle) -> tuple[Point, Point]:
    if not puzzle.endpoints:
        raise UnsupportedPuzzle("the shortest-path model needs two endpoints, s and t")
    return puzzle.endpoints


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """(5.3) for what deduction leaves open, with stronger rows for the tree and the path: see `statement`.

    Where the path passes, a point has three edges; and its length has the parity of the distance in rows and columns.
    """
    _check(puzzle)
    return model_of(problem(puzzle), _tuned_model, lambda x: stated(puzzle, x, x))


def _tuned_model() -> Model:
    return scip.set_cp_emphasis(scip.new_model("shortest path"), depth_first=False)
