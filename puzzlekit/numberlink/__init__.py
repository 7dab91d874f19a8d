"""Numberlink: a companion text's quadratic and linear models, with the constraints that are missing in the text."""

from typing import TYPE_CHECKING

from puzzlekit.core.face import show

if TYPE_CHECKING:
    from puzzlekit.numberlink.deduce import deduce
    from puzzlekit.numberlink.draw import draw, replay
    from puzzlekit.numberlink.generate import generate
    from puzzlekit.numberlink.link import link
    from puzzlekit.numberlink.puzzle import Puzzle, Solution, network
    from puzzlekit.numberlink.rules import clue_conflicts, marks, violations
    from puzzlekit.numberlink.solve import (
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
    from puzzlekit.numberlink.text import load, names, parse, parse_solution
    from puzzlekit.numberlink.zdd import every_solution

show(__name__)
