"""All boards of a small Nurikabe, whatever its numbers say, without a solver and without anything of the package."""

from collections.abc import Iterable, Iterator
from itertools import combinations

Place = tuple[int, int]  # row, column of a cell


def joined(start: Place, places: Iterable[Place]) -> set[Place]:
    """All places that are reached from one of them, step by step."""
    left, found = {*places} - {start}, {start}
    while near := {(i, j) for i, j in left if found & {(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)}}:
        found |= near
        left -= near
    return found


def boards(rows: int, columns: int, numbers: set[Place]) -> Iterator[set[Place]]:
    """Each sea without a pool that is connected, and leaves islands with one of these places each."""
    every = {(i, j) for i in range(rows) for j in range(columns)}
    open_cells = sorted(every - numbers)
    for size in range(len(open_cells) + 1):
        for chosen in combinations(open_cells, size):
            sea = set(chosen)
            white = every - sea
            pool = any({(i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1)} <= sea for i, j in sea)
            whole = not sea or joined(min(sea), sea) == sea
            if whole and not pool and all(len(joined(place, white) & numbers) == 1 for place in white):
                yield sea
