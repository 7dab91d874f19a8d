"""Connected components: disjoint sets of places (union-find), for every puzzle in which edges join places."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

from puzzlekit.core.errors import PuzzleError, expect, shown
from puzzlekit.core.grid import Edge, edges_of


class UnionFind:
    """Disjoint sets of places, joined edge by edge."""

    def __init__(self, places: Iterable[Hashable]):
        try:
            self._above: dict[Any, Any] = {place: place for place in places}
        except TypeError:
            raise PuzzleError(f"found {shown(places)}, expected places that can be looked up") from None

    def root(self, place: Any) -> Any:
        """Return the place that represents the set of this place."""
        above = self._above
        while (higher := above[place]) is not above[higher]:
            above[place] = above[higher]
            place = higher
        return higher

    def join(self, edge: Edge) -> bool:
        """Join the sets of the two ends. Returns False if the ends are in one set already, so that the edge closes a
        cycle."""
        a, b = self.root(edge.a), self.root(edge.b)
        self._above[a] = b
        return a is not b


def leaders(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Return for each of `count` numbers the smallest number in its component; the pairs are the edges. Fast enough for
    a check of every candidate."""
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
    """Return the connected components, in the order of their first places, each with its places in the order given.

    A place without an edge is a component, too. Every edge must join two of the places.
    """
    expect(places, Iterable, "places")
    everywhere = list(places)
    forest = UnionFind(everywhere)
    for edge in edges_of(edges):
        forest.join(edge)
    found: dict[Any, list[Any]] = {}
    for place in everywhere:
        found.setdefault(forest.root(place), []).append(place)
    return list(found.values())


def cycle_components(drawn: Iterable[Edge]) -> list[tuple[Edge, ...]]:
    """Return the components of a drawing that are closed and do not branch, in the order of their first edges, each
    with its edges sorted."""
    edges = sorted(edges_of(drawn))
    degree = Counter(end for edge in edges for end in (edge.a, edge.b))
    part_of = {place: number for number, part in enumerate(connected_components(degree, edges)) for place in part}
    found: dict[int, list[Edge]] = {}
    for edge in edges:
        found.setdefault(part_of[edge.a], []).append(edge)
    return [tuple(own) for own in found.values() if all(degree[edge.a] == degree[edge.b] == 2 for edge in own)]


def closed_walks(drawn: Iterable[int], ends: Sequence[tuple[int, int]]) -> Iterator[list[int]]:
    """Yield the components that are closed and do not branch, each as a list of edge numbers in the order of a walk.
    `ends` holds for each edge number the numbers of its two places."""
    at: dict[int, list[int]] = {}
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
