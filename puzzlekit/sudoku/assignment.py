"""The assignment model of Sudoku: x[cell, digit] is 1 if the cell holds the digit.

Report, equations (3.1a)-(3.1g), after Bartlett, Chartier, Langville and Rankin (2008). The objective (3.1a) is 0, and
(3.1g) is the variables' type.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from types import SimpleNamespace
from typing import Any

from pyscipopt import SCIP_PARAMEMPHASIS, SCIP_PARAMSETTING, Model, quicksum

from puzzlekit import scip
from puzzlekit.engines.scip import model_of
from puzzlekit.errors import takes
from puzzlekit.grid import Cell
from puzzlekit.scip import Bounds, BuiltModel, Pattern, Phrases, name
from puzzlekit.sudoku.puzzle import SYMBOLS, Puzzle, Solution
from puzzlekit.sudoku.rules import units
from puzzlekit.sudoku.statement import problem

LARGE = 16  # the size from which on a grid is large
BRIEF = {"presolving/maxrounds": 1, "constraints/setppc/presolpairwise": False, "timing/statistictiming": False}


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

_UNIT = Phrases(
    asks="{0} | needs | a {1}",
    room="{0} | has room for | one {1}",
    has="{0} | has its | {1}",
    only="in {0} the {1} can only stand in {at}",
    name="a hidden single",
)
PHRASES = {
    "one_digit_per_cell": Phrases(
        asks="{0} | needs a digit",
        room="{0} | has room for one digit",
        has="{0} | is filled",
        only="{0} | can only be {state}",
        name="a naked single",
    ),
    "digit_once_per_column": _UNIT,
    "digit_once_per_row": _UNIT,
    "digit_once_per_box": _UNIT,
    "keep_clues": Phrases("{0} | is given", "{0} | is given"),
    "clues_as_bounds": Phrases("{0} | is given", "{0} | is given"),
}


_LINES, _BOX, _CELL = ("digit_once_per_row", "digit_once_per_column"), "digit_once_per_box", "one_digit_per_cell"
_SEVERAL = [(own, name) for k, name in ((2, "pair"), (3, "triple")) for own in product((*_LINES, _BOX), repeat=k)]
TECHNIQUES: dict[tuple[tuple[str, ...], tuple[str, ...]], str] = {  # what asks, what has room
    **{((_BOX,), (line,)): "locked candidates" for line in _LINES},
    **{((line,), (_BOX,)): "locked candidates" for line in _LINES},
    **{((line,) * 2, (other,) * 2): "an X-wing" for line, other in (_LINES, _LINES[::-1])},
    **{((line,) * 3, (other,) * 3): "a swordfish" for line, other in (_LINES, _LINES[::-1])},
    **{((_CELL,) * len(own), own): f"a naked {name}" for own, name in _SEVERAL},
    **{(own, (_CELL,) * len(own)): f"a hidden {name}" for own, name in _SEVERAL},
}


def technique(pattern: Pattern) -> str:
    """What a step is called by those who do Sudoku."""
    asks, room = (tuple(str(row.family) for row in rows) for rows in (pattern.before, pattern.room))
    return TECHNIQUES.get((asks, room), "")


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
        read=_reader(puzzle),
        decisions=v.x.values(),
        statements=statements(puzzle, v),
        phrases=PHRASES,
        technique=technique,
        said={digit: SYMBOLS[digit] for digit in puzzle.digits},
        clues={("keep_clues", cell): f"{cell} is {SYMBOLS[digit]}" for cell, digit in puzzle.given.items()},
    )
    return built.add(families, puzzle)


@takes(Puzzle)
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """The same model with variables only for what singles leave open, (3.1) otherwise.

    Often nothing is left open; then there is no model, and no solver is needed.
    """
    return model_of(problem(puzzle), partial(_tuned_model, puzzle.size), dict)


def _reader(puzzle: Puzzle) -> Callable[[SimpleNamespace], Solution]:
    def read(values: SimpleNamespace) -> Solution:
        held: dict[Cell, list[int]] = {}
        for (cell, digit), value in values.x.items():
            if value:
                held.setdefault(cell, []).append(digit)
        # a family may have been left out: a cell that holds no digit or several stays empty
        return Solution.of(puzzle, {cell: digits[0] for cell, digits in held.items() if len(digits) == 1})

    return read


def _tuned_model(size: int) -> Model:
    """Large grids are logic more than numbers: SCIP's search of constraint programming, with LPs off, beats its default
    by far, and thorough presolving costs more than the search (measured on our own puzzles, see data/results/)."""
    model = scip.lean_model("sudoku")
    if size >= LARGE:
        model.setEmphasis(SCIP_PARAMEMPHASIS.CPSOLVER)
        model.setPresolve(SCIP_PARAMSETTING.FAST)
        model.setParams(BRIEF)
        model.hideOutput()  # an emphasis resets the output, too
    return model
