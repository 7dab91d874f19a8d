"""The linear programs behind proofs: compared with HiGHS, which scipy brings, on small ones of all kinds."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from puzzlekit.explain.proofs.linear_programs import LinearPrograms, Optimum

NEAR = 1e-6
SOLVED, INFEASIBLE, UNBOUNDED = 0, 2, 3  # scipy's numbers
Rows = Any  # a matrix


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
