"""Graph algorithms on a drawing, which is a set of drawn edges of a lattice: components, cut-sets, cycles, bridges.

Rules, lazy constraints, clauses and deduction use these algorithms.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from puzzlekit.circuit.puzzle import Lattice
from puzzlekit.core import union_find
from puzzlekit.core.grid import Edge, Point


def parts(lattice: Lattice, drawn: Iterable[Edge]) -> list[list[Point]]:
    """Return the connected components of a drawing, each as a sorted list of points. A point without edges is a
    component."""
    return union_find.connected_components(lattice.points, drawn)


def ends(edges: Iterable[Edge]) -> list[Any]:
    """Return the points at the ends of these edges, sorted and without repetition."""
    return sorted({point for edge in edges for point in (edge.a, edge.b)})


def cut_edges(lattice: Lattice, part: Iterable[Point]) -> list[Edge]:
    """Return the cut-set delta(S) of a set S of points: the sorted edges of the lattice with exactly one end in S."""
    inside = set(part)
    around = {edge for point in inside for edge in lattice.at[point]}
    return sorted(edge for edge in around if (edge.a in inside) != (edge.b in inside))


def within(lattice: Lattice, part: Iterable[Point]) -> list[Edge]:
    """Return E(S) for a set S of points: the sorted edges of the lattice with both ends in S."""
    inside = set(part)
    return sorted(edge for point in inside for edge in lattice.at[point] if edge.a == point and edge.b in inside)


def cycles(lattice: Lattice, drawn: Iterable[Edge]) -> list[tuple[Edge, ...]]:
    """Return some cycles of a drawing, each as a sorted tuple of edges. The list is empty if the drawing has no cycle.

    The edges are added one by one. For each edge that closes a cycle, the result has a shortest cycle of the drawing
    through this edge. No cycle is returned twice.
    """
    number = {edge: own for own, edge in enumerate(lattice.edges)}
    found, _ = Numbers(lattice).faults(sorted(number[edge] for edge in drawn))
    return [tuple(lattice.edges[own] for own in sorted(cycle)) for cycle in found]


def bridges(lattice: Lattice, drawn: Iterable[Edge]) -> list[Edge]:
    """Return the bridges of a drawing, which are the edges on no cycle, in sorted order."""
    here = set(drawn)
    edges = sum(1 << own for own, edge in enumerate(lattice.edges) if edge in here)
    found, _ = Numbers(lattice).bridges_of(edges)
    return [lattice.edges[own] for own in sorted(bridge.edge for bridge in found)]


def squares(lattice: Lattice) -> list[tuple[Edge, ...]]:
    """Return the squares of 2 x 2 points, each as a tuple of its four edges."""
    return [tuple(lattice.edges[own] for own in square) for square in Numbers(lattice).squares()]


class Bridge(NamedTuple):
    """An edge that is on no cycle, and for each of its ends the points that stay connected to this end without the
    edge, as bits."""

    edge: int
    sides: tuple[int, int]


class Numbers:
    """The points and edges of a lattice as numbers, for code that examines many drawings.

    The number of a point or edge is its index in `lattice.points` or `lattice.edges`.

    Attributes
    ----------
    ends
        For each edge, its two points.
    at
        For each point, its edges.
    """

    def __init__(self, lattice: Lattice):
        number = {point: own for own, point in enumerate(lattice.points)}
        self.ends = [(number[edge.a], number[edge.b]) for edge in lattice.edges]  # type: ignore[index]  # points
        self.at: list[list[int]] = [[] for _ in number]
        self._next: tuple[dict[int, int], dict[int, int]] = {}, {}  # point -> the edge to its right, the edge below it
        for own, edge in enumerate(lattice.edges):
            for point in self.ends[own]:
                self.at[point].append(own)
            self._next[edge.a.column == edge.b.column][self.ends[own][0]] = own

    @cached_property
    def around(self) -> list[int]:
        """Return, for each point, its edges as bits."""
        return [sum(1 << edge for edge in own) for own in self.at]

    @cached_property
    def near(self) -> list[list[tuple[int, int]]]:
        """Return, for each point, the pairs (edge, point at the other end)."""
        return [[(edge, self.other(edge, point)) for edge in own] for point, own in enumerate(self.at)]

    def other(self, edge: int, point: int) -> int:
        """Return the point at the other end of an edge."""
        a, b = self.ends[edge]
        return b if point == a else a

    def squares(self) -> Iterator[tuple[int, ...]]:
        """Yield the squares of 2 x 2 points, each as a tuple of its four edges."""
        right, down = self._next
        for point, edge in right.items():
            if point in down:
                beside, below = self.ends[edge][1], self.ends[down[point]][1]
                if beside in down and below in right:
                    yield edge, down[point], down[beside], right[below]

    def faults(self, drawn: Iterable[int]) -> tuple[list[set[int]], list[tuple[list[int], int]]]:
        """Return the cycles and the components of a drawing; both lists are empty if the drawing is a tree.

        Returns
        -------
        tuple
            The cycles, as in the function `cycles`. For each component, a pair (edges of the lattice that leave the
            component, lower bound on how many of them a tree contains). The bound is 1 if the component has an odd
            number of points, otherwise 2: all degrees are odd, so the number of tree edges that leave a component has
            the parity of its number of points.
        """
        part, cycles = list(range(len(self.at))), list[set[int]]()
        near: list[list[tuple[int, int]]] = [[] for _ in part]

        def root(point: int) -> int:
            while part[point] != point:
                part[point] = point = part[part[point]]
            return point

        closing = list[int]()
        for edge in drawn:
            a, b = self.ends[edge]
            near[a].append((b, edge))
            near[b].append((a, edge))
            if (one := root(a)) == (other := root(b)):
                closing.append(edge)
            part[one] = other
        for edge in closing:
            if (cycle := self._cycle_through(edge, near)) not in cycles:
                cycles.append(cycle)
        size, border = Counter(map(root, part)), dict[int, list[int]]()
        for edge, ends in enumerate(self.ends):
            if (one := root(ends[0])) != (other := root(ends[1])):
                border.setdefault(one, []).append(edge)
                border.setdefault(other, []).append(edge)
        return cycles, [(border.get(own, []), 2 - size[own] % 2) for own in size if len(size) > 1]

    def _cycle_through(self, closing: int, near: list[list[tuple[int, int]]]) -> set[int]:
        start, end = self.ends[closing]
        came, queue = {start: (start, closing)}, [start]
        for point in queue:
            if point == end:
                break
            for other, edge in near[point]:
                if other not in came and edge != closing:
                    came[other] = point, edge
                    queue.append(other)
        cycle = {closing}
        while end != start:
            end, edge = came[end]
            cycle.add(edge)
        return cycle

    def bridges_of(self, edges: int) -> tuple[list[Bridge], int]:
        """Return the bridges of the graph with these edges, and the points that the edges connect to point 0, as bits.
        `edges` is given as bits."""
        came: dict[int, tuple[int, int]] = {}  # point -> the edge by which the search reaches it or -1, and the start
        for start in range(len(self.at)):
            queue = [start] if start not in came else []
            came.setdefault(start, (-1, start))
            for v in queue:
                for e, w in self.near[v]:
                    if edges >> e & 1 and w not in came:
                        came[w] = e, start
                        queue.append(w)
        # for each point: its subtree of the search tree, and the edges that leave the subtree
        below, leaving = [1 << v for v in range(len(self.at))], [*self.around]
        for v, (e, _) in reversed(came.items()):
            if e >= 0:
                above = self.other(e, v)
                below[above] |= below[v]
                leaving[above] ^= leaving[v]
        found = [(v, e, below[v], below[start] ^ below[v]) for v, (e, start) in came.items() if e >= 0]
        return [
            Bridge(e, (own, rest) if v == self.ends[e][0] else (rest, own))
            for v, e, own, rest in found
            if leaving[v] & edges == 1 << e
        ], below[0]
