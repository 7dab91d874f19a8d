"""The formulations and engines of circuit boards, and the functions `solve`, `solutions`, ... that use them."""

from collections.abc import Mapping

from puzzlekit.board.puzzle_api import PuzzleAPI
from puzzlekit.circuit import model_network_flow, model_shortest_path, model_spanning_tree
from puzzlekit.circuit.cp_sat import cp_sat_plain
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.circuit.rules import violations
from puzzlekit.circuit.statement import problem, problem_for_cadical
from puzzlekit.engines import cadical, cp_sat
from puzzlekit.scip import enumeration

FORMULATIONS: Mapping[str, enumeration.Build] = {
    "backtracking_fast": model_spanning_tree.build_after_search,
    "spanning_tree_fast": model_spanning_tree.build_fast,
    "spanning_tree": model_spanning_tree.build,
    "network_flow": model_network_flow.build,
    "shortest_path_fast": model_shortest_path.build_fast,
    "shortest_path": model_shortest_path.build,
}
ENGINES = {
    "cp_sat": cp_sat.engine(problem, Puzzle),
    "cp_sat_plain": cp_sat_plain,
    "cadical": cadical.engine(problem_for_cadical, Puzzle),
}

API = PuzzleAPI(Puzzle, FORMULATIONS, violations, ENGINES)
solve, solutions, is_unique, board = API.solve, API.solutions, API.is_unique, API.board
next_step, explanation, difficulty = API.next_step, API.explanation, API.difficulty
