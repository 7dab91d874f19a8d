"""Pictures of Numberlink: letters in the cells of a grid, and each path as a broad line of its own colour."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from puzzlekit import drawing
from puzzlekit.core import union_find
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell, Edge, Element, LPValues
from puzzlekit.drawing.lattice import edge_lines, mark_clues, mark_edges
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.rules import BLANK
from puzzlekit.scip.constraints import LinearConstraint

COLOURS = (drawing.BLUE, drawing.VERMILLION, drawing.GREEN, drawing.PURPLE, drawing.ORANGE)  # letter after letter
DASHES = (0, (1.2, 0.8))
WIDTH = 0.16  # of a line, as a share of a cell
_lines = partial(edge_lines, width=WIDTH, shift=0.5, zorder=4)


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
    """The letters, with a solution's lines, or with LP values.

    Lines on which a letter lies have its colour; others are grey and dashed, such as a stray loop.

    Parameters
    ----------
    fractions
        `{(edge, 1): value, (cell, letter): value}`: a line is the more solid the larger its value; in the corner of a
        cell stands its likeliest letter.
    marks
        `{element: mark}`, from `marks` or from an explanation.
    """
    ax = drawing.board_axes(puzzle.rows, puzzle.columns, ax)
    drawing.grid_lines(ax, puzzle.rows, puzzle.columns)
    mark_clues(ax, marks or {}, corner=0.85, share=0.16)
    mark_edges(ax, marks or {}, 0.5)
    if solution:
        _drawn(ax, solution)
    _fractions(ax, puzzle, fractions or {})
    _letters(ax, puzzle)
    return ax


@drawing.styled
def draw_cut(puzzle: Puzzle, cut: LinearConstraint, number: int = 1, *, ax: Axes | None = None) -> Axes:
    """A row that a lazy family added: its lines in purple and dashed, its cells tinted."""
    ax = drawing.board_axes(puzzle.rows, puzzle.columns, ax)
    drawing.grid_lines(ax, puzzle.rows, puzzle.columns)
    keys: list[Any] = [key for _, key in cut.coefficients]
    _lines(ax, (key for key in keys if isinstance(key, Edge)), colors=drawing.PURPLE, linestyles=[DASHES])
    for key in keys:
        if not isinstance(key, Edge):
            drawing.shade(ax, key[0].column, key[0].row, colour=drawing.PURPLE, alpha=0.4)
    _letters(ax, puzzle)
    ax.set_title(f"{number}: at most {cut.upper:g} of {len(keys)}")
    return ax


def _letters(ax: Axes, puzzle: Puzzle) -> None:
    outlined = [withStroke(linewidth=3, foreground="white")]
    for cell, letter in puzzle.clues:
        drawing.symbol(ax, cell.column + 0.5, cell.row + 0.5, letter, given=True, path_effects=outlined)


def _drawn(ax: Axes, solution: Solution) -> None:
    letter = solution.puzzle.letter
    order = list(solution.puzzle.pairs)
    for part in union_find.connected_components(solution.puzzle.cells, solution.drawn):
        own = [edge for edge in sorted(solution.drawn) if edge.a in part]
        ends = [letter[cell] for cell in part if cell in letter]
        if ends:
            _lines(ax, own, colors=COLOURS[order.index(ends[0]) % len(COLOURS)])
        elif own:
            _lines(ax, own, colors=drawing.GREY, linestyles=[DASHES], capstyle="butt")


def _fractions(ax: Axes, puzzle: Puzzle, fractions: LPValues) -> None:
    best: dict[Any, tuple[float, str]] = {}
    for (element, state), value in fractions.items():
        if value < drawing.NONE or state == BLANK:
            continue
        if isinstance(element, Cell):
            best[element] = max(best.get(element, (0.0, "")), (value, str(state)))
        elif state == 1:
            _lines(ax, [element], colors=drawing.BLUE, alpha=None if value > drawing.SURE else max(0.15, value))
    small = max(puzzle.rows, puzzle.columns) <= 10
    for cell, (value, state) in best.items():
        told = state if value > drawing.SURE or not small else f"{state} {value:.2f}".replace("0.", ".").rstrip("0")
        drawing.symbol(ax, cell.column + 0.25, cell.row + 0.17, told, share=0.15)
