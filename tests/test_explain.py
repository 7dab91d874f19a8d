"""Certificates: exact, shortest, refused once tampered with; steps, cases, clashes and words made of them."""

import csv
import importlib
import random
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from contextvars import copy_context
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from itertools import islice, product
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience import limit
from pyscipopt import quicksum
from scipy.optimize import linprog
from test_conflicts import bridges, parity_model

import puzzlekit
from puzzlekit import battleship, circuit, drawing, explain, hashi, scip, slitherlink, sudoku
from puzzlekit.errors import InvalidSolution, NoShortProof, NoSolution, PuzzleError, TimeLimitReached, UnsupportedPuzzle
from puzzlekit.explain import Cases, Certificate, ExplainedStep, Premises, ProofLP, Rating, Term
from puzzlekit.explain.proof_sequence import ProofSequence
from puzzlekit.explain.proofs import case_splits
from puzzlekit.explain.proofs.case_splits import by_cases
from puzzlekit.explain.proofs.certificate import CONTRADICTION, added_up, opposite
from puzzlekit.explain.proofs.easiest import AT_A_GLANCE
from puzzlekit.explain.proofs.oracle import Oracle
from puzzlekit.explain.proofs.proof import used
from puzzlekit.explain.proofs.row_kinds import BOUND, KNOWN, elements_in, is_claim, weight
from puzzlekit.explain.steps import explained
from puzzlekit.explain.walk import TOLD, in_words, needed, said_anew
from puzzlekit.explain.words.link_kinds import links_of
from puzzlekit.explain.words.verbalize_cases import MOST
from puzzlekit.grammar import LONGEST
from puzzlekit.grid import DATA, Cell, Edge, Label, Point
from puzzlekit.scip import Bounds, BuiltModel, Wording, lazy
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.sudoku import model_assignment

WALKED = [
    ("battleship", "easy_6"), ("circuit", "tiny_4x4"), ("hashi", "table_a4_01"), ("numberlink", "five"),
    ("slitherlink", "five_easy"), ("zebra", "tiny_four"),
]  # fmt: skip
FIGURE = sudoku.load("report_figure_3_1")
FOUR, SIX = sudoku.load("tiny_4x4"), sudoku.load("tiny_boxes_2x3")


def whole_rows(*rows: tuple[Mapping[str, int], int | None, int | None], top: int = 2) -> Premises:
    """Rows about whole numbers 0 to `top`, by name."""
    plain = [
        LinearConstraint("rule", i, {("x", key): value for key, value in row.items()}, low, up)
        for i, (row, low, up) in enumerate(rows)
    ]
    keys = {key for row in plain for key in row.coefficients}
    return Premises(tuple(plain), dict.fromkeys(sorted(keys), (0.0, float(top))), frozenset(keys))


def at_most(number: float, **coefficients: int) -> LinearConstraint:
    return LinearConstraint(
        "claim", None, {("x", key): float(value) for key, value in coefficients.items()}, None, float(number)
    )


def at_least(number: float, **coefficients: int) -> LinearConstraint:
    return LinearConstraint(
        "claim", None, {("x", key): float(value) for key, value in coefficients.items()}, float(number), None
    )


def certificate(premises: Premises, claim: LinearConstraint, how: str = "prove") -> Certificate | None:
    found = getattr(ProofLP(premises), how)(claim)
    return found and found.certificate


def multipliers(proof: Certificate) -> dict[Any, Fraction]:
    return {term.row.index: term.multiplier for term in proof.terms if term.row.family != BOUND}


TWO = whole_rows(({"a": 1, "b": 2}, None, 3), ({"a": 2, "b": 1}, None, 3))


# One certificate


def test_two_rows_add_up() -> None:
    proof = certificate(TWO, at_most(2, a=1, b=1))
    assert proof is not None
    assert multipliers(proof) == {0: Fraction(1, 3), 1: Fraction(1, 3)}
    assert (proof.added()[1], proof.norm, proof.rounded) == (2, Fraction(2, 3), False)
    assert certificate(TWO, at_most(1, a=1, b=1)) is None


def test_at_least_is_the_mirror_image() -> None:
    proof = certificate(TWO, at_least(-2, a=-1, b=-1))
    assert proof is not None
    assert multipliers(proof) == {0: Fraction(-1, 3), 1: Fraction(-1, 3)}
    assert proof.problem(TWO) is None


def test_rounding_goes_where_the_sum_alone_does_not() -> None:
    premises = whole_rows(({"a": 2, "b": 2}, None, 3))
    assert certificate(premises, at_most(1, a=1, b=1)) is None
    proof = certificate(premises, at_most(1, a=1, b=1), "round")
    assert proof is not None
    assert proof.rounded
    assert proof.added()[1] == Fraction(3, 2)
    assert proof.problem(premises) is None
    assert "whole number" in str(replace(proof, rounded=True).problem(replace(premises, whole=frozenset())))


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("side", [0, 1, 2])
def test_a_rounded_proof_is_as_long_as_its_contradiction(side: int, sign: int) -> None:
    """Half of the row and the opposite of the claim add up to 0 <= -1/2, so both are taken twice."""
    twice = {"a": 2 * sign, "b": 2 * sign}
    row = (twice, None, 2 * side + 1) if sign > 0 else (twice, -2 * side - 1, None)
    claim = at_most(side, a=1, b=1) if sign > 0 else at_least(-side, a=-1, b=-1)
    proof = certificate(whole_rows(row), claim, "round")
    assert proof is not None
    assert multipliers(proof) == {0: Fraction(1, 2)}
    assert proof.norm == 2 * (Fraction(1, 2) * weight(proof.terms[0].row) + weight(opposite(claim)))
    assert (opposite(claim).lower, opposite(claim).upper) == ((side + 1, None) if sign > 0 else (None, -side - 1))


def test_bounds_make_up_for_what_rows_lack() -> None:
    claim = at_most(5, a=2, b=2)
    for proof in (certificate(TWO, claim), certificate(TWO, at_most(2, a=1, b=1))):
        assert proof is not None
        rows = [term for term in proof.terms if term.row.family != BOUND]
        again = added_up(proof.claim, rows, TWO)
        assert again == proof
        assert again.problem(TWO) is None
    assert added_up(claim, (), TWO).added() == ({("x", "a"): 2, ("x", "b"): 2}, 8)


def test_a_multiplier_must_find_a_side() -> None:
    proof = certificate(TWO, at_most(2, a=1, b=1))
    assert proof is not None
    turned = replace(proof, terms=tuple(replace(term, multiplier=-term.multiplier) for term in proof.terms))
    told = "row x[a] + 2 x[b] <= 3 has no side that the multiplier -1/3 could use"
    assert turned.problem(TWO) == told
    with pytest.raises(InvalidSolution, match=re.escape(f"this certificate is no proof: {told}")):
        turned.check(TWO)


def test_proofs_stay_as_they_are() -> None:
    proof = certificate(TWO, at_most(2, a=1, b=1))
    assert proof is not None
    for one in (proof, proof.terms[0], Cases(proof.claim, ("element", 1), proof, proof)):
        assert Certificate(proof.claim, proof.terms) == proof
        with pytest.raises(FrozenInstanceError):
            one.claim = None  # type: ignore[misc, union-attr]


def test_contradictions_are_refuted() -> None:
    premises = whole_rows(({"a": 1, "b": 1}, 3, None), ({"a": 1, "b": 1}, None, 2))
    proof = certificate(premises, CONTRADICTION)
    assert proof is not None
    assert multipliers(proof) == {0: -1, 1: 1}
    assert proof.problem(premises) is None
    assert ProofLP(TWO).refute() is None


def test_what_is_known_or_given_is_named_once_and_no_bound_with_it() -> None:
    premises = whole_rows(({"a": 1, "b": 1, "c": 1}, 3, None), ({"a": 1}, None, 1))
    known = replace(at_most(0, b=1), family=KNOWN)
    claim = at_least(2, c=1)
    for own, expected in ((premises, None), (premises.knowing(known), [known, premises.rows[1]])):
        proof = certificate(own, claim)
        assert (proof is None) == (expected is None)
        if proof and expected:
            assert sorted(used(proof), key=str) == sorted(expected, key=str)
            assert list(used(Cases(claim, ("element", 1), proof, proof))) == list(used(proof))
            assert proof.rules == tuple(term for term in proof.terms if term.row == premises.rows[0])
    by_bounds = certificate(premises, at_most(4, a=1, c=1))
    assert by_bounds is not None
    assert {term.row.family for term in by_bounds.terms} == {BOUND}
    assert (list(used(by_bounds)), by_bounds.rules, by_bounds.norm) == ([], (), 0)


def tampered(proof: Certificate) -> Iterator[Certificate]:
    """The proof with one multiplier changed or turned round, and with one row or bound dropped."""
    for i, term in enumerate(proof.terms):
        others = proof.terms[:i], proof.terms[i + 1 :]
        yield replace(proof, terms=(*others[0], *others[1]))
        for multiplier in (term.multiplier + 1, term.multiplier - Fraction(1, 7), -term.multiplier):
            yield replace(proof, terms=(*others[0], Term(term.row, multiplier), *others[1]))


def strengthened(claim: LinearConstraint) -> LinearConstraint:
    return replace(claim, lower=claim.lower and claim.lower + 1, upper=None if claim.upper is None else claim.upper - 1)


def check_tampering(proof: Certificate, premises: Premises) -> None:
    assert proof.problem(premises) is None
    changed = list(tampered(proof))
    assert changed
    for other in changed:
        assert other.problem(premises) is not None
        with pytest.raises(InvalidSolution, match="no proof"):
            other.check(premises)
    assert replace(proof, claim=strengthened(proof.claim)).problem(premises) is not None
    stranger = replace(proof.terms[0].row, upper=-100.0)
    assert "none of the premises" in str(
        replace(proof, terms=(*proof.terms, Term(stranger, Fraction(1)))).problem(premises)
    )


@pytest.mark.full
def test_what_is_tampered_with_is_refused() -> None:
    built = model_assignment.build(SIX)
    program, truth = ProofLP(explain.premises(built)), sudoku.solve(SIX).filled
    unknown = (cell for cell in SIX.cells if cell not in SIX.given)
    proofs = (program.prove(program.premises.holds(cell, truth[cell])) for cell in unknown)
    certificates = list(islice((proof.certificate for proof in proofs if proof and proof.certificate), 3))
    assert certificates
    for certificate in certificates:
        check_tampering(certificate, program.premises)


@pytest.mark.usefixtures("rules_one_by_one")
def test_a_changed_case_is_refused() -> None:
    built, edge = parity_model()
    step = explain.why(built, edge[0])
    assert step is not None
    assert isinstance(step.proof, Cases)
    premises = explain.premises(built)
    assert step.proof.problem(premises) is None
    assert replace(step.proof, no=step.proof.yes).problem(premises) is not None
    assert replace(step.proof, yes=step.proof.no).problem(premises) is not None
    assert replace(step.proof, split=("nothing", 1)).problem(premises) is not None
    continuous = replace(premises, whole=frozenset())
    assert "whole number" in str(step.proof.problem(continuous))
    coefficients, _ = premises.indicators[step.proof.split]
    halved = replace(premises, indicators={**premises.indicators, step.proof.split: (coefficients, 0.5)})
    for other in (continuous, halved):
        assert str(step.proof.problem(other)).startswith("the statement about")


# Random rows, compared with all points and with another linear program

coefficient = st.integers(-3, 3)
some_rows = st.lists(
    st.tuples(st.tuples(*[coefficient] * 3), st.integers(-2, 6), st.sampled_from(["<=", ">=", "=="])),
    min_size=1,
    max_size=4,
)


def random_premises(rows: list) -> Premises:
    keys = "abc"
    return whole_rows(
        *(
            (dict(zip(keys, row, strict=True)), None if sign == "<=" else side, None if sign == ">=" else side)
            for row, side, sign in [*rows, ((1, 1, 1), 0, ">=")]
        )
    )


def points(premises: Premises) -> list[dict]:
    """All points by trying."""
    keys = list(premises.bounds)
    found = []
    for values in product(range(3), repeat=len(keys)):
        point = dict(zip(keys, values, strict=True))
        sums = [(sum(value * point[key] for key, value in row.coefficients.items()), row) for row in premises.rows]
        if all(
            (row.lower is None or total >= row.lower) and (row.upper is None or total <= row.upper)
            for total, row in sums
        ):
            found.append(point)
    return found


def least_norm(premises: Premises, claim: LinearConstraint) -> float | None:
    """The least weighted 1-norm, by the linear program in the multipliers themselves."""
    keys = list(premises.bounds)
    sides = [
        (row, sign) for row in premises.rows for sign in (1, -1) if (row.upper if sign > 0 else row.lower) is not None
    ]
    left = [[sign * row.coefficients.get(key, 0) for row, sign in sides] for key in keys]
    limit = [row.upper if sign > 0 else -row.lower for row, sign in sides]  # type: ignore[operator]
    tops = [premises.bounds[key][1] for key in keys]
    equal = np.hstack([np.array(left), np.eye(len(keys)), -np.eye(len(keys))])  # upper and lower bounds, free of charge
    cost = [float(weight(row)) for row, _ in sides] + [0.0] * 2 * len(keys)
    answer = linprog(
        cost, A_eq=equal, b_eq=[claim.coefficients.get(key, 0) for key in keys],
        A_ub=[[*limit, *tops, *[0.0] * len(keys)]], b_ub=[claim.upper],
    )  # fmt: skip
    return answer.fun if answer.status == 0 else None


@given(some_rows, st.tuples(*[coefficient] * 3), st.integers(-4, 8))
@pytest.mark.full
def test_certificates_are_shortest_and_true(rows: list, sum_of: tuple, side: int) -> None:
    premises = random_premises(rows)
    claim = at_most(side, **dict(zip("abc", sum_of, strict=True)))
    there = points(premises)
    largest = max(
        (sum(value * point[key] for key, value in claim.coefficients.items()) for point in there), default=-99
    )
    expected = least_norm(premises, claim)
    plain = [certificate(premises, claim)]
    if there:  # the same from a known solution
        found = ProofLP(premises, random.Random(1).choice(there)).prove(claim)
        plain.append(found.certificate if found else None)
    for proof in plain:
        assert (proof is None) == (expected is None)
        if proof is not None and expected is not None:
            assert proof.problem(premises) is None
            assert not proof.rounded
            assert float(proof.norm) == pytest.approx(expected, abs=1e-6)
            assert largest <= side
    rounded = certificate(premises, claim, "round")
    if rounded:
        assert rounded.problem(premises) is None
        assert largest <= side


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.once
def test_what_has_learned_proves_what_begins_with_it(seed: int) -> None:
    """Of programs that stay from one fact to the next and of new ones the shortest proofs are as short, whatever was
    asked before: of what is so or not so, with a solution and without, rounded or not."""
    built = model_assignment.build(sudoku.generate(2, 2, seed=seed))
    solution, draw = Oracle(built).solution(), random.Random(seed)
    premises = explain.premises(built)
    built.free()
    assert solution
    items = [item for item in premises.indicators if item[0] not in premises.given]
    true = [
        premises.holds(*item) if solution.states[item[0]] == item[1] else premises.excluded(*item) for item in items
    ]
    learned = [ProofLP(premises, values) for values in (solution.values, None)]
    for _ in range(6):
        asked = [*draw.sample(true, 3), *map(opposite, draw.sample(true, 1))]
        for program, values in zip(learned, (solution.values, None), strict=True):
            for claim, how in product(asked, ("prove", "round")):
                new_one = ProofLP(program.premises, values)
                own, new = (getattr(one, how)(claim) for one in (program, new_one))
                assert (own is None) == (new is None)
                assert own is None or own.norm == pytest.approx(new.norm, abs=1e-6)
                values_at = [one.maximum(one.row_of(claim.coefficients))[0] for one in (program, new_one)]
                assert values_at[0] == pytest.approx(values_at[1], abs=1e-6)
        for program in learned:
            program.learn(draw.choice(true))


@given(some_rows)
def test_contradictory_rows_have_no_point(rows: list) -> None:
    premises = random_premises(rows)
    found = ProofLP(premises).refute()
    if found:
        assert found.certificate is not None
        assert found.certificate.problem(premises) is None
        assert points(premises) == []


# Models of other kinds: whole numbers with a range, bounds, lazy rows, cases


def test_bridges_are_counted_by_rows_and_rounding() -> None:
    built = bridges({"a": 3, "b": 4, "c": 3}, [("a", "b"), ("b", "c"), ("a", "c")])
    told = explain.explanation(built)
    told.check()
    assert (told.several, told.unexplained) == ((), ())
    assert {element: min(left) for step in told.steps for element, left in step.candidates.items()} == {
        Edge(Cell(0, 0), Cell(0, 1)): 2, Edge(Cell(0, 1), Cell(0, 2)): 2, Edge(Cell(0, 0), Cell(0, 2)): 1,
    }  # fmt: skip


def test_a_degree_of_three_with_two_neighbours_needs_both() -> None:
    built = bridges({"a": 3, "b": 2, "c": 3}, [("a", "b"), ("a", "c"), ("b", "c")])
    step = explain.why(built, Edge(Cell(0, 0), Cell(0, 1)), at_once=True)
    assert step is not None
    step.proof.check(explain.premises(built))
    assert step.told == "cells (1,1)-(1,2) is 1"
    assert step.sentences[2] == "So cells (1,1)-(1,2) is 1."


@pytest.fixture
def rules_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what few rules say only together: then cases have to be told apart where one row says nothing."""
    monkeypatch.setattr("puzzlekit.explain.proofs.contradiction.with_joint", lambda *args: None)


def clue_model() -> tuple[BuiltModel, tuple[Cell, ...]]:
    """Two places for red and blue; a clue stands in no place, but in words: red is not in the first."""
    cells = (Cell(0, 0), Cell(0, 1))
    model = scip.new_model("clues in words")
    keys = [(cell, colour) for cell in cells for colour in ("red", "blue")]
    v = scip.variables(x={key: model.addVar(f"x{i}", vtype="B") for i, key in enumerate(keys)})

    def one_colour(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        """(1) Each house has one colour."""
        yield from ((cell, v.x[cell, "red"] + v.x[cell, "blue"] == 1) for cell in cells)

    def clues(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        """(2) What a clue says holds."""
        yield Label("clue", 0), v.x[cells[0], "red"] <= 0
        yield Label("clue", 1), v.x[cells[1], "red"] == 1

    said = {cell: f"house {cell.column + 1}" for cell in cells}
    phrases = {"clues": Wording("{0} | says so", "{0} | says so")}
    read = lambda values: tuple(values.x.items())  # noqa: E731
    built = BuiltModel(model, v, decode=read, indicators=dict(v.x), display_names=said, wording=phrases)
    return built.add((one_colour, clues), None), cells


def test_digits_above_nine_are_told_as_they_are_written() -> None:
    step = explain.next_step(model_assignment.build(sudoku.parse("boxes: 2x5\n123456789." + "\n.........." * 9)))
    assert step
    assert step.told == "cell (1,10) is A"
    assert step.sentences[2] in (  # as easy
        "So in row 1 the A must be in (1,10): the last empty cell of its row.",
        "So cell (1,10) can only be A: the last empty cell of its row.",
    )


def test_a_clue_in_words_is_named_and_what_it_says_is_a_step() -> None:
    built, (first, second) = clue_model()
    told = explain.explanation(built)
    told.check()
    assert dict(told.premises.given) == {}
    assert {cell for step in told.steps for cell in step.candidates} == {first, second}
    (blue,) = [step for step in told.steps if first in step.candidates]
    assert blue.sentences[0] == "House 1 is not red, by clue 1."
    assert blue.sentences[2] == "So house 1 is blue."
    (red,) = [step for step in told.steps if second in step.candidates]
    assert red.message == "Clue 2 says so. So house 2 is red."


@pytest.mark.usefixtures("rules_one_by_one")
def test_cases_where_no_sum_suffices() -> None:
    built, edges = parity_model()
    step = explain.why(built, edges[0])
    assert step is not None
    assert (step.rule, step.candidates) == ("cases", {edges[0]: frozenset((0,))})
    assert len(step.proof.leaves) == 2
    assert (
        step.proof.norm == sum(leaf.norm for leaf in step.proof.leaves) > max(leaf.norm for leaf in step.proof.leaves)
    )
    assert [words.split(" ")[:2] for words in step.sentences] == [["If", "cells"], ["If", "not,"], ["So", "either"]]
    assert "if " in step.details
    told = explain.explanation(built)
    told.check()
    assert told.rating.level == 1
    assert set(told.several) == set(edges[1:])
    assert explain.why(built, edges[1]) is None


def test_each_case_is_asked_once_and_all_within_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    built, edges = parity_model()
    known = explain.premises(built)
    program, asked = ProofLP(known), list[tuple]()
    maximum = ProofLP.maximum

    def noted(self: ProofLP, coefficients: Any) -> Any:
        asked.append(tuple((fact.index, fact.lower is None) for fact in self.premises.known))
        return maximum(self, coefficients)

    claim = known.excluded(edges[0], 1)
    assert by_cases(program, [claim])
    with monkeypatch.context() as patch:
        patch.setattr(ProofLP, "maximum", noted)
        patch.setattr(case_splits, "_fractional", lambda *_: iter([(edges[1], 1)]))
        assert by_cases(program, [known.holds(edges[2], 1)], 4) is None  # it may be drawn or not
        assert len({*asked}) == len(asked) == 3
    monkeypatch.setattr(case_splits, "ALL", 0)
    assert by_cases(program, [claim]) is None
    built.free()


def test_rows_that_lazy_families_find_take_part() -> None:
    edges = [Edge(Cell(0, i), Cell(1, i)) for i in range(3)]
    model = scip.new_model("lazy")
    v = scip.variables(x={edge: model.addVar(f"x{i}", vtype="B") for i, edge in enumerate(edges)})

    @lazy.family
    def not_all(puzzle: Any, v: Any, values: Any) -> Iterator[tuple[Any, Any]]:
        """(1) Not all edges are there."""
        if sum(values.x.values()) == 3:
            yield 0, quicksum(v.x.values()) <= 2

    def two_are_there(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        """(2) The first two edges are there."""
        yield 0, v.x[edges[0]] + v.x[edges[1]] == 2

    statements: dict = {(edge, state): v.x[edge] if state else 1 - v.x[edge] for edge in edges for state in (0, 1)}
    built = BuiltModel(model, v, decode=lambda values: values, decisions=v.x.values(), indicators=statements)
    built.add((two_are_there, not_all), None)
    told = explain.explanation(built)
    told.check()
    assert (told.several, told.unexplained) == ((), ())
    (last,) = [step for step in told.steps if edges[2] in step.candidates]
    assert last.candidates == {edges[2]: frozenset((0,))}
    assert "not_all" in {term.row.family for term in last.proof.rules}


# Limits


def test_few_rules_together_spare_the_cases() -> None:
    built, edges = parity_model()
    step = explain.why(built, edges[0])
    assert step
    assert isinstance(step.proof, explain.ContradictionProof)
    step.check(explain.premises(built))
    assert step.candidates == {edges[0]: frozenset((0,))}
    joint = [link for link in step.proof.links if len({term.row.index for term in link.rules}) > 1]
    assert joint


@pytest.mark.usefixtures("rules_one_by_one")
def test_what_only_a_search_shows_is_not_called_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzlekit.explain.proofs.easiest.by_cases", lambda program, claims: None)
    built, edges = parity_model()
    with pytest.raises(NoShortProof, match="proved by search only"):
        explain.next_step(built)
    with pytest.raises(NoShortProof, match=r"no short proof that .* is 0; proved by search only"):
        explain.why(built, edges[0])
    told = explain.explanation(built)
    assert (told.unexplained, set(told.several)) == ((edges[0],), set(edges[1:]))
    assert explain.next_step(built, {edges[0]: frozenset((0,))}) is None
    assert explain.why(built, edges[1]) is None


@pytest.mark.parametrize("ask", [explain.next_step, lambda built, **more: explain.why(built, SIX.cells[1], **more)])
def test_a_limit_of_time_proves_nothing(ask: Any) -> None:
    with pytest.raises(TimeLimitReached):
        ask(model_assignment.build(SIX), time_limit=0)
    with pytest.raises(PuzzleError, match="found a time limit of -1"):
        ask(model_assignment.build(SIX), time_limit=-1)
    assert ask(model_assignment.build(SIX), time_limit=1000) == ask(model_assignment.build(SIX))


def test_at_the_limit_the_easiest_proof_found_until_then_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is up after so many looks at the watch."""

    class Watch:
        def __init__(self) -> None:
            self.looks = 0

        def remaining(self, limit: float | None) -> float | None:
            self.looks += 1
            return 0.0 if self.looks > 10 * (limit or 0) else None

    monkeypatch.setattr("puzzlekit.explain.proofs.known.Stopwatch", Watch)
    built, _ = parity_model()
    for model in (model_assignment.build(FOUR), circuit.FORMULATIONS["spanning_tree"](circuit.load("tiny_3x3")), built):
        easiest, found = explain.next_step(model, time_limit=1000), []
        for tenths in range(1, 60, 10):
            with suppress(TimeLimitReached):
                step = explain.next_step(model, time_limit=tenths / 10)
                assert step is not None
                step.proof.check(explain.premises(model))
                found.append(step)
        assert easiest is not None
        assert min(step.proof.norm for step in found) == found[-1].proof.norm == easiest.proof.norm
        assert len(found) < 6


def test_a_stopped_thread_ends_at_its_next_linear_program() -> None:
    stop = threading.Event()
    stop.set()

    def asked() -> None:
        scip.ambient_stop.set(stop)
        program.maximum(program.row_of({}))

    program = ProofLP(TWO)
    with pytest.raises(KeyboardInterrupt):
        copy_context().run(asked)
    assert program.maximum(program.row_of({}))[1] is not None


# What cannot be asked


def test_a_model_that_cannot_be_asked_is_refused() -> None:
    full = sudoku.parse(str(sudoku.solve(SIX)).replace("boxes", "boxes"))
    with pytest.raises(UnsupportedPuzzle, match="nothing is left to decide"):
        explain.next_step(model_assignment.build_fast(full))
    built = model_assignment.build(SIX)
    built.model.setObjective(next(iter(built.v.x.values())))
    with pytest.raises(UnsupportedPuzzle, match="objective"):
        explain.explanation(built)
    bent = model_assignment.build(SIX)
    one, other = list(bent.v.x.values())[:2]
    bent.model.addCons(one * other <= 1)
    with pytest.raises(UnsupportedPuzzle, match="not linear"):
        explain.explanation(bent)
    with pytest.raises(PuzzleError, match="expected an element of this puzzle"):
        explain.why(model_assignment.build(SIX), Label("row", 0))
    with pytest.raises(PuzzleError, match="expected an element of this puzzle"):
        sudoku.next_step(SIX, {Label("row", 0): frozenset((1,))})


def test_wrong_candidates_leave_no_solution() -> None:
    truth = sudoku.solve(SIX).filled
    cell = next(cell for cell in SIX.cells if cell not in SIX.given)
    with pytest.raises(NoSolution):
        sudoku.next_step(SIX, {cell: frozenset((truth[cell] % 6 + 1,))})


# Steps


def test_a_hidden_single_is_a_handful_of_rows() -> None:
    puzzle = sudoku.load("tiny_4x4")
    step = sudoku.next_step(puzzle)
    assert step is not None
    premises = explain.premises(model_assignment.build(puzzle))
    assert {abs(term.multiplier) for term in step.proof.rules} == {1}
    marks = explain.marks(premises, step.proof)
    (element,) = step.candidates
    assert "hinted" in marks[element]
    plus = {cell for term in step.proof.rules if term.multiplier > 0 for cell in explain.touched(premises, term.row)}
    clues = {term.row.index for term in step.proof.terms if term.row in clues_in(step) and term.multiplier > 0}
    assert {e for e, mark in marks.items() if "plus" in mark and isinstance(e, Cell)} == plus | clues
    assert clues
    assert step.told.startswith(f"cell ({element.row + 1},{element.column + 1}) is ")
    assert step.message.endswith(("a hidden single.", "a naked single."))


def clues_in(step: ExplainedStep) -> list[LinearConstraint]:
    return [row for row in used(step.proof) if not is_claim(row)]


ROOMS = {name: importlib.import_module(f"puzzlekit.{name}") for name in puzzlekit.PUZZLES}
TINY = [(name, tiny) for name, room in ROOMS.items() for tiny in room.names() if tiny.startswith("tiny_")]
SOME = [file if i % 3 == 0 else pytest.param(*file, marks=pytest.mark.slow) for i, file in enumerate(TINY)]


@pytest.mark.parametrize(("name", "tiny"), SOME)
@pytest.mark.once
def test_a_proof_lights_what_it_uses_and_all_of_it_can_be_drawn(name: str, tiny: str) -> None:
    room = ROOMS[name]
    puzzle = room.load(tiny)
    try:
        taken = explain.asked(puzzle, room.FORMULATIONS, lambda built: list(islice(explain.steps(built), 4)))
    except (NoSolution, UnsupportedPuzzle):
        return
    on_the_board, plain = set(room.board(puzzle).sheet["elements"]), drawing.svg(room.draw(puzzle))
    for step in taken:
        places = [term.row.index for term in step.proof.rules]
        labels = {e for place in places for e in elements_in(place) if isinstance(e, Label)}
        stood_on = {e for row in clues_in(step) for e in elements_in(row.index)}
        assert labels | stood_on <= set(step.marks)
        assert all(str(e) in on_the_board for e in step.marks if not isinstance(e, Label))
        for e in (e for e in labels if str(e) in on_the_board):
            assert drawing.svg(room.draw(puzzle, marks={e: step.marks[e]})) != plain


def test_labels_that_proofs_use_are_on_boards() -> None:
    """The test above would say little if no proof used a label that can be shown."""
    step = explain.asked(battleship.load("tiny_4x4"), battleship.FORMULATIONS, explain.next_step)
    assert step is not None
    assert any(isinstance(element, Label) for element in step.marks)


def test_a_clue_in_words_lights_up() -> None:
    built, (first, second) = clue_model()
    marked = {next(iter(step.candidates)): step.marks for step in explain.steps(built)}
    assert set(marked[first]) == {first, Label("clue", 0)}
    assert set(marked[second]) == {second, Label("clue", 1)}
    assert {mark for label, mark in (marked[first] | marked[second]).items() if isinstance(label, Label)} <= {
        "plus", "minus",
    }  # fmt: skip


def test_what_was_proved_before_does_not_light_up() -> None:
    built, (first, second) = clue_model()
    step = explain.why(built, first, {second: frozenset(("red",)), first: frozenset(("blue",))})
    assert step is not None
    assert set(step.marks) == {first}


def test_each_step_is_the_easiest_one_from_where_it_stands() -> None:
    known: dict[Any, frozenset] = {}
    told = sudoku.explanation(FOUR)
    for number, step in enumerate(told.steps):
        if number % 3 == 0:
            fresh = sudoku.next_step(FOUR, known)
            assert fresh is not None
            assert fresh.proof.norm == step.proof.norm or max(fresh.proof.norm, step.proof.norm) < AT_A_GLANCE
        known |= step.candidates


def test_an_explanation_whose_step_is_missing_is_refused() -> None:
    told = sudoku.explanation(FOUR)
    told.check()
    needed = next(
        step for step in told.steps if any(term.row == step.claim for later in told.steps for term in later.proof.terms)
    )
    with pytest.raises(InvalidSolution):
        replace(told, steps=tuple(step for step in told.steps if step is not needed)).check()


def test_ratings_are_ordered() -> None:
    easy, long, rounded = Rating(0, Fraction(5)), Rating(0, Fraction(7)), Rating(1, Fraction(2))
    assert easy < long < rounded < Rating(2, Fraction(1))
    assert str(long) == "sums of rules, 7.00"


def test_clues_as_bounds_are_known_as_well() -> None:
    families = (*model_assignment.FAMILIES[:-1], model_assignment.clues_as_bounds)
    built = model_assignment.build(FOUR, families)
    told = explain.explanation(built)
    told.check()
    assert not told.several
    assert len(told.steps) >= len(FOUR.cells) - len(FOUR.given)
    assert all(isinstance(bounds, Bounds) for _, bounds in model_assignment.clues_as_bounds(FOUR, built.v))


@pytest.mark.parametrize("name", ["tiny_5x5", "tiny_parts", "easy_6"])
@pytest.mark.once
def test_what_a_clue_says_of_its_own_cell_is_known(name: str) -> None:
    """Although its row may be a sum, over all ships that may lie there; it lights its cell as any other clue does."""
    sea = battleship.load(name)
    built = battleship.FORMULATIONS["placement"](sea)
    model = explain.premises(built)
    assert dict(model.given) == {cell: kind for cell, kind in sea.given.items() if kind != "*"}
    told = explain.explanation(built)
    told.check()
    assert {cell for step in told.steps for cell in step.candidates}.isdisjoint(model.given)
    lit = {cell for step in told.steps for cell, mark in step.marks.items() if "plus" in mark or "minus" in mark}
    taken = {row.index[0] for step in told.steps for row in used(step.proof) if is_claim(row) and row in model}
    assert taken
    assert taken <= lit


# A walk to what is asked


SINGLES = "3x3:a6_1b8j1b4_8a3b6_2_2_5d4d3_5a4_2d6d7_1_3_2b6a9_8b1j9b1_5a"  # full by singles alone


def check_walk(built: BuiltModel, step: ExplainedStep, lazy_rows: bool = False) -> None:
    """No step is false, each is needed, and there is no more to read than seven lines, which the pictures show."""
    truth = Oracle(built).solution()
    assert truth is not None
    assert all(truth.states[e] in left for one in (*step.before, step) for e, left in one.candidates.items())
    assert len({*step.known}) <= min(TOLD, len(step.before) + 1)
    assert all(len(line) <= LONGEST for words, _ in step.pictures for line in words.splitlines())
    assert step.message.split() == [word for words, _ in step.pictures for word in words.split()]
    if not lazy_rows:
        known = explain.premises(built)
        step.check(known)
        for missing in step.before:
            with pytest.raises(InvalidSolution):
                replace(step, before=tuple(one for one in step.before if one is not missing)).check(known)


@pytest.mark.parametrize("cell", [Cell(1, 8), Cell(2, 5)])
@pytest.mark.full
def test_a_direct_question_is_a_walk_of_steps_that_can_be_told(cell: Cell) -> None:
    built = model_assignment.build(sudoku.parse(SINGLES))
    alone, step = explain.why(built, cell, at_once=True), explain.why(built, cell)
    assert alone
    assert step
    assert alone.message.startswith("The proof combines")
    assert not alone.before
    assert step.told == alone.told
    assert "combines" not in step.message
    assert all(one.proof.norm < alone.proof.norm for one in (*step.before, step))
    check_walk(built, step)
    right = {cell: left for one in step.before for cell, left in one.candidates.items()}
    told = explain.why(built, cell, right)
    assert told
    assert not told.before


def test_what_the_end_of_an_answer_takes_was_told() -> None:
    """Of 36 steps together nobody could say all that follows."""
    puzzle = circuit.parse(
        "o.o.o.o.o\n.........\no.o.o.o.o\n.........\no.#.o.o.o\n|........\no.o.o.o.o\n........|\no.o.o.o.o"
    )
    edge = Edge(Point(3, 1), Point(3, 2))
    answer = explain.asked(puzzle, circuit.FORMULATIONS, explain.why, edge)
    before = " ".join(words for words, _ in answer.pictures[: -sum(map(bool, answer.sentences))])
    taken = {row.index[0] for proof in answer.proofs for row in used(proof) if row.family == KNOWN}
    assert len(taken) > 7
    assert all(str(element).split(" ")[-1] in before for element in taken)


@pytest.mark.full
def test_a_long_supposition_is_told_in_several_parts_that_know_the_same() -> None:
    """The first begins with what is supposed, and the last one ends with what follows."""
    edge = Edge(Point(2, 2), Point(2, 3))
    answer = explain.asked(slitherlink.load("five_hard"), slitherlink.FORMULATIONS, explain.why, edge)
    several = 0
    for number, step in enumerate(answer.before):
        told = [line for part in step.sentences for line in part.splitlines()]
        parts = [words.splitlines() for (words, _), known in zip(answer.pictures, answer.known, strict=True)
                 if known == number]  # fmt: skip
        if own := [lines for lines in parts if {*lines} <= {*told}]:
            assert [line for lines in own for line in lines] == told
            assert (len(own) > 1) == (len(step.sentences[1].splitlines()) > MOST)
            assert all(len(lines) <= MOST + 3 for lines in own)
            several += len(own) > 1
    assert several > 1


@pytest.mark.full
def test_an_answer_leans_on_nothing_that_it_does_not_tell() -> None:
    """Other cells are filled on the way, by steps that the answer does not need: it has to say why no 2 is there."""
    puzzle = sudoku.parse(
        "2...5...4\n.....2.6.\n...38...7\n4....73..\n..6....45\n....1....\n.987..4..\n37.5....1\n.4.8....3"
    )
    sequence, way, checked = ProofSequence(model_assignment.build(puzzle)), list[Any](), 0
    for proofs in sequence.proofs():
        steps = in_words(sequence.known, [*needed(way, proofs), proofs])
        told = sequence.known.start
        for step, own in ((one, proof) for one in steps for proof in one.proofs):
            if isinstance(own, explain.ContradictionProof):
                links = links_of(told, own)
                spoken_of = {link.claim.index[0] for link in (*links.sure, *links.then[:-1])}
                assert all(str(element).removeprefix("cell ") in step.message for element in spoken_of)
                checked += len(spoken_of)
            told = told.knowing(own.claim)
        way.append(proofs)
    assert checked


@pytest.mark.full
def test_a_row_that_asks_names_no_cell_that_is_filled_otherwise() -> None:
    """Where two cells are left of three, of which one has another digit, nobody speaks of the third."""
    puzzle = sudoku.generate(3, 3, seed=9606)
    sequence, named = ProofSequence(model_assignment.build(puzzle)), 0
    for proofs in sequence.proofs():
        known, message = sequence.known.premises.settled, explained(sequence, proofs).message
        for digit, where in re.findall(r"the (\d) must be in ([^;:.]*)", "" if "would" in message else message):
            cells = [Cell(int(row) - 1, int(column) - 1) for row, column in re.findall(r"\((\d),(\d)\)", where)]
            left = [cell for cell in cells if known.get(cell, int(digit)) == int(digit)]
            assert len(left) == len(cells) or len(left) < 2, message
            named += len(cells) > 1
    assert named


def test_what_was_said_just_before_is_not_said_again() -> None:
    steps = explain.asked(circuit.load("tiny_3x3"), circuit.FORMULATIONS, explain.explanation).steps
    step = next(step for step in steps if all(step.sentences))
    pattern, reason, conclusion = step.sentences
    assert said_anew(step, f"{pattern} And more.") == step
    anew = said_anew(step, f"In 2 steps: a.\nSo {pattern[0].lower()}{pattern[1:]}")
    assert (anew.sentences, anew.message) == (("", reason, conclusion), f"{reason} {conclusion}")
    assert anew.pictures == step.pictures[1:]
    anew = said_anew(step, f"{pattern}\n{reason}\n{conclusion}")
    assert (anew.message, anew.pictures) == (conclusion, step.pictures[2:])
    assert said_anew(step, reason) == step


@pytest.mark.parametrize("said", [(), (0,), (1,), (0, 1)])
def test_a_name_is_not_told_twice_where_nothing_else_is_said(said: tuple[int, ...]) -> None:
    """What is said besides stays with its name."""
    first, second = "So a is 1: the only way out.", "So b is 2: the only way out."
    sentences = tuple(words if i in said else "" for i, words in enumerate(("Pattern.", "Reason.")))
    step = explain.asked(circuit.load("tiny_3x3"), circuit.FORMULATIONS, explain.next_step)
    own = replace(step, sentences=(*sentences, second), pictures=((second, {}),))
    anew = said_anew(own, f"Something.\n{first}")
    assert anew.sentences[2] == anew.pictures[-1][0] == (second if said else "So b is 2.")
    assert said_anew(own, "So a is 1: too few for a fork.").sentences == own.sentences


@pytest.mark.full
def test_a_walk_to_what_cannot_be_ends_with_just_that() -> None:
    built, cell = model_assignment.build(sudoku.parse(SINGLES)), Cell(1, 8)
    step = explain.why_not(built, cell, 5)
    assert step
    assert (step.claim.index, step.claim.lower) == ((cell, 5), None)
    check_walk(built, step)


def test_a_walk_that_gets_no_time_is_one_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(self: Any, **cases: bool) -> Any:
        raise TimeLimitReached("late")

    built, cell = model_assignment.build(sudoku.parse(SINGLES)), Cell(1, 8)
    monkeypatch.setattr("puzzlekit.explain.proofs.easiest.Easiest.proof", late)
    step, alone = explain.why(built, cell), explain.why(built, cell, at_once=True)
    assert step
    assert step == alone


@pytest.mark.parametrize(("name", "board"), WALKED)
@pytest.mark.full
def test_walks_are_true_and_short(name: str, board: str) -> None:
    room = importlib.import_module(f"puzzlekit.{name}")
    built = next(build for key, build in room.FORMULATIONS.items() if not key.endswith("_fast"))(room.load(board))
    elements = sorted(dict.fromkeys(element for element, _ in built.indicators), key=str)
    for element in random.Random(1).sample(elements, 6):
        with suppress(NoShortProof):
            if step := explain.why(built, element, time_limit=limit(20)):
                check_walk(built, step, lazy_rows=True)


# Why not?


@pytest.mark.full
def test_what_cannot_be_has_a_proof_and_what_can_be_has_none() -> None:
    """Of every cell and digit of a puzzle with two solutions, and of one with one."""
    for name in ("tiny_two_solutions", "tiny_4x4"):
        puzzle = sudoku.load(name)
        built, found = model_assignment.build(puzzle), sudoku.solutions(puzzle, 9)
        model = explain.premises(built)
        for cell in puzzle.cells:
            for digit in puzzle.digits:
                step = explain.why_not(built, cell, digit)
                assert (step is None) == any(board.filled[cell] == digit for board in found)
                if step:
                    step.proof.check(model)
                    assert (step.claim.index, step.claim.lower) == ((cell, digit), None)
                    assert digit not in step.candidates[cell]
                    others = step.candidates[cell]
                    assert step.told == (f"{cell} is not {digit}" if len(others) > 1 else f"{cell} is {min(others)}")


def test_why_not_goes_from_what_is_filled_in() -> None:
    puzzle = sudoku.load("tiny_two_solutions")
    one, other = sudoku.solutions(puzzle)
    built = model_assignment.build(puzzle)
    cell, last = [cell for cell in puzzle.cells if one.filled[cell] != other.filled[cell]][::3][:2]
    known = {cell: frozenset((one.filled[cell],))}
    assert explain.why_not(built, last, other.filled[last]) is None
    assert explain.why_not(built, last, one.filled[last], known) is None
    step = explain.why_not(built, last, other.filled[last], known)
    assert step
    assert str(cell).removeprefix("cell ") in step.message


@pytest.mark.usefixtures("rules_one_by_one")
def test_why_not_by_cases_and_by_search_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    built, edges = parity_model()
    step = explain.why_not(built, edges[0], 1)
    assert step
    assert step.rule == "cases"
    step.proof.check(explain.premises(built))
    assert explain.why_not(built, edges[0], 0) is None
    monkeypatch.setattr("puzzlekit.explain.proofs.easiest.by_cases", lambda program, claims: None)
    with pytest.raises(NoShortProof, match=r"no short proof that .* is (not 1|0); proved by search only"):
        explain.why_not(built, edges[0], 1)


def test_why_not_uses_rows_that_lazy_families_find() -> None:
    puzzle = hashi.load("tiny_square")
    built = hashi.FORMULATIONS["cut_set"](puzzle)
    boards, cuts = hashi.solutions(puzzle, 50), set()
    for edge, state in built.indicators:
        step = explain.why_not(built, edge, state)
        assert (step is None) == any(board.drawn.get(edge, 0) == state for board in boards)
        if step:
            cuts |= {term.row.family for term in step.proof.rules} & {"connected"}
    assert cuts


@pytest.mark.parametrize("wrong", [0, "2", None, 7, [], (1,)])
def test_what_is_no_state_is_refused(wrong: Any) -> None:
    built = model_assignment.build(sudoku.load("tiny_4x4"))
    with pytest.raises(PuzzleError, match="expected one of its states 1, 2, 3, 4"):
        explain.why_not(built, Cell(0, 1), wrong)
    for nothing in (Label("row", 0), None, [], "x"):
        with pytest.raises(PuzzleError, match="expected an element of this puzzle"):
            explain.why_not(built, nothing, 1)


# Mistakes


# Boards by the levels of Simon Tatham's generator


def levels() -> list[dict[str, str]]:
    with open(DATA / "results" / "sudoku_difficulty.csv", newline="", encoding="utf-8") as file:
        return [line for line in csv.DictReader(file) if line["kind"]]


def check_rated(line: dict[str, str]) -> float:
    puzzle = sudoku.parse(line["id"])
    start = perf_counter()
    built = model_assignment.build(puzzle)
    told = explain.explanation(built, easiest=False)
    seconds = perf_counter() - start
    told.check()
    solution = sudoku.solve(puzzle).filled
    for step in told.steps:
        assert all(solution[cell] in left for cell, left in step.candidates.items())
        assert len(step.proofs) >= len(step.candidates)
    settled = {cell for step in told.steps for cell, left in step.candidates.items() if len(left) == 1}
    assert settled | set(puzzle.given) | set(told.unexplained) == set(puzzle.cells)
    assert line["level"] != "basic" or told.rating.level == 0
    for step in told.steps[::20]:
        if isinstance(step.proof, Certificate):
            assert not any(other.problem(told.premises) is None for other in tampered(step.proof))
    return seconds


@pytest.mark.full
def test_a_board_is_explained() -> None:
    check_rated(levels()[0])


@pytest.mark.slow
@pytest.mark.parametrize("line", levels(), ids=lambda line: line["level"])
def test_all_boards_of_every_level_are_explained(line: dict[str, str]) -> None:
    check_rated(line)


@pytest.mark.slow
def test_single_questions_are_answered_at_once() -> None:
    rng, seconds = random.Random(1), []
    for line in levels()[:40]:
        puzzle = sudoku.parse(line["id"])
        cell = rng.choice([cell for cell in puzzle.cells if cell not in puzzle.given])
        start = perf_counter()
        explain.why(model_assignment.build(puzzle), cell)
        seconds.append(perf_counter() - start)
    print(f"a single question: {median(seconds):.3f} s at the median")
