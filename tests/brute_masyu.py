"""All solutions of a small Masyu by trying every set of edges: no diagram, no solver, nothing of the package."""

from collections.abc import Iterator
from itertools import combinations

import networkx as nx

Place = tuple[int, int]
Drawn = frozenset[tuple[Place, Place]]


def edges(rows: int, columns: int) -> list[tuple[Place, Place]]:
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    pairs = [((i, j), other) for i, j in cells for other in ((i, j + 1), (i + 1, j))]
    return [pair for pair in pairs if pair[1] in cells]


def loop_systems(rows: int, columns: int) -> Iterator[Drawn]:
    """Every set of edges with two edges or none at each cell, but the empty one."""
    every = edges(rows, columns)
    for size in range(4, rows * columns + 1):
        for drawn in combinations(every, size):
            ends = [cell for edge in drawn for cell in edge]
            if len(ends) == 2 * len(set(ends)) and all(ends.count(cell) == 2 for cell in set(ends)):
                yield frozenset(drawn)


def is_one_loop(drawn: Drawn) -> bool:
    """Whether edges that are loops are a single one."""
    return nx.is_connected(nx.Graph(drawn))


def satisfies(picture: str, drawn: Drawn) -> bool:
    """Whether each pearl is passed as it must be."""
    beside: dict[Place, list[Place]] = {}
    for one, other in drawn:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)

    def turns(cell: Place) -> bool:
        (i, j), (k, m) = beside[cell]
        return i != k and j != m

    for i, line in enumerate(picture.split("\n")):
        for j, pearl in enumerate(line):
            if pearl != "." and (i, j) not in beside:
                return False
            if pearl == "w" and (turns((i, j)) or not any(map(turns, beside[i, j]))):
                return False
            if pearl == "b" and (not turns((i, j)) or any(map(turns, beside[i, j]))):
                return False
    return True
