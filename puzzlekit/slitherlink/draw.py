"""Pictures of Slitherlink: dots at the points, numbers in the cells, and the loop as a broad line."""

from collections.abc import Mapping
from functools import partial
from itertools import cycle
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle

from puzzlekit import drawing
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Edge, Element, LPValues, Point
from puzzlekit.core.union_find import cycle_components
from puzzlekit.drawing.lattice import edge_lines, edge_value, mark_clues, mark_edges
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.slitherlink.puzzle import Puzzle, Solution

DASHES = (0, (2.0, 1.0))
STYLES = (  # of loops, where there are several
    (drawing.BLUE, "-"),
    (drawing.VERMILLION, DASHES),
    (drawing.GREEN, (0, (0.6, 0.7))),
    (drawing.PURPLE, (0, (3.0, 0.8, 0.6, 0.8))),
    (drawing.ORANGE, (0, (4.0, 1.0))),
)
WIDTH = 0.13  # of a line, as a share of a cell
_lines = partial(edge_lines, width=WIDTH, zorder=3)


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
    """The dots and the clues, with a solution's edges in blue, or with LP values.

    Where several loops are closed, each has a colour and a line style of its own.

    Parameters
    ----------
    fractions
        `{(edge, 1): value}`: the more solid the larger the value, which stands on the edge where there is room.
    marks
        `{element: mark}`, from `marks` or from an explanation.
    """
    ax = _board(puzzle, ax)
    marks = marks or {}
    _mark(ax, marks)
    if solution:
        _drawn(ax, solution)
    _fractions(ax, puzzle, fractions or {})
    _dots(ax, puzzle)
    return ax


@drawing.styled
def draw_cut(puzzle: Puzzle, cut: LinearConstraint, number: int = 1, *, ax: Axes | None = None) -> Axes:
    """A row that a lazy family added: the edges that stand in it in purple and dashed."""
    edges = {key if isinstance(key, Edge) else Edge(*key): None for _, key in cut.coefficients}  # type: ignore[misc]
    ax = _board(puzzle, ax)
    _lines(ax, edges, colors=drawing.PURPLE, linestyles=[DASHES])
    _dots(ax, puzzle)
    ax.set_title(f"{number}: at most {cut.upper:g} of {len(edges)} edges")
    return ax


def _board(puzzle: Puzzle, ax: Axes | None) -> Axes:
    """Thin lines where edges may be drawn, and the clues."""
    ax = drawing.board_axes(puzzle.rows, puzzle.columns, ax)
    _lines(ax, puzzle.edges, width=0.3 * WIDTH, colors=drawing.GREY, alpha=0.35, zorder=1)
    for cell, number in puzzle.clues:
        drawing.symbol(ax, cell.column + 0.5, cell.row + 0.5, str(number), given=True, share=0.44)
    return ax


def _drawn(ax: Axes, solution: Solution) -> None:
    closed = cycle_components(solution.drawn)
    if others := solution.drawn.difference(*closed):
        _lines(ax, sorted(others), colors=drawing.BLUE)
    for loop, (colour, style) in zip(closed, cycle(STYLES), strict=False):
        look: dict[str, Any] = {} if style == "-" else {"linestyles": [style], "capstyle": "butt"}
        _lines(ax, loop, colors=colour, **look)


def _dots(ax: Axes, puzzle: Puzzle) -> None:
    x, y = zip(*((point.column, point.row) for point in puzzle.points), strict=True)
    size = 0.11 * drawing.point_size(ax, 0.72)  # in points across
    ax.scatter(x, y, s=size**2, color=drawing.INK, linewidths=0, zorder=4, clip_on=False)


def _fractions(ax: Axes, puzzle: Puzzle, fractions: LPValues) -> None:
    for (edge, state), value in fractions.items():
        if state != 1 or value < drawing.NONE:
            continue
        sure = value > drawing.SURE
        _lines(ax, [edge], colors=drawing.BLUE, alpha=None if sure else max(0.15, value))
        if not sure and max(puzzle.rows, puzzle.columns) <= 10:
            edge_value(ax, edge, value)


def _mark(ax: Axes, marks: Mapping[Element, str]) -> None:
    mark_clues(ax, marks, corner=0.8, share=0.18)
    mark_edges(ax, marks)
    for element, mark in marks.items():
        if isinstance(element, Point):
            _mark_point(ax, element, mark)


def _mark_point(ax: Axes, point: Point, mark: str) -> None:
    """A ring around a point: full where it is wrong, dotted where it is hinted, else with a sign."""
    own = set(mark.split())
    colour = drawing.VERMILLION if own & {"wrong", "over"} else drawing.GREEN if "hinted" in own else drawing.GREY
    style = ":" if "hinted" in own else "-"
    ring = Circle((point.column, point.row), 0.24, facecolor="none", edgecolor=colour, lw=2.0, ls=style, zorder=5)
    ring.set_clip_on(False)
    ax.add_patch(ring)
