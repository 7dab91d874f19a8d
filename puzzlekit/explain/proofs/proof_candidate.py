"""Proofs as linear programs suggest them, in floating point, and how they become exact."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from puzzlekit.explain.proofs.certificate import Certificate, Term, added_up
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.witnesses import TOLERANCE
from puzzlekit.scip.constraints import LinearConstraint

EXACT = 1e-6  # an LP value this near to 0 or 1 is 0 or 1
DENOMINATORS = (1, 2, 6, 12, 60, 1_000, 100_000)


class ProofCandidate:
    """A proof in floating point, with its witness; made exact when it is asked for."""

    def __init__(self, norm: float, exact: Callable[[], Certificate | None], witness: np.ndarray, scale: float | None):
        self.norm, self.witness, self.scale = norm, witness, scale
        self._exact = exact

    @cached_property
    def certificate(self) -> Certificate | None:
        """The certificate, checked; None if no simple fractions near these multipliers are a proof."""
        return self._exact()


@dataclass(frozen=True)
class RowSide:
    """One side of a row, as "coefficients times x <= limit"."""

    row: LinearConstraint
    sign: int  # 1 for the upper side, -1 for the lower

    @property
    def limit(self) -> float:
        """What the sum is at most."""
        return float(self.row.upper) if self.sign > 0 else -float(self.row.lower)  # type: ignore[arg-type]


def sides_of(rows: Iterable[LinearConstraint]) -> list[RowSide]:
    """The sides that some rows have, each one or two."""
    both = [(row, sign) for row in rows for sign in (1, -1)]
    return [RowSide(row, sign) for row, sign in both if (row.upper if sign > 0 else row.lower) is not None]


def rational(
    premises: Premises,
    claim: LinearConstraint,
    sides: Sequence[RowSide],
    efforts: Sequence[Fraction],
    multipliers: np.ndarray,
    norm: float,
    *,
    rounded: bool,
) -> Certificate | None:
    """The certificate with the simplest fractions near these multipliers that checks and is as short, or None."""
    orient = 1 if claim.lower is None else -1
    support = [(sides[int(i)], float(multipliers[i]), efforts[int(i)]) for i in np.flatnonzero(multipliers > TOLERANCE)]
    for denominator in DENOMINATORS:
        terms = [
            Term(side.row, orient * side.sign * Fraction(number).limit_denominator(denominator), effort)
            for side, number, effort in support
        ]
        terms = [term for term in terms if term.multiplier]
        certificate = added_up(claim, terms, premises, rounded=rounded)
        if certificate.problem(premises) is None and abs(certificate.norm - norm) < EXACT * (1 + norm):
            return certificate
    return None
