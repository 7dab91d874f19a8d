"""The package's questions, answered by the shared modules."""

from collections.abc import Callable, Mapping

from nurikabe import model_connected
from nurikabe.puzzle import Puzzle
from nurikabe.rules import violations
from puzzlekit.board.puzzle_api import PuzzleAPI
from puzzlekit.scip import enumeration

FORMULATIONS: Mapping[str, enumeration.Build] = {"connected": model_connected.build}
ENGINES: Mapping[str, Callable] = {}

API = PuzzleAPI(Puzzle, FORMULATIONS, violations)
solve, solutions, is_unique = API.solve, API.solutions, API.is_unique
