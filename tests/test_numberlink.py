"""Numberlink: every engine against brute force, on all four kinds; deductions, the checker, traps, the generator."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import brute_numberlink
import pytest
from engines import agreeing

from puzzlekit import grid, numberlink
from puzzlekit.grid import Cell, Edge
from puzzlekit.numberlink import Puzzle, Solution
from puzzlekit.numberlink.deduce import everything

SEEDS = [*range(20), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(20, 500))]
MANY_SEEDS = [*range(150), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(150, 2000))]
FEW = 12  # solution sets up to this size are compared
SHAPES = [(1, 2), (1, 4), (1, 6), (2, 2), (2, 3), (5, 1), (3, 2), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4)]

each_seed = pytest.mark.parametrize("seed", SEEDS)


def random_puzzle(seed: int) -> Puzzle:
    """The ends of some paths, as they are joined or otherwise, perhaps one of them moved; or any letters, or none."""
    rng = random.Random(seed)
    rows, columns = rng.choice(SHAPES)
    cover, touch = [(a, b) for a in (True, False) for b in (True, False)][seed % 4]
    places = [(i, j) for i in range(rows) for j in range(columns)]
    kind = rng.choice(("any", "paths", "paths", "paths", "paths", "moved", "swapped"))
    pairs = random_pairs(rows, columns, cover, rng)
    if kind == "any":
        ends = rng.sample(places, 2 * rng.randint(0, len(places) // 3))
        pairs = list(zip(ends[::2], ends[1::2], strict=True))
    if kind == "swapped" and len(pairs) > 1:
        (a, b), (c, d) = pairs[:2]
        pairs[:2] = [(a, c), (b, d)]
    letter = {Cell(*end): "ABCDEFGH"[number] for number, pair in enumerate(pairs) for end in pair}
    if kind == "moved" and letter and (left := [place for place in places if Cell(*place) not in letter]):
        letter[Cell(*rng.choice(left))] = letter.pop(rng.choice(sorted(letter)))
    return Puzzle.of(rows, columns, letter, cover=cover, touch=touch)


def random_pairs(rows: int, columns: int, cover: bool, rng: random.Random) -> list[tuple]:
    """The ends of random paths, which may touch and need not cover the board."""
    free = {(i, j) for i in range(rows) for j in range(columns)}
    found = []
    for _ in range(rng.randint(1, 5) + 3 * cover):
        path = [rng.choice(sorted(free))] if free else []
        while path:
            free.discard(path[-1])
            i, j = path[-1]
            ways = [cell for cell in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)) if cell in free]
            if not ways or (len(path) > 2 and rng.random() < 0.1):
                break
            path.append(rng.choice(ways))
        if len(path) > 1:
            found.append((path[0], path[-1]))
    return found


@cache
def truth(puzzle: Puzzle) -> frozenset[Solution]:
    """All solutions, or FEW of them, by brute force."""
    return frozenset(islice(everything_true(puzzle), FEW))


def everything_true(puzzle: Puzzle) -> Iterator[Solution]:
    """All solutions by brute force."""
    letter = {(cell.row, cell.column): own for cell, own in puzzle.clues}
    found = brute_numberlink.solutions(puzzle.rows, puzzle.columns, letter, cover=puzzle.cover, touch=puzzle.touch)
    return (Solution.of(puzzle, (Edge(Cell(*a), Cell(*b)) for a, b in links)) for links in found)


def engines(puzzle: Puzzle) -> list[str]:
    """Those that take a puzzle: models of letters alone cannot say that a path touches itself."""
    asked = [*numberlink.FORMULATIONS, *numberlink.PEERS]
    return [name for name in asked if name in ("edge_fast", "edge", "cp_sat", "cadical") or not puzzle.touch]


# Engines


@each_seed
def test_all_engines_agree_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    assert agreeing(numberlink, puzzle, truth(puzzle), FEW) == engines(puzzle)


# Deductions


@pytest.mark.parametrize("seed", MANY_SEEDS)
def test_reasoning_agrees_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    boards = [state_of(board) for board in everything_true(puzzle)]
    steps = numberlink.deduce(puzzle)
    if grid.contradiction(steps) or numberlink.clashes(puzzle):
        assert boards == []
    for step in steps:
        for element, states in step.candidates.items():
            assert {board[element] for board in boards} <= states, step


@pytest.mark.parametrize("seed", MANY_SEEDS)
def test_reasoning_from_half_a_solution_agrees_with_brute_force(seed: int) -> None:
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    boards = [state_of(board) for board in everything_true(puzzle)]
    known: dict[Any, frozenset] = {}
    if boards:
        chosen = rng.choice(boards)
        known = {e: frozenset((chosen[e],)) for e in rng.sample(list(chosen), len(chosen) // 3)}
        boards = [board for board in boards if all(board[e] in own for e, own in known.items())]
    for step in numberlink.deduce(puzzle, known):
        for element, states in step.candidates.items():
            assert {board[element] for board in boards} <= states, step


def state_of(board: Solution) -> dict[Any, Any]:
    """edge -> 0 or 1, cell without a clue -> its letter or "blank", of a solution."""
    puzzle, found = board.puzzle, dict[Any, Any]()
    for cells in brute_numberlink.paths(frozenset((edge.a, edge.b) for edge in board.drawn)):  # type: ignore[misc]
        (letter,) = {puzzle.letter[cell] for cell in cells & set(puzzle.letter)}  # type: ignore[arg-type,index]
        found |= dict.fromkeys(cells, letter)
    found = {element: found.get(element, "blank") for element in everything(puzzle) if isinstance(element, Cell)}
    return found | {edge: int(edge in board.drawn) for edge in puzzle.edges}
