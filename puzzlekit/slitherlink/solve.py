"""The room's questions, answered by the shared modules."""

from collections.abc import Mapping

from puzzlekit import unique
from puzzlekit.engines import cadical, cp_sat
from puzzlekit.questions import Questions
from puzzlekit.slitherlink import directed, single_loop
from puzzlekit.slitherlink.cp_sat import cp_sat_plain
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.rules import violations
from puzzlekit.slitherlink.statement import problem
from puzzlekit.slitherlink.zdd import zdd

FORMULATIONS: Mapping[str, unique.Build] = {
    "single_loop_fast": single_loop.build_fast,
    "single_loop": single_loop.build,
    "directed": directed.build,
}
PEERS = {
    "cp_sat": cp_sat.engine(problem, Puzzle),
    "cp_sat_plain": cp_sat_plain,
    "cadical": cadical.engine(problem, Puzzle),
    "zdd": zdd,
}

ASKED = Questions(Puzzle, FORMULATIONS, violations)
solve, solutions, is_unique = ASKED.solve, ASKED.solutions, ASKED.is_unique
next_step, explanation, difficulty = ASKED.next_step, ASKED.explanation, ASKED.difficulty
