"""Battleship in a notebook: the interactive board."""

from collections.abc import Callable

from puzzlekit.battleship.draw import draw
from puzzlekit.battleship.play import ADAPTER
from puzzlekit.battleship.puzzle import Puzzle, Solution
from puzzlekit.battleship.solve import API
from puzzlekit.board import Board
from puzzlekit.board.solver_queries import SolverQueries
from puzzlekit.errors import validate_args


@validate_args(Puzzle)
def board(puzzle: Puzzle, *, solve: Callable[[Puzzle], Solution] | None = None) -> Board:
    """The interactive board of a puzzle; `solve` is your own function for its Solve button. See `Board`.

    Click a cell for water, again for a ship part, or type its symbol; a right click is water. Once all parts are
    placed, empty cells count as water. In edit mode the clues, the counts and the numbers of ships can be changed; for
    ships of other lengths, paste a picture.
    """
    return Board(ADAPTER, puzzle, SolverQueries(ADAPTER, API.solve, API.solutions, API.formulations), draw, solve=solve)
