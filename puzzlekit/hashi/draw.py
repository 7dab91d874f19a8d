"""Pictures of Hashi: numbered discs, and bridges as lines along the grid.

Replays show lazy constraints one by one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle

from puzzlekit import drawing
from puzzlekit.board import Replay
from puzzlekit.board.draw import CUT, DISC, Look, draw_board
from puzzlekit.board.pictures import STRIP, cut_replay
from puzzlekit.core.errors import counted, validate_args
from puzzlekit.core.grid import Edge, Element, LPValues, Point
from puzzlekit.hashi.play import ADAPTER
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import components
from puzzlekit.hashi.solve import explanation
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
    """Draw the islands. Optionally, draw a solution's bridges in blue, LP values, or marks. Return the axes.

    Parameters
    ----------
    fractions
        `{(bridge, n): value}` from an LP solution, where n is the number of bridges. A number n with value 1 is drawn
        like a solution's bridges. Otherwise the sum of n times value is written beside the line; a smaller sum gives a
        paler line.
    marks
        `{element: mark}`, as returned by the function `marks`: wrong bridges are dashed, islands get a tick, or a cross
        and a hatch. Marks of an explanation hatch the bridges in its constraints with plus and minus signs.
    ax
        The axes to draw on. If None, a new figure is made.
    """
    marks, state = marks or {}, ADAPTER.write(puzzle, solution)
    wrong = {element for element, mark in marks.items() if isinstance(element, Edge) and mark in BROKEN}
    strokes = [([bridge], {**WRONG, "lines": int(state.get(bridge, 1))}) for bridge in wrong]
    state, marks = ({e: word for e, word in words.items() if e not in wrong} for words in (state, marks))
    layout = ADAPTER.sheet(puzzle)
    return draw_board(layout, state, fractions=fractions, marks=marks, ax=ax, pen=PEN, strokes=strokes)


@drawing.styled
def draw_cut(puzzle: Puzzle, cut: LinearConstraint, number: int = 1, *, ax: Axes | None = None) -> Axes:
    """Draw a constraint of a lazy family: tint the islands of its group, and draw the bridges of its cut-set dashed.
    Return the axes.

    `number` is the number of the constraint, for the title. If `ax` is None, a new figure is made.
    """
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


@validate_args
def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """Return a Replay with one picture for each constraint that a lazy family added. `cuts` is `scip.Result.cuts`."""
    captions = [f"at least {cut.lower:g} of these {len(cut.coefficients)} must be chosen: {cut}" for cut in cuts]
    return cut_replay(draw_cut, puzzle, cuts, captions)


@validate_args
def replay_steps(puzzle: Puzzle) -> Replay:
    """Return a Replay with one picture for each step of `explanation`. A picture shows the bridges known so far, with
    marks on the bridges of the step, and the step in words."""
    steps, boards, certain = explanation(puzzle).steps, [], dict.fromkeys(puzzle.bridges, 0)
    for step in steps:
        certain |= {bridge: max(certain[bridge], min(states)) for bridge, states in step.candidates.items() if states}
        boards.append(Solution.of(puzzle, certain))

    def picture(number: int, ax: Any) -> Any:
        step, board = steps[number], boards[number]
        seen = [place for place in (*step.where, *step.candidates) if place in board.drawn or isinstance(place, Point)]
        ax = draw(puzzle, board, marks=dict.fromkeys(seen, "hinted"), ax=ax)
        ax.set_title(f"Step {number + 1}")
        return ax

    return Replay(picture, [str(step).replace("\n", " ") for step in steps], **STRIP)
