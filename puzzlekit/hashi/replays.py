"""Replays of Hashi on its board in a notebook."""

from collections.abc import Sequence

from puzzlekit.board import Replay
from puzzlekit.board.replays import cut_replay, step_replay
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Step
from puzzlekit.hashi.draw import draw, draw_cut
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.scip.constraints import LinearConstraint


@validate_args
def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """Show the constraints that lazy families added (`scip.Result.cuts`), one at a time on the board, with a slider."""
    captions = [f"at least {cut.lower:g} of these {len(cut.coefficients)} must be chosen: {cut}" for cut in cuts]
    return cut_replay(draw_cut, puzzle, cuts, captions)


@validate_args
def replay_steps(puzzle: Puzzle, steps: Sequence[Step]) -> Replay:
    """Show deductions (from `deduce`), one at a time: the bridges known so far, the hinted step, and its reason."""
    boards, certain = [], dict.fromkeys(puzzle.bridges, 0)
    for step in steps:
        certain |= {bridge: min(states) for bridge, states in step.candidates.items() if states}
        boards.append(Solution.of(puzzle, certain))
    drawn = [
        [bridge for bridge in step.candidates if bridge in board.drawn]
        for step, board in zip(steps, boards, strict=True)
    ]
    return step_replay(draw, steps, boards, drawn)
