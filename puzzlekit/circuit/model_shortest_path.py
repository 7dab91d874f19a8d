"""The shortest-path model of the circuit board: the tree of (5.1) with a shortest path between two endpoints.

Report, equations (5.3a)-(5.3j). x[edge] is 1 if the edge is drawn, y[point] is 1 if the point has three edges, p[edge]
is 1 if the edge is on the path, and u[point] is 1 if the path passes through the point. (5.3e) is corrected like
(5.1e). (5.3i) and (5.3j) are the variables' types.
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

__all__ = ["FAMILIES", "build", "build_fast", "indicators"]


def path_in_the_tree(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3f) All edges of the path are drawn."""
    for edge in puzzle.edges:
        yield edge, v.p[edge] <= v.x[edge]


def path_begins_and_ends(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3g) Each endpoint has one edge of the path."""
    for point in puzzle.endpoints or ():
        if puzzle.at[point]:
            yield point, quicksum(v.p[edge] for edge in puzzle.at[point]) == 1


def path_passes_through(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.3h) Every point that is not an endpoint has two edges of the path or none."""
    for point, u in v.u.items():
        yield point, quicksum(v.p[edge] for edge in puzzle.at[point]) == 2 * u


FAMILIES = (*TREE, path_in_the_tree, path_begins_and_ends, path_passes_through)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the report's model (5.3), corrected, with these constraint families. Raise UnsupportedPuzzle if the puzzle
    has no endpoints."""
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
        raise UnsupportedPuzzle("found no endpoints, expected two for the shortest-path model: s and t")
    return puzzle.endpoints


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """Return the model (5.3) with variables only for edges that deduction does not decide, and with stronger
    constraints. See `statement`.

    The stronger constraints say that each inner point of the path has three edges, and that the length of the path has
    the parity of the Manhattan distance between the endpoints. Raise UnsupportedPuzzle if the puzzle has no endpoints.
    """
    _check(puzzle)
    return model_of(problem(puzzle), _tuned_model, lambda x: stated(puzzle, x, x))


def _tuned_model() -> Model:
    return scip.set_cp_emphasis(scip.new_model("shortest path"), depth_first=False)
