"""Rows that follow by counting modulo 2: each has a proof, keeps all boards, and says what no sum of rules says."""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations
from operator import xor
from typing import Any

import pytest

from puzzlekit import circuit, explain
from puzzlekit.circuit import model_spanning_tree
from puzzlekit.circuit.families import connected
from puzzlekit.explain.proofs.certificate import Term
from puzzlekit.explain.proofs.oracle import Oracle
from puzzlekit.explain.proofs.parity import EVEN, ODD, _reduced, parities
from puzzlekit.explain.proofs.premises import DerivedConstraint, Premises
from puzzlekit.grid import Cell, Edge, Point
from puzzlekit.scip.constraints import LinearConstraint

BOARD = circuit.load("tiny_4x4")
ONE = cache(lambda: circuit.generate(4, 4, seed=1))
BOARDS = {"tiny": lambda: BOARD, "one": ONE, "two": lambda: circuit.generate(4, 5, seed=2)}


def derived(board: circuit.Puzzle, most: int) -> tuple[Premises, list[DerivedConstraint]]:
    built = model_spanning_tree.build(board)
    premises = explain.premises(built)
    built.free()
    return premises, [*parities(premises, most)]


@pytest.mark.parametrize("most", [1, 2])
@pytest.mark.parametrize("make", BOARDS.values(), ids=BOARDS)
def test_each_row_has_a_proof_and_keeps_all_boards(make: Callable[[], circuit.Puzzle], most: int) -> None:
    board = make()
    premises, rows = derived(board, most)
    boards = [{edge: int(edge in solution.drawn) for edge in board.edges} for solution in circuit.solutions(board, 500)]
    assert boards
    for row in rows:
        assert row in premises
        assert row.family in (ODD, EVEN)
        assert len(row.index) > 1
        for own in boards:
            assert sum(value * own[edge] for (_, edge), value in row.coefficients.items()) <= (row.upper or 0)
    assert rows or most == 1


@pytest.mark.parametrize("seed", range(40))
def test_all_sums_that_leave_one_bit_are_found(seed: int) -> None:
    rng = random.Random(seed)
    rows = [rng.getrandbits(5) for _ in range(rng.randint(2, 6))]
    sets = [own for k in range(1, len(rows) + 1) for own in combinations(range(len(rows)), k)]
    one_bit = {total for own in sets if (total := reduce(xor, (rows[i] for i in own))).bit_count() == 1}
    for most in (1, 2):
        totals = [reduce(xor, (rows[i] for i in own)) for own in _reduced(rows, most)]
        assert all(0 < total.bit_count() <= most for total in totals)
        assert {total for total in totals if total.bit_count() == 1} == one_bit


def test_of_sets_with_one_sum_the_smaller_is_taken() -> None:
    assert [2] in [*_reduced([0b11, 0b10, 0b01], 1)]
    assert [0, 1] not in [*_reduced([0b11, 0b10, 0b01], 1)]


@pytest.mark.parametrize("known", [0, 3])
def test_what_is_open_can_be_only_as_odd_as_the_sum(known: int) -> None:
    """Half of the states of a sum's open variables are excluded, one by each row; those that are known stay as they
    are."""
    built = model_spanning_tree.build(ONE())
    (board,) = circuit.solutions(ONE())
    drawn = sorted(board.drawn)[:known]
    premises = explain.premises(built)
    built.free()
    premises = premises.knowing(*(premises.holds(edge, 1) for edge in drawn))
    by_sum = defaultdict(set)
    for row in parities(premises, 2):
        left = [key for key in row.coefficients if premises.named[key][0] not in premises.settled]
        by_sum[row.index].add(tuple(row.coefficients[key] > 0 for key in left))
        assert sum(max(value, 0) for value in row.coefficients.values()) == (row.upper or 0) + 1
        assert all(row.coefficients["x", edge] > 0 for edge in drawn if ("x", edge) in row.coefficients)
    assert by_sum
    for excluded in by_sum.values():
        (number,) = {len(own) for own in excluded}
        assert len(excluded) == 2 ** (number - 1)
        assert len({sum(own) % 2 for own in excluded}) == 1


ODD_KEYS, EVEN_KEYS = [("x", j) for j in range(3)], [("n", j) for j in range(3)]


def by_hand(*equations: LinearConstraint, **more: Any) -> Premises:
    """Some rows over variables that are 0 or 1, and whole numbers up to 3."""
    bounds = dict.fromkeys(ODD_KEYS, (0.0, 1.0)) | dict.fromkeys(EVEN_KEYS, (0.0, 3.0))
    return Premises(equations, **{"bounds": bounds, "whole": frozenset(bounds)} | more)


def equation(number: int, odd: Iterable[int], side: float) -> LinearConstraint:
    """Some variables and twice a number are so many."""
    own = {ODD_KEYS[j]: 1.0 for j in odd} | {EVEN_KEYS[number]: 2.0}
    return LinearConstraint("counts", Cell(0, number), own, side, side)


ALONE, PAIR = equation(0, [0], 3), equation(1, [0, 1], 4)  # the first variable is odd, so the second is too
LOOSE = {
    "at least": {"upper": None},
    "at most": {"lower": None},
    "a range": {"lower": 3.0},
    "upside down": {"lower": 5.0},
    "all odd": {"coefficients": dict.fromkeys(ODD_KEYS[:2], 1.0)},
    "all even": {"coefficients": dict.fromkeys(EVEN_KEYS[:2], 2.0)},
    "no whole number": {"coefficients": PAIR.coefficients | {EVEN_KEYS[1]: 0.5}},
}


def test_an_equation_of_one_odd_variable_counts() -> None:
    premises = by_hand(ALONE, PAIR)
    (row,) = parities(premises, 1)
    assert row in premises
    assert (row.coefficients, row.upper) == ({ODD_KEYS[1]: -1.0}, -1.0)


@pytest.mark.parametrize("what", LOOSE)
def test_of_what_is_no_equation_of_whole_numbers_nothing_follows(what: str) -> None:
    assert [*parities(by_hand(ALONE, replace(PAIR, **LOOSE[what])), 2)] == []


@pytest.mark.parametrize("bounds", [(0.0, 3.0), (-1.0, 1.0), (0.0, None), (1.0, 1.0)])
def test_only_what_is_0_or_1_can_be_odd(bounds: tuple) -> None:
    free = {**by_hand().bounds, ODD_KEYS[1]: bounds}
    assert [*parities(by_hand(ALONE, PAIR, bounds=free), 2)] == []


@pytest.mark.parametrize("whole", [ODD_KEYS, EVEN_KEYS])
def test_fractions_are_not_counted(whole: Iterable[tuple[str, int]]) -> None:
    assert [*parities(by_hand(ALONE, PAIR, whole=frozenset(whole)), 2)] == []


def test_a_row_that_says_more_than_its_proof_is_refused() -> None:
    premises, (row, *_) = derived(BOARD, 2)
    half, own = row.proofs
    first = replace(own.terms[0], multiplier=own.terms[0].multiplier + 1)
    for wrong in (
        replace(row, upper=(row.upper or 0) - 1),
        replace(row, proofs=(half, replace(own, terms=(first, *own.terms[1:])))),
        replace(row, proofs=(replace(half, rounded=False), own)),
        replace(row, proofs=(replace(half, terms=(Term(half.terms[0].row, Fraction(1)), *half.terms[1:])), own)),
    ):
        assert wrong not in premises


def test_the_border_of_a_region_is_told_with_its_parity() -> None:
    built = model_spanning_tree.build(circuit.generate(5, seed=5003))
    told = explain.explanation(built)
    built.free()
    told.check()
    assert not told.unexplained
    assert any("An even number of edges leaves points " in str(step) for step in told.steps)
    assert any("An edge must lead out of points " in str(step) for step in told.steps)
    known_end = re.compile(r"oint (\(\d,\d\)) is an end[.;] [Pp]oint \1 takes one edge or three")
    assert not any(known_end.search(str(step)) for step in told.steps)
    (step, *_) = (step for step in told.steps if any(isinstance(t.row, DerivedConstraint) for t in step.proof.terms))
    assert "rounded down, for it is a whole number" in step.details


def test_a_way_out_of_each_part_is_asked_for_where_all_rules_of_the_tree_hold() -> None:
    """Without one of them it would bring that rule back."""
    whole = model_spanning_tree.build(BOARD)
    less = [
        model_spanning_tree.build(BOARD, tuple(own for own in model_spanning_tree.FAMILIES if own.__name__ != name))
        for name in ("connect_all_points", "no_cycle")
    ]
    cut = {("x", edge): 0 for edge in BOARD.edges} | {("x", Edge(Point(0, 0), Point(0, 1))): 1}
    found = []
    for built in (whole, *less):
        oracle = Oracle(built)
        oracle.separate(cut | {("y", point): 0 for point in BOARD.points}, implied=True, most=True)
        found.append([row.family for row in oracle.cuts])
        built.free()
    assert set(found[0]) == {connected.__name__}
    assert found[1:] == [[], []]
