"""The formulations and engines of Hashi, and the functions `solve`, `solutions`, ... that use them."""

from collections.abc import Mapping

from puzzlekit.board.puzzle_api import PuzzleAPI
from puzzlekit.engines import cadical, cp_sat
from puzzlekit.hashi import model_bfs, model_cut_set, model_network_flow
from puzzlekit.hashi.cp_sat import cp_sat_plain
from puzzlekit.hashi.puzzle import Puzzle
from puzzlekit.hashi.rules import violations
from puzzlekit.hashi.statement import problem
from puzzlekit.scip import enumeration

FORMULATIONS: Mapping[str, enumeration.Build] = {
    "cut_set_fast": model_cut_set.build_fast,
    "cut_set": model_cut_set.build,
    "network_flow": model_network_flow.build,
    "bfs": model_bfs.build,
}
ENGINES = {
    "cp_sat": cp_sat.engine(problem, Puzzle, cp_sat.IN_ORDER),
    "cp_sat_plain": cp_sat_plain,
    "cadical": cadical.engine(problem, Puzzle),
}

API = PuzzleAPI(Puzzle, FORMULATIONS, violations, ENGINES)
solve, solutions, is_unique, board = API.solve, API.solutions, API.is_unique, API.board
next_step, explanation, difficulty = API.next_step, API.explanation, API.difficulty
