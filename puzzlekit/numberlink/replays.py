"""Replays (pictures with a slider) of lazy constraints in Numberlink, for notebooks."""

from collections.abc import Sequence

from puzzlekit.board import Replay
from puzzlekit.board.replays import cut_replay
from puzzlekit.numberlink.draw import draw_cut
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.scip.constraints import LinearConstraint


def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """Return a Replay with one picture for each constraint that a lazy family added. `cuts` is `scip.Result.cuts`."""
    return cut_replay(draw_cut, puzzle, cuts)
