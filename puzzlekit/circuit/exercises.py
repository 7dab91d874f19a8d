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
"""  # a cycle that passes s and t would be a longer way than any tree has
CORNER = """
#.o.o.s
.......
#.o.o.o
.......
o.o.o.t
"""  # the longest way ends with the board's last edge
FORKS = """
#.o.o.s
.......
#.t.o.o
.......
o.o.o.o
.......
#.o.#.o
"""  # a longer way has room for its forks, but the rest of the board has none left for a tree
GIVEN = """
#.o.o.o
.......
o.o.o.s
.......
o.o.o.o
......|
#.o.t.o
"""  # without the given edge, a longer way
WIDE = """
o.o.o.s.o.o
...........
o.o.o.o.o.o
...........
t.o.o.o.o.o
"""  # ten trees, and the longest way in one of them
MANY = 50
FEWEST = 12  # points of an invented board


@check(function("n", exact))
def check_subsets(count: Callable) -> Remarks:
    """Exercise 1: `count(n)` is the number of rows (5.1e), mended, on n points: one for each N of two points or more
    that is not all of V."""
    for n in (3, 4, 10, 24):
        found = count(n)
        if found != 2**n - n - 2:
            yield f"found {found} for {n} points, expected one for each N of two points or more except V itself"


@check(lazy_family)
def check_cut_sets(family: LazyFamily) -> Remarks:
    """Exercise 2: a lazy family that, instead of `no_cycle`, makes every board one tree. Its rows forbid no cycle."""
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
    """The same, and those of its rows are kept that a connected board may break: the one with all edges drawn."""

    def separate(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        drawn = SimpleNamespace(**{group: dict.fromkeys(members, 1.0) for group, members in vars(v).items()})
        for place, row in family.separate(puzzle, v, values):
            if is_broken(plain := linear(row, v), drawn, TOLERANCE):
                forbidding.append(plain)
            yield place, row

    return replace(family, separate=separate)


@check(function("puzzle", exact))
def check_longest(longest: Callable) -> Remarks:
    """Exercise 3: `longest(puzzle)` is the number of edges of the longest way from s to t that a tree allows."""
    for puzzle in (load("tiny_path"), load("tiny_path_detour"), *map(parse, (RING, CORNER, FORKS, GIVEN, WIDE))):
        found = longest(puzzle)
        trees = ENGINES["cadical"](replace(puzzle, endpoints=None), MANY).solutions
        if found != max(len(Solution.of(puzzle, tree.drawn).path) for tree in trees):
            yield f"of the puzzle\n{puzzle}\nthe longest way is not {found} edges long"


@check(picture(parse))
def check_invented(puzzle: Puzzle) -> Remarks:
    """Exercise 4: the picture of a board with one solution, no given edge, and FEWEST points at least."""
    if puzzle.endpoints or puzzle.given:
        yield "leave out given edges and endpoints"
    if len(puzzle.points) < FEWEST:
        yield f"found {len(puzzle.points)} points, expected {FEWEST} or more"
    for broken in clue_conflicts(puzzle):
        yield f"it has no solution: {broken}"
    yield not_alone(ENGINES["cadical"](puzzle, 2).solutions)
