"""Graph algorithms on a drawing, which is a set of drawn edges of a lattice: components, cut-sets, cycles, bridges.

Rules, lazy constraints, clauses and deduction use these algorithms.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

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
    above: dict[Any, Edge | None] = {}  # point -> the edge by which breadth-first search reaches it
    for start in lattice.points:
        queue = [start] if start not in above else []
        above.setdefault(start, None)
        for point in queue:
            for edge in lattice.at[point]:
                if edge in here and (other := edge.other(point)) not in above:
                    above[other] = edge
                    queue.append(other)
    # point -> bits of the edges outside the search tree that leave the point's subtree. If there are none, the edge by
    # which the search reaches the point is a bridge
    crossing: dict[Any, int] = dict.fromkeys(lattice.points, 0)
    for number, edge in enumerate(here.difference(above.values())):  # type: ignore[arg-type]
        for end in (edge.a, edge.b):
            crossing[end] ^= 1 << number
    for point, came in reversed(above.items()):
        if came:
            crossing[came.other(point)] ^= crossing[point]
    return sorted(came for point, came in above.items() if came and not crossing[point])


def squares(lattice: Lattice) -> list[tuple[Edge, ...]]:
    """Return the squares of 2 x 2 points, each as a tuple of its four edges."""
    return [tuple(lattice.edges[own] for own in square) for square in Numbers(lattice).squares()]


class Numbers:
    """The points and edges of a lattice as numbers, for code that examines many drawings.

    The number of a point or edge is its index in `lattice.points` or `lattice.edges`.

    Attributes
    ----------
    ends
        For each edge, its two points.
    around
        For each point, its edges.
    """

    def __init__(self, lattice: Lattice):
        number = {point: own for own, point in enumerate(lattice.points)}
        self.ends = [(number[edge.a], number[edge.b]) for edge in lattice.edges]  # type: ignore[index]  # points
        self.around: list[list[int]] = [[] for _ in number]
        self._next: tuple[dict[int, int], dict[int, int]] = {}, {}  # point -> the edge to its right, the edge below it
        for own, edge in enumerate(lattice.edges):
            for point in self.ends[own]:
                self.around[point].append(own)
            self._next[edge.a.column == edge.b.column][self.ends[own][0]] = own

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
        part, cycles = list(range(len(self.around))), list[set[int]]()
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
