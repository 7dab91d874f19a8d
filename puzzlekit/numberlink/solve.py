"""The formulations and engines of Numberlink, and the functions `solve`, `solutions`, ... that use them."""

from collections.abc import Mapping

from puzzlekit.board.puzzle_api import PuzzleAPI
from puzzlekit.engines import cp_sat
from puzzlekit.numberlink import cadical, model_edge, model_linearised, model_neighbour_count, model_quadratic
from puzzlekit.numberlink.cp_sat import cp_sat_count
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.numberlink.rules import violations
from puzzlekit.numberlink.statement import problem
from puzzlekit.numberlink.zdd import zdd
from puzzlekit.scip import enumeration

FORMULATIONS: Mapping[str, enumeration.Build] = {
    "edge_fast": model_edge.build_fast,
    "edge": model_edge.build,
    "neighbour_count": model_neighbour_count.build,
    "linearised": model_linearised.build,
    "quadratic": model_quadratic.build,
}
ENGINES = {
    "cp_sat": cp_sat.engine(problem, Puzzle),
    "cp_sat_count": cp_sat_count,
    "cadical": cadical.answer,
    "zdd": zdd,
}

API = PuzzleAPI(Puzzle, FORMULATIONS, violations, ENGINES)
solve, solutions, is_unique, board = API.solve, API.solutions, API.is_unique, API.board
next_step, explanation, difficulty = API.next_step, API.explanation, API.difficulty
