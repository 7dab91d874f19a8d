"""Slitherlink: the companion texts' integer program with subtour constraints, and decision diagrams (ZDDs)."""

from typing import TYPE_CHECKING

from puzzlekit.core.face import show

if TYPE_CHECKING:
    from puzzlekit.slitherlink.clue_sets import ValidClueSets, loop_around, valid_clue_sets
    from puzzlekit.slitherlink.deduce import deduce
    from puzzlekit.slitherlink.draw import draw, replay
    from puzzlekit.slitherlink.generate import generate
    from puzzlekit.slitherlink.link import link
    from puzzlekit.slitherlink.puzzle import Puzzle, Solution, network
    from puzzlekit.slitherlink.rules import clue_conflicts, marks, violations
    from puzzlekit.slitherlink.solve import (
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
    from puzzlekit.slitherlink.text import load, names, parse, parse_solution
    from puzzlekit.slitherlink.zdd import every_solution

show(__name__)
