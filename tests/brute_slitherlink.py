"""All loops of a small grid and all solutions of a Slitherlink, without a solver and without anything of the package.

The even edge sets of a grid (each point has an even number of edges) are exactly the borders of the sets of its cells,
so every one of them is tried.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import compress, product

import networkx as nx

Place = tuple[int, int]  # row, column of a cell or of a point
Link = tuple[Place, Place]  # two neighbouring points, the smaller first


def sides(cell: Place) -> list[Link]:
    """The four edges around a cell."""
    i, j = cell
    return [((i, j), (i, j + 1)), ((i + 1, j), (i + 1, j + 1)), ((i, j), (i + 1, j)), ((i, j + 1), (i + 1, j + 1))]


@cache
def loops(rows: int, columns: int) -> list[frozenset[Link]]:
    """Every loop once, as the set of its edges."""
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    found = []
    for chosen in product((False, True), repeat=len(cells)):
        beside = Counter(link for cell in compress(cells, chosen) for link in sides(cell))
        border = frozenset(link for link, count in beside.items() if count == 1)
        if is_loop(border):
            found.append(border)
    return found


def is_loop(links: frozenset[Link]) -> bool:
    """Whether these edges are one loop: two at each of its points, all in one piece."""
    ends = Counter(point for link in links for point in link)
    return {*ends.values()} == {2} and nx.is_connected(nx.Graph(links))


def solutions(rows: int, columns: int, number: Mapping[Place, int]) -> Iterator[frozenset[Link]]:
    """Yield each loop with these numbers of edges around these cells once."""
    for loop in loops(rows, columns):
        if all(sum(link in loop for link in sides(cell)) == count for cell, count in number.items()):
            yield loop
