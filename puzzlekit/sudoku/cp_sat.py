"""Second engine: Sudoku by Google OR-Tools' CP-SAT, with booleans or with AllDifferent constraints.

ortools is imported when a peer is called, for it is not needed to use the course.
"""

import math
from collections.abc import Callable
from typing import Any

from puzzlekit.peer import PeerResult, Stopwatch
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.rules import units


def cp_sat(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """The assignment model (3.1) in CP-SAT, with ExactlyOne constraints. See `PeerResult` for what it answers."""
    return _solve(_booleans, puzzle, limit, time_limit, workers)


def cp_sat_all_different(
    puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1
) -> PeerResult:
    """One integer variable for each cell and AllDifferent for each row, column and box. See `PeerResult`."""
    return _solve(_integers, puzzle, limit, time_limit, workers)


def _booleans(puzzle: Puzzle, model: Any) -> tuple[Callable, Callable]:
    given = puzzle.given
    x = {(cell, digit): model.new_bool_var("") for cell in puzzle.cells for digit in puzzle.digits}
    for cell in puzzle.cells:
        model.add_exactly_one(x[cell, digit] for digit in puzzle.digits)
    for _, cells in units(puzzle):
        for digit in puzzle.digits:
            model.add_exactly_one(x[cell, digit] for cell in cells)
    for item in given.items():
        model.add(x[item] == 1)

    def read(solver: Any) -> dict:
        return {cell: digit for (cell, digit), variable in x.items() if solver.boolean_value(variable)}

    def forbid(filled: dict) -> None:
        model.add_bool_or(~x[item] for item in filled.items() if item[0] not in given)

    return read, forbid


def _integers(puzzle: Puzzle, model: Any) -> tuple[Callable, Callable]:
    given = puzzle.given
    x = {
        cell: model.new_constant(given[cell]) if cell in given else model.new_int_var(1, puzzle.size, "")
        for cell in puzzle.cells
    }
    for _, cells in units(puzzle):
        model.add_all_different(x[cell] for cell in cells)

    def read(solver: Any) -> dict:
        return {cell: solver.value(variable) for cell, variable in x.items()}

    def forbid(filled: dict) -> None:
        differs = [model.new_bool_var("") for cell in filled if cell not in given]
        for literal, cell in zip(differs, (cell for cell in filled if cell not in given), strict=True):
            model.add(x[cell] != filled[cell]).only_enforce_if(literal)
        model.add_bool_or(differs)

    return read, forbid


def _solve(build: Callable, puzzle: Puzzle, limit: int, time_limit: float | None, workers: int) -> PeerResult:
    from ortools.sat.python import cp_model

    watch = Stopwatch()
    model = cp_model.CpModel()
    read, forbid = build(puzzle, model)
    watch.lap()
    found: list[Solution] = []
    while True:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = workers
        left = watch.left(time_limit)
        solver.parameters.max_time_in_seconds = math.inf if left is None else left
        answer = solver.solve(model)
        if not found:
            watch.lap()
        status = {cp_model.OPTIMAL: "solved", cp_model.INFEASIBLE: "solved" if found else "infeasible"}.get(
            answer, "unknown"
        )
        if answer == cp_model.OPTIMAL:
            filled = read(solver)
            found.append(Solution.of(puzzle, filled))
            forbid(filled)
        if answer != cp_model.OPTIMAL or len(found) == limit:
            return PeerResult(status, tuple(sorted(found, key=str)), *watch.seconds())
