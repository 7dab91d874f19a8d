"""The checks of the exercises of chapter 10. Each check takes the reader's answer and prints a verdict.

An answer that is still the notebook's placeholder `...` is not judged. A stray loop is a closed loop of cells: all have
the same letter, and none is an end.
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
ROUND = ("AA\n..", "ABA\n...\n..B", "AA..", "AB.\n..B\n..A", "ABAB")  # cells can get too many or too few neighbours
BETWEEN = ".A\nA."  # the first cell and the last cell are not ends
THIRD = ("AB..\n..A.\n..B.", "..AB\n....\n....\nACCB")  # solvable only if three neighbours may have a cell's letter
CORNERS = ".A.\n...\nB.B\n.A."  # no corner of the board is an end; for tests of LP bounds
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
SIDE, FEWEST = 4, 2  # on 4 x 4 cells that are all covered, a unique solution needs at least two pairs


@check(function("rows columns pairs", numbers("variables", "constraints")))
def check_size(size: Callable) -> Remarks:
    """Check exercise 1: `size(rows, columns, pairs)` returns the numbers of variables and constraints.

    The model is the linear model in `model_linearised`, without `no_loop`.
    """
    for name in ("tiny_beside", "five", "six"):
        puzzle = load(name)
        rows, columns, pairs = puzzle.rows, puzzle.columns, len(puzzle.pairs)
        told = f"{rows} x {columns} cells with {counted(pairs, 'pair')}"
        yield wrong_size(size(rows, columns, pairs), model_linearised.build(puzzle, PRODUCTS), told)


@check(function("puzzle", binaries("keys (cell, letter)")))
def check_mended(build: Callable[[Puzzle], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Check exercise 2: `build(puzzle)` returns (model, variables), where x has a variable for each cell and letter.

    The model must have exactly the solutions that `neighbour_count` has without its lazy family.
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
    """Check exercise 3: a family that replaces `no_third_neighbour` in Pratt's model. The family must have the smallest
    big M that is valid if all cells are covered.

    This M is the number of a cell's neighbours minus two. Stronger constraints are right, too.
    """
    third = model_neighbour_count.no_third_neighbour
    others = tuple(rows for rows in model_neighbour_count.FAMILIES if rows is not third)
    for puzzle in (*map(load, COVERED), *map(parse, THIRD)):
        right = set(ENGINES["cadical"](puzzle, 99).solutions)
        yield wrong_boards(model_neighbour_count.build(puzzle, (*others, no_third_neighbour)), puzzle, right)
    for puzzle in (load("tiny_beside"), parse(CORNERS)):
        for cell, letter in product(puzzle.cells, puzzle.pairs):
            if cell not in puzzle.letter:
                yield _too_large(puzzle, cell, letter, no_third_neighbour)


def _too_large(puzzle: Puzzle, cell: Cell, letter: str, own: Family) -> str | None:
    """Return a remark if the family `own` uses an M that is too large for a cell and a letter, otherwise None.

    M is too large if, in some LP solution, the cell's variable for the letter is 0 and the neighbours' variables for
    the letter sum to more than the number of neighbours minus two.
    """
    least = len(puzzle.at[cell]) - 2
    built = model_neighbour_count.build(puzzle, (model_neighbour_count.one_letter, own))
    x = built.v.x
    built.model.addCons(x[cell, letter] == 0)
    built.model.setObjective(quicksum(x[edge.other(cell), letter] for edge in puzzle.at[cell]), "maximize")
    most = scip.relax(built).value
    built.free()
    if most is None or most < least + TOLERANCE:
        return None
    told = f"if {cell} does not have the letter {letter}, your constraints allow {most:.4g}"
    return f"{told} of its {len(puzzle.at[cell])} neighbours to have it; expected at most {least}"


@check(lazy_family)
def check_way_out(no_loop: LazyFamily) -> Remarks:
    """Check exercise 4: a lazy family that replaces `no_loop`. Each of its constraints must contain cells beside the
    stray loop, and say: if all cells of the loop keep their letter, a cell beside the loop has this letter, too.

    The check calls the family for every board with a stray loop, so the verdict does not depend on a solver's search.
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
                    told = f"your constraint {row} has only variables that are 1 on this board"
                    yield f"{told}, expected variables of cells beside the loop"
                lost = (one for one, at in right.items() if is_broken(row, at, TOLERANCE))
                yield next((f"your constraint {row} excludes this valid board:\n{one}" for one in lost), None)
        built.free()


@cache
def _loose(puzzle: Puzzle) -> dict[Solution, SimpleNamespace]:
    """Return `{board: values of the variables}` for all solutions of the model without `no_loop`."""
    built = model_neighbour_count.build(puzzle, COUNTS)
    boards = {board: result.values for board, result in enumeration.enumerate_solutions(built)}
    built.free()
    return boards


@check(picture(parse))
def check_invented(puzzle: Puzzle) -> Remarks:
    """Check exercise 5: a puzzle with SIDE x SIDE cells, which must all be covered, at most FEWEST pairs, and a unique
    solution."""
    if (puzzle.rows, puzzle.columns) != (SIDE, SIDE):
        yield f"found {puzzle.rows} x {puzzle.columns} cells, expected {SIDE} x {SIDE}"
    if not puzzle.cover or puzzle.touch:
        yield "found other rules; remove the lines 'cover: no' and 'touch: yes'"
    yield not_alone(ENGINES["cadical"](puzzle, 2).solutions)
    if len(puzzle.pairs) > FEWEST:
        yield f"the puzzle has one solution, but fewer than {counted(len(puzzle.pairs), 'pair')} are enough"
