"""The Circuit Board Game: chapter 5 of the report. Points of a lattice are joined into a tree."""

from typing import TYPE_CHECKING

from puzzlekit.core.face import show

if TYPE_CHECKING:
    from puzzlekit.circuit.deduce import deduce
    from puzzlekit.circuit.draw import draw, replay
    from puzzlekit.circuit.generate import generate
    from puzzlekit.circuit.puzzle import Puzzle, Solution, network
    from puzzlekit.circuit.rules import clue_conflicts, marks, violations
    from puzzlekit.circuit.solve import (
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
    from puzzlekit.circuit.text import load, names, parse, parse_solution

show(__name__)
