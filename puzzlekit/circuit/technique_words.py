"""The sentences of the techniques of circuit boards: about points, edges, and groups of points.

A method with the parameter `found` returns the reason of this conclusion as a clause. An end is a point with one edge,
a fork a point with three.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from puzzlekit.circuit.technique_board import KINDS, Board
from puzzlekit.circuit.technique_forks import Beside
from puzzlekit.circuit.technique_groups import Exits
from puzzlekit.core.errors import counted, joined
from puzzlekit.core.grid import Edge, Point
from puzzlekit.reasoning.system import Found

NUMBERS = ("no", "one", "two", "three", "four")
SPARE = ("be cut off", "have one way out, but an even number of points needs two")  # indexed by the number of ways out
NAMED = 3  # a sentence names at most this many points, and at most NAMED + 1 edges


class Degree(NamedTuple):
    """Data for a sentence about the edges of one point.

    Attributes
    ----------
    how
        "wrong" for a contradiction, "full" if the point can have no further edge, "needs" if it needs all its open
        edges.
    low, high
        The number of drawn edges, and the number of edges that are drawn or open.
    noted
        Whether the reason uses a note that says that the point is an end or a fork.
    """

    point: int
    how: str
    low: int
    high: int
    noted: bool = False


class Words:
    """The wording of claims about edges and points of a circuit board."""

    def concluded(self, claim: Mapping[Any, frozenset]) -> str:
        """Return a claim {element: states} as a clause: "the edge (1,1)-(1,2) is drawn"."""
        told = []
        for states, words in ((frozenset({1}), "drawn"), (frozenset({0}), "not drawn")):
            if own := [e for e, known in claim.items() if known == states and isinstance(e, Edge)]:
                told.append(f"{edges(own)} {'are' if own[1:] else 'is'} {words}")
        for kind in KINDS:
            if points := [e for e, known in claim.items() if known == {kind} and isinstance(e, Point)]:
                several = f"are {kind.split()[1]}s"
                told.append(f"{named(points)} {several if points[1:] else f'is {kind}'}")
        return joined(told)


def edges(several: Sequence[Edge]) -> str:
    """Return the names of edges as text, or their number if there are more than NAMED + 1: "5 edges"."""
    if len(several) > NAMED + 1:
        return f"{len(several)} edges"
    return f"the edge{'s' if several[1:] else ''} {joined([str(e).removeprefix('points ') for e in several])}"


def named(points: Sequence[Point]) -> str:
    """Return the names of points as text, or their number if there are more than NAMED: "4 points"."""
    if len(points) > NAMED:
        return f"{len(points)} points"
    return f"point{'s' if points[1:] else ''} {joined(list(map(place, points)))}"


def place(point: Point) -> str:
    """Return the name of a point without the word "point": "(2,3)"."""
    return str(point).removeprefix("point ")


class Sentences:
    """The reasons of the techniques as sentences, for one board."""

    def __init__(self, board: Board):
        self.board = board

    def degree(self, found: Found) -> str:
        """Return a clause that says how many edges a point has or can have."""
        about: Degree = found.about
        name = str(self.board.points[about.point])
        neighbours = len(self.board.at[about.point])
        if about.how == "wrong":
            return f"{name} would {self._wrong(about)}"
        if about.how == "full":
            if about.low == 3:
                return f"{name} has its three edges"
            return (
                f"{name} is an end and it already has its edge"
                if about.noted
                else f"{name} has one edge and cannot get three"
            )
        if about.high == 1:
            return f"{name} has only one {'neighbour' if neighbours == 1 else 'edge left'}"
        if about.noted:
            return f"{name} is a fork and it has only three {'neighbours' if neighbours == 3 else 'edges left'}"
        return f"{name} has two edges and needs a third: only one edge is left"

    @staticmethod
    def _wrong(about: Degree) -> str:
        if about.noted:
            return "be an end with two edges" if about.low >= 2 else "be a fork without three edges"
        return "have a fourth edge" if about.low > 3 else f"have {'two edges' if about.low else 'no edge'}"

    def exits(self, found: Found) -> str:
        """Return a clause that names the edges that connect the points of a group, or that can leave the group."""
        return getattr(self, f"_{found.about.how.replace(' ', '_')}")(found.about)

    def _cycle(self, about: Exits) -> str:
        return f"drawn edges already join {self._group(about)}"

    def _closed(self, about: Exits) -> str:
        return f"drawn edges would close a cycle through {self._group(about)}"

    def _forking(self, about: Exits) -> str:
        name = self._group(about)
        if about.edges:
            return f"{name} is a fork, and two of its other edges would close a cycle"
        return f"three edges at {name} would close a cycle"

    def _closing(self, about: Exits) -> str:
        if len(about.group) == 2:
            few = "have only two neighbours each" if not about.facts else "can have only one edge each"
            return f"{self._group(about)} {few}: joined, they would be cut off"
        edge = edges([self.board.edges[e] for e in about.edges])
        return f"with {edge}, {self._group(about)} would {SPARE[about.drawn]}"

    def _leading_on(self, about: Exits) -> str:
        way = self.board.points[about.edges[0]]
        rest = [v for v in about.group if v not in about.edges]
        if len(rest) > 1 and about.drawn:
            return f"{self._group(about)} can be left only at {way}, and an even number of points needs two ways out"
        return f"{self._named(rest)} can reach the other points only through {way}{', a fork' * about.drawn}"

    def _leaving(self, about: Exits) -> str:
        group, ways = self._group(about), [self.board.edges[e] for e in about.edges]
        if about.drawn > 0:
            return f"{group} would {SPARE[len(ways)]}"
        return f"only {edges(ways)} can lead out of {group}"

    def _parity(self, about: Exits) -> str:
        number, drawn = ("even", "odd")[len(about.group) % 2], about.drawn
        others = f"{NUMBERS[drawn] if drawn < len(NUMBERS) else drawn} other{'s are' if drawn > 1 else ' is'} drawn"
        return f"{self._group(about)} must have an {number} number of edges out, and {others}"

    def _group(self, about: Exits) -> str:
        return self._named(about.group)

    def _named(self, group: Sequence[int]) -> str:
        points = [self.board.points[v] for v in sorted(group)]
        return named(points) if len(points) <= NAMED else f"the group of {len(points)} points with {place(points[0])}"

    def beside(self, found: Found) -> str:
        """Return a clause that names the fork to which a point must be joined."""
        about: Beside = found.about
        if about.fork is None:
            return f"{self.board.points[about.point]} would be joined to no fork"
        name, fork = self.board.points[about.point], self.board.points[about.fork]
        return f"{name} must be joined to a fork, and only {fork} can be one"

    def whole(self, found: Found) -> str:
        """Return a clause that says why no tree exists: the odd degrees of the points of one colour cannot add up to
        a tree's number of edges."""
        colour, points = found.about
        several = f"{counted(points, f'{colour} point')} (as on a checkerboard)"
        return f"each of {several} would have an odd number of edges, so all together not {len(self.board.points) - 1}"
