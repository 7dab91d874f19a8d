"""Hashi in a notebook: the interactive board, and replays on it."""

from collections.abc import Callable, Sequence

from puzzlekit.board import Board, Replay
from puzzlekit.board.replays import cut_replay, step_replay
from puzzlekit.board.solver_queries import SolverQueries
from puzzlekit.errors import validate_args
from puzzlekit.grid import Step
from puzzlekit.hashi.draw import draw, draw_cut
from puzzlekit.hashi.play import ADAPTER
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.solve import API
from puzzlekit.scip.constraints import LinearConstraint


@validate_args(Puzzle)
def board(puzzle: Puzzle, *, solve: Callable[[Puzzle], Solution] | None = None) -> Board:
    """The interactive board of a puzzle: drag from island to island, click between them, or use the keys. A
    right click says that there is no bridge.

    `solve` is your own function for its Solve button. See `Board`.
    """
    return Board(ADAPTER, puzzle, SolverQueries(ADAPTER, API.solve, API.solutions, API.formulations), draw, solve=solve)


@validate_args(Puzzle)
def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """The rows that lazy families added (`scip.Result.cuts`), one after the other on the board, with a slider."""
    captions = [f"at least {cut.lower:g} of these {len(cut.coefficients)} must be chosen: {cut}" for cut in cuts]
    return cut_replay(draw_cut, puzzle, cuts, captions)


@validate_args(Puzzle)
def replay_steps(puzzle: Puzzle, steps: Sequence[Step]) -> Replay:
    """Deductions (from `deduce`), one after the other: what is certain so far, the step hinted, and its reason."""
    boards, certain = [], dict.fromkeys(puzzle.bridges, 0)
    for step in steps:
        certain |= {bridge: min(states) for bridge, states in step.candidates.items() if states}
        boards.append(Solution.of(puzzle, certain))
    drawn = [
        [bridge for bridge in step.candidates if bridge in board.drawn]
        for step, board in zip(steps, boards, strict=True)
    ]
    return step_replay(draw, steps, boards, drawn)
