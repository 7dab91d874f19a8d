"""The checks of chapter 1: right answers in several styles, and wrong attempts."""

import json
import re
import textwrap
from collections.abc import Callable
from functools import partial
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyscipopt import Model, quicksum

from puzzlekit import scip, sudoku
from puzzlekit.core.grid import Cell
from puzzlekit.course.preliminaries.exercises_introduction import check_bishops, check_sizes
from puzzlekit.sudoku.exercises import check_by_hand

CHAPTER = Path(__file__).resolve().parents[1] / "notebooks" / "01_introduction.ipynb"
BY_HAND = "3241\n4132\n2314\n1423"


def bishops(
    *,
    keys: Callable = lambda i, j: (i, j),
    ups: bool = True,
    most: bool = True,
    fixed: bool = False,
    first: bool = False,
    less: int = 0,
    kind: str = "B",
) -> Callable[[int], tuple[Any, dict]]:
    """A builder of the model; with `fixed`, of one in which the answer is already put in, and with `first`, of the one
    with the chapter's planted mistake: n diagonals in each direction."""

    def build(n: int) -> tuple[Any, dict]:
        model = scip.new_model("bishops")
        there = {(i, 0) for i in range(n)} | {(i, n - 1) for i in range(1, n - 1)}
        places = [(i, j) for i in range(n) for j in range(n - less)]
        x = {(i, j): model.addVar(vtype=kind, lb=int(fixed and (j, i) in there)) for i, j in places}
        for d in range(0 if first else -n, n if first else 2 * n):
            for line in ([p for p in x if sum(p) == d], [(i, j) for i, j in x if i - j == d] if ups else []):
                if line and not fixed:
                    model.addCons(quicksum(x[p] for p in line) <= 1)
        if most and not fixed:
            model.setObjective(quicksum(x.values()), "maximize")
        return model, {keys(i, j): variable for (i, j), variable in x.items()}

    return build


def pair_by_pair(
    n: int, *, model: Any = None, reach: int = 9, columns: bool = False
) -> tuple[Any, dict[tuple[int, int], Any]]:
    """In another style: attacks no further than `reach`, perhaps in columns as well."""
    model = model or scip.new_model("bishops")
    x = {place: model.addVar(vtype="B") for place in product(range(n), repeat=2)}
    for (i, j), (k, m) in combinations(x, 2):
        if abs(i - k) == abs(j - m) <= reach or (columns and j == m):
            model.addCons(x[i, j] + x[k, m] <= 1)
    model.setObjective(quicksum(x.values()), "maximize")
    return model, x


def without_the_middle(n: int) -> tuple[Any, dict]:
    model, x = pair_by_pair(n)
    model.addCons(x[n // 2, n // 2] == 0)
    return model, x


def aimed(n: int, cost: int, sense: str) -> tuple[Any, dict]:
    """With another objective."""
    model, x = pair_by_pair(n)
    model.setObjective(quicksum(cost * variable for variable in x.values()), sense)
    return model, x


def crowded(n: int) -> tuple[Any, dict]:
    """With a bishop on each square."""
    model, x = pair_by_pair(n)
    model.addCons(quicksum(x.values()) == n * n)
    return model, x


ATTACK = "Not yet: two of your bishops attack each other on the board of size"
ATTEMPTS: list[tuple[Callable, Any, str]] = [
    (check_by_hand, BY_HAND, "Right."),
    (check_by_hand, textwrap.indent(BY_HAND, "    "), "Right."),
    (check_by_hand, sudoku.solve(sudoku.load("tiny_minimal")), "Right."),
    (check_by_hand, BY_HAND.replace("3241", "3214"), "Not yet: .*holds the digit"),
    (check_by_hand, BY_HAND.replace("3241", "32.1"), r"Not yet: cell \(1,3\) is empty"),
    (check_by_hand, "3241", "Not yet: found '3241'"),
    (check_sizes, {2, 3}, "Right."),
    (check_sizes, {2.0, 3.0}, "Right."),
    (check_sizes, np.array([2, 3]), "Right."),
    (check_sizes, (n for n in (2, 3)), "Right."),
    (check_sizes, {2, 2.5, 3}, "Not yet: found 2.5 among the sizes"),
    (check_sizes, {2, float("nan")}, "Not yet: found nan among the sizes"),
    (check_sizes, np.array([True, True]), "Not yet: found a bool among the sizes"),
    (check_sizes, "23", "Not yet: found '23', expected a set of sizes"),
    (check_sizes, {2: True, 3: True}, "Not yet: found {2: True, 3: True}, expected a set of sizes"),
    (check_sizes, {0, 2, 3}, "Not yet: found 0 among the sizes"),
    (check_sizes, {2, 3, "many"}, "Not yet: found 'many' among the sizes"),
    (check_sizes, [2, 3, True], "Not yet: found True among the sizes"),
    (check_sizes, {2, 3, 7}, "Not yet: found 7 among the sizes"),
    (check_sizes, 2, "Not yet: found 2, expected a set of sizes"),
    (check_sizes, {2}, "Not yet: your answer for size 3 is wrong"),
    (check_sizes, {2, 3, 4}, "Not yet: your answer for size 4 is wrong"),
    (check_bishops, bishops(), "Right."),
    (check_bishops, bishops(keys=Cell), "Right."),
    (check_bishops, lambda n: list(bishops()(n)), "Right."),
    (check_bishops, bishops(fixed=True), "Not yet: the variable of .0, 0. is fixed"),
    (check_bishops, bishops(kind="C"), "Not yet: the variable of .0, 0. is continuous"),
    (check_bishops, bishops(kind="I"), "Right."),
    (check_bishops, pair_by_pair, "Right."),
    (check_bishops, partial(pair_by_pair, reach=1), f"{ATTACK} 3"),
    (check_bishops, partial(pair_by_pair, columns=True), "Not yet: your constraints wrongly forbid these"),
    (check_bishops, without_the_middle, "Not yet: your constraints wrongly forbid these"),
    (check_bishops, bishops(ups=False), f"{ATTACK} 2"),
    (check_bishops, bishops(first=True), f"{ATTACK} 3"),
    (check_bishops, bishops(most=False), "Not yet: your model has no objective; expected"),
    (check_bishops, lambda n: aimed(n, 0, "maximize"), "Not yet: your model has no objective; expected"),
    (check_bishops, lambda n: aimed(n, 1, "minimize"), "Not yet: your objective is minimized, which places no bishop"),
    (check_bishops, lambda n: aimed(n, -1, "minimize"), "Right."),
    (check_bishops, lambda n: aimed(n, -1, "maximize"), "Not yet: found 0 bishops on the board of size 2, but 2 fit"),
    (check_bishops, crowded, "Not yet: your model has no solution on the board of size 2"),
    (check_bishops, bishops(less=1), "Not yet: found 2 variables for 2 rows, expected 4, one for each square"),
    (check_bishops, bishops(keys=lambda i, j: f"{i}{j}"), "Not yet: found 4 variables for 2 rows"),
]


@pytest.mark.parametrize(("check", "attempt", "answer"), ATTEMPTS)
def test_verdicts(check: Callable, attempt: Any, answer: str, capsys: pytest.CaptureFixture) -> None:
    check(attempt)
    assert re.match(answer, capsys.readouterr().out)


def test_a_model_that_logs_is_judged_in_one_line(capfd: pytest.CaptureFixture) -> None:
    check_bishops(lambda n: pair_by_pair(n, model=Model()))  # as PySCIPOpt makes it
    assert capfd.readouterr().out == "Right.\n"


@pytest.mark.parametrize(
    ("size", "said"), [(3, "none: there is no way to place 3 queens"), (6, "6 queens, and no two")]
)
def test_queens_of_another_size_are_told(size: int, said: str, capsys: pytest.CaptureFixture) -> None:
    space: dict[str, Any] = {}
    wanted = ("opening-04", "first-03", "first-04", "first-06", "first-09", "first-11")
    for cell in json.loads(CHAPTER.read_text(encoding="utf-8"))["cells"]:
        if cell["id"] in wanted:
            exec("".join(cell["source"]).replace("n, model = 6", f"n, model = {size}"), space)
    assert said in capsys.readouterr().out
