"""Nodes of reduced decision diagrams and the operations on them; `Family` is the face of it.

A node is a number. 0 is the empty family, 1 the family of the empty set alone; every other node has a level (the
number of its item), a low child (the sets without the item) and a high child (those with it, the item taken away).
Two nodes are never alike and no high child is 0, so a family has one node. An operation that was done once on two nodes
is remembered: its time is the number of pairs of nodes, not of sets.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps

Node = tuple[int, int, int]  # level, low child, high child
TERMINAL = 1 << 30  # the level of 0 and 1: below every item
Operation = Callable[["Table", int, int], int]


def remembered(operation: Operation) -> Operation:
    """Do an operation once for each pair of nodes."""

    @wraps(operation)
    def asked(table: "Table", one: int, other: int) -> int:
        key = (operation, one, other)
        if (found := table.known.get(key)) is None:
            found = table.known[key] = operation(table, one, other)
        return found

    return asked


class Table:
    """The nodes of some families over the same items."""

    def __init__(self) -> None:
        self.level, self.low, self.high = [TERMINAL, TERMINAL], [0, 1], [0, 1]
        self.known: dict[tuple, int] = {}
        self._unique: dict[Node, int] = {}

    def node(self, level: int, low: int, high: int) -> int:
        """The node with these children."""
        if not high:
            return low
        key = (level, low, high)
        if (found := self._unique.get(key)) is None:
            found = self._unique[key] = len(self.level)
            self.level.append(level)
            self.low.append(low)
            self.high.append(high)
        return found

    def load(self, nodes: Iterable[Node], root: int) -> int:
        """The node of a diagram whose nodes come from below, numbered from 2 on."""
        own = [0, 1]
        for level, low, high in nodes:
            own.append(self.node(level, own[low], own[high]))
        return own[root]

    def nodes(self, root: int) -> list[Node]:
        """The nodes below a root, from below and in one order for one family, numbered from 2 on."""
        own, levels = {0: 0, 1: 1}, dict[int, list[int]]()
        for node in self._below(root):
            levels.setdefault(self.level[node], []).append(node)
        found: list[Node] = []
        for level in sorted(levels, reverse=True):
            for low, high, node in sorted((own[self.low[node]], own[self.high[node]], node) for node in levels[level]):
                found.append((level, low, high))
                own[node] = len(found) + 1
        return found

    def _below(self, root: int) -> set[int]:
        seen, waiting = {0, 1, root}, [root]
        while waiting:
            node = waiting.pop()
            for child in (self.low[node], self.high[node]):
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
        return seen - {0, 1}

    @remembered
    def union(self, one: int, other: int) -> int:
        """The sets of either."""
        if one == other or not one or not other:
            return one or other
        a, b = self.level[one], self.level[other]
        if a > b:
            return self.union(other, one)
        if a < b:
            return self.node(a, self.union(self.low[one], other), self.high[one])
        low, high = self.union(self.low[one], self.low[other]), self.union(self.high[one], self.high[other])
        return self.node(a, low, high)

    @remembered
    def intersection(self, one: int, other: int) -> int:
        """The sets of both."""
        if one == other or not one or not other:
            return one and other
        a, b = self.level[one], self.level[other]
        if a != b:
            return self.intersection(self.low[one], other) if a < b else self.intersection(one, self.low[other])
        low = self.intersection(self.low[one], self.low[other])
        return self.node(a, low, self.intersection(self.high[one], self.high[other]))

    @remembered
    def difference(self, one: int, other: int) -> int:
        """The sets of the first that are not of the second."""
        if one == other or not one or not other:
            return 0 if one == other else one
        a, b = self.level[one], self.level[other]
        if a > b:
            return self.difference(one, self.low[other])
        if a < b:
            return self.node(a, self.difference(self.low[one], other), self.high[one])
        low = self.difference(self.low[one], self.low[other])
        return self.node(a, low, self.difference(self.high[one], self.high[other]))

    @remembered
    def join(self, one: int, other: int) -> int:
        """All unions of a set of the first and a set of the second."""
        if not one or not other or one == 1 or other == 1:
            return one and other and max(one, other)
        a, b = self.level[one], self.level[other]
        if a > b:
            return self.join(other, one)
        if a < b:
            return self.node(a, self.join(self.low[one], other), self.join(self.high[one], other))
        low, both = self.join(self.low[one], self.low[other]), self.union(self.low[other], self.high[other])
        return self.node(
            a, low, self.union(self.join(self.high[one], both), self.join(self.low[one], self.high[other]))
        )

    @remembered
    def nonsupersets(self, one: int, other: int) -> int:
        """The sets of the first that include no set of the second."""
        if not one or not other or one == other or other == 1:
            return 0 if other else one
        a, b = self.level[one], self.level[other]
        if a > b:
            return self.nonsupersets(one, self.low[other])
        if a < b:
            return self.node(a, self.nonsupersets(self.low[one], other), self.nonsupersets(self.high[one], other))
        low = self.nonsupersets(self.low[one], self.low[other])
        high = self.nonsupersets(self.high[one], self.union(self.low[other], self.high[other]))
        return self.node(a, low, high)

    def minimal(self, root: int) -> int:
        """The sets that include no other."""
        return self._once("minimal", root, self._minimal)

    def _minimal(self, root: int) -> int:
        low, high = self.minimal(self.low[root]), self.minimal(self.high[root])
        return self.node(self.level[root], low, self.nonsupersets(high, low))

    def minimal_hitting(self, root: int) -> int:
        """The smallest sets, by inclusion, that have an item in common with each set of a family.

        An item is taken only where some set needs it; Knuth's exercise 7.1.4-237 calls it cross-intersection.
        """
        if root < 2:
            return 1 - root
        return self._once("minimal_hitting", root, self._minimal_hitting)

    def _minimal_hitting(self, root: int) -> int:
        low = self.minimal_hitting(self.union(self.low[root], self.high[root]))
        high = self.minimal_hitting(self.low[root])
        return self.node(self.level[root], low, self.nonsupersets(high, low))

    def _once(self, name: str, root: int, operation: Callable[[int], int]) -> int:
        if root < 2:
            return root
        key = (name, root)
        if (found := self.known.get(key)) is None:
            found = self.known[key] = operation(root)
        return found


@contextmanager
def deep(levels: int) -> Iterator[None]:
    """Operations call themselves once or twice for each level."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, before + 4 * levels))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
