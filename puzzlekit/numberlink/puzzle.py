"""Numberlink as data: letters in a grid, each in two cells, and paths of lines that join the two cells of each letter.

A line joins two neighbouring cells. The rules of Numberlink vary, so a puzzle states two of them: whether every cell
lies on a path (`cover`), and whether a path may run beside itself (`touch`).
"""

import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from puzzlekit.core import lattice
from puzzlekit.core.errors import PuzzleError, check_kind, shown, validate_args
from puzzlekit.core.grid import Cell, Edge

LETTERS = string.ascii_uppercase + string.digits + string.ascii_lowercase  # in the order in which `generate` uses them


@dataclass(frozen=True)
class Geometry(lattice.Geometry):
    """The cells and edges (pairs of neighbours) of a grid in reading order, with the edges at each cell and in each
    square.

    Attributes
    ----------
    at
        `{cell: its two to four edges}`; fewer if the grid is one cell wide.
    blocks
        The four edges within each square of 2 x 2 cells.
    """

    blocks: tuple[tuple[Edge, ...], ...]


@lru_cache(maxsize=64)
def geometry(rows: int, columns: int) -> Geometry:
    """Return the geometry of a grid of `rows` x `columns` cells."""
    whole = lattice.geometry(Cell(i, j) for i in range(rows) for j in range(columns))
    blocks = tuple(lattice.square(Cell(i, j)) for i in range(rows - 1) for j in range(columns - 1))
    return Geometry(whole.places, whole.edges, whole.at, blocks)


@dataclass(frozen=True)
class Puzzle(lattice.OnLattice):
    """A puzzle of Numberlink: a grid of `rows` x `columns` cells. `clues` are sorted pairs (cell, letter), and each
    letter is in exactly two cells; otherwise PuzzleError is raised.

    Attributes
    ----------
    cover
        Whether every cell is on a path.
    touch
        Whether two cells of a path may be neighbours without a line between them.
    """

    clues: tuple[tuple[Cell, str], ...]
    cover: bool = True
    touch: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        for option, value in (("cover", self.cover), ("touch", self.touch)):
            if type(value) is not bool:
                raise PuzzleError(f"found {option} = {shown(value)}, expected True or False")
        lattice.check_clues(self, self.clues, _is_letter, "a letter or a digit")
        for letter, cells in self.pairs.items():
            if len(cells) != 2:
                told = " and ".join(map(str, cells[:4])) + (" and more" if len(cells) > 4 else "")
                raise PuzzleError(f"found {letter!r} in {told}, expected each letter in two cells")

    @classmethod
    @validate_args
    def of(
        cls, rows: int, columns: int, letter: Mapping[Cell, str], *, cover: bool = True, touch: bool = False
    ) -> "Puzzle":
        """Return the puzzle with these letters, {cell: letter}, in any order."""
        return cls(rows, columns, tuple(sorted(letter.items())), cover, touch)

    @cached_property
    def letter(self) -> Mapping[Cell, str]:
        """Return `{cell: letter}` for the ends of the paths."""
        return dict(self.clues)

    @cached_property
    def pairs(self) -> Mapping[str, tuple[Cell, ...]]:
        """Return `{letter: its two cells, in reading order}`. The letters are in the order of their first cells."""
        found: dict[str, tuple[Cell, ...]] = {}
        for cell, letter in self.clues:
            found[letter] = (*found.get(letter, ()), cell)
        return found

    @property
    def geometry(self) -> Geometry:
        """Return the cells and edges of the grid, with the edges at each cell and in each square."""
        return geometry(self.rows, self.columns)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return all cells, row by row."""
        return self.geometry.places

    @property
    def blocks(self) -> tuple[tuple[Edge, ...], ...]:
        """Return the four edges within each square of 2 x 2 cells."""
        return self.geometry.blocks

    def __str__(self) -> str:
        options = ["cover: no"] * (not self.cover) + ["touch: yes"] * self.touch
        letters = {(cell.row, cell.column): letter for cell, letter in self.clues}
        return "\n".join([*options, lattice.picture(self.rows, self.columns, letters)])


def _is_letter(found: Any) -> bool:
    return isinstance(found, str) and len(found) == 1 and found in LETTERS


@validate_args
def network(puzzle: Puzzle) -> Any:
    """Return a `networkx.Graph` of the cells and the edges between neighbours.

    The node attribute `pos` is the position of a node in a drawing.
    """
    return lattice.network(puzzle.cells, puzzle.edges)


@dataclass(frozen=True)
class Solution(lattice.Drawing):
    """A board with drawn lines between cells: the paths, parts of the paths, or any other lines."""

    puzzle: Puzzle
    places = "cells"

    def __post_init__(self) -> None:
        check_kind(self.puzzle, Puzzle)
        super().__post_init__()

    def __str__(self) -> str:
        """Return a text picture: letters, `+` for cells without a letter, and `-` and `|` for lines between cells."""
        puzzle = self.puzzle
        symbols = {(2 * cell.row, 2 * cell.column): puzzle.letter.get(cell, "+") for cell in puzzle.cells}
        return lattice.picture(2 * puzzle.rows - 1, 2 * puzzle.columns - 1, symbols | lattice.signs(self.drawn))
