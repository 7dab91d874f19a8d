"""The numbered Hashi board of the techniques: islands, links between islands, and masks of states.

The states of a link are 0, 1 and 2 bridges; a mask has one bit for each.
"""

from typing import NamedTuple

from puzzlekit.core.grid import Edge, Point
from puzzlekit.hashi.puzzle import Puzzle
from puzzlekit.reasoning.system import Mask, Row

NONE, SINGLE, DOUBLE = 1, 2, 4
NOT_DOUBLE, NOT_NONE, ANY = NONE | SINGLE, SINGLE | DOUBLE, 7
LOW = (0, 0, 1, 0, 2, 0, 1, 0)  # for each mask the fewest bridges
HIGH = (0, 0, 1, 1, 2, 2, 2, 2)  # for each mask the most


class Board(NamedTuple):
    """Islands and links as indices."""

    puzzle: Puzzle
    points: tuple[Point, ...]
    number: tuple[int, ...]
    links: tuple[Edge, ...]
    ends: list[tuple[int, int]]  # the islands of each link
    at: list[tuple[int, ...]]  # the links of each island
    crossing: list[dict[int, Row]]  # for each link the links that cross it, with the constraint

    @property
    def alone(self) -> list[int]:
        """Return the islands without a neighbour."""
        return [island for island, links in enumerate(self.at) if not links]

    def other(self, link: int, island: int) -> int:
        """Return the island at the other end of a link."""
        a, b = self.ends[link]
        return b if island == a else a

    def ones(self, island: int) -> tuple[int, ...]:
        """Return the links from an island to islands of 1."""
        return tuple(e for e in self.at[island] if self.number[self.other(e, island)] == 1)

    def rows_at(self, island: int) -> tuple[Row, ...]:
        """Return the constraints of an island and of its links."""
        own = [("second_needs_first", self.links[e]) for e in self.at[island]]
        return (("number_of_bridges", self.points[island]), *own)


def board_of(puzzle: Puzzle) -> Board:
    """Return the numbered board of a puzzle."""
    points = tuple(point for point, _ in puzzle.islands)
    place = {point: index for index, point in enumerate(points)}
    link = {bridge: index for index, bridge in enumerate(puzzle.bridges)}
    crossing: list[dict[int, Row]] = [{} for _ in puzzle.bridges]
    for pair in puzzle.crossings:
        across, down = link[pair[0]], link[pair[1]]
        crossing[across][down] = crossing[down][across] = ("no_crossing", pair)
    return Board(
        puzzle,
        points,
        tuple(number for _, number in puzzle.islands),
        puzzle.bridges,
        [(place[bridge.a], place[bridge.b]) for bridge in puzzle.bridges],  # type: ignore[index]
        [tuple(link[bridge] for bridge in puzzle.bridges_at[point]) for point in points],
        crossing,
    )


def at_least(count: int) -> Mask:
    """Return the mask of `count` bridges or more."""
    return ANY & ~((1 << count) - 1)


def at_most(count: int) -> Mask:
    """Return the mask of `count` bridges or fewer."""
    return (2 << count) - 1
