"""Rows as plain data: what is printed of them, what breaks them, their names."""

import random
import re
from dataclasses import FrozenInstanceError
from types import SimpleNamespace
from typing import Any

import pytest
from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Cell, Edge, Label, Point
from puzzlekit.scip.constraints import (
    LinearConstraint,
    as_linear_constraint,
    check_owner,
    comparison,
    in_words,
    is_broken,
    keys,
    linear_constraints,
    name,
)

SIDES = [(None, 4), (-3, None), (2, 2), (-1, 5), (0, 0)]


def random_row(rng: random.Random, most: int) -> LinearConstraint:
    weights = {("x", i): rng.choice((-3, -1, 1, 2, 0.5)) for i in range(rng.randint(1, most))}
    return LinearConstraint(None, None, weights, *rng.choice(SIDES))


def read(text: str) -> tuple[dict, Any, Any]:
    """Coefficients and sides of a printed row."""
    lower = re.match(r"(\S+) <= (?=\S+.*<=)", text)
    middle, sign, side = re.fullmatch(r"(.*) (==|<=|>=) (\S+)", text[lower.end() if lower else 0 :]).groups()  # type: ignore[union-attr]
    terms = re.findall(r"(^- |^|[+-] )(?:([\d.]+) )?x\[(\d+)\]", middle)
    assert " ".join(f"{s}{f'{n} ' if n else ''}x[{i}]" for s, n, i in terms) == middle
    weights = {("x", int(i)): float(n or 1) * (-1 if s == "- " else 1) for s, n, i in terms}
    return (
        weights,
        float(lower[1]) if lower else None if sign == "<=" else float(side),
        None if sign == ">=" else float(side),
    )


@pytest.mark.parametrize("seed", range(60))
def test_a_short_row_is_printed_whole(seed: int) -> None:
    row = random_row(random.Random(seed), 4)
    assert read(str(row)) == (row.coefficients, row.lower, row.upper)


def test_a_long_row_is_printed_by_its_ends() -> None:
    row = LinearConstraint(None, None, {("x", i): (-1) ** i * (i + 1) for i in range(5)}, None, 2)
    assert str(row) == "x[0] - 2 x[1] + ... + 5 x[4] <= 2"


def test_odd_rows_are_printed_as_they_are() -> None:
    assert str(LinearConstraint(None, None, {("x", 0): 1, ("x", 1): 0}, None, 1)) == "x[0] + 0 x[1] <= 1"
    assert str(LinearConstraint(None, None, {("x", 0): 1}, 3, 1)) == "3 <= x[0] <= 1"


def test_a_row_stays_as_it_is() -> None:
    with pytest.raises(FrozenInstanceError):
        LinearConstraint(None, None, {("x", 0): 1}, None, 1).upper = 2  # type: ignore[misc]


def test_a_key_is_written_as_in_a_notebook() -> None:
    assert in_words(("x", (Cell(0, 0), 5))) == "x[cell (1,1), 5]"
    assert in_words(("y", "a")) == "y[a]"


@pytest.mark.parametrize("seed", range(60))
def test_a_row_is_broken_by_more_than_the_tolerance(seed: int) -> None:
    rng = random.Random(seed)
    row = random_row(rng, 4)
    values = SimpleNamespace(x={i: rng.randint(-3, 3) for i in range(4)})
    total = sum(weight * values.x[i] for (_, i), weight in row.coefficients.items())
    low, high = row.lower, row.upper
    beyond = max(-9 if low is None else low - total, -9 if high is None else total - high)
    for tolerance in (0.0, 0.25, 0.5, 1.0, 2.0):  # halves are exact, so that a row may be broken by just this much
        assert is_broken(row, values, tolerance) == (beyond > tolerance)


@pytest.mark.parametrize(("lower", "upper"), SIDES)
def test_a_comparison_is_read_back(lower: float | None, upper: float | None) -> None:
    model = scip.new_model("sides")
    v = scip.variables(x={i: model.addVar(f"x{i}") for i in range(3)})
    built = comparison(lower, v.x[0] + 2 * v.x[1] - v.x[2], upper)
    plain = as_linear_constraint(built, keys(v), "family", 7)
    assert plain == LinearConstraint("family", 7, {("x", 0): 1, ("x", 1): 2, ("x", 2): -1}, lower, upper)
    model.addCons(built, "own")
    model.addCons(v.x[0] + v.x[0] <= 1e30, "endless")
    whole, endless = linear_constraints(model, v, {"own": ("family", 7)})
    assert whole == plain
    assert endless == LinearConstraint(None, None, {("x", 0): 2}, None, None)


def test_names_are_words_for_every_file() -> None:
    assert name("x", Cell(0, 2), 5) == "x_1_3_5"
    assert name("y", Edge(Point(0, 0), Point(0, 1)), (Label("row", 2), ("a b", -1))) == "y_1_1_1_2_3_a_b__1"
    assert name("z", "größe") == "z_gr__e"
    assert name("z", "a-b") != name("z", "a b")


def test_variables_of_no_model_are_told_by_their_key() -> None:
    model, other = scip.new_model("one"), Model("other")
    x = model.addVar("x")
    check_owner(model, scip.variables(x={0: x}))
    with pytest.raises(PuzzleError, match=r"^y\[1\] is not a variable of this model; run the cells of both models"):
        check_owner(model, scip.variables(x={0: x}, y={1: other.addVar("y")}))
    with pytest.raises(PuzzleError, match=r"^x\[2\] is not a variable of this model"):
        check_owner(model, scip.variables(x={0: x, 2: 5}))
    with pytest.raises(PuzzleError, match=r"^found x as list, expected a dict of variables"):
        check_owner(model, SimpleNamespace(x=[x]))


def test_what_is_no_linear_row_is_refused() -> None:
    model = scip.new_model("bent")
    v = scip.variables(x={i: model.addVar(f"x{i}", vtype="B") for i in range(2)})
    stranger = model.addVar("stranger")
    for wrong, told in ((v.x[0] * v.x[1] <= 1, "x0"), (v.x[0] + stranger <= 1, "stranger")):
        with pytest.raises(
            PuzzleError, match=f"^family yields a constraint with .*{told}.*, expected a sum of the given"
        ):
            as_linear_constraint(wrong, keys(v), "family", 0)
    with pytest.raises(PuzzleError, match=r"^family yields Variable, expected pairs"):
        as_linear_constraint(v.x[0], keys(v), "family", 0)
    model.addCons(quicksum(v.x.values()) + stranger == 1, "mixed")
    (row,) = linear_constraints(model, v)
    assert row.coefficients == {("x", 0): 1, ("x", 1): 1, ("another variable", "stranger"): 1}
    model.addCons(v.x[0] * v.x[1] <= 1, "bent")
    with pytest.raises(PuzzleError, match=r"^constraint bent is not linear"):
        linear_constraints(model, v)
