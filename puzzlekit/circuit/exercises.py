"""The checks of the exercises of chapter 5. Each check takes the reader's answer and prints a verdict.

An answer that is still the notebook's placeholder `...` is not judged.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from puzzlekit.circuit import model_network_flow, model_spanning_tree
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.circuit.rules import clue_conflicts
from puzzlekit.circuit.solve import ENGINES
from puzzlekit.circuit.text import load, parse
from puzzlekit.course.exercise import Remarks, check, exact, function, picture
from puzzlekit.course.modelling import family, lazy_family, linear, not_alone, wrong_boards
from puzzlekit.scip.constraints import LinearConstraint, is_broken
from puzzlekit.scip.handler import TOLERANCE
from puzzlekit.scip.lazy import LazyFamily
from puzzlekit.scip.model import Family

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
"""  # the longest path contains the last edge of the board
FORKS = """
#.o.o.s
.......
#.t.o.o
.......
o.o.o.o
.......
#.o.#.o
"""  # there is a longer path with room for its forks, but no tree contains this path
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
BENDS = ("o.o\n...\no.#", "#.o\n...\no.o")  # no solution: the only tree has two edges at the first or the last point
MANY = 50  # a limit on the number of solutions; every board here has fewer
FEWEST = 12  # the smallest number of points of an invented board


@check(function("n", exact))
def check_subsets(count: Callable) -> Remarks:
    """Check exercise 1: `count(n)` returns the number of corrected constraints (5.1e) for n points.

    There is one constraint for each set N of two or more points, except the set V of all points.
    """
    for n in (3, 4, 10, 24):
        found = count(n)
        if found != 2**n - n - 2:
            yield f"found {found} for {n} points, expected the number of sets N with two or more points, except V"


@check(lazy_family)
def check_cut_sets(cut_sets: LazyFamily) -> Remarks:
    """Check exercise 2: a lazy family that replaces `no_cycle`.

    With this family, the model's solutions must be exactly the trees. Its constraints must be cut-set constraints: if
    all edges are drawn, every constraint must be satisfied.
    """
    kept = tuple(one for one in model_spanning_tree.FAMILIES if one is not model_spanning_tree.no_cycle)
    forbidding: list[LinearConstraint] = []
    for puzzle in map(load, TINY):
        own = _watched(cut_sets, forbidding)
        right = set(ENGINES["cadical"](puzzle, MANY).solutions)
        yield wrong_boards(model_spanning_tree.build(puzzle, (*kept, own)), puzzle, right)
    if forbidding:
        told = f"the boards are right, but this constraint forbids a cycle: {forbidding[0]}"
        yield f"{told}; require only that an edge leaves each component"


def _watched(family: LazyFamily, forbidding: list[LinearConstraint]) -> LazyFamily:
    """Return a lazy family that yields the same constraints as `family`. It also appends to `forbidding` the
    constraints that are violated if all edges are drawn."""

    def separate(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        drawn = SimpleNamespace(**{group: dict.fromkeys(members, 1.0) for group, members in vars(v).items()})
        for place, row in family.separate(puzzle, v, values):
            if is_broken(plain := linear(row, v), drawn, TOLERANCE):
                forbidding.append(plain)
            yield place, row

    return replace(family, separate=separate)


@check(function("puzzle", exact))
def check_longest(longest: Callable) -> Remarks:
    """Check exercise 3: `longest(puzzle)` returns the largest length of the path from s to t in any tree. The length is
    the number of edges."""
    for puzzle in (load("tiny_path"), load("tiny_path_detour"), *map(parse, (RING, CORNER, FORKS, GIVEN, WIDE))):
        found = longest(puzzle)
        trees = ENGINES["cadical"](replace(puzzle, endpoints=None), MANY).solutions
        if found != max(len(Solution.of(puzzle, tree.drawn).path) for tree in trees):
            yield f"{found} edges is not the length of the longest path in the puzzle\n{puzzle}"


@check(picture(parse))
def check_invented(puzzle: Puzzle) -> Remarks:
    """Check exercise 4: the picture of a board with a unique solution, no given edges, and at least FEWEST points."""
    if puzzle.endpoints or puzzle.given:
        yield "found given edges or endpoints, expected only open and blacked-out points"
    if len(puzzle.points) < FEWEST:
        yield f"found {len(puzzle.points)} points, expected {FEWEST} or more"
    for broken in clue_conflicts(puzzle):
        yield f"the puzzle has no solution: {broken}"
    yield not_alone(ENGINES["cadical"](puzzle, 2).solutions)


@check(family)
def check_mended(flow_model: Family) -> Remarks:
    """Check exercise 5: a single constraint family with all constraints of the flow model (5.2), except those for the
    given edges."""
    for puzzle in (*map(load, (*TINY, "tiny_colours")), *map(parse, BENDS)):
        right = set(ENGINES["cadical"](puzzle, MANY).solutions)
        yield wrong_boards(
            model_network_flow.build(puzzle, (model_network_flow.keep_given_edges, flow_model)), puzzle, right
        )
