"""What is joined to what: disjoint sets of places, for every puzzle in which edges join them."""

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
        """The place that stands for the part of this one."""
        above = self._above
        while (higher := above[place]) is not above[higher]:
            above[place] = above[higher]
            place = higher
        return higher

    def join(self, edge: Edge) -> bool:
        """Join the parts of the two ends; False if they are one part already, so that the edge closes a cycle."""
        a, b = self.root(edge.a), self.root(edge.b)
        self._above[a] = b
        return a is not b


def leaders(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """For each of `count` numbers the smallest one that these pairs join it to: for what is asked of every
    candidate."""
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
    """The connected parts, each with its places in the order given, that of the first place first.

    A place without an edge is a part, too. Every edge must join two of the places.
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
    """The parts of a drawing that are closed and do not branch, each with its edges in order, the first one first."""
    edges = sorted(edges_of(drawn))
    degree = Counter(end for edge in edges for end in (edge.a, edge.b))
    part_of = {place: number for number, part in enumerate(connected_components(degree, edges)) for place in part}
    found: dict[int, list[Edge]] = {}
    for edge in edges:
        found.setdefault(part_of[edge.a], []).append(edge)
    return [tuple(own) for own in found.values() if all(degree[edge.a] == degree[edge.b] == 2 for edge in own)]


def closed_walks(drawn: Iterable[int], ends: Sequence[tuple[int, int]]) -> Iterator[list[int]]:
    """The same for edges that go by their numbers, with the numbers of the places where each ends. Each loop comes
    edge by edge, as one walks along it."""
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
