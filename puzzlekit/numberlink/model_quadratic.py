"""The text's first model of Numberlink, as printed: a quadratic equation counts the neighbours with the same letter.

SCIP solves this model. It has no LP relaxation and no proofs by sums of constraints, which need linear constraints.
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
    """(MIQCP, 2) An end has one neighbour with its letter, and any other cell has two."""
    for cell, at in puzzle.at.items():
        pairs = ((edge.other(cell), letter) for edge in at for letter in puzzle.pairs)
        total = quicksum(v.x[cell, letter] * v.x[other, letter] for other, letter in pairs)
        yield cell, total - lines_at(puzzle, v, cell) == 0


FAMILIES = (one_letter, neighbours, clues, no_loop)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(cell, letter): expression}`; the expression is 1 if the cell has the letter."""
    return stated(puzzle, v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Build the text's quadratic model. Raises UnsupportedPuzzle if paths may touch themselves."""
    return by_letters("quadratic", puzzle, families)
