"""The board of Slitherlink for the techniques, with numbered elements: first edges, then corners, which are notes.

A *corner* is a cell together with one of its points. Two edges of the cell meet at this point. A corner is a note (an
auxiliary element); its state is the number of these edges that are drawn: 0, 1 or 2.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from puzzlekit.core.grid import Cell, Edge, Point
from puzzlekit.reasoning.system import Mask
from puzzlekit.slitherlink.puzzle import geometry

OUT, IN, OPEN = 1, 2, 3  # masks of an edge: not drawn, drawn, either
ANY = 7  # mask of a corner: 0, 1 or 2 drawn edges


class Corner(NamedTuple):
    """A corner: a cell and one of its points."""

    cell: Cell
    point: Point

    @property
    def edges(self) -> tuple[Edge, Edge]:
        """Return the two edges of the cell that meet at the point: the horizontal edge, then the vertical edge."""
        (i, j), (row, column) = (self.point.row, self.point.column), (self.cell.row, self.cell.column)
        return Edge(self.point, Point(i, 2 * column + 1 - j)), Edge(self.point, Point(2 * row + 1 - i, j))

    def __str__(self) -> str:
        across = "left" if self.point.column == self.cell.column else "right"
        return f"{'upper' if self.point.row == self.cell.row else 'lower'} {across} corner"


class Board(NamedTuple):
    """The elements of a grid as numbers, and their incidences. The numbers of corners follow the numbers of edges.

    Attributes
    ----------
    at
        For each point, its edges.
    around
        `{cell: its edges}`.
    ends
        For each edge, its two points.
    inner, outer
        For each corner, its two edges (`inner`), and the other edges at its point (`outer`).
    across
        `{corner: the diagonally opposite cell's corner at the same point}`.
    opposite
        `{corner: the diagonally opposite corner of the same cell}`.
    sides
        For each edge, the numbers of its two cells; -1 is the outside of the board.
    """

    edges: tuple[Edge, ...]
    points: tuple[Point, ...]
    cells: tuple[Cell, ...]
    corners: tuple[Corner, ...]
    at: tuple[tuple[int, ...], ...]
    around: Mapping[Cell, tuple[int, ...]]
    ends: tuple[tuple[int, int], ...]
    inner: Mapping[int, tuple[int, int]]
    outer: Mapping[int, tuple[int, ...]]
    across: Mapping[int, int]
    opposite: Mapping[int, int]
    sides: tuple[tuple[int, int], ...]

    def element(self, number: int) -> Edge | Corner:
        """Return the edge or the corner with this number."""
        return self.edges[number] if number < len(self.edges) else self.corners[number - len(self.edges)]


@lru_cache(maxsize=64)
def board_of(rows: int, columns: int) -> Board:
    """Return the `Board` of `rows` x `columns` cells."""
    own = geometry(rows, columns)
    edge = {item: number for number, item in enumerate(own.edges)}
    point = {item: number for number, item in enumerate(own.places)}
    cells = {cell: number for number, cell in enumerate(own.around)}
    steps = [(i, j) for i in (0, 1) for j in (0, 1)]
    corners = tuple(Corner(cell, Point(cell.row + i, cell.column + j)) for cell in cells for i, j in steps)
    number = {corner: len(edge) + index for index, corner in enumerate(corners)}
    inner = {number[corner]: tuple(edge[item] for item in corner.edges) for corner in corners}
    at = tuple(tuple(edge[item] for item in items) for items in own.at.values())
    outer = {own: tuple({*at[point[corner.point]]}.difference(inner[own])) for corner, own in number.items()}
    return Board(
        own.edges,
        own.places,
        tuple(cells),
        corners,
        at,
        {cell: tuple(edge[item] for item in items) for cell, items in own.around.items()},
        tuple((point[item.a], point[item.b]) for item in own.edges),  # type: ignore[index]  # points
        inner,  # type: ignore[arg-type]  # pairs
        outer,
        {own: number[far] for corner, own in number.items() if (far := _across(corner)) in number},
        {own: number[_opposite(corner)] for corner, own in number.items()},
        tuple((*(cells[cell] for cell in own.beside[item]), -1)[:2] for item in own.edges),  # type: ignore[misc]
    )


def _across(corner: Corner) -> Corner:
    cell, at = corner
    return Corner(Cell(2 * at.row - cell.row - 1, 2 * at.column - cell.column - 1), at)


def _opposite(corner: Corner) -> Corner:
    cell, at = corner
    return Corner(cell, Point(2 * cell.row + 1 - at.row, 2 * cell.column + 1 - at.column))


def values(mask: Mask) -> tuple[int, ...]:
    """Return the positions of the bits that are set in a mask."""
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)
