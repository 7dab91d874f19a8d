"""The Circuit Board Game as data: a lattice of points, some of them blacked out, and given edges.

Report, chapter 5. An open point is one that is not blacked out. The player joins all open points into one tree in which
each point has one edge or three. In the shortest-path variant, two points are endpoints, and the tree must have the
shortest possible path between them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from types import NoneType
from typing import Any

from puzzlekit.core import lattice
from puzzlekit.core.errors import PuzzleError, expect, shown, validate_args
from puzzlekit.core.grid import Edge, Point, edges_of
from puzzlekit.core.lattice import Geometry, OnLattice

DEGREES = (1, 3)  # the allowed numbers of edges at a point


@lru_cache(maxsize=64)
def geometry(rows: int, columns: int, blocked: frozenset[Point]) -> Geometry:
    """Return the geometry of a lattice: its open points, and the edges between neighbouring open points. `blocked` are
    the points that are blacked out."""
    points = (Point(i, j) for i in range(rows) for j in range(columns))
    return lattice.geometry(point for point in points if point not in blocked)


@dataclass(frozen=True)
class Lattice(OnLattice):
    """The base class of puzzles and solutions: the size, the blacked-out points, and the two endpoints, or None if
    there are no endpoints.

    PuzzleError is raised if a point is not on the lattice, all points are blacked out, or the endpoints are not two
    different open points.
    """

    blocked: frozenset[Point] = frozenset()
    endpoints: tuple[Point, Point] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        expect(self.blocked, frozenset, "a frozenset of points")
        expect(self.endpoints, (tuple, NoneType), "two endpoints or None")
        if self.endpoints is not None and len(self.endpoints) != 2:
            raise PuzzleError(f"found {len(self.endpoints)} endpoints, expected two or None")
        for point in (*self.blocked, *(self.endpoints or ())):
            expect(point, Point, "a point")
        corner = Point(self.rows - 1, self.columns - 1)
        for point in sorted(self.blocked):
            if not (0 <= point.row <= corner.row and 0 <= point.column <= corner.column):
                raise PuzzleError(f"found {point} as blacked out, expected points from {Point(0, 0)} to {corner}")
        if not self.points:
            raise PuzzleError("found every point blacked out, expected at least one open point")
        for point in self.endpoints or ():
            if point not in self.at:
                raise PuzzleError(f"found {point} as an endpoint, expected an open point of the lattice")
        if self.endpoints and self.endpoints[0] == self.endpoints[1]:
            raise PuzzleError(f"found {self.endpoints[0]} as both endpoints, expected two different points")

    @property
    def geometry(self) -> Geometry:
        """Return the open points, the edges, and the edges at each point."""
        return geometry(self.rows, self.columns, self.blocked)

    @property
    def points(self) -> tuple[Point, ...]:
        """Return the set V of open points, row by row."""
        return self.geometry.places

    @property
    def lattice(self) -> "Lattice":
        """Return a `Lattice` with the same size, blacked-out points and endpoints, to compare puzzles with
        solutions."""
        return Lattice(self.rows, self.columns, self.blocked, self.endpoints)

    def _check(self, edges: Iterable[Edge]) -> None:
        expect(edges, frozenset, "a frozenset of edges")
        known = set(self.edges)
        if strangers := [edge for edge in edges if edge not in known]:
            raise PuzzleError(
                f"found the edge {min(strangers, key=str)}, expected edges between open points next to each other"
            )


@dataclass(frozen=True)
class Puzzle(Lattice):
    """A circuit board. `given` contains the edges that must be drawn."""

    given: frozenset[Edge] = frozenset()

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check(self.given)

    def __str__(self) -> str:
        return _picture(self, self.given)


@validate_args
def network(puzzle: Puzzle) -> Any:
    """Return a `networkx.Graph` of the open points and the edges between neighbours.

    The node attribute `pos` is the position for drawing the node.
    """
    return lattice.network(puzzle.points, puzzle.edges)


@dataclass(frozen=True)
class Solution(Lattice):
    """A board, finished or not. `drawn` contains all its drawn edges. In a valid solution, the given edges are among
    them."""

    drawn: frozenset[Edge] = frozenset()

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check(self.drawn)

    @classmethod
    def of(cls, puzzle: Lattice, drawn: Iterable[Edge]) -> "Solution":
        """Return the board with exactly these edges drawn. The puzzle's given edges are not added."""
        expect(puzzle, Lattice, "a puzzle of circuit")
        return cls(puzzle.rows, puzzle.columns, puzzle.blocked, puzzle.endpoints, frozenset(edges_of(drawn)))

    def degree(self, point: Point) -> int:
        """Return the number of drawn edges at a point. Raise PuzzleError if the point is not an open point."""
        try:
            around = self.at[point]
        except (KeyError, TypeError):
            raise PuzzleError(f"found {shown(point)}, expected an open point of the lattice") from None
        return sum(edge in self.drawn for edge in around)

    @property
    def path(self) -> tuple[Edge, ...]:
        """Return the edges of a shortest path between the endpoints along drawn edges. Return () if there are no
        endpoints or there is no such path."""
        if self.endpoints is None:
            return ()
        start, end = self.endpoints
        reached: dict[Point, Edge | None] = {start: None}
        queue = [start]
        for point in queue:
            for edge in self.at[point]:
                other = edge.other(point)
                if edge in self.drawn and other not in reached:
                    reached[other] = edge
                    queue.append(other)
        way: list[Edge] = []
        while step := reached.get(end):
            way.append(step)
            end = step.other(end)
        return tuple(reversed(way))

    def __str__(self) -> str:
        return _picture(self, self.drawn)


def _picture(board: Lattice, edges: Iterable[Edge]) -> str:
    signs = dict.fromkeys(board.points, "o") | dict.fromkeys(board.blocked, "#")
    signs |= dict(zip(board.endpoints or (), "st", strict=False))
    symbols = {(2 * point.row, 2 * point.column): sign for point, sign in signs.items()}
    return lattice.picture(2 * board.rows - 1, 2 * board.columns - 1, symbols | lattice.signs(edges))
