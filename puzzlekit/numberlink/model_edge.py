"""The edge model of Numberlink: z[edge] is 1 if a line is drawn, x[cell, letter] is 1 if the cell has the letter.

A line joins cells of one letter. If paths may not touch themselves, the family `no_touching` requires a line between
neighbours with the same letter. The model of `build_fast` uses binary digits instead of letters, and omits the lines
that deduction decides.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import SCIP_PARAMEMPHASIS, Model, quicksum

from puzzlekit import scip
from puzzlekit.core import union_find
from puzzlekit.core.errors import validate_args
from puzzlekit.engines.scip import model_of
from puzzlekit.numberlink import rules
from puzzlekit.numberlink.families import clues, letters_of, one_letter, stated
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.statement import problem
from puzzlekit.scip import BuiltModel, lazy, name


def ends(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 1) Each end has one line."""
    for cell in puzzle.letter:
        yield cell, quicksum(v.z[edge] for edge in puzzle.at[cell]) == 1


def no_branch(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 2) At most two lines meet in a cell."""
    for cell, at in puzzle.at.items():
        if cell not in puzzle.letter and len(at) > 2:
            yield cell, quicksum(v.z[edge] for edge in at) <= 2


def no_dead_end(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 3) If a cell has a line and is not an end, it has another line."""
    for cell, at in puzzle.at.items():
        for edge in at if cell not in puzzle.letter else ():
            yield (cell, edge), v.z[edge] <= quicksum(v.z[other] for other in at if other != edge)


def cover(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 4) Each cell has a line, unless cells may stay empty."""
    for cell, at in puzzle.at.items():
        if puzzle.cover and cell not in puzzle.letter:
            yield cell, quicksum(v.z[edge] for edge in at) >= 1


def same_letter(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 5) A drawn line joins two cells of the same letter."""
    for edge in puzzle.edges:
        for letter in puzzle.pairs:
            one, other = v.x[edge.a, letter], v.x[edge.b, letter]
            yield (edge, f"{letter} from {edge.a}"), v.z[edge] + one - other <= 1
            yield (edge, f"{letter} from {edge.b}"), v.z[edge] + other - one <= 1


def empty(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 6) If cells may stay empty, a cell without a line has no letter."""
    for cell, at in puzzle.at.items():
        if not puzzle.cover and cell not in puzzle.letter:
            lines = quicksum(v.z[edge] for edge in at)
            yield cell, quicksum(v.x[cell, letter] for letter in puzzle.pairs) <= lines


def no_touching(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 7) Neighbours with the same letter are joined by a line, unless paths may touch themselves."""
    for edge in puzzle.edges if not puzzle.touch else ():
        for letter in puzzle.pairs:
            yield (edge, letter), v.x[edge.a, letter] + v.x[edge.b, letter] - v.z[edge] <= 1


@lazy.family
def no_loop(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(lazy, not in the text) For each loop of a candidate solution: not all lines of the loop are drawn."""
    for loop in union_find.cycle_components(edge for edge, value in values.z.items() if value):
        yield ("loop", loop[0].a), quicksum(v.z[edge] for edge in loop) <= len(loop) - 1


FAMILIES = (one_letter, clues, ends, no_branch, no_dead_end, cover, same_letter, empty, no_touching, no_loop)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(edge, 0 or 1): expression}` and `{(cell, letter or "blank"): expression}` in one dict.

    An expression is 1 if the edge or cell has this state, otherwise 0.
    """
    return _lines(puzzle, v.z) | stated(puzzle, v)


def _lines(puzzle: Puzzle, z: Mapping[Any, Any]) -> dict[tuple, Any]:
    return {(edge, state): z[edge] if state else 1 - z[edge] for edge in puzzle.edges for state in (1, 0)}


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the edge model, with these constraint families."""
    model = scip.new_model("numberlink")
    lines: dict[Any, Any] = {edge: model.addVar(name("z", edge), vtype="B") for edge in puzzle.edges}
    v = scip.variables(z=lines, x=letters_of(puzzle, model))
    built = BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, (edge for edge, value in values.z.items() if value)),
        decisions=v.z.values(),
        indicators=lambda: indicators(puzzle, v),
        display_names=lambda: rules.words(puzzle),
        clues=lambda: rules.clues(puzzle),
    )
    return built.add(families, puzzle)


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """Return a model of the lines that deduction leaves open. Each letter has a number, and variables give the binary
    digits of each cell's number. See `statement`."""
    return model_of(problem(puzzle), _without_lps, partial(_lines, puzzle))


def _without_lps() -> Model:
    """Return an empty model for a search without LP relaxations, which say little about binary digits."""
    model = scip.new_model("numberlink")
    model.setEmphasis(SCIP_PARAMEMPHASIS.CPSOLVER)
    model.hideOutput()  # an emphasis resets the output, too
    return model
