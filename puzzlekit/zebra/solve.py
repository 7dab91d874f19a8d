"""The room's questions, answered by the shared modules."""

from collections.abc import Mapping

from puzzlekit import unique
from puzzlekit.questions import Questions
from puzzlekit.zebra import assignment
from puzzlekit.zebra.cp_sat import cp_sat
from puzzlekit.zebra.puzzle import Puzzle
from puzzlekit.zebra.rules import violations
from puzzlekit.zebra.search import search

FORMULATIONS: Mapping[str, unique.Build] = {"assignment": assignment.build}
PEERS = {"cp_sat": cp_sat, "search": search}

ASKED = Questions(Puzzle, FORMULATIONS, violations)
solve, solutions, is_unique = ASKED.solve, ASKED.solutions, ASKED.is_unique
next_step, explanation, difficulty = ASKED.next_step, ASKED.explanation, ASKED.difficulty
