"""Numberlink in a notebook: the interactive board, and replays on it."""

from collections.abc import Callable, Sequence

from puzzlekit.board import Board, Replay
from puzzlekit.board.replays import cut_replay, drawn_replay
from puzzlekit.board.solver_queries import SolverQueries
from puzzlekit.errors import validate_args
from puzzlekit.grid import Step
from puzzlekit.numberlink.draw import draw, draw_cut
from puzzlekit.numberlink.play import ADAPTER
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.solve import API
from puzzlekit.scip.constraints import LinearConstraint


@validate_args(Puzzle)
def board(puzzle: Puzzle, *, solve: Callable[[Puzzle], Solution] | None = None) -> Board:
    """The interactive board of a puzzle: drag from a letter along its path, and over a line to take it away; or click
    an edge to draw a line there, and again for a cross; a right click makes a cross at once.

    `solve` is your own function for its Solve button. In edit mode the letters can be changed. See `Board`.
    """
    return Board(ADAPTER, puzzle, SolverQueries(ADAPTER, API.solve, API.solutions, API.formulations), draw, solve=solve)


@validate_args(Puzzle)
def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """The rows that lazy families added (`scip.Result.cuts`), one after the other on the board, with a slider."""
    return cut_replay(draw_cut, puzzle, cuts)


@validate_args(Puzzle)
def replay_steps(puzzle: Puzzle, steps: Sequence[Step]) -> Replay:
    """Deductions (from `deduce`), one after the other: what is drawn so far, the step hinted, and its reason."""
    return drawn_replay(draw, Solution, puzzle, steps)
