"""The room's questions, answered by the shared modules."""

from collections.abc import Mapping

from puzzlekit import unique
from puzzlekit.engines import cadical, cp_sat
from puzzlekit.hashi import bfs, cut_set, network_flow
from puzzlekit.hashi.cp_sat import cp_sat_plain
from puzzlekit.hashi.puzzle import Puzzle
from puzzlekit.hashi.rules import violations
from puzzlekit.hashi.statement import problem
from puzzlekit.questions import Questions

FORMULATIONS: Mapping[str, unique.Build] = {
    "cut_set_fast": cut_set.build_fast,
    "cut_set": cut_set.build,
    "network_flow": network_flow.build,
    "bfs": bfs.build,
}
PEERS = {
    "cp_sat": cp_sat.engine(problem, Puzzle, cp_sat.IN_ORDER),
    "cp_sat_plain": cp_sat_plain,
    "cadical": cadical.engine(problem, Puzzle),
}

ASKED = Questions(Puzzle, FORMULATIONS, violations)
solve, solutions, is_unique = ASKED.solve, ASKED.solutions, ASKED.is_unique
next_step, explanation, difficulty = ASKED.next_step, ASKED.explanation, ASKED.difficulty
