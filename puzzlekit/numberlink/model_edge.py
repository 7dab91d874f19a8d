"""Numberlink model with one variable for each edge, z[edge], and the letters x[cell, letter].

A line joins cells of one letter. If paths may not touch themselves, the family `no_touching` joins neighbours of one
letter by a line. `build_fast` builds the model over the lines and letters that deduction leaves open.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core import union_find
from puzzlekit.core.errors import validate_args
from puzzlekit.engines.scip import model_of
from puzzlekit.numberlink import wording
from puzzlekit.numberlink.families import clues, letters_of, one_letter, stated
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.statement import problem
from puzzlekit.scip import BuiltModel, lazy, name

PROBING = 100_000  # most values that probing sets; the largest boards of 20 x 20 so far took 65,000


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
    """(edge, 3) A line at a cell that is not an end goes on with another line."""
    for cell, at in puzzle.at.items():
        for edge in at if cell not in puzzle.letter else ():
            yield (cell, edge), v.z[edge] <= quicksum(v.z[other] for other in at if other != edge)


def cover(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 4) Each cell has a line, unless cells may stay empty."""
    for cell, at in puzzle.at.items():
        if puzzle.cover and cell not in puzzle.letter:
            yield cell, quicksum(v.z[edge] for edge in at) >= 1


def same_letter(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 5) A line joins two cells of the same letter."""
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
    """(edge, 7) Neighbours of the same letter are joined by a line, unless a path may touch itself."""
    for edge in puzzle.edges if not puzzle.touch else ():
        for letter in puzzle.pairs:
            yield (edge, letter), v.x[edge.a, letter] + v.x[edge.b, letter] - v.z[edge] <= 1


@lazy.family
def no_loop(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(lazy, not in the text) Lines do not form a closed loop."""
    for loop in union_find.cycle_components(edge for edge, value in values.z.items() if value):
        yield ("loop", loop[0].a), quicksum(v.z[edge] for edge in loop) <= len(loop) - 1


FAMILIES = (one_letter, clues, ends, no_branch, no_dead_end, cover, same_letter, empty, no_touching, no_loop)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(edge, 0 or 1): expression}` and `{(cell, letter): expression}`; 1 if the edge or cell has the state."""
    lines = {(edge, state): v.z[edge] if state else 1 - v.z[edge] for edge in puzzle.edges for state in (1, 0)}
    return lines | stated(puzzle, v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Build the model of lines and letters."""
    model = scip.new_model("numberlink")
    v = scip.variables(
        z={edge: model.addVar(name("z", edge), vtype="B") for edge in puzzle.edges}, x=letters_of(puzzle, model)
    )
    built = BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, (edge for edge, value in values.z.items() if value)),
        decisions=v.z.values(),
        indicators=lambda: indicators(puzzle, v),
        display_names=lambda: wording.words(puzzle),
        clues=lambda: wording.clues(puzzle),
    )
    return built.add(families, puzzle)


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """Build the model with variables only for open lines and letters, and a constraint for each 2 x 2 cells.

    Deduction and probing settle the other lines and letters.
    """
    empty_model = partial(scip.new_model, "numberlink")
    return model_of(problem(puzzle), empty_model, partial(_indicators, puzzle), probing=PROBING)


def _indicators(puzzle: Puzzle, values: Mapping[Any, Any]) -> dict[tuple, Any]:
    x = {(cell, letter): values.get((cell, letter), 0) for cell in puzzle.cells for letter in puzzle.pairs}
    return indicators(puzzle, SimpleNamespace(z=values, x=x))
