"""Replays (pictures with a slider) of lazy constraints in Slitherlink, for notebooks."""

from collections.abc import Sequence

from puzzlekit.board import Replay
from puzzlekit.board.replays import cut_replay
from puzzlekit.core.errors import validate_args
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.slitherlink.draw import draw_cut
from puzzlekit.slitherlink.puzzle import Puzzle


@validate_args
def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """Return a Replay with one picture for each constraint that a lazy family added. `cuts` is `scip.Result.cuts`."""
    return cut_replay(draw_cut, puzzle, cuts)
