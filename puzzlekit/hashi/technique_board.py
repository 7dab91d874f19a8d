"""The board of Hashi for the techniques, with islands and links as numbers.

A link is a possible bridge, a pair of neighbouring islands. Its states are 0, 1 and 2 bridges. A mask has one bit for
each state. A link is empty if its only possible state is 0, and double if its only possible state is 2.
"""

from typing import NamedTuple

from puzzlekit.core.grid import Edge, Point
from puzzlekit.hashi.puzzle import Puzzle
from puzzlekit.reasoning.system import Mask, Row

NONE, SINGLE, DOUBLE = 1, 2, 4
NOT_DOUBLE, NOT_NONE, ANY = NONE | SINGLE, SINGLE | DOUBLE, 7
LOW = (0, 0, 1, 0, 2, 0, 1, 0)  # LOW[mask] is the smallest possible number of bridges
HIGH = (0, 0, 1, 1, 2, 2, 2, 2)  # HIGH[mask] is the largest possible number of bridges


class Board(NamedTuple):
    """The islands and links of a puzzle as numbers, which are their indices in `points` and `links`."""

    puzzle: Puzzle
    points: tuple[Point, ...]
    number: tuple[int, ...]  # the clue of each island
    links: tuple[Edge, ...]
    ends: list[tuple[int, int]]  # the islands of each link
    at: list[tuple[int, ...]]  # the links of each island
    crossing: list[dict[int, Row]]  # for each link the links that cross it, with the constraint

    @property
    def alone(self) -> list[int]:
        """Return the indices of the islands without a neighbour."""
        return [island for island, links in enumerate(self.at) if not links]

    def other(self, link: int, island: int) -> int:
        """Return the island at the other end of a link."""
        a, b = self.ends[link]
        return b if island == a else a

    def ones(self, island: int) -> tuple[int, ...]:
        """Return the links from an island to islands with the number 1."""
        return tuple(e for e in self.at[island] if self.number[self.other(e, island)] == 1)

    def rows_at(self, island: int) -> tuple[Row, ...]:
        """Return the model's constraints, as (family, index), about an island and about its links."""
        own = [("second_needs_first", self.links[e]) for e in self.at[island]]
        return (("number_of_bridges", self.points[island]), *own)


def board_of(puzzle: Puzzle) -> Board:
    """Return the `Board` of a puzzle."""
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
    """Return the mask of the states with `count` bridges or more."""
    return ANY & ~((1 << count) - 1)


def at_most(count: int) -> Mask:
    """Return the mask of the states with `count` bridges or fewer."""
    return (2 << count) - 1
