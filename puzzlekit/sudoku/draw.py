"""Pictures of Sudoku."""

from collections.abc import Mapping

from matplotlib.axes import Axes

from puzzlekit import drawing
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell, Element, LPValues
from puzzlekit.sudoku.puzzle import SYMBOLS, Puzzle, Solution


@drawing.styled
@validate_args
def draw(
    puzzle: Puzzle,
    solution: Solution | None = None,
    *,
    fractions: LPValues | None = None,
    marks: Mapping[Element, str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The puzzle, with a solution's digits in blue, or with LP values.

    Parameters
    ----------
    fractions
        `{(cell, digit): value}`: 1 is drawn as an answer; of the digits that share a cell each stands small in its
        own place, the more solid the larger its value.
    marks
        `{element: mark}`, from `marks`.
    """
    n = puzzle.size
    ax = drawing.board_axes(n, n, ax)
    for cell in puzzle.given:
        drawing.shade(ax, cell.column, cell.row)
    drawing.grid_lines(ax, n, n, every=(puzzle.p, puzzle.q))
    filled = solution.filled if solution else {}
    for cell, digit in puzzle.given.items():
        _digit(ax, cell, digit, given=True, aside=filled.get(cell, digit) != digit)
    for cell, digit in filled.items():
        if puzzle.given.get(cell) != digit:
            _digit(ax, cell, digit)
    _fractions(ax, puzzle, fractions or {})
    drawing.mark_cells(ax, marks or {})
    drawing.mark_labels(ax, marks or {})
    return ax


def _digit(ax: Axes, cell: Cell, digit: int, *, given: bool = False, aside: bool = False) -> None:
    """A digit in the middle of its cell; a clue that the solution overrules stands aside, small in its corner."""
    x, y, share = (0.17, 0.2, 0.2) if aside else (0.5, 0.5, 0.56)
    drawing.symbol(ax, cell.column + x, cell.row + y, SYMBOLS[digit], given=given, share=share)


def _fractions(ax: Axes, puzzle: Puzzle, fractions: LPValues) -> None:
    for (cell, digit), value in fractions.items():
        if cell in puzzle.given or value < drawing.NONE:
            continue
        if value > drawing.SURE:
            _digit(ax, cell, digit)
            continue
        row, column = divmod(digit - 1, puzzle.q)  # digits lie in a cell as cells lie in a box
        wide, tall = 1 / puzzle.q, 1 / puzzle.p
        x, y = cell.column + wide * (column + 0.5), cell.row + tall * (row + 0.5)
        drawing.shade(ax, x - wide / 2, y - tall / 2, colour=drawing.BLUE, alpha=0.5 * value, size=min(wide, tall))
        drawing.symbol(ax, x, y, SYMBOLS[digit], share=0.72 * min(wide, tall), color=drawing.INK)
