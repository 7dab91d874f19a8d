"""The room's questions, answered by the shared modules."""

from collections.abc import Mapping

from puzzlekit import unique
from puzzlekit.battleship import cell, placement
from puzzlekit.battleship.cadical import cadical
from puzzlekit.battleship.cp_sat import cp_sat_cell, cp_sat_plain
from puzzlekit.battleship.puzzle import Puzzle
from puzzlekit.battleship.rules import violations
from puzzlekit.battleship.statement import problem
from puzzlekit.engines import cp_sat
from puzzlekit.questions import Questions

FORMULATIONS: Mapping[str, unique.Build] = {
    "placement_fast": placement.build_fast,
    "placement": placement.build,
    "cell": cell.build,
}
PEERS = {
    "cp_sat": cp_sat.engine(problem, Puzzle),
    "cp_sat_plain": cp_sat_plain,
    "cp_sat_cell": cp_sat_cell,
    "cadical": cadical,
}

ASKED = Questions(Puzzle, FORMULATIONS, violations)
solve, solutions, is_unique = ASKED.solve, ASKED.solutions, ASKED.is_unique
next_step, explanation, difficulty = ASKED.next_step, ASKED.explanation, ASKED.difficulty
