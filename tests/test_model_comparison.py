"""The guard between a notebook's model and the package's: it sees every difference that matters, and no other."""

import math
import random
import re
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Violation
from puzzlekit.course import model_comparison
from puzzlekit.course.model_comparison import Comparison, broken_without, same_model, same_solutions
from puzzlekit.scip import BuiltModel
from puzzlekit.scip.constraints import LinearConstraint, contains_duplicate, merge_duplicates, same_number

CORNERS = range(3)
PAIRS = [(0, 1), (1, 2), (0, 2)]


def not_both(puzzle: Any, v: Any) -> Any:
    """Of each pair of corners at most one is taken."""
    for i, j in PAIRS:
        yield (i, j), v.x[i] + v.x[j] <= 1


def weight(puzzle: Any, v: Any) -> Any:
    """Corners weigh 2, 3 and 4, and 3 have to be carried."""
    yield (), 2 * v.x[0] + 3 * v.x[1] + 4 * v.x[2] >= 3


FAMILIES = (not_both, weight)


def triangle(families: tuple = FAMILIES) -> BuiltModel:
    """Take corners of a triangle: the package's model."""
    model = scip.new_model("triangle")
    v = scip.variables(x={i: model.addVar(f"x_{i}", vtype="B") for i in CORNERS})
    built = BuiltModel(model, v, decode=lambda values: tuple(values.x.values()), decisions=v.x.values())
    return built.add(families, "a triangle")


def notebook(
    *,
    side: float = 1,
    coefficient: float = 1,
    scale: float = 1,
    carried: float = 1,
    corners: range = CORNERS,
    **domain: Any,
) -> tuple[Model, dict]:
    """The same model as a reader writes it, with what may be wrong about it."""
    model = Model("mine")
    model.hideOutput()
    x = {i: model.addVar(**({"vtype": "B"} | (domain if i == 0 else {}))) for i in corners}
    model.addCons(at_most(-2 * x[0] - 3 * x[1] - 4 * x[2], -3, carried))
    for i, j in reversed(PAIRS):
        model.addCons(at_most(x[j] + coefficient * x[i], side, scale))
    return model, x


def at_most(total: Any, side: float, scale: float) -> Any:
    """The row `total <= side`, multiplied."""
    return scale * total <= scale * side if scale > 0 else scale * total >= scale * side


def compared(mine: Any) -> Comparison:
    return same_model(mine, triangle())


def complaint(mine: Any, reference: BuiltModel | None = None) -> str:
    """What is said of a model that is another one."""
    comparison = same_model(mine, reference or triangle())
    assert not comparison
    return comparison.report


class TestTheSame:
    @pytest.mark.parametrize("scale", [1, 2, -1, 0.5, -3.5, 1e-3])
    @pytest.mark.parametrize("carried", [1, 5, -2, 0.5, 0.1])
    def test_whatever_the_order_scale_and_sign(self, scale: float, carried: float) -> None:
        comparison = compared(notebook(scale=scale, carried=carried))
        assert comparison, comparison.report
        assert "3 variables, 4 constraints" in comparison.report

    def test_with_a_map_of_keys(self) -> None:
        model, x = notebook()
        named = {f"corner {i}": x[i] for i in CORNERS}
        keys = {name: i for i, name in enumerate(named)}
        assert same_model((model, named), triangle(), keys)
        assert same_model((model, x), triangle(), keys)  # a key that is not in the map stays
        assert not same_model((model, named), triangle())
        wrong, y = notebook(side=2)
        renamed = {name: y[i] for name, i in keys.items()}
        assert "found    x[0] + x[1] <= 2" in same_model((wrong, renamed), triangle(), keys).report

    @pytest.mark.parametrize("keys", [{0: 1}, {0: 2, 1: 2}, [(0, 1)], "abc"])
    def test_with_a_map_that_is_none(self, keys: Any) -> None:
        with pytest.raises(PuzzleError):
            same_model(notebook(), triangle(), keys)

    def test_of_two_built_models(self) -> None:
        assert compared(triangle(FAMILIES[::-1]))

    def test_with_a_namespace_after_a_solve_and_after_the_readers_own(self) -> None:
        model, x = notebook()
        assert compared((model, scip.variables(x=x)))
        scip.solve(model, x)
        reference = triangle()
        scip.solve(reference)
        assert same_model((model, x), reference)
        model.optimize()
        assert compared((model, x))

    def test_a_row_stated_twice_is_a_remark(self) -> None:
        model, x = notebook()
        model.addCons(2 * x[0] + 2 * x[1] <= 2)
        comparison = compared((model, x))
        assert comparison
        assert "1 duplicate constraint" in comparison.report

    def test_rows_that_only_bounds_make_the_same_are_no_remark(self) -> None:
        """Both say that both are 1, and neither was written twice."""
        mine, reference = switches(2), switches(2)
        mine.model.addCons(quicksum(mine.v.x.values()) >= 2)
        for built in (mine, reference):
            built.model.addCons(quicksum(built.v.x.values()) == 2)
        comparison = same_model(mine, reference)
        assert comparison
        assert "duplicate" not in comparison.report

    def test_it_may_be_asked_again(self) -> None:
        mine, reference = notebook(), triangle()
        assert same_model(mine, reference).report == same_model(mine, reference).report


class TestReports:
    def test_a_missing_family(self) -> None:
        report = complaint(triangle((weight,)))
        assert "not_both: 3 of 3 constraints are missing" in report
        assert "weight" not in report

    def test_a_missing_row_of_a_reference_without_families(self) -> None:
        reference = triangle((weight,))
        reference.model.addCons(reference.v.x[0] + reference.v.x[1] <= 1)
        assert "x[0] + x[1] <= 1" in complaint(triangle((weight,)), reference)

    def test_a_wrong_side(self) -> None:
        report = complaint(notebook(side=2))
        assert "not_both: 3 of 3" in report
        assert "expected x[0] + x[1] <= 1" in report
        assert "found    x[0] + x[1] <= 2" in report

    def test_a_wrong_coefficient(self) -> None:
        report = complaint(notebook(coefficient=4))
        assert "not_both: 3 of 3" in report
        assert "4 x[0]" in report

    def test_an_extra_row(self) -> None:
        model, x = notebook()
        model.addCons(x[0] + x[2] >= 1)
        assert "found    x[0] + x[2] == 1" in complaint((model, x))  # with the row <= 1 of the model

    @pytest.mark.parametrize(
        ("domain", "found"),
        [
            ({"lb": 1}, "binary from 1 to 1"),
            ({"ub": 0}, "binary from 0 to 0"),
            ({"vtype": "C", "ub": 1}, "continuous from 0 to 1"),
            ({"vtype": "I", "ub": 2}, "integer from 0 to 2"),
        ],
    )
    def test_a_wrong_bound_or_type(self, domain: dict, found: str) -> None:
        assert f"x[0] is {found}, expected binary from 0 to 1" in complaint(notebook(**domain))

    def test_how_many_variables_differ(self) -> None:
        model = scip.new_model("mine")
        report = complaint((model, {i: model.addVar(vtype="I", ub=2) for i in CORNERS}))
        assert "x[0] is integer from 0 to 2, expected binary from 0 to 1 (and 2 more variables)" in report

    def test_a_missing_and_an_extra_variable(self) -> None:
        model, x = notebook(corners=range(4))
        assert "x[3]" in compared((model, x)).report
        assert "missing: 1 variable x, such as x[2]" in complaint((model, {i: x[i] for i in (0, 1)}))

    def test_a_missing_dict(self) -> None:
        model, x = notebook()
        report = complaint((model, scip.variables(y=x)))
        assert "x[0]" in report
        assert "y[0]" in report

    @pytest.mark.parametrize(
        ("mine", "reference"),
        [((1, "minimize"), (0, "minimize")), ((0, "minimize"), (1, "minimize")), ((1, "maximize"), (1, "minimize"))],
    )
    def test_a_wrong_objective(self, mine: tuple, reference: tuple) -> None:
        model, x = notebook()
        model.setObjective(mine[0] * x[0], mine[1])
        built = triangle()
        built.model.setObjective(reference[0] * built.v.x[0], reference[1])
        report = complaint((model, x), built)
        assert "objective" in report
        assert "x[0]" in report
        built.model.setObjective(mine[0] * built.v.x[0], mine[1])
        assert same_model((model, x), built)

    def test_a_variable_beside_the_dict_that_costs(self) -> None:
        model, x = notebook()
        model.addVar("forgotten", obj=1)
        assert "forgotten" in complaint((model, x))

    def test_the_report_is_what_the_notebook_shows(self) -> None:
        comparison = compared(triangle((weight,)))
        assert repr(comparison) == comparison.report


class TestRefused:
    def test_a_row_that_is_not_linear(self) -> None:
        model, x = notebook()
        model.addCons(x[0] * x[1] == 0, name="product")
        with pytest.raises(PuzzleError, match="product is not linear"):
            compared((model, x))

    def test_variables_of_another_model(self) -> None:
        model, _ = notebook()
        other, x = notebook()
        with pytest.raises(PuzzleError, match=r"x\[0\] is not a variable of this model"):
            compared((model, x))
        assert compared((other, x))

    @pytest.mark.parametrize("mine", [lambda model, x: model, lambda model, x: (model, list(x.values()))])
    def test_what_is_no_model_with_its_variables(self, mine: Callable) -> None:
        with pytest.raises(PuzzleError):
            compared(mine(*notebook()))


def build(*families: Callable) -> Callable[[Any], BuiltModel]:
    return lambda puzzle: triangle(families)


def switches(number: int) -> BuiltModel:
    """So many binaries, and no constraint."""
    model = scip.new_model("switches")
    v = scip.variables(x={i: model.addVar(vtype="B") for i in range(number)})
    return BuiltModel(model, v, decode=lambda values: tuple(values.x.values()), decisions=v.x.values())


class TestSameSolutions:
    def test_the_same_by_other_rows(self) -> None:
        def at_most_one(puzzle: Any, v: Any) -> Any:
            yield (), quicksum(v.x.values()) <= 1

        assert same_solutions(build(at_most_one, weight), build(*FAMILIES), ["a triangle"])

    @pytest.mark.parametrize(
        ("mine", "reference", "told"),
        [((not_both,), FAMILIES, "invalid board admitted"), (FAMILIES, (not_both,), "valid board excluded")],
    )
    def test_a_board_is_shown_that_one_of_them_admits_alone(self, mine: tuple, reference: tuple, told: str) -> None:
        comparison = same_solutions(build(*mine), build(*reference), ["a triangle"])
        assert not comparison
        shown = [board for board in ((0, 0, 0), (1, 0, 0)) if str(board) in comparison.report]
        assert len(shown) == 1
        assert "a triangle" in comparison.report
        assert told in comparison.report

    def test_the_first_puzzle_that_differs_is_shown(self) -> None:
        builds = {"one": (weight,), "two": (not_both,), "three": (weight,)}
        comparison = same_solutions(
            lambda puzzle: triangle(builds[puzzle]), lambda puzzle: triangle((weight,)), ["one", "two", "three"]
        )
        assert not comparison
        assert "two" in comparison.report
        assert "three" not in comparison.report

    def test_no_puzzle_is_no_proof(self) -> None:
        with pytest.raises(PuzzleError):
            same_solutions(build(weight), build(not_both), [])

    def test_too_many_boards_are_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("puzzlekit.course.model_comparison.MANY", 30)
        with pytest.raises(PuzzleError, match="boards"):
            same_solutions(switches, switches, [30])


def two(left: Callable, right: Callable, keys: tuple = ("a", "b", "c")) -> Comparison:
    """Models over the same three variables: what a reader does to one, and the package to the other."""
    model, built = scip.new_model("mine"), scip.new_model("the package's")
    x = {key: model.addVar(str(key), vtype="I") for key in keys}
    v = scip.variables(x={key: built.addVar(key, vtype="I") for key in ("a", "b", "c")})
    left(model, *x.values())
    right(built, *v.x.values())
    return same_model((model, x), BuiltModel(built, v, decode=lambda values: values))


class TestNumbers:
    """What was written is compared, whatever floats make of it."""

    @pytest.mark.parametrize("kind", [np.int64, np.int8, np.uint16, float, bool])
    def test_keys_that_are_equal_are_the_same_key(self, kind: Callable) -> None:
        def square(make: Callable) -> tuple[Model, Any]:
            model = scip.new_model("square")
            places = [(make(i), make(j)) for i in range(2) for j in range(2)]
            x = {place: model.addVar(vtype="B") for place in places}
            for i in range(2):
                model.addCons(x[make(i), make(0)] + 2 * x[make(i), make(1)] <= 2)
                model.addCons(x[make(0), make(i)] + 2 * x[make(1), make(i)] <= 2)
            return model, x

        model, x = square(int)
        reference = BuiltModel(model, scip.variables(x=x), decode=lambda values: values)
        assert same_model(square(kind), reference), same_model(square(kind), reference).report

    @pytest.mark.parametrize(
        ("left", "right"),
        [
            (lambda a, b, c: 1e10 * a + b + c <= 1, lambda a, b, c: 1e10 * a + b + c <= 2),
            (lambda a, b, c: 1e6 * a + b <= 1, lambda a, b, c: 1e6 * a + 1.0004 * b <= 1),
            (lambda a, b, c: 1e12 * a + b <= 1, lambda a, b, c: (1e12 + 1) * a + b <= 1),
            (lambda a, b, c: a + 1.00000001 * b <= 1, lambda a, b, c: a + b <= 1),
            (lambda a, b, c: a + b + c <= 1e-5, lambda a, b, c: a + b + c <= 1.00001e-5),
            (lambda a, b, c: a + b <= 1, lambda a, b, c: -a - b <= -1),
            (lambda a, b, c: a - b <= 0, lambda a, b, c: a + b <= 0),
        ],
    )
    def test_rows_that_are_not_the_same(self, left: Callable, right: Callable) -> None:
        for mine, other in ((left, right), (right, left)):
            comparison = two(lambda m, *x, f=mine: m.addCons(f(*x)), lambda m, *x, f=other: m.addCons(f(*x)))
            assert not comparison
            shown = re.findall(r"(?:expected|found) +(.*)", comparison.report)
            assert len(set(shown)) == len(shown) == 2, comparison.report

    @pytest.mark.parametrize(
        ("left", "right"),
        [
            (lambda a, b, c: (0.1 + 0.2) * a + b <= 1, lambda a, b, c: 0.3 * a + b <= 1),
            (lambda a, b, c: a / 3 + b / 3 <= 1, lambda a, b, c: a + b <= 3),
            (lambda a, b, c: a / 3 + 2 * b / 7 <= c, lambda a, b, c: 7 * a + 6 * b <= 21 * c),
            (lambda a, b, c: 2**0.5 * a + b / 3 <= 3**0.5, lambda a, b, c: 0.1 * (2**0.5 * a + b / 3) <= 0.1 * 3**0.5),
            (lambda a, b, c: a <= 1 - 0.9, lambda a, b, c: 10 * a <= 1),
            (lambda a, b, c: 1e10 * a + b + c <= 1, lambda a, b, c: -3e10 * a - 3 * b - 3 * c >= -3),
            (lambda a, b, c: a - b <= 0, lambda a, b, c: b - a >= 0),
        ],
    )
    def test_rows_that_are_the_same(self, left: Callable, right: Callable) -> None:
        for mine, other in ((left, right), (right, left)):
            comparison = two(lambda m, *x, f=mine: m.addCons(f(*x)), lambda m, *x, f=other: m.addCons(f(*x)))
            assert comparison, comparison.report

    @pytest.mark.full
    def test_any_multiple_of_any_row_is_the_same_row(self) -> None:
        rng = random.Random(1)
        for _ in range(300):
            costs, side, times = [rng.uniform(-9, 9) for _ in "abc"], rng.uniform(-9, 9), rng.uniform(0.01, 99)
            comparison = two(
                lambda m, *x, c=costs, s=side: m.addCons(quicksum(i * j for i, j in zip(c, x, strict=True)) <= s),
                lambda m, *x, c=costs, s=side, t=times: m.addCons(
                    quicksum(t * i * j for i, j in zip(c, x, strict=True)) <= t * s
                ),
            )
            assert comparison, comparison.report

    @pytest.mark.parametrize(
        ("left", "right", "same"),
        [
            (lambda a, b, c: a + 1, lambda a, b, c: a + 2, False),
            (lambda a, b, c: a + 1, lambda a, b, c: 1 * a, False),
            (lambda a, b, c: a + 0.1 + 0.2, lambda a, b, c: a + 0.3, True),
            (lambda a, b, c: (0.1 + 0.2) * a, lambda a, b, c: 0.3 * a, True),
            (lambda a, b, c: 1e6 * a + b, lambda a, b, c: 1e6 * a + 1.0004 * b, False),
            (lambda a, b, c: 1000001 * a, lambda a, b, c: 1000000 * a, False),
        ],
    )
    def test_objectives(self, left: Callable, right: Callable, same: bool) -> None:
        comparison = two(lambda m, *x: m.setObjective(left(*x)), lambda m, *x: m.setObjective(right(*x)))
        assert bool(comparison) == same, comparison.report
        if not same:
            found, expected = re.findall(r"(?:found|expected) (.*?)(?:,|$)", comparison.report)
            assert found != expected

    def test_bounds_that_differ_a_little(self) -> None:
        comparison = two(lambda m, a, *x: m.chgVarUb(a, 1000001), lambda m, a, *x: m.chgVarUb(a, 1000000))
        assert "integer from 0 to 1000001, expected integer from 0 to 1000000" in comparison.report

    def test_a_difference_in_the_middle_of_a_long_row_is_shown(self) -> None:
        mine, reference = switches(9), switches(9)
        mine.model.addCons(quicksum(mine.v.x.values()) + mine.v.x[4] <= 1)
        reference.model.addCons(quicksum(reference.v.x.values()) <= 1)
        assert "with 2 x[4]" in complaint(mine, reference)


# What a family forbids


def checked(_: Any, corners: tuple) -> list[Violation]:
    """The rules of the triangle, without a model."""
    both = [Violation("not_both", (i, j), "both") for i, j in PAIRS if corners[i] and corners[j]]
    light = sum(corner * (k + 2) for k, corner in enumerate(corners)) < 3
    return both + [Violation("weight", (), "too light")] * light


def test_a_family_that_is_left_out_breaks_its_rule() -> None:
    formulation = SimpleNamespace(FAMILIES=FAMILIES, build=lambda puzzle, families: triangle(tuple(families)))
    assert {f.__name__: broken_without(formulation, f.__name__, "a triangle", checked) for f in FAMILIES} == {
        "not_both": ("not_both",),
        "weight": ("weight",),
    }


def test_a_redundant_family_forbids_nothing() -> None:
    def lighter(puzzle: Any, v: Any) -> Any:
        yield (), 2 * v.x[0] + 3 * v.x[1] + 4 * v.x[2] >= 2

    families = (*FAMILIES, lighter)
    formulation = SimpleNamespace(FAMILIES=families, build=lambda puzzle, own: triangle(tuple(own)))
    assert broken_without(formulation, "lighter", "a triangle", checked) == ()


def test_where_boards_are_too_many_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_comparison, "MANY", 16)
    formulation = SimpleNamespace(FAMILIES=FAMILIES, build=lambda number, families: switches(number))
    with pytest.raises(PuzzleError, match="found 16 or more boards of one puzzle"):
        broken_without(formulation, "weight", 4, checked)


# When two rows are one

THIRD = 0.1 + 0.2  # a little more than 0.3
ALMOST = 0.9999999999999999
HUGE = 10**13


@pytest.mark.parametrize(
    ("first", "second", "times", "both", "new"),
    [
        ((None, 2), (None, 1), 1, (None, 1), True),
        ((None, 1), (None, 2), 1, (None, 1), False),
        ((None, 1), (None, 1), 1, (None, 1), False),
        ((1, None), (2, None), 1, (2, None), True),
        ((2, None), (1, None), 1, (2, None), False),
        ((2, None), (2, None), 1, (2, None), False),
        ((None, 1), (1, None), 1, (1, 1), True),
        ((1, None), (None, 1), 1, (1, 1), True),
        ((0, 5), (3, None), 1, (3, 5), True),
        ((3, 9), (None, 5), 1, (3, 5), True),
        ((0, 5), (1, 4), 1, (1, 4), True),
        ((1, 4), (0, 5), 1, (1, 4), False),
        ((1, 4), (0, 3), 1, (1, 3), True),
        ((1, 4), (2, 6), 1, (2, 4), True),
        ((None, THIRD), (None, 0.3), 1, (None, THIRD), False),
        ((0.3, None), (THIRD, None), 1, (0.3, None), False),
        ((None, 2), (-0.5, None), -0.5, (None, 1), True),
        ((None, 3), (-4, None), -2, (None, 2), True),
        ((None, 1), (-4, None), -2, (None, 1), False),
        ((1, None), (None, -4), -2, (2, None), True),
        ((0, 3), (2, 4), 2, (1, 2), True),
    ],
)
def test_rows_over_one_sum_are_one_row_with_the_tightest_sides(
    first: tuple, second: tuple, times: int, both: tuple, new: bool
) -> None:
    """And a row that says nothing new is counted. The second row is over so many times the sum."""
    rows = [
        LinearConstraint("", None, {"x": 1, "y": 2}, *first),
        LinearConstraint("", None, {"y": 2 * times, "x": times, "z": 0}, *second),
    ]
    sums, repeated = merge_duplicates(rows)
    ((row,),) = sums.values()
    assert ((row.lower, row.upper), repeated) == (both, 0 if new else 1)
    assert row.coefficients == {"x": 1, "y": 2}
    assert contains_duplicate(
        LinearConstraint("", None, {"x": -3, "y": -6}, *(side and -3 * side for side in reversed(both))), sums
    )


def test_rows_over_other_sums_stay_apart() -> None:
    rows = [
        LinearConstraint("", None, dict(zip("xy", pair, strict=True)), None, 1)
        for pair in ((1, 1), (1, 2), (-1, 1), (1, 0))
    ]
    sums, repeated = merge_duplicates(rows)
    assert [len(alike) for alike in sums.values()] == [3, 1]
    assert repeated == 0
    others = [({"x": 2, "y": 3}, None, 1), ({"z": 1}, None, 1)]
    others += [({"x": 1, "y": 1}, *sides) for sides in ((None, 2), (1, 1), (None, None))]
    assert not any(contains_duplicate(LinearConstraint("", None, *other), sums) for other in others)


def test_rows_without_terms_are_told_apart_by_their_sides() -> None:
    sums, repeated = merge_duplicates(
        [LinearConstraint("", None, {}, 2, None), LinearConstraint("", None, {}, 1, None)]
    )
    assert repeated == 1
    assert contains_duplicate(LinearConstraint("", None, {}, 2, None), sums)
    assert not contains_duplicate(LinearConstraint("", None, {}, 1, None), sums)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1.0, True),
        (1, 2, False),
        (THIRD, 0.3, True),
        (1 / 3, Fraction(1, 3), True),
        (0.3, math.nextafter(THIRD, 1), True),
        (0.3, 0.3 + 1e-11, False),
        (ALMOST, 1, True),
        (1, ALMOST, True),
        (HUGE, HUGE + 1, False),
        (HUGE + 0.5, HUGE, True),
        (HUGE, HUGE + 0.5, True),
    ],
)
def test_numbers_are_the_same_as_they_were_written(one: float, other: float, same: bool) -> None:
    assert same_number(one, other) is same
