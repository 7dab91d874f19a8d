"""One statement for all engines: each finds what brute force finds, and what the rules alone say."""

import importlib
import random
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import pytest

from puzzlekit import ROOMS, scip, unique
from puzzlekit.engines import Constraint, Problem, Settled, cadical, cp_sat
from puzzlekit.engines.scip import model_of
from puzzlekit.errors import Unsuited
from puzzlekit.peers.cadical import answer as ask_cadical
from puzzlekit.peers.cp_sat import answer as ask_cp_sat

STATED = [name for name in ROOMS if importlib.util.find_spec(f"puzzlekit.{name}.statement")]
OWN_CLAUSES = {"battleship"}  # long counts; its `cadical` states them by hand


def by_scip(open_: Problem | Settled, limit: int) -> list[Any]:
    built = model_of(open_, partial(scip.new_model, "problem"), dict)
    try:
        found = unique.several(None, built, lambda puzzle, solution: (), limit)
    finally:
        built.free()
    assert found.status != "unknown"
    return list(found.solutions)


def by_cp_sat(open_: Problem | Settled, limit: int) -> list[Any]:
    return list(ask_cp_sat(partial(cp_sat.state, open_), limit, time_limit=None, workers=1).solutions)


def by_cadical(open_: Problem | Settled, limit: int) -> list[Any]:
    return list(ask_cadical(partial(cadical.state, open_), limit, time_limit=None, workers=1).solutions)


ENGINES: dict[str, Callable[[Problem | Settled, int], list[Any]]] = {
    "scip": by_scip,
    "cp_sat": by_cp_sat,
    "cadical": by_cadical,
}


# Any constraints


def constraint(rng: random.Random, size: int) -> Constraint:
    items = rng.sample(range(size), rng.randint(0 if rng.random() < 0.05 else 1, size))
    signs = rng.choice([None, [rng.choice((-2, -1, 1, 2)) for _ in items]])
    low = rng.randint(-1, 2)
    return Constraint(
        items, *rng.choice([(low, low), (low, None), (None, low), (low, low + 1), (1, 1), (None, 1)]), signs
    )


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
    right = {
        values for values in product((0, 1), repeat=size) if all(satisfied(one, values) for one in (*stated, *later))
    }
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


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seed", [3, *(pytest.param(n, marks=pytest.mark.slow) for n in range(20))])
def test_any_constraints_are_answered_as_by_brute_force(engine: str, seed: int) -> None:
    counts = set()
    for number in range(60):
        problem, right = random_problem(1000 * seed + number)
        found = ENGINES[engine](problem, 40)
        assert len(found) == len(right), number
        assert set(found) == right, number
        counts.add(min(len(right), 2))
    assert counts == {0, 1, 2}


@pytest.mark.parametrize("seed", range(40))
def test_clauses_say_what_the_constraint_says(seed: int) -> None:
    """With or without some of its items, of which there are values then."""
    rng = random.Random(seed)
    size = rng.randint(1, 5)
    one = constraint(rng, size)
    lonely = set(rng.sample(one.items, rng.randint(0, len(one.items))))
    clauses = list(cadical._clauses(one, lonely))
    assert not {abs(literal) - 1 for clause in clauses for literal in clause} & lonely
    for values in product((0, 1), repeat=size):
        others = product(*((0, 1) if item in lonely else (values[item],) for item in range(size)))
        is_right = any(satisfied(one, other) for other in others)
        assert all(any((literal > 0) == values[abs(literal) - 1] for literal in own) for own in clauses) == is_right


# The puzzles


@pytest.mark.parametrize("name", STATED)
def test_rows_of_our_deduction_change_no_answer(name: str) -> None:
    """All engines, begun where deduction ends, and given the rules alone; beside one that has neither."""
    room, problem = importlib.import_module(f"puzzlekit.{name}"), _problem(name)
    judge = next(peer for key, peer in room.PEERS.items() if key.endswith(("_plain", "_count")))
    for file in (file for file in room.names() if file.startswith("tiny_")):
        puzzle = room.load(file)
        try:
            right = set(judge(puzzle, 30).solutions)
        except Unsuited:
            right = set(room.PEERS["zdd"](puzzle, 30).solutions)
        for deduced in (True, False):
            open_ = problem(puzzle, deduced=deduced)
            for engine, ask in ENGINES.items():
                if engine != "cadical" or name not in OWN_CLAUSES:
                    found = ask(open_, 30)
                    assert len(found) == len(set(found)) == len(right), (file, engine, deduced)
                    assert len(right) == 30 or set(found) == right, (file, engine, deduced)


@pytest.mark.parametrize("name", STATED)
def test_what_the_rules_say_leaves_nothing_known(name: str) -> None:
    room, problem = importlib.import_module(f"puzzlekit.{name}"), _problem(name)
    sizes = []
    for file in room.names()[:12]:
        by_rules, open_ = (problem(room.load(file), deduced=deduced) for deduced in (False, True))
        assert isinstance(by_rules, Problem)
        sizes.append((0 if isinstance(open_, Settled) else open_.deciding, by_rules.deciding))
    assert all(some <= every for some, every in sizes)
    assert any(some < every for some, every in sizes)


@pytest.mark.parametrize("name", STATED)
def test_two_solutions_lack_and_differ_as_the_statement_says(name: str) -> None:
    room, problem = importlib.import_module(f"puzzlekit.{name}"), _problem(name)
    compared = 0
    for file in (file for file in room.names() if file.startswith("tiny_")):
        open_ = problem(room.load(file))
        if isinstance(open_, Problem):
            chosen = [frozenset(ones) for ones in _ones(open_)]
            for one in chosen:
                for other in chosen:
                    if one != other:
                        compared += 1
                        assert len(one - other) >= open_.lacks
                        assert len(one ^ other) >= open_.differs
    assert compared


def _ones(open_: Problem) -> list[Any]:
    """The deciding items that are 1, of each of at most 30 solutions."""
    plain = Problem(
        open_.keys,
        open_.deciding,
        open_.constraints,
        decode=lambda ones: tuple(item for item in ones if item < open_.deciding),
        violated=open_.violated,
        lacks=0,
    )
    return by_cp_sat(plain, 30)


def _problem(name: str) -> Callable[..., Problem | Settled]:
    return importlib.import_module(f"puzzlekit.{name}.statement").problem
