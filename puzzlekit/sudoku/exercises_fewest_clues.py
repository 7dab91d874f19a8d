"""The checks of the exercises of chapter 8. Each check takes the reader's answer and prints a verdict.

An answer that is still the notebook's placeholder `...` is not judged. The leader chooses clues of a full grid; the
follower looks for a second solution with these clues. See `model_fewest_clues`.
"""

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from itertools import combinations
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core.errors import counted
from puzzlekit.core.grid import Cell
from puzzlekit.course.exercise import Remark, Remarks, attempted, check, function, numbers, picture, theirs, unlike
from puzzlekit.course.modelling import family, linear, not_alone, wrong_size
from puzzlekit.course.sentences import code, shortened
from puzzlekit.scip.constraints import LinearConstraint, is_broken
from puzzlekit.scip.handler import TOLERANCE
from puzzlekit.scip.model import BuiltModel, Family
from puzzlekit.sudoku import model_fewest_clues, model_follower, unavoidable
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.solve import ENGINES, solutions
from puzzlekit.sudoku.text import parse

FOURS = ("1234341221434321", "1234341243212143")  # one grid of each of the two kinds in the chapter's census
CYCLIC = "1234342121434312"  # two rows of a band differ by one cycle of all digits, so one clue distinguishes them
GRIDS = 288  # the number of full grids of 4 x 4 cells
FEW = 6  # on larger grids, the follower finds this many solutions and returns the one with the most differences
SMALLEST, STARTS = 8, 12  # on 4 x 4 cells: the smallest size of the sets to shrink, and the number of sets of each size
MANY = 6  # the largest number of clues of a 4 x 4 puzzle that has one solution and needs every clue


def _grid(text: str) -> Solution:
    puzzle = parse(text)
    return Solution(puzzle.clues, puzzle.p, puzzle.q)


def _example(p: int, q: int) -> Solution:
    """Return a full grid with boxes of p rows and q columns, in which each row is a cyclic shift of the first row."""
    n = p * q
    starts = [(i % p) * q + i // p for i in range(n)]
    return Solution(tuple(tuple((start + j) % n + 1 for j in range(n)) for start in starts), p, q)


@check(function("n", numbers("variables", "constraints")))
def check_size(size: Callable) -> Remarks:
    """Check exercise 1: `size(n)` returns the numbers of variables and constraints of the follower's model (8.2) for an
    n x n grid."""
    for p, q in ((2, 2), (3, 3), (2, 3), (2, 4)):
        yield wrong_size(size(p * q), model_follower.build_follower(_example(p, q), ()), f"n = {p * q}")


def places(found: Any) -> frozenset:
    """Return the reader's collection of cells or other places as a set. Its items are not checked. Raise Remark if
    `found` is not a collection."""
    if not isinstance(attempted(found), Iterable) or isinstance(found, str | dict):
        raise unlike(found, "a set of cells")
    with theirs():
        return frozenset(found)


def cells(found: Any) -> frozenset[Cell]:
    """Return the reader's collection as a set of cells. Raise Remark if an item is not a cell."""
    own = places(found)
    if strange := [one for one in own if not isinstance(one, Cell)]:
        raise unlike(strange[0], "only cells")
    return own


@check(function("found every differing", cells))
def check_minimal(smaller: Callable) -> Remarks:
    """Check exercise 2: `smaller(found, every, differing)` returns a minimal unavoidable subset of the cells `found`.

    `every` contains all cells, and `differing` is a follower, see `unavoidable.Differing`. Small sets `found` detect an
    answer that stops too early. Large sets detect an answer that assumes that the follower's sets are minimal.
    """
    small = ((_grid(text), size, STARTS) for text in (*FOURS, CYCLIC) for size in range(SMALLEST, 17))
    for grid, size, starts in (*small, (_example(2, 3), 27, 4)):
        every, differing, rng = frozenset(grid.filled), _different(grid), random.Random(size)
        for _ in range(starts):
            start = frozenset(rng.sample(sorted(every), size))
            if differing(every - start):
                yield _not_minimal(smaller(start, every, differing), start, every, differing)


@cache
def _different(grid: Solution) -> unavoidable.Differing:
    """Return a follower whose answers are far from minimal: of the solutions that it compares, it takes one that
    differs from `grid` in the most cells.

    For a grid of 4 x 4 cells, the follower compares all full grids, which it stores. For a larger grid, it compares FEW
    solutions.
    """

    def away(clues: Collection[Cell], limit: int) -> list[frozenset[Cell]]:
        others = ENGINES["cadical"](model_fewest_clues.puzzle_of(grid, clues), limit).solutions
        found = [frozenset(c for c, digit in one.filled.items() if digit != grid.filled[c]) for one in others]
        return sorted(found, key=len, reverse=True)

    known = away((), GRIDS) if len(grid.digits) == 4 else []

    def differing(kept: Collection[Cell]) -> frozenset[Cell]:
        kept = frozenset(kept)
        return next(one for one in known or away(kept, FEW) if kept.isdisjoint(one))  # the grid itself is the last one

    return differing


def _not_minimal(
    own: frozenset[Cell], start: frozenset[Cell], every: frozenset[Cell], differing: unavoidable.Differing
) -> str | None:
    if strange := own - start:
        return f"your set contains {min(strange)}, which is not in the set `found`"
    if not differing(every - own):
        return f"your set is avoidable: without its {counted(len(own), 'cell')}, the grid is still the only solution"
    spare = [cell for cell in sorted(own) if differing((every - own) | {cell})]
    return f"{spare[0]} is not needed: the other cells of your set are still unavoidable" if spare else None


@check(family)
def check_lines(lines: Family) -> Remarks:
    """Check exercise 3: a constraint family `(grid, v)` for the leader's model.

    A band is a row of boxes, a stack is a column of boxes. The constraints must say that of any two rows in a band, and
    of any two columns in a stack, at least one has a clue. They must admit every clue set with a unique solution.
    """
    for grid in (*map(_grid, (*FOURS, CYCLIC)), _example(2, 3)):
        built = model_fewest_clues.build(grid)
        rows = [linear(row, built.v) for _, row in lines(grid, built.v)]
        for pair in unavoidable.pairs_of_lines(grid):
            kept = set(grid.filled).difference(*pair)
            empty = SimpleNamespace(y={cell: int(cell in kept) for cell in built.v.y})
            if not any(is_broken(row, empty, TOLERANCE) for row in rows):
                without = model_fewest_clues.puzzle_of(grid, kept)
                yield f"your constraints admit these clues, which leave several solutions:\n{without}"
        yield from (_lost(row, built) for row in rows)
        built.free()


def _lost(row: LinearConstraint, built: BuiltModel) -> str | None:
    """Return a remark if a constraint forbids a clue set with a unique solution, else None."""
    total = quicksum(value * built.v.y[key] for (_, key), value in row.coefficients.items())
    for sense, side in (("minimize", row.lower), ("maximize", row.upper)):
        if side is not None:
            built.model.setObjective(total, sense)
            values = scip.solve(built).values
            if is_broken(row, values, TOLERANCE):
                return f"your constraint {row} forbids this puzzle, which has one solution:\n{built.decode(values)}"
    return None


def check_hints(
    hints: Any, boards: Mapping[Any, Collection], clued: Callable, solutions: Callable, *, graded: bool = False
) -> None:
    """Check exercise 4: `hints(board)` returns a smallest set of places such that clues at these places leave only one
    solution.

    Parameters
    ----------
    boards
        {solution: the places that can have a clue}, for a puzzle type of the reader's choice.
    clued
        Function `(board, places)` that returns the puzzle whose clues are at these places; `board` is its solution.
    solutions
        The function `solutions` of the puzzle type.
    graded
        Whether to raise an error unless the answer is right, for assignments. If False, the verdict is only printed.
    """
    _check_hints(hints, (boards, clued, solutions), graded=graded)


@check(function("board", places), tuple)
def _check_hints(hints: Callable, room: tuple) -> Remarks:
    boards, clued, solutions = room
    for board, places in {board: [*places] for board, places in boards.items()}.items():
        own = hints(board)
        if [*boards[board]] != places:
            raise Remark("your function changes `boards`; copy the places first, and run the cell of `boards` again")
        if strange := own - set(places):
            raise Remark(f"found {shortened(code(next(iter(strange))))}, expected places such as {code(places[0])}")
        others = solutions(clued(board, own), 2)
        if len(others) > 1:
            yield f"your clues leave several solutions, such as\n{others[0]}\nand\n{others[1]}"
        for fewer in combinations(places, len(own) - 1) if own else ():
            if len(solutions(clued(board, fewer), 2)) == 1:
                yield f"your clues leave one solution, but fewer than {len(own)} are enough on this board:\n{board}"


@check(picture(parse))
def check_invented(puzzle: Puzzle) -> Remarks:
    """Check exercise 5: a 4x4 puzzle with MANY clues and a unique solution. Without any one of its clues, it must have
    several solutions."""
    if (puzzle.p, puzzle.q) != (2, 2):
        yield f"found {puzzle.size} x {puzzle.size} cells, expected 4 x 4"
    yield not_alone(solutions(puzzle, 2))
    for cell in puzzle.given:
        fewer = {other: digit for other, digit in puzzle.given.items() if other != cell}
        if len(solutions(Puzzle(Solution.of(puzzle, fewer).digits, 2, 2), 2)) == 1:
            yield f"the clue in {cell} is not needed"
    if len(puzzle.given) != MANY:
        yield f"found {len(puzzle.given)} clues, expected {MANY}, all of them needed"


@check(family)
def check_mended(clues_and_penalty: Family) -> Remarks:
    """Check exercise 6: a constraint family `(passed, v)` that replaces (8.2f) and (8.2g) in the follower's model."""
    for grid in (*map(_grid, FOURS), _example(2, 3)):
        cells = sorted(grid.filled)
        for kept in (cells, cells[1:], cells[::5], cells[:4], []):
            yield _wrong_answer(clues_and_penalty, grid, kept)


def _wrong_answer(own: Family, grid: Solution, kept: Collection[Cell]) -> str | None:
    """Solve the follower's model with the family `own`, for the clues in `kept`. Return a remark if the solution is
    wrong, else None."""
    passed = model_fewest_clues.puzzle_of(grid, kept)
    penalty = int(len(solutions(passed, 2)) == 1)
    built = model_follower.build_follower(grid, kept, (*model_follower.FAMILIES[:4], own))
    values = scip.solve(built).values
    built.free()
    if not values:
        return f"your follower finds no answer to these clues:\n{passed}"
    if (found := values.z["penalty"]) != penalty:
        return f"your follower answers z = {found}, expected z = {penalty}, to these clues:\n{passed}"
    answer = built.decode(values)
    if not penalty and (answer == grid or any(answer.filled[cell] != grid.filled[cell] for cell in kept)):
        return f"this answer of your follower is no other solution of the clues:\n{answer}\nclues:\n{passed}"
    return None
