"""Rob Pratt's model of Numberlink, from a comment on the companion text: it counts neighbours for each letter."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell
from puzzlekit.numberlink.families import by_letters, clues, no_loop, one_letter, stated
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.scip import BuiltModel


def one_neighbour(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(Pratt, 1) Each end has exactly one neighbour with its letter."""
    for cell, letter in puzzle.clues:
        yield cell, _alike(puzzle, v, cell, letter) == 1


def two_neighbours(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(Pratt, 2) If a cell is not an end and has a letter, at least two of its neighbours have this letter."""
    for cell, letter in _between(puzzle):
        yield (cell, letter), _alike(puzzle, v, cell, letter) >= 2 * v.x[cell, letter]


def no_third_neighbour(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(Pratt, 3) If a cell is not an end and has a letter, at most two of its neighbours have this letter."""
    for cell, letter in _between(puzzle):
        big = len(puzzle.at[cell])
        if big > 2:
            x = v.x[cell, letter]
            yield (cell, letter), _alike(puzzle, v, cell, letter) <= 2 * x + big * (1 - x)


FAMILIES = (one_letter, one_neighbour, two_neighbours, no_third_neighbour, clues, no_loop)
indicators = stated


def _between(puzzle: Puzzle) -> Iterator[tuple[Cell, str]]:
    return ((cell, letter) for cell in puzzle.cells if cell not in puzzle.letter for letter in puzzle.pairs)


def _alike(puzzle: Puzzle, v: SimpleNamespace, cell: Cell, letter: str) -> Any:
    return quicksum(v.x[edge.other(cell), letter] for edge in puzzle.at[cell])


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the neighbour-count model, with these constraint families. Raise UnsupportedPuzzle if paths may touch
    themselves."""
    return by_letters("neighbour counts", puzzle, families)
