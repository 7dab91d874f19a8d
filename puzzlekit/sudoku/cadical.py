"""Third engine: Sudoku by the SAT solver CaDiCaL, through PySAT, which is imported when the peer is called."""

from collections.abc import Iterator
from itertools import combinations

from puzzlekit.clock import Stopwatch
from puzzlekit.errors import takes
from puzzlekit.grid import Cell
from puzzlekit.peers import PeerResult, check_request
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.rules import units


@takes(Puzzle)
def cadical(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """The assignment model (3.1) as clauses. See `PeerResult` for what it answers.

    The time limit is looked at between two solutions only: CaDiCaL cannot be interrupted from Python.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    from pysat.solvers import Cadical195

    check_request(limit, time_limit, workers, threads=1)
    watch = Stopwatch()
    items = [(cell, digit) for cell in puzzle.cells for digit in puzzle.digits]
    number = {item: index for index, item in enumerate(items, start=1)}
    found: list[Solution] = []
    with Cadical195(bootstrap_with=_clauses(puzzle, number)) as solver:
        watch.lap()
        while watch.left(time_limit) != 0.0:
            satisfiable = solver.solve()
            if not found:
                watch.lap()
            status = "solved" if satisfiable or found else "infeasible"
            if satisfiable:
                filled = dict(items[literal - 1] for literal in solver.get_model() if literal > 0)
                found.append(Solution.of(puzzle, filled))
                solver.add_clause([-number[item] for item in filled.items()])
            if not satisfiable or len(found) == limit:
                break
        else:
            status = "unknown"
        return PeerResult(status, tuple(sorted(found, key=str)), *watch.seconds())


def _clauses(puzzle: Puzzle, number: dict[tuple[Cell, int], int]) -> Iterator[list[int]]:
    groups = [[number[cell, digit] for digit in puzzle.digits] for cell in puzzle.cells]
    groups += [[number[cell, digit] for cell in cells] for _, cells in units(puzzle) for digit in puzzle.digits]
    for group in groups:
        yield group
        yield from ([-a, -b] for a, b in combinations(group, 2))
    for item in puzzle.given.items():
        yield [number[item]]
