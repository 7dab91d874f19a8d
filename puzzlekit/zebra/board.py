"""The Zebra puzzle in a notebook: the interactive board."""

from collections.abc import Callable

from puzzlekit.board import Board
from puzzlekit.board.solver_queries import SolverQueries
from puzzlekit.errors import validate_args
from puzzlekit.zebra.draw import draw
from puzzlekit.zebra.play import ADAPTER
from puzzlekit.zebra.puzzle import Puzzle, Solution
from puzzlekit.zebra.solve import API


@validate_args(Puzzle)
def board(puzzle: Puzzle, *, solve: Callable[[Puzzle], Solution] | None = None) -> Board:
    """The interactive board of a puzzle; `solve` is your own function for its Solve button. See `Board`."""
    return Board(ADAPTER, puzzle, SolverQueries(ADAPTER, API.solve, API.solutions, API.formulations), draw, solve=solve)
