"""Sudoku of our own: a random full grid, from which clues are taken away one by one."""

import random
from collections.abc import Callable

from puzzlekit.clock import Deadline
from puzzlekit.errors import PuzzleError, whole
from puzzlekit.generating import Judge
from puzzlekit.grid import Cell
from puzzlekit.sudoku.deduce import Pencil, refuted
from puzzlekit.sudoku.puzzle import MAX_SIZE, Puzzle, geometry
from puzzlekit.sudoku.solve import PEERS, solutions


def generate(
    p: int = 3,
    q: int = 3,
    *,
    seed: int,
    clues: int = 0,
    unique: bool = True,
    engine: str | None = None,
    time_limit: float | None = None,
) -> Puzzle:
    """A random puzzle with boxes of p rows and q columns.

    Parameters
    ----------
    seed
        The same seed gives the same puzzle.
    clues
        Stop at this many clues; it ends earlier where no clue can be spared (about 24 clues on 9x9). With
        `unique=False` there are exactly as many, whatever the number of solutions.
    unique
        Keep one solution only.
    engine
        A name in `PEERS` that judges uniqueness; without it SCIP does. The answer is the same, large grids come sooner.
    time_limit
        In seconds; making a large puzzle with one solution may take for ever.

    Raises
    ------
    PuzzleError
        If there is no such engine, or the numbers make no grid.
    TimeLimitReached

    Examples
    --------
    >>> len(generate(2, 2, seed=1, clues=6).given)
    6
    """
    p, q, clues = whole(p, "p", 1, MAX_SIZE), whole(q, "q", 1, MAX_SIZE), whole(clues, "clues", 0)
    if not 2 <= p * q <= MAX_SIZE:
        raise PuzzleError(f"found boxes of {p} x {q} cells, expected 2 to {MAX_SIZE} cells in a box")
    judge = Judge(solutions, PEERS, engine, Deadline(time_limit))
    rng = random.Random(whole(seed, "seed", 0))
    grid = full_grid(p, q, rng)
    rng.shuffle(order := list(grid))
    for cell in order:
        if len(grid) <= clues:
            break
        fewer = {other: digit for other, digit in grid.items() if other != cell}
        if not unique or _one_solution(_puzzle(fewer, p, q), judge):
            grid = fewer
    return _puzzle(grid, p, q)


def _one_solution(puzzle: Puzzle, judge: Judge) -> bool:
    if judge.engine is None:
        return len(judge.two(puzzle)) == 1
    pencil = Pencil(puzzle)
    refuted(pencil)
    singles = pencil.decided
    if len(singles) == len(puzzle.cells):
        return True
    return len(judge.two(_puzzle(singles, puzzle.p, puzzle.q))) == 1


def _puzzle(grid: dict[Cell, int], p: int, q: int) -> Puzzle:
    return Puzzle(tuple(tuple(grid.get(Cell(i, j), 0) for j in range(p * q)) for i in range(p * q)), p, q)


def full_grid(p: int, q: int, rng: random.Random) -> dict[Cell, int]:
    """A random full grid: the cyclic pattern, shuffled, then changed along many Kempe chains."""
    n = p * q
    rows, columns = _shuffled(n, p, rng), _shuffled(n, q, rng)
    digits = rng.sample(range(1, n + 1), n)
    grid = {
        Cell(i, j): digits[(q * (a % p) + a // p + b) % n] for i, a in enumerate(rows) for j, b in enumerate(columns)
    }
    for _ in range(4 * n * n):
        _kempe_change(grid, geometry(p, q).peers.__getitem__, rng)
    return grid


def _shuffled(n: int, size: int, rng: random.Random) -> list[int]:
    """The numbers below n with blocks of this size shuffled, and each block in itself."""
    blocks = [list(range(start, start + size)) for start in range(0, n, size)]
    rng.shuffle(blocks)
    return [index for block in blocks for index in rng.sample(block, size)]


def _kempe_change(grid: dict[Cell, int], peers: Callable[[Cell], tuple[Cell, ...]], rng: random.Random) -> None:
    """Swap two digits on one connected set of cells that hold them. The grid stays right: no cell outside sees them."""
    start, other = rng.choice(list(grid)), rng.randint(1, max(grid.values()))
    pair = {grid[start], other}
    chain, frontier = {start}, [start]
    while frontier:
        for cell in peers(frontier.pop()):
            if grid[cell] in pair and cell not in chain:
                chain.add(cell)
                frontier.append(cell)
    if len(pair) == 2:
        for cell in chain:
            (grid[cell],) = pair - {grid[cell]}
