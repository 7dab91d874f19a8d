"""Connected components: disjoint sets of places (union-find), for every puzzle in which edges join places."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

from puzzlekit.core.grid import Edge, edges_of


class UnionFind:
    """Disjoint sets of places (union-find). At first each place is a set of its own; each edge joins two sets."""

    def __init__(self, places: Iterable[Hashable]):
        self._above: dict[Any, Any] = {place: place for place in places}

    def root(self, place: Any) -> Any:
        """Return the representative of the set that contains this place. Two places are in the same set if their
        representatives are equal."""
        above = self._above
        while (higher := above[place]) is not above[higher]:
            above[place] = above[higher]
            place = higher
        return higher

    def join(self, edge: Edge) -> bool:
        """Join the sets of the edge's two ends, and return True. If the ends are already in one set, the edge closes a
        cycle: return False."""
        a, b = self.root(edge.a), self.root(edge.b)
        self._above[a] = b
        return a is not b


def leaders(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Return a list with the smallest vertex of the connected component of each vertex 0, ..., count - 1. `pairs` are
    the edges."""
    leader = list(range(count))

    def find(one: int) -> int:
        while leader[one] != one:
            leader[one] = one = leader[leader[one]]
        return one

    for pair in pairs:
        a, b = sorted(map(find, pair))
        leader[b] = a
    return [find(one) for one in range(count)]


def connected_components(places: Iterable[Any], edges: Iterable[Edge]) -> list[list[Any]]:
    """Return the connected components as lists of places. Components are in the order of their first places, and the
    places keep the given order.

    A place without edges is a component. Every edge must join two of the places. Raises PuzzleError if an item of
    `edges` is not an edge.
    """
    everywhere = list(places)
    forest = UnionFind(everywhere)
    for edge in edges_of(edges):
        forest.join(edge)
    found: dict[Any, list[Any]] = {}
    for place in everywhere:
        found.setdefault(forest.root(place), []).append(place)
    return list(found.values())


def cycle_components(drawn: Iterable[Edge]) -> list[tuple[Edge, ...]]:
    """Return the connected components of the drawn edges that are simple cycles. Each cycle is a sorted tuple of edges,
    and the list of cycles is sorted."""
    edges = list(edges_of(drawn))
    walks = closed_walks(range(len(edges)), [(edge.a, edge.b) for edge in edges])
    return sorted(tuple(sorted((edges[number] for number in walk), key=Edge.numbers)) for walk in walks)


def closed_walks(drawn: Iterable[int], ends: Sequence[tuple[Any, Any]]) -> Iterator[list[int]]:
    """Yield each connected component that is a simple cycle, as a list of edge numbers in the order of a walk around
    the cycle.

    `drawn` contains the numbers of the drawn edges, and `ends[edge]` the edge's two places.
    """
    at: dict[Any, list[int]] = {}
    edges = list(drawn)
    for edge in edges:
        for place in ends[edge]:
            at.setdefault(place, []).append(edge)
    seen = set[int]()
    for start in edges:
        if start in seen:
            continue
        loop, here, closed = [start], ends[start][1], False
        while len(around := at[here]) == 2:
            edge = around[around[0] == loop[-1]]
            closed = edge == start
            if closed or edge in seen:
                break
            loop.append(edge)
            a, b = ends[edge]
            here = b if a == here else a
        seen.update(loop)
        if closed:
            yield loop
