"""Nurikabe as data: numbers in some cells of a grid, and a sea around islands of white cells.

An island has one number, which says how many cells it has, and islands touch at corners only. The sea is connected,
and nowhere covers 2 x 2 cells.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from puzzlekit.core import lattice
from puzzlekit.core.errors import PuzzleError, check_kind, expect, shown
from puzzlekit.core.grid import Cell

SYMBOLS = ".123456789abcdefghijklmnopqrstuvwxyz"  # of no number, and of 1 to 35
MOST = len(SYMBOLS) - 1


@dataclass(frozen=True)
class Puzzle(lattice.OnLattice):
    """A grid of `rows` x `columns` cells; `clues` are sorted pairs (cell, number)."""

    clues: tuple[tuple[Cell, int], ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        lattice.check_clues(self, self.clues, lambda n: type(n) is int and 1 <= n <= MOST, f"1 to {MOST}")

    @cached_property
    def geometry(self) -> lattice.Geometry:
        """The cells, with an edge between those that are neighbours."""
        return lattice.geometry(Cell(i, j) for i in range(self.rows) for j in range(self.columns))

    @cached_property
    def number(self) -> Mapping[Cell, int]:
        """cell -> its number, for cells with one."""
        return dict(self.clues)

    @cached_property
    def beside(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """cell -> the cells at its sides; the cells come row by row."""
        return {cell: tuple(edge.other(cell) for edge in own) for cell, own in self.at.items()}

    @property
    def squares(self) -> list[tuple[Cell, ...]]:
        """The four cells of each square of 2 x 2."""
        places = [(i, j) for i in range(self.rows - 1) for j in range(self.columns - 1)]
        return [(Cell(i, j), Cell(i, j + 1), Cell(i + 1, j), Cell(i + 1, j + 1)) for i, j in places]

    def __str__(self) -> str:
        return str(Solution.of(self, ()))


@dataclass(frozen=True)
class Solution:
    """A board on which these cells are the sea, or as much of it as is known."""

    puzzle: Puzzle
    sea: frozenset[Cell]

    def __post_init__(self) -> None:
        check_kind(self.puzzle, Puzzle)
        expect(self.sea, frozenset, "a frozenset of cells")
        if strangers := [cell for cell in self.sea if cell not in self.puzzle.beside]:
            raise PuzzleError(f"found {shown(strangers[0])}, expected cells of the grid")

    @classmethod
    def of(cls, puzzle: Puzzle, sea: Iterable[Cell]) -> "Solution":
        """The board of this puzzle with this sea."""
        expect(sea, Iterable, "cells")
        return cls(puzzle, frozenset(sea))

    @property
    def white(self) -> list[Cell]:
        """The cells of the islands, row by row."""
        return [cell for cell in self.puzzle.beside if cell not in self.sea]

    def __str__(self) -> str:
        symbol = {cell: SYMBOLS[number] for cell, number in self.puzzle.clues} | dict.fromkeys(self.sea, "#")
        symbols = {(cell.row, cell.column): own for cell, own in symbol.items()}
        return lattice.picture(self.puzzle.rows, self.puzzle.columns, symbols)
