"""The checks of the exercises of chapter 5. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it gives `...`) is not judged.
"""

from collections.abc import Callable
from dataclasses import replace

from puzzlekit.circuit import spanning_tree
from puzzlekit.circuit.cadical import cadical
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.circuit.rules import clashes
from puzzlekit.circuit.text import load, parse
from puzzlekit.course.exercise import Remarks, check, exact, function, picture
from puzzlekit.course.modelling import lazy_family, not_alone, wrong_boards
from puzzlekit.lazy import LazyFamily

TINY = ("tiny_3x3", "tiny_rectangle", "tiny_two_solutions", "tiny_three_solutions", "tiny_4x4", "board_5x5")
MANY = 50
FEWEST = 12  # points of an invented board


@check(function("n", exact))
def check_subsets(count: Callable) -> Remarks:
    """Exercise 1: `count(n)` is the number of rows (5.1e), mended, on n points: one for each N of two points or more
    that is not all of V."""
    for n in (3, 4, 10, 24):
        found = count(n)
        if found != 2**n - n - 2:
            yield f"found {found} for {n} points, expected another number"


@check(lazy_family)
def check_cut_sets(family: LazyFamily) -> Remarks:
    """Exercise 2: a lazy family that, instead of `no_cycle`, makes every board one tree."""
    kept = tuple(one for one in spanning_tree.FAMILIES if one is not spanning_tree.no_cycle)
    for puzzle in map(load, TINY):
        yield wrong_boards(spanning_tree.build(puzzle, (*kept, family)), puzzle, set(cadical(puzzle, MANY).solutions))


@check(function("puzzle", exact))
def check_longest(longest: Callable) -> Remarks:
    """Exercise 3: `longest(puzzle)` is the number of edges of the longest way from s to t that a tree allows."""
    for puzzle in map(load, ("tiny_path", "tiny_path_detour")):
        found = longest(puzzle)
        trees = cadical(replace(puzzle, endpoints=None), MANY).solutions
        if found != max(len(Solution.of(puzzle, tree.drawn).path) for tree in trees):
            yield f"of the puzzle\n{puzzle}\nthe longest way is not {found} edges long"


@check(picture(parse))
def check_invented(puzzle: Puzzle) -> Remarks:
    """Exercise 4: the picture of a board with one solution, no given edge, and FEWEST points at least."""
    if puzzle.endpoints or puzzle.given:
        yield "leave out given edges and endpoints"
    if len(puzzle.points) < FEWEST:
        yield f"found {len(puzzle.points)} points, expected {FEWEST} or more"
    for broken in clashes(puzzle):
        yield f"it has no solution: {broken}"
    yield not_alone(cadical(puzzle, 2).solutions)
