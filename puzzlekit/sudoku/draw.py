"""Pictures of Sudoku."""

from collections.abc import Mapping

from matplotlib.axes import Axes

from puzzlekit import drawing
from puzzlekit.board.draw import draw_board
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Element, LPValues
from puzzlekit.sudoku.play import ADAPTER
from puzzlekit.sudoku.puzzle import Puzzle, Solution


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
    """Draw the puzzle. Optionally, draw a solution's digits in blue, LP values, or marks. Return the axes.

    Parameters
    ----------
    fractions
        `{(cell, digit): value}` from an LP solution. A digit with value 1 is drawn like a solution's digit. Digits with
        smaller values are drawn small, each in its own place in the cell; a smaller value is paler.
    marks
        `{element: mark}`, as returned by the function `marks`.
    ax
        The axes to draw on. If None, a new figure is made.
    """
    state = ADAPTER.write(puzzle, solution)
    return draw_board(ADAPTER.sheet(puzzle), state, fractions=fractions, marks=marks, ax=ax)
