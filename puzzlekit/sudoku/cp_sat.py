"""Two models of Sudoku for Google OR-Tools' CP-SAT: with boolean variables, or with AllDifferent constraints.

Both state the whole puzzle, without prior deduction.
"""

from functools import partial
from typing import Any

from puzzlekit.engines.cp_sat import chosen, stated_by, valued
from puzzlekit.engines.rounds import Forbid, Read
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.rules import units


@stated_by(Puzzle)
def cp_sat_plain(puzzle: Puzzle, model: Any) -> tuple[Read, Forbid]:
    """Add the assignment model (3.1) to a CpModel, with ExactlyOne constraints. Return (read, forbid), see
    `stated_by`."""
    given = puzzle.given
    x = {(cell, digit): model.new_bool_var("") for cell in puzzle.cells for digit in puzzle.digits}
    for cell in puzzle.cells:
        model.add_exactly_one(x[cell, digit] for digit in puzzle.digits)
    for _, cells in units(puzzle):
        for digit in puzzle.digits:
            model.add_exactly_one(x[cell, digit] for cell in cells)
    for item in given.items():
        model.add(x[item] == 1)

    return chosen(model, x, lambda ones: Solution.of(puzzle, dict(ones)), given.items())


@stated_by(Puzzle)
def cp_sat_all_different(puzzle: Puzzle, model: Any) -> tuple[Read, Forbid]:
    """Add one integer variable for each cell to a CpModel, and AllDifferent constraints for rows, columns and boxes.
    Return (read, forbid), see `stated_by`."""
    given = puzzle.given
    x = {
        cell: model.new_constant(given[cell]) if cell in given else model.new_int_var(1, puzzle.size, "")
        for cell in puzzle.cells
    }
    for _, cells in units(puzzle):
        model.add_all_different(x[cell] for cell in cells)

    return valued(model, x, partial(Solution.of, puzzle), given)
