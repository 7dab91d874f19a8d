"""The checks of the exercises of chapter 3, and of chapter 1, exercise 1. Each check judges an attempt of the reader.

An attempt that is still the notebook's placeholder (it returns `...`) is not judged.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice, permutations
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, quicksum

from puzzlekit.core.grid import Cell
from puzzlekit.course import model_comparison
from puzzlekit.course.exercise import NotAttempted, Remarks, check, function, numbers, picture, table, truth
from puzzlekit.course.modelling import family, model, unlike_the_model, wrong_boards, wrong_size
from puzzlekit.reasoning import certificates
from puzzlekit.scip import enumeration
from puzzlekit.scip.constraints import LinearConstraint, linear_constraints, name
from puzzlekit.scip.model import BuiltModel, Family
from puzzlekit.sudoku import model_assignment
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.rules import violations
from puzzlekit.sudoku.solve import solutions
from puzzlekit.sudoku.text import load, parse_solution


def _empty(p: int, q: int) -> Puzzle:
    return Puzzle(((0,) * p * q,) * (p * q), p, q)


EMPTY = _empty(2, 2)
FIGURE = "report_figure_3_1"
PUZZLES = ("tiny_4x4", "tiny_two_solutions", "tiny_minimal", "tiny_eight_clues", FIGURE)
MANY = 99  # a limit on boards that is above the number of solutions of each puzzle
CLUES_ALONE = re.compile(r"(The models differ:(\n(- keep_clues|- in your model only|\().*)+)?")


@check(function("n", numbers("variables", "constraints")))
def check_size(size: Callable) -> Remarks:
    """Check exercise 1: `size(n)` is (variables, constraints) of the n x n model without clues."""
    for m in (3, 2, 5):  # square boxes, as in (3.1); n = 25 exposes a table of answers
        yield wrong_size(size(m * m), model_assignment.build(_empty(m, m)), f"n = {m * m}")


@check(function("puzzle", model))
def check_mended(build: Callable[[Puzzle], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Check exercise 2: `build(puzzle)` returns (model, x), which must be the model of the report. A model that fixes
    the clues in another way, but admits the same boards, is also right."""
    puzzle = load(FIGURE)
    told = unlike_the_model(model_comparison.same_model(build(puzzle), reference := model_assignment.build(puzzle)))
    if told:
        own, v = build(puzzle)
        _bounds_as_rows(own, v)
        told = unlike_the_model(model_comparison.same_model((own, v), reference)) or ""
        if CLUES_ALONE.fullmatch(told) and all(_admits_the_boards(build, load(name)) for name in PUZZLES):
            yield "Right: same boards, different model."
    yield told or None


def _bounds_as_rows(own: Model, v: SimpleNamespace) -> None:
    """Replace the bounds that fix a binary variable with constraints."""
    for x in (x for members in vars(v).values() for x in members.values()):
        if x.getLbOriginal() == 1:
            own.chgVarLb(x, 0)
            own.addCons(x >= 1)
        if x.getUbOriginal() == 0:
            own.chgVarUb(x, 1)
            own.addCons(x <= 0)


def _admits_the_boards(build: Callable[[Puzzle], tuple[Model, SimpleNamespace]], puzzle: Puzzle) -> bool:
    """Return whether the model admits the boards of this puzzle and no others."""
    own, v = build(puzzle)
    built = BuiltModel(own, v, decode=_digits, decisions=v.x.values(), stop_at_first=True)
    return wrong_boards(built, puzzle, {frozenset(board.filled.items()) for board in solutions(puzzle, MANY)}) is None


def _digits(values: SimpleNamespace) -> frozenset:
    return frozenset(key for key, value in values.x.items() if value)


@check(family)
def check_diagonal(diagonal: Family) -> Remarks:
    """Check exercise 3: a family that puts each digit once on both long diagonals.

    Grids of size 4 do not suffice, because one diagonal follows from the other there. So the check adds grids of size
    6, and grids of size 9, whose diagonals share a cell.
    """

    def obeys(grid: Solution) -> bool:
        return all(len({grid.filled[cell] for cell in line}) == len(line) for line in _diagonals(len(grid.digits)))

    stated = {size: _rows(diagonal, p, q) for p, q, size in ((2, 2, 4), (2, 3, 6), (3, 3, 9))}
    yield from _disagreements(stated, obeys, [*_all_of_size_4(), *_some_grids(2, 3, 5), *_some_grids(3, 3, 2)])


def _diagonals(n: int) -> tuple[list[Cell], list[Cell]]:
    return [Cell(i, i) for i in range(n)], [Cell(i, n - 1 - i) for i in range(n)]


@check(family, function("board", truth))
def check_rule(rule: Family, obeys: Callable[[Solution], bool]) -> Remarks:
    """Check exercise 4: a family and a test of a full grid state the same rule, on all 288 grids of size 4."""
    grids = _all_of_size_4()
    halves = {"constraints": _or_none(_rows, rule, 2, 2), "test": _or_none(obeys, grids[0])}
    missing = [half for half, found in halves.items() if found is None]
    if len(missing) == 2:
        raise NotAttempted
    if missing:
        yield f"one half stands; now write the {missing[0]}"
    yield from _disagreements({4: halves["constraints"]}, obeys, grids)


def _or_none(half: Callable, *arguments: Any) -> Any:
    try:
        return half(*arguments)
    except NotAttempted:
        return None


def _disagreements(
    stated: Mapping[int, list[LinearConstraint]], obeys: Callable[[Solution], bool], grids: Sequence[Solution]
) -> Iterator[str]:
    obeying = 0
    for grid in grids:
        admitted, right = all(_holds(row, grid) for row in stated[len(grid.digits)]), obeys(grid)
        obeying += right
        if admitted != right:
            verdicts = ("admit" if admitted else "forbid", "obeys" if right else "breaks")
            yield f"the constraints {verdicts[0]} this grid, which {verdicts[1]} the rule:\n{grid}"
    if obeying in (0, len(grids)):
        yield f"{obeying} of {len(grids)} grids obey this rule; find one that forbids some and not all"


def _rows(family: Family, p: int, q: int) -> list[LinearConstraint]:
    built = model_assignment.build(_empty(p, q), (family,))
    stated = linear_constraints(built.model, built.v)
    built.free()
    return stated


def _holds(row: LinearConstraint, grid: Solution) -> bool:
    filled = grid.filled
    terms: Any = row.coefficients.items()
    total = sum(value for (_, (cell, digit)), value in terms if filled[cell] == digit)
    low, high = row.lower, row.upper
    return (low is None or total >= low - 1e-9) and (high is None or total <= high + 1e-9)


@check(table())
def check_sum(multipliers: Mapping[str, Fraction]) -> Remarks:
    """Check exercise 6: the multipliers of constraints of `tiny_4x4`, by name, prove that cell (1,2) is 2."""
    built = model_assignment.build(load("tiny_4x4"))
    premises = certificates.premises(built)
    built.free()
    by_name = {name(str(row.family), row.index): row for row in premises.rows}
    if strangers := multipliers.keys() - by_name.keys():
        yield f"there is no constraint {min(strangers)[:40]}; expected names such as digit_once_per_box_1_2"
    claim = premises.holds(Cell(0, 1), 2)
    attempt = certificates.added_up(
        claim, [certificates.Term(by_name[row], number) for row, number in multipliers.items()], premises
    )
    if problem := attempt.problem(premises):
        yield f"{problem}; bounds such as x >= 0 may fill up the sum, and did so here"


@cache
def _all_of_size_4() -> tuple[Solution, ...]:
    """Return all 288 grids: pairs of rows for the upper and lower boxes that agree in their columns."""
    lines = list(permutations(range(1, 5)))
    bands = [(a, b) for a in lines for b in lines if {*a[:2]} == {*b[2:]} and {*a[2:]} == {*b[:2]}]
    grids = (Solution((*upper, *lower), 2, 2) for upper in bands for lower in bands)
    return tuple(grid for grid in grids if not violations(EMPTY, grid))


@cache
def _some_grids(p: int, q: int, count: int) -> tuple[Solution, ...]:
    """Return `count` grids of each kind: with no, one and two right diagonals; and if the diagonals share a cell, with
    one right diagonal and one that is right except in this cell."""
    puzzle = _empty(p, q)
    main, anti = _diagonals(p * q)
    kinds: list[tuple[list[Cell], ...]] = [(), (main,), (anti,), (main, anti)]
    centre = set(main).intersection(anti)
    kinds += [
        (own, [cell for cell in other if cell not in centre]) for own, other in ((main, anti), (anti, main)) if centre
    ]
    grids: list[Solution] = []
    for lines in kinds:

        def on_lines(puzzle: Puzzle, v: Any, lines: tuple = lines) -> Iterator[tuple[Any, Any]]:
            for index, line in enumerate(lines):
                for digit in puzzle.digits:
                    total = quicksum(v.x[cell, digit] for cell in line)
                    yield (index, digit), total == 1 if len(line) == puzzle.size else total <= 1
                if len(line) < puzzle.size:  # the digit in the shared cell stands there once more
                    yield index, quicksum(v.x[cell, 1] for cell in (*line, *centre)) == 2

        built = model_assignment.build(puzzle, (*model_assignment.FAMILIES, on_lines))
        grids += (grid for grid, _ in islice(enumeration.enumerate_solutions(built), count))
        built.free()
    return tuple(grids)


# Chapter 1


def _by_hand(text: str) -> Solution:
    return parse_solution(load("tiny_minimal"), text)


@check(picture(_by_hand))
def check_by_hand(filled: Solution) -> Remarks:
    """Check chapter 1, exercise 1: the solution of `tiny_minimal`, as four lines of text."""
    yield from map(str, violations(load("tiny_minimal"), filled))
