"""The companion text's first model of Numberlink, as printed: quadratic equations count neighbours with equal letters.

SCIP solves this model. LP relaxations and proofs by sums of constraints are not available for it, because they need
linear constraints.
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
    """(MIQCP, 2) An end has one neighbour with the same letter, and any other cell on a path has two such
    neighbours."""
    for cell, at in puzzle.at.items():
        pairs = ((edge.other(cell), letter) for edge in at for letter in puzzle.pairs)
        total = quicksum(v.x[cell, letter] * v.x[other, letter] for other, letter in pairs)
        yield cell, total - lines_at(puzzle, v, cell) == 0


FAMILIES = (one_letter, neighbours, clues, no_loop)
indicators = stated


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the companion text's quadratic model with these constraint families. Raise UnsupportedPuzzle if paths may
    touch themselves."""
    return by_letters("quadratic", puzzle, families)
