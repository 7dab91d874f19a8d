"""One statement for all engines: of any constraints, each finds what brute force finds."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from engines import OF_A_PROBLEM

from puzzlekit.engines import Constraint, Problem
from puzzlekit.engines.clauses import clauses
from puzzlekit.engines.counting import CardinalityEncoder
from puzzlekit.engines.sat import SatSolver

# Any constraints


def constraint(rng: random.Random, size: int) -> Constraint:
    items = rng.sample(range(size), rng.randint(0 if rng.random() < 0.05 else 1, size))
    signs = rng.choice([None, [rng.choice((-2, -1, 1, 2)) for _ in items]])
    low = rng.randint(-1, 2)
    bounds = rng.choice([(low, low), (low, None), (None, low), (low, low + 1), (1, 1), (None, 1)])
    return Constraint(items, *bounds, signs)


def satisfied(one: Constraint, values: tuple[int, ...]) -> bool:
    signs = one.coefficients or [1] * len(one.items)
    total = sum(sign * values[item] for sign, item in zip(signs, one.items, strict=True))
    return (one.lower is None or one.lower <= total) and (one.upper is None or total <= one.upper)


def random_problem(seed: int) -> tuple[Problem, set[tuple[int, ...]]]:
    """Some constraints, of which the last ones come lazily; and its solutions, by brute force. The last item follows
    from the others: it says whether the first two are equal."""
    rng = random.Random(seed)
    size = rng.randint(2, 5)
    stated, later = ([constraint(rng, size) for _ in range(rng.randint(0, 3))] for _ in range(2))
    every = product((0, 1), repeat=size)
    right = {values for values in every if all(satisfied(one, values) for one in (*stated, *later))}
    same = Constraint([0, 1, size], 0, 0, [1, 1, -2])
    right = {values for values in right if values[0] == values[1]}

    def values_of(ones: Any) -> tuple[int, ...]:
        return tuple(int(item in ones) for item in range(size))

    problem = Problem(
        [*range(size + 1)],
        size,
        [*stated, same],
        decode=values_of,
        violated=(lambda ones: [one for one in later if not satisfied(one, values_of(ones))]) if later else None,
        lacks=0,
        preferred=rng.sample(range(size), rng.randint(0, 2)),
    )
    return problem, right


@pytest.mark.parametrize("engine", OF_A_PROBLEM)
@pytest.mark.parametrize("seed", [3, *(pytest.param(n, marks=pytest.mark.slow) for n in range(20))])
def test_any_constraints_are_answered_as_by_brute_force(engine: str, seed: int) -> None:
    counts = set()
    for number in range(60):
        problem, right = random_problem(1000 * seed + number)
        assert sorted(OF_A_PROBLEM[engine](problem, 40)) == sorted(right), number
        counts.add(min(len(right), 2))
    assert counts == {0, 1, 2}


def test_long_constraints_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With further variables, as where values or clauses would be too many."""
    monkeypatch.setattr("puzzlekit.engines.clauses.FEW", 1)
    monkeypatch.setattr("puzzlekit.engines.clauses.MANY", 0)
    for number in range(60):
        problem, right = random_problem(number)
        assert sorted(OF_A_PROBLEM["cadical"](problem, 40)) == sorted(right), number


@pytest.mark.parametrize("seed", range(4))
def test_sums_of_many_factors(seed: int) -> None:
    rng = random.Random(seed)
    items, factors = range(9), [rng.randint(-2, 3) for _ in range(9)]
    one = Constraint(items, low := rng.randint(0, 3), rng.choice([None, low, low + 2]), factors)
    with SatSolver() as solver:
        solver.append_formula(clauses(one, CardinalityEncoder(solver, 9)))
        for values in product((0, 1), repeat=9):
            assert solver.solve([item + 1 if values[item] else -item - 1 for item in items]) == satisfied(one, values)


@pytest.mark.parametrize("engine", OF_A_PROBLEM)
def test_as_few_as_in_any_solution(engine: str) -> None:
    """What is minimised, with a row that follows from the others."""
    counts = set()
    for number in range(40):
        problem, right = random_problem(number)
        items = random.Random(number).sample(range(problem.deciding), 2)
        least = min((sum(values[item] for item in items) for values in right), default=0)
        best = {values for values in right if sum(values[item] for item in items) == least}
        problem = replace(problem, preferred=(), minimised=items, redundant=[Constraint(items, least, None)])
        assert sorted(OF_A_PROBLEM[engine](problem, 40)) == sorted(best), number
        counts.add(min(len(best), 2))
    assert counts == {0, 1, 2}


@pytest.mark.parametrize("seed", range(40))
def test_clauses_say_what_the_constraint_says(seed: int) -> None:
    """With or without some of its items, of which there are values then."""
    rng = random.Random(seed)
    size = rng.randint(1, 5)
    one = constraint(rng, size)
    lonely = set(rng.sample(one.items, rng.randint(0, len(one.items))))
    told = list(clauses(one, CardinalityEncoder(SatSolver(), size), lonely))
    assert not {abs(literal) - 1 for clause in told for literal in clause} & lonely
    for values in product((0, 1), repeat=size):
        others = product(*((0, 1) if item in lonely else (values[item],) for item in range(size)))
        is_right = any(satisfied(one, other) for other in others)
        assert all(any((literal > 0) == values[abs(literal) - 1] for literal in own) for own in told) == is_right
