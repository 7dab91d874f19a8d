"""The checks of the exercises of chapter 9. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it gives `...`) is not judged.
"""

from collections.abc import Callable
from typing import Any

from puzzlekit.course.exercise import Remarks, check, function, unlike
from puzzlekit.course.modelling import lazy_family, pairs, wrong_boards
from puzzlekit.errors import counted
from puzzlekit.grid import Edge
from puzzlekit.lazy import LazyFamily
from puzzlekit.slitherlink import single_loop
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.solve import PEERS
from puzzlekit.slitherlink.text import load

MANY = 20  # solutions that a rule of one's own is held against
TINY = ("tiny_subtours", "tiny_square", "tiny_two_loops", "tiny_threes", "tiny_zero", "tiny_pair", "tiny_four")
BOARDS = (*TINY, "five_easy", "five_hard", "seven_easy", "ten_easy")


@check(lazy_family)
def check_one_loop(family: LazyFamily) -> Remarks:
    """Exercise: a lazy family that, instead of `one_loop`, leaves one loop, and every loop that is a solution."""
    kept = tuple(one for one in single_loop.FAMILIES if one is not single_loop.one_loop)
    for puzzle in map(load, TINY):
        right = set(PEERS["cadical"](puzzle, MANY).solutions)
        yield wrong_boards(single_loop.build(puzzle, (*kept, family)), puzzle, right)


@check(function("puzzle", pairs("edge", "0 or 1")))
def check_deduction(rule: Callable[[Puzzle], list[tuple[Any, Any]]]) -> Remarks:
    """Exercise: a starting rule of one's own, `rule(puzzle)` -> pairs (edge, 1 if it is drawn, 0 if it is not)."""
    said = 0
    for name in BOARDS:
        puzzle = load(name)
        boards = PEERS["cadical"](puzzle, MANY).solutions
        for found, state in rule(puzzle):
            if not isinstance(found, Edge) or found not in puzzle.beside:
                raise unlike(found, "one of puzzle.edges as the first of each pair")
            if state not in (0, 1):
                raise unlike(state, "0 or 1 as the second of each pair")
            said += 1
            if any((found in board.drawn) != state for board in boards):
                told = "is drawn" if state else "is left out"
                place = str(found).replace("points", "the edge")
                yield f"on {name} your rule says that {place} {told}, but in a solution it is not so"
    if not said:
        yield f"your rule says nothing on {counted(len(BOARDS), 'board')}; find one that does"
