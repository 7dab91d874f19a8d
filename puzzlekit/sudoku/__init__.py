"""Sudoku: chapter 3 of the report, and the minimum Sudoku clue problem of chapter 8."""

from typing import TYPE_CHECKING

from puzzlekit.core.face import show

if TYPE_CHECKING:
    from puzzlekit.sudoku.deduce import deduce
    from puzzlekit.sudoku.draw import draw
    from puzzlekit.sudoku.generate import generate
    from puzzlekit.sudoku.link import link
    from puzzlekit.sudoku.minimum_clues import FewestClues, fewest_clues
    from puzzlekit.sudoku.puzzle import Puzzle, Solution
    from puzzlekit.sudoku.rules import clue_conflicts, marks, violations
    from puzzlekit.sudoku.solve import (
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
    from puzzlekit.sudoku.text import load, names, parse, parse_solution

show(__name__)
