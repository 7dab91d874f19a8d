"""The linear programs behind proofs: compared with HiGHS, which scipy brings, on small ones of all kinds."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csc_array

from puzzlekit.explain.proofs.linear_programs import LinearPrograms, Optimum
from puzzlekit.explain.proofs.witnesses import Best, Directions, ScaledPoints

NEAR = 1e-6
SOLVED, INFEASIBLE, UNBOUNDED = 0, 2, 3  # scipy's numbers
Rows = Any  # a matrix
FREE = -np.inf, np.inf


def entries(row: np.ndarray) -> dict[int, float]:
    return {int(i): float(row[i]) for i in np.flatnonzero(row)}


def check(found: Optimum, objective: np.ndarray, rows: Rows, limits: np.ndarray, ends: np.ndarray) -> int:
    """Compare with HiGHS, and check the point, the multipliers or the ray by hand; what HiGHS says."""
    other = linprog(-objective, A_ub=rows, b_ub=limits, bounds=ends, method="highs", options={"presolve": False})
    if other.status == SOLVED:
        assert found.point is not None
        assert found.multipliers is not None
        assert found.value == pytest.approx(-other.fun, abs=NEAR) == objective @ found.point
        assert (rows @ found.point <= limits + NEAR).all()
        assert (found.point >= ends[:, 0] - NEAR).all()
        assert (found.point <= ends[:, 1] + NEAR).all()
        assert (found.multipliers >= -NEAR).all()
        left = objective - rows.T @ found.multipliers  # what the bounds have to say
        bounds = sum(by * end[int(by > 0)] for by, end in zip(left, ends, strict=True) if abs(by) > NEAR)
        assert limits @ found.multipliers + bounds == pytest.approx(found.value, abs=NEAR)
    elif other.status == INFEASIBLE:
        assert (found.value, found.point, found.ray) == (-np.inf, None, None)
    elif other.status == UNBOUNDED:
        assert found.value == np.inf
        assert found.point is None
        assert found.ray is not None
        assert objective @ found.ray > 0
        assert (rows @ found.ray <= NEAR).all()
        assert (found.ray[np.isfinite(ends[:, 1])] <= NEAR).all()
        assert (found.ray[np.isfinite(ends[:, 0])] >= -NEAR).all()
    return int(other.status)


@pytest.mark.full
def test_all_kinds_of_programs_one_after_the_other() -> None:
    """Three objectives for each set of rows; before each one a row is replaced, or one more is added."""
    draw, kinds = np.random.default_rng(1), Counter[int]()
    for _ in range(400):
        n, m = draw.integers(1, 7), draw.integers(1, 8)
        rows, limits = draw.integers(-2, 3, (m, n)).astype(float), draw.integers(-2, 5, m).astype(float)
        lower = np.where(draw.random(n) < 0.4, -np.inf, draw.integers(-2, 1, n))
        upper = np.where(draw.random(n) < 0.4, np.inf, draw.integers(1, 3, n))
        programs = LinearPrograms(lower, upper)
        programs.add([entries(row) for row in rows], limits)
        for _ in range(3):
            row, limit, number = (
                draw.integers(-2, 3, n).astype(float),
                float(draw.integers(-2, 5)),
                int(draw.integers(m)),
            )
            if number % 2:
                rows[number], limits[number] = row, limit
                programs.replace(number, entries(row), limit)
            else:
                rows, limits = np.vstack([rows, row]), np.append(limits, limit)
                programs.add([entries(row)], [limit])
            objective = draw.integers(-2, 3, n).astype(float)
            found = programs.maximum(objective, 1)  # a second is long
            assert found
            kinds[check(found, objective, rows, limits, np.column_stack([lower, upper]))] += 1
    assert min(kinds[kind] for kind in (SOLVED, INFEASIBLE, UNBOUNDED)) > 20


def test_no_rows_and_no_variables() -> None:
    """Then the bounds alone say how large a sum can be."""
    found = LinearPrograms(np.array([0.0, 1.0]), np.array([2.0, 4.0])).maximum(np.array([1.0, -1.0]))
    assert found
    assert found.value == 1
    assert found.point is not None
    assert found.point.tolist() == [2, 1]
    nothing = LinearPrograms(np.array([]), np.array([])).maximum(np.array([]))
    assert nothing
    assert nothing.value == 0


def test_a_program_without_time_has_no_answer() -> None:
    """And with time again it has one: nothing is kept of the limit."""
    n = 300
    draw = np.random.default_rng(1)
    programs = LinearPrograms(np.zeros(n), np.full(n, 5.0))
    programs.add([entries(row) for row in draw.integers(0, 9, (n, n)).astype(float)], draw.integers(50, 99, n).tolist())
    objective = draw.integers(1, 9, n).astype(float)
    assert programs.maximum(objective, 0) is None
    assert programs.maximum(objective, 1e-9) is None
    found = programs.maximum(objective)
    assert found
    assert 0 < found.value < np.inf


def test_where_the_solver_fails_another_way_is_taken() -> None:
    """It has an error of its own at some unbounded programs with more rows than variables."""
    rows = np.array([[0, -1, -1], [2, 0, 1], [1, 2, -2], [0, -1, 0], [-1, -2, 0]], dtype=float)
    limits, objective = np.array([4.0, 4.0, 1.0, 3.0, 1.0]), np.array([-1.0, 2.0, -2.0])
    lower, upper = np.array([-np.inf, -1.0, -np.inf]), np.full(3, np.inf)
    programs = LinearPrograms(lower, upper)
    programs.add([entries(row) for row in rows], limits)
    for _ in range(2):
        found = programs.maximum(objective)
        assert found
        assert check(found, objective, rows, limits, np.column_stack([lower, upper])) == UNBOUNDED


@pytest.mark.parametrize("less", [0.5, 1e-7])
def test_a_little_less_counts(less: float) -> None:
    """The basis of the one before would do, were rows not taken exactly."""
    programs = LinearPrograms(np.array([0.0]), np.array([9.0]))
    programs.add([{0: 1.0}], [2.0])
    assert programs.rows == 1
    for limit in (2.0, 2.0 - less):
        programs.limit(0, limit)
        found = programs.maximum(np.array([1.0]))
        assert found
        assert found.value == pytest.approx(limit, abs=less / 100)


def solve(programs: LinearPrograms, objective: np.ndarray) -> Optimum:
    found = programs.maximum(objective)
    assert found
    return found


def compare(found: Best | None, objective: np.ndarray, rows: Rows, weights: np.ndarray, ends: Rows, sides: int) -> bool:
    """A witness with HiGHS's largest value over "rows times x <= weights": its value, and that it breaks nothing more;
    and its multipliers, of the first so many rows, prove that none goes farther, in the sum of what the rows weigh."""
    other = linprog(-objective, A_ub=rows, b_ub=weights, bounds=ends, method="highs", options={"presolve": False})
    assert (found is None) == (other.status == UNBOUNDED)
    if found is None:
        return False
    value, multipliers, witness, scale = found
    point = witness if scale is None else np.append(witness, scale)
    assert value == pytest.approx(-other.fun, abs=NEAR) == objective @ point
    assert (rows @ point <= weights + NEAR).all()
    assert (multipliers >= -NEAR).all()
    assert multipliers @ weights[:sides] == pytest.approx(value, abs=NEAR)
    return True


def drawn_sides(draw: np.random.Generator, n: int) -> tuple[Rows, np.ndarray, np.ndarray]:
    m = draw.integers(2, 8)
    return draw.integers(-2, 3, (m, n)).astype(float), draw.integers(-1, 4, m).astype(float), draw.random(m) + 0.1


def test_the_best_direction_away_from_a_solution() -> None:
    """Sides come in two parts, and one of them is weighed again."""
    draw, solved = np.random.default_rng(2), Counter[bool]()
    for _ in range(200):
        n = int(draw.integers(1, 5))
        lower, upper = draw.integers(-1, 1, n).astype(float), draw.integers(1, 3, n).astype(float)
        truth = np.array([draw.integers(low, high + 1) for low, high in zip(lower, upper, strict=True)], dtype=float)
        lower[draw.random(n) < 0.2] = -np.inf
        upper[draw.random(n) < 0.2] = np.inf
        rows, limits, weights = drawn_sides(draw, n)
        limits = np.maximum(limits, rows @ truth)
        half, side = int(draw.integers(1, len(limits))), int(draw.integers(len(limits)))
        programs = Directions(lower, upper, truth)
        for part in (slice(half), slice(half, None)):
            programs.take(csc_array(rows[part]), limits[part], weights[part])
        weights[side] = draw.random() + 0.1
        programs.weigh(side, weights[side])
        tight = np.flatnonzero(rows @ truth == limits)
        assert programs.sides == tight.tolist()
        objective = draw.integers(-2, 3, n).astype(float)
        ends = np.column_stack([np.where(truth == lower, 0, -np.inf), np.where(truth == upper, 0, np.inf)])
        found = programs.best(objective, solve)
        if found is not None:
            value, multipliers, *witness = found
            assert not np.delete(multipliers, tight).any()
            found = (value, multipliers[tight], witness[0], witness[1])
        none = np.zeros((1, n)), np.ones(1)  # HiGHS wants a row
        table, weighed = np.vstack([rows[tight], none[0]]), np.append(weights[tight], none[1])
        solved[compare(found, objective, table, weighed, ends, tight.size)] += 1
    assert min(solved.values()) > 20


def test_the_best_point_whatever_the_scale() -> None:
    """With bounds of all kinds, and one side assumed after another; the upper bounds weigh nothing."""
    draw, solved = np.random.default_rng(3), Counter[bool]()
    for _ in range(200):
        n = int(draw.integers(1, 5))
        lower, upper = draw.integers(-2, 2, n).astype(float), draw.integers(2, 4, n).astype(float)
        lower[draw.random(n) < 0.2] = -np.inf
        upper[draw.random(n) < 0.2] = np.inf
        rows, limits, weights = drawn_sides(draw, n)
        half, side = int(draw.integers(1, len(limits))), int(draw.integers(len(limits)))
        programs = ScaledPoints(lower, upper)
        bounds = [(np.eye(n)[i], upper[i]) for i in np.flatnonzero(np.isfinite(upper))]
        bounds += [(-np.eye(n)[i], -lower[i]) for i in np.flatnonzero(np.isfinite(lower))]
        for part in (slice(half), slice(half, None)):
            programs.take(csc_array(rows[part]), limits[part], weights[part])
            assumed, most = draw.integers(-2, 3, n).astype(float), float(draw.integers(-1, 3))
            weight, objective, limit = (
                draw.random() + 0.1,
                draw.integers(-2, 3, n).astype(float),
                float(draw.integers(-1, 3)),
            )
            programs.assume(assumed, most, weight)
            if part.stop is None:
                weights[side] = draw.random() + 0.1
                programs.weigh(side, weights[side])
            count = half if part.stop else len(limits)
            table = np.vstack([rows[:count], assumed, *(row for row, _ in bounds)])
            sides = np.concatenate([limits[:count], [most], [end for _, end in bounds]])
            weighed = np.concatenate([weights[:count], [weight], np.zeros(len(bounds))])
            ends = [FREE] * n + [(0, np.inf)]
            found = programs.best(objective, limit, solve)
            gain, scaled = np.append(objective, -limit), np.column_stack([table, -sides])
            solved[compare(found, gain, scaled, weighed, ends, count + 1)] += 1
    assert min(solved.values()) > 20
