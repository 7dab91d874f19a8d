"""Slitherlink with one variable for each edge: x[edge] is 1 where the loop runs along it.

At each point the loop passes once or not at all, and nothing in these rows keeps it from falling into several loops:
`one_loop` is a lazy family. `build_fast` is the same over what deduction leaves open, with stronger rows.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.engines.scip import model_of
from puzzlekit.errors import validate_args
from puzzlekit.scip import BuiltModel, lazy, name
from puzzlekit.slitherlink import wording
from puzzlekit.slitherlink.graph import spoilt
from puzzlekit.slitherlink.puzzle import Puzzle, Solution
from puzzlekit.slitherlink.statement import SHORTEST, problem, stated


def demand(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 1) As many edges around a cell are drawn as its clue says."""
    for cell, number in puzzle.clues:
        yield cell, quicksum(v.x[edge] for edge in puzzle.around[cell]) == number


def no_branch(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 2) At most two edges meet at a point."""
    for point, around in puzzle.at.items():
        if len(around) > 2:
            yield point, quicksum(v.x[edge] for edge in around) <= 2


def no_dead_end(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 3) A drawn edge goes on at each of its ends."""
    for point, around in puzzle.at.items():
        for edge in around:
            yield (point, edge), v.x[edge] <= quicksum(v.x[other] for other in around if other != edge)


@lazy.family
def one_loop(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(lazy, 1) Where a loop is closed, no other edge is drawn."""
    for loop, other in spoilt(edge for edge, value in values.x.items() if value):
        yield ("loop", loop[0].a, other), quicksum(v.x[edge] for edge in (*loop, other)) <= len(loop)


def some_loop(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 4) There is a loop, and no loop is shorter than four edges."""
    yield "board", quicksum(v.x.values()) >= SHORTEST


FAMILIES = (demand, no_branch, no_dead_end, one_loop, some_loop)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(edge, 0 or 1) -> an expression that is 1 where that is so."""
    return stated(puzzle, v.x)


@validate_args(Puzzle)
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model with a variable for each edge."""
    model = scip.new_model("slitherlink")
    v = scip.variables(x={edge: model.addVar(name("x", edge), vtype="B") for edge in puzzle.edges})
    built = BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, (edge for edge, value in values.x.items() if value)),
        decisions=v.x.values(),
        indicators=indicators(puzzle, v),
        display_names=lambda: wording.words(puzzle),
        wording=wording.SINGLE_LOOP,
        technique=wording.technique,
        clues=lambda: wording.clues(puzzle),
    )
    return built.add(families, puzzle)


@validate_args(Puzzle)
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """The same with variables only for what deduction leaves open, rows for the smallest loops, and shorter lazy rows:
    see `statement`."""
    return model_of(problem(puzzle), _tuned_model, lambda drawn: stated(puzzle, drawn))


def _tuned_model() -> Model:
    """An LP at every other node is enough, and SCIP without its other plugins; see data/results/."""
    model = scip.lightweight_model("slitherlink")
    model.setParam("lp/solvefreq", 2)
    return model
