"""Replays (pictures with a slider) of lazy constraints and of steps of reasoning in Hashi, for notebooks."""

from collections.abc import Sequence
from typing import Any

from puzzlekit.board import Replay
from puzzlekit.board.replays import STRIP, cut_replay
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Point
from puzzlekit.hashi.draw import draw, draw_cut
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.solve import explanation
from puzzlekit.scip.constraints import LinearConstraint


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
