"""Pictures of circuit boards: points and edges on the lattice.

Replays show lazy constraints one by one.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from puzzlekit import drawing
from puzzlekit.board import Replay
from puzzlekit.board.draw import CUT, Look, draw_board
from puzzlekit.board.pictures import cut_replay
from puzzlekit.circuit.play import ADAPTER
from puzzlekit.circuit.puzzle import Lattice, Puzzle, Solution
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Edge, Element, LPValues, Point
from puzzlekit.scip.constraints import LinearConstraint

PEN = 0.1
GIVEN: Look = {"colors": drawing.GREY, "alpha": 0.5, "width": 0.13}  # given edges beside a constraint
BAND: Look = {"width": 0.36, "colors": drawing.ORANGE, "alpha": 0.6, "zorder": 2}  # the path between the endpoints


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
    """Draw the lattice with its given edges. Optionally, draw a solution's edges in blue, LP values, or marks. Return
    the axes.

    If the puzzle has endpoints, a broad band shows the solution's path between them.

    Parameters
    ----------
    fractions
        `{(edge, 1): value}` from an LP solution. An edge with a smaller value is drawn paler. If there is room, the
        value is written on the edge.
    marks
        `{element: mark}`, as returned by the function `marks`.
    ax
        The axes to draw on. If None, a new figure is made.
    """
    layout, state = ADAPTER.sheet(puzzle), ADAPTER.write(puzzle, solution)
    strokes = [(solution.path, BAND)] if solution else []
    ax = draw_board(layout, state, fractions=fractions, marks=marks, ax=ax, pen=PEN, strokes=strokes)
    _points(ax, puzzle)
    return ax


@drawing.styled
def draw_cut(puzzle: Puzzle, cut: LinearConstraint, number: int, *, ax: Axes | None = None) -> Axes:
    """Draw a constraint that a lazy family added: its edges are purple and dashed. Return the axes.

    `number` is the number of the constraint, written in the middle of the edges. If `ax` is None, a new figure is made.
    """
    edges = [key for _, key in cut.coefficients if isinstance(key, Edge)]
    points = {place: word for place, word in ADAPTER.write(puzzle, None).items() if isinstance(place, Point)}
    ax = draw_board(ADAPTER.sheet(puzzle), points, ax=ax, pen=PEN, strokes=[(puzzle.given, GIVEN), (edges, CUT)])
    _points(ax, puzzle)
    ends = [end for edge in edges for end in (edge.a, edge.b)]
    x, y = (0.5 + fmean(end.column for end in ends), 0.5 + fmean(end.row for end in ends))
    outlined = [withStroke(linewidth=4, foreground="white")]
    look: dict[str, Any] = {"color": drawing.PURPLE, "fontweight": "bold", "path_effects": outlined, "zorder": 8}
    drawing.symbol(ax, x, y, str(number), share=0.45, **look)
    return ax


def _points(ax: Axes, lattice: Lattice) -> None:
    """Draw open points as hollow circles; `draw_board` draws the endpoints and the blacked-out points."""
    x, y = zip(*((point.column + 0.5, point.row + 0.5) for point in lattice.points), strict=True)
    wide = 0.3 * drawing.point_size(ax, 0.72)  # in points
    ax.scatter(x, y, s=wide**2, color="white", edgecolors=drawing.INK, zorder=3.8)


@validate_args
def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """Return a Replay with one picture for each constraint that a lazy family added. `cuts` is `scip.Result.cuts`."""
    sides = [("at most", cut.upper) if cut.lower is None else ("at least", cut.lower) for cut in cuts]
    captions = [
        f"{how} {side:g} of these {len(cut.coefficients)} edges" for cut, (how, side) in zip(cuts, sides, strict=True)
    ]
    return cut_replay(draw_cut, puzzle, cuts, captions, shown=8, columns=4)
