"""The model of Slitherlink with one variable for each edge: x[edge] is 1 if the loop uses the edge.

The loop passes through each point once or not at all. Without the lazy family `one_loop`, several loops are admitted.
Numbers such as (loop, 1) are equations of chapter 9. `build_fast` has variables only for edges that deduction does not
decide, and stronger constraints.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.engines.scip import model_of
from puzzlekit.scip import BuiltModel, lazy, name
from puzzlekit.slitherlink import rules
from puzzlekit.slitherlink.graph import SHORTEST, spoilt
from puzzlekit.slitherlink.puzzle import Puzzle, Solution
from puzzlekit.slitherlink.statement import problem, stated


def demand(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 1) The number of drawn edges around a cell equals its clue."""
    for cell, number in puzzle.clues:
        yield cell, quicksum(v.x[edge] for edge in puzzle.around[cell]) == number


def no_branch(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 2) At most two edges meet at a point."""
    for point, around in puzzle.at.items():
        if len(around) > 2:
            yield point, quicksum(v.x[edge] for edge in around) <= 2


def no_dead_end(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 3) A drawn edge continues with another drawn edge at each of its ends."""
    for point, around in puzzle.at.items():
        for edge in around:
            yield (point, edge), v.x[edge] <= quicksum(v.x[other] for other in around if other != edge)


@lazy.family
def one_loop(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(lazy, 1) For each loop of a candidate solution: if all edges of the loop are drawn, no other edge is drawn."""
    for loop, other in spoilt(edge for edge, value in values.x.items() if value):
        yield ("loop", loop[0].a, other), quicksum(v.x[edge] for edge in (*loop, other)) <= len(loop)


def some_loop(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 4) At least four edges are drawn, because no loop is shorter."""
    yield "board", quicksum(v.x.values()) >= SHORTEST


FAMILIES = (demand, no_branch, no_dead_end, one_loop, some_loop)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(edge, state): expression}` for the states 0 and 1. The expression is 1 if the edge has this state,
    otherwise 0."""
    return stated(puzzle, v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the model with a variable for each edge, and with these constraint families."""
    model = scip.new_model("slitherlink")
    v = scip.variables(x={edge: model.addVar(name("x", edge), vtype="B") for edge in puzzle.edges})
    return BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, (edge for edge, value in values.x.items() if value)),
        decisions=v.x.values(),
        indicators=indicators(puzzle, v),
        display_names=lambda: rules.words(puzzle),
        clues=lambda: rules.clues(puzzle),
    ).add(families, puzzle)


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """Return the model with variables only for edges that deduction does not decide.

    It has additional constraints for the smallest loops, and stronger lazy constraints. See `statement`.
    """
    return model_of(problem(puzzle), _tuned_model, lambda drawn: stated(puzzle, drawn))


def _tuned_model() -> Model:
    """Return an empty model that solves an LP only at every second depth of the tree (measured in data/results/)."""
    model = scip.lightweight_model("slitherlink")
    model.setParam("lp/solvefreq", 2)
    return model
