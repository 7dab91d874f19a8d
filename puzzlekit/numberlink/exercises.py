"""Checks of the exercises of chapter 10. Each check takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it returns `...`) is not judged.
"""

from collections.abc import Callable
from functools import cache
from itertools import product
from types import SimpleNamespace

from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.core.errors import counted
from puzzlekit.core.grid import Cell
from puzzlekit.course.exercise import Remarks, check, function, numbers, picture, unlike
from puzzlekit.course.modelling import binaries, family, lazy_family, linear, not_alone, wrong_boards, wrong_size
from puzzlekit.numberlink import model_linearised, model_neighbour_count
from puzzlekit.numberlink.families import alike
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.rules import violations
from puzzlekit.numberlink.solve import ENGINES
from puzzlekit.numberlink.text import load, parse
from puzzlekit.scip import enumeration
from puzzlekit.scip.constraints import is_broken
from puzzlekit.scip.handler import TOLERANCE
from puzzlekit.scip.lazy import LazyFamily
from puzzlekit.scip.model import BuiltModel, Family

COUNTS = tuple(rows for rows in model_neighbour_count.FAMILIES if rows is not model_neighbour_count.no_loop)
PRODUCTS = tuple(rows for rows in model_linearised.FAMILIES if rows is not model_linearised.no_loop)
COVERED = ("tiny_beside", "tiny_digits", "tiny_several", "tiny_no_solution", "tiny_loop")
ROUND = ("AA\n..", "ABA\n...\n..B", "AA..", "AB.\n..B\n..A", "ABAB")  # too many or too few neighbours
BETWEEN = ".A\nA."  # the first and the last cell are not ends
THIRD = ("AB..\n..A.\n..B.", "..AB\n....\n....\nACCB")  # solvable only if a cell may have three neighbours
CORNERS = ".A.\n...\nB.B\n.A."  # no corner is an end; for LP bounds
# boards that admit stray loops, of each letter and in each corner
LOOSE = (
    "tiny_loop",
    "tiny_no_solution",
    "....\n....\n....\nA..A",
    ".....\n.....\n.....\nA..A.",
    "A..A\n....\n....\n....",
    "B..B\nA..A\n....\n....",
    "....\n....\n....\nAABB",
)
SIDE, FEWEST = 4, 2  # a covered board of 4 x 4 cells needs two pairs


@check(function("rows columns pairs", numbers("variables", "constraints")))
def check_size(size: Callable) -> Remarks:
    """Check exercise 1: `size(rows, columns, pairs)` is the size of the linear model without `no_loop`.

    A size is (variables, constraints).
    """
    for name in ("tiny_beside", "five", "six"):
        puzzle = load(name)
        rows, columns, pairs = puzzle.rows, puzzle.columns, len(puzzle.pairs)
        told = f"{rows} x {columns} cells with {counted(pairs, 'pair')}"
        yield wrong_size(size(rows, columns, pairs), model_linearised.build(puzzle, PRODUCTS), told)


@check(function("puzzle", binaries("keys (cell, letter)")))
def check_mended(build: Callable[[Puzzle], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Check exercise 2: `build(puzzle)` returns (model, x), x with a variable for each cell and letter.

    The model must admit exactly the boards that `neighbour_count` admits without its lazy family.
    """
    for puzzle in (*map(parse, (*ROUND, BETWEEN)), *map(load, COVERED)):
        own, v = build(puzzle)
        if set(v.x) != {(cell, letter) for cell in puzzle.cells for letter in puzzle.pairs}:
            raise unlike(v.x, "x with one variable for each cell and letter")
        built = BuiltModel(own, scip.variables(x=v.x), decode=_read(puzzle), decisions=v.x.values(), stop_at_first=True)
        yield wrong_boards(built, puzzle, _loose(puzzle).keys())


def _read(puzzle: Puzzle) -> Callable[[SimpleNamespace], Solution]:
    return lambda values: Solution.of(puzzle, alike(puzzle, values))


@check(family)
def check_small_m(no_third_neighbour: Family) -> Remarks:
    """Check exercise 3: a family in place of `no_third_neighbour` with the smallest valid M on covered boards.

    This M is the number of neighbours minus two. The family may be stronger.
    """
    others = tuple(
        rows for rows in model_neighbour_count.FAMILIES if rows is not model_neighbour_count.no_third_neighbour
    )
    for puzzle in (*map(load, COVERED), *map(parse, THIRD)):
        right = set(ENGINES["cadical"](puzzle, 99).solutions)
        yield wrong_boards(model_neighbour_count.build(puzzle, (*others, no_third_neighbour)), puzzle, right)
    for puzzle in (load("tiny_beside"), parse(CORNERS)):
        for cell, letter in product(puzzle.cells, puzzle.pairs):
            if cell not in puzzle.letter:
                yield _too_large(puzzle, cell, letter, no_third_neighbour)


def _too_large(puzzle: Puzzle, cell: Cell, letter: str, own: Family) -> str | None:
    """Return the remark on a cell without this letter if its neighbours' LP values of the letter exceed M."""
    least = len(puzzle.at[cell]) - 2
    built = model_neighbour_count.build(puzzle, (model_neighbour_count.one_letter, own))
    x = built.v.x
    built.model.addCons(x[cell, letter] == 0)
    built.model.setObjective(quicksum(x[edge.other(cell), letter] for edge in puzzle.at[cell]), "maximize")
    most = scip.relax(built).value
    built.free()
    if most is None or most < least + TOLERANCE:
        return None
    told = f"where {cell} does not have the letter {letter}, your constraints let {most:.4g}"
    return f"{told} of its {len(puzzle.at[cell])} neighbours have it, expected at most {least}"


@check(lazy_family)
def check_way_out(no_loop: LazyFamily) -> Remarks:
    """Check exercise 4: a lazy family in place of `no_loop`, whose constraints let a letter stay if it leaves the loop.

    The family is called for every board with a stray loop, so that the verdict does not depend on a search.
    """
    for text in LOOSE:
        puzzle = load(text) if text.startswith("tiny") else parse(f"cover: no\n{text}")
        built, boards = model_neighbour_count.build(puzzle, COUNTS), _loose(puzzle)
        right = {board: values for board, values in boards.items() if not violations(puzzle, board)}
        for board, values in boards.items():
            if board in right:
                continue
            candidate = SimpleNamespace(**{name: dict(group) for name, group in vars(values).items()})  # a copy
            rows = [linear(row, built.v) for _, row in no_loop(puzzle, built.v, candidate)]
            if not rows:
                yield f"your family yields nothing where there is a stray loop:\n{board}"
            for row in rows:
                if all(values.x[key] for _, key in row.coefficients):
                    told = f"your constraint {row} is about cells that have their letter already"
                    yield f"{told}; expected some beside the loop"
                lost = (one for one, at in right.items() if is_broken(row, at, TOLERANCE))
                yield next((f"your constraint {row} excludes this valid board:\n{one}" for one in lost), None)
        built.free()


@cache
def _loose(puzzle: Puzzle) -> dict[Solution, SimpleNamespace]:
    """Return `{board: values}` for all boards of a puzzle, including boards with stray loops."""
    built = model_neighbour_count.build(puzzle, COUNTS)
    boards = {board: result.values for board, result in enumeration.enumerate_solutions(built)}
    built.free()
    return boards


@check(picture(parse))
def check_invented(puzzle: Puzzle) -> Remarks:
    """Check exercise 5: a picture of a covered board of SIDE x SIDE cells with FEWEST pairs and one solution."""
    if (puzzle.rows, puzzle.columns) != (SIDE, SIDE):
        yield f"found {puzzle.rows} x {puzzle.columns} cells, expected {SIDE} x {SIDE}"
    if not puzzle.cover or puzzle.touch:
        yield "found other rules; expected that every cell is covered and no path touches itself"
    yield not_alone(ENGINES["cadical"](puzzle, 2).solutions)
    if len(puzzle.pairs) > FEWEST:
        yield f"it has one solution, with {counted(len(puzzle.pairs), 'pair')}; fewer are enough"
