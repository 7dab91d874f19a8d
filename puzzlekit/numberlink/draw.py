"""Pictures of Numberlink: letters in the cells of a grid, and each path as a broad line of its own colour.

Replays show lazy constraints one by one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from puzzlekit import drawing
from puzzlekit.board import Replay
from puzzlekit.board.draw import CUT, Look, draw_board
from puzzlekit.board.pictures import cut_replay
from puzzlekit.core import union_find
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell, Edge, Element, LPValues
from puzzlekit.numberlink.play import ADAPTER
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.rules import BLANK
from puzzlekit.scip.constraints import LinearConstraint

COLOURS = (drawing.BLUE, drawing.VERMILLION, drawing.GREEN, drawing.PURPLE, drawing.ORANGE)  # of the letters in turn
STRAY: Look = {"colors": drawing.GREY, "linestyles": [(0, (1.2, 0.8))]}  # lines of a path or loop without a letter
PEN = 0.16


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
    """Draw the letters. Optionally, draw a solution's lines, LP values, or marks. Return the axes.

    The lines of a path have the colour of its letter. Lines without a letter, such as a loop, are grey and dashed.

    Parameters
    ----------
    fractions
        `{(edge, 1): value, (cell, letter): value}` from an LP solution. A line with a smaller value is drawn paler. The
        corner of each cell shows the letter with the largest value.
    marks
        `{element: mark}`, as returned by the function `marks` or by an explanation.
    ax
        The axes to draw on. If None, a new figure is made.
    """
    strokes = [*_strokes(solution)] if solution else []
    layout, state = ADAPTER.sheet(puzzle), ADAPTER.write(puzzle, None)
    ax = draw_board(layout, state, fractions=fractions, marks=marks, ax=ax, pen=PEN, strokes=strokes)
    _likeliest(ax, puzzle, fractions or {})
    return ax


@drawing.styled
def draw_cut(puzzle: Puzzle, cut: LinearConstraint, number: int = 1, *, ax: Axes | None = None) -> Axes:
    """Draw a constraint that a lazy family added: its lines are purple and dashed, and its cells are tinted. Return the
    axes.

    `number` is the number of the constraint, for the title. If `ax` is None, a new figure is made.
    """
    keys: list[Any] = [key for _, key in cut.coefficients]
    strokes = [([key for key in keys if isinstance(key, Edge)], {**CUT, "width": 0.1})]
    ax = draw_board(ADAPTER.sheet(puzzle), ADAPTER.write(puzzle, None), pen=PEN, strokes=strokes, ax=ax)
    for key in keys:
        if not isinstance(key, Edge):
            drawing.shade(ax, key[0].column, key[0].row, colour=drawing.PURPLE, alpha=0.4)
    ax.set_title(f"{number}: at most {cut.upper:g} of {len(keys)}")
    return ax


def _strokes(solution: Solution) -> Iterator[tuple[list[Edge], Look]]:
    """Yield (lines of a path, style of its letter) for each path."""
    letter = solution.puzzle.letter
    order = list(solution.puzzle.pairs)
    for part in union_find.connected_components(solution.puzzle.cells, solution.drawn):
        ends = [letter[cell] for cell in part if cell in letter]
        look = {"colors": COLOURS[order.index(ends[0]) % len(COLOURS)]} if ends else STRAY
        yield [edge for edge in sorted(solution.drawn) if edge.a in part], look


def _likeliest(ax: Axes, puzzle: Puzzle, fractions: LPValues) -> None:
    """Draw, in the corner of each cell, the letter with the largest LP value."""
    best: dict[Any, tuple[float, str]] = {}
    for (element, state), value in fractions.items():
        if isinstance(element, Cell) and value > drawing.NONE and state != BLANK:
            best[element] = max(best.get(element, (0.0, "")), (value, str(state)))
    small = max(puzzle.rows, puzzle.columns) <= 10
    for cell, (value, state) in best.items():
        told = state if value > drawing.SURE or not small else f"{state} {value:.2f}".replace("0.", ".").rstrip("0")
        drawing.symbol(ax, cell.column + 0.26, cell.row + 0.2, told, share=0.15)


def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """Return a Replay with one picture for each constraint that a lazy family added. `cuts` is `scip.Result.cuts`."""
    return cut_replay(draw_cut, puzzle, cuts)
