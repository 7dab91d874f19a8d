"""Techniques of Hashi about groups of islands: no group is cut off from the others.

A *group* is a set of islands that known bridges connect. It is complete if no further bridge can leave it. An island of
a group is *loose* while it lacks bridges and a bridge from it can leave the group. A link is a possible bridge.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from puzzlekit.core.union_find import leaders
from puzzlekit.hashi.technique_board import ANY, HIGH, LOW, NONE, NOT_NONE, Board, at_least, at_most
from puzzlekit.reasoning.system import Fact, Found, Left, Mask, Row


class Cut(NamedTuple):
    """Data for a sentence about a group that would be cut off if a link had `bridges` bridges. The number 0 means that
    the link is the only way out of the group.

    If `link` is None, the group is already cut off.
    """

    group: tuple[int, ...]
    link: int | None
    bridges: int = 0


class Groups:
    """The rules that follow from the connectedness of all islands."""

    def __init__(self, board: Board):
        self.board = board

    def pairs(self) -> Iterator[tuple[str, Found]]:
        """Yield (name, conclusion) for (6.2): there is no bridge between two islands with the number 1, and no double
        bridge between two islands with the number 2."""
        if len(self.board.points) > 2:
            for link, (a, b) in enumerate(self.board.ends):
                if self.board.number[a] == self.board.number[b] <= 2:
                    number = self.board.number[a]
                    rows = (*self.board.rows_at(a), *self.board.rows_at(b), self._connected((a, b)))
                    found = Found({link: at_most(number - 1)}, (), rows, Cut((a, b), link, number))
                    yield f"two {number}s", found

    def closing(self, left: Left, place: None) -> Iterator[Found]:
        """If the largest possible number of bridges on a link would complete a group and cut it off, yield the
        conclusion that the link has fewer. For each group that is already cut off, yield a contradiction."""
        board = self.board
        leader = leaders(
            len(board.points), [ends for mask, ends in zip(left, board.ends, strict=False) if not mask & NONE]
        )
        lacking = [n - sum([LOW[left[e]] for e in own]) for n, own in zip(board.number, board.at, strict=True)]
        members: dict[int, list[int]] = {}
        loose: dict[int, list[int]] = {}
        for v, own in enumerate(leader):
            members.setdefault(own, []).append(v)
            loose.setdefault(own, [])
            if lacking[v] and any(HIGH[left[e]] and leader[board.other(e, v)] != own for e in board.at[v]):
                loose[own].append(v)
        for own, group in members.items():
            if not loose[own] and len(group) < len(leader):
                yield from self._finished(left, group)
        for link, (a, b) in enumerate(board.ends):
            low, most = LOW[left[link]], HIGH[left[link]]
            if low == most:
                continue
            groups = {leader[a], leader[b]}
            if any(v not in (a, b) or lacking[v] != most - low for own in groups for v in loose[own]):
                continue
            group = [v for own in groups for v in members[own]]
            if len(group) < len(leader):
                yield from self._finishing(left, link, most, group)

    def _finishing(self, left: Left, link: int, most: int, group: list[int]) -> Iterator[Found]:
        closed = self._closed(left, group, {link: most})
        if closed is not None:
            facts, rows = closed
            yield Found({link: at_most(most - 1)}, facts, rows, Cut(tuple(group), link, most))

    def _finished(self, left: Left, group: list[int]) -> Iterator[Found]:
        closed = self._closed(left, group, {})
        if closed is not None:
            yield self._cut_off(group, *closed)

    def _closed(
        self, left: Left, group: list[int], supposed: dict[int, int]
    ) -> tuple[tuple[Fact, ...], tuple[Row, ...]] | None:
        """Return the reasons (facts, constraints) why no bridge can leave a group, or None if a bridge can leave it.

        `supposed` is {link: number of bridges}: bridges that are assumed in addition to the known bridges.
        """
        board, inside = self.board, set(group)
        facts: dict[int, Mask] = {}
        rows: list[Row] = [self._connected(group)]
        for v in group:
            out = [e for e in board.at[v] if board.other(e, v) not in inside]
            if not out:
                continue
            given = {e: supposed.get(e, LOW[left[e]]) for e in board.at[v]}
            if sum(given.values()) == board.number[v]:
                facts |= {e: at_least(low) for e, low in given.items() if low and e not in supposed}
                rows += board.rows_at(v)
            elif not any(HIGH[left[e]] for e in out):
                facts |= dict.fromkeys(out, NONE)
            else:
                return None
        return tuple(facts.items()), tuple(rows)

    def way_out(self, left: Left, place: None) -> Iterator[Found]:
        """Yield the conclusion that a link has a bridge, for each link without which the islands would be disconnected.

        In graph theory, such a link is a *bridge* of the graph of all links that can have a bridge.
        """
        for link, group in self._cuts(left):
            inside = set(group)
            out = [e for v in group for e in self.board.at[v] if self.board.other(e, v) not in inside and e != link]
            facts = [(e, NONE) for e in out]
            rows = (self._connected(group),)
            if link is not None:
                yield Found({link: NOT_NONE}, facts, rows, Cut(tuple(group), link))
            else:
                yield self._cut_off(group, facts, rows)

    @staticmethod
    def _cut_off(group: Sequence[int], facts: Sequence[Fact], rows: Sequence[Row]) -> Found:
        """Return the contradiction that a group is cut off already. The claim is the opposite of the first fact;
        without facts, that the first link has no possible number."""
        one, mask = facts[0] if facts else (0, ANY)
        return Found({one: ANY & ~mask}, facts[1:], rows, Cut(tuple(group), None))

    def _cuts(self, left: Left) -> Iterator[tuple[int | None, list[int]]]:
        """Yield (link, islands on its smaller side) for each link that may be empty and is a bridge of the graph in
        `way_out`.

        If the graph is already disconnected, yield (None, islands of its smallest component).

        Reference: Tarjan's bridge-finding algorithm.
        """
        board, count = self.board, len(self.board.points)
        order: list[int] = []  # islands in the order of the search
        found = [-1] * count
        lowest = list(range(count))  # for each island the first position in `order` that its subtree reaches
        size = [1] * count
        entered: list[tuple[int, int]] = []  # (island, link by which the search reached the island, or -1)
        stack: list[tuple[int, int]] = [(0, -1)]
        open_ = [[(e, board.other(e, v)) for e in own if HIGH[left[e]]] for v, own in enumerate(board.at)]
        while stack:
            v, by = stack.pop()
            if found[v] >= 0:
                continue
            found[v] = len(order)
            order.append(v)
            entered.append((v, by))
            stack += [(w, e) for e, w in open_[v] if found[w] < 0]
        if len(order) < count:
            yield None, min(self._components(left), key=len)
            return
        for v, by in reversed(entered):
            reach = found[v]
            for e, w in open_[v]:
                if e != by:
                    reach = min(reach, lowest[w] if found[w] > found[v] else found[w])
            lowest[v] = reach
            if by >= 0:
                size[board.other(by, v)] += size[v]
        for v, by in entered:
            if by >= 0 and lowest[v] == found[v] and left[by] & NONE:
                subtree = order[found[v] : found[v] + size[v]]
                inside = set(subtree)
                yield by, subtree if 2 * size[v] <= count else [w for w in order if w not in inside]

    def _components(self, left: Left) -> list[list[int]]:
        leader = leaders(
            len(self.board.points), [ends for mask, ends in zip(left, self.board.ends, strict=False) if HIGH[mask]]
        )
        found: dict[int, list[int]] = {}
        for v, own in enumerate(leader):
            found.setdefault(own, []).append(v)
        return list(found.values())

    def _connected(self, group: Collection[int]) -> Row:
        return "connected", tuple(sorted(self.board.points[v] for v in group))
