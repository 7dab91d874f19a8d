"""The room's questions, answered by the shared modules."""

from collections.abc import Mapping

from puzzlekit import unique
from puzzlekit.engines import cadical, cp_sat
from puzzlekit.questions import Questions
from puzzlekit.sudoku import assignment
from puzzlekit.sudoku.cp_sat import cp_sat_all_different, cp_sat_plain
from puzzlekit.sudoku.puzzle import Puzzle
from puzzlekit.sudoku.rules import violations
from puzzlekit.sudoku.statement import problem

FORMULATIONS: Mapping[str, unique.Build] = {
    "assignment_fast": assignment.build_fast,
    "assignment": assignment.build,
}
PEERS = {
    "cp_sat": cp_sat.engine(problem, Puzzle),
    "cp_sat_plain": cp_sat_plain,
    "cp_sat_all_different": cp_sat_all_different,
    "cadical": cadical.engine(problem, Puzzle),
}

ASKED = Questions(Puzzle, FORMULATIONS, violations)
solve, solutions, is_unique = ASKED.solve, ASKED.solutions, ASKED.is_unique
next_step, explanation, difficulty = ASKED.next_step, ASKED.explanation, ASKED.difficulty
