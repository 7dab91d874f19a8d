"""All solutions of a Hashi by plain backtracking: no solver, no deduction, nothing of the package."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product

import networkx as nx

Place = tuple[int, int]  # row, column
Link = tuple[Place, Place]  # two places that see each other, the smaller first


def links(number: Mapping[Place, int]) -> list[Link]:
    """The pairs of islands that see each other along a row or a column."""
    found = []
    for one in number:
        for other in number:
            in_line = one < other and (one[0] == other[0] or one[1] == other[1])
            if in_line and not any(place in number for place in passed((one, other))):
                found.append((one, other))
    return found


def passed(link: Link) -> set[Place]:
    """The places strictly between two islands."""
    (i, j), (k, m) = link
    return {(i, b) for b in range(j + 1, m)} if i == k else {(a, j) for a in range(i + 1, k)}


def solutions(number: Mapping[Place, int]) -> Iterator[dict[Link, int]]:
    """Yield each set of bridges that obeys the rules once, as link -> 0, 1 or 2."""
    order = links(number)
    crossed = {link: [other for other in order if passed(link) & passed(other)] for link in order}
    last = {place: max((n for n, link in enumerate(order) if place in link), default=-1) for place in number}
    drawn: dict[Link, int] = {}
    lacking = dict(number)

    def settle(n: int) -> Iterator[dict[Link, int]]:
        if n == len(order):
            if not any(lacking.values()) and joined(number, drawn):
                yield dict(drawn)
            return
        link = order[n]
        for count in (0, 1, 2):
            if count and any(drawn.get(other) for other in crossed[link] if other != link):
                break
            drawn[link] = count
            for end in link:
                lacking[end] -= count
            if all(lacking[end] >= 0 and (lacking[end] == 0 or last[end] > n) for end in link):
                yield from settle(n + 1)
            for end in link:
                lacking[end] += count
            del drawn[link]

    return settle(0)


def any_boards(places: Iterable[Place]) -> Iterator[dict[Link, int]]:
    """Yield each set of bridges that do not cross and join these islands, whatever their numbers."""
    number = dict.fromkeys(places, 0)
    order = links(number)
    crossed = [(one, other) for one, other in combinations(order, 2) if passed(one) & passed(other)]
    for counts in product((0, 1, 2), repeat=len(order)):
        drawn = dict(zip(order, counts, strict=True))
        if not any(drawn[one] and drawn[other] for one, other in crossed) and joined(number, drawn):
            yield drawn


def joined(number: Mapping[Place, int], drawn: Mapping[Link, int]) -> bool:
    """Whether one can walk from any island to any other."""
    graph = nx.Graph(link for link, count in drawn.items() if count)
    graph.add_nodes_from(number)
    return nx.is_connected(graph)
