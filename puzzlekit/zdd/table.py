"""Nodes of reduced decision diagrams, and operations on them. Callers use `Family`.

A node is a number. 0 is the empty family, 1 the family of the empty set alone; every other node has a level (the
number of its item), a low child (the sets without the item) and a high child (the other sets, with the item removed).
No two nodes are equal and no high child is 0, so each family has one node. The result of an operation on two nodes is
stored, so the time of an operation grows with the number of pairs of nodes, not of sets.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

Node = tuple[int, int, int]  # level, low child, high child
TERMINAL = 1 << 30  # the level of 0 and 1: below every item


class Table:
    """The nodes of several families over the same items. An operation takes the root nodes of families as numbers, and
    returns the root node of the result as a number.

    Attributes
    ----------
    level, low, high
        For each node its level, low child and high child.
    known
        The results of operations: {(name, nodes...): node}.
    """

    def __init__(self) -> None:
        self.level, self.low, self.high = [TERMINAL, TERMINAL], [0, 1], [0, 1]
        self.known: dict[tuple, int] = {}
        self._unique: dict[Node, int] = {}

    def node(self, level: int, low: int, high: int) -> int:
        """Return the number of the node with this level and these children. If there is no such node, add it."""
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
        """Add a diagram to the table, and return the number of its root in this table. `nodes` has the diagram's nodes
        from the bottom up; the first node has the number 2. `root` and the children are numbers of these nodes, or 0 or
        1."""
        own = [0, 1]
        for level, low, high in nodes:
            own.append(self.node(level, own[low], own[high]))
        return own[root]

    def nodes(self, root: int) -> list[Node]:
        """Return the nodes of the diagram with this root, from the bottom up and numbered from 2 on. Equal families
        have equal lists."""
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

    def union(self, one: int, other: int) -> int:
        """Return the union of two families: all sets that are in at least one of the families."""
        if one == other or not one or not other:
            return one or other
        if self.level[one] > self.level[other]:
            one, other = other, one
        key = ("union", one, other)
        if (found := self.known.get(key)) is None:
            level, low, high = self.level[one], self.low[one], self.high[one]
            if level < self.level[other]:
                found = self.node(level, self.union(low, other), high)
            else:
                found = self.node(level, self.union(low, self.low[other]), self.union(high, self.high[other]))
            self.known[key] = found
        return found

    def intersection(self, one: int, other: int) -> int:
        """Return the intersection of two families: all sets that are in both."""
        if one == other or not one or not other:
            return one and other
        if self.level[one] > self.level[other]:
            one, other = other, one
        key = ("intersection", one, other)
        if (found := self.known.get(key)) is None:
            level, low, high = self.level[one], self.low[one], self.high[one]
            if level < self.level[other]:
                found = self.intersection(low, other)
            else:
                both = self.intersection(high, self.high[other])
                found = self.node(level, self.intersection(low, self.low[other]), both)
            self.known[key] = found
        return found

    def difference(self, one: int, other: int) -> int:
        """Return the difference of two families: all sets of the first that are not in the second."""
        if one == other or not one or not other:
            return 0 if one == other else one
        key = ("difference", one, other)
        if (found := self.known.get(key)) is None:
            level, low, high = self.level[one], self.low[one], self.high[one]
            if level > self.level[other]:
                found = self.difference(one, self.low[other])
            elif level < self.level[other]:
                found = self.node(level, self.difference(low, other), high)
            else:
                rest = self.difference(high, self.high[other])
                found = self.node(level, self.difference(low, self.low[other]), rest)
            self.known[key] = found
        return found

    def join(self, one: int, other: int) -> int:
        """Return the join of two families: all unions of one set of the first with one set of the second."""
        if one < 2 or other < 2:
            return one and other and max(one, other)
        if self.level[one] > self.level[other]:
            one, other = other, one
        key = ("join", one, other)
        if (found := self.known.get(key)) is None:
            level, low, high = self.level[one], self.low[one], self.high[one]
            if level < self.level[other]:
                found = self.node(level, self.join(low, other), self.join(high, other))
            else:
                without, having = self.low[other], self.high[other]
                both = self.union(self.join(high, self.union(without, having)), self.join(low, having))
                found = self.node(level, self.join(low, without), both)
            self.known[key] = found
        return found

    def nonsupersets(self, one: int, other: int) -> int:
        """Return the sets of the first family that include no set of the second."""
        if not one or not other or one == other or other == 1:
            return 0 if other else one
        key = ("nonsupersets", one, other)
        if (found := self.known.get(key)) is None:
            level, low, high = self.level[one], self.low[one], self.high[one]
            if level > self.level[other]:
                found = self.nonsupersets(one, self.low[other])
            elif level < self.level[other]:
                found = self.node(level, self.nonsupersets(low, other), self.nonsupersets(high, other))
            else:
                rest = self.nonsupersets(high, self.union(self.low[other], self.high[other]))
                found = self.node(level, self.nonsupersets(low, self.low[other]), rest)
            self.known[key] = found
        return found

    def minimal(self, root: int) -> int:
        """Return the minimal sets of a family, which include no other set of the family."""
        return self._once("minimal", root, self._minimal)

    def _minimal(self, root: int) -> int:
        low, high = self.minimal(self.low[root]), self.minimal(self.high[root])
        return self.node(self.level[root], low, self.nonsupersets(high, low))

    def minimal_upward(self, root: int) -> int:
        """Return the minimal sets of a family. The family must contain all supersets of its sets.

        In such a family, a set is minimal if removing any one of its items gives a set outside the family.
        """
        return self._once("minimal_upward", root, self._minimal_upward)

    def _minimal_upward(self, root: int) -> int:
        low, high = self.minimal_upward(self.low[root]), self.minimal_upward(self.high[root])
        return self.node(self.level[root], low, self.difference(high, self.low[root]))

    def _once(self, name: str, root: int, operation: Callable[[int], int]) -> int:
        if root < 2:
            return root
        key = (name, root)
        if (found := self.known.get(key)) is None:
            found = self.known[key] = operation(root)
        return found


@contextmanager
def deep(levels: int) -> Iterator[None]:
    """Raise Python's recursion limit for a `with` block, so that operations can handle diagrams with this number of
    levels."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, before + 4 * levels))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
