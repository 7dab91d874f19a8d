"""The Zebra puzzle: chapter 7 of the report. Integer programs and a backtracking search solve clues in words."""

from typing import TYPE_CHECKING

from puzzlekit.core.face import show

if TYPE_CHECKING:
    from puzzlekit.zebra.deduce import deduce
    from puzzlekit.zebra.draw import draw
    from puzzlekit.zebra.generate import generate
    from puzzlekit.zebra.puzzle import Clue, Puzzle, Solution
    from puzzlekit.zebra.rules import clue_conflicts, marks, violations
    from puzzlekit.zebra.solve import (
        ENGINES,
        FORMULATIONS,
        board,
        difficulty,
        explanation,
        is_unique,
        next_step,
        solutions,
        solve,
    )
    from puzzlekit.zebra.text import load, names, parse, parse_solution

show(__name__)
