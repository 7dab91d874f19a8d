"""The circuit board in a notebook: the interactive board, and replays on it."""

from collections.abc import Callable, Sequence

from puzzlekit.board import Board, Replay
from puzzlekit.board.replays import cut_replay
from puzzlekit.board.solver_queries import SolverQueries
from puzzlekit.circuit.draw import draw, draw_cut
from puzzlekit.circuit.play import ADAPTER
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.circuit.solve import API
from puzzlekit.errors import validate_args
from puzzlekit.scip.constraints import LinearConstraint


@validate_args(Puzzle)
def board(puzzle: Puzzle, *, solve: Callable[[Puzzle], Solution] | None = None) -> Board:
    """The interactive board of a puzzle: a click or a drag along an edge draws it or takes it away, a right click
    makes a cross; in edit mode it is given.

    `solve` is your own function for its Solve button. See `Board`.
    """
    return Board(ADAPTER, puzzle, SolverQueries(ADAPTER, API.solve, API.solutions, API.formulations), draw, solve=solve)


@validate_args(Puzzle)
def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """The rows that lazy families added (`scip.Result.cuts`), one after the other on the board, with a slider."""
    sides = [("at most", cut.upper) if cut.lower is None else ("at least", cut.lower) for cut in cuts]
    captions = [
        f"{how} {side:g} of these {len(cut.coefficients)} edges" for cut, (how, side) in zip(cuts, sides, strict=True)
    ]
    return cut_replay(draw_cut, puzzle, cuts, captions, shown=8, columns=4)
