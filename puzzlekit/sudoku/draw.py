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
    """Draw the puzzle, with a solution's digits in blue, or with LP values.

    Parameters
    ----------
    fractions
        `{(cell, digit): value}`: 1 is drawn as an answer. Digits that share a cell stand small in their own places; a
        larger value is drawn more solid.
    marks
        `{element: mark}`, from `marks`.
    """
    state = ADAPTER.write(puzzle, solution)
    return draw_board(ADAPTER.sheet(puzzle), state, fractions=fractions, marks=marks, ax=ax)
