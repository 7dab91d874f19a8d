"""The formulations and engines of Battleship, and the functions `solve`, `solutions`, ... that use them."""

from collections.abc import Mapping

from puzzlekit.battleship import model_cell, model_placement
from puzzlekit.battleship.cadical import cadical
from puzzlekit.battleship.cp_sat import cp_sat_cell, cp_sat_plain
from puzzlekit.battleship.puzzle import Puzzle
from puzzlekit.battleship.rules import violations
from puzzlekit.battleship.statement import problem
from puzzlekit.board.puzzle_api import PuzzleAPI
from puzzlekit.engines import cp_sat
from puzzlekit.scip import enumeration

FORMULATIONS: Mapping[str, enumeration.Build] = {
    "placement_fast": model_placement.build_fast,
    "placement": model_placement.build,
    "cell": model_cell.build,
}
ENGINES = {
    "cp_sat": cp_sat.engine(problem, Puzzle),
    "cp_sat_plain": cp_sat_plain,
    "cp_sat_cell": cp_sat_cell,
    "cadical": cadical,
}

API = PuzzleAPI(Puzzle, FORMULATIONS, violations, ENGINES)
solve, solutions, is_unique, board = API.solve, API.solutions, API.is_unique, API.board
next_step, explanation, difficulty = API.next_step, API.explanation, API.difficulty
