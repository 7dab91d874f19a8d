"""How proofs speak of Sudoku: the rows of its model, what a step is called, and the clues."""

from collections.abc import Iterable
from itertools import product
from typing import Any

from puzzlekit.scip import AtAGlance, LinearConstraint, StepConstraints, Wording
from puzzlekit.sudoku.puzzle import SYMBOLS, Puzzle

_UNIT = Wording(
    at_least="{0} | needs | a {1}",
    at_most="{0} | holds at most | one {1}",
    satisfied="{0} | has its | {1}",
    only="in {0} the {1} must be in {at}",
    name="a hidden single",
    broken=("{0} | would have no place for | a {1}", "{0} | would have two | {1}s"),
)
ASSIGNMENT = {
    "one_digit_per_cell": Wording(
        at_least="{0} | needs a digit",
        at_most="{0} | holds at most one digit",
        satisfied="{0} | is filled",
        only="{0} | can only be {state}",
        name="a naked single",
        broken=("{0} | would have no digit left", "{0} | would have two digits"),
    ),
    "digit_once_per_column": _UNIT,
    "digit_once_per_row": _UNIT,
    "digit_once_per_box": _UNIT,
    "keep_clues": Wording("{0} | is given", "{0} | is given"),
    "clues_as_bounds": Wording("{0} | is given", "{0} | is given"),
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


def technique(pattern: StepConstraints) -> str:
    """What a step is called by those who do Sudoku."""
    for row in (*pattern.at_least, *pattern.satisfied):
        if kind := _last(pattern, row):
            return AtAGlance(f"the last empty cell of its {kind}", f"all other cells of {row.index[0]} are filled")
    asks, room = (tuple(str(row.family) for row in rows) for rows in (pattern.before, pattern.at_most))
    return TECHNIQUES.get((asks, room), "")


def _last(pattern: StepConstraints, row: LinearConstraint) -> str:
    """The kind of unit that a row is about, if the step fills its last empty cell."""
    *_, kind = str(row.family).split("_")
    keys: Iterable[Any] = row.coefficients  # each is a group of variables, and a cell with a digit
    cell, cells = pattern.claim.index[0], {own for _, (own, _) in keys}
    alone = pattern.claim.lower is not None and cells & {cell, *pattern.settled} == cells != {cell}
    return kind if alone and cell in cells else ""


def words(puzzle: Puzzle) -> dict[Any, str]:
    """digit -> its symbol."""
    return {digit: SYMBOLS[digit] for digit in puzzle.digits}


def clues(puzzle: Puzzle) -> dict[tuple[str, Any], str]:
    """(family, cell) -> the clue in words."""
    return {("keep_clues", cell): f"{cell} is {SYMBOLS[digit]}" for cell, digit in puzzle.given.items()}
