"""The board of Numberlink for the techniques: lines and cells are numbers, and letters are bits of a mask."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from puzzlekit.core.grid import Cell
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.numberlink.rules import BLANK
from puzzlekit.reasoning.system import Fact, Found, Mask, Row

T = TypeVar("T")
OUT, IN, OPEN = 1, 2, 3  # masks of a line: not drawn, drawn, either


class Board:
    """The elements of a puzzle as numbers: first the lines, then the cells.

    Attributes
    ----------
    ends
        For each line, its two cells.
    line
        {(cell, neighbour): the line between the two cells}.
    at
        {cell: pairs (line, neighbour)}.
    blocks
        For each square of 2 x 2 cells, its four lines.
    states
        The letters, then "blank" if cells may stay empty; bit k of a cell's mask means state k.
    pairs
        For each letter, its two cells, the ends.
    given
        {end: bit of its letter}.
    full, blank
        The mask of all states; and the mask of "blank", which is 0 if no cell may stay empty.
    """

    def __init__(self, puzzle: Puzzle):
        self.puzzle = puzzle
        self.elements: tuple[Any, ...] = (*puzzle.edges, *puzzle.cells)
        index = {element: number for number, element in enumerate(self.elements)}
        self.lines = range(len(puzzle.edges))
        self.ends = [(index[edge.a], index[edge.b]) for edge in puzzle.edges]
        self.line = {pair: line for line, (a, b) in enumerate(self.ends) for pair in ((a, b), (b, a))}
        self.at = {
            index[cell]: [(index[edge], index[edge.other(cell)]) for edge in own] for cell, own in puzzle.at.items()
        }
        self.blocks = [tuple(index[edge] for edge in block) for block in puzzle.blocks]
        self.states = (*puzzle.pairs, *([] if puzzle.cover else [BLANK]))
        self.pairs = [[index[cell] for cell in cells] for cells in puzzle.pairs.values()]
        self.given = {cell: 1 << k for k, cells in enumerate(self.pairs) for cell in cells}
        self.spot = {index[cell]: spot(cell, puzzle.columns + 2) for cell in puzzle.cells}
        self.full = (1 << len(self.states)) - 1
        self.blank = self.full & ~((1 << len(self.pairs)) - 1)

    def has(self, cell: int, mask: Mask) -> tuple[Fact, ...]:
        """Return a tuple with one fact: the cell has one of the letters in the mask. Return () if no fact is needed,
        because the cell has a clue or the mask contains every state."""
        return () if cell in self.given or mask == self.full else ((cell, mask),)

    def rows_at(self, cell: int) -> list[Row]:
        """Return the model's constraints, as (family, index), on the lines at a cell."""
        return [(family, self.elements[cell]) for family in ("ends", "no_branch", "no_dead_end", "cover", "empty")]

    def rows_of(self, lines: Iterable[int], family: str = "same_letter") -> list[Row]:
        """Return, as (family, index), the model's constraints of `family` for these lines, and the constraints for the
        clues in the lines' cells."""
        cells = [cell for line in lines for cell in self.ends[line] if cell in self.given]
        letters = {self.puzzle.letter[self.elements[cell]] for cell in cells}
        clues = [("clues", self.puzzle.pairs[letter][0]) for letter in letters]
        return [*((family, self.elements[line]) for line in lines), *clues]

    def contradiction(self, facts: Sequence[Fact], rows: Sequence[Row], about: Any) -> Found:
        """Return the contradiction that follows from these facts and constraints."""
        (one, mask), *rest = facts or [(0, OPEN)]
        return Found({one: (OPEN if one in self.lines else self.full) & ~mask}, rest, rows, about)


def spot(cell: Cell, width: int) -> int:
    """Return the index of a cell on the board with a rim of cells around the board. `width` is the width with the rim.
    The indices of neighbours differ by 1 or by `width`."""
    return (cell.row + 1) * width + cell.column + 1


def least(items: Sequence[T], suffices: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """Return a minimal subset of the items for which the function `suffices` returns True, by a deletion filter.
    `suffices` must return True for all the items together."""
    kept = items
    for item in items:
        fewer = [other for other in kept if other is not item]
        kept = fewer if suffices(fewer) else kept
    return kept
