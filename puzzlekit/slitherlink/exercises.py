"""The checks of the exercises of chapter 9, and of the exercises of chapter 11 about Slitherlink.

Each check takes the reader's answer and prints a verdict. An answer that is still the notebook's placeholder `...` is
not judged.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model

from puzzlekit import scip
from puzzlekit.core.errors import counted
from puzzlekit.course.exercise import Remark, Remarks, attempted, check, function, numbers, picture, theirs, unlike
from puzzlekit.course.modelling import binaries, family, lazy_family, linear, not_alone, wrong_boards, wrong_size
from puzzlekit.scip import enumeration
from puzzlekit.scip.constraints import LinearConstraint, is_broken, linear_constraints
from puzzlekit.scip.handler import TOLERANCE
from puzzlekit.scip.lazy import LazyFamily
from puzzlekit.scip.model import BuiltModel, Family
from puzzlekit.slitherlink import model_directed, model_single_loop
from puzzlekit.slitherlink.clue_sets import ValidClueSets, loop_around, valid_clue_sets
from puzzlekit.slitherlink.puzzle import Puzzle, Solution
from puzzlekit.slitherlink.solve import ENGINES
from puzzlekit.slitherlink.text import load, parse
from puzzlekit.zdd import Family as Sets

TINY = ("tiny_zero", "tiny_pair", "tiny_several", "tiny_four", "tiny_subtours", "tiny_two_loops")
LOCAL = tuple(rows for rows in model_single_loop.FAMILIES if rows is not model_single_loop.one_loop)
APART = (".....", "....\n....")  # boards without clues, on which every loop is a solution
LONG = ("..\n..\n..", "...\n...\n...", "2..\n...\n..2", ".2.\n...", "....\n.2..", "..\n..\n..\n..")
SIDE, FEWEST = 3, 4  # on 3 x 3 cells, clues 1 and 2 alone make a solution unique only if there are four or more
MANY = 300


@check(function("rows columns clues", numbers("variables", "constraints")))
def check_size(size: Callable) -> Remarks:
    """Check exercise 1: `size(rows, columns, clues)` returns the numbers of variables and constraints.

    The model is the model printed in the companion text, without its family Cuts.
    """
    for name in ("tiny_subtours", "tiny_square", "five_hard"):
        puzzle = load(name)
        rows, columns, clues = puzzle.rows, puzzle.columns, len(puzzle.clues)
        told = f"{rows} x {columns} cells with {counted(clues, 'clue')}"
        yield wrong_size(size(rows, columns, clues), model_directed.build_printed(puzzle), told)


@check(function("puzzle", binaries("one for each of puzzle.edges")))
def check_mended(build: Callable[[Puzzle], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Check exercise 2: `build(puzzle)` returns (model, variables), where x has a variable for each edge.

    The model must have exactly the solutions that the formulation `single_loop` has without its lazy family.
    """
    for puzzle in map(load, TINY):
        own, v = build(puzzle)
        if set(v.x) != set(puzzle.edges):
            raise unlike(v.x, "x with one variable for each of puzzle.edges")
        if own.getNVars() == len(v.x):  # values of the reader's extra variables are unknown
            yield _excluded(linear_constraints(own, v), puzzle)
        built = BuiltModel(own, scip.variables(x=v.x), decode=_read(puzzle), decisions=v.x.values(), stop_at_first=True)
        yield wrong_boards(built, puzzle, _local(puzzle))


def _excluded(rows: Sequence[LinearConstraint], puzzle: Puzzle) -> str | None:
    """Return a remark on a valid board that some constraints exclude, or None if there is no such board. The remark
    gives the number of these constraints, because a reader could have corrected only one of two mistakes."""
    for board in sorted(_local(puzzle), key=str):
        if broken := [row for row in rows if is_broken(row, _values(board), TOLERANCE)]:
            told = f"{broken[0]}, one of {len(broken)} such constraints," if broken[1:] else f"{broken[0]}"
            return f"your constraint {told} excludes this valid board:\n{board}\nof the puzzle\n{puzzle}"
    return None


@cache
def _local(puzzle: Puzzle) -> frozenset[Solution]:
    built = model_single_loop.build(puzzle, LOCAL)
    boards = frozenset(board for board, _ in enumeration.enumerate_solutions(built))
    built.free()
    return boards


def _read(puzzle: Puzzle) -> Callable[[SimpleNamespace], Solution]:
    return lambda values: Solution.of(puzzle, (edge for edge, value in values.x.items() if value))


@check(family)
def check_every_point(every_point: Family) -> Remarks:
    """Check exercise 3: a constraint family for `single_loop` that forces the loop through every point."""
    for puzzle in map(parse, LONG):
        loops = ENGINES["cadical"](puzzle, MANY).solutions
        right = {loop for loop in loops if len(loop.drawn) == len(puzzle.points)}
        yield wrong_boards(model_single_loop.build(puzzle, (*model_single_loop.FAMILIES, every_point)), puzzle, right)


@check(lazy_family)
def check_cut_sets(one_loop: LazyFamily) -> Remarks:
    """Check exercise 4: a lazy family that replaces `one_loop`. Its constraints must contain edges that are not drawn
    in the candidate.

    The check calls the family for every board with two loops, so the verdict does not depend on a solver's search.
    """
    for puzzle in map(parse, APART):
        built = model_single_loop.build(puzzle, ())
        loops = ENGINES["cadical"](puzzle, MANY).solutions
        for two in _apart(loops):
            rows = [linear(row, built.v) for _, row in one_loop(puzzle, built.v, _values(two))]
            yield _wrong_cut_sets(rows, two, loops)
        built.free()


def _wrong_cut_sets(rows: Sequence[LinearConstraint], two: Solution, loops: Sequence[Solution]) -> str | None:
    """Return a remark on the constraints `rows` that a family yields for a board with two loops, or None if the
    constraints are right.

    `two` is the board with both loops, and `loops` contains all boards with one loop.
    """
    if not rows:
        return f"your family yields nothing where there are two loops:\n{two}"
    values = _values(two)
    away = [row for row in rows if not all(values.x[edge] for _, edge in row.coefficients)]
    if not away:
        return f"your constraint {rows[0]} has only drawn edges; expected edges that lead away from a loop"
    for row in rows:
        if lost := next((loop for loop in loops if is_broken(row, _values(loop), TOLERANCE)), None):
            return f"your constraint {row} excludes this valid board:\n{lost}"
    if any(_satisfied_by_one(away, values, edge) for row in away for _, edge in row.coefficients):
        return f"your constraint {away[0]} requires only one edge leaving the loop, but more are needed"
    return None


def _satisfied_by_one(rows: Sequence[LinearConstraint], values: SimpleNamespace, edge: Any) -> bool:
    """Return whether all constraints are satisfied if `edge` is drawn in addition to the edges in `values`.

    If so, the constraints are too weak: a loop that leaves a set of points has at least two edges that leave the set,
    not just one.
    """
    one_more = SimpleNamespace(x={**values.x, edge: 1})
    return not any(is_broken(row, one_more, TOLERANCE) for row in rows)


def _apart(loops: Sequence[Solution]) -> Iterator[Solution]:
    """Yield a board with both loops for each pair of loops that have no point in common."""
    for one, other in combinations(loops, 2):
        if one.degree.keys().isdisjoint(other.degree):
            yield Solution.of(one.puzzle, one.drawn | other.drawn)


def _values(board: Solution) -> SimpleNamespace:
    return SimpleNamespace(x={edge: int(edge in board.drawn) for edge in board.puzzle.edges})


@check(picture(parse))
def check_invented(puzzle: Puzzle) -> Remarks:
    """Check exercise 5: a puzzle with SIDE x SIDE cells, at most FEWEST clues, all of them 1 or 2, and a unique
    solution."""
    if (puzzle.rows, puzzle.columns) != (SIDE, SIDE):
        yield f"found {puzzle.rows} x {puzzle.columns} cells, expected {SIDE} x {SIDE}"
    if others := sorted({number for _, number in puzzle.clues} - {1, 2}):
        yield f"found the clue {others[0]}, expected only 1s and 2s"
    yield not_alone(ENGINES["cadical"](puzzle, 2).solutions)
    if len(puzzle.clues) > FEWEST:
        yield f"the puzzle has one solution with {len(puzzle.clues)} clues; use at most {FEWEST}"


# Chapter 11

DRAWN = [["##.", ".##", "..."], ["#..", "##.", "###"], ["#"], ["##"], ["..##", "####"], ["#...", "....", "...."]]
DRAWN += [["...#"], ["..", "..", "##"]]  # for these loops, the first cells have the number 0


def sets(found: Any) -> Sets:
    """Return the reader's answer if it is a family of sets (a ZDD). Otherwise raise Remark."""
    if not isinstance(found, Sets):
        raise unlike(found, "a family, such as found.family")
    return found


@check(function("found", sets))
def check_without_zeros(without_zeros: Callable[[ValidClueSets], Sets]) -> Remarks:
    """Check exercise 3 of chapter 11: `without_zeros(found)` returns the family of the valid clue sets in which no clue
    is 0.

    `found` is a `ValidClueSets`.
    """
    for rows in DRAWN:
        found = valid_clue_sets(loop_around(rows))
        own = without_zeros(found)
        zeros = {cell for cell, number in found.puzzle.clues if not number}
        right = {one for one in found.family if not one & zeros}
        told = "\n".join(rows)
        for one in own:
            if one not in right:
                why = "uses a 0" if one & zeros else "leaves several loops"
                raise Remark(f"for the loop around\n{told}\nyour family has a set that {why}:\n{found.with_clues(one)}")
        if own.count() < len(right):
            yield f"for the loop around\n{told}\nyour family has only {own.count()} of the {len(right)} good sets"


def drawing(found: Any) -> Solution:
    """Return the reader's answer as a board with drawn edges. The answer has rows of `#` (inside) and `.` (outside), or
    is a board. Raise Remark or PuzzleError for any other answer."""
    found = getattr(attempted(found), "solution", found)
    if isinstance(found, Solution):
        return found
    if not isinstance(found, str | list | tuple):
        raise unlike(found, "rows of '#' and '.', or a board")
    gaps = [number for number, row in enumerate(found, start=1) if row is ...]
    if gaps and len(gaps) == len(found):
        return drawing(...)
    if gaps:
        raise Remark(f"row {gaps[0]} is still `...`, expected '#' and '.'")
    with theirs():
        return loop_around(found, several=True)


@check(drawing)
def check_hopeless(loop: Solution) -> Remarks:
    """Check exercise 4 of chapter 11: a loop on SIDE x SIDE cells. Even with all clues, the loop must not be the only
    solution."""
    if (loop.puzzle.rows, loop.puzzle.columns) != (SIDE, SIDE):
        yield f"found {loop.puzzle.rows} x {loop.puzzle.columns} cells, expected {SIDE} x {SIDE}"
    if len(loop.loops) != 1 or len(loop.loops[0]) < len(loop.drawn):
        told = f"{counted(len(loop.loops), 'loop')} among the edges drawn" if loop.drawn else "nothing drawn"
        raise Remark(f"found {told}, expected one loop and nothing else")
    found = valid_clue_sets(loop)
    if good := found.count():
        fewest = counted(next(iter(found.minimum().sizes())), "clue")
        yield f"found {counted(good, 'set')} of clues that leave only your loop, the smallest with {fewest}"
