"""What proofs by one rule weigh: by hand on a few rows, and beside the linear programs on boards."""

import importlib
from itertools import islice

import numpy as np
import pytest
from scipy.sparse import csc_array

from puzzlekit import explain, sudoku
from puzzlekit.explain.proof_sequence import ProofSequence
from puzzlekit.explain.proofs.easiest import AT_A_GLANCE
from puzzlekit.explain.proofs.glances import by_one_rule
from puzzlekit.explain.proofs.row_kinds import RULE
from puzzlekit.scip import BuiltModel

FACT, FULL, ONE = 0.01, 0.125, 1.0  # what a fact, a full row and a rule weigh
NEAR = 1e-6
FEW = 3  # facts that speak of several variables at once are paid for each of them
SIZES = {
    "battleship": (6, 6),
    "circuit": (5,),
    "hashi": (12,),
    "numberlink": (4, 4),
    "slitherlink": (5, 5),
    "sudoku": (3, 3),
    "zebra": (4, 4),
}


def weighed(*sides: tuple[list[float], float, float]) -> tuple[list[float], list[float]]:
    """What rows over variables from 0 to 1 say, each as coefficients, limit and weight: at least, and at most."""
    rows, limits, weights = zip(*sides, strict=True)
    count = len(rows[0])
    ends = np.zeros(count), np.ones(count)
    (least, most), _ = by_one_rule(csc_array(np.array(rows)), np.array(limits), np.array(weights), *ends)
    return least.tolist(), most.tolist()


def test_a_rule_pays_for_the_facts_that_it_uses() -> None:
    """One of three is, and two are not."""
    out = [([1.0, 0.0, 0.0], 0.0, FACT), ([0.0, 1.0, 0.0], 0.0, FACT)]
    least, most = weighed(([-1.0, -1.0, -1.0], -1.0, ONE), *out)
    assert least == pytest.approx([np.inf, np.inf, ONE + 2 * FACT])
    assert most == pytest.approx([FACT, FACT, np.inf])


def test_a_full_row_is_paid_for_once() -> None:
    """One of four is; two are not, for another in their row is, and the third is not by itself."""
    given = ([0.0, 0.0, 0.0, 0.0, -1.0], -1.0, FACT)
    full, out = ([1.0, 1.0, 0.0, 0.0, 1.0], 1.0, FULL), ([0.0, 0.0, 1.0, 0.0, 0.0], 0.0, FACT)
    least, _ = weighed(([-1.0, -1.0, -1.0, -1.0, 0.0], -1.0, ONE), full, given, out)
    assert least[3] == pytest.approx(ONE + FULL + 2 * FACT)


def test_the_full_row_is_taken_that_settles_most() -> None:
    """Two are not by one row, though each is in a row of its own that is full, too."""
    given = ([0.0, 0.0, 0.0, -1.0], -1.0, FACT)
    both = ([1.0, 1.0, 0.0, 1.0], 1.0, FULL)
    each = [([1.0, 0.0, 0.0, 1.0], 1.0, FULL), ([0.0, 1.0, 0.0, 1.0], 1.0, FULL)]
    for sides in ([both, *each], [*each, both]):
        least, _ = weighed(([-1.0, -1.0, -1.0, 0.0], -1.0, ONE), *sides, given)
        assert least[2] == pytest.approx(ONE + FULL + FACT)


def test_the_lightest_rule_counts_and_what_is_open_settles_nothing() -> None:
    heavy, light = ([-1.0, -1.0, 0.0], -1.0, 3 * ONE), ([-1.0, -1.0, 0.0], -1.0, 2 * ONE)
    least, most = weighed(heavy, light, ([1.0, 0.0, 1.0], 1.0, ONE), ([1.0, 0.0, 0.0], 0.0, FACT))
    assert least == pytest.approx([np.inf, 2 * ONE + FACT, np.inf])
    assert most == pytest.approx([FACT, np.inf, np.inf])


def test_a_rule_says_what_is_at_most_and_counts_coefficients() -> None:
    """2 x + y <= 2, and y is at least 1: so x is 0, as far as x is a whole number, which no sum says."""
    least, most = weighed(([2.0, 1.0], 2.0, ONE), ([0.0, -1.0], -1.0, FACT))
    assert (least, most) == ([np.inf, FACT], [np.inf, np.inf])
    least, most = weighed(([2.0, 2.0], 2.0, ONE), ([0.0, -1.0], -1.0, FACT))
    assert most == pytest.approx([ONE / 2 + FACT, np.inf])


def test_a_rule_leaves_a_whole_number_one_value_by_less_than_one() -> None:
    """2 x + y <= 2, and y is at least 1: x is one half at most. The sum is half of both, which leaves half a step, and
    the opposite, x is at least 1, is taken once."""
    sides = csc_array(np.array([[2.0, 1.0], [0.0, -1.0]])), np.array([2.0, -1.0]), np.array([ONE, FACT])
    _, (least, most) = by_one_rule(*sides, np.zeros(2), np.ones(2))
    assert most.tolist() == pytest.approx([((ONE + FACT) / 2 + FACT) / 0.5, np.inf])
    assert least.tolist() == [np.inf, np.inf]


def seen_at_a_glance(built: BuiltModel) -> int:
    """On the first steps of a board: of how many claims a rule says at a glance that they are so. Each is proved by the
    linear programs, and no proof by one rule is easier."""
    sequence, seen = ProofSequence(built), 0
    for _ in islice(sequence.proofs(), 30):
        program, claims = sequence.known.program, list(sequence.known.main_claims())
        weights = program.by_one_rule(claims)
        for claim, weight in [pair for pair in zip(claims, weights, strict=True) if pair[1] < AT_A_GLANCE]:
            found = program.prove(claim)
            assert found
            assert found.certificate
            rules = [term for term in found.certificate.terms if (term.effort or 0) >= RULE]
            assert found.norm > weight - FEW * FACT or len(rules) != 1
            seen += 1
        rounded = zip(claims, program.by_one_rule(claims, rounded=True), strict=True)
        for claim, weight in [pair for pair in rounded if pair[1] < AT_A_GLANCE]:
            found = program.round(claim)
            assert found
            assert found.norm < weight + FEW * FACT
    return seen


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.once
def test_the_shortest_proof_by_one_rule_weighs_as_much(name: str, seed: int) -> None:
    room = importlib.import_module(f"puzzlekit.{name}")
    assert explain.asked(room.generate(*SIZES[name], seed=seed), room.FORMULATIONS, seen_at_a_glance)


def easiest_steps(built: BuiltModel) -> int:
    """How many of the first steps are seen at a glance: each is the easiest of all sums."""
    sequence, seen = ProofSequence(built), 0
    for proof, *_ in islice(sequence.proofs(), 8):
        if isinstance(proof, explain.Certificate) and proof.norm < AT_A_GLANCE:
            found = map(sequence.known.program.prove, sequence.known.main_claims())
            assert float(proof.norm) < min(one.norm for one in found if one) + NEAR
            seen += 1
    return seen


@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.once
def test_what_is_seen_at_a_glance_stands_in_order(seed: int) -> None:
    assert explain.asked(sudoku.generate(3, 3, seed=seed), sudoku.FORMULATIONS, easiest_steps)
