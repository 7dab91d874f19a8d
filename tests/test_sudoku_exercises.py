"""The checks of chapter 3's exercises: placeholders pass, right answers are right, and no attempt is a traceback."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core.grid import Cell
from puzzlekit.sudoku import Puzzle, Solution, exercises, model_assignment
from puzzlekit.sudoku.exercises import check_diagonal, check_mended, check_size, check_sum


def corners(puzzle: Puzzle) -> list[Cell]:
    last = puzzle.size - 1
    return [Cell(i, j) for i in (0, last) for j in (0, last)]


def corners_differ(puzzle: Puzzle, v: Any) -> Iterator[tuple[Any, Any]]:
    for digit in puzzle.digits:
        yield digit, quicksum(v.x[cell, digit] for cell in corners(puzzle)) <= 1


def obeys_corners(board: Solution) -> bool:
    return len({board.filled[cell] for cell in corners(exercises.EMPTY)}) == 4


def diagonals(*lines: Callable[[int, int], int]) -> Callable:
    def family(puzzle: Puzzle, v: Any) -> Iterator[tuple[Any, Any]]:
        n = puzzle.size
        for index, column in enumerate(lines):
            for k in puzzle.digits:
                yield (index, k), quicksum(v.x[Cell(i, column(i, n)), k] for i in range(n)) == 1

    return family


def model_of(puzzle: Puzzle, *, sense: str = "==", boxes: bool = True, clue: str = "==") -> tuple[Any, dict]:
    model = scip.new_model("attempt")
    x = {(cell, k): model.addVar(vtype="B") for cell in puzzle.cells for k in puzzle.digits}
    units = [*puzzle.rows, *puzzle.columns, *(puzzle.boxes if boxes else ())]
    sums = [quicksum(x[cell, k] for cell in unit) for unit in units for k in puzzle.digits]
    sums += [quicksum(x[cell, k] for k in puzzle.digits) for cell in puzzle.cells]
    given = [x[item] + 0 for item in puzzle.given.items()]
    if clue == ">=":  # as no variable is more than 1, this says the same
        model.addConss([one >= 1 for one in given])
    for total in [*sums, *(given if clue == "==" else [])]:
        if sense == "==":
            model.addCons(total == 1)
        else:
            model.addCons(total <= 1)
            model.addCons(total >= 1)
    return model, x


def down(i: int, n: int) -> int:
    return i


def up(i: int, n: int) -> int:
    return n - 1 - i


def weak_cells(puzzle: Puzzle) -> Any:
    """At most one digit in a cell, which is redundant and yet another model."""

    def one_digit_per_cell(puzzle: Puzzle, v: Any) -> Iterator[tuple[Any, Any]]:
        for cell in puzzle.cells:
            yield cell, quicksum(v.x[cell, k] for k in puzzle.digits) <= 1

    return model_assignment.build(puzzle, (one_digit_per_cell, *model_assignment.FAMILIES[1:]))


def without_centre(puzzle: Puzzle, v: Any) -> Iterator[tuple[Any, Any]]:
    """On grids of odd size the diagonals share a cell, which is left out of one of them."""
    yield from diagonals(down)(puzzle, v)
    n = puzzle.size
    for k in puzzle.digits:
        yield ("up", k), quicksum(v.x[Cell(i, n - 1 - i), k] for i in range(n) if i != n - 1 - i) == 1


def at_most_without_centre(puzzle: Puzzle, v: Any) -> Iterator[tuple[Any, Any]]:
    """Admits what is right but for the shared cell, whose digit may stand on the diagonal once more."""
    for place, row in without_centre(puzzle, v):
        yield place, row if place[0] != "up" else row.expr <= 1


def fixed(puzzle: Puzzle, v: Any) -> Iterator[tuple[Any, Any]]:
    """By bounds, as chgVarLb and fixVar set them."""
    yield from ((item, scip.Bounds(v.x[item], 1, 1)) for item in puzzle.given.items())


def others_out(puzzle: Puzzle, v: Any) -> Iterator[tuple[Any, Any]]:
    """Any other digit is out."""
    for (cell, digit), x in v.x.items():
        if puzzle.given.get(cell, digit) != digit:
            yield (cell, digit), scip.Bounds(x, 0, 0)


def summed(puzzle: Puzzle, v: Any, less: int = 0) -> Iterator[tuple[Any, Any]]:
    yield "all", quicksum(v.x[item] for item in puzzle.given.items()) >= len(puzzle.given) - less


def with_clues(clues: Callable) -> Callable[[Puzzle], Any]:
    """The report's model with the clues said in another way."""
    return lambda puzzle: model_assignment.build(puzzle, (*model_assignment.FAMILIES[:-1], clues))


def with_spare(puzzle: Puzzle) -> tuple[Any, Any]:
    built = with_clues(summed)(puzzle)
    return built.model, scip.variables(x=built.v.x, y={0: built.model.addVar(vtype="B")})


def check_rule(halves: tuple[Callable, Callable]) -> None:
    exercises.check_rule(*halves)


TABLE = {9: (729, 324), 4: (64, 64), 16: (4096, 1024)}
SUM = {"digit_once_per_box_1_2": 1, "digit_once_per_row_2_2": -1, "one_digit_per_cell_1_1": -1}
SUM |= {"keep_clues_1_1": 1, "keep_clues_2_3": 1}
ATTEMPTS: dict[str, tuple[Callable[[Any], None], Any, str]] = {
    "size": (check_size, lambda n: (n**3, 4 * n**2), "Right."),
    "a table of known sizes": (check_size, lambda n: TABLE[n], "your code stopped with KeyError"),
    "boxes have a side": (check_size, lambda n: (n**3, 3 * n**2 + n * round(n**0.5) ** 2), "Right."),
    "cells of a 9 x 9 box": (check_size, lambda n: (n**3, 3 * n**2 + 9 * n),
        "for n = 4 your answer is 64, 84: only the number of variables is right"),
    "half a size": (check_size, lambda n: (n**3, 3 * n**2), "the number of variables is right"),
    "swapped size": (check_size, lambda n: (4 * n**2, n**3), "neither number is right"),
    "model": (check_mended, model_of, "Right."),
    "model of two rows": (check_mended, lambda p: model_of(p, sense="<= >="), "Right."),
    "the package's": (check_mended, model_assignment.build, "Right."),
    "harmless, but not it": (check_mended, weak_cells, "one_digit_per_cell: 81 of 81 constraints"),
    "no boxes": (check_mended, lambda p: model_of(p, boxes=False), "digit_once_per_box: 81 of 81"),
    "diagonals": (check_diagonal, diagonals(down, up), "Right."),
    "one diagonal": (check_diagonal, diagonals(down), "the constraints admit this grid"),
    "no centre": (check_diagonal, without_centre, "the constraints forbid this grid"),
    "no centre, at most": (check_diagonal, at_most_without_centre, "the constraints admit this grid"),
    "clues as bounds": (check_mended, lambda p: model_of(p, clue=">="), "Right."),
    "clues fixed": (check_mended, with_clues(fixed), "Right: same boards, different model."),
    "clues fixed on tiny grids": (check_mended, with_clues(lambda p, v: fixed(p, v) if p.size == 4 else []),
        "keep_clues: 29 of 29"),
    "clues excluded": (check_mended, with_clues(others_out), "Right: same boards, different model."),
    "clues in a sum": (check_mended, with_clues(summed), "Right: same boards, different model."),
    "a clue too few": (check_mended, with_clues(lambda p, v: summed(p, v, less=1)),
        "Not yet: The models differ:\n- keep_clues: 29 of 29"),
    "one clue not fixed": (check_mended, with_clues(lambda p, v: [*fixed(p, v)][1:]),
        "Not yet: The models differ:\n- keep_clues: 1 of 29"),
    "clues fixed, no boxes": (check_mended,
        lambda p: model_assignment.build(p, (*model_assignment.FAMILIES[:3], fixed)), "digit_once_per_box: 81 of 81"),
    "another variable": (check_mended, with_spare, "Not yet: The variables differ"),
    "rule": (check_rule, (corners_differ, obeys_corners), "Right."),
    "half a rule": (check_rule, (corners_differ, lambda board: ...), "now write the test"),
    "other half": (check_rule, (lambda p, v: ..., obeys_corners), "now write the constraints"),
    "no bite": (check_rule, (lambda p, v: [], lambda board: True), "some grids violate, but not all"),
    "sum": (check_sum, SUM, "Right."),
    "sum by half": (check_sum, {**SUM, "keep_clues_1_1": 0.5}, "its rows prove only 1/2"),
    "sum without a clue": (check_sum, dict(list(SUM.items())[:-1]), "its rows prove only 0"),
    "no such row": (check_sum, {"row 1": 1}, "there is no constraint row 1; expected names such as"),
    "unlike halves": (check_rule, (corners_differ, lambda board: True), "the constraints forbid this grid"),
}  # fmt: skip


@pytest.mark.parametrize(("check", "attempt", "said"), ATTEMPTS.values(), ids=ATTEMPTS)
@pytest.mark.once
def test_what_is_said_of_an_attempt(check: Callable, attempt: Any, said: str, capsys: pytest.CaptureFixture) -> None:
    check(attempt)
    assert said in capsys.readouterr().out


def test_no_answer_stands_in_what_is_said_of_a_wrong_model(capsys: pytest.CaptureFixture) -> None:
    check_mended(weak_cells)
    assert "expected" not in capsys.readouterr().out
