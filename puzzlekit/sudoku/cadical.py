"""Third engine: Sudoku by the SAT solver CaDiCaL."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from puzzlekit.errors import takes
from puzzlekit.grid import Cell
from puzzlekit.peers import PeerResult
from puzzlekit.peers.cadical import Forbid, Read, answer
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.rules import units


@takes(Puzzle)
def cadical(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """The assignment model (3.1) as clauses. See `PeerResult` for what it answers.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    return answer(lambda solver: _clauses(puzzle, solver), limit, time_limit=time_limit, workers=workers)


def _clauses(puzzle: Puzzle, solver: Any) -> tuple[Read, Forbid]:
    items = [(cell, digit) for cell in puzzle.cells for digit in puzzle.digits]
    solver.append_formula(_digits(puzzle, {item: index for index, item in enumerate(items, start=1)}))

    def read(true: set[int]) -> Solution:
        return Solution.of(puzzle, dict(items[literal - 1] for literal in true))

    def forbid(true: set[int]) -> None:
        solver.add_clause([-literal for literal in true])

    return read, forbid


def _digits(puzzle: Puzzle, number: dict[tuple[Cell, int], int]) -> Iterator[list[int]]:
    groups = [[number[cell, digit] for digit in puzzle.digits] for cell in puzzle.cells]
    groups += [[number[cell, digit] for cell in cells] for _, cells in units(puzzle) for digit in puzzle.digits]
    for group in groups:
        yield group
        yield from ([-a, -b] for a, b in combinations(group, 2))
    for item in puzzle.given.items():
        yield [number[item]]
