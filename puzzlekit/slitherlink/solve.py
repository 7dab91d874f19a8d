"""The formulations and engines of Slitherlink, and the functions `solve`, `solutions`, ... that use them."""

from collections.abc import Mapping

from puzzlekit.board.puzzle_api import PuzzleAPI
from puzzlekit.engines import cadical, cp_sat
from puzzlekit.scip import enumeration
from puzzlekit.slitherlink import model_directed, model_single_loop
from puzzlekit.slitherlink.cp_sat import cp_sat_plain
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.rules import violations
from puzzlekit.slitherlink.statement import problem, problem_for_cadical
from puzzlekit.slitherlink.zdd import zdd

FORMULATIONS: Mapping[str, enumeration.Build] = {
    "single_loop_fast": model_single_loop.build_fast,
    "single_loop": model_single_loop.build,
    "directed": model_directed.build,
}
ENGINES = {
    "cp_sat": cp_sat.engine(problem, Puzzle),
    "cp_sat_plain": cp_sat_plain,
    "cadical": cadical.engine(problem_for_cadical, Puzzle),
    "zdd": zdd,
}

API = PuzzleAPI(Puzzle, FORMULATIONS, violations, ENGINES)
solve, solutions, is_unique, board = API.solve, API.solutions, API.is_unique, API.board
next_step, explanation, difficulty = API.next_step, API.explanation, API.difficulty
