"""Circuit boards by brute force, written for tests: no solver, no models, nothing of the package."""

from collections.abc import Iterator

import networkx as nx

Place = tuple[int, int]
Pair = tuple[Place, Place]


def lattice_edges(points: set[Place]) -> list[Pair]:
    """All pairs of neighbours, in order."""
    ends = (((i, j), other) for i, j in sorted(points) for other in ((i, j + 1), (i + 1, j)))
    return [(a, b) for a, b in ends if b in points]


def trees(points: set[Place], given: set[Pair]) -> Iterator[frozenset[Pair]]:
    """Every spanning tree with degrees 1 or 3 that holds the given edges.

    Edges are taken in order and tried in and out; a branch ends where a cycle closes or where a point that has seen
    its last edge has another degree.
    """
    edges = lattice_edges(points)
    last = {point: index for index, pair in enumerate(edges) for point in pair}
    if len(points) == 1 or set(last) != points:
        return
    chosen: list[Pair] = []
    degree = dict.fromkeys(points, 0)

    def finished(index: int) -> bool:
        return all(degree[point] in (1, 3) for point in edges[index] if last[point] == index)

    def search(index: int, part: dict[Place, Place]) -> Iterator[frozenset[Pair]]:
        """Go on with edge number `index`. Two points are joined so far if they have the same part."""
        if index == len(edges):
            if len(chosen) == len(points) - 1:  # and no cycle: a tree on all points
                yield frozenset(chosen)
            return
        a, b = edges[index]
        if degree[a] < 3 and degree[b] < 3 and part[a] != part[b]:
            chosen.append((a, b))
            degree[a] += 1
            degree[b] += 1
            if finished(index):
                yield from search(index + 1, {point: part[a] if own == part[b] else own for point, own in part.items()})
            chosen.pop()
            degree[a] -= 1
            degree[b] -= 1
        if (a, b) not in given and finished(index):
            yield from search(index + 1, part)

    yield from search(0, {point: point for point in points})


def path_length(tree: frozenset[Pair], start: Place, end: Place) -> int:
    """The number of edges between two points of a tree."""
    return nx.shortest_path_length(nx.Graph(tree), start, end)


def shortest(points: set[Place], given: set[Pair], start: Place, end: Place) -> set[frozenset[Pair]]:
    """The trees in which the way between two points is shortest."""
    found = list(trees(points, given))
    least = min((path_length(tree, start, end) for tree in found), default=0)
    return {tree for tree in found if path_length(tree, start, end) == least}
