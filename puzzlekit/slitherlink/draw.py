"""Pictures of Slitherlink: dots at the points, numbers in the cells, and the loop as a broad line.

Replays show lazy constraints one by one.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle

from matplotlib.axes import Axes

from puzzlekit import drawing
from puzzlekit.board import Replay
from puzzlekit.board.draw import CUT, Look, draw_board
from puzzlekit.board.pictures import cut_replay
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Edge, Element, LPValues
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.slitherlink.play import ADAPTER
from puzzlekit.slitherlink.puzzle import Puzzle, Solution

FAINT: Look = {"colors": drawing.GREY, "alpha": 0.35, "zorder": 1, "width": 0.04}  # edges that are not drawn
LOOPS: tuple[Look, ...] = (  # a look for each of several loops
    {"colors": drawing.BLUE},
    {"colors": drawing.VERMILLION, "linestyles": [(0, (2.0, 1.0))]},
    {"colors": drawing.GREEN, "linestyles": [(0, (0.6, 0.7))]},
    {"colors": drawing.PURPLE, "linestyles": [(0, (3.0, 0.8, 0.6, 0.8))]},
    {"colors": drawing.ORANGE, "linestyles": [(0, (4.0, 1.0))]},
)
PEN, ROOM = 0.13, (0.25, 0.25, 0.25, 0.25)  # room around the grid for rings and LP values


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
    """Draw the dots and the clues. Optionally, draw LP values, marks, or a solution's edges in blue. Return the axes.

    If several loops are closed, each loop has its own colour and line style.

    Parameters
    ----------
    fractions
        `{(edge, 1): value}` from an LP solution. An edge with a smaller value is drawn paler. If there is room, the
        value is written on the edge.
    marks
        `{element: mark}`, as returned by the function `marks` or by an explanation.
    ax
        The axes to draw on. If None, a new figure is made.
    """
    drawn, closed = (solution.drawn, solution.loops) if solution else (frozenset(), [])
    loops = zip(closed, cycle(LOOPS), strict=False)
    strokes = [(puzzle.edges, FAINT), (drawn.difference(*closed), LOOPS[0]), *loops]
    layout, state = ADAPTER.sheet(puzzle), ADAPTER.write(puzzle, None)
    return draw_board(layout, state, fractions=fractions, marks=marks, ax=ax, pen=PEN, room=ROOM, strokes=strokes)


@drawing.styled
def draw_cut(puzzle: Puzzle, cut: LinearConstraint, number: int = 1, *, ax: Axes | None = None) -> Axes:
    """Draw a constraint that a lazy family added: its edges are purple and dashed. Return the axes.

    `number` is the number of the constraint, for the title. If `ax` is None, a new figure is made.
    """
    edges = {key if isinstance(key, Edge) else Edge(*key): None for _, key in cut.coefficients}  # type: ignore[misc]
    strokes = [(puzzle.edges, FAINT), (edges, CUT)]
    ax = draw_board(ADAPTER.sheet(puzzle), ADAPTER.write(puzzle, None), ax=ax, pen=PEN, room=ROOM, strokes=strokes)
    ax.set_title(f"{number}: at most {cut.upper:g} of {len(edges)} edges")
    return ax


@validate_args
def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """Return a Replay with one picture for each constraint that a lazy family added. `cuts` is `scip.Result.cuts`."""
    return cut_replay(draw_cut, puzzle, cuts)
