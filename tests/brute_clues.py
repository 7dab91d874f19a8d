"""Clue sets of small full grids by brute force: a clue set is right if no other grid agrees with it."""

from collections.abc import Iterable
from functools import cache

import brute_sudoku

Places = frozenset[brute_sudoku.Place]


@cache
def grids(p: int, q: int) -> tuple[brute_sudoku.Rows, ...]:
    """All full grids with boxes of p rows and q columns."""
    return tuple(brute_sudoku.solutions(brute_sudoku.empty(p, q), p, q))


def differences(grid: brute_sudoku.Rows, p: int, q: int) -> set[Places]:
    """The places in which another full grid differs from this one, for each of them."""
    places = [(i, j) for i in range(p * q) for j in range(p * q)]
    return {frozenset((i, j) for i, j in places if other[i][j] != grid[i][j]) for other in grids(p, q) if other != grid}


def smallest(sets: Iterable[Places]) -> set[Places]:
    """Those that contain no other."""
    found: set[Places] = set()
    for places in sorted(sets, key=len):
        if not any(one <= places for one in found):
            found.add(places)
    return found


def minimal_clue_sets(grid: brute_sudoku.Rows, p: int, q: int) -> set[Places]:
    """The clue sets that leave this grid as the only solution and that can spare no clue."""
    found: set[Places] = {frozenset()}
    for places in sorted(smallest(differences(grid, p, q)), key=len):
        hit = {own for own in found if own & places}
        found = smallest(hit | {own | {place} for own in found - hit for place in places})
    return found


def completions(kept: Places, grid: brute_sudoku.Rows, p: int, q: int, most: int = 2) -> int:
    """How many full grids agree with this one in these places, `most` at most."""
    n = p * q
    clues = tuple(tuple(grid[i][j] if (i, j) in kept else 0 for j in range(n)) for i in range(n))
    return sum(1 for _, _ in zip(range(most), brute_sudoku.solutions(clues, p, q), strict=False))
