"""The checks of the exercises of chapter 5. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it gives `...`) is not judged.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from puzzlekit.circuit import model_spanning_tree
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.circuit.rules import clue_conflicts
from puzzlekit.circuit.solve import ENGINES
from puzzlekit.circuit.text import load, parse
from puzzlekit.course.exercise import Remarks, check, exact, function, picture
from puzzlekit.course.modelling import lazy_family, linear, not_alone, wrong_boards
from puzzlekit.scip.constraints import LinearConstraint, is_broken
from puzzlekit.scip.handler import TOLERANCE
from puzzlekit.scip.lazy import LazyFamily

TINY = ("tiny_3x3", "tiny_rectangle", "tiny_two_solutions", "tiny_three_solutions", "tiny_4x4", "board_5x5")
RING = """
o.o.o.s
.......
o.o.o.o
......|
#.#.t.o
"""  # a cycle through s and t would allow a longer path than any tree
CORNER = """
#.o.o.s
.......
#.o.o.o
.......
o.o.o.t
"""  # the longest path ends with the board's last edge
FORKS = """
#.o.o.s
.......
#.t.o.o
.......
o.o.o.o
.......
#.o.#.o
"""  # a longer path has room for its forks, but the rest of the board then has no room for a tree
GIVEN = """
#.o.o.o
.......
o.o.o.s
.......
o.o.o.o
......|
#.o.t.o
"""  # without the given edge, there is a longer path
WIDE = """
o.o.o.s.o.o
...........
o.o.o.o.o.o
...........
t.o.o.o.o.o
"""  # ten trees, and one of them has the longest path
MANY = 50  # solutions, more than any board here has
FEWEST = 12  # the least number of points of an invented board


@check(function("n", exact))
def check_subsets(count: Callable) -> Remarks:
    """Check exercise 1: `count(n)` returns the number of constraints (5.1e), corrected, on n points: one for each N of
    two points or more that is not all of V."""
    for n in (3, 4, 10, 24):
        found = count(n)
        if found != 2**n - n - 2:
            yield f"found {found} for {n} points, expected one for each N of two points or more except V itself"


@check(lazy_family)
def check_cut_sets(family: LazyFamily) -> Remarks:
    """Check exercise 2: a lazy family that replaces `no_cycle`, makes every board one tree and forbids no cycle."""
    kept = tuple(one for one in model_spanning_tree.FAMILIES if one is not model_spanning_tree.no_cycle)
    forbidding: list[LinearConstraint] = []
    for puzzle in map(load, TINY):
        own = _watched(family, forbidding)
        right = set(ENGINES["cadical"](puzzle, MANY).solutions)
        yield wrong_boards(model_spanning_tree.build(puzzle, (*kept, own)), puzzle, right)
    if forbidding:
        told = f"the boards are right, but this constraint forbids a cycle: {forbidding[0]}"
        yield f"{told}; say that an edge leaves each piece"


def _watched(family: LazyFamily, forbidding: list[LinearConstraint]) -> LazyFamily:
    """Return the family, and collect in `forbidding` its constraints that the board with all edges drawn violates."""

    def separate(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        drawn = SimpleNamespace(**{group: dict.fromkeys(members, 1.0) for group, members in vars(v).items()})
        for place, row in family.separate(puzzle, v, values):
            if is_broken(plain := linear(row, v), drawn, TOLERANCE):
                forbidding.append(plain)
            yield place, row

    return replace(family, separate=separate)


@check(function("puzzle", exact))
def check_longest(longest: Callable) -> Remarks:
    """Check exercise 3: `longest(puzzle)` returns the number of edges of the longest path from s to t in a tree."""
    for puzzle in (load("tiny_path"), load("tiny_path_detour"), *map(parse, (RING, CORNER, FORKS, GIVEN, WIDE))):
        found = longest(puzzle)
        trees = ENGINES["cadical"](replace(puzzle, endpoints=None), MANY).solutions
        if found != max(len(Solution.of(puzzle, tree.drawn).path) for tree in trees):
            yield f"of the puzzle\n{puzzle}\nthe longest way is not {found} edges long"


@check(picture(parse))
def check_invented(puzzle: Puzzle) -> Remarks:
    """Check exercise 4: the picture of a board with one solution, no given edge, and at least FEWEST points."""
    if puzzle.endpoints or puzzle.given:
        yield "leave out given edges and endpoints"
    if len(puzzle.points) < FEWEST:
        yield f"found {len(puzzle.points)} points, expected {FEWEST} or more"
    for broken in clue_conflicts(puzzle):
        yield f"it has no solution: {broken}"
    yield not_alone(ENGINES["cadical"](puzzle, 2).solutions)
