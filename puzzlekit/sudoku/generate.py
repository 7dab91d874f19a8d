"""A generator of Sudoku: a random full grid, from which clues are removed one by one."""

import random
from collections.abc import Callable, Sequence

from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import PuzzleError, validate_int
from puzzlekit.core.grid import Cell
from puzzlekit.engines.uniqueness import UniquenessChecker
from puzzlekit.sudoku.deduce import CandidateGrid, indices, refuted
from puzzlekit.sudoku.puzzle import MAX_SIZE, Puzzle, Solution, geometry
from puzzlekit.sudoku.solve import API, ENGINES, solutions
from puzzlekit.sudoku.unavoidable import Completions


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
    """Return a random puzzle with boxes of p rows and q columns.

    Parameters
    ----------
    seed
        The random seed. The same seed gives the same puzzle.
    clues
        The number of clues to keep. Clues are removed until this number is left, or until every clue is needed (at
        about 24 clues on 9x9). With `unique=False` the puzzle has exactly this number of clues.
    unique
        Whether the puzzle must have only one solution.
    engine
        The name in `ENGINES` of the engine that tests uniqueness. Default: "cadical", or SCIP if CaDiCaL is not
        installed. All engines give the same puzzle.
    time_limit
        In seconds; None for no limit. A large puzzle with a unique solution can take very long.

    Raises
    ------
    PuzzleError
        If the engine is unknown, or `p`, `q` or `clues` is out of range.
    TimeLimitReached
        If the time limit ends the generation.

    Examples
    --------
    >>> len(generate(2, 2, seed=1, clues=6).given)
    6
    """
    p, q = validate_int(p, "p", 1, MAX_SIZE), validate_int(q, "q", 1, MAX_SIZE)
    if not 2 <= p * q <= MAX_SIZE:
        raise PuzzleError(f"found boxes of {p} x {q} cells, expected 2 to {MAX_SIZE} cells in a box")
    clues = validate_int(clues, "clues", 0, (p * q) ** 2)
    engine = "cadical" if engine is None and API.judge == "CaDiCaL" else engine
    judge = UniquenessChecker(solutions, ENGINES, engine, Deadline(time_limit, "no puzzle generated"))
    rng = random.Random(validate_int(seed, "seed", 0))
    grid = full_grid(p, q, rng)
    rng.shuffle(order := list(grid))
    alone = _alone(_puzzle(grid, p, q), judge) if unique else None
    for cell in order:
        if len(grid) <= clues:
            break
        fewer = {other: digit for other, digit in grid.items() if other != cell}
        if alone is None or alone(_puzzle(fewer, p, q)):
            grid = fewer
    return _puzzle(grid, p, q)


def _alone(full: Puzzle, judge: UniquenessChecker) -> Callable[[Puzzle], bool]:
    """Return a function that tests whether a puzzle's only solution is the full grid.

    `full` has every digit of the grid as a clue. With "cadical", one solver serves all tests.
    """
    completions = Completions(Solution(full.clues, full.p, full.q)) if judge.engine == "cadical" else None

    def alone(puzzle: Puzzle) -> bool:
        judge.deadline.remaining()  # raises TimeLimitReached
        pencil = CandidateGrid(puzzle)
        refuted(pencil)
        singles = pencil.decided
        if len(singles) == len(puzzle.cells):
            return True
        if completions:
            return not completions.differing(singles)
        return len(judge.two(_puzzle(singles, puzzle.p, puzzle.q))) == 1

    return alone


def _puzzle(grid: dict[Cell, int], p: int, q: int) -> Puzzle:
    return Puzzle(tuple(tuple(grid.get(Cell(i, j), 0) for j in range(p * q)) for i in range(p * q)), p, q)


def full_grid(p: int, q: int, rng: random.Random) -> dict[Cell, int]:
    """Return a random full grid as {cell: digit}. A cyclic pattern is shuffled and then changed along Kempe chains."""
    n = p * q
    rows, columns = _shuffled(n, p, rng), _shuffled(n, q, rng)
    symbols = rng.sample(range(1, n + 1), n)
    grid = [symbols[(q * (a % p) + a // p + b) % n] for a in rows for b in columns]
    peers, _ = indices(p, q)
    for _ in range(4 * n * n):
        _kempe_change(grid, peers, rng)
    return dict(zip(geometry(p, q).cells, grid, strict=True))


def _shuffled(n: int, size: int, rng: random.Random) -> list[int]:
    """Return 0, ..., n - 1 in a random order: blocks of `size` consecutive numbers stay together. The blocks, and the
    numbers inside each block, are shuffled."""
    blocks = [list(range(start, start + size)) for start in range(0, n, size)]
    rng.shuffle(blocks)
    return [index for block in blocks for index in rng.sample(block, size)]


def _kempe_change(grid: list[int], peers: Sequence[Sequence[int]], rng: random.Random) -> None:
    """Swap two random digits along a Kempe chain of the grid, in place. The grid still satisfies the rules.

    A Kempe chain for two digits is a connected component of the cells that hold one of the two digits. Two such cells
    are adjacent if they are peers.
    """
    start = rng.choice(range(len(grid)))
    one, other = grid[start], rng.randint(1, max(grid))
    if one == other:
        return
    chain, frontier = {start}, [start]
    while frontier:
        for cell in peers[frontier.pop()]:
            if grid[cell] in (one, other) and cell not in chain:
                chain.add(cell)
                frontier.append(cell)
    for cell in chain:
        grid[cell] = other if grid[cell] == one else one
