"""The checks of the exercises of chapter 3, and of exercise 1 of chapter 1. Each check judges a reader's answer.

An answer that is still the notebook's placeholder `...` is not judged. The body of a check yields remarks: what is
wrong with the answer, or None if nothing is wrong. The decorator `check` makes the check print a verdict.
"""

import re
from collections import Counter
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
from puzzlekit.scip.constraints import LinearConstraint, is_broken, linear_constraints, name
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
MANY = 99  # a limit on the number of solutions; every puzzle in PUZZLES has fewer
CLUES_ALONE = re.compile(r"(The models differ:(\n(- keep_clues|- in your model only|\().*)+)?")


@check(function("n", numbers("variables", "constraints")))
def check_size(size: Callable) -> Remarks:
    """Check exercise 1: `size(n)` returns the numbers of variables and constraints of the n x n model without clues."""
    for m in (3, 2, 5):  # square boxes, as in (3.1); n = 25 exposes an answer that only lists the usual sizes
        yield wrong_size(size(m * m), model_assignment.build(_empty(m, m)), f"n = {m * m}")


@check(function("puzzle", model))
def check_mended(build: Callable[[Puzzle], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Check exercise 2: `build(puzzle)` returns (model, variables) of the report's model (3.1).

    A model that fixes the clues in a different way is also right if it has the same solutions.
    """
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
    """Replace bounds that fix a binary variable (lower bound 1, or upper bound 0) by constraints."""
    for x in (x for members in vars(v).values() for x in members.values()):
        if x.getLbOriginal() == 1:
            own.chgVarLb(x, 0)
            own.addCons(x >= 1)
        if x.getUbOriginal() == 0:
            own.chgVarUb(x, 1)
            own.addCons(x <= 0)


def _admits_the_boards(build: Callable[[Puzzle], tuple[Model, SimpleNamespace]], puzzle: Puzzle) -> bool:
    """Return whether the model of a puzzle has exactly the puzzle's solutions."""
    own, v = build(puzzle)
    built = BuiltModel(own, v, decode=_digits, decisions=v.x.values(), stop_at_first=True)
    return wrong_boards(built, puzzle, {frozenset(board.filled.items()) for board in solutions(puzzle, MANY)}) is None


def _digits(values: SimpleNamespace) -> frozenset:
    return frozenset(key for key, value in values.x.items() if value)


@check(family)
def check_diagonal(diagonal: Family) -> Remarks:
    """Check exercise 3: a constraint family by which each digit occurs once on each of the two long diagonals.

    In a grid of size 4, if one diagonal obeys the rule, so does the other one. Therefore the check also uses grids of
    size 6, and grids of size 9, whose diagonals share a cell.
    """

    def obeys(grid: Solution) -> bool:
        return all(len({grid.filled[cell] for cell in line}) == len(line) for line in _diagonals(len(grid.digits)))

    stated = {size: _rows(diagonal, p, q) for p, q, size in ((2, 2, 4), (2, 3, 6), (3, 3, 9))}
    yield from _disagreements(stated, obeys, [*_all_of_size_4(), *_some_grids(2, 3, 5), *_some_grids(3, 3, 2)])


def _diagonals(n: int) -> tuple[list[Cell], list[Cell]]:
    return [Cell(i, i) for i in range(n)], [Cell(i, n - 1 - i) for i in range(n)]


@check(family, function("board", truth))
def check_rule(rule: Family, obeys: Callable[[Solution], bool]) -> Remarks:
    """Check exercise 4: a constraint family `rule` and a test `obeys(grid)` for the reader's own rule.

    The constraints must admit exactly those of the 288 grids of size 4 for which the test returns True.
    """
    grids = _all_of_size_4()
    halves = {"constraints": _or_none(_rows, rule, 2, 2), "test": _or_none(obeys, grids[0])}
    missing = [half for half, found in halves.items() if found is None]
    if len(missing) == 2:
        raise NotAttempted
    if missing:
        yield f"one part is written; now write the {missing[0]}, too"
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
        values = SimpleNamespace(x=Counter(grid.filled.items()))  # 0 for all other keys
        admitted = not any(is_broken(row, values, 1e-9) for row in stated[len(grid.digits)])
        right = obeys(grid)
        obeying += right
        if admitted != right:
            verdicts = ("admit" if admitted else "forbid", "obeys" if right else "breaks")
            yield f"the constraints {verdicts[0]} this grid, which {verdicts[1]} the rule:\n{grid}"
    if obeying in (0, len(grids)):
        yield f"{obeying} of {len(grids)} grids satisfy this rule; find a rule that some grids violate, but not all"


def _rows(family: Family, p: int, q: int) -> list[LinearConstraint]:
    built = model_assignment.build(_empty(p, q), (family,))
    stated = linear_constraints(built.model, built.v)
    built.free()
    return stated


@check(table())
def check_sum(multipliers: Mapping[str, Fraction]) -> Remarks:
    """Check exercise 6: the constraints of `tiny_4x4`, times the multipliers, sum to a proof that cell (1,2) is 2.

    `multipliers` is {name of a constraint: multiplier}.
    """
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
        yield f"your sum is not a proof: {problem}, even after bounds such as x >= 0 are added"


@cache
def _all_of_size_4() -> tuple[Solution, ...]:
    """Return all 288 full grids of size 4.

    A band of two rows is valid if its two boxes are valid. Two bands form a grid if the columns are valid.
    """
    lines = list(permutations(range(1, 5)))
    bands = [(a, b) for a in lines for b in lines if {*a[:2]} == {*b[2:]} and {*a[2:]} == {*b[:2]}]
    grids = (Solution((*upper, *lower), 2, 2) for upper in bands for lower in bands)
    return tuple(grid for grid in grids if not violations(EMPTY, grid))


@cache
def _some_grids(p: int, q: int, count: int) -> tuple[Solution, ...]:
    """Return full grids in which no diagonal, one diagonal, or both diagonals satisfy the rule, at most `count` of each
    kind.

    If the diagonals share a cell, there are two more kinds: one diagonal satisfies the rule, and the other violates it
    only by the digit in the shared cell.
    """
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
                if len(line) < puzzle.size:  # the digit of the shared cell occurs a second time on the diagonal
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
    """Check exercise 1 of chapter 1: the solution of the puzzle `tiny_minimal`, which the reader writes as
    four lines."""
    yield from map(str, violations(load("tiny_minimal"), filled))
