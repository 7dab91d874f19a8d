"""Unavoidable sets: cells of a full grid that can be filled in another way while all other cells stay.

A clue set leaves the grid as the only solution if and only if it has a cell in each unavoidable set. The minimal sets
suffice, from which no cell can be removed.

Reference: McGuire, Tugemann and Civario, There Is No 16-Clue Sudoku (2014), section 3.
"""

import random
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import combinations

from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell
from puzzlekit.sudoku.puzzle import Solution, geometry

AWAY = 2  # clues removed in a round of the local search
Cells = frozenset[Cell]
Differing = Callable[[Collection[Cell]], Cells]
"""The follower: kept cells -> the cells in which some other solution that keeps them differs from the grid, or none."""


@validate_args
def minimal(found: Iterable[Cell], cells: Iterable[Cell], differing: Differing) -> Cells:
    """Return a minimal unavoidable set among the cells that were found to differ; `cells` are all cells of the grid.

    If a cell can be kept together with all cells kept so far, the difference becomes smaller. A cell that cannot be
    kept now cannot be kept later, so each cell is tested once (deletion filter).
    """
    left, needed, kept = set(found), set[Cell](), set(cells)
    kept -= left
    while candidates := left - needed:
        cell = min(candidates)
        if smaller := differing(kept | {cell}):
            kept |= left - smaller
            left = set(smaller)
        else:
            needed.add(cell)
    return frozenset(left)


@validate_args
def swaps(grid: Solution) -> list[Cells]:
    """Return the minimal unavoidable sets that swap two digits, two rows of a band or two columns of a stack.

    No solver is needed: if a cell changes, the cells that see it and hold its new digit must change as well.

    Returns
    -------
    list of frozenset of Cell
        Each set once, the smallest first.
    """
    found = {chain for new in _exchanges(grid) for chain in _chains(grid, new)}
    return sorted(found, key=lambda cells: (len(cells), sorted(cells)))


def _exchanges(grid: Solution) -> Iterator[dict[Cell, int]]:
    """Yield cell -> its new digit, for each exchange of two digits or of two lines."""
    filled, lines = grid.filled, geometry(grid.p, grid.q)
    for a, b in combinations(range(1, len(grid.digits) + 1), 2):
        yield {cell: a + b - digit for cell, digit in filled.items() if digit in (a, b)}
    for groups, size in ((lines.rows, grid.p), (lines.columns, grid.q)):
        for start in range(0, len(groups), size):
            for one, other in combinations(groups[start : start + size], 2):
                partners = [*zip(one, other, strict=True), *zip(other, one, strict=True)]
                yield {cell: filled[partner] for cell, partner in partners}


def _chains(grid: Solution, new: dict[Cell, int]) -> Iterator[Cells]:
    """Yield the smallest parts of an exchange that can be made alone."""
    filled, peers, left = grid.filled, geometry(grid.p, grid.q).peers, set(new)
    while left:
        chain, frontier = set[Cell](), [left.pop()]
        while frontier:
            cell = frontier.pop()
            chain.add(cell)
            frontier += (other for other in peers[cell] if other in left and filled[other] == new[cell])
            left -= set(frontier)
        yield frozenset(chain)


def count_disjoint(known: Iterable[Cells]) -> int:
    """Return the size of a greedy choice of disjoint sets: a lower bound on the clues of every clue set."""
    taken, count = set[Cell](), 0
    for cells in known:
        if taken.isdisjoint(cells):
            taken |= cells
            count += 1
    return count


def shrink_clue_set(cells: Iterable[Cell], differing: Differing, *, patience: int, seed: int = 0) -> Cells:
    """Return a small clue set: a greedy set, improved by a local search.

    A round removes some clues, adds others while the follower still finds a difference, and then removes all clues that
    can be spared. The search continues from a set that is no larger, and ends after `patience` rounds without a smaller
    set.
    """
    rng = random.Random(seed)
    best, tired = _thinned(frozenset(cells), differing, rng), 0
    while tired < patience:
        kept = frozenset(rng.sample(sorted(best), max(0, len(best) - AWAY)))
        while found := differing(kept):
            kept |= {rng.choice(sorted(found))}
        kept = _thinned(kept, differing, rng)
        tired = 0 if len(kept) < len(best) else tired + 1
        best = kept if len(kept) <= len(best) else best
    return best


def _thinned(kept: Cells, differing: Differing, rng: random.Random) -> Cells:
    """Return a subset of the clues from which no clue can be spared. The clues are tried in random order."""
    for cell in rng.sample(sorted(kept), len(kept)):
        if not differing(kept - {cell}):
            kept -= {cell}
    return kept
