"""Walks in words: steps made by hand, most of which are told several together."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from puzzlekit import sudoku
from puzzlekit.explain import Certificate, ExplainedStep, Term
from puzzlekit.explain.proofs.easiest import AT_A_GLANCE
from puzzlekit.explain.proofs.known import Known
from puzzlekit.explain.proofs.premises_of import premises
from puzzlekit.explain.proofs.row_kinds import KNOWN
from puzzlekit.explain.walk import FEW, TOLD, in_words, needed, told_before
from puzzlekit.explain.words.naming import concluded
from puzzlekit.grammar import LONGEST, lines
from puzzlekit.grid import Cell
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.sudoku import model_assignment

WORLD = premises(model_assignment.build(sudoku.parse("\n".join(["." * 9] * 9))))
CELLS = [Cell(i, j) for i in range(9) for j in range(9)]
RULE = next(row for row in WORLD.rows if row.family == "one_digit_per_cell")


def step(*claims: LinearConstraint, hard: int = 0, by: Sequence[LinearConstraint] = ()) -> ExplainedStep:
    """A step of claims about a cell, as hard as that, which takes some facts."""
    terms = (Term(RULE, Fraction(hard)), *(Term(fact, Fraction(1)) for fact in by))
    ((cell, _),) = {(claim.index[0], claim.lower is None) for claim in claims}
    out = {claim.index[1] for claim in claims}
    left = frozenset(out if claims[0].lower is not None else {*range(1, 10)} - out)
    said = f"So {cell} is so."
    proofs = tuple(Certificate(claim, terms) for claim in claims)
    return ExplainedStep({cell: left}, "sum_of_rows", (), said, proofs, "", "plain", ("", "", said), ((said, {}),))


ENDS = [step(WORLD.holds(cell, 9)) for cell in CELLS[2 - TOLD :]]  # which are told whole


def group(*steps: ExplainedStep, ends: Sequence[ExplainedStep] = ()) -> str:
    """What is told of these together, before others that are told whole."""
    (words, marks, known), *rest = told_before(WORLD, [*steps, *ENDS], [proof for one in ends for proof in one.proofs])
    assert len(rest) == len(ENDS)
    assert marks == dict.fromkeys((cell for one in steps for cell in one.candidates), "hinted")
    assert known == len(steps), "what they settle is known where it is told"
    assert [part.known for part in rest] == [len(steps) + number for number in range(len(rest))]
    return words


def test_a_few_steps_are_told_one_by_one() -> None:
    steps = [step(WORLD.holds(cell, 1)) for cell in CELLS[: TOLD - 1]]
    assert [part.words for part in told_before(WORLD, steps, [])] == [one.message for one in steps]


def test_a_single_step_between_others_is_told_whole() -> None:
    hard = [0, 5, 0, 5, 0, 0, 0, 0]
    steps = [step(WORLD.holds(cell, 1), hard=own) for cell, own in zip(CELLS, hard, strict=False)]
    told = [part.words for part in told_before(WORLD, steps, [])]
    whole = [one.message for one in steps]
    assert told == [*whole[:4], "In 3 steps: cells (1,5), (1,6) and (1,7) are 1.", whole[7]]


@pytest.mark.parametrize("seed", range(60))
def test_the_last_steps_and_the_hardest_are_told_whole_and_no_more_than_fit(seed: int) -> None:
    draw = random.Random(seed)
    hard = [draw.choice((0, 0, 0, 0, draw.choice((1, 5, 9)))) for _ in range(draw.randrange(1, 30))]
    steps = [step(WORLD.holds(cell, 1), hard=own) for cell, own in zip(CELLS, hard, strict=False)]
    told = [part.words for part in told_before(WORLD, steps, [])]
    whole = [one.message in told for one in steps]
    assert len(told) < TOLD, "the end is told, too"
    assert whole[-1]
    assert all(whole) == (len(steps) < TOLD)
    of_hard = [own for own, alone in zip(hard, whole, strict=True) if own > AT_A_GLANCE and not alone]
    told_hard = [own for own, alone in zip(hard, whole, strict=True) if own > AT_A_GLANCE and alone]
    assert not of_hard or (len(told_hard) >= 2 and sorted(told_hard)[-2] >= max(of_hard))


def test_what_an_element_is_says_what_it_is_not_and_of_others_all_is_said() -> None:
    a, b, *_ = CELLS
    known = [
        step(WORLD.excluded(a, 1)),
        step(WORLD.excluded(a, 2)),
        step(WORLD.excluded(b, 1)),
        step(WORLD.holds(b, 5)),
    ]
    assert group(*known) == "In 4 steps: cell (1,1) is not 1 and not 2 and cell (1,2) is 5."


@pytest.mark.parametrize("digits", [range(1, 3), range(1, 10)])
def test_all_that_follows_is_said_where_it_fits(digits: range) -> None:
    """In a line beside how many steps, if it is one; else below."""
    kept = set[bool]()
    for count in range(TOLD - len(ENDS), 40):
        steps = [step(WORLD.holds(cell, digits[i % len(digits)])) for i, cell in enumerate(CELLS[:count])]
        left = {cell: states for one in steps for cell, states in one.candidates.items()}
        follows = lines(lambda own, left=left: f"- {concluded(WORLD, own, left)}", [one.proof for one in steps])
        words = group(*steps)
        kept.add(len(follows) <= FEW)
        if len(follows) <= FEW:
            first, *more = words.splitlines()
            assert first.startswith(f"In {count} steps:")
            assert (first == f"In {count} steps:") == bool(more)
            assert {*re.findall(r"\(\d,\d\)", words)} == {f"({cell.row + 1},{cell.column + 1})" for cell in left}
        else:
            assert words == f"In {count} steps {count} places are narrowed down."
        assert max(map(len, words.splitlines())) <= LONGEST
    assert kept == {True, False}


def test_of_many_steps_is_said_what_others_take() -> None:
    """By the end, or by a step that is told whole: what it is not, and how many more there are."""
    steps = [step(WORLD.excluded(cell, 1 + i % 9)) for i, cell in enumerate(CELLS[:50])]
    fact = LinearConstraint(KNOWN, (CELLS[3], 4), {("x", (CELLS[3], 4)): 1.0}, None, 0.0)
    assert group(*steps) == "In 50 steps 50 places are narrowed down."
    taken = "In 50 steps:\n- Cell (1,4) is not 4.\n- On the way 49 more places are narrowed down."
    assert group(*steps, ends=[step(WORLD.holds(CELLS[-1], 9), by=[fact])]) == taken
    told = told_before(WORLD, [*steps, *ENDS[:-1], step(WORLD.holds(CELLS[-1], 9), by=[fact])], [])
    assert told[0].words == taken


@pytest.mark.full
def test_what_is_taken_is_said_however_much_it_is() -> None:
    steps = [step(WORLD.excluded(cell, 1 + i % 9)) for i, cell in enumerate(CELLS[:70])]
    kept = set[int]()
    for count in range(1, 70):
        facts = [proof.claim for one in steps[:count] for proof in one.proofs]
        known = [LinearConstraint(KNOWN, fact.index, fact.coefficients, None, 0.0) for fact in facts]
        left = {cell: states for one in steps for cell, states in one.candidates.items()}
        follows = lines(lambda own, left=left: f"- {concluded(WORLD, own, left)}", [one.proof for one in steps[:count]])
        said = "\n".join(f"- C{line.removeprefix('- c')}." for line in follows)
        rest = f"- On the way {70 - count} more place{'s are' if count < 69 else ' is'} narrowed down."
        kept.add(len(follows))
        assert group(*steps, ends=[step(WORLD.holds(CELLS[-1], 9), by=known)]) == f"In 70 steps:\n{said}\n{rest}"
    assert max(kept) > 2 * FEW


def test_what_a_step_between_others_takes_is_said_as_well() -> None:
    """It is told whole, since it is alone there."""
    fact = LinearConstraint(KNOWN, (CELLS[3], 4), {("x", (CELLS[3], 4)): 1.0}, None, 0.0)
    steps = [step(WORLD.excluded(cell, 1 + i % 9)) for i, cell in enumerate(CELLS[:50])]
    first, second = (step(WORLD.holds(cell, 1), hard=99) for cell in CELLS[60:62])
    alone = step(WORLD.holds(CELLS[62], 2), by=[fact])
    told = told_before(WORLD, [*steps, first, alone, second, *ENDS], [])
    assert [part.words for part in told[1:4]] == [first.message, alone.message, second.message]
    assert told[0].words == "In 50 steps:\n- Cell (1,4) is not 4.\n- On the way 49 more places are narrowed down."


def test_what_says_nothing_new_goes_with_the_step_before() -> None:
    """That two digits are out leaves a third; it is not told once more that it is that one."""
    built = model_assignment.build(sudoku.load("tiny_4x4"))
    known = Known(built)
    element, true = next((e, known.truth[e]) for e, left in known.left.items() if len(left) > 1)
    row = known.start.rows[0]
    out = tuple(
        Certificate(known.start.excluded(element, state), (Term(row, Fraction(1)),))
        for state in known.left[element] - {true}
    )
    again = Certificate(known.start.holds(element, true), (Term(row, Fraction(1)),))
    for way in ([out, (again,)], [out, (out[0],), (again,)]):
        told = in_words(known, way)
        assert len(told) == 1
        assert told[0].proofs == tuple(proof for proofs in way for proof in proofs)
        assert told[0].candidates == {element: frozenset((true,))}
    assert [step.proofs for step in in_words(known, [out, (again,), (out[0],)])] == [(*out, again), (out[0],)]


def test_what_was_said_is_not_said_again_though_it_had_a_name() -> None:
    """Nor where other steps were told before."""
    own = [step(WORLD.holds(cell, 1)) for cell in CELLS[:3]]
    said = [
        ("", "", "So a is 1."),
        ("B is 2.", "", "So c is 3: a hidden single."),
        ("C is 3.", "D asks.", "So e is 4."),
    ]
    steps = [
        replace(one, sentences=words, pictures=tuple((part, {}) for part in words if part))
        for one, words in zip(own, said, strict=True)
    ]
    told = [part.words for part in told_before(WORLD, steps, [])]
    assert told == ["So a is 1.", "B is 2.\nSo c is 3: a hidden single.", "D asks.\nSo e is 4."]


def test_else_of_those_is_said_that_are_known() -> None:
    steps = [step(WORLD.excluded(cell, 1 + i % 9)) for i, cell in enumerate(CELLS[:50])]
    words = group(*steps, step(WORLD.holds(CELLS[60], 5)))
    assert words == "In 51 steps:\n- Cell (7,7) is 5.\n- On the way 50 more places are narrowed down."


def test_needed_is_what_a_proof_takes_and_what_that_takes() -> None:
    claims = [WORLD.holds(cell, 1) for cell in CELLS[:4]]
    way = [
        step(claims[0]).proofs,
        step(claims[1]).proofs,
        step(claims[2], by=claims[:1]).proofs,
        step(claims[3]).proofs,
    ]
    assert needed(way, step(WORLD.holds(CELLS[9], 2), by=[claims[2]]).proofs) == [way[0], way[2]]
    assert needed(way, step(WORLD.excluded(CELLS[9], 2), by=[WORLD.excluded(CELLS[1], 1)]).proofs) == []
    both = step(WORLD.excluded(CELLS[5], 1), WORLD.excluded(CELLS[5], 2)).proofs
    assert needed([both], step(claims[0], by=[both[1].claim]).proofs) == [both]


def test_a_step_knows_what_those_before_it_leave() -> None:
    """And no more, whatever else was found."""
    a, b, *_ = CELLS
    known: Any = SimpleNamespace(start=WORLD, begun={cell: frozenset(range(1, 10)) for cell in CELLS})
    way = [step(WORLD.excluded(*item)).proofs for item in ((b, 1), (a, 1), (a, 2))]
    assert [one.candidates for one in in_words(known, way)] == [
        {b: frozenset(range(2, 10))},
        {a: frozenset(range(2, 10))},
        {a: frozenset(range(3, 10))},
    ]
