"""What is joined to what: disjoint sets of places, for every puzzle in which edges join them."""

from collections.abc import Hashable, Iterable
from typing import Any

from puzzlekit.grid import Edge


class Forest:
    """Disjoint sets of places, joined edge by edge."""

    def __init__(self, places: Iterable[Hashable]):
        self._above: dict[Any, Any] = {place: place for place in places}

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


def parts(places: Iterable[Any], edges: Iterable[Edge]) -> list[list[Any]]:
    """The connected parts, each with its places in the order given, that of the first place first.

    A place without an edge is a part, too. Every edge must join two of the places.
    """
    everywhere = list(places)
    forest = Forest(everywhere)
    for edge in edges:
        forest.join(edge)
    found: dict[Any, list[Any]] = {}
    for place in everywhere:
        found.setdefault(forest.root(place), []).append(place)
    return list(found.values())
