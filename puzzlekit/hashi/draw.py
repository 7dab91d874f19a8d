"""Pictures of Hashi: numbered discs, and bridges as lines along the grid."""

from collections.abc import Mapping

from matplotlib.axes import Axes
from matplotlib.patches import Circle

from puzzlekit import drawing
from puzzlekit.board.draw import CUT, DISC, Look, draw_board
from puzzlekit.core.errors import counted, validate_args
from puzzlekit.core.grid import Edge, Element, LPValues
from puzzlekit.hashi.play import ADAPTER
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import components
from puzzlekit.scip.constraints import LinearConstraint

PEN = 0.09
BROKEN = ("wrong", "over")
WRONG: Look = {"colors": drawing.VERMILLION, "linestyles": "--"}  # bridges that violate a rule
FAINT: Look = {"colors": drawing.GREY, "alpha": 0.5, "width": 0.03, "zorder": 1}  # possible bridges


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
    """Draw the islands, with a solution's bridges in blue, or with LP values.

    Parameters
    ----------
    fractions
        `{(bridge, n): value}`: a value of 1 is drawn as an answer. Otherwise the expected number of bridges stands
        beside the line, and a smaller number gives a fainter line.
    marks
        `{element: mark}`, from `marks`: wrong bridges are dashed, islands get a tick or a cross and a hatch.
        Marks from an explanation hatch the possible bridges of its constraints with plus and minus.
    """
    marks, state = marks or {}, ADAPTER.write(puzzle, solution)
    wrong = {element for element, mark in marks.items() if isinstance(element, Edge) and mark in BROKEN}
    strokes = [([bridge], {**WRONG, "lines": int(state.get(bridge, 1))}) for bridge in wrong]
    state, marks = ({e: word for e, word in words.items() if e not in wrong} for words in (state, marks))
    layout = ADAPTER.sheet(puzzle)
    return draw_board(layout, state, fractions=fractions, marks=marks, ax=ax, pen=PEN, strokes=strokes)


@drawing.styled
def draw_cut(puzzle: Puzzle, cut: LinearConstraint, number: int = 1, *, ax: Axes | None = None) -> Axes:
    """Draw a constraint of a lazy family: its group of islands tinted, its cut-set's bridges dashed and numbered."""
    cut_set = {key[0] for _, key in cut.coefficients}  # type: ignore[index]  # keys are (bridge, k)
    others = [bridge for bridge in puzzle.bridges if bridge not in cut_set]
    first = cut.index[0] if isinstance(cut.index, tuple) else cut.index  # a reader's own family may name one island
    group = next(group for group in components(puzzle, set(others)) if first in group)
    strokes = [(others, FAINT), (cut_set, {**CUT, "width": 0.14})]
    ax = draw_board(ADAPTER.sheet(puzzle), ADAPTER.write(puzzle, None), ax=ax, strokes=strokes)
    for point in group:
        disc = Circle((point.column + 0.5, point.row + 0.5), DISC, color=drawing.PURPLE, zorder=4.5)
        ax.add_artist(disc)
    ax.set_title(f"{number}: {counted(len(group), 'island')} cut off")
    return ax
