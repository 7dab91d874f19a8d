"""Second engine: Sudoku by Google OR-Tools' CP-SAT, with booleans or with AllDifferent constraints.

They state the puzzle as it is, and so know nothing of our deduction.
"""

from typing import Any

from puzzlekit.engines.cp_sat import stated_by
from puzzlekit.engines.rounds import Forbid, Read
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.rules import units


@stated_by(Puzzle)
def cp_sat_plain(puzzle: Puzzle, model: Any) -> tuple[Read, Forbid]:
    """The assignment model (3.1) as it stands, with ExactlyOne constraints and CP-SAT's own settings."""
    given = puzzle.given
    x = {(cell, digit): model.new_bool_var("") for cell in puzzle.cells for digit in puzzle.digits}
    for cell in puzzle.cells:
        model.add_exactly_one(x[cell, digit] for digit in puzzle.digits)
    for _, cells in units(puzzle):
        for digit in puzzle.digits:
            model.add_exactly_one(x[cell, digit] for cell in cells)
    for item in given.items():
        model.add(x[item] == 1)

    def read(solver: Any) -> Solution:
        return Solution.of(puzzle, dict(item for item, variable in x.items() if solver.boolean_value(variable)))

    def forbid(solver: Any) -> None:
        ones = [item for item, variable in x.items() if solver.boolean_value(variable)]
        model.add_bool_or(~x[cell, digit] for cell, digit in ones if cell not in given)

    return read, forbid


@stated_by(Puzzle)
def cp_sat_all_different(puzzle: Puzzle, model: Any) -> tuple[Read, Forbid]:
    """One integer variable for each cell and AllDifferent for each row, column and box. See `EngineResult`."""
    given = puzzle.given
    x = {
        cell: model.new_constant(given[cell]) if cell in given else model.new_int_var(1, puzzle.size, "")
        for cell in puzzle.cells
    }
    for _, cells in units(puzzle):
        model.add_all_different(x[cell] for cell in cells)

    def read(solver: Any) -> Solution:
        return Solution.of(puzzle, {cell: solver.value(variable) for cell, variable in x.items()})

    def forbid(solver: Any) -> None:
        differs = {cell: model.new_bool_var("") for cell in x if cell not in given}
        for cell, literal in differs.items():
            model.add(x[cell] != solver.value(x[cell])).only_enforce_if(literal)
        model.add_bool_or(differs.values())

    return read, forbid
