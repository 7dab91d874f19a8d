"""The assignment model of Sudoku: x[cell, digit] is 1 if the cell holds the digit.

Report, equations (3.1a)-(3.1g), after Bartlett, Chartier, Langville and Rankin (2008). The objective (3.1a) is 0, and
(3.1g) is the variables' type.
"""

from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from pyscipopt import SCIP_PARAMEMPHASIS, SCIP_PARAMSETTING, Model, quicksum

from puzzlekit import scip
from puzzlekit.errors import takes
from puzzlekit.grid import Cell
from puzzlekit.scip import Bounds, BuiltModel, name
from puzzlekit.sudoku.deduce import Pencil, refuted
from puzzlekit.sudoku.puzzle import SYMBOLS, Puzzle, Solution
from puzzlekit.sudoku.rules import units

LARGE = 16  # the size from which on a grid is large


def one_digit_per_cell(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1e) Each cell holds exactly one digit."""
    for cell in puzzle.cells:
        yield cell, quicksum(v.x[cell, digit] for digit in puzzle.digits) == 1


def digit_once_per_column(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1b) Each digit stands once in each column."""
    yield from _digit_once("column", puzzle, v)


def digit_once_per_row(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1c) Each digit stands once in each row."""
    yield from _digit_once("row", puzzle, v)


def digit_once_per_box(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1d) Each digit stands once in each box."""
    yield from _digit_once("box", puzzle, v)


def _digit_once(side: str, puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    for unit, cells in units(puzzle):
        if unit.side == side:
            for digit in puzzle.digits:
                yield (unit, digit), quicksum(v.x[cell, digit] for cell in cells) == 1


def keep_clues(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1f) Each clue stands in its cell, as a row."""
    for cell, digit in puzzle.given.items():
        yield cell, v.x[cell, digit] == 1


def clues_as_bounds(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1f) Each clue stands in its cell, as the lower bound of a variable; instead of `keep_clues`."""
    for cell, digit in puzzle.given.items():
        yield cell, Bounds(v.x[cell, digit], 1, 1)


FAMILIES = (one_digit_per_cell, digit_once_per_column, digit_once_per_row, digit_once_per_box, keep_clues)


def statements(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(cell, digit) -> an expression that is 1 where the cell holds the digit."""
    return dict(v.x)


@takes(Puzzle)
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model of the report, (3.1)."""
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
        read=_reader(puzzle, {}),
        decisions=v.x.values(),
        statements=statements(puzzle, v),
        said={digit: SYMBOLS[digit] for digit in puzzle.digits},
        clues={("keep_clues", cell): f"{cell} is {SYMBOLS[digit]}" for cell, digit in puzzle.given.items()},
    )
    return built.add(families, puzzle)


@takes(Puzzle)
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """The same model with variables only for what singles leave open, (3.1) otherwise.

    Often nothing is left open; then there is no model, and no solver is needed.
    """
    pencil = Pencil(puzzle)
    reason, decided, left = refuted(pencil), pencil.decided, pencil.open
    read = _reader(puzzle, decided)
    if reason or not left:
        return BuiltModel(None, scip.variables(x={}), read=read, statements=_certain(decided), refuted=reason)
    model = _tuned_model(puzzle.size)
    open_items = [(cell, digit) for cell, digits in left.items() for digit in digits]
    v = scip.variables(x={item: model.addVar(name("x", *item), vtype="B") for item in open_items})
    built = BuiltModel(
        model,
        v,
        read=read,
        decisions=v.x.values(),
        statements=statements(puzzle, v) | _certain(decided),
        no_good=lambda values: _differ_in_four(v, values),
    )
    return built.add((one_open_digit_per_cell, open_digit_once_per_unit), puzzle)


def one_open_digit_per_cell(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1e) for the cells that singles leave open, over the digits left in them."""
    left: dict[Any, list] = {}
    for (cell, _), x in v.x.items():
        left.setdefault(cell, []).append(x)
    for cell, terms in left.items():
        yield cell, quicksum(terms) == 1


def open_digit_once_per_unit(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3.1b)-(3.1d) for the digits that singles leave open in a row, column or box."""
    for unit, cells in units(puzzle):
        for digit in puzzle.digits:
            terms = [v.x[cell, digit] for cell in cells if (cell, digit) in v.x]
            if terms:
                yield (unit.side, unit, digit), quicksum(terms) == 1


def _reader(puzzle: Puzzle, decided: Mapping[Cell, int]) -> Callable[[SimpleNamespace], Solution]:
    def read(values: SimpleNamespace) -> Solution:
        held: dict[Cell, list[int]] = {}
        for (cell, digit), value in values.x.items():
            if value:
                held.setdefault(cell, []).append(digit)
        # a family may have been left out: a cell that holds no digit or several stays empty
        return Solution.of(
            puzzle, {**decided, **{cell: digits[0] for cell, digits in held.items() if len(digits) == 1}}
        )

    return read


def _certain(decided: Mapping[Cell, int]) -> dict[tuple, Any]:
    return dict.fromkeys(decided.items(), 1)


def _differ_in_four(v: SimpleNamespace, values: SimpleNamespace) -> Any:
    """A no-good row. A digit that moves has to move in two rows and two columns, so grids differ in four cells."""
    ones = [x for key, x in v.x.items() if values.x[key]]
    return quicksum(ones) <= len(ones) - 4


def _tuned_model(size: int) -> Model:
    """Large grids are logic more than numbers: SCIP's search of constraint programming, with LPs off, beats its default
    by far, and thorough presolving costs more than the search (measured on our own puzzles, see data/results/)."""
    model = scip.new_model("sudoku")
    if size >= LARGE:
        model.setEmphasis(SCIP_PARAMEMPHASIS.CPSOLVER)
        model.setPresolve(SCIP_PARAMSETTING.FAST)
        model.hideOutput()  # an emphasis resets the output, too
    return model
