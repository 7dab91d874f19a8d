"""Techniques about groups: no edge closes a cycle, and no group is cut off from the other points.

A group is a set of points that drawn edges connect. Its points have odd degrees, so the number of edges that leave the
group has the parity of its number of points. A way out is an open edge that leaves the group.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from puzzlekit.circuit.technique_board import END, FORK, IN, OPEN, OUT, Board, View
from puzzlekit.reasoning.system import Fact, Found, Left, positions


class Exits(NamedTuple):
    """Data for a sentence about a group.

    Attributes
    ----------
    how
        The name of a method of `Sentences`, which writes the sentence.
    group
        The points of the group, or the points to name.
    edges
        The edges (in "leading on", the points) that the sentence names.
    drawn
        A number or flag that the sentence needs, such as the number of drawn edges that leave the group.
    facts
        The facts behind the conclusion.
    """

    how: str
    group: Sequence[int]
    edges: Sequence[int] = ()
    drawn: int = 0
    facts: Sequence[Fact] = ()


class Groups:
    """The rules that the tree is connected and has no cycle."""

    def __init__(self, board: Board):
        self.board = board

    def cycles(self, left: Left, view: View) -> Iterator[Found]:
        """Yield the exclusion of each edge whose ends are already connected by drawn edges. If such an edge is drawn,
        yield a contradiction."""
        board, inside = self.board, view.open & ~view.between
        if view.drawn.bit_count() > len(view.groups) - sum(map(bool, view.groups)):  # more than a forest can have
            inside |= view.drawn
        for e in positions(inside):
            ends = board.ends[e]
            if path := self._path(left, *ends, e):
                cycle = tuple(board.edges[own] for own in (*path, e))
                about = Exits("cycle" if left[e] == OPEN else "closed", ends, path)
                yield Found({e: OUT}, [(own, IN) for own in path], (("no_cycle", cycle),), about)

    def forking(self, left: Left, view: View) -> Iterator[Found]:
        """Yield conclusions about a point with several open edges to the same group, because at most one of them can be
        drawn.

        If the point can then have at most two edges, the point is an end. If a fork can then have at most three edges,
        each open edge that is the only one to its group is drawn.
        """
        board, leader = self.board, view.leader
        for v in view.points:
            if view.kinds[v] == END or (view.open & board.around[v]).bit_count() < 2:
                continue
            near = board.near[v]
            open_ = [(e, w) for e, w in near if left[e] == OPEN]
            alike: dict[int, list[tuple[int, int]]] = {}
            for e, w in open_:
                alike.setdefault(leader[w], []).append((e, w))
            drawn = (view.drawn & board.around[v]).bit_count()
            if len(alike) == len(open_) or leader[v] in alike or not 2 <= drawn + len(alike) <= 3:
                continue
            facts, rows = {e: OUT for e, _ in near if left[e] == OUT}, [board.degree(v)]
            for (e, a), (f, b) in (pair for own in alike.values() for pair in combinations(own, 2)):
                path = self._path(left, a, b, -1)
                facts |= dict.fromkeys(path, IN)
                rows.append(("no_cycle", tuple(board.edges[own] for own in (*path, e, f))))
            if drawn + len(alike) == 2:
                yield Found({board.note(v): END}, list(facts.items()), rows, Exits("forking", (v,)))
            elif view.kinds[v] == FORK and (alone := [own[0][0] for own in alike.values() if len(own) == 1]):
                shown = [*board.shows(left, v, FORK), *facts.items()]
                yield Found(dict.fromkeys(alone, IN), shown, rows, Exits("forking", (v,), alone))

    def _path(self, left: Left, start: int, end: int, without: int) -> list[int]:
        """Return the edges of a path from `start` to `end` along drawn edges other than `without`; an empty list if
        there is no path."""
        came, queue = {start: -1}, [start]
        for v in queue:
            for e, w in self.board.near[v]:
                if left[e] == IN and w not in came and e != without:
                    came[w] = e
                    queue.append(w)
        path = list[int]()
        while (e := came.get(end, -1)) >= 0:
            path.append(e)
            end = self.board.other(e, end)
        return path

    def closing(self, left: Left, view: View) -> Iterator[Found]:
        """Yield the exclusion of edges that would join two groups into a group without enough ways out."""
        for e in positions(view.open & view.between & view.edges):
            one, other = (view.leader[v] for v in self.board.ends[e])
            few = (view.border[one] ^ view.border[other]) & view.open
            for v in self.board.ends[e]:
                if self._is_full(view, v):
                    few &= ~self.board.around[v]
            if few.bit_count() < 2:
                yield from self._finishing(left, view, e, [*positions(view.groups[one] | view.groups[other])])

    def _is_full(self, view: View, v: int) -> bool:
        """Return whether a point can have no further edge after one more is drawn."""
        return view.kinds[v] == END or (view.drawn & self.board.around[v]).bit_count() > 1

    def _finishing(self, left: Left, view: View, edge: int, group: Sequence[int]) -> Iterator[Found]:
        board, border = self.board, self.board.border(group)
        if len(group) == len(board.points):
            return
        spare = 1 - len(group) % 2  # this many ways out are too few: a group with an even number of points needs two
        facts, rows = list[Fact](), [board.leaving(group)]
        for v in sorted(group, key=board.ends[edge].__contains__):
            own = border & board.around[v]
            possible = (own & view.open).bit_count()
            if possible > spare and v in board.ends[edge] and self._is_full(view, v):
                facts += board.shows(left, v, view.kinds[v])
                rows.append(board.degree(v))
                continue
            spare -= possible
            facts += [(e, OUT) for e in positions(own & ~view.open)]
        if spare >= 0:
            yield Found({edge: OUT}, facts, rows, Exits("closing", group, (edge,), spare, facts))

    def leading_on(self, left: Left, view: View) -> Iterator[Found]:
        """Yield conclusions about each group that has an even number of points and ways out at only one point.

        Two edges leave the group at this point, so the point is a fork. If it has only two open edges, both are drawn.
        """
        board = self.board
        for own in view.changed:
            border = view.border[own]
            ways = [*positions(border & view.open)]
            if view.groups[own].bit_count() % 2 or not ways:
                continue
            way = next(v for v in board.ends[ways[0]] if view.leader[v] == own)
            if border & view.open & ~board.around[way]:
                continue
            group = [*positions(view.groups[own])]
            rows = (board.leaving(group), board.degree(way))
            about = Exits("leading on", group, (way,), int(len(ways) == 2))
            if len(ways) == 2:
                yield Found(dict.fromkeys(ways, IN), [(e, OUT) for e in positions(border & ~view.open)], rows, about)
            elif view.kinds[way] != FORK:
                facts = [(e, OUT) for e in positions(border & ~board.around[way])]
                yield Found({board.note(way): FORK}, facts, rows, about)

    def ways_out(self, left: Left, view: View) -> Iterator[Found]:
        """Yield the conclusion that the only way out of a set of points is drawn. If a set has no way out, yield a
        contradiction."""
        bridges, first = self.board.bridges(view.open | view.drawn)
        for e, sides in bridges:
            if left[e] == OPEN:
                yield self._leaving(min(sides, key=int.bit_count), (e,))
        if first.bit_count() < len(self.board.points):
            yield self._leaving(first, ())

    def _leaving(self, points: int, ways: Sequence[int]) -> Found:
        """Return the conclusion that all of these ways out of a set of points are drawn, because there are no others.
        If there are too few, return the contradiction."""
        group = [*positions(points)]
        out = [(e, OUT) for e in positions(self.board.border(group)) if e not in ways]
        lacking = 2 - len(group) % 2 - len(ways)
        rows, about = (self.board.leaving(group),), Exits("leaving", group, ways, lacking)
        if lacking <= 0:
            return Found(dict.fromkeys(ways, IN), out, rows, about)
        return Found({out[0][0]: IN} if out else {0: 0}, out[lacking:], rows, about)

    def parity(self, left: Left, view: View) -> Iterator[Found]:
        """Yield the state of an edge that is the only open edge at the border of a set of points. The state follows,
        because the number of drawn edges at the border has the parity of the set's number of points."""
        board = self.board
        for edge, sides in board.bridges(view.open)[0]:
            groups = [[*positions(side)] for side in sides]
            group = min(groups, key=lambda side: board.border(side).bit_count())
            if len(group) > 1:
                own = board.border(group) ^ 1 << edge
                drawn = (own & view.drawn).bit_count()
                claim = {edge: IN if (len(group) + drawn) % 2 else OUT}
                about = Exits("parity", group, (edge,), drawn)
                yield Found(claim, [(e, left[e]) for e in positions(own)], (board.leaving(group),), about)
