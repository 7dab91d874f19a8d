"""Techniques about groups of points: no edge closes a cycle, and no group is cut off from the others.

The points of a group have odd degrees, so the number of edges that leave a group has the parity of its points.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from puzzlekit.circuit.technique_board import EITHER, END, FORK, IN, OPEN, OUT, Board, View
from puzzlekit.reasoning.system import Fact, Found, Left

FEW = 5  # with more open edges at two groups, joining them leaves a way out: only some lie between the groups


class Exits(NamedTuple):
    """Data for a sentence: a group of points, and the edges that can leave it or that the sentence is about."""

    how: str
    group: Sequence[int]
    edges: Sequence[int] = ()
    drawn: int = 0  # edges known to leave the group
    facts: Sequence[Fact] = ()


class Groups:
    """Rules: the tree is connected and has no cycle."""

    def __init__(self, board: Board):
        self.board = board

    def cycles(self, left: Left, view: View) -> Iterator[Found]:
        """Yield edges that would close a cycle, or drawn edges that close one: other drawn edges join their ends."""
        board, leader = self.board, view.leader
        drawn = sum([mask == IN for mask in left[: len(board.edges)]])
        closed = drawn > len(leader) - sum(map(bool, view.groups))  # more than a forest can have
        for e, (a, b) in enumerate(board.ends):
            if leader[a] == leader[b] and (left[e] == OPEN or (closed and left[e] == IN)):
                path = self._path(left, a, b, e)
                cycle = tuple(board.edges[own] for own in (*path, e))
                if path:
                    facts = [(own, IN) for own in path]
                    about = Exits("cycle" if left[e] == OPEN else "closed", (a, b), path)
                    yield Found({e: OUT}, facts, (("no_cycle", cycle),), about)

    def forking(self, left: Left, view: View) -> Iterator[Found]:
        """Yield points that are ends, because two edges to points that are joined already would close a cycle; and the
        edges that a fork needs, because it can have only one of two such edges."""
        board, leader = self.board, view.leader
        for v, near in enumerate(board.near):
            open_ = [(e, w) for e, w in near if left[e] == OPEN]
            alike: dict[int, list[tuple[int, int]]] = {}
            for e, w in open_ if view.kinds[v] != END else ():
                alike.setdefault(leader[w], []).append((e, w))
            if len(alike) == len(open_) or leader[v] in alike:
                continue
            drawn = sum([left[e] == IN for e, _ in near])
            if not alike or not 2 <= drawn + len(alike) <= 3:
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
        """Return a path of drawn edges from one point to another, found by breadth-first search; [] without one."""
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
        """Yield edges that would join two groups, or single points, into a group without enough ways out."""
        groups, room, kinds = view.groups, view.room, view.kinds
        rooms = [sum([room[v] for v in group]) for group in groups]
        spared = [1 if kind == EITHER else own for kind, own in zip(kinds, room, strict=True)]
        for e, (a, b) in enumerate(self.board.ends):
            one, other = view.leader[a], view.leader[b]
            if left[e] == OPEN and one != other:
                few = 1 if len(groups[one]) + len(groups[other]) == 2 else FEW
                if rooms[one] + rooms[other] - spared[a] - spared[b] <= few:
                    yield from self._finishing(left, view, e, groups[one] + groups[other])

    def _finishing(self, left: Left, view: View, edge: int, group: Sequence[int]) -> Iterator[Found]:
        board, inside = self.board, set(group)
        if len(group) == len(board.points):
            return
        spare = 1 - len(group) % 2  # a group of an even number needs two ways out
        facts, rows = list[Fact](), [board.leaving(group)]
        for v in sorted(group, key=board.ends[edge].__contains__):
            own = [e for e, w in board.near[v] if w not in inside]
            possible = sum([left[e] == OPEN for e in own])
            if possible > spare and v in board.ends[edge]:
                known = board.shows(left, v, view.kinds[v])
                if view.kinds[v] == END or (view.kinds[v] == FORK and len(known) == 2):
                    facts += known
                    rows.append(board.degree(v))
                    continue
            spare -= possible
            if spare < 0:
                return
            facts += [(e, OUT) for e in own if left[e] == OUT]
        yield Found({edge: OUT}, facts, rows, Exits("closing", group, (edge,), spare, facts))

    def leading_on(self, left: Left, view: View) -> Iterator[Found]:
        """Yield the only point through which an even group can reach the others: two edges leave the group there."""
        board = self.board
        for group in view.groups:
            ways = [v for v in group if view.room[v]]
            if len(ways) != 1 or len(group) % 2 or len(group) == len(board.points):
                continue
            border = board.border(group)
            open_ = [e for e in border if left[e] == OPEN]
            rows = (board.leaving(group), board.degree(ways[0]))
            about = Exits("leading on", group, ways, int(len(open_) == 2))
            if len(open_) == 2:
                yield Found(dict.fromkeys(open_, IN), [(e, OUT) for e in border if left[e] == OUT], rows, about)
            else:
                facts = [(e, OUT) for e in border if ways[0] not in board.ends[e]]
                yield Found({board.note(ways[0]): FORK}, facts, rows, about)

    def ways_out(self, left: Left, view: View) -> Iterator[Found]:
        """Yield the only way out of a group, and groups that are cut off."""
        board = self.board
        possible = {e for e in range(len(board.edges)) if left[e] & IN}
        for e in board.bridges(possible):
            if left[e] == OPEN:
                sides = [board.reached(v, possible - {e}) for v in board.ends[e]]
                yield self._leaving(min(sides, key=len), (e,))
        first = board.reached(0, possible)
        if len(first) < len(board.points):
            yield self._leaving(first, ())

    def _leaving(self, group: Collection[int], ways: Sequence[int]) -> Found:
        """Return that a group needs all these ways out, for no others are left; or that they are too few."""
        out = [(e, OUT) for e in self.board.border(group) if e not in ways]
        lacking = 2 - len(group) % 2 - len(ways)
        rows, about = (self.board.leaving(group),), Exits("leaving", sorted(group), ways, lacking)
        if lacking <= 0:
            return Found(dict.fromkeys(ways, IN), out, rows, about)
        return Found({out[0][0]: IN} if out else {0: 0}, out[lacking:], rows, about)

    def parity(self, left: Left, view: View) -> Iterator[Found]:
        """Yield an edge that is the only open one at the border of a group: parity decides the edge."""
        board = self.board
        open_ = {e for e in range(len(board.edges)) if left[e] == OPEN}
        for edge in board.bridges(open_):
            sides = [board.reached(v, open_ - {edge}) for v in board.ends[edge]]
            group = min(sides, key=lambda side: len(board.border(side)))
            if len(group) > 1:
                own = [e for e in board.border(group) if e != edge]
                drawn = sum(left[e] == IN for e in own)
                claim = {edge: IN if (len(group) + drawn) % 2 else OUT}
                about = Exits("parity", sorted(group), (edge,), drawn)
                yield Found(claim, [(e, left[e]) for e in own], (board.leaving(group),), about)
