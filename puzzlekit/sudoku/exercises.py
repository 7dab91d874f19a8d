"""The checks of the exercises of chapter 3. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it gives `...`) is not judged.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice, permutations
from typing import Any

from pyscipopt import quicksum

from puzzlekit import explain, parity, unique
from puzzlekit.course.exercise import attempted, verdict
from puzzlekit.grid import Cell
from puzzlekit.scip.model import Family
from puzzlekit.scip.rows import Row, name, rows
from puzzlekit.sudoku import assignment
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.rules import violations
from puzzlekit.sudoku.text import load


def _empty(p: int, q: int) -> Puzzle:
    return Puzzle(((0,) * p * q,) * (p * q), p, q)


EMPTY = _empty(2, 2)


def check_size(size: Callable[[int], Any]) -> None:
    """Exercise 1: `size(n)` is (variables, rows) of the n x n model without clues."""
    verdict(_wrong_size(n, attempted(size(n))) for n in (9, 4, 16))


def _wrong_size(n: int, found: Any) -> str | None:
    built = assignment.build(_empty(math.isqrt(n), math.isqrt(n)))
    expected = (built.model.getNVars(), built.model.getNConss())
    built.free()
    if not isinstance(found, tuple | list) or len(found) != 2:
        return f"found {found!r} for n = {n}, expected a pair (variables, rows)"
    right = [what for what, own, real in zip(("variables", "rows"), found, expected, strict=True) if own == real]
    told = f"the number of {right[0]} is right, the other is not" if right else "neither number is right"
    return None if len(right) == 2 else f"for n = {n} you say {tuple(found)}: {told}"


def check_mended(build: Callable[[Puzzle], Any]) -> None:
    """Exercise 2: `build(puzzle)` returns (model, x), which is to be the model of the report."""
    verdict(_differences(build))


def _differences(build: Callable[[Puzzle], Any]) -> Iterator[str]:
    puzzle = load("report_figure_3_1")
    comparison = parity.same_model(build(puzzle), assignment.build(puzzle))
    if not comparison:
        yield comparison.report


def check_diagonal(family: Family) -> None:
    """Exercise 3: a family that puts each digit once on both long diagonals.

    All grids of size 4 would not do: there, one diagonal follows from the other. So some of size 6 are added.
    """

    def obeys(grid: Solution) -> bool:
        return all(len({grid.filled[cell] for cell in line}) == len(line) for line in _diagonals(len(grid.digits)))

    verdict(_disagreements(family, obeys, [*_all_of_size_4(), *_some_of_size_6()]))


def _diagonals(n: int) -> tuple[list[Cell], list[Cell]]:
    return [Cell(i, i) for i in range(n)], [Cell(i, n - 1 - i) for i in range(n)]


def check_rule(family: Family, obeys: Callable[[Solution], Any]) -> None:
    """Exercise 4: a family and a test of a full grid that say the same rule; judged on all 288 grids of size 4."""
    verdict(_rule_remarks(family, obeys))


def _rule_remarks(family: Family, obeys: Callable[[Solution], Any]) -> Iterator[str]:
    grids = list(_all_of_size_4())
    test_is_missing, rows_are_missing = obeys(grids[0]) is ..., _probe(family) is ...
    if test_is_missing != rows_are_missing:
        yield f"one half stands; now write the {'test' if test_is_missing else 'rows'}"
    yield from _disagreements(family, obeys, grids)


def _probe(family: Family) -> Any:
    return family(EMPTY, assignment.build(EMPTY, ()).v)


def _disagreements(family: Family, obeys: Callable[[Solution], Any], grids: list[Solution]) -> Iterator[str]:
    attempted(_probe(family))
    stated = {size: _rows(family, p, q) for p, q, size in {(grid.p, grid.q, len(grid.digits)) for grid in grids}}
    obeying = 0
    for grid in grids:
        admitted, right = all(_holds(row, grid) for row in stated[len(grid.digits)]), bool(obeys(grid))
        obeying += right
        if admitted != right:
            verdicts = ("admit" if admitted else "forbid", "obeys" if right else "breaks")
            yield f"the rows {verdicts[0]} this grid, which {verdicts[1]} the rule:\n{grid}"
    if obeying in (0, len(grids)):
        yield f"{obeying} of {len(grids)} grids obey this rule; find one that forbids some and not all"


def _rows(family: Family, p: int, q: int) -> list[Row]:
    built = assignment.build(_empty(p, q), (family,))
    stated = rows(built.model, built.v)
    built.free()
    return stated


def _holds(row: Row, grid: Solution) -> bool:
    filled = grid.filled
    terms: Any = row.coefficients.items()
    total = sum(value for (_, (cell, digit)), value in terms if filled[cell] == digit)
    low, high = row.lower, row.upper
    return (low is None or total >= low - 1e-9) and (high is None or total <= high + 1e-9)


def check_sum(multipliers: Mapping[str, Any]) -> None:
    """Exercise 6: rows of the puzzle `tiny_4x4` by name, and how often each is added, to prove that cell (1,2) is 2."""
    verdict(_sum_remarks(multipliers))


def _sum_remarks(multipliers: Mapping[str, Any]) -> Iterator[str]:
    puzzle = load("tiny_4x4")
    built = assignment.build(puzzle)
    model = explain.premises(built)
    built.free()
    by_name = {name(str(row.family), row.place): row for row in model.rows}
    own = {title: Fraction(attempted(number)) for title, number in multipliers.items()}
    if strangers := own.keys() - by_name.keys():
        yield f"there is no row {min(strangers)}; expected names such as digit_once_per_box_1_2"
    claim = model.holds(Cell(0, 1), 2)
    attempt = explain.added_up(claim, [explain.Term(by_name[title], number) for title, number in own.items()], model)
    if problem := attempt.problem(model):
        yield f"{problem}; bounds such as x >= 0 may fill up the sum, and did so here"


def _all_of_size_4() -> Iterator[Solution]:
    """All 288: pairs of rows for the upper boxes and for the lower boxes that agree in their columns."""
    lines = list(permutations(range(1, 5)))
    bands = [(a, b) for a in lines for b in lines if {*a[:2]} == {*b[2:]} and {*a[2:]} == {*b[:2]}]
    for upper in bands:
        for lower in bands:
            grid = Solution((*upper, *lower), 2, 2)
            if not violations(EMPTY, grid):
                yield grid


def _some_of_size_6() -> Iterator[Solution]:
    """Grids with no, one and two right diagonals."""
    puzzle = _empty(2, 3)
    main, anti = _diagonals(6)
    for lines in ((), (main,), (anti,), (main, anti)):

        def on_lines(puzzle: Puzzle, v: Any, lines: tuple = lines) -> Iterator[tuple[Any, Any]]:
            for index, line in enumerate(lines):
                for digit in puzzle.digits:
                    yield (index, digit), quicksum(v.x[cell, digit] for cell in line) == 1

        built = assignment.build(puzzle, (*assignment.FAMILIES, on_lines))
        yield from (grid for grid, _ in islice(unique.boards(built), 5))
        built.free()
