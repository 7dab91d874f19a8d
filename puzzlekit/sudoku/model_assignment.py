"""The assignment model of Sudoku: x[cell, digit] is 1 if and only if the cell holds the digit.

Report, equations (3.1a), (3.1b), (3.1c), (3.1d), (3.1e), (3.1f), (3.1g), after Bartlett, Chartier, Langville and
Rankin (2008). The objective (3.1a) is 0, and (3.1g) is the variables' type.
"""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import SCIP_PARAMEMPHASIS, SCIP_PARAMSETTING, Model, quicksum

from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell
from puzzlekit.engines.scip import model_of
from puzzlekit.scip import BuiltModel, name
from puzzlekit.sudoku import rules
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.rules import units
from puzzlekit.sudoku.statement import problem

LARGE = 16  # the smallest size n of a large grid
BRIEF = {"presolving/maxrounds": 1, "constraints/setppc/presolpairwise": False, "timing/statistictiming": False}


def one_digit_per_cell(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1e) Each cell holds exactly one digit."""
    for cell in puzzle.cells:
        yield cell, quicksum(v.x[cell, digit] for digit in puzzle.digits) == 1


def digit_once_per_column(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1b) Each digit occurs exactly once in each column."""
    yield from _digit_once("column", puzzle, v)


def digit_once_per_row(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1c) Each digit occurs exactly once in each row."""
    yield from _digit_once("row", puzzle, v)


def digit_once_per_box(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1d) Each digit occurs exactly once in each box."""
    yield from _digit_once("box", puzzle, v)


def _digit_once(side: str, puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    for unit, cells in units(puzzle):
        if unit.side == side:
            for digit in puzzle.digits:
                yield (unit, digit), quicksum(v.x[cell, digit] for cell in cells) == 1


def keep_clues(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1f) The digit of each clue is in its cell: a constraint sets the variable to 1."""
    for cell, digit in puzzle.given.items():
        yield cell, v.x[cell, digit] == 1


FAMILIES = (one_digit_per_cell, digit_once_per_column, digit_once_per_row, digit_once_per_box, keep_clues)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return {(cell, digit): an expression that is 1 if the cell holds the digit, otherwise 0}."""
    return dict(v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the report's model (3.1) with these constraint families, by default with all of its families."""
    model = scip.new_model("sudoku")
    v = scip.variables(
        x={
            (cell, digit): model.addVar(name("x", cell, digit), vtype="B")
            for cell in puzzle.cells
            for digit in puzzle.digits
        }
    )
    built = BuiltModel(
        model,
        v,
        decode=partial(read, puzzle),
        decisions=v.x.values(),
        indicators=indicators(puzzle, v),
        display_names=rules.words(puzzle),
        clues=rules.clues(puzzle),
    )
    return built.add(families, puzzle)


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """Return the model (3.1) with variables only for the remaining candidates of cells that singles do not decide.

    Often singles decide every cell. The returned BuiltModel then has the solution instead of a model, and no solver is
    needed.
    """
    return model_of(problem(puzzle), partial(_tuned_model, puzzle.size), dict)


def read(puzzle: Puzzle, values: SimpleNamespace) -> Solution:
    """Return the grid for the values of the variables, `values.x[cell, digit]`."""
    held: dict[Cell, list[int]] = {}
    for (cell, digit), value in values.x.items():
        if value:
            held.setdefault(cell, []).append(digit)
    # without some constraint family, a cell can have no digit or several digits: then leave it empty
    return Solution.of(puzzle, {cell: digits[0] for cell, digits in held.items() if len(digits) == 1})


def _tuned_model(size: int) -> Model:
    """Return an empty model with settings for grids of n = `size` digits.

    On large grids, SCIP's constraint programming search without LPs is much faster than SCIP's default settings, and
    thorough presolving takes longer than the search (measured in data/results/).
    """
    model = scip.lightweight_model("sudoku")
    if size >= LARGE:
        model.setEmphasis(SCIP_PARAMEMPHASIS.CPSOLVER)
        model.setPresolve(SCIP_PARAMSETTING.FAST)
        model.setParams(BRIEF)
        model.hideOutput()  # an emphasis resets the output, too
    return model
