"""Slitherlink as data: numbers in the cells of a grid, the points at their corners, and a loop along the edges.

A number says how many of the four edges around its cell the loop runs along. The loop is one, closed, and neither
branches nor touches itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from puzzlekit.errors import PuzzleError, check_kind, expect, judged, shown
from puzzlekit.grid import Cell, Edge, Point, check_pairs, edges_of

MAX_SIDE = 100
MOST = 4  # edges around a cell


@dataclass(frozen=True)
class Geometry:
    """The points and edges of a grid in reading order, and what lies beside what.

    Attributes
    ----------
    at
        point -> the two to four edges that end there.
    around
        cell -> its four edges in cyclic order: above, right, below, left.
    beside
        edge -> the one or two cells that it borders.
    """

    points: tuple[Point, ...]
    edges: tuple[Edge, ...]
    at: Mapping[Point, tuple[Edge, ...]]
    around: Mapping[Cell, tuple[Edge, ...]]
    beside: Mapping[Edge, tuple[Cell, ...]]


@lru_cache(maxsize=64)
def geometry(rows: int, columns: int) -> Geometry:
    """The geometry of a grid of `rows` x `columns` cells."""
    at: dict[Point, list[Edge]] = {Point(i, j): [] for i in range(rows + 1) for j in range(columns + 1)}
    for point in at:
        for other in (Point(point.row, point.column + 1), Point(point.row + 1, point.column)):
            if other in at:
                edge = Edge(point, other)
                at[point].append(edge)
                at[other].append(edge)
    edges = tuple(edge for point, own in at.items() for edge in own if edge.a == point)
    around = {Cell(i, j): _sides(Cell(i, j)) for i in range(rows) for j in range(columns)}
    beside: dict[Edge, list[Cell]] = {edge: [] for edge in edges}
    for cell, sides in around.items():
        for edge in sides:
            beside[edge].append(cell)
    points = {point: tuple(own) for point, own in at.items()}
    return Geometry(tuple(at), edges, points, around, {edge: tuple(cells) for edge, cells in beside.items()})


def _sides(cell: Cell) -> tuple[Edge, ...]:
    i, j = cell.row, cell.column
    corners = (Point(i, j), Point(i, j + 1), Point(i + 1, j + 1), Point(i + 1, j))
    return tuple(Edge(a, b) for a, b in pairwise((*corners, corners[0])))


@dataclass(frozen=True)
class Puzzle:
    """A grid of `rows` x `columns` cells; `clues` are sorted pairs (cell, number)."""

    rows: int
    columns: int
    clues: tuple[tuple[Cell, int], ...]

    def __post_init__(self) -> None:
        for side, count in (("rows", self.rows), ("columns", self.columns)):
            if type(count) is not int or not 1 <= count <= MAX_SIDE:
                raise PuzzleError(f"found {shown(count)} {side}, expected 1 to {MAX_SIDE}")
        check_pairs(self.clues, Cell)
        for cell, number in self.clues:
            if not (0 <= cell.row < self.rows and 0 <= cell.column < self.columns):
                raise PuzzleError(f"{cell}: found outside of the grid of {self.rows} x {self.columns}")
            if type(number) is not int or not 0 <= number <= MOST:
                raise PuzzleError(f"{cell}: found {shown(number)}, expected 0 to {MOST}")
        if any(a >= b for (a, _), (b, _) in pairwise(self.clues)):
            raise PuzzleError("found clues out of order or two in one cell, expected each once, row by row")

    @classmethod
    def of(cls, rows: int, columns: int, number: Mapping[Cell, int]) -> "Puzzle":
        """The puzzle with these clues, in any order."""
        expect(number, Mapping, "a dict {cell: number}")
        return cls(rows, columns, tuple(sorted(number.items())))

    @cached_property
    def number(self) -> Mapping[Cell, int]:
        """cell -> its clue, for cells with one."""
        return dict(self.clues)

    @property
    def geometry(self) -> Geometry:
        """Points, edges, and what lies beside what."""
        return geometry(self.rows, self.columns)

    @property
    def points(self) -> tuple[Point, ...]:
        """The corners of the cells, row by row."""
        return self.geometry.points

    @property
    def edges(self) -> tuple[Edge, ...]:
        """All edges between neighbouring points, in order."""
        return self.geometry.edges

    @property
    def at(self) -> Mapping[Point, tuple[Edge, ...]]:
        """The edges that end at each point."""
        return self.geometry.at

    @property
    def around(self) -> Mapping[Cell, tuple[Edge, ...]]:
        """The four edges of each cell: above, right, below, left."""
        return self.geometry.around

    @property
    def beside(self) -> Mapping[Edge, tuple[Cell, ...]]:
        """The one or two cells that each edge borders."""
        return self.geometry.beside

    def __str__(self) -> str:
        lines = [["."] * self.columns for _ in range(self.rows)]
        for cell, number in self.clues:
            lines[cell.row][cell.column] = str(number)
        return "\n".join("".join(line) for line in lines)


@dataclass(frozen=True)
class Solution:
    """A board on which these edges are drawn: the loop, a part of it, or anything else."""

    puzzle: Puzzle
    drawn: frozenset[Edge]

    def __post_init__(self) -> None:
        check_kind(self.puzzle, Puzzle)
        expect(self.drawn, frozenset, "a frozenset of edges")
        if strangers := [edge for edge in self.drawn if edge not in self.puzzle.beside]:
            raise PuzzleError(
                f"found {min(strangers, key=str)}, expected edges between neighbouring points of the grid"
            )

    @classmethod
    def of(cls, puzzle: Puzzle, drawn: Iterable[Edge]) -> "Solution":
        """The board of this puzzle with these edges."""
        return cls(puzzle, frozenset(edges_of(drawn)))

    @judged
    def count(self, edges: Iterable[Edge]) -> int:
        """How many of these edges are drawn."""
        return sum(edge in self.drawn for edge in edges)

    def __str__(self) -> str:
        """The lattice: `+` points at even places, `-` and `|` edges between them, clues at odd places."""
        puzzle = self.puzzle
        lines = [["."] * (2 * puzzle.columns + 1) for _ in range(2 * puzzle.rows + 1)]
        for point in puzzle.points:
            lines[2 * point.row][2 * point.column] = "+"
        for cell, number in puzzle.clues:
            lines[2 * cell.row + 1][2 * cell.column + 1] = str(number)
        for edge in self.drawn:
            row, column = middle(edge)
            lines[row][column] = "-" if edge.a.row == edge.b.row else "|"
        return "\n".join("".join(line) for line in lines)


def middle(edge: Edge) -> tuple[int, int]:
    """The place of an edge in the lattice, line and column."""
    return edge.a.row + edge.b.row, edge.a.column + edge.b.column
