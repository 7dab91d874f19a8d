"""Slitherlink as data: numbers in the cells of a grid, the points at their corners, and a loop along the edges.

A number (the clue of a cell) says how many of the four edges around its cell the loop uses. A solution is a single
closed loop, which neither branches nor touches itself.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from puzzlekit.core import lattice
from puzzlekit.core.errors import check_kind, validate_args
from puzzlekit.core.grid import Cell, Edge, Point
from puzzlekit.core.union_find import cycle_components

MOST = 4  # the largest clue: the number of edges around a cell


@dataclass(frozen=True)
class Geometry(lattice.Geometry):
    """The points and edges of a grid in reading order, with the edges at each point and around each cell.

    Attributes
    ----------
    at
        `{point: its two to four edges}`.
    around
        `{cell: its four edges}` in cyclic order: above, right, below, left.
    beside
        `{edge: its one or two cells}`.
    """

    around: Mapping[Cell, tuple[Edge, ...]]
    beside: Mapping[Edge, tuple[Cell, ...]]


@lru_cache(maxsize=64)
def geometry(rows: int, columns: int) -> Geometry:
    """Return the geometry of a grid of `rows` x `columns` cells."""
    whole = lattice.geometry(Point(i, j) for i in range(rows + 1) for j in range(columns + 1))
    own = {edge: edge for edge in whole.edges}  # equal edges that are not the same object are compared slowly
    around = {
        Cell(i, j): tuple(own[edge] for edge in lattice.square(Point(i, j)))
        for i in range(rows)
        for j in range(columns)
    }
    beside: dict[Edge, list[Cell]] = {edge: [] for edge in whole.edges}
    for cell, sides in around.items():
        for edge in sides:
            beside[edge].append(cell)
    return Geometry(whole.places, whole.edges, whole.at, around, {edge: tuple(cells) for edge, cells in beside.items()})


@dataclass(frozen=True)
class Puzzle(lattice.OnLattice):
    """A puzzle of Slitherlink: a grid of `rows` x `columns` cells. `clues` are sorted pairs (cell, number).

    PuzzleError is raised if a size or a number is out of range, a cell is not on the grid, or the pairs are not sorted.
    """

    clues: tuple[tuple[Cell, int], ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        lattice.check_clues(self, self.clues, lambda n: type(n) is int and 0 <= n <= MOST, f"0 to {MOST}")

    @classmethod
    @validate_args
    def of(cls, rows: int, columns: int, number: Mapping[Cell, int]) -> "Puzzle":
        """Return the puzzle with these clues, {cell: number}, in any order."""
        return cls(rows, columns, tuple(sorted(number.items())))

    @cached_property
    def number(self) -> Mapping[Cell, int]:
        """Return `{cell: clue}` for the cells with a clue."""
        return dict(self.clues)

    @property
    def geometry(self) -> Geometry:
        """Return the points and edges of the grid, with the edges at each point and around each cell."""
        return geometry(self.rows, self.columns)

    @property
    def points(self) -> tuple[Point, ...]:
        """Return the corners of all cells, row by row."""
        return self.geometry.places

    @property
    def around(self) -> Mapping[Cell, tuple[Edge, ...]]:
        """Return {cell: its four edges} in the order above, right, below, left."""
        return self.geometry.around

    @property
    def beside(self) -> Mapping[Edge, tuple[Cell, ...]]:
        """Return {edge: its one or two cells}."""
        return self.geometry.beside

    def __str__(self) -> str:
        numbers = {(cell.row, cell.column): str(number) for cell, number in self.clues}
        return lattice.picture(self.rows, self.columns, numbers)


@validate_args
def network(puzzle: Puzzle) -> Any:
    """Return a `networkx.Graph` of the corners of the cells and the edges between neighbours.

    The node attribute `pos` is the position of a node in a drawing.
    """
    return lattice.network(puzzle.points, puzzle.edges)


@dataclass(frozen=True)
class Solution(lattice.Drawing):
    """A board with drawn edges: the loop, a part of the loop, or any other edges."""

    puzzle: Puzzle
    places = "points"

    @cached_property
    def degree(self) -> Mapping[Any, int]:
        """Return {point: the number of its drawn edges}, for the points that have any."""
        return Counter(chain.from_iterable((edge.a, edge.b) for edge in self.drawn))

    @cached_property
    def loops(self) -> list[tuple[Edge, ...]]:
        """Return the components of the drawn edges that are simple cycles, see `cycle_components`."""
        return cycle_components(self.drawn)

    @cached_property
    def beside(self) -> Mapping[Cell, int]:
        """Return {cell: the number of drawn edges around it}, for the cells that have any."""
        return Counter(chain.from_iterable(map(self.puzzle.beside.__getitem__, self.drawn)))

    def __post_init__(self) -> None:
        check_kind(self.puzzle, Puzzle)
        super().__post_init__()

    def __str__(self) -> str:
        """Return a text picture: `+` is a point, `-` and `|` are drawn edges, and clues are in the cells."""
        puzzle = self.puzzle
        symbols = {(2 * point.row, 2 * point.column): "+" for point in puzzle.points}
        symbols |= {(2 * cell.row + 1, 2 * cell.column + 1): str(number) for cell, number in puzzle.clues}
        return lattice.picture(2 * puzzle.rows + 1, 2 * puzzle.columns + 1, symbols | lattice.signs(self.drawn))
