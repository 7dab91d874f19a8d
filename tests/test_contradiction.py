"""Proofs that suppose the opposite: what is accepted as one, which are found, and how they are told."""

import importlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any
from unittest.mock import Mock

import pytest
from patience import limit

from puzzlekit import circuit, explain, hashi, scip, slitherlink
from puzzlekit.circuit import model_spanning_tree
from puzzlekit.errors import TimeLimitReached
from puzzlekit.explain import CONTRADICTION, Certificate, ContradictionProof
from puzzlekit.explain.proof_sequence import ProofSequence
from puzzlekit.explain.proofs.certificate import opposite
from puzzlekit.explain.proofs.chain_links import Facts
from puzzlekit.explain.proofs.contradiction import CHAIN, Suppositions
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import assume
from puzzlekit.explain.proofs.proof_lp import ProofLP
from puzzlekit.explain.proofs.row_kinds import ASSUMED, RULE
from puzzlekit.explain.words.link_lines import linked
from puzzlekit.explain.words.naming import beginnings, conclusion
from puzzlekit.explain.words.verbalize import may_share, proof_signature, readable
from puzzlekit.grid import Cell, Edge, Point
from puzzlekit.scip import BuiltModel, Wording
from puzzlekit.slitherlink import model_single_loop

SIZES = {"sudoku": (2, 2), "hashi": (12,), "slitherlink": (5, 5), "numberlink": (4, 4)}
ROOMS = {name: importlib.import_module(f"puzzlekit.{name}") for name in SIZES}
SIDE = Edge(Point(0, 1), Point(1, 1))  # the left side of the 1


def example() -> tuple[Premises, explain.ExplainedStep]:
    """A 1 beside a 3, both at the border: the 1's outer side is left out."""
    built = model_single_loop.build(slitherlink.parse(".13.\n....\n...."))
    step = explain.why(built, SIDE)
    premises = explain.premises(built)
    built.free()
    assert step is not None
    return premises, step


def test_what_would_be_is_told() -> None:
    premises, step = example()
    assert step.sentences == (
        "Suppose that the edge (1,2)-(2,2) is drawn.",
        "The 1 at (1,2) takes 1 edge at most: the border edge (1,2)-(1,3) and the edge (1,3)-(2,3) would be left out.\n"
        "The 3 at (1,3) needs 3 edges: the border edge (1,3)-(1,4) would be drawn.\n"
        "But the loop would end at point (1,3).",
        "So the edge (1,2)-(2,2) is left out.",
    )
    assert isinstance(step.proof, ContradictionProof)
    step.check(premises)


def test_in_what_would_be_stands_first_what_is_known() -> None:
    """A lazy family that names one thing of many takes the first, and what is known need not be shown."""
    premises, _ = example()
    last = max(edge for group, edge in premises.bounds if group == "x")
    premises = premises.knowing(premises.holds(last, 1))
    assert next(iter(premises.bounds)) != ("x", last)
    assert next(iter(Suppositions(premises).point(premises.excluded(SIDE, 1)))) == ("x", last)


def test_what_one_row_says_at_once_needs_no_supposing() -> None:
    """Although a sum that is not rounded takes seven rows."""
    board = circuit.parse("#.o.o.o\n..|....\no.o-o.o\n.......\no.o.o.o\n.......\n#.o.o.o")
    built = model_spanning_tree.build(board)
    (step,) = (step for step in explain.steps(built) if Point(1, 1) in step.candidates)
    built.free()
    assert step.message == (
        "The edges (1,2)-(2,2) and (2,2)-(2,3) are drawn. "
        "Point (2,2) takes one edge or three. So point (2,2) is a fork."
    )
    assert (step.rule, len(step.proof.rules)) == ("rounding", 1)


def test_no_element_is_said_to_be_otherwise_than_it_was_supposed_to_be() -> None:
    """A double bridge has a first one, for which the 1 at its end has no room."""
    board = hashi.parse("7x7m2:2c1a2a1c3a4c1k2b3h4a4c3")
    link = Edge(Point(0, 0), Point(0, 4))
    step = next(step for step in hashi.explanation(board).steps if link in step.candidates)
    links = "(1,1)-(1,5), (1,5)-(1,7) and (1,5)-(3,5)"
    assert step.message == f"The 1 at (1,5) takes 1 bridge at most. So the links {links} are not double bridges."


def row_of(count: int, most: int, wording: Wording) -> Premises:
    """So many cells in a row, of which at most some are 1."""
    model, cells = scip.new_model("row"), [Cell(0, j) for j in range(count)]
    v = scip.variables(x={cell: model.addVar(f"x{cell.column}", vtype="B") for cell in cells})

    def few(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        yield None, sum(v.x.values()) <= most

    states = {(cell, state): v.x[cell] if state else 1 - v.x[cell] for cell in cells for state in (0, 1)}
    built = BuiltModel(model, v, decode=lambda values: values, indicators=states, wording={"few": wording})
    return explain.premises(built.add([few], None))


def test_what_a_silent_rule_forbids_is_told() -> None:
    known = row_of(2, 1, Wording("", ""))
    known = known.knowing(*(assume(known.holds(Cell(0, j), 1)) for j in range(2)))
    clash = ProofLP(known).refute()
    assert clash
    assert clash.certificate
    assert linked(known, [clash.certificate]) == ["but it cannot be that cells (1,1) and (1,2) are 1"]


@pytest.mark.parametrize("count", [4, 20])
def test_many_facts_of_a_rule_that_names_its_place_are_not_listed(count: int) -> None:
    known = row_of(count, count - 1, Wording("", "the row has room for {side}", "the row | has its | {side}"))
    known = known.knowing(*(known.holds(Cell(0, j), 1) for j in range(count - 1)))
    found = ProofLP(known).prove(known.excluded(Cell(0, count - 1), 1))
    assert found
    assert found.certificate
    words = " ".join(linked(known, [found.certificate]))
    assert words.endswith(f"cell (1,{count}) would be 0")
    assert ("cells (1,1)" in words) == (count == 4)
    assert f"the row has room for {count - 1}" in words


def test_it_is_as_hard_as_the_shortest_proof() -> None:
    _, step = example()
    assert isinstance(step.proof, ContradictionProof)
    shortest = step.proof.shortest
    assert (step.rule, step.proof.norm, step.claim) == ("rounding", shortest.norm, shortest.claim)


def test_the_first_picture_shows_what_is_supposed_and_the_next_one_what_would_be() -> None:
    """A mark keeps its colour."""
    _, step = example()
    first, then = step.pictures[0][1], step.pictures[1][1]
    assert {str(edge): mark for edge, mark in first.items()} == {"points (1,2)-(2,2)": "plus"}
    assert {"points (1,2)-(1,3)", "points (1,3)-(2,3)", "points (1,3)-(1,4)"} < {*map(str, then)}
    assert all(mark.split()[0] == "plus" for mark in (then[SIDE], step.marks[SIDE]))
    assert then.keys() <= step.marks.keys()


def test_each_link_has_its_table() -> None:
    _, step = example()
    assert isinstance(step.proof, ContradictionProof)
    tables = step.details.split("\n\n")
    assert len(tables) == len(step.proof.links)
    assert tables[0].startswith("if points (1,2)-(2,2) is not 0, link 1:\n")
    assert tables[-1].endswith("sum: 0 <= -1")


def test_where_there_is_no_time_for_another_proof_the_easiest_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though it cannot be told: here four rules, each taken by half, where three rules say less at once."""
    claims = []
    for late in (False, True):
        if late:
            monkeypatch.setattr(ProofSequence, "_readable_sum", Mock(side_effect=TimeLimitReached("no time")))
        built = model_spanning_tree.build(circuit.load("tiny_3x3"))
        sequence = ProofSequence(built)
        *_, last = islice(sequence.proofs(), 7)
        last[0].check(sequence.known.premises)
        claims.append((readable(sequence.known.premises, last), last[0].claim.index[0]))
        built.free()
    assert claims == [(True, Edge(Point(0, 1), Point(1, 1))), (False, Point(1, 1))]


def test_what_is_no_proof_is_refused() -> None:
    premises, step = example()
    proof = step.proof
    assert isinstance(proof, ContradictionProof)
    assert proof.problem(premises) is None
    assert proof.supposed == opposite(proof.claim)
    other = next(link.claim for link in proof.links if link.claim.coefficients and link.claim.lower is None)
    assert replace(proof, links=()).problem(premises)
    assert replace(proof, links=proof.links[:-1]).problem(premises)  # it ends before the contradiction
    assert replace(proof, links=proof.links[1:]).problem(premises)  # a link rests on one that is not there
    assert replace(proof, links=(*proof.links[1:], proof.links[0])).problem(premises)
    assert replace(proof, claim=other).problem(premises)  # it supposes something else
    fractional = replace(premises, whole=frozenset())
    assert proof.problem(fractional)
    half = replace(proof.claim, upper=0.5 + (proof.claim.upper or 0.0))  # "at most one half" is not "at least 1 more"
    assert replace(proof, claim=half, shortest=replace(proof.shortest, claim=half)).problem(premises)


def test_the_links_rest_on_what_is_supposed() -> None:
    """Without it they prove nothing: it is not the premises that contradict each other."""
    premises, step = example()
    assert isinstance(step.proof, ContradictionProof)
    assert step.proof.links[0].problem(premises)
    assert step.proof.links[-1].claim == CONTRADICTION
    assert any(term.row.family == ASSUMED for term in step.proof.terms)


def test_a_link_reaches_over_what_no_state_names() -> None:
    """Cell 1 would need something that leaves cell 2 out, which has no name; so cell 3 would be 1, beside cell 1."""
    model, cells = scip.new_model("hidden"), [Cell(0, j) for j in range(3)]
    own = {cell: model.addVar(f"x{cell.column}", vtype="B") for cell in cells}
    v = scip.variables(x=own, h={0: model.addVar("h", vtype="B")})
    x, words = [v.x[cell] for cell in cells], Wording("the rule {0} asks", "the rule {0} holds")

    def rule(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        yield 1, x[0] <= v.h[0]
        yield 2, v.h[0] + x[1] <= 1
        yield 3, x[1] + x[2] >= 1
        yield 4, x[0] + x[2] <= 1

    states = {(cell, state): v.x[cell] if state else 1 - v.x[cell] for cell in cells for state in (0, 1)}
    built = BuiltModel(model, v, decode=lambda values: values, indicators=states, wording={"rule": words})
    known = explain.premises(built.add([rule], None))
    found = Suppositions(known).proof(known.excluded(cells[0], 1))
    assert found
    found.check(known)
    assert [{term.row.index for term in link.rules} for link in found.links] == [{1, 2}, {3}, {4}]
    assert [conclusion(known, link.claim) for link in found.links[:2]] == ["cell (1,2) is 0", "cell (1,3) is 1"]
    assert Suppositions(known).proof(known.excluded(cells[0], 1), most=3) is None


def test_a_link_may_rest_on_a_fact_about_a_sum() -> None:
    """Cell 1 is left out, for which two variables stand; so cell 2 cannot be left out as well."""
    model, cells = scip.new_model("sum"), [Cell(0, j) for j in range(2)]
    v = scip.variables(x={key: model.addVar(key, vtype="B") for key in "abc"})

    def rule(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        yield 1, v.x["a"] + v.x["c"] >= 1

    first, second = v.x["a"] + v.x["b"], v.x["c"]
    states = {(cells[0], 1): first, (cells[0], 0): 1 - first, (cells[1], 1): second, (cells[1], 0): 1 - second}
    words = {"rule": Wording("the rule asks", "the rule holds")}
    built = BuiltModel(model, v, decode=lambda values: values, indicators=states, wording=words).add([rule], None)
    start = explain.premises(built)
    known = start.knowing(start.excluded(cells[0], 1))
    found = Suppositions(known).proof(known.holds(cells[1], 1))
    assert found
    found.check(known)
    assert known.known[0] in [term.row for term in found.terms]


def check_links(known: Premises, chain: ContradictionProof) -> None:
    """What one rule says weighs what a linear program finds."""
    known = known.knowing(chain.supposed)
    for link in chain.links:
        if len(link.rules) == 1:
            lightest = Facts(known).by_rows(link.claim, [link.rules[0].row])
            assert lightest
            assert lightest.norm == link.norm
        known = known.knowing(assume(link.claim))


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.once
def test_suppositions_prove_what_sums_prove(name: str, seed: int) -> None:
    """Of every step, however it is told: where a chain is found, it is a proof, and a short one."""
    puzzle = ROOMS[name].generate(*SIZES[name], seed=seed)
    plain = (build for title, build in ROOMS[name].FORMULATIONS.items() if not title.endswith("_fast"))
    built = next(plain)(puzzle)
    known = explain.premises(built)
    found = 0
    for step in islice(explain.steps(built, time_limit=limit(60)), 12):
        for proof in step.proofs:
            for term in proof.rules if isinstance(proof, Certificate) else ():
                begins = beginnings(known, term.row)
                assert may_share(
                    known, term.row, begins, proof_signature(known, proof)
                )  # else it would not be looked for
            shortest = proof.shortest if isinstance(proof, ContradictionProof) else proof
            if chain := Suppositions(known).proof(shortest.claim, shortest):
                found += 1
                chain.check(known)
                assert (chain.claim, chain.norm) == (proof.claim, proof.norm)
                rules = {id(t.row) for t in chain.rules if known.effort(t.row, at_least=False) >= RULE}  # not full
                assert len(rules) <= CHAIN
                check_links(known, chain)
            known = known.knowing(proof.claim)
    built.free()
    assert found
