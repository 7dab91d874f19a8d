"""The rules of Sudoku as a checker, which shares no code with the models and judges their solutions.

Conflicts are told in its words for elements and clues.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from puzzlekit.core.errors import PuzzleError, validate_args
from puzzlekit.core.grid import Cell, Element, Label, Violation
from puzzlekit.sudoku.puzzle import SYMBOLS, Puzzle, Solution


@validate_args
def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    """Return the violations of the rules in a grid. The list is empty if and only if the grid solves the puzzle.

    Parameters
    ----------
    partial
        Whether the grid is not finished. If True, empty cells are not violations, so the list can be empty although the
        grid does not solve the puzzle.

    Returns
    -------
    list of Violation
        The attribute `rule` is the name of the violated constraint family; `where` is a tuple of cells.

    Raises
    ------
    PuzzleError
        If the boxes of grid and puzzle have different sizes.
    """
    if (solution.p, solution.q) != (puzzle.p, puzzle.q):
        found_box, expected = (f"{grid.p}x{grid.q}" for grid in (solution, puzzle))
        raise PuzzleError(f"found a board with boxes of {found_box}, expected {expected} as in the puzzle")
    filled = solution.filled
    found = [] if partial else list(_empty_cells(puzzle, filled))
    return [*found, *_repeated(puzzle, filled), *_changed_clues(puzzle, filled)]


def _empty_cells(puzzle: Puzzle, filled: Mapping[Cell, int]) -> Iterator[Violation]:
    for cell in puzzle.cells:
        if cell not in filled:
            yield Violation("one_digit_per_cell", (cell,), f"{cell} is empty")


def _repeated(puzzle: Puzzle, filled: Mapping[Cell, int]) -> list[Violation]:
    found = []
    for unit, cells in units(puzzle):
        held = [filled.get(cell) for cell in cells]
        for digit in sorted(digit for digit, count in Counter(held).items() if digit and count > 1):
            where = tuple(cell for cell, other in zip(cells, held, strict=True) if other == digit)
            times = "twice" if len(where) == 2 else f"in {len(where)} cells"
            message = f"{unit} holds the digit {SYMBOLS[digit]} {times}: {', '.join(map(str, where))}"
            found.append(Violation(f"digit_once_per_{unit.side}", where, message))
    return found


def _changed_clues(puzzle: Puzzle, filled: Mapping[Cell, int]) -> Iterator[Violation]:
    for cell, digit in puzzle.given.items():
        if cell in filled and filled[cell] != digit:
            message = f"{cell} holds {SYMBOLS[filled[cell]]}, but {SYMBOLS[digit]} is given"
            yield Violation("keep_clues", (cell,), message)


def units(puzzle: Puzzle) -> Iterator[tuple[Label, tuple[Cell, ...]]]:
    """Yield (label, cells) for each row, column and box. `Label("box", 0)` is the box in the upper left corner."""
    for side, groups in (("row", puzzle.rows), ("column", puzzle.columns), ("box", puzzle.boxes)):
        for index, cells in enumerate(groups):
            yield Label(side, index), cells


@validate_args
def clue_conflicts(puzzle: Puzzle) -> list[Violation]:
    """Return a violation for each digit that is a clue more than once in a row, column or box."""
    return _repeated(puzzle, puzzle.given)


@validate_args
def marks(puzzle: Puzzle, solution: Solution, broken: Sequence[Violation] | None = None) -> dict[Element, str]:
    """Return {cell: "wrong"} for cells in violations, and {label: "met"} for rows and columns with every digit once.

    `broken` is the result of `violations(..., partial=True)`; if None, it is computed.
    """
    broken = violations(puzzle, solution, partial=True) if broken is None else broken
    wrong = {cell for violation in broken for cell in violation.where}
    filled = solution.filled
    found: dict[Element, str] = dict.fromkeys(sorted(wrong), "wrong")
    for unit, cells in units(puzzle):
        if unit.side != "box" and len({filled[cell] for cell in cells if cell in filled}) == puzzle.size:
            found[unit] = "met"
    return found


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return {digit: its symbol}."""
    return {digit: SYMBOLS[digit] for digit in puzzle.digits}


def clues(puzzle: Puzzle) -> dict[tuple[str, Any], str]:
    """Return {("keep_clues", cell): the clue in words}."""
    return {("keep_clues", cell): f"{cell} is {SYMBOLS[digit]}" for cell, digit in puzzle.given.items()}
