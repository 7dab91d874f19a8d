"""The room's questions, answered by the shared modules."""

from collections.abc import Mapping

from puzzlekit import unique
from puzzlekit.circuit import network_flow, shortest_path, spanning_tree
from puzzlekit.circuit.cadical import cadical
from puzzlekit.circuit.cp_sat import cp_sat, cp_sat_plain
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.circuit.rules import violations
from puzzlekit.questions import Questions

FORMULATIONS: Mapping[str, unique.Build] = {
    "spanning_tree_fast": spanning_tree.build_fast,
    "spanning_tree": spanning_tree.build,
    "network_flow": network_flow.build,
    "shortest_path_fast": shortest_path.build_fast,
    "shortest_path": shortest_path.build,
}
PEERS = {"cp_sat": cp_sat, "cp_sat_plain": cp_sat_plain, "cadical": cadical}

ASKED = Questions(Puzzle, FORMULATIONS, violations)
solve, solutions, is_unique = ASKED.solve, ASKED.solutions, ASKED.is_unique
next_step, explanation, difficulty = ASKED.next_step, ASKED.explanation, ASKED.difficulty
