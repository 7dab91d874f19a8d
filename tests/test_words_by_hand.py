"""Proofs in words, of proofs that are made by hand: a row of cells that are 0 or 1, two that are a, b or c, and rules
that speak plainly."""

import re
from collections.abc import Iterable
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from itertools import permutations
from math import inf
from textwrap import dedent
from typing import Any

import pytest

from puzzlekit.explain.proofs.certificate import CONTRADICTION, Certificate, Term, opposite
from puzzlekit.explain.proofs.premises import DerivedConstraint, Premises
from puzzlekit.explain.proofs.proof import Cases, ContradictionProof, assume
from puzzlekit.explain.words.link_lines import linked
from puzzlekit.explain.words.naming import beginnings, by_itself, conclusion, known_of, stated
from puzzlekit.explain.words.proof_parts import clue_rows, proof_parts, whole
from puzzlekit.explain.words.proof_tables import sums
from puzzlekit.explain.words.verbalize import is_told, may_share, proof_signature, readable, verbalize
from puzzlekit.grammar import LONGEST
from puzzlekit.grid import Cell, Label
from puzzlekit.scip import AtAGlance, Wording
from puzzlekit.scip.constraints import LinearConstraint

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
CELLS = [Cell(0, j) for j in range(12)]
KEYS = [("x", cell) for cell in CELLS]
OTHERS = {(Cell(1, j), state): ("y", (Cell(1, j), state)) for j in range(2) for state in "abc"}
WORDING = {
    "few": Wording("{here} | needs {side}", "{here} | has room for {side}", "{here} | has its | {side}"),
    "some": Wording("{here} | needs a | 1", "{here} | has room for | {side}", only="{here} | has its 1 in | {at}"),
}


def known(**more: Any) -> Premises:
    """All cells, and how rules speak of them."""
    states = {(cell, 1): ({key: 1.0}, 0.0) for cell, key in zip(CELLS, KEYS, strict=True)}
    states |= {(cell, 0): ({key: -1.0}, 1.0) for cell, key in zip(CELLS, KEYS, strict=True)}
    states |= {item: ({key: 1.0}, 0.0) for item, key in OTHERS.items()}
    keys = [*KEYS, *OTHERS.values()]
    return Premises((), dict.fromkeys(keys, (0.0, 1.0)), frozenset(keys), states, **{"wording": WORDING} | more)


WORLD = known()


def at_most(number: int, cells: Iterable[int], most: int = 1, family: str = "few") -> LinearConstraint:
    return LinearConstraint(family, Label("row", number), {KEYS[j]: 1.0 for j in cells}, None, float(most))


def at_least(number: int, cells: Iterable[int], least: int = 1, family: str = "some") -> LinearConstraint:
    return LinearConstraint(family, Label("row", number), {KEYS[j]: 1.0 for j in cells}, float(least), None)


def somewhere(index: Any, family: str | None = "few") -> LinearConstraint:
    return LinearConstraint(family, index, {KEYS[0]: 1.0, KEYS[1]: 1.0}, None, 1.0)


def proof(claim: LinearConstraint, *terms: tuple[LinearConstraint, int]) -> Certificate:
    """Of the claim, by these rows, so often; that they prove it is not what is asked here."""
    return Certificate(claim, tuple(Term(row, Fraction(times)) for row, times in terms))


def supposing(claim: LinearConstraint, *links: Certificate) -> ContradictionProof:
    """That the opposite of a claim would have these consequences."""
    return ContradictionProof(claim, links, proof(claim))


def told(world: Premises, *proofs: Any) -> tuple[str, ...]:
    words = verbalize(world, proofs, {})
    return words.pattern, words.reason, words.conclusion, words.kind


OUT = WORLD.excluded(CELLS[0], 1)


@pytest.mark.parametrize(
    ("rules", "times", "kind"), [(1, 1, "plain"), (3, 1, "plain"), (4, 1, "long"), (2, 2, "long"), (9, 1, "counted")]
)
def test_many_rules_or_one_that_counts_twice_make_a_step_long(rules: int, times: int, kind: str) -> None:
    terms = [(at_most(i, range(12)), times if i == 0 else 1) for i in range(rules)]
    words = verbalize(WORLD, [proof(OUT, *terms)], {})
    assert words.kind == kind
    assert readable(WORLD, [proof(OUT, *terms)]) == (kind == "plain")
    assert words.conclusion == "So cell (1,1) is 0."


HOLDS, NINE = WORLD.holds(CELLS[0], 1), [(at_most(i, range(12)), 1) for i in range(9)]
ONE_ROW = at_most(0, range(3)), 1
ONE, COUNTED = proof(OUT, ONE_ROW), proof(OUT, *NINE)
EIGHT = [(at_most(i, range(4), i + 1), 1) for i in range(8)]
ELEVEN = [(WORLD.holds(CELLS[j], 1), -1) for j in range(1, 12)]
SPLIT = CELLS[2], 1
OFF = [(WORLD.excluded(CELLS[j], 1), -1) for j in (5, 6)]
FAMILIES = {f: 5 - i for i, f in enumerate(("few", "some", "a_b", "c", "d"))}
MIXED = [(at_most(i, range(12), 1, f), 1) for f, number in FAMILIES.items() for i in range(number)]
SUPPOSED, (A, B) = (opposite(OUT), -1), [Cell(1, j) for j in range(2)]
SIXTH = LinearConstraint("few", Label("row", 6), {OTHERS[A, "a"]: 1.0, KEYS[0]: 1.0}, None, 1.0), 1
FIRST = proof(WORLD.excluded(CELLS[1], 1), ONE_ROW, SUPPOSED)
THEN = proof(WORLD.holds(CELLS[3], 1), (at_least(1, (1, 3)), 1), (assume(FIRST.claim), -1))
CLASH = proof(CONTRADICTION, (at_most(2, (3, 4)), 1), (assume(THEN.claim), -1))
CLASH_BY_ONE = proof(CONTRADICTION, *[(term.row, int(term.multiplier)) for term in CLASH.terms], ELEVEN[4])
SEVERAL = [proof(WORLD.excluded(CELLS[j], 1), (at_most(j, range(3), j), 1), SUPPOSED) for j in range(1, 8)]
ALIKE = [proof(WORLD.excluded(CELLS[j], 1), ONE_ROW, SUPPOSED) for j in range(1, 8)]
NO_A, NO_B, C = (proof(row, SIXTH, SUPPOSED) for row in (
    WORLD.excluded(A, "a"), WORLD.excluded(A, "b"), WORLD.holds(A, "c")
))  # fmt: skip
TOLD = {
    "a full row": (
        [proof(OUT, (at_most(0, range(3)), 1), ELEVEN[0])],
        ("Row 1 has its 1.", "", "So cell (1,1) is 0.", "plain"),
    ),
    "a full row whose words do not say so": (
        [proof(OUT, (at_most(0, range(3), 1, "some"), 1), ELEVEN[0])],
        ("Cell (1,2) is 1.", "Row 1 has room for 1.", "So cell (1,1) is 0.", "plain"),
    ),
    "what is left": (
        [proof(HOLDS, (at_least(0, range(3)), 1), *[(WORLD.excluded(CELLS[j], 1), -1) for j in (1, 2)])],
        ("Cells (1,2) and (1,3) are 0.", "", "So row 1 has its 1 in (1,1).", "plain"),
    ),
    "two sides": (
        [proof(OUT, (at_most(0, range(4), 2), 1), (at_least(1, range(2, 6), 2, "few"), -1))],
        ("", "Row 2 needs 2; row 1 has room for 2.", "So cell (1,1) is 0.", "plain"),
    ),
    "the same subject": (
        [proof(OUT, (at_most(0, range(3)), 1), (at_least(0, (2, 3), 2, "few"), -1), ELEVEN[0])],
        ("Row 1 has its 1.", "Row 1 needs 2.", "So cell (1,1) is 0.", "plain"),
    ),
    "the same subject, but not alone": (
        [proof(OUT, ONE_ROW, (at_most(2, (3, 4)), 1), (at_least(0, (5, 6), 2, "few"), -1), ELEVEN[0], ELEVEN[2])],
        ("Rows 1 and 3 have their 1.", "Row 1 needs 2.", "So cell (1,1) is 0.", "plain"),
    ),
    "the same subject, but not the last": (
        [
            proof(
                OUT,
                ONE_ROW,
                (at_most(2, (3, 4, 5), 2), 1),
                (at_least(0, (5, 6), 2, "few"), -1),
                ELEVEN[0],
                *ELEVEN[2:4],
            )
        ],
        ("Row 1 has its 1; row 3 has its 2.", "Row 1 needs 2.", "So cell (1,1) is 0.", "plain"),
    ),
    "the same subject, and then another": (
        [proof(OUT, ONE_ROW, (at_least(0, (2, 3), 2, "few"), -1), (at_least(1, (2, 3), 3, "few"), -1), ELEVEN[0])],
        ("Row 1 has its 1.", "Row 1 needs 2; row 2 needs 3.", "So cell (1,1) is 0.", "plain"),
    ),
    "another subject": (
        [proof(OUT, (at_most(0, range(3)), 1), (at_least(1, (2, 3), 2, "few"), -1), ELEVEN[0])],
        ("Row 1 has its 1.", "Row 2 needs 2.", "So cell (1,1) is 0.", "plain"),
    ),
    "two things": (
        [ONE, proof(WORLD.excluded(CELLS[1], 1), (at_most(1, range(4)), 1))],
        ("", "Rows 1 and 2 have room for 1.", "So cells (1,1) and (1,2) are 0.", "plain"),
    ),
    "what a clue says": (
        [proof(HOLDS, (LinearConstraint("few", Label("clue", 0), {KEYS[0]: 1.0}, 1.0, 1.0), 1))],
        ("", "Clue 1 needs 1.", "So cell (1,1) is 1.", "plain"),
    ),
    "what is given": (
        [proof(HOLDS, (LinearConstraint("few", CELLS[0], {KEYS[0]: 1.0}, 1.0, 1.0), 1))],
        ("", "It is given.", "So cell (1,1) is 1.", "plain"),
    ),
    "what a clue rules out": (
        [
            proof(
                WORLD.excluded(B, "b"), (LinearConstraint("few", Label("clue", 1), {OTHERS[B, "b"]: 1.0}, None, 0.0), 1)
            )
        ],
        ("", "Clue 2 has room for 0.", "So cell (2,2) is not b.", "plain"),
    ),
    "what is given of two": (
        [
            proof(WORLD.holds(cell, 1), (LinearConstraint("few", cell, {key: 1.0}, 1.0, 1.0), 1))
            for cell, key in zip(CELLS[:2], KEYS, strict=False)
        ],
        ("", "It is given.", "So cells (1,1) and (1,2) are 1.", "plain"),
    ),
    "what is left where another row has room": (
        [proof(HOLDS, (at_least(0, range(3)), 1), (at_most(3, (1, 4)), -1), (WORLD.excluded(CELLS[2], 1), -1))],
        (
            "Cell (1,3) is 0.",
            "Row 1 has its 1 in (1,1) or (1,2); row 4 has room for 1.",
            "So cell (1,1) is 1.",
            "plain",
        ),
    ),
    "in two sentences": (
        [proof(OUT, *EIGHT)],
        (
            "Row 1 has room for 1; row 2 has room for 2; row 3 has room for 3.",
            "Row 4 has room for 4; row 5 has room for 5; row 6 has room for 6; row 7 has room for 7; "
            "row 8 has room for 8.",
            "So cell (1,1) is 0.",
            "long",
        ),
    ),
    "in two sentences, as short as can be": (
        [proof(OUT, *[(at_most(i, range(4), 1 + i % 2 * i), 1) for i in range(8)])],
        (
            "Rows 1, 3, 5 and 7 have room for 1.",
            "Row 2 has room for 2; row 4 has room for 4; row 6 has room for 6; row 8 has room for 8.",
            "So cell (1,1) is 0.",
            "long",
        ),
    ),
    "in two sentences, what asks and what has room": (
        [proof(OUT, *[(at_least(i, (1, 2, 3), i, "few"), -1) for i in range(2, 7)], *EIGHT[:3])],
        (
            "Row 3 needs 2; row 4 needs 3; row 5 needs 4; row 6 needs 5; row 7 needs 6.",
            "Row 1 has room for 1; row 2 has room for 2; row 3 has room for 3.",
            "So cell (1,1) is 0.",
            "long",
        ),
    ),
    "in lines": (
        [proof(OUT, *EIGHT, *ELEVEN)],
        (
            "Cells (1,5), (1,6), (1,7), (1,8), (1,9), (1,10), (1,11) and (1,12) are 1; row 3 has its 3.",
            "Row 1 has room for 1; row 2 has room for 2; row 4 has room for 4; row 5 has room for 5; "
            "row 6 has room for 6.\n"
            "Row 7 has room for 7; row 8 has room for 8.",
            "So cell (1,1) is 0.",
            "long",
        ),
    ),
    "either way": (
        [Cases(OUT, SPLIT, ONE, proof(OUT, (at_most(1, range(4)), 1), (at_least(2, (2, 3)), -1)))],
        (
            "If cell (1,3) is 1, row 1 has room for 1.",
            "If not, row 2 has room for 1; row 3 needs a 1.",
            "So either way cell (1,1) is 0.",
            "cases",
        ),
    ),
    "cases of cases": (
        [Cases(OUT, SPLIT, ONE, Cases(OUT, (CELLS[3], 1), ONE, ONE))],
        (
            "If cell (1,3) is 1:\nRow 1 has room for 1.\nIf not:\n"
            "If cell (1,4) is 1, row 1 has room for 1.\nIf not, row 1 has room for 1.",
            "",
            "So either way cell (1,1) is 0.",
            "cases",
        ),
    ),
    "what is counted": (
        [COUNTED],
        ("The proof combines 9 constraints, all of few.", "", "So cell (1,1) is 0.", "counted"),
    ),
    "counted by families": (
        [proof(OUT, *MIXED)],
        (
            "The proof combines 15 constraints: 5 of few, 4 of some, 3 of a b, 2 of c and 1 other.",
            "",
            "So cell (1,1) is 0.",
            "counted",
        ),
    ),
    "counted cases": (
        [Cases(OUT, SPLIT, COUNTED, proof(OUT, (at_most(9, range(4)), 1)))],
        (
            "The proof takes 2 cases, first whether cell (1,3) is 1, and 10 constraints, all of few.",
            "",
            "So cell (1,1) is 0.",
            "cases",
        ),
    ),
    "counted cases of several": (
        [Cases(OUT, SPLIT, COUNTED, ONE), Cases(OUT, (CELLS[4], 1), COUNTED, ONE)],
        (
            "The proof takes 4 cases, first whether cell (1,3) is 1, and 9 constraints, all of few.",
            "",
            "So cell (1,1) is 0.",
            "cases",
        ),
    ),
    "what would be": (
        [supposing(OUT, FIRST, THEN, CLASH)],
        (
            "Suppose that cell (1,1) is 1.",
            "Row 1 has room for 1: cell (1,2) would be 0.\nRow 2 needs a 1: cell (1,4) would be 1.\n"
            "But row 3 has room for 1.",
            "So cell (1,1) is 0.",
            "supposed",
        ),
    ),
    "what would be, by what is known": (
        [supposing(OUT, FIRST, THEN, CLASH_BY_ONE)],
        (
            "Suppose that cell (1,1) is 1.",
            "Row 1 has room for 1: cell (1,2) would be 0.\nRow 2 needs a 1: cell (1,4) would be 1.\n"
            "But cell (1,6) is 1; row 3 has room for 1.",
            "So cell (1,1) is 0.",
            "supposed",
        ),
    ),
    "what clashes at once": (
        [supposing(OUT, CLASH)],
        ("", "Row 3 has room for 1.", "So cell (1,1) is 0.", "plain"),
    ),
    "what says more of the same element": (
        [supposing(WORLD.holds(A, "a"), NO_B, C, CLASH)],
        ("", "Rows 3 and 7 have room for 1; row 7 needs 0.", "So cell (2,1) is a.", "plain"),
    ),
    "what would not be": (
        [supposing(OUT, FIRST, THEN, NO_A, NO_B, CLASH)],
        (
            "Suppose that cell (1,1) is 1.",
            "Row 1 has room for 1: cell (1,2) would be 0.\nRow 2 needs a 1: cell (1,4) would be 1.\n"
            "Row 7 has room for 1: cell (2,1) would not be a or b.\nBut row 3 has room for 1.",
            "So cell (1,1) is 0.",
            "supposed",
        ),
    ),
    "what would be something": (
        [supposing(OUT, NO_A, NO_B, C, CLASH)],
        (
            "If cell (1,1) were 1, cell (2,1) would be c.",
            "Row 7 has room for 1 and needs 0; but row 3 has room for 1.",
            "So cell (1,1) is 0.",
            "supposed",
        ),
    ),
    "if it were not": (
        [supposing(WORLD.holds(A, "a"), FIRST, CLASH)],
        (
            "If cell (2,1) were not a, cell (1,2) would be 0.",
            "Row 1 has room for 1; but row 3 has room for 1.",
            "So cell (2,1) is a.",
            "supposed",
        ),
    ),
    "link by link": (
        [supposing(OUT, *SEVERAL, CLASH)],
        (
            "Suppose that cell (1,1) is 1.",
            "\n".join(f"Row {j + 1} has room for {j}: cell (1,{j + 1}) would be 0." for j in range(1, 8))
            + "\nBut row 3 has room for 1.",
            "So cell (1,1) is 0.",
            "supposed",
        ),
    ),
    "what is out, perhaps because the others are": (
        [proof(WORLD.excluded(A, "a"), SIXTH, *[(WORLD.excluded(B, state), -1) for state in "ab"])],
        ("Cell (2,2) is c.", "Row 7 has room for 1.", "So cell (2,1) is not a.", "plain"),
    ),
    "what is out": (
        [proof(WORLD.excluded(A, "a"), SIXTH, (WORLD.excluded(B, "b"), -1))],
        ("Cell (2,2) is not b.", "Row 7 has room for 1.", "So cell (2,1) is not a.", "plain"),
    ),
    "two that are not": (
        [proof(WORLD.excluded(cell, "a"), SIXTH) for cell in (A, B)],
        ("", "Row 7 has room for 1.", "So cells (2,1) and (2,2) are not a.", "plain"),
    ),
    "three are left": (
        [proof(OUT, (at_most(1, (0, 2, 3)), 1), (at_least(0, range(2, 7)), -1), *OFF)],
        (
            "Cells (1,6) and (1,7) are 0.",
            "Row 1 has its 1 in (1,3), (1,4) or (1,5); row 2 has room for 1.",
            "So cell (1,1) is 0.",
            "plain",
        ),
    ),
    "four are left": (
        [proof(OUT, (at_most(1, (0, 2, 3)), 1), (at_least(0, range(2, 8)), -1), *OFF)],
        ("Cells (1,6) and (1,7) are 0.", "Row 1 needs a 1; row 2 has room for 1.", "So cell (1,1) is 0.", "plain"),
    ),
    "no solution": (
        [proof(CONTRADICTION, ONE_ROW)],
        ("", "Row 1 has room for 1.", "So there is no solution.", "plain"),
    ),
    "clues that stand elsewhere": (
        [
            proof(
                OUT,
                ONE_ROW,
                (LinearConstraint("few", (Label("clue", 0), "x"), {KEYS[3]: 1.0}, 1.0, 1.0), -1),
                (LinearConstraint("few", Label("clue", 1), {OTHERS[B, "b"]: 1.0}, None, 0.0), 1),
                (LinearConstraint("few", (Label("clue", 2), "x"), {KEYS[4]: 1.0}, None, 0.0), 1),
            )
        ],
        (
            "Cell (1,4) is 1; cell (2,2) is not b, by clue 2; cell (1,5) is not 1, by clue 3.",
            "Row 1 has room for 1.",
            "So cell (1,1) is 0.",
            "plain",
        ),
    ),
    "a clue that says less than what is known": (
        [
            proof(
                OUT,
                ONE_ROW,
                (LinearConstraint("few", Label("clue", 1), {OTHERS[B, "b"]: 1.0}, None, 0.0), 1),
                (WORLD.holds(B, "c"), -1),
            )
        ],
        ("Cell (2,2) is c.", "Row 1 has room for 1.", "So cell (1,1) is 0.", "plain"),
    ),
    "what is taken more than once": (
        [proof(OUT, (ONE_ROW[0], 3), (at_least(3, (1, 4, 5)), -2))],
        (
            "",
            "Row 4 needs a 1 (taken twice); row 1 has room for 1 (taken three times).",
            "So cell (1,1) is 0.",
            "long",
        ),
    ),
    "a place of three parts": (
        [proof(OUT, (somewhere((Label("row", 0), Label("box", 1), 5)), 1))],
        ("", "Row 1 with box 2 and 5 has room for 1.", "So cell (1,1) is 0.", "plain"),
    ),
    "everywhere": (
        [proof(OUT, (somewhere(None), 1))],
        ("", "The board has room for 1.", "So cell (1,1) is 0.", "plain"),
    ),
    "a rule of no family": (
        [proof(OUT, (somewhere(Label("row", 0), None), 1))],
        ("", "Row 1 is full (a row of the model).", "So cell (1,1) is 0.", "plain"),
    ),
}


@pytest.mark.parametrize("what", TOLD)
def test_what_is_told(what: str) -> None:
    proofs, expected = TOLD[what]
    assert told(WORLD, *proofs) == expected


def test_a_rule_that_speaks_of_no_place_is_taken_twice() -> None:
    world = known(wording=WORDING | {"few": Wording("", "no room")})
    assert told(world, proof(OUT, (ONE_ROW[0], 2), (at_least(3, (1, 4)), -1)))[1] == (
        "Row 4 needs a 1; no room (taken twice)."
    )


@pytest.mark.parametrize(
    ("multipliers", "whole_ones"),
    [
        ((2, 3), (2, 3)),
        ((2, 4), (1, 2)),
        ((HALF, HALF / 3), (3, 1)),
        ((-2, 2), (-1, 1)),
        ((THIRD, HALF), (2, 3)),
        ((2 * THIRD, 4 * THIRD), (1, 2)),
    ],
)
def test_rules_are_taken_as_rarely_as_can_be(multipliers: tuple, whole_ones: tuple) -> None:
    terms = tuple(Term(row, Fraction(times)) for (row, _), times in zip(NINE, multipliers, strict=False))
    assert tuple(term.multiplier for term in whole(Certificate(OUT, terms))) == whole_ones


@pytest.mark.parametrize(
    ("value", "lower", "upper", "words"),
    [
        (1, 1, 1, "cell (1,4) is 1"),
        (-1, -1, -1, "cell (1,4) is 1"),
        (1, None, 0, "cell (1,4) is not 1, by clue 2"),
        (1, 1, None, "clue 2 needs 1"),
        (1, None, 1, "clue 2 has room for 1"),
        (1, 2, 2, "clue 2 needs 2"),
        (2, 1, 1, "clue 2 needs 1"),
        (-0.5, None, 0, "clue 2 has room for 0"),
        (1, None, -1, "clue 2 has room for -1"),
        (0, None, 0, "clue 2 has room for 0"),  # which says nothing of the element
    ],
)
def test_a_row_of_one_variable_says_what_its_element_is_or_else_what_it_asks_for(
    value: float, lower: float | None, upper: float | None, words: str
) -> None:
    row = LinearConstraint("few", Label("clue", 1), {KEYS[3]: value}, lower, upper)
    assert " ".join(stated(WORLD, row)) == words
    assert stated(WORLD, WORLD.holds(A, "a")) == ("cell (2,1)", "is a")
    nameless = " ".join(stated(WORLD, replace(row, coefficients={("free", 3): value})))
    assert nameless in (f"clue 2 needs {lower}", f"clue 2 has room for {upper}")


def test_what_is_known_of_an_element_is_told_as_one_state_only_where_one_is_left() -> None:
    """And a clue about an element that is known says what it asks for, unless that is less."""
    asks, holds = (LinearConstraint("few", Label("clue", 1), {OTHERS[B, "c"]: 1.0}, 2, 2), WORLD.holds(B, "c"))
    assert [*map(" ".join, known_of(WORLD, [asks, holds]))] == ["clue 2 needs 2 ", "cell (2,2) is c "]
    none = [WORLD.excluded(B, state) for state in "abc"]
    assert [*map(" ".join, known_of(WORLD, none))] == ["cell (2,2) is not a, not b and not c "]


def test_where_several_things_follow_from_a_row_that_asks_each_is_told() -> None:
    terms = (at_least(0, range(4), 2), 1), *((WORLD.excluded(CELLS[j], 1), -1) for j in (2, 3))
    words = verbalize(WORLD, [proof(WORLD.holds(cell, 1), *terms) for cell in CELLS[:2]], {})
    assert words.conclusion == "So cells (1,1) and (1,2) are 1."


def test_the_rows_of_clues_are_told_from_what_is_known_and_from_bounds() -> None:
    """Each once, also of several proofs; and two of one place are two facts where they use different sides."""
    holds, lacks = (
        LinearConstraint("few", Label("clue", 0), {KEYS[j]: 1.0}, lower, upper)
        for j, lower, upper in ((3, 1.0, 1.0), (4, None, 0.0))
    )
    clue = LinearConstraint("some", Label("clue", 1), {KEYS[5]: 1.0}, 1.0, 1.0)
    own = proof(OUT, ONE_ROW, (WORLD.bound(KEYS[1]), -1), *ELEVEN[:2], *OFF, (clue, -1), SUPPOSED)
    assert clue_rows([own]) == clue_rows([own, own]) == [ONE_ROW[0], clue]
    assert proof_parts(WORLD, [proof(OUT, ONE_ROW, (holds, -1), (lacks, 1), (holds, -1))]).facts == (holds, lacks)


def test_a_row_that_is_full_counts_once_however_often_it_is_taken() -> None:
    parts = proof_parts(WORLD, [proof(OUT, (ONE_ROW[0], 2), (at_most(1, (3, 4)), 3), (ELEVEN[0][0], -1))])
    assert [(one.rest, one.times) for one in (*parts.satisfied, *parts.at_most)] == [(0, 1), (1, 3)]


def test_what_admits_nothing_has_nothing_left() -> None:
    (used,) = proof_parts(WORLD, [proof(OUT, (at_most(0, range(3), 0), 1))]).at_most
    assert (used.rest, used.side, used.filled) == (0, 0, False)


@pytest.mark.parametrize(("lower", "upper"), [(None, None), (0, None), (0, 0), (None, 0), (1, 2), (None, -1), (-1, 2)])
@pytest.mark.parametrize("asks", [True, False, None])
def test_of_a_row_by_itself_all_is_left(asks: bool | None, lower: float | None, upper: float | None) -> None:
    own = by_itself(replace(ONE_ROW[0], lower=lower, upper=upper), asks)
    assert own.rest == own.side
    assert own.times == 1
    assert own.at_least == (lower is not None if asks is None else asks)


@pytest.mark.parametrize("most", [-1, 0, 1, 2])
def test_only_a_row_that_admits_nothing_says_so(most: int) -> None:
    world = known(wording={"few": replace(WORDING["few"], none="{here} | is empty")})
    words = {0: "Row 1 is empty."}.get(most, f"Row 1 has room for {most}.")
    assert told(world, proof(OUT, (at_most(0, range(3), most), 1)))[1] == words
    assert told(world, proof(OUT, (at_least(0, range(3), most, "few"), -1)))[1] == f"Row 1 needs {most}."


def test_a_claim_in_words() -> None:
    """Without variables it may still be about something, which is never so."""
    never = replace(WORLD, indicators={(CELLS[0], state): ({}, 0.0) for state in (1, 5, 6)})
    claims = CONTRADICTION, OUT, HOLDS, WORLD.holds(A, "a"), WORLD.excluded(A, "a")
    words = "there is no solution", "cell (1,1) is 0", "cell (1,1) is 1", "cell (2,1) is a", "cell (2,1) is not a"
    assert tuple(conclusion(WORLD, claim) for claim in claims) == words
    alone = replace(WORLD, indicators={(CELLS[0], 1): ({}, 0.0)})  # it has no other state to be in
    for own in (never, alone):
        assert conclusion(own, own.excluded(CELLS[0], 1)) == "cell (1,1) is not 1"


TWO = {KEYS[1]: 1.0, KEYS[2]: -1.0}


@pytest.mark.parametrize(
    ("fact", "end"),
    [
        (WORLD.excluded(CELLS[1], 1), "has its 1 in (1,1) or (1,3)"),  # what is 0 is gone
        (WORLD.holds(CELLS[1], 1), "needs a 1"),
        (LinearConstraint("known", (B, "a"), TWO, None, 0.0), "needs a 1"),  # of two variables neither need be 0
        (LinearConstraint("known", (B, "a"), TWO, None, 1.0), "needs a 1"),
        (LinearConstraint("known", (B, "a"), {KEYS[1]: -0.5}, 0.0, None), "has its 1 in (1,1) or (1,3)"),
        (LinearConstraint("known", (B, "a"), {KEYS[1]: -0.5}, None, 0.0), "needs a 1"),  # it is 0 at least
        (LinearConstraint("known", (B, "a"), {KEYS[1]: 0.0}, None, 0.0), "needs a 1"),  # it may be anything
    ],
)
def test_only_what_is_0_is_not_left_to_a_row_that_asks(fact: LinearConstraint, end: str) -> None:
    assert told(WORLD, proof(OUT, (at_least(0, range(3)), -1), (fact, 1)))[1] == f"Row 1 {end}."


@pytest.mark.parametrize("value", [2.0, 1.0, 0.5, 0.0, -0.5, -2.0])
def test_what_a_full_row_has_no_room_for_is_not_left_to_a_row_that_asks(value: float) -> None:
    """But what would make room in it, or takes none, may be."""
    full = LinearConstraint("few", Label("row", 1), {KEYS[1]: value, KEYS[3]: 1.0}, None, 1.0)
    pattern, reason, *_ = told(WORLD, proof(OUT, (full, 1), (at_least(0, range(3)), -1), ELEVEN[2]))
    assert pattern == "Row 2 has its 1."
    assert reason == ("Row 1 has its 1 in (1,1) or (1,3)." if value > 0 else "Row 1 needs a 1.")


@pytest.mark.parametrize(
    ("values", "rest"), [((1.0, 1.0), 2), ((2.0, 2.0), 1), ((1.0, 2.0), 3), ((1.0, None), 3), ((None, None), 3)]
)
def test_a_fact_leaves_less_to_a_row_of_which_it_is_a_part(values: tuple, rest: int) -> None:
    """Once, or so often in all of its variables; else nobody knows what it takes there."""
    fact = LinearConstraint("known", (B, "a"), {KEYS[1]: 1.0, KEYS[2]: 1.0}, 1.0, None)
    parts = {key: value for key, value in zip(KEYS[1:3], values, strict=True) if value}
    row = LinearConstraint("few", Label("row", 0), {KEYS[0]: 1.0, KEYS[5]: 1.0, **parts}, None, 3.0)
    nothing = LinearConstraint("known", (A, "a"), {}, 0.0, None)  # an element may be in a state whatever the variables
    (used,) = proof_parts(WORLD, [proof(OUT, (row, 1), (nothing, -1), (fact, -1))]).at_most
    assert used.rest == rest


def test_a_fact_leaves_less_by_all_that_it_says() -> None:
    """Of a row that asks as of one that has room; and what is out leaves as much as before."""
    both = {KEYS[1]: 1.0, KEYS[2]: 1.0}
    two, out = LinearConstraint("known", (B, "a"), both, 2.0, None), WORLD.excluded(CELLS[3], 1)
    rows = at_most(0, range(4), 3), at_least(1, range(4), 3, "few")
    parts = proof_parts(WORLD, [proof(OUT, (rows[0], 1), (rows[1], -1), (two, -1), (out, 1))])
    assert [(one.rest, one.by) for one in (*parts.at_most, *parts.at_least)] == [(1, (two,)), (1, (two,))]


@pytest.mark.parametrize("gone", range(5))
@pytest.mark.parametrize("value", [1.0, 2.0])
def test_what_is_left_to_a_row_that_asks_for_one_is_what_is_not_out(gone: int, value: float) -> None:
    """Where something is out, and something left; of a row that counts an element more than once nobody can say it."""
    row = LinearConstraint("some", Label("row", 0), {KEYS[0]: value} | dict.fromkeys(KEYS[1:4], 1.0), 1.0, None)
    terms = (row, -1), *((WORLD.excluded(CELLS[j], 1), 1) for j in range(4 - gone, 4))
    (one,) = proof_parts(WORLD, [proof(WORLD.excluded(A, "a"), *terms)]).at_least
    assert one.open == (tuple(KEYS[: 4 - gone]) if gone and value == 1 else ())


@pytest.mark.parametrize(("times", "kind"), [(1, "plain"), (2, "long"), (3, "long"), (4, "counted")])
def test_a_rule_that_is_taken_more_than_three_times_is_not_told(times: int, kind: str) -> None:
    """There is no word for so often, and nobody would think so."""
    assert told(WORLD, proof(OUT, (ONE_ROW[0], times), (at_most(1, range(4)), 1)))[-1] == kind


def test_proofs_of_which_one_tells_cases_apart_do_so_together() -> None:
    cases = Cases(OUT, SPLIT, ONE, ONE)
    steps = ([ONE], [cases], [ONE, cases], [cases, ONE])
    assert [proof_parts(WORLD, own).cases for own in steps] == [False, True, True, True]


def test_facts_that_leave_to_a_row_what_is_told_as_left_may_go_unsaid() -> None:
    """Those alone by which elements of it are out: of another row that asks, and what is in a state, they may not."""
    leaving, asking = at_least(0, range(4)), at_least(1, range(4, 8), 2, "few")
    out, others = ([WORLD.excluded(CELLS[j], 1) for j in cells] for cells in ((1, 2), (5, 6, 9)))
    sure = [WORLD.holds(CELLS[3], 1), WORLD.holds(CELLS[7], 1)]
    terms = [*((row, 1) for row in (leaving, asking)), *((fact, -1) for fact in (*out, *others, *sure))]
    parts = proof_parts(WORLD, [proof(HOLDS, *terms)])
    assert [bool(one.open) for one in parts.at_least] == [True, False]
    assert parts.facts == (*out, *others, *sure)
    assert parts.fewer == (*others, *sure)


def test_what_proofs_use_stays_as_it_is() -> None:
    parts = proof_parts(WORLD, [ONE])
    for own, name in ((parts, "known"), (parts.at_most[0], "rest"), (verbalize(WORLD, [ONE], {}), "kind")):
        with pytest.raises(FrozenInstanceError):
            setattr(own, name, None)


@pytest.mark.parametrize(
    ("clues", "part"),
    [
        (1, "This clue takes part: row 1 has 1."),
        (2, "These clues take part: row 1 has 1 and row 2 has 1."),
        (
            9,
            "These clues take part: row 1 has 1, row 2 has 1, row 3 has 1, row 4 has 1, "
            "row 5 has 1, row 6 has 1 and row 7 has 1.\n"
            "These clues take part: row 8 has 1 and row 9 has 1.",
        ),
    ],
)
def test_clues_of_what_is_counted_are_named_in_lines(clues: int, part: str) -> None:
    world = known(clues={("few", Label("row", i)): f"row {i + 1} has 1" for i in range(clues)})
    assert told(world, COUNTED)[1] == part


@pytest.mark.parametrize("clues", [2, 11])
def test_clues_with_words_keep_them(clues: int) -> None:
    names = [f"clue {i + 1} (red = dog)" for i in range(clues)]
    world = known(clues={("few", Label("row", i)): name for i, name in enumerate(names)})
    part = told(world, proof(OUT, *NINE, *[(at_most(i, range(12)), 1) for i in (9, 10)]))[1]
    assert [name for name in names if name.replace("clue", "", 1).strip() not in part] == []
    assert max(map(len, part.splitlines())) <= LONGEST


@pytest.mark.parametrize(("length", "named"), [(40, f": 5 of {'a' * 40} and 7 others"), (LONGEST, "")])
def test_fewer_families_are_named_where_more_would_not_fit(length: int, named: str) -> None:
    """And nothing is said of others where none is named."""
    families = {f"{letter * length}": 3 - i for i, letter in enumerate("abc")}
    terms = [(at_most(i, range(12), 1, f), 1) for f, number in families.items() for i in range(number + 2)]
    pattern, *_ = told(WORLD, proof(OUT, *terms))
    assert pattern == f"The proof combines 12 constraints{named}."


@pytest.mark.parametrize(
    ("length", "cells"), [(LONGEST - 21, 1), (LONGEST - 20, 1), (30, 12), (LONGEST - 22, 12), (2 * LONGEST, 1)]
)
def test_the_name_of_a_step_stands_where_it_fits(length: int, cells: int) -> None:
    """Behind the conclusion, else before the reason, else in a line of its own."""
    proofs = [proof(WORLD.excluded(cell, 1), ONE_ROW) for cell in CELLS[:cells]]
    _, _, plain, _ = told(WORLD, *proofs)
    pattern, reason, conclusion, kind = told(known(technique=lambda step: "n" * length), *proofs)
    name, room = "n" * length, "row 1 has room for 1."
    assert (pattern, kind) == ("", "named")
    if len(plain) + 2 + length <= LONGEST:
        assert (reason, conclusion) == ("Row 1 has room for 1.", f"{plain[:-1]}: {name}.")
    elif length + 2 + len(room) <= LONGEST:
        assert (reason, conclusion) == (f"N{name[1:]}: {room}", plain)
    else:
        assert (reason, conclusion) == (f"N{name[1:]}:\nRow 1 has room for 1.", plain)


def test_a_step_is_named_by_the_only_row_that_asks_or_by_all_that_it_takes() -> None:
    """The technique is told the first claim, the rows by what they do, and what is known besides a supposition.

    Its name goes before the row's: players call the last empty cell that, whatever row asks.
    """
    heard = []
    named = WORDING | {"some": Wording("{here} | needs a | 1", "", name="a single")}
    world = known(wording=named, technique=heard.append)
    asks, fact = (at_least(0, range(3)), 1), (WORLD.excluded(CELLS[1], 1), -1)
    single = [proof(HOLDS, asks, fact)]
    assert verbalize(world, single, {}).conclusion == "So cell (1,1) is 1: a single."
    first = verbalize(known(wording=named, technique=lambda step: "the last cell"), single, {})
    assert first.conclusion == "So cell (1,1) is 1: the last cell."
    assert [(own.claim, own.at_least, own.at_most, own.known) for own in heard] == [(HOLDS, [asks[0]], [], [fact[0]])]
    heard.clear()
    others = [proof(claim, asks, (ONE_ROW[0], -1), fact, SUPPOSED) for claim in (HOLDS, WORLD.holds(CELLS[2], 1))]
    assert ": " not in verbalize(world, others, {}).conclusion
    assert [(own.claim, own.at_least, own.at_most, own.known) for own in heard] == [
        (HOLDS, [asks[0]], [ONE_ROW[0]], [fact[0]])
    ]


@pytest.mark.parametrize(
    ("proofs", "kind"),
    [
        ([ONE], "named"),
        ([COUNTED], "counted"),
        ([Cases(OUT, SPLIT, ONE, ONE)], "cases"),
        ([supposing(OUT, FIRST, THEN, CLASH)], "named"),
        ([supposing(OUT, FIRST, THEN, CLASH_BY_ONE)], "supposed"),  # something known counts as well
        ([proof(CONTRADICTION, ONE_ROW)], "plain"),
    ],
)
def test_what_is_seen_at_once_may_have_a_name(proofs: list, kind: str) -> None:
    """Neither cases, nor what is counted, nor that there is no solution. Whatever follows from it does not matter."""
    follows = proof(WORLD.excluded(CELLS[2], 1), (OUT, 1))
    for own in (proofs, [*proofs, follows]):
        words = verbalize(known(technique=lambda step: "a trick"), own, {})
        assert words.kind == kind
        assert ("a trick" in str(words).lower()) == (kind == "named")
        assert words.conclusion.startswith("So either way ") == (kind == "cases")


def test_what_is_seen_at_a_glance_is_told_by_that_alone() -> None:
    """Whatever the proof takes; a name that is a text says nothing of that."""
    own = proof(HOLDS, (at_least(0, range(3)), 1), (ONE_ROW[0], -1), *OFF)
    seen = told(known(technique=lambda step: AtAGlance("the last one", "the others are 0")), own)
    assert seen == ("The others are 0.", "", "So cell (1,1) is 1: the last one.", "named")
    by_all = told(known(technique=lambda step: "the last one"), own)
    assert by_all[0] == "Cells (1,6) and (1,7) are 0."
    assert by_all[1] == "Row 1 needs a 1 and has room for 1."
    assert by_all[2:] == seen[2:]


def test_what_is_known_of_what_a_step_is_about_fills_no_row() -> None:
    """Two of a row's three are known, and one of them may be more: only the others fill it."""
    two = {KEYS[0]: 1.0, KEYS[1]: 1.0}
    row = LinearConstraint("few", Label("row", 0), two, None, 2.0)
    least = LinearConstraint("known", (CELLS[0], 1), {KEYS[0]: 1.0}, 1.0, None)
    for claim, pattern in ((OUT, "Cells (1,1) and (1,2) are 1."), (WORLD.excluded(CELLS[2], 1), "Row 1 has its 2.")):
        words = told(WORLD, proof(claim, (row, 1), (least, -1), ELEVEN[0]))
        assert words[0] == pattern
        assert ("Row 1 has room for 2." in words) == (claim == OUT)
    both = [proof(claim, (row, 1), (least, -1), ELEVEN[0]) for claim in (OUT, WORLD.excluded(CELLS[2], 1))]
    filled = [bool(proof_parts(WORLD, own).satisfied) for own in (both, both[::-1])]
    assert filled == [False, True]  # what is told first says what the step is about


def test_all_of_a_step_is_one_text() -> None:
    step = str(verbalize(WORLD, [proof(OUT, (at_most(0, range(3)), 1), ELEVEN[0])], {}))
    assert step == "Row 1 has its 1. So cell (1,1) is 0."


def test_what_is_left_of_an_element_is_what_it_is() -> None:
    assert verbalize(WORLD, [ONE], {CELLS[0]: frozenset({1})}).conclusion == "So cell (1,1) is 1."


def test_proofs_that_say_the_same_are_one_thought() -> None:
    """What is counted says which rows there are."""
    other = proof(WORLD.excluded(CELLS[1], 1), (at_most(0, range(3)), 1))
    assert proof_signature(WORLD, ONE) == proof_signature(WORLD, other) == ("row 1 has room for 1 ",)
    assert len(proof_signature(WORLD, COUNTED)) == len({*proof_signature(WORLD, COUNTED)}) == 9
    fewer = proof(OUT, *NINE[1:], (at_most(9, range(12)), 1))
    assert proof_signature(WORLD, COUNTED) != proof_signature(WORLD, fewer)


@pytest.mark.parametrize(
    ("row", "may"),
    [
        (at_most(0, range(3)), True),
        (at_most(0, range(5, 9)), True),  # what is left of its number is told, and may be as much
        (at_most(0, range(3), 2), True),
        (at_most(1, range(3)), False),
        (at_least(0, range(3)), False),
        (at_most(0, range(3), family="silent"), True),
        (LinearConstraint("few", Label("column", 0), {KEYS[0]: 1.0}, None, 1.0), False),
    ],
)
def test_a_row_shares_a_thought_where_its_words_begin_as_the_thought_does(row: LinearConstraint, may: bool) -> None:
    world = known(wording=WORDING | {"few": Wording("", "{here} | has room for {rest}"), "silent": Wording("", "")})
    signature = proof_signature(world, ONE)
    assert signature == ("row 1 has room for 1 ",)
    assert may_share(world, row, beginnings(world, row), signature) == may


def test_a_row_shares_a_thought_of_several_rows_where_its_words_are_among_them() -> None:
    signature = proof_signature(WORLD, proof(OUT, ONE_ROW, (at_most(1, range(4)), 1)))
    assert len(signature) == 2
    shares = [
        may_share(WORLD, row, beginnings(WORLD, row), signature) for row in (at_most(i, (0, 1)) for i in range(3))
    ]
    assert shares == [True, True, False]


@pytest.mark.parametrize("more", [[], [proof(WORLD.excluded(CELLS[2], 1), (OUT, 1))]])
def test_whether_a_step_is_told_or_only_counted(more: list) -> None:
    """By its first proof; whatever follows from that does not matter."""
    cases = [Cases(OUT, SPLIT, ONE, last) for last in (ONE, COUNTED)]
    firsts = [ONE, COUNTED, *cases, supposing(OUT, FIRST, THEN, CLASH)]
    assert [is_told(WORLD, [first, *more]) for first in firsts] == [True, False, True, False, True]
    assert [told(WORLD, first, *more)[0].startswith("The proof ") for first in firsts] == [
        False,
        True,
        False,
        True,
        False,
    ]


def test_what_is_said_of_a_rules_own_subject_stands_with_the_rule() -> None:
    """But what a clue says of it is there before."""
    cell = CELLS[3]
    row = LinearConstraint("few", cell, {KEYS[0]: 1.0, KEYS[4]: 1.0}, None, 1.0)
    is_1 = told(WORLD, proof(OUT, (row, 1), (WORLD.holds(cell, 1), -1)))
    assert is_1[:2] == ("", "Cell (1,4) is 1 and has room for 1.")
    clue = LinearConstraint("few", Label("clue", 1), {KEYS[3]: 1.0}, None, 0.0)
    by_clue = told(WORLD, proof(OUT, (row, 1), (clue, 1)))
    assert by_clue[:2] == ("Cell (1,4) is not 1, by clue 2.", "Cell (1,4) has room for 1.")


def test_two_long_sentences_are_told_one_after_the_other() -> None:
    world = known(wording={"few": Wording("", f"{{here}} | {'n' * 80}"), "some": Wording("", f"{{here}} | {'m' * 80}")})
    own = proof(OUT, ONE_ROW, (at_most(1, range(4), 1, "some"), 1))
    assert told(world, own)[:2] == (f"Row 1 {'n' * 80}.", f"Row 2 {'m' * 80}.")


@pytest.mark.parametrize(("rules", "kind"), [(1, "plain"), (3, "plain"), (4, "supposed")])
def test_what_rules_say_at_once_is_plain_where_they_are_few(rules: int, kind: str) -> None:
    clash = proof(CONTRADICTION, *((at_most(i, range(4)), 1) for i in range(rules)), SUPPOSED)
    assert told(WORLD, supposing(OUT, clash))[-1] == kind


@pytest.mark.parametrize(("asking", "name"), [(1, ": a single"), (2, "")])
def test_rows_that_ask_together_have_not_the_name_of_one(asking: int, name: str) -> None:
    world = known(wording=WORDING | {"some": Wording("{here} | needs a | 1", "", name="a single")})
    own = proof(HOLDS, *((at_least(i, range(3)), 1) for i in range(asking)))
    assert told(world, own)[2] == f"So cell (1,1) is 1{name}."


def test_a_phrase_begins_with_the_number_of_its_side() -> None:
    row = LinearConstraint("few", Label("row", 0), {KEYS[0]: 1.0, KEYS[1]: 1.0}, 1.0, 2.0)
    assert beginnings(WORLD, row) == {"row 1 needs 1", "row 1 has room for 2", "row 1 has its 2"}


def test_a_row_shares_what_is_counted_where_it_is_counted() -> None:
    signature = proof_signature(WORLD, COUNTED)
    rows = [at_most(i, range(12)) for i in range(12)]
    assert [may_share(WORLD, row, beginnings(WORLD, row), signature) for row in rows] == [True] * 9 + [False] * 3


@pytest.mark.parametrize(
    ("links", "lines"),
    [
        ([FIRST], ["row 1 has room for 1: cell (1,2) would be 0"]),
        (
            [NO_A, proof(C.claim, (SIXTH[0], -1), SUPPOSED)],
            ["row 7 has room for 1: cell (2,1) would be c"],  # then it is not a
        ),
        ([CLASH_BY_ONE], ["but cell (1,6) is 1; row 3 has room for 1"]),
        (
            ALIKE,
            ["row 1 has room for 1: cells (1,2), (1,3), (1,4), (1,5), (1,6), (1,7) and (1,8) would be 0"],
        ),
        (
            SEVERAL,
            [
                "row 2 has room for 1; row 3 has room for 2; row 4 has room for 3; "
                "row 5 has room for 4; row 6 has room for 5",
                "row 7 has room for 6; row 8 has room for 7",
                "so cells (1,2), (1,3), (1,4), (1,5), (1,6), (1,7) and (1,8) would be 0",
            ],
        ),
    ],
)
def test_links_by_the_same_rules_are_one_line_where_it_fits(links: list[Certificate], lines: list[str]) -> None:
    assert linked(WORLD, links) == lines


def by_row(j: int, most: int = 1, *before: Certificate) -> Certificate:
    """That a cell would be 0 by a row of its own, and by what was shown before."""
    needs = [(assume(link.claim), -1) for link in before] or [SUPPOSED]
    return proof(WORLD.excluded(CELLS[j], 1), (at_most(j, range(3), most), 1), *needs)


def test_what_is_alike_is_said_together_as_soon_as_what_it_needs_is() -> None:
    """The third link says what the first says, of another row; the fourth does, too, but rests on the second."""
    first, second, third = by_row(1), THEN, by_row(4)
    fourth = by_row(5, 1, second)
    _, reason, *_ = told(WORLD, supposing(OUT, first, second, third, fourth, *SEVERAL[1:], CLASH))
    assert reason.splitlines()[:3] == [
        "Rows 2 and 5 have room for 1: cells (1,2) and (1,5) would be 0.",
        "Row 2 needs a 1: cell (1,4) would be 1.",
        "Row 6 has room for 1: cell (1,6) would be 0.",
    ]


def test_what_follows_from_the_same_rows_one_after_the_other_is_said_together() -> None:
    """Of two rows that are alike, and then of the same two again."""
    both = [by_row(1), by_row(4)]
    rows = [next(iter(link.rules)).row for link in both]
    then = [proof(WORLD.excluded(CELLS[5 + i], 1), (row, 1), (assume(both[i].claim), -1)) for i, row in enumerate(rows)]
    _, reason, *_ = told(WORLD, supposing(OUT, *both, *then, *SEVERAL[1:], CLASH))
    assert reason.splitlines()[0] == "Rows 2 and 5 have room for 1: cells (1,2), (1,5), (1,6) and (1,7) would be 0."


@pytest.mark.parametrize("other", [by_row(4, 2), proof(WORLD.holds(CELLS[4], 1), (at_most(4, range(3)), 1), SUPPOSED)])
def test_what_is_not_alike_stands_in_lines_of_its_own(other: Certificate) -> None:
    _, reason, *_ = told(WORLD, supposing(OUT, by_row(1), other, *SEVERAL[1:], CLASH))
    assert reason.splitlines()[0] == "Row 2 has room for 1: cell (1,2) would be 0."


def test_what_a_full_row_leaves_is_said_where_it_is_used() -> None:
    """Not before all that is supposed, where nobody knows yet what for."""
    there = WORLD.holds(CELLS[6], 1)
    full = proof(WORLD.excluded(CELLS[7], 1), (at_most(5, (6, 7)), 1), (there, -1))
    one = proof(WORLD.holds(CELLS[9], 1), (at_least(4, (7, 9), 1, "few"), 1), (assume(full.claim), -1), SUPPOSED)
    world = known(known=(there,))
    pattern, reason, *_ = told(world, supposing(OUT, full, FIRST, one, THEN, CLASH))
    assert pattern == "Suppose that cell (1,1) is 1."
    assert "Row 6 has its 1; row 5 needs 1: cell (1,10) would be 1." in reason.splitlines()
    assert "row 6" not in "".join(line.lower() for line in reason.splitlines() if "(1,10)" not in line)


def test_what_a_full_row_leaves_is_no_reason_for_others() -> None:
    """The same can be said of rows 2 and 5, but for what row 6 has."""
    there = WORLD.holds(CELLS[6], 1)
    full = proof(WORLD.excluded(CELLS[7], 1), (at_most(5, (6, 7)), 1), (there, -1))
    other = proof(WORLD.excluded(CELLS[4], 1), (at_most(4, range(3)), 1), (assume(full.claim), -1), SUPPOSED)
    _, reason, *_ = told(known(known=(there,)), supposing(OUT, full, by_row(1), other, *SEVERAL[1:], CLASH))
    assert reason.splitlines()[:2] == [
        "Row 2 has room for 1: cell (1,2) would be 0.",
        "Row 6 has its 1; row 5 has room for 1: cell (1,5) would be 0.",
    ]


VIA = Wording("", "", via="by {0}")


@pytest.mark.parametrize(
    ("index", "facts", "follows"),
    [
        (CELLS[5], [SUPPOSED], "so cell (1,2) would be 0, by cell (1,6)"),
        (CELLS[1], [SUPPOSED], "so cell (1,2) would be 0"),
        (CELLS[5], [SUPPOSED, (WORLD.holds(CELLS[5], 1), -1)], "cell (1,6) is 1: cell (1,2) would be 0"),
        (CELLS[5], [SUPPOSED, (WORLD.holds(CELLS[6], 1), -1)], "cell (1,7) is 1: cell (1,2) would be 0, by cell (1,6)"),
    ],
)
def test_a_rule_without_words_names_by_what_it_leads_on(index: Cell, facts: list, follows: str) -> None:
    """Where neither what is known nor what follows names that."""
    world = known(wording=WORDING | {"quiet": VIA})
    row = LinearConstraint("quiet", (index, 1), {KEYS[0]: 1.0, KEYS[1]: 1.0}, None, 1.0)
    assert linked(world, [proof(FIRST.claim, (row, 1), *facts)]) == [follows]


def test_a_link_names_the_clue_that_stands_elsewhere() -> None:
    """By which an element is not something: a reader does not see that on the board."""
    clue = LinearConstraint("few", Label("clue", 1), {OTHERS[B, "b"]: 1.0}, None, 0.0)
    link = proof(FIRST.claim, ONE_ROW, SUPPOSED, (clue, 1))
    follows = "row 1 has room for 1: cell (1,2) would be 0"
    assert linked(WORLD, [link]) == [f"cell (2,2) is not b, by clue 2; {follows}"]
    here = LinearConstraint("few", B, {OTHERS[B, "b"]: 1.0}, None, 0.0)
    assert linked(WORLD, [proof(FIRST.claim, ONE_ROW, SUPPOSED, (here, 1))]) == [follows]


@pytest.mark.parametrize(("state", "holds", "said"), [("c", True, False), ("a", False, True)])
def test_what_would_be_goes_without_saying_what_would_not(state: str, holds: bool, said: bool) -> None:
    """Of the same element: if it were c, it would not be b. Were it not a, that it is not b has a reason to be told."""
    supposed = assume(WORLD.holds(A, state) if holds else WORLD.excluded(A, state))
    claim = opposite(supposed) if holds else WORLD.holds(A, state)
    claim = replace(WORLD.excluded(A, state) if holds else claim, family="known")
    own = LinearConstraint("few", Label("row", 6), {OTHERS[A, s]: 1.0 for s in "abc"}, None, 1.0)
    not_b = proof(WORLD.excluded(A, "b"), (own, 1), (supposed, -1))
    then = [proof(WORLD.excluded(CELLS[j], 1), (at_most(j, range(12)), 1), (assume(not_b.claim), -1)) for j in range(9)]
    clash = proof(CONTRADICTION, (at_least(11, range(9)), 1), *((assume(link.claim), -1) for link in then))
    pattern, reason, *_ = told(WORLD, supposing(claim, not_b, *then, clash))
    assert ("cell (2,1) would not be b" in pattern.lower() + reason.lower()) == said


def test_what_is_given_goes_without_saying_what_is_not() -> None:
    """Of the same place, in a supposition about another."""
    given = LinearConstraint("few", A, {OTHERS[A, "c"]: 1.0}, 1.0, 1.0)
    own = LinearConstraint("few", Label("row", 6), {OTHERS[A, s]: 1.0 for s in "abc"}, None, 1.0)
    not_b = proof(WORLD.excluded(A, "b"), (own, 1), (given, -1))
    with_it, without = (told(WORLD, supposing(OUT, FIRST, *more, THEN, CLASH)) for more in ([not_b], []))
    assert with_it == without


def test_states_stand_in_the_order_in_which_they_follow() -> None:
    claims = (WORLD.holds(CELLS[2], 1), -1), (WORLD.excluded(CELLS[1], 1), 1)
    links = [proof(claim, (ONE_ROW[0], times), SUPPOSED) for claim, times in claims]
    assert linked(WORLD, links) == ["row 1 has room for 1: cell (1,3) would be 1 and (1,2) 0"]


def test_what_is_so_anyhow_comes_before_what_is_supposed() -> None:
    sure = proof(WORLD.holds(CELLS[9], 1), (at_least(9, (9, 10)), 1), (WORLD.excluded(CELLS[10], 1), -1))
    pattern, *_ = told(WORLD, supposing(OUT, *SEVERAL, sure, CLASH))
    assert pattern == "Cell (1,11) is 0; row 10 needs a 1: cell (1,10) is 1.\nSuppose that cell (1,1) is 1."


@pytest.mark.parametrize("length", range(80, 92))
def test_a_link_is_one_line_where_it_fits_with_a_full_stop(length: int) -> None:
    world = known(wording=WORDING | {"few": Wording("", f"{{here}} | {'n' * length}")})
    follows, rule = "cell (1,2) would be 0", f"row 1 {'n' * length}"
    fits = len(f"{rule}: {follows}.") <= LONGEST
    assert linked(world, [FIRST]) == ([f"{rule}: {follows}"] if fits else [rule, f"so {follows}"])


def test_of_many_things_that_are_known_those_are_left_out_that_a_telling_rule_runs_through() -> None:
    plain = known(wording=WORDING | {"few": Wording("", "{here} | is full")})
    facts = [WORLD.excluded(cell, 1) for cell in CELLS[2:]] + [WORLD.excluded(*item) for item in list(OTHERS)[:3]]
    link = proof(FIRST.claim, (at_most(0, range(12)), 1), SUPPOSED, *[(fact, -1) for fact in facts])
    follows = "cell (1,2) would be 0"
    assert linked(WORLD, [link]) == [f"cell (2,1) is not a, not b and not c; row 1 has room for 1: {follows}"]
    first, *_, last = linked(plain, [link])
    assert first.startswith("cells (1,3), (1,4)")
    assert last == f"so {follows}"


def test_of_what_is_there_a_link_tells_what_is_known_and_not_what_is_given() -> None:
    given = [LinearConstraint(family, CELLS[2], {KEYS[2]: 1.0}, 1.0, 1.0) for family in ("few", "some")]
    facts = [*given, WORLD.holds(CELLS[2], 1)]
    told = [linked(WORLD, [proof(FIRST.claim, ONE_ROW, SUPPOSED, (fact, -1))]) for fact in facts]
    follows = "row 1 has room for 1: cell (1,2) would be 0"
    assert told == [[follows], [follows], [f"cell (1,3) is 1; {follows}"]]


@pytest.mark.parametrize("length", range(90, 110))
def test_a_contradiction_fits_in_its_line(length: int) -> None:
    world = known(wording=WORDING | {"few": Wording("", f"{{here}} | {'n' * length}")})
    lines = linked(world, [CLASH_BY_ONE])
    assert lines[0].startswith("but ")
    assert max(len(f"{line}.") for line in lines) <= LONGEST
    assert len(lines) == 1 + (len("but cell (1,6) is 1; row 3 ") + length >= LONGEST)


def test_a_contradiction_by_the_rule_of_the_link_before_it_is_told() -> None:
    row = next(term.row for term in THEN.rules)
    clash = proof(CONTRADICTION, (row, 1), (assume(FIRST.claim), -1))
    filled = [proof(WORLD.excluded(CELLS[j], 1), (at_most(j, range(3), j), 1), SUPPOSED) for j in range(4, 9)]
    _, reason, *_ = told(WORLD, supposing(OUT, *filled, FIRST, THEN, clash))
    assert reason.splitlines()[-1].startswith("But row 2 ")


@pytest.mark.parametrize(("fact", "pattern"), [(WORLD.holds(A, "a"), "Cell (2,1) is a."), (None, "")])
def test_what_an_element_is_not_as_it_is_something_needs_no_words(fact: Any, pattern: str) -> None:
    """Whether that is known, or was supposed: then it is not supposed in words."""
    world, claim = known(wording=WORDING | {"quiet": Wording("", "")}), WORLD.excluded(A, "a") if not fact else OUT
    quiet = LinearConstraint("quiet", None, {OTHERS[A, "a"]: 1.0, OTHERS[A, "b"]: 1.0}, None, 1.0)
    idle = proof(WORLD.excluded(A, "b"), (quiet, 1), (fact or opposite(claim), -1))
    clash = proof(CONTRADICTION, (at_most(2, (3, 4)), 1), (opposite(claim), -1), (assume(idle.claim), -1))
    assert told(world, supposing(claim, idle, clash))[:2] == (pattern, "Row 3 has room for 1.")


def test_what_an_element_would_be_is_why_it_would_not_be_something_else() -> None:
    """That is told where a rule needs it; but not of what is supposed itself."""
    world = known(wording=WORDING | {"quiet": Wording("", "")})
    quiet = LinearConstraint("quiet", None, {OTHERS[A, "a"]: 1.0, OTHERS[A, "b"]: 1.0}, None, 1.0)
    would = proof(WORLD.holds(A, "a"), (at_least(1, (1, 3)), 1), SUPPOSED)
    idle = proof(WORLD.excluded(A, "b"), (quiet, 1), (assume(would.claim), -1))
    clash = proof(CONTRADICTION, (at_most(2, (3, 4)), 1), (assume(idle.claim), -1))
    _, reason, *_ = told(world, supposing(OUT, would, idle, *SEVERAL, clash))
    assert reason.splitlines()[-1] == "But cell (2,1) would be a; row 3 has room for 1."
    own = proof(WORLD.excluded(A, "b"), (quiet, 1), (opposite(WORLD.excluded(A, "a")), -1))
    _, reason, *_ = told(world, supposing(WORLD.excluded(A, "a"), own, *SEVERAL, clash))
    assert "(2,1)" not in reason


def test_what_no_rules_words_forbid_is_told_after_what_leads_to_it() -> None:
    world = known(wording=WORDING | {"quiet": Wording("", "")})
    quiet = at_most(2, (1, 4), family="quiet")
    clash = proof(CONTRADICTION, (quiet, 1), (assume(FIRST.claim), -1), (WORLD.holds(CELLS[4], 1), -1))
    pattern, reason, *_ = told(world, supposing(OUT, FIRST, clash))
    assert pattern == "Suppose that cell (1,1) is 1."
    assert reason.splitlines()[-1] == "But it cannot be that cell (1,2) is 0 and cell (1,5) is 1."


@pytest.mark.parametrize("asks", [True, False])
def test_of_a_rule_that_could_not_be_kept_it_is_told_how_it_would_be_broken(asks: bool) -> None:
    words = Wording(
        "{here} | needs {side}", "{here} | has room for {side}", broken=("{here} | starves", "{here} | bursts")
    )
    world = known(wording=WORDING | {"few": words})
    row = at_least(2, (1, 3), family="few") if asks else at_most(2, (1, 3))
    clash = proof(CONTRADICTION, (row, -1 if asks else 1), (assume(FIRST.claim), -1))
    assert linked(world, [clash]) == ["but row 3 starves" if asks else "but row 3 bursts"]
    link = proof(THEN.claim, (row, 1 if asks else -1), (assume(FIRST.claim), -1))
    follows = "cell (1,4) would be 1"
    assert linked(world, [link]) == [f"row 3 needs 1: {follows}" if asks else f"row 3 has room for 1: {follows}"]


def test_an_element_that_could_be_nothing_is_told_without_all_that_it_is_not() -> None:
    world = known(wording=WORDING | {"quiet": Wording("", "")})
    quiet = LinearConstraint("quiet", None, {OTHERS[A, state]: 1.0 for state in "abc"}, 1.0, None)
    out = [(assume(WORLD.excluded(A, state)), -1) for state in "abc"]
    assert linked(world, [proof(CONTRADICTION, (quiet, -1), *out)]) == ["but nothing is left that cell (2,1) could be"]
    both = [(assume(WORLD.holds(A, state)), 1) for state in "ab"]
    assert linked(world, [proof(CONTRADICTION, (quiet, 1), *both)]) == ["but cell (2,1) cannot be a and b"]


@pytest.mark.parametrize("length", range(80, 96))
def test_a_supposition_is_told_in_one_sentence_where_it_fits(length: int) -> None:
    world = known(wording=WORDING | {"some": Wording(f"{{here}} | {'n' * length}", "")})
    then = proof(THEN.claim, (at_least(1, (1, 3)), 1), SUPPOSED)
    pattern, reason, *_ = told(world, supposing(OUT, then, CLASH))
    whole = f"Row 2 {'n' * length}; but row 3 has room for 1."
    assert (reason == whole) == pattern.startswith("If ") == (len(whole) <= LONGEST)
    assert pattern.startswith(("If ", "Suppose "))


def test_a_rule_without_words_says_what_follows_alone() -> None:
    silent = known(wording=WORDING | {"few": Wording("", "")})
    assert linked(silent, [FIRST]) == ["so cell (1,2) would be 0"]
    assert linked(silent, [CLASH]) == ["but it cannot be that cell (1,4) is 1"]
    facts = [WORLD.holds(cell, 1) if cell.column % 2 else WORLD.excluded(cell, 1) for cell in CELLS]
    facts += [WORLD.excluded(*item) for item in OTHERS]
    facts += [WORLD.excluded(cell, 1) for cell in CELLS if cell.column % 2]
    (first, *more) = linked(silent, [proof(CONTRADICTION, *[(assume(fact), -1) for fact in facts])])
    assert first.startswith("but it cannot be that ")
    assert len(more) == 2
    assert all(line.startswith("and that ") for line in more)


# The sum behind the words

TABLES = {
    "multiples": (
        proof(OUT, (at_most(0, range(3)), 2), (ELEVEN[0][0], -12), (at_least(1, (1, 2), 2, "few"), -1)),
        """
         2 x  few: row 1            x[cell (1,1)] + x[cell (1,2)] + x[cell (1,3)] <= 1
        12 x  known: cell (1,2), 1  x[cell (1,2)] >= 1
         1 x  few: row 2            x[cell (1,2)] + x[cell (1,3)] >= 2
        sum: 2 x[cell (1,1)] - 11 x[cell (1,2)] + x[cell (1,3)] <= -12
        """,
    ),
    "cases": (
        Cases(OUT, SPLIT, ONE, Cases(OUT, (CELLS[3], 0), proof(OUT, (at_most(3, (0, 1)), 1)), ONE)),
        """
        if cell (1,3) is 1:
        1 x  few: row 1  x[cell (1,1)] + x[cell (1,2)] + x[cell (1,3)] <= 1
        sum: x[cell (1,1)] + x[cell (1,2)] + x[cell (1,3)] <= 1

        if cell (1,3) is not 1, if cell (1,4) is 0:
        1 x  few: row 4  x[cell (1,1)] + x[cell (1,2)] <= 1
        sum: x[cell (1,1)] + x[cell (1,2)] <= 1

        if cell (1,3) is not 1, if cell (1,4) is not 0:
        1 x  few: row 1  x[cell (1,1)] + x[cell (1,2)] + x[cell (1,3)] <= 1
        sum: x[cell (1,1)] + x[cell (1,2)] + x[cell (1,3)] <= 1
        """,
    ),
    "links": (
        supposing(OUT, FIRST, THEN),
        """
        if cell (1,1) is 1, link 1:
        1 x  few: row 1              x[cell (1,1)] + x[cell (1,2)] + x[cell (1,3)] <= 1
        1 x  assumed: cell (1,1), 1  x[cell (1,1)] >= 1
        sum: x[cell (1,2)] + x[cell (1,3)] <= 0

        if cell (1,1) is 1, link 2:
        1 x  some: row 2             x[cell (1,2)] + x[cell (1,4)] >= 1
        1 x  assumed: cell (1,2), 1  x[cell (1,2)] <= 0
        sum: x[cell (1,4)] >= 1
        """,
    ),
    "rounded down": (
        Certificate(
            OUT,
            (
                Term(at_most(0, range(3)), HALF),
                Term(at_least(1, (1, 2)), -HALF),
                Term(LinearConstraint("bound", Label("row", 8), {KEYS[1]: 1.0}, 0.0, 1.0), -2 * HALF),
                Term(LinearConstraint("bound", None, {KEYS[3]: 1.0}, 0.0, 1.0), -HALF / 2),
            ),
            rounded=True,
        ),
        """
          1 x  few: row 1   x[cell (1,1)] + x[cell (1,2)] + x[cell (1,3)] <= 1
          1 x  some: row 2  x[cell (1,2)] + x[cell (1,3)] >= 1
          2 x  bound        x[cell (1,2)] >= 0
        1/2 x  bound        x[cell (1,4)] >= 0
        sum: x[cell (1,1)] - 2 x[cell (1,2)] - 0.5 x[cell (1,4)] <= 0
        divided by 2 and rounded down, for it is a whole number
        """,
    ),
    "rounded up": (
        Certificate(
            HOLDS,
            (
                Term(at_least(0, range(3)), HALF),
                Term(at_most(1, (1, 2)), -HALF),
                Term(LinearConstraint("a_b", (Label("row", 1), "x", None), {KEYS[0]: -1.0}, 0.5, None), 3 * HALF),
            ),
            rounded=True,
        ),
        """
        1 x  some: row 1    x[cell (1,1)] + x[cell (1,2)] + x[cell (1,3)] >= 1
        1 x  few: row 2     x[cell (1,2)] + x[cell (1,3)] <= 1
        3 x  a b: row 2, x  - x[cell (1,1)] >= 1/2
        sum: - 2 x[cell (1,1)] >= 3/2
        divided by 2 and rounded up, for it is a whole number
        """,
    ),
}


@pytest.mark.parametrize("what", TABLES)
def test_the_sum_as_a_table(what: str) -> None:
    own, expected = TABLES[what]
    assert "\n\n".join(map(str, sums(own))) == dedent(expected).strip("\n")


HALVED = Certificate(at_most(0, (0, 1), 0, "half_of_a_sum"), (Term(ONE_ROW[0], HALF),), rounded=True)
FOLLOWS = proof(at_most(0, (0, 1), 0, "odd_sum"), (HALVED.claim, 1))
DERIVED = DerivedConstraint(**vars(FOLLOWS.claim), proofs=(HALVED, FOLLOWS))
BY_IT = proof(OUT, (DERIVED, 1), ELEVEN[0], (DERIVED, 1))


@pytest.mark.parametrize(
    ("own", "cases"),
    [
        (BY_IT, [""]),
        (Cases(OUT, SPLIT, BY_IT, ONE), ["if cell (1,3) is 1", "if cell (1,3) is not 1"]),
        (Cases(OUT, SPLIT, ONE, BY_IT), ["if cell (1,3) is 1", "if cell (1,3) is not 1"]),
        (supposing(OUT, BY_IT, FIRST), ["if cell (1,1) is 1, link 1", "if cell (1,1) is 1, link 2"]),
    ],
)
def test_what_a_sum_takes_besides_rules_is_added_up_before_it_and_once(own: Any, cases: list[str]) -> None:
    rules = ["from rules: half of a sum: row 1", "from rules: odd sum: row 1"]
    tables = [*sums(own)]
    assert [one.case for one in tables] == [*rules, *cases]
    assert [one.rows for one in tables[:2]] == [one.rows for part in DERIVED.proofs for one in sums(part)]
    assert [one.case for one in sums(ONE)] == [""]


def test_a_sum_of_nothing_is_0() -> None:
    both = proof(CONTRADICTION, (WORLD.excluded(CELLS[1], 1), 1), (WORLD.holds(CELLS[1], 1), -1))
    (table,) = sums(both)
    assert table.total == "sum: 0 <= -1"


# Names


def test_a_clue_is_that_of_the_first_part_of_a_place() -> None:
    world = known(clues={("few", Label("row", 0)): "row 1 has 1"})
    terms = [(somewhere((Label("row", 0), i)), 1) for i in range(9)]
    assert told(world, proof(OUT, *terms))[1] == "This clue takes part: row 1 has 1."


def test_a_rule_may_name_the_parts_of_its_place_by_their_last_words() -> None:
    """Of a place on the board its numbers. So are those places named that are left to a row."""
    world = known(wording={"few": Wording("", "it is full from {p0} to {p1}")})
    assert told(world, proof(OUT, (somewhere((CELLS[0], CELLS[3])), 1)))[1] == "It is full from (1,1) to (1,4)."
    named = known(display_names={cell: f"the left cell {cell.numbers()[1]}" for cell in CELLS} | {CELLS[2]: "third"})
    own = proof(OUT, (at_least(0, range(1, 4)), -1), (named.excluded(CELLS[3], 1), 1))
    assert told(named, own)[1] == "Row 1 has its 1 in 2 or third."


@pytest.mark.parametrize("other", [Label("row", 5), (Label("row", 5),)])
def test_rows_whose_places_have_most_parts_are_told_first(other: Any) -> None:
    """A single part is one, however it is given: then those come first that the proof takes first."""
    rows = [somewhere(index, f) for index, f in ((other, "few"), ((Label("row", 2), Label("box", 0)), "some"))]
    rows.append(somewhere((Label("row", 7),) if isinstance(other, Label) else Label("row", 7), "a_b"))
    assert told(WORLD, proof(OUT, *((row, 1) for row in rows)))[1] == (
        "Row 3 with box 1 has room for 1; row 6 has room for 1; row 8 is full (a b)."
    )


@pytest.mark.parametrize(
    ("length", "parts", "letters", "name"),
    [
        (60, 4, "", "Cells (1,1), (1,2), (1,3) and (1,4)"),
        (95, 4, "", "4 cells"),
        (95, 2, "", "2 cells"),
        (60, 4, "abcd", f"A{'a' * 39} and 3 others"),
        (95, 4, "abcd", f"A{'a' * 39} and 3 others"),
    ],
)
def test_the_parts_of_a_place_are_named_as_far_as_there_is_room(
    length: int, parts: int, letters: str, name: str
) -> None:
    """Else their number is told, or how many there are besides the first."""
    names = {cell: letter * 40 for cell, letter in zip(CELLS, letters, strict=False)}
    world = known(wording={"few": Wording("", f"{{all}} as {'n' * length}")}, display_names=names)
    assert told(world, proof(OUT, (somewhere(tuple(CELLS[:parts])), 1)))[1] == f"{name} as {'n' * length}."


@pytest.mark.parametrize("settled", ["a", "b", "c"])
@pytest.mark.parametrize("cells", [1, 2])
def test_a_place_of_which_something_else_is_known_is_not_left(settled: str, cells: int) -> None:
    """Whether the proof takes that or not; unless one alone would be left, for that would be another proof."""
    keys = [*KEYS[:cells], OTHERS[A, "b"], KEYS[5]]
    row = LinearConstraint("some", Label("row", 0), dict.fromkeys(keys, 1.0), 1.0, None)
    world = known(known=(WORLD.holds(A, settled),))
    words = told(world, proof(WORLD.excluded(CELLS[7], 1), (row, -1), (WORLD.excluded(CELLS[5], 1), 1)))[1]
    places = [f"(1,{j + 1})" for j in range(cells)] + (["(2,1)"] if settled == "b" or cells == 1 else [])
    assert re.findall(r"\(\d,\d\)", words) == places


def test_a_rule_may_name_the_last_part_of_its_place() -> None:
    world = known(wording={"few": Wording("", "{last} is full")})
    assert told(world, proof(OUT, (somewhere((Label("row", 0), Label("box", 1))), 1)))[1] == "Box 2 is full."


@pytest.mark.parametrize("parts", [1, 2, 8, 9, 10, 11])
def test_each_part_of_a_place_is_named_up_to_as_many_as_a_sudoku_unit_has(parts: int) -> None:
    """Of more, their number is told."""
    world, row = known(wording={"few": Wording("", "{all} | is full")}), somewhere(tuple(CELLS[:parts]))
    words = told(world, proof(OUT, (row, 1)))[1]
    if parts <= 9:
        assert re.findall(r"\(1,\d+\)", words) == [f"(1,{j + 1})" for j in range(parts)]
    else:
        assert words.startswith(f"{parts} cells ")


def test_what_is_known_of_one_subject_is_told_together() -> None:
    world = known(display_names={A: "the pair", B: "the pair"})
    facts = [(WORLD.excluded(A, "a"), 1), (WORLD.excluded(B, "b"), 1)]
    assert told(world, proof(OUT, ONE_ROW, *facts))[0] == "The pair is not a and not b."


@pytest.mark.parametrize("name", ["first", "third"])  # before "not" by its letters, and behind it
def test_what_a_subject_is_comes_before_what_it_is_not(name: str) -> None:
    """Whichever is known first; what it is not stands in the order of the facts."""
    world = known(display_names={A: "the pair", B: "the pair", "c": name})
    for facts in permutations([world.holds(A, "c"), world.excluded(B, "a")]):
        assert [*map(" ".join, known_of(world, facts))] == [f"the pair is {name} and not a "]
    for states in permutations("abc"):
        (told,) = known_of(WORLD, [WORLD.excluded(B, state) for state in states])
        assert re.findall(r"\bnot (\w)", told.predicate) == [*states]


def test_a_number_is_a_state_where_a_rule_is_about_that_state_alone() -> None:
    world, mixed = known(display_names={1: "one"}), {KEYS[0]: 1.0, OTHERS[A, "a"]: 1.0}
    rows = [somewhere((Label("row", 0), 1)), LinearConstraint("few", (Label("row", 0), 1), mixed, None, 1.0)]
    reasons = [told(world, proof(OUT, (row, 1)))[1] for row in rows]
    assert reasons == ["Row 1 with one has room for 1.", "Row 1 with 1 has room for 1."]


# States that have a name together, and variables of their own for whether an element is in one of them


def test_not_to_be_in_one_state_is_to_be_in_the_others_by_their_name() -> None:
    world = known(display_names={frozenset("bc"): "a late one", "b": "second"})
    assert [*map(" ".join, known_of(world, [world.excluded(A, "a")]))] == ["cell (2,1) is a late one "]
    assert [*map(" ".join, known_of(world, [world.excluded(A, "c")]))] == ["cell (2,1) is not c "]
    assert told(world, proof(world.excluded(A, "a"), ONE_ROW))[2] == "So cell (2,1) is a late one."
    both = [*map(" ".join, known_of(world, [world.excluded(A, "b"), world.excluded(A, "a")]))]
    assert both == ["cell (2,1) is c "]
    third = known(display_names={frozenset("bc"): "a late one", frozenset("d"): "none"})
    ends = [third.excluded(A, "a"), third.excluded(B, "b")]
    assert [*map(" ".join, known_of(third, ends))] == ["cell (2,1) is a late one ", "cell (2,2) is not b "]


PART = {cell: ("p", cell) for cell in CELLS[:4]}  # 1 unless the cell is water
SEA = {(cell, "water"): ({key: -1.0}, 1.0) for cell, key in PART.items()}
SEA |= {(cell, kind): ({(kind, cell): 1.0}, 0.0) for cell in PART for kind in ("end", "middle")}
COUNT = LinearConstraint("count", Label("row", 0), dict.fromkeys(PART.values(), 1.0), 2.0, 2.0)


def sea(*rows: LinearConstraint) -> Premises:
    """Four cells that are water or parts of two kinds, two of them parts."""
    keys = [*PART.values(), *((kind, cell) for cell in PART for kind in ("end", "middle"))]
    words = {"count": Wording("{0} | needs {side:part}", "{0} | needs {side:part}", "{0} | has its {side:part}")}
    words["silent"] = Wording("", "")
    names = {frozenset(("end", "middle")): "a part", "end": "an end"}
    return Premises((COUNT, *rows), dict.fromkeys(keys, (0.0, 1.0)), frozenset(keys), SEA, words, display_names=names)


def test_what_is_known_of_states_fixes_the_variables_that_say_so() -> None:
    a, b, c, d = PART
    world = sea()
    assert world.fixed == {}
    facts = [world.holds(a, "end"), world.excluded(b, "water"), world.holds(c, "water"), world.excluded(d, "middle")]
    fixed = {PART[a]: 1, ("end", a): 1, ("middle", a): 0, PART[b]: 1, PART[c]: 0, ("end", c): 0, ("middle", c): 0}
    assert world.knowing(*facts).fixed == fixed | {("middle", d): 0}


@pytest.mark.parametrize(
    ("value", "lower", "upper", "left"),
    [(1, 1, 1, 1), (1, 1, None, 1), (1, None, 0, 2), (1, None, 1, 2), (0, 0, None, 2), (-0.5, -0.5, None, 2)],
)
def test_only_a_clue_by_which_a_cell_is_of_a_kind_makes_it_a_part(
    value: float, lower: float | None, upper: float | None, left: int
) -> None:
    """One by which it is not, or that says nothing of it, leaves to the row as many parts as before."""
    a, b, *_ = PART
    clue = LinearConstraint("clue", a, {("end", a): value}, lower, upper)
    world = sea(clue)
    (count,) = proof_parts(world, [proof(world.holds(b, "water"), (COUNT, -1), (clue, 1))]).at_most
    assert count.rest == left


def test_a_cell_of_water_takes_no_part() -> None:
    a, b, *_ = PART
    world = sea()
    (count,) = proof_parts(world, [proof(world.holds(b, "water"), (COUNT, -1), (world.holds(a, "water"), 1))]).at_most
    assert count.rest == 2


def test_a_clue_may_say_by_the_opposite_what_a_cell_is() -> None:
    a, *_ = PART
    is_part, is_water = (LinearConstraint("clue", Label("clue", 1), {PART[a]: 1.0}, own, own) for own in (1.0, 0.0))
    assert stated(sea(), is_part) == ("cell (1,1)", "is not water, by clue 2")
    assert stated(sea(), is_water) == ("cell (1,1)", "is water")


def test_a_row_is_full_of_parts_of_whatever_kind() -> None:
    """By a clue, by what was found, or by what is only known to be no water."""
    a, b, c, _ = PART
    world = sea(LinearConstraint("clue", a, {("end", a): 1.0}, 1.0, 1.0))
    facts = [world.excluded(b, "water"), world.holds(b, "middle")]
    for fact in facts:
        own = world.knowing(fact)
        assert own.effort(COUNT, at_least=False) < 1 == own.effort(COUNT, at_least=True)
        told_as = told(own, proof(own.holds(c, "water"), (COUNT, -1), (own.rows[1], 1), (fact, 1)))
        assert told_as == ("Row 1 has its 2 parts.", "", "So cell (1,3) is water.", "plain")
    assert world.effort(COUNT, at_least=False) == 1


def test_rules_without_words_do_not_make_a_step_long() -> None:
    a, b, *_ = PART
    rules = [LinearConstraint("silent", i, {PART[a]: 1.0, PART[b]: 1.0}, None, 1.0) for i in range(9)]
    world = sea(*rules)
    *words, kind = told(world, proof(world.holds(a, "water"), (COUNT, 1), *((rule, 2) for rule in rules)))
    assert (words, kind) == (["", "Row 1 needs 2 parts.", "So cell (1,1) is water."], "plain")


@pytest.mark.parametrize(("rules", "kind"), [(3, "plain"), (4, "long"), (8, "counted")])
def test_of_rules_without_words_only_a_few_may_be_seen_at_once(rules: int, kind: str) -> None:
    """More are told as rules that count, and so are those of one proof, but not of several proofs together."""
    a, b, *_ = PART
    silent = [LinearConstraint("silent", i, {PART[a]: 1.0, PART[b]: 1.0}, None, 1.0) for i in range(rules)]
    world = replace(sea(*silent), wording={**sea().wording, "silent": Wording("", "", at_once=3)})
    first, *more = [(rule, 1) for rule in silent]
    assert told(world, proof(world.holds(a, "water"), (COUNT, 1), first, *more))[-1] == kind
    several = [proof(world.holds(a, "water"), (COUNT, 1), one) for one in (first, *more)]
    assert proof_parts(world, several).unsaid == 0
    at_once = proof(world.holds(b, "water"), first, *more)
    assert {proof_parts(world, own).unsaid for own in ([*several, at_once], [at_once, *several])} == {
        rules if rules > 3 else 0
    }


@pytest.mark.parametrize(("known", "few", "kind"), [(False, 2, "long"), (True, 2, "plain"), (False, inf, "plain")])
def test_what_leads_unsaid_through_something_else_is_not_plain(known: bool, few: float, kind: str) -> None:
    """It is so either way, but nobody says that there are two; where many rows are seen at once, that is, too."""
    a, b, c, _ = PART
    ways = {a: 1.0, c: -1.0}
    rows = [LinearConstraint("silent", e, {PART[e]: 1.0, ("end", b): way}, None, 1.0) for e, way in ways.items()]
    world = replace(sea(*rows), wording={**sea().wording, "silent": Wording("", "", at_once=few)})
    facts = [(world.holds(b, "end"), -1)] if known else []
    assert told(world, proof(world.holds(a, "water"), (COUNT, 1), *((row, 1) for row in rows), *facts))[-1] == kind


def test_a_clue_without_words_is_not_told() -> None:
    a, b, *_ = PART
    row = LinearConstraint("silent", a, {("end", a): 1.0}, 0.0, 0.0)
    world = sea(row)
    assert known_of(world, [row, world.holds(b, "end")]) == known_of(world, [world.holds(b, "end")])
