"""Certificates of models: exact, shortest, refused where one is forged; found exactly where GLOP says so."""

import math
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from operator import mul
from typing import Any

import pytest
from ortools.linear_solver import pywraplp
from pyscipopt import quicksum

from puzzlekit import battleship, circuit, hashi, numberlink, scip, slitherlink, sudoku, zebra
from puzzlekit.core import errors
from puzzlekit.core.errors import PuzzleError, UnsupportedPuzzle
from puzzlekit.core.grid import Cell, Edge, Label, Point
from puzzlekit.reasoning import certificates
from puzzlekit.reasoning.certificates import Certificate, Premises, ProofLP, Term, added_up, premises, why
from puzzlekit.reasoning.certificates.certificate import opposite
from puzzlekit.reasoning.certificates.premises import BOUND, weight
from puzzlekit.scip import BuiltModel, lazy
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.sudoku import model_assignment

KEYS = "abc"


def rule(number: int, lower: float | None, upper: float | None, **coefficients: int) -> LinearConstraint:
    own = {("x", key): float(value) for key, value in coefficients.items()}
    return LinearConstraint("rule", number, own, lower, upper)


def at_most(number: float, **coefficients: int) -> LinearConstraint:
    return replace(rule(0, None, number, **coefficients), family="claim", index=None)


def at_least(number: float, **coefficients: int) -> LinearConstraint:
    return replace(rule(0, number, None, **coefficients), family="claim", index=None)


def whole(*rows: LinearConstraint) -> Premises:
    """Constraints about whole numbers from 0 to 2."""
    keys = sorted({key for row in rows for key in row.coefficients})
    return Premises(rows, dict.fromkeys(keys, (0.0, 2.0)), frozenset(keys))


def multipliers(proof: Certificate | None) -> dict[Any, Fraction]:
    return {term.row.index: term.multiplier for term in proof.terms if term.row.family != BOUND}


TWO = whole(rule(0, None, 3, a=1, b=2), rule(1, None, 3, a=2, b=1))


def test_two_constraints_add_up() -> None:
    proof = ProofLP(TWO).prove(at_most(2, a=1, b=1))
    assert multipliers(proof) == {0: Fraction(1, 3), 1: Fraction(1, 3)}
    assert (proof.added()[1], proof.norm, proof.rounded) == (2, Fraction(2, 3), False)
    assert ProofLP(TWO).prove(at_most(1, a=1, b=1)) is None


def test_at_least_is_the_mirror_image() -> None:
    assert multipliers(ProofLP(TWO).prove(at_least(-2, a=-1, b=-1))) == {0: Fraction(-1, 3), 1: Fraction(-1, 3)}


def test_the_publisher_s_cut_is_a_rounded_sum() -> None:
    """Section 2.7: 1/8 and 1/4 of its constraints add up to 9/2, and no income over 20 is proved without rounding."""
    facts = whole(rule(0, None, 24, a=6, b=4), rule(1, None, 6, a=1, b=2))
    facts = replace(facts, bounds=dict.fromkeys(facts.bounds, (0, None)))
    cut = at_most(4, a=1, b=1)
    terms = [Term(row, Fraction(1, size)) for row, size in zip(facts.rows, (8, 4), strict=True)]
    assert "prove only 9/2" in str(Certificate(cut, tuple(terms)).problem(facts))
    rounded = Certificate(cut, tuple(terms), rounded=True)
    assert rounded.problem(facts) is None
    assert "whole number" in str(rounded.problem(replace(facts, whole=frozenset())))
    program = ProofLP(facts)
    assert program.prove(cut) is None
    assert multipliers(program.round(cut)) == {0: Fraction(1, 8), 1: Fraction(1, 4)}
    assert program.prove(at_most(20, a=5, b=4)) is None
    assert multipliers(program.prove(at_most(21, a=5, b=4))) == {0: Fraction(3, 4), 1: Fraction(1, 2)}


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("side", [0, 1, 2])
def test_a_rounded_proof_is_as_long_as_its_contradiction(side: int, sign: int) -> None:
    """Half of the constraint and the opposite of the claim add up to 0 <= -1/2, so both are taken twice."""
    limits = (None, 2 * side + 1) if sign > 0 else (-2 * side - 1, None)
    claim = at_most(side, a=1, b=1) if sign > 0 else at_least(-side, a=-1, b=-1)
    proof = ProofLP(whole(rule(0, *limits, a=2 * sign, b=2 * sign))).round(claim)
    assert multipliers(proof) == {0: Fraction(1, 2)}
    assert proof.norm == 2 * (Fraction(1, 2) + weight(opposite(claim)))
    assert ProofLP(replace(TWO, whole=frozenset())).round(at_most(1, a=1, b=1)) is None


def test_contradictions_are_refuted() -> None:
    facts = whole(rule(0, 3, None, a=1, b=1), rule(1, None, 2, a=1, b=1))
    proof = ProofLP(facts).refute()
    assert multipliers(proof) == {0: -1, 1: 1}
    assert (proof.problem(facts), proof.added()) == (None, ({}, -1))
    assert ProofLP(TWO).refute() is None


def test_bounds_make_up_for_what_is_lacking_and_weigh_nothing() -> None:
    proof = ProofLP(TWO).prove(at_most(4, a=1, b=1))
    assert {term.row.family for term in proof.terms} == {BOUND}
    assert (proof.norm, proof.rules) == (0, ())
    assert added_up(at_most(5, a=2, b=2), (), TWO).added() == ({("x", "a"): 2, ("x", "b"): 2}, 8)


def test_known_facts_shorten_a_proof() -> None:
    facts = whole(rule(0, 3, None, a=1, b=1, c=1), rule(1, None, 1, a=1))
    known, claim = at_most(0, b=1), at_least(2, c=1)
    assert ProofLP(facts).prove(claim) is None
    proof = ProofLP(facts.knowing(known)).prove(claim)
    assert proof.norm == 1 + 2 * Fraction(1, 100)
    assert "none of the premises" in str(proof.problem(facts))


def forged(proof: Certificate) -> Iterator[Certificate]:
    """The proof with a multiplier changed or turned round, a term dropped, or a claim that says more."""
    for i, term in [*enumerate(proof.terms)][:8]:
        others = proof.terms[:i], proof.terms[i + 1 :]
        yield replace(proof, terms=(*others[0], *others[1]))
        for multiplier in (term.multiplier + 1, term.multiplier - Fraction(1, 7), -term.multiplier):
            yield replace(proof, terms=(*others[0], Term(term.row, multiplier), *others[1]))
    claim = proof.claim
    yield replace(proof, claim=replace(claim, lower=claim.lower and claim.lower + 1, upper=claim.upper and -9))
    stranger = replace(proof.terms[0].row, upper=-100.0)
    yield replace(proof, terms=(*proof.terms, Term(stranger, Fraction(1))))


def test_what_is_forged_is_refused() -> None:
    puzzle = sudoku.load("tiny_boxes_2x3")
    facts = premises(model_assignment.build(puzzle))
    cell, digit = next((cell, digit) for cell, digit in sudoku.solve(puzzle).filled.items() if cell not in puzzle.given)
    for proof in (ProofLP(facts).prove(facts.holds(cell, digit)), ProofLP(TWO).prove(at_most(2, a=1, b=1))):
        own = TWO if proof.claim.family == "claim" else facts
        proof.check(own)
        for other in forged(proof):
            assert other.problem(own)
            with pytest.raises(errors.InvalidSolution, match="no proof"):
                other.check(own)


# Random constraints


def random_model(rng: random.Random) -> Premises:
    rows = [rule(0, 0, None, a=1, b=1, c=1)]
    for number in range(1, rng.randint(2, 5)):
        side, kind = rng.randint(-2, 6), rng.choice(["<=", ">=", "=="])
        limits = (None if kind == "<=" else side, None if kind == ">=" else side)
        rows.append(rule(number, *limits, **{key: rng.randint(-3, 3) for key in KEYS}))
    return whole(*rows)


def most(claim: LinearConstraint, model: Premises) -> float | None:
    """The largest value of a claim's sum in the LP relaxation, by GLOP; None if that is empty.

    All coefficients are small and whole, so a value that is not whole is far from it.
    """
    lp = pywraplp.Solver.CreateSolver("GLOP")
    point = [lp.NumVar(0, 2, key) for key in KEYS]
    for row in model.rows:
        value = lp.Sum(map(mul, weights(row), point))
        lp.Add(value >= (-math.inf if row.lower is None else row.lower))
        lp.Add(value <= (math.inf if row.upper is None else row.upper))
    lp.Maximize(lp.Sum(map(mul, weights(claim), point)))
    return None if lp.Solve() == lp.INFEASIBLE else round(lp.Objective().Value(), 6)


def weights(row: LinearConstraint) -> list[float]:
    return [row.coefficients.get(("x", key), 0.0) for key in KEYS]


def holds(row: LinearConstraint, point: Any) -> bool:
    value = sum(map(mul, weights(row), point))
    return (row.lower is None or value >= row.lower) and (row.upper is None or value <= row.upper)


@pytest.mark.parametrize("seed", range(12))
def test_proofs_exist_exactly_where_another_solver_says_so(seed: int) -> None:
    rng = random.Random(seed)
    model = random_model(rng)
    program = ProofLP(model)
    points = [point for point in product(range(3), repeat=3) if all(holds(row, point) for row in model.rows)]
    assert bool(program.refute()) == (most(model.rows[0], model) is None)
    for _ in range(4):
        claim = at_most(rng.randint(-4, 8), **{key: rng.randint(-3, 3) for key in KEYS})
        value = most(claim, model)
        plain, rounded = program.prove(claim), program.round(claim)
        assert bool(plain) == (value is None or value <= claim.upper)
        assert value is None or bool(rounded) == (value < claim.upper + 1)
        for proof in filter(None, (plain, rounded)):
            proof.check(model)
            assert all(holds(claim, point) for point in points)


# Why


INLET, ONES, CORNER = battleship.load("hard_6"), hashi.parse("1.1\n...\n2.2"), slitherlink.parse("3..\n...\n...")
LINK, SIDE, LINE = Edge(Point(0, 0), Point(0, 2)), Edge(Point(0, 0), Point(0, 1)), Edge(Cell(0, 4), Cell(0, 5))
ASKED: dict[str, tuple[Any, Any, Any, str]] = {
    "sudoku": (model_assignment, sudoku.load("report_figure_3_1"), Cell(8, 3), "cell (9,4) is 7"),
    "battleship": (battleship.model_placement, INLET, Cell(5, 1), "cell (6,2) is water"),
    "hashi": (hashi.model_cut_set, ONES, LINK, "the link (1,1)-(1,3) is empty"),
    "slitherlink": (slitherlink.model_single_loop, CORNER, SIDE, "the edge (1,1)-(1,2) is drawn"),
    "zebra": (zebra.model_assignment, zebra.load("life_1962"), Cell(0, 1), "the colour of house 2 is blue"),
    "numberlink": (numberlink.model_edge, numberlink.load("six"), LINE, "the line (1,5)-(1,6) is left out"),
    "circuit": (circuit.model_spanning_tree, circuit.load("tiny_3x3"), Point(0, 2), "point (1,3) is an end"),
}
ROUNDED = {"hashi", "slitherlink", "circuit"}


@cache
def asked(name: str) -> Any:
    model, puzzle, element, _ = ASKED[name]
    return why(model.build(puzzle), element)


@pytest.mark.parametrize("name", ASKED)
def test_a_reason_is_one_certificate_with_its_table_and_its_picture(name: str) -> None:
    found, (*_, element, told) = asked(name), ASKED[name]
    found.proof.check(found.premises)
    assert found.told == told
    assert found.proof.rounded == (name in ROUNDED)
    assert found.message.endswith("rounded." if name in ROUNDED else "constraints.")
    lines = found.table.splitlines()
    named = [term for term in found.proof.terms if term.row.family != BOUND]
    assert len(lines) == len(named) + (len(found.proof.terms) > len(named))
    assert all(str(term.row.family) in line for term, line in zip(named, lines, strict=False))
    assert "hinted" in found.marks[element].split()
    lit = {e for term in named for e in found.premises.touched(term.row)}
    assert found.marks.keys() == lit | {element}


def test_a_hidden_single_is_a_box_less_rows_and_columns() -> None:
    found = asked("sudoku")
    assert sorted(str(term.multiplier) for term in found.proof.rules) == ["-1"] * 4 + ["1"]
    assert found.proof.norm == Fraction(504, 100)
    assert "1 times digit_once_per_box: box 8, 7" in found.table


def test_constraints_of_lazy_families_take_part() -> None:
    assert "connected" in {term.row.family for term in asked("hashi").proof.terms}
    assert why(hashi.model_cut_set.build(ONES, hashi.model_cut_set.FAMILIES[:3]), LINK) is None


@pytest.mark.parametrize("state", [1, 2])
def test_what_cannot_be_has_a_reason_and_what_can_be_has_none(state: int) -> None:
    """The link between two islands of 1 is empty, whatever the others say."""
    built = hashi.model_cut_set.build(ONES)
    found = certificates.why_not(built, LINK, state)
    found.proof.check(found.premises)
    assert found.told.startswith("the link (1,1)-(1,3) is not ")
    assert found.proof.claim == found.premises.excluded(LINK, state)
    assert certificates.why_not(built, LINK, 0) is None
    with pytest.raises(PuzzleError, match="expected one of the states 0, 1, 2"):
        certificates.why_not(built, LINK, 3)


def test_the_model_is_as_it_was() -> None:
    built = model_assignment.build(sudoku.load("tiny_4x4"))
    before = premises(built), built.stop_at_first
    assert why(built, Cell(0, 1))
    assert (premises(built), built.stop_at_first) == before


def test_where_no_proof_is_found_an_error_says_why() -> None:
    with pytest.raises(errors.NoShortProof, match=re.escape("(1,1)-(1,2) is drawn; proved by search only")):
        why(slitherlink.model_directed.build(CORNER), SIDE)
    with pytest.raises(errors.NoSolution):
        why(model_assignment.build(sudoku.load("tiny_no_solution")), Cell(0, 0))
    plain = model_assignment.build(sudoku.load("tiny_4x4"))
    with pytest.raises(PuzzleError, match="expected an element of this puzzle"):
        why(plain, Label("row", 0))
    with pytest.raises(errors.TimeLimitReached):
        why(plain, Cell(0, 1), time_limit=0)
    with pytest.raises(PuzzleError, match="expected a claim with only one bound"):
        ProofLP(TWO).prove(rule(0, 1, 1, a=1))
    with pytest.raises(PuzzleError, match="expected the key of a variable with bounds"):
        ProofLP(TWO).prove(at_most(1, z=1))
    bent = model_assignment.build(sudoku.load("tiny_4x4"))
    one, other = list(bent.v.x.values())[:2]
    bent.model.addCons(one * other <= 1)
    with pytest.raises(UnsupportedPuzzle, match="not linear"):
        premises(bent)
    with pytest.raises(UnsupportedPuzzle, match="nothing is left to decide"):
        premises(sudoku.model_assignment.build_fast(sudoku.parse(str(sudoku.solve(sudoku.load("tiny_4x4"))))))


def test_an_objective_does_not_count() -> None:
    """With the objective b would be 1 in the only best solution."""
    model = scip.new_model("objective")
    v = scip.variables(x={cell: model.addVar(str(cell), vtype="B") for cell in (Cell(0, 0), Cell(0, 1))})
    model.setObjective(quicksum(v.x.values()), "maximize")
    indicators: Mapping = {(cell, state): v.x[cell] if state else 1 - v.x[cell] for cell in v.x for state in (0, 1)}
    built = BuiltModel(model, v, decode=lambda values: values, decisions=v.x.values(), indicators=indicators)

    @lazy.family
    def first(puzzle: Any, v: Any, values: Any) -> Iterator[tuple[Any, Any]]:
        """(1) The first is there."""
        if not values.x[Cell(0, 0)]:
            yield 0, v.x[Cell(0, 0)] >= 1

    built.add([first], None)
    assert why(built, Cell(0, 1)) is None
    reason = why(built, Cell(0, 0))
    assert str(reason) == "Cell (1,1) is 1: a sum of 1 constraint.\n1 times first: 0"
    assert certificates.CONTRADICTION not in reason.premises.rows
