"""Replays of Numberlink on its board in a notebook."""

from collections.abc import Sequence

from puzzlekit.board import Replay
from puzzlekit.board.replays import cut_replay, drawn_replay
from puzzlekit.core.grid import Step
from puzzlekit.numberlink.draw import draw, draw_cut
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.scip.constraints import LinearConstraint


def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """Show the constraints that lazy families added (`scip.Result.cuts`), one at a time on the board, with a slider."""
    return cut_replay(draw_cut, puzzle, cuts)


def replay_steps(puzzle: Puzzle, steps: Sequence[Step]) -> Replay:
    """Show deductions (from `deduce`), one at a time: the lines drawn so far, the hinted step, and its reason."""
    return drawn_replay(draw, Solution, puzzle, steps)
