"""Search for 9x9 Sudoku with few clues: remove two clues, list the solutions that this admits, put one clue back.

python tools/few_clues.py 2 3       from the minimal puzzles that `sudoku.generate` makes of these seeds

Here a puzzle is a sorted tuple of items `9 * cell + digit`, both from zero. An item that occurs in exactly one of the
solutions selects this solution: with the item, the puzzle has one solution again, and one clue less than before. Two
items that occur together in exactly one solution give a neighbour with the same number of clues. Among the puzzles with
the fewest clues, the tightest is tried next: the one that admits the fewest solutions if one of its clues is removed.

Solutions are listed for thousands of half-filled grids at once, in arrays [band, row in it, stack, column in it, grid]:
bits 0 to 8 of a number are the digits that are still possible in the cell.
"""

import argparse
import heapq
import math
import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from puzzlekit import sudoku
from puzzlekit.sudoku import Puzzle

Items = tuple[int, ...]
CAP = 1000  # the most solutions listed; among more, a single clue hardly ever selects one
WIDTH = 1024  # grids processed at once; more do not fit into the processor's cache
UNITS = (  # rows, columns, boxes: the indices of their members, and the index that spreads a unit's value to its cells
    ([np.s_[:, :, i, j] for i in range(3) for j in range(3)], np.s_[:, :, None, None]),
    ([np.s_[i, j] for i in range(3) for j in range(3)], np.s_[None, None]),
    ([np.s_[:, i, :, j] for i in range(3) for j in range(3)], np.s_[:, None, :, None]),
)


def completions(puzzles: Sequence[Items], cap: int = CAP) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """List the solutions of each puzzle, and give a puzzle up that has more than `cap` of them.

    Returns
    -------
    counts
        The number of solutions of each puzzle; a number above `cap` is a lower bound.
    owner, items
        For each solution in the list, the index of its puzzle, and its 81 items.
    """
    grids = np.full((81, len(puzzles)), 511, np.uint16)
    for index, puzzle in enumerate(puzzles):
        for item in puzzle:
            grids[item // 9, index] = 1 << item % 9
    pool = [(grids.reshape(3, 3, 3, 3, -1), np.arange(len(puzzles)))]
    counts = np.zeros(len(puzzles), int)
    found = [(np.zeros((81, 0), np.uint16), np.zeros(0, int))]
    while pool:
        before, owner = _take(pool)
        after, alive = _reason(before)
        alive &= counts[owner] <= cap
        still = (after == before).all(axis=(0, 1, 2, 3))
        done = alive & still & ((after & (after - 1)) == 0).all(axis=(0, 1, 2, 3))
        found.append((after[..., done].reshape(81, -1), owner[done]))
        counts += np.bincount(owner[done], minlength=len(counts))
        pool.append((after[..., alive & ~still], owner[alive & ~still]))
        pool += _branch(after[..., alive & still & ~done], owner[alive & still & ~done])
        pool = [(states, owners) for states, owners in pool if len(owners)]
    bits, owner = (np.concatenate(parts, axis=-1) for parts in zip(*found, strict=True))
    return counts, owner, np.arange(0, 729, 9) + np.log2(bits.T).astype(int)


def _take(pool: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Take the newest grids from the pool, about WIDTH of them."""
    states, owner = pool.pop()
    while pool and len(owner) < WIDTH:
        more, theirs = pool.pop()
        states, owner = np.concatenate([states, more], axis=-1), np.concatenate([owner, theirs])
    if len(owner) > WIDTH:
        pool.append((states[..., WIDTH:], owner[WIDTH:]))
    return np.ascontiguousarray(states[..., :WIDTH]), owner[:WIDTH]


def _reason(states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Apply one round of naked and hidden singles to every grid. Return the grids, and which are not refuted."""
    single = (states & (states - 1)) == 0
    wrong = np.zeros(states.shape[-1], bool)
    taken, only = np.zeros_like(states), np.zeros_like(states)
    for once, twice, spread in _tally(np.where(single, states, 0)):
        taken |= once[spread]
        wrong |= twice.any(axis=(0, 1))
    left = np.where(single, states, states & ~taken)
    for once, twice, spread in _tally(left):
        only |= (once & ~twice)[spread]
        wrong |= (once != 511).any(axis=(0, 1))
    only &= left
    wrong |= ((only & (only - 1)) != 0).any(axis=(0, 1, 2, 3))
    return np.where(only, only, left), ~wrong


def _tally(states: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray, tuple]]:
    """Yield for rows, columns and boxes the digits seen at least once, the digits seen at least twice, and the index
    that spreads them to the cells."""
    for members, spread in UNITS:
        once = np.zeros(states[members[0]].shape, np.uint16)
        twice = np.zeros_like(once)
        for member in members:
            twice |= once & states[member]
            once |= states[member]
        yield once, twice, spread


def _branch(states: np.ndarray, owner: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Split each grid in two: a cell with the fewest digits holds the first of them, or one of the others."""
    first = states.reshape(81, -1).copy()
    sizes = np.bitwise_count(first)
    cell, grid = np.where(sizes > 1, sizes, 10).argmin(axis=0), np.arange(len(owner))
    rest = first.copy()
    first[cell, grid] &= -first[cell, grid]
    rest[cell, grid] ^= first[cell, grid]
    return [(half.reshape(3, 3, 3, 3, -1), owner) for half in (rest, first)]


class Search:
    """A best-first search: the puzzles that were seen, and those still to be tried.

    Parameters
    ----------
    start
        A puzzle with one solution.
    seed
        The random seed of the choice among the puzzles that a step finds.
    """

    def __init__(self, start: Puzzle, seed: int):
        self.random = random.Random(seed)
        self.seen: set[Items] = set()
        self.heap: list[tuple[int, int, Items, list[int]]] = []
        self.offer([tuple(9 * (9 * cell.row + cell.column) + digit - 1 for cell, digit in start.given.items())])

    @property
    def best(self) -> Puzzle:
        """A puzzle with the fewest clues so far."""
        filled = {item // 9: item % 9 + 1 for item in self.heap[0][2]}
        return Puzzle(tuple(tuple(filled.get(9 * i + j, 0) for j in range(9)) for i in range(9)), 3, 3)

    def offer(self, puzzles: Sequence[Items]) -> None:
        """Add new puzzles, all with the same number of clues; a puzzle with a redundant clue is added without it."""
        new = sorted(set(puzzles) - self.seen)
        self.seen.update(new)
        rests = [tuple(sorted(set(puzzle) - {item})) for puzzle in new for item in puzzle]
        counts = iter(np.minimum(completions(rests)[0], CAP).tolist())
        for puzzle in new:
            loose = [next(counts) for _ in puzzle]
            if 1 in loose:
                self.offer([puzzle[: loose.index(1)] + puzzle[loose.index(1) + 1 :]])
            else:
                heapq.heappush(self.heap, (len(puzzle), math.prod(loose), puzzle, loose))

    def step(self) -> None:
        """Try the best puzzle: add some of the shorter puzzles found, and some neighbours."""
        _, _, puzzle, loose = heapq.heappop(self.heap)
        pairs = [(a, b) for a, b in combinations(range(len(puzzle)), 2) if loose[a] * loose[b] <= 20 * CAP]
        self.random.shuffle(pairs)
        rests = [tuple(item for i, item in enumerate(puzzle) if i not in pair) for pair in pairs]
        for start in range(0, len(rests), 50):
            shorter, neighbours = self.exchange(rests[start : start + 50])
            self.offer(self.some(shorter, 15))
            self.offer(self.some(neighbours, 10))
            if shorter:
                break

    def exchange(self, rests: Sequence[Items]) -> tuple[list[Items], list[Items]]:
        """Return the puzzles with one solution that one more clue makes, and some that two more clues make."""
        counts, owner, items = completions(rests)
        shorter, loose = [], []
        for index in np.flatnonzero(counts <= CAP):
            alone = np.flatnonzero(np.bincount(items[owner == index].ravel()) == 1)
            shorter += [_with(rests[index], item) for item in alone]
            loose += [index] * (not len(alone))
        neighbours = []
        for index in self.some(loose, 8):
            together = _pairs_seen_once(items[owner == index])
            neighbours += [_with(rests[index], *pair) for pair in self.some(together, 4)]
        return shorter, neighbours

    def some(self, found: Sequence, most: int) -> list:
        """Return at most `most` of the found items, at random."""
        return self.random.sample(found, min(most, len(found)))


def _with(puzzle: Items, *items: int) -> Items:
    return tuple(sorted((*puzzle, *map(int, items))))


def _pairs_seen_once(solutions: np.ndarray) -> list[tuple[int, int]]:
    """Return the pairs of items that occur together in exactly one solution."""
    shown = np.zeros((len(solutions), 729), np.float32)
    np.put_along_axis(shown, solutions, 1, axis=1)
    together = np.triu(shown.T @ shown == 1, 1)
    return list(zip(*np.nonzero(together), strict=True))


def search(seed: int, *, clues: int = 17, steps: int = 60) -> Puzzle:
    """Return the puzzle with the fewest clues found in `steps` steps from a random minimal one; `clues` are enough."""
    found = Search(sudoku.generate(seed=seed, engine="cadical"), seed)
    best = found.best
    for _ in range(steps):
        if len(best.given) <= clues:
            break
        found.step()
        best = min(best, found.best, key=lambda puzzle: len(puzzle.given))
    return best


def main() -> None:
    """Print the fewest clues found from each seed, and the puzzle in one line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seeds", nargs="+", type=int)
    parser.add_argument("--clues", type=int, default=17, help="stop when a puzzle has so few (default 17)")
    parser.add_argument("--steps", type=int, default=60, help="puzzles to try from each seed (default 60)")
    given = parser.parse_args()
    for seed in given.seeds:
        best = search(seed, clues=given.clues, steps=given.steps)
        print(f"seed {seed}: {len(best.given)} clues  {str(best).replace(chr(10), '')}", flush=True)


if __name__ == "__main__":
    main()
