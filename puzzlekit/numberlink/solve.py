"""The room's questions, answered by the shared modules."""

from collections.abc import Mapping

from puzzlekit import unique
from puzzlekit.engines import cadical, cp_sat
from puzzlekit.numberlink import edge, linearised, neighbour_count, quadratic
from puzzlekit.numberlink.cp_sat import cp_sat_count
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.numberlink.rules import violations
from puzzlekit.numberlink.statement import problem
from puzzlekit.numberlink.zdd import zdd
from puzzlekit.questions import Questions

FORMULATIONS: Mapping[str, unique.Build] = {
    "edge_fast": edge.build_fast,
    "edge": edge.build,
    "neighbour_count": neighbour_count.build,
    "linearised": linearised.build,
    "quadratic": quadratic.build,
}
PEERS = {
    "cp_sat": cp_sat.engine(problem, Puzzle),
    "cp_sat_count": cp_sat_count,
    "cadical": cadical.engine(problem, Puzzle),
    "zdd": zdd,
}

ASKED = Questions(Puzzle, FORMULATIONS, violations)
solve, solutions, is_unique = ASKED.solve, ASKED.solutions, ASKED.is_unique
next_step, explanation, difficulty = ASKED.next_step, ASKED.explanation, ASKED.difficulty
