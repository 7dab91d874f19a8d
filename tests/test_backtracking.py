"""The search that goes through each board once: against all subsets; and what it says of boards of our puzzles."""

import random
from collections.abc import Callable, Hashable, Set
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

import pytest
import test_circuit
import test_slitherlink

from puzzlekit import circuit
from puzzlekit.circuit.search import Parts
from puzzlekit.engines.backtracking import search
from puzzlekit.slitherlink.graph import IN
from puzzlekit.slitherlink.masks import Masks


@dataclass(frozen=True)
class Choice:
    """Weights of which some are to be taken, so that they come to a sum."""

    weights: tuple[int, ...]  # that are open
    lacking: int
    taken: tuple[int, ...] = ()

    @property
    def open(self) -> int:
        return len(self.weights)

    def ahead(self) -> tuple:
        return self.weights, self.lacking

    def choices(self, *, last: bool) -> list["Choice"]:
        own = self.weights[-1 if last else 0]
        left = self.weights[:-1] if last else self.weights[1:]
        boards = [Choice(left, self.lacking, self.taken), Choice(left, self.lacking - own, (*self.taken, own))]
        return [board for board in boards if board.lacking == 0 or board.weights]


@pytest.mark.parametrize("seed", range(200))
def test_it_counts_as_brute_force_does(seed: int) -> None:
    """Weights may be alike, so many boards leave the same: behind one that leads to a solution is another one."""
    rng = random.Random(seed)
    weights = tuple(rng.choices(range(1, 8), k=rng.randint(1, 9)))
    target = rng.randint(0, sum(weights) + 1)
    subsets = [own for k in range(len(weights) + 1) for own in combinations(range(len(weights)), k)]
    right = sorted(sorted(weights[k] for k in own) for own in subsets if sum(weights[k] for k in own) == target)
    found = search(Choice(weights, target), 10**6)
    assert found is not None
    assert len(found) == min(2, len(right))
    assert all(sorted(board.taken) in right for board in found)
    for most in range(0, 30, 3):
        stopped = search(Choice(weights, target), most)
        assert stopped is None or len(stopped) == min(2, len(right))


def test_what_leaves_the_same_is_gone_through_once() -> None:
    assert search(Choice((2,) * 60, 61), 10**4) == []


@dataclass(frozen=True)
class OneEnd:
    """Bits of which all but one are free; that one, at one end, can be neither."""

    bits: tuple[int, ...]
    open: int
    last: bool

    def ahead(self) -> tuple:
        return self.bits

    def choices(self, *, last: bool) -> list["OneEnd"]:
        if last == self.last or self.open == 1:
            return []
        return [OneEnd((*self.bits, bit), self.open - 1, self.last) for bit in (0, 1)]


@pytest.mark.parametrize("last", [False, True])
def test_the_easier_end_decides(last: bool) -> None:
    assert search(OneEnd((), 60, last), 10) == []


SEEDS = [0, *(pytest.param(first, marks=pytest.mark.slow) for first in range(100, 1000, 100))]


@pytest.mark.parametrize("first", SEEDS)
def test_circuit_boards_that_leave_the_same_are_completed_in_the_same_ways(first: int) -> None:
    """That is by a search without any memory, over all boards from either end."""
    shared = 0
    for seed in (first, first + 1):
        puzzle = circuit.generate(6, seed=seed, unique=False, hints=3)
        start = test_circuit.given(puzzle)
        shared += boards_that_leave_the_same(start, partial(drawn_edges, puzzle))
    assert shared > 100


def drawn_edges(puzzle: circuit.Puzzle, parts: Parts) -> Set[Any]:
    return test_circuit.drawn(puzzle, parts).drawn


@pytest.mark.parametrize("first", SEEDS)
def test_loops_that_leave_the_same_are_completed_in_the_same_ways(first: int) -> None:
    shared = 0
    for puzzle in map(test_slitherlink.random_puzzle, range(first, first + 30)):
        masks = Masks(puzzle)
        if masks.settle():
            shared += boards_that_leave_the_same(
                masks, lambda own: {number for number, state in enumerate(own.state) if state == IN}
            )
    assert shared > 100


def boards_that_leave_the_same(start: Any, drawn: Callable[[Any], Set[Any]]) -> int:
    """How many boards leave what another one has left, and have been found to be completed in the same ways."""
    ways: dict[Hashable, Set[frozenset]] = {}
    shared = 0

    def solutions(board: Any, *, last: bool) -> set[frozenset]:
        nonlocal shared
        if not board.open:
            return {frozenset(drawn(board))}
        own = {one for other in board.choices(last=last) for one in solutions(other, last=last)}
        left = {one - drawn(board) for one in own}
        shared += board.ahead() in ways
        assert ways.setdefault(board.ahead(), left) == left
        return own

    assert solutions(start, last=False) == solutions(start, last=True)
    return shared
