"""The text's first model of Numberlink, as it stands: a quadratic equation counts the neighbours with the same letter.

SCIP takes it. It has no relaxation and no proofs by sums of rows, for these are for linear rows.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit.core.errors import validate_args
from puzzlekit.numberlink.families import by_letters, clues, lines_at, no_loop, one_letter, stated
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.scip import BuiltModel


def neighbours(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIQCP, 2) An end has one neighbour with its letter, any other cell two."""
    for cell, at in puzzle.at.items():
        pairs = ((edge.other(cell), letter) for edge in at for letter in puzzle.pairs)
        total = quicksum(v.x[cell, letter] * v.x[other, letter] for other, letter in pairs)
        yield cell, total - lines_at(puzzle, v, cell) == 0


FAMILIES = (one_letter, neighbours, clues, no_loop)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(cell, letter) -> an expression that is 1 where that is so."""
    return stated(puzzle, v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The quadratic model of the text. Raises UnsupportedPuzzle if paths may touch themselves."""
    return by_letters("quadratic", puzzle, families)
