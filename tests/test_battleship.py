"""Battleship: every engine against brute force, the checker, the printed misprints, the fast build."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

import brute_battleship
import pytest

from puzzlekit import battleship, grid
from puzzlekit.battleship import Puzzle, Solution
from puzzlekit.battleship.deduce import everything

SIZES = ((4, 4), (4, 4), (5, 5), (5, 5), (5, 4), (3, 5), (1, 6), (6, 1), (2, 5))
FLEETS = (
    ((3, 1), (2, 1), (1, 1)),
    ((3, 1), (2, 1)),
    ((2, 2), (1, 1)),
    ((2, 1), (1, 2)),
    ((4, 1), (1, 1)),
    ((2, 2),),
    ((1, 2),),
    ((3, 1),),
    ((3, 1), (2, 1), (1, 2)),
)
SEEDS = [*range(60), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(60, 560))]
FEW = 8  # solution sets smaller than this are compared

each_seed = pytest.mark.parametrize("seed", SEEDS)


def lengths(puzzle: Puzzle) -> list[int]:
    return [length for length, number in puzzle.fleet for _ in range(number)]


def random_board(height: int, width: int, fleet: tuple, rng: random.Random) -> tuple[str, ...] | None:
    each = [length for length, number in fleet for _ in range(number)]
    if max(each) > max(height, width):
        return None
    boards = list(islice(brute_battleship.boards(height, width, each), 3000))
    board = rng.choice(boards) if boards else None
    turned = None if board is None else ["".join(board.get((i, j), "~") for j in range(width)) for i in range(height)]
    return None if turned is None else tuple(turned)


@cache
def random_puzzle(seed: int) -> Puzzle:
    """A puzzle with clues of every kind and some counts untold; some are changed, so that they may have no solution."""
    rng = random.Random(seed)
    board = None
    while board is None:
        (height, width), fleet = rng.choice(SIZES), rng.choice(FLEETS)
        board = random_board(height, width, fleet, rng)
    cells = [(i, j) for i in range(height) for j in range(width)]
    clues = {cell: board[cell[0]][cell[1]] for cell in rng.sample(cells, rng.randint(0, len(cells) // 3))}
    for cell, kind in clues.items():
        if kind != "~" and rng.random() < 0.3:
            clues[cell] = "*"
    share = rng.choice((0.0, 0.0, 0.3, 0.7))
    lines = [*board, *("".join(column) for column in zip(*board, strict=True))]
    counts = [None if rng.random() < share else sum(kind != "~" for kind in line) for line in lines]
    match rng.choice(["right", "right", "right", "clue", "count", "two counts"]):
        case "clue":
            clues |= {rng.choice(cells): rng.choice("~<>^v#o*")}
        case "count":
            counts[rng.randrange(len(counts))] = rng.randint(0, 3)
        case "two counts":  # their sum stays the same
            more, less = rng.randrange(height), rng.randrange(height)
            if counts[more] is not None and counts[less]:
                counts[more], counts[less] = counts[more] + 1, counts[less] - 1  # type: ignore[operator]
    rows = tuple("".join(clues.get((i, j), ".") for j in range(width)) for i in range(height))
    return Puzzle(rows, tuple(counts[:height]), tuple(counts[height:]), fleet)


def brute(puzzle: Puzzle) -> Iterator[Solution]:
    found = brute_battleship.solutions(puzzle.clues, puzzle.row_counts, puzzle.column_counts, lengths(puzzle))
    return map(Solution, found)


@cache
def truth(puzzle: Puzzle) -> frozenset[Solution]:
    """All solutions, or FEW of them, by brute force."""
    return frozenset(islice(brute(puzzle), FEW))


def answers(puzzle: Puzzle, limit: int) -> Iterator[tuple[str, list[Solution]]]:
    for formulation in battleship.FORMULATIONS:
        yield formulation, battleship.solutions(puzzle, limit, formulation)
    for name, peer in battleship.PEERS.items():
        yield name, list(peer(puzzle, limit).solutions)


# Engines


@each_seed
def test_all_engines_agree_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    expected = truth(puzzle)
    for engine, found in answers(puzzle, FEW):
        assert len(found) == len(expected), engine
        assert len(set(found)) == len(found), engine
        assert len(expected) == FEW or set(found) == expected, engine
        assert all(battleship.violations(puzzle, solution) == [] for solution in found), engine


def test_the_random_puzzles_are_of_all_kinds() -> None:
    puzzles = [random_puzzle(seed) for seed in range(60)]
    kinds = [min(len(truth(puzzle)), 2) for puzzle in puzzles]
    assert all(kinds.count(kind) >= 5 for kind in (0, 1, 2))
    assert {clue for puzzle in puzzles for clue in puzzle.given.values()} == set("~<>^v#o*")
    assert sum(None in puzzle.row_counts + puzzle.column_counts for puzzle in puzzles) >= 15
    assert sum(not truth(puzzle) and not battleship.clashes(puzzle) for puzzle in puzzles) >= 3


@each_seed
def test_reasoning_agrees_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    steps = battleship.deduce(puzzle)
    left = grid.follow(steps, everything(puzzle))
    if grid.contradiction(steps) or battleship.clashes(puzzle):
        assert truth(puzzle) == frozenset()
    for solution in truth(puzzle):
        assert all(kind in left[cell] for cell, kind in solution.filled.items())
