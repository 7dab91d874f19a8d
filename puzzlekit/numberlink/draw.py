"""Pictures of Numberlink: letters in the cells of a grid, and each path as a broad line of its own colour."""

from collections.abc import Iterable, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patheffects import withStroke

from puzzlekit import drawing, forest
from puzzlekit.errors import takes
from puzzlekit.grid import Cell, Edge, Element, Fractions
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.rules import BLANK
from puzzlekit.scip.rows import Row

COLOURS = (drawing.BLUE, drawing.VERMILLION, drawing.GREEN, drawing.PURPLE, drawing.ORANGE)  # letter after letter
DASHES = (0, (1.2, 0.8))
WIDTH = 0.16  # of a line, as a share of a cell


@drawing.styled
@takes(Puzzle, Solution)
def draw(
    puzzle: Puzzle,
    solution: Solution | None = None,
    *,
    fractions: Fractions | None = None,
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
    _mark(ax, marks or {})
    if solution:
        _drawn(ax, solution)
    _fractions(ax, puzzle, fractions or {})
    _letters(ax, puzzle)
    return ax


@drawing.styled
@takes(Puzzle)
def draw_cut(puzzle: Puzzle, cut: Row, number: int = 1, *, ax: Axes | None = None) -> Axes:
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


def _lines(ax: Axes, edges: Iterable[Edge], **look: Any) -> None:
    """Edges as lines from the middle of a cell to the middle of the next."""
    own = [[(end.column + 0.5, end.row + 0.5) for end in (edge.a, edge.b)] for edge in edges]
    width = WIDTH * drawing.point_size(ax, 0.72)
    look = {"zorder": 4, "capstyle": "round", **look}
    ax.add_collection(LineCollection(own, linewidths=width, **look))


def _drawn(ax: Axes, solution: Solution) -> None:
    letter = solution.puzzle.letter
    order = list(solution.puzzle.pairs)
    for part in forest.parts(solution.puzzle.cells, solution.drawn):
        own = [edge for edge in sorted(solution.drawn) if edge.a in part]
        ends = [letter[cell] for cell in part if cell in letter]
        if ends:
            _lines(ax, own, colors=COLOURS[order.index(ends[0]) % len(COLOURS)])
        elif own:
            _lines(ax, own, colors=drawing.GREY, linestyles=[DASHES], capstyle="butt")


def _fractions(ax: Axes, puzzle: Puzzle, fractions: Fractions) -> None:
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


def _mark(ax: Axes, marks: Mapping[Element, str]) -> None:
    cells = {element: mark for element, mark in marks.items() if isinstance(element, Cell)}
    drawing.mark_cells(ax, cells)
    for cell, mark in cells.items():
        shown = drawing.sign(mark if mark in ("met", "over", "wrong") else None)
        look: dict[str, Any] = {"color": drawing.sign_colour(mark), "fontweight": "bold"}
        drawing.symbol(ax, cell.column + 0.85, cell.row + 0.85, shown, share=0.16, **look)
    for element, mark in marks.items():
        if isinstance(element, Edge):
            start, end = ((place.column + 0.5, place.row + 0.5) for place in (element.a, element.b))
            drawing.mark_strip(ax, start, end, mark)
