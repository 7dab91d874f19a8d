"""Battleship Solitaire: chapter 4 of the report. A fleet must satisfy the counts of rows and columns."""

from typing import TYPE_CHECKING

from puzzlekit.core.face import show

if TYPE_CHECKING:
    from puzzlekit.battleship.deduce import deduce
    from puzzlekit.battleship.draw import draw
    from puzzlekit.battleship.generate import generate
    from puzzlekit.battleship.link import link
    from puzzlekit.battleship.puzzle import Puzzle, Ship, Solution
    from puzzlekit.battleship.rules import clue_conflicts, marks, violations
    from puzzlekit.battleship.solve import (
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
    from puzzlekit.battleship.text import load, names, parse, parse_solution

show(__name__)
