"""Pictures of Battleship."""

from collections.abc import Mapping

from matplotlib.axes import Axes

from puzzlekit import drawing
from puzzlekit.battleship.play import ADAPTER
from puzzlekit.battleship.puzzle import PART, WATER, Puzzle, Solution
from puzzlekit.battleship.rules import agrees
from puzzlekit.board.draw import draw_board
from puzzlekit.board.layout import State, given
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Element, LPValues


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
    """Draw the puzzle with its counts and fleet. Optionally, draw LP values, marks, or a solution's ships in blue.
    Return the axes.

    Parameters
    ----------
    fractions
        `{(cell, kind): value}` from an LP solution. A kind of part with value 1 is drawn like a solution's part. Kinds
        with smaller values are drawn small, each in its own place in the cell; a smaller value is paler. A smaller
        value of water gives the cell a stronger tint.
    marks
        `{element: mark}`, as returned by the function `marks`.
    ax
        The axes to draw on. If None, a new figure is made.
    """
    layout, values = ADAPTER.sheet(puzzle), dict(fractions or {})
    parts = {key: value for key, value in values.items() if key[1] != WATER or value > drawing.SURE}
    told = {cell for cell, _ in values if puzzle.given.get(cell) == PART}  # LP values show the kind of these parts
    state = {element: word for element, word in _state(puzzle, solution).items() if element not in told}
    ax = draw_board(layout, state, fractions=parts, marks=marks, ax=ax, room=(0.08, 0.08, *layout.margin[2:]))
    unsure = {cell for (cell, _), value in parts.items() if drawing.NONE < value < drawing.SURE}
    for cell in unsure - state.keys():
        drawing.shade(ax, cell.column, cell.row, colour=drawing.BLUE, alpha=0.4 * (1 - values.get((cell, WATER), 0.0)))
    return ax


def _state(puzzle: Puzzle, solution: Solution | None) -> State:
    """Return the board's states {element: state} for a solution, or without entries if `solution` is None. A given part
    of unknown kind has the solution's kind."""
    state = dict(ADAPTER.write(puzzle, None))
    for cell, kind in solution.filled.items() if solution else ():
        clue = puzzle.given.get(cell)
        if clue is None:
            state[cell] = kind
        elif not agrees(kind, clue):
            state[cell] = given(clue, over=kind)
        elif clue == PART:
            state[cell] = given(kind)
    return state
