"""What singles leave open of a Sudoku, for all who search in x[cell, digit]: an exact cover."""

from typing import Any

from puzzlekit.grid import Cell
from puzzlekit.sudoku.deduce import Pencil, digits, refuted
from puzzlekit.sudoku.puzzle import Puzzle, Solution


class Open:
    """What is left to decide.

    Attributes
    ----------
    refuted
        Why there is no solution, if that was seen.
    decided
        cell -> digit, for the cells that singles decide.
    board
        The only board that is left, where they decide all.
    items
        `(cell, digit)` for what is left to the other cells.
    groups
        For each of these cells, and for each pair `(unit, digit)`: the numbers of the items of which exactly one is so.
    """

    def __init__(self, puzzle: Puzzle):
        pencil = Pencil(puzzle)
        self.puzzle, self.refuted, self.decided = puzzle, refuted(pencil), pencil.decided
        settled = not self.refuted and len(self.decided) == len(puzzle.cells)
        self.board = self.solution({}) if settled else None
        self.items: list[tuple[Cell, int]] = []
        self.groups: dict[Any, list[int]] = {}
        if not self.refuted:
            self._cover(pencil)

    def solution(self, found: dict[Cell, int]) -> Solution:
        """The board with these digits beside those that are decided."""
        return Solution.of(self.puzzle, {**self.decided, **found})

    def _cover(self, pencil: Pencil) -> None:
        open_at: list[list[tuple[int, int]]] = []  # of each cell: digit, number of the item
        for cell, mask in zip(self.puzzle.cells, pencil.left, strict=True):
            own = digits(mask) if mask.bit_count() != 1 else []
            open_at.append([(digit, number) for number, digit in enumerate(own, start=len(self.items))])
            self.items += [(cell, digit) for digit in own]
            if own:
                self.groups[cell] = [number for _, number in open_at[-1]]
        for unit, cells in pencil.units:
            for index in cells:
                for digit, number in open_at[index]:
                    self.groups.setdefault((unit, digit), []).append(number)
