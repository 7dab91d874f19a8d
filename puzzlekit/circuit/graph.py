"""The parts and the cycles of what is drawn: what lazy rows, clauses and deductions need to know of it."""

from collections.abc import Iterable, Mapping
from typing import Any

import networkx as nx

from puzzlekit.circuit.puzzle import Lattice
from puzzlekit.grid import Edge, Point


class Forest:
    """Disjoint sets of points, joined edge by edge."""

    def __init__(self, points: Iterable[Point]):
        self._above = {point: point for point in points}

    def root(self, point: Any) -> Point:
        """The point that stands for the part of this one."""
        above = self._above
        while above[point] is not point:
            above[point] = above[above[point]]
            point = above[point]
        return point

    def join(self, edge: Edge) -> bool:
        """Join the parts of the two ends; False if they are one part already, so that the edge closes a cycle."""
        a, b = self.root(edge.a), self.root(edge.b)
        self._above[a] = b
        return a is not b


def parts(lattice: Lattice, drawn: Iterable[Edge]) -> list[list[Point]]:
    """The connected parts of a drawing, each with its points in order; a point without an edge is a part, too."""
    forest = Forest(lattice.points)
    for edge in drawn:
        forest.join(edge)
    found: dict[Point, list[Point]] = {}
    for point in lattice.points:
        found.setdefault(forest.root(point), []).append(point)
    return list(found.values())


def border(lattice: Lattice, part: Iterable[Point]) -> list[Edge]:
    """delta(S): the edges of the lattice that leave a set of points, in order."""
    inside = set(part)
    around = {edge for point in inside for edge in lattice.at[point]}
    return sorted(edge for edge in around if (edge.a in inside) != (edge.b in inside))


def within(lattice: Lattice, part: Iterable[Point]) -> list[Edge]:
    """E(S): the edges of the lattice with both ends in a set of points, in order."""
    inside = set(part)
    return sorted(edge for point in inside for edge in lattice.at[point] if edge.a == point and edge.b in inside)


def cycles(lattice: Lattice, drawn: Iterable[Edge]) -> list[tuple[Edge, ...]]:
    """Cycles of a drawing, without repetition: for each edge that closes one, a shortest through it."""
    forest = Forest(lattice.points)
    edges = sorted(drawn)
    closing = [edge for edge in edges if not forest.join(edge)]
    neighbours: dict[Any, list[tuple[Any, Edge]]] = {}
    for edge in edges:
        neighbours.setdefault(edge.a, []).append((edge.b, edge))
        neighbours.setdefault(edge.b, []).append((edge.a, edge))
    return list(dict.fromkeys(tuple(sorted(_cycle_through(edge, neighbours))) for edge in closing))


def _cycle_through(closing: Edge, neighbours: dict[Any, list[tuple[Any, Edge]]]) -> list[Edge]:
    came: dict[Any, tuple[Any, Edge] | None] = {closing.a: None}
    queue: list[Any] = [closing.a]
    for point in queue:
        if point == closing.b:
            break
        for other, edge in neighbours[point]:
            if other not in came and edge is not closing:
                came[other] = (point, edge)
                queue.append(other)
    cycle, point = [closing], closing.b
    while step := came[point]:
        point, edge = step
        cycle.append(edge)
    return cycle


def squares(lattice: Lattice) -> list[tuple[Edge, ...]]:
    """The four edges around each square of four open points."""
    found = []
    for point in lattice.points:
        right, below = Point(point.row, point.column + 1), Point(point.row + 1, point.column)
        corner = Point(point.row + 1, point.column + 1)
        if {right, below, corner} <= lattice.at.keys():
            found.append((Edge(point, right), Edge(point, below), Edge(right, corner), Edge(below, corner)))
    return found


def fractional_parts(lattice: Lattice, values: Mapping[Edge, float], least: float = 0.99) -> list[list[Point]]:
    """Sets of points that too little leaves: less than one edge, or less than two if the set is even.

    Each is the side of a smallest cut between the first point and another one, found by maximum flow with the values as
    capacities.
    """
    graph = nx.Graph()
    graph.add_nodes_from(lattice.points)
    for edge, value in values.items():
        if value > 1e-6:
            graph.add_edge(edge.a, edge.b, capacity=value)
    pieces = [sorted(piece) for piece in nx.connected_components(graph)]
    if len(pieces) > 1:
        return pieces
    found: dict[tuple[Point, ...], None] = {}
    covered: set[Point] = set()
    start = lattice.points[0]
    for point in lattice.points[1:]:
        if point in covered:
            continue
        flow, (_, side) = nx.minimum_cut(graph, start, point)
        if flow < least + (len(side) % 2 == 0):
            covered |= side
            found[tuple(sorted(side))] = None
    return [list(side) for side in found]
