"""Proofs in words, of proofs that are made by hand: a row of cells that are 0 or 1, and rules that speak plainly."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from puzzlekit.explain.proofs.certificate import Certificate, Term
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import Cases
from puzzlekit.explain.words.grammar import LONGEST
from puzzlekit.explain.words.verbalize import proof_signature, readable, verbalize
from puzzlekit.grid import Cell, Label
from puzzlekit.scip import Wording
from puzzlekit.scip.constraints import LinearConstraint

CELLS = [Cell(0, j) for j in range(12)]
KEYS = [("x", cell) for cell in CELLS]
WORDING = {
    "few": Wording("{here} | needs {side}", "{here} | has room for {side}", "{here} | has its | {side}"),
    "some": Wording("{here} | needs a | 1", "{here} | has room for | {side}", only="{here} | has its 1 in | {at}"),
}


def known(**more: Any) -> Premises:
    """Cells that are 0 or 1."""
    states = {(cell, 1): ({key: 1.0}, 0.0) for cell, key in zip(CELLS, KEYS, strict=True)}
    states |= {(cell, 0): ({key: -1.0}, 1.0) for cell, key in zip(CELLS, KEYS, strict=True)}
    return Premises((), dict.fromkeys(KEYS, (0.0, 1.0)), frozenset(KEYS), states, **{"wording": WORDING} | more)


WORLD = known()


def at_most(number: int, cells: Iterable[int], most: int = 1, family: str = "few") -> LinearConstraint:
    return LinearConstraint(family, Label("row", number), {KEYS[j]: 1.0 for j in cells}, None, float(most))


def at_least(number: int, cells: Iterable[int], least: int = 1, family: str = "some") -> LinearConstraint:
    return LinearConstraint(family, Label("row", number), {KEYS[j]: 1.0 for j in cells}, float(least), None)


def proof(claim: LinearConstraint, *terms: tuple[LinearConstraint, int]) -> Certificate:
    """Of the claim, by these rows, so often; that they prove it is not what is asked here."""
    return Certificate(claim, tuple(Term(row, Fraction(times)) for row, times in terms))


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
FAMILIES = {f: 5 - i for i, f in enumerate(("few", "some", "a_b", "c", "d"))}
MIXED = [(at_most(i, range(12), 1, f), 1) for f, number in FAMILIES.items() for i in range(number)]
TOLD = {
    "a full row": (
        [proof(OUT, (at_most(0, range(3)), 1), ELEVEN[0])],
        ("Row 1 has its 1.", "", "So cell (1,1) is 0.", "plain"),
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
        ("Row 1 has its 1.", "It needs 2.", "So cell (1,1) is 0.", "plain"),
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
    "in lines": (
        [proof(OUT, *EIGHT, *ELEVEN)],
        (
            "Cells (1,5), (1,6), (1,7), (1,8), (1,9), (1,10), (1,11) and (1,12) are 1; row 3 has its 3.",
            "Row 1 has room for 1; row 2 has room for 2; row 4 has room for 4.\n"
            "Row 5 has room for 5; row 6 has room for 6; row 7 has room for 7; row 8 has room for 8.",
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
}


@pytest.mark.parametrize("what", TOLD)
def test_what_is_told(what: str) -> None:
    proofs, expected = TOLD[what]
    assert told(WORLD, *proofs) == expected


@pytest.mark.parametrize(
    ("clues", "part"),
    [
        (1, "This clue takes part: row 1 has 1."),
        (2, "These clues take part: row 1 has 1 and row 2 has 1."),
        (9, "9 clues take part."),
    ],
)
def test_clues_of_what_is_counted_are_named_where_they_fit(clues: int, part: str) -> None:
    world = known(clues={("few", Label("row", i)): f"row {i + 1} has 1" for i in range(clues)})
    assert told(world, COUNTED)[1] == part


def test_fewer_families_are_named_where_more_would_not_fit() -> None:
    families = {f"{letter * 40}": 3 - i for i, letter in enumerate("abc")}
    terms = [(at_most(i, range(12), 1, f), 1) for f, number in families.items() for i in range(number + 2)]
    pattern, *_ = told(WORLD, proof(OUT, *terms))
    assert pattern == f"The proof combines 12 constraints: 5 of {'a' * 40} and 7 others."


@pytest.mark.parametrize(("length", "cells"), [(LONGEST - 21, 1), (LONGEST - 20, 1), (30, 12), (2 * LONGEST, 1)])
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


def test_what_is_left_of_an_element_is_what_it_is() -> None:
    assert verbalize(WORLD, [ONE], {CELLS[0]: frozenset({1})}).conclusion == "So cell (1,1) is 1."


def test_proofs_that_say_the_same_are_one_thought() -> None:
    """What is counted says which rows there are."""
    other = proof(WORLD.excluded(CELLS[1], 1), (at_most(0, range(3)), 1))
    assert proof_signature(WORLD, ONE) == proof_signature(WORLD, other) == ("row 1 has room for 1 ",)
    assert len(proof_signature(WORLD, COUNTED)) == len({*proof_signature(WORLD, COUNTED)}) == 9
    fewer = proof(OUT, *NINE[1:], (at_most(9, range(12)), 1))
    assert proof_signature(WORLD, COUNTED) != proof_signature(WORLD, fewer)
