"""Replays (pictures with a slider) of lazy constraints on the circuit board, for notebooks."""

from collections.abc import Sequence

from puzzlekit.board import Replay
from puzzlekit.board.replays import cut_replay
from puzzlekit.circuit.draw import draw_cut
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.core.errors import validate_args
from puzzlekit.scip.constraints import LinearConstraint


@validate_args
def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """Return a Replay with one picture for each constraint that a lazy family added. `cuts` is `scip.Result.cuts`."""
    sides = [("at most", cut.upper) if cut.lower is None else ("at least", cut.lower) for cut in cuts]
    captions = [
        f"{how} {side:g} of these {len(cut.coefficients)} edges" for cut, (how, side) in zip(cuts, sides, strict=True)
    ]
    return cut_replay(draw_cut, puzzle, cuts, captions, shown=8, columns=4)
