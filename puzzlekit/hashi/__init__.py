"""Hashi: chapter 6 of the report, and its companion text."""

from typing import TYPE_CHECKING

from puzzlekit.core.face import show

if TYPE_CHECKING:
    from puzzlekit.hashi.deduce import deduce
    from puzzlekit.hashi.draw import draw, replay, replay_steps
    from puzzlekit.hashi.generate import generate
    from puzzlekit.hashi.link import link
    from puzzlekit.hashi.puzzle import Puzzle, Solution, network
    from puzzlekit.hashi.rules import clue_conflicts, marks, violations
    from puzzlekit.hashi.solve import (
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
    from puzzlekit.hashi.text import load, names, parse, parse_solution

show(__name__)
