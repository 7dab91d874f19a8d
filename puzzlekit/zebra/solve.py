"""The formulations and engines of the Zebra puzzle, and the functions `solve`, `solutions`, ... that use them."""

from collections.abc import Mapping

from puzzlekit.board.puzzle_api import PuzzleAPI
from puzzlekit.engines import cadical, cp_sat
from puzzlekit.scip import enumeration
from puzzlekit.zebra import model_assignment
from puzzlekit.zebra.cp_sat import cp_sat_plain
from puzzlekit.zebra.puzzle import Puzzle
from puzzlekit.zebra.rules import violations
from puzzlekit.zebra.search import search
from puzzlekit.zebra.statement import problem

FORMULATIONS: Mapping[str, enumeration.Build] = {
    "assignment_fast": model_assignment.build_fast,
    "assignment": model_assignment.build,
}
ENGINES = {
    "cp_sat": cp_sat.engine(problem, Puzzle),
    "cp_sat_plain": cp_sat_plain,
    "cadical": cadical.engine(problem, Puzzle),
    "search": search,
}

API = PuzzleAPI(Puzzle, FORMULATIONS, violations, ENGINES)
solve, solutions, is_unique, board = API.solve, API.solutions, API.is_unique, API.board
next_step, explanation, difficulty = API.next_step, API.explanation, API.difficulty
