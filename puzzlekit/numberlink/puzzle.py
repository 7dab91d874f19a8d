"""Numberlink as data: letters in the cells of a grid, each twice, and lines from cell to cell that join them in pairs.

The rules that go by this name differ in two ways, so both are said of a puzzle: whether every cell lies on a path
(`cover`), and whether a path may run beside itself (`touch`).
"""

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from puzzlekit.errors import PuzzleError, check_kind, expect, judged, shown
from puzzlekit.grid import Cell, Edge, check_pairs, edges_of

MAX_SIDE = 100
LETTERS = string.ascii_uppercase + string.digits + string.ascii_lowercase  # in the order in which generators take them


@dataclass(frozen=True)
class Geometry:
    """The cells and edges of a grid in reading order, and what lies beside what.

    Attributes
    ----------
    at
        cell -> the two to four edges that lead from it; fewer where the grid is one cell wide.
    blocks
        The four edges within each square of 2 x 2 cells.
    """

    cells: tuple[Cell, ...]
    edges: tuple[Edge, ...]
    at: Mapping[Cell, tuple[Edge, ...]]
    blocks: tuple[tuple[Edge, ...], ...]


@lru_cache(maxsize=64)
def geometry(rows: int, columns: int) -> Geometry:
    """The geometry of a grid of `rows` x `columns` cells."""
    at: dict[Cell, list[Edge]] = {Cell(i, j): [] for i in range(rows) for j in range(columns)}
    for cell in at:
        for other in (Cell(cell.row, cell.column + 1), Cell(cell.row + 1, cell.column)):
            if other in at:
                edge = Edge(cell, other)
                at[cell].append(edge)
                at[other].append(edge)
    edges = tuple(edge for cell, own in at.items() for edge in own if edge.a == cell)
    blocks = tuple(_block(i, j) for i in range(rows - 1) for j in range(columns - 1))
    return Geometry(tuple(at), edges, {cell: tuple(own) for cell, own in at.items()}, blocks)


def _block(i: int, j: int) -> tuple[Edge, ...]:
    corners = (Cell(i, j), Cell(i, j + 1), Cell(i + 1, j + 1), Cell(i + 1, j))
    return tuple(Edge(a, b) for a, b in pairwise((*corners, corners[0])))


@dataclass(frozen=True)
class Puzzle:
    """A grid of `rows` x `columns` cells; `clues` are sorted pairs (cell, letter), each letter in two cells.

    Attributes
    ----------
    cover
        Whether every cell lies on a path.
    touch
        Whether a path may pass by one of its own cells, neighbours without a line between them.
    """

    rows: int
    columns: int
    clues: tuple[tuple[Cell, str], ...]
    cover: bool = True
    touch: bool = False

    def __post_init__(self) -> None:
        for side, count in (("rows", self.rows), ("columns", self.columns)):
            if type(count) is not int or not 1 <= count <= MAX_SIDE:
                raise PuzzleError(f"found {shown(count)} {side}, expected 1 to {MAX_SIDE}")
        for option, value in (("cover", self.cover), ("touch", self.touch)):
            if type(value) is not bool:
                raise PuzzleError(f"found {option} = {shown(value)}, expected True or False")
        check_pairs(self.clues, Cell)
        for cell, letter in self.clues:
            if not (0 <= cell.row < self.rows and 0 <= cell.column < self.columns):
                raise PuzzleError(f"{cell}: found outside of the grid of {self.rows} x {self.columns}")
            if not (isinstance(letter, str) and len(letter) == 1 and letter in LETTERS):
                raise PuzzleError(f"{cell}: found {shown(letter)}, expected a letter or a digit")
        if any(a >= b for (a, _), (b, _) in pairwise(self.clues)):
            raise PuzzleError("found clues out of order or two in one cell, expected each once, row by row")
        for letter, cells in self.pairs.items():
            if len(cells) != 2:
                told = " and ".join(map(str, cells[:4])) + (" and more" if len(cells) > 4 else "")
                raise PuzzleError(f"found {letter!r} in {told}, expected each letter in two cells")

    @classmethod
    def of(
        cls, rows: int, columns: int, letter: Mapping[Cell, str], *, cover: bool = True, touch: bool = False
    ) -> "Puzzle":
        """The puzzle with these letters, in any order."""
        expect(letter, Mapping, "a dict {cell: letter}")
        return cls(rows, columns, tuple(sorted(letter.items())), cover, touch)

    @cached_property
    def letter(self) -> Mapping[Cell, str]:
        """cell -> its letter, for cells with one: the ends of the paths."""
        return dict(self.clues)

    @cached_property
    def pairs(self) -> Mapping[str, tuple[Cell, ...]]:
        """letter -> its two cells, row by row; the letters in the order of their first cells."""
        found: dict[str, tuple[Cell, ...]] = {}
        for cell, letter in self.clues:
            found[letter] = (*found.get(letter, ()), cell)
        return found

    @property
    def geometry(self) -> Geometry:
        """Cells, edges, and what lies beside what."""
        return geometry(self.rows, self.columns)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return self.geometry.cells

    @property
    def edges(self) -> tuple[Edge, ...]:
        """All edges between neighbouring cells, in order."""
        return self.geometry.edges

    @property
    def at(self) -> Mapping[Cell, tuple[Edge, ...]]:
        """The edges that lead from each cell."""
        return self.geometry.at

    @property
    def blocks(self) -> tuple[tuple[Edge, ...], ...]:
        """The four edges within each square of 2 x 2 cells."""
        return self.geometry.blocks

    def __str__(self) -> str:
        lines = [["."] * self.columns for _ in range(self.rows)]
        for cell, letter in self.clues:
            lines[cell.row][cell.column] = letter
        options = ["cover: no"] * (not self.cover) + ["touch: yes"] * self.touch
        return "\n".join([*options, *("".join(line) for line in lines)])


@dataclass(frozen=True)
class Solution:
    """A board on which these lines are drawn from cell to cell: the paths, parts of them, or anything else."""

    puzzle: Puzzle
    drawn: frozenset[Edge]

    def __post_init__(self) -> None:
        check_kind(self.puzzle, Puzzle)
        expect(self.drawn, frozenset, "a frozenset of edges")
        if strangers := self.drawn.difference(self.puzzle.edges):
            raise PuzzleError(f"found {min(strangers, key=str)}, expected edges between neighbouring cells of the grid")

    @classmethod
    def of(cls, puzzle: Puzzle, drawn: Iterable[Edge]) -> "Solution":
        """The board of this puzzle with these lines."""
        return cls(puzzle, frozenset(edges_of(drawn)))

    @judged
    def count(self, edges: Iterable[Edge]) -> int:
        """How many of these edges are drawn."""
        return sum(edge in self.drawn for edge in edges)

    def __str__(self) -> str:
        """The lattice: letters and `+` at even places, `-` and `|` lines between them."""
        puzzle = self.puzzle
        lines = [["."] * (2 * puzzle.columns - 1) for _ in range(2 * puzzle.rows - 1)]
        for cell in puzzle.cells:
            lines[2 * cell.row][2 * cell.column] = puzzle.letter.get(cell, "+")
        for edge in self.drawn:
            row, column = middle(edge)
            lines[row][column] = "-" if edge.a.row == edge.b.row else "|"
        return "\n".join("".join(line) for line in lines)


def middle(edge: Edge) -> tuple[int, int]:
    """The place of an edge in the lattice, line and column."""
    return edge.a.row + edge.b.row, edge.a.column + edge.b.column
