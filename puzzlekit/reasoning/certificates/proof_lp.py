"""The search for certificates by linear programming. HiGHS finds the multipliers in floating point; they are made
rational and checked exactly.

A shortest proof of "c x <= b" from constraints "a_i x <= r_i", bounds among them, has the multipliers that

    minimize sum_i w_i u_i  such that  sum_i u_i a_i = c,  sum_i u_i r_i <= b,  u >= 0.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import scipy  # scipy loads its submodules at their first use, which takes long

from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import NoShortProof, PuzzleError, expect, shown
from puzzlekit.reasoning.certificates.certificate import CONTRADICTION, Certificate, Term, added_up, opposite
from puzzlekit.reasoning.certificates.premises import BOUND, Premises, weight
from puzzlekit.scip.constraints import LinearConstraint

TOLERANCE = 1e-7  # HiGHS's default feasibility tolerance; a smaller multiplier counts as 0
EXACT = 1e-6  # largest relative gap between the norm of the exact multipliers and the optimum
DENOMINATORS = (1, 2, 6, 12, 60, 1_000, 100_000)  # tried in this order: the simplest fractions that prove the claim win
LIMIT, INFEASIBLE = 1, 2  # statuses of linprog


class Side(NamedTuple):
    """One side of a constraint, in the form sign * (coefficients * x) <= limit."""

    row: LinearConstraint
    sign: int  # 1 for the upper side, -1 for the lower

    @property
    def limit(self) -> float:
        """Return the upper bound of `sign * (coefficients * x)`."""
        return float(self.row.upper) if self.sign > 0 else -float(self.row.lower)  # type: ignore[arg-type]


def sides_of(rows: Iterable[LinearConstraint]) -> Iterator[Side]:
    """Yield one or two sides of each constraint: the upper side, then the lower side."""
    for row in rows:
        if row.upper is not None:
            yield Side(row, 1)
        if row.lower is not None:
            yield Side(row, -1)


class ProofLP:
    """Linear programs that search for proofs from given premises.

    Parameters
    ----------
    time_limit
        In seconds, for each linear program. At the limit, TimeLimitReached is raised.
    """

    def __init__(self, premises: Premises, *, time_limit: float | None = None):
        expect(premises, Premises, "the premises of a model")
        self.premises, self._time_limit = premises, time_limit
        bounds = (premises.bound(key) for key in premises.bounds)
        self._sides = [*sides_of((*premises.rows, *premises.known)), *sides_of(bounds)]
        self._numbers = {key: number for number, key in enumerate(premises.bounds)}
        self._columns = self._matrix(self._sides)

    def prove(self, claim: LinearConstraint) -> Certificate | None:
        """Return a shortest proof of a claim by adding constraints, or None if there is none."""
        side = _only_side(claim)
        found = self._shortest(self._sides, self._columns, self._matrix([side]).toarray()[:, 0], side.limit)
        return None if found is None else self._exact(claim, found)

    def round(self, claim: LinearConstraint) -> Certificate | None:
        """Return a shortest proof of a claim about a whole number by adding and rounding, or None if there is none.

        The method first finds a shortest proof of "0 <= -1" from the premises and the negated claim. The result has the
        multipliers of the premises, divided by the multiplier of the negated claim.
        """
        _only_side(claim)
        side = _only_side(opposite(claim))
        if not self.premises.integral(claim.coefficients):
            return None
        columns = scipy.sparse.hstack([self._columns, self._matrix([side])])
        found = self._shortest([*self._sides, side], columns, np.zeros(len(self._numbers)), -1.0)
        if found is None or found[-1] < TOLERANCE:  # with multiplier 0, the premises contradict each other
            return None
        return self._exact(claim, found[:-1] / found[-1], rounded=True)

    def refute(self) -> Certificate | None:
        """Return a shortest proof that the premises contradict each other, or None if there is none."""
        return self.prove(CONTRADICTION)

    def _matrix(self, sides: Sequence[Side]) -> Any:
        """Return a sparse matrix with one column for each side: the coefficients of its signed sum."""
        own = [(key, column, side.sign * value)
               for column, side in enumerate(sides) for key, value in side.row.coefficients.items()]  # fmt: skip
        if stranger := next((key for key, _, _ in own if key not in self._numbers), None):
            raise PuzzleError(f"found {shown(stranger)}, expected the key of a variable with bounds")
        entries = [(self._numbers[key], column, value) for key, column, value in own]
        places, columns, values = zip(*entries, strict=True) if entries else ((), (), ())
        shape = len(self._numbers), len(sides)
        return scipy.sparse.coo_array((values, (places, columns)), shape=shape, dtype=float)

    def _shortest(self, sides: Sequence[Side], columns: Any, target: np.ndarray, limit: float) -> np.ndarray | None:
        """Return the multipliers of least norm that prove "target x <= limit", one for each side; None if there is no
        such proof. `columns` has the coefficients of each side in a column, as in `_matrix`."""
        deadline = Deadline(self._time_limit, "no proof found")
        answer = scipy.optimize.linprog(
            [float(weight(side.row)) for side in sides],
            A_eq=columns, b_eq=target, A_ub=[[side.limit for side in sides]], b_ub=[limit],
            method="highs-ds", options={"time_limit": deadline.remaining()},
        )  # fmt: skip
        if answer.status == LIMIT:
            raise deadline.reached()
        if answer.status not in (0, INFEASIBLE):
            raise NoShortProof(f"the linear program was not solved: {answer.message}")
        return answer.x

    def _exact(self, claim: LinearConstraint, multipliers: np.ndarray, *, rounded: bool = False) -> Certificate:
        """Return an exact proof of the claim. Its multipliers are the simplest fractions near `multipliers` for which
        the proof is exact and the norm stays optimal."""
        orient = 1 if claim.lower is None else -1
        used = [(side, float(number)) for side, number in zip(self._sides, multipliers, strict=True)
                if number > TOLERANCE and side.row.family != BOUND]  # fmt: skip
        for denominator in DENOMINATORS:
            fractions = [(side, Fraction(number).limit_denominator(denominator)) for side, number in used]
            terms = [Term(side.row, orient * side.sign * number) for side, number in fractions if number]
            certificate = added_up(claim, terms, self.premises, rounded=rounded)
            size = sum(number * float(weight(side.row)) for side, number in used)
            is_short = abs(float(sum(term.norm for term in terms)) - size) < EXACT * (1 + size)
            if is_short and certificate.problem(self.premises) is None:
                return certificate
        raise NoShortProof("multipliers were found, but no simple fractions near them prove the claim")


def _only_side(claim: LinearConstraint) -> Side:
    expect(claim, LinearConstraint, "a claim as a LinearConstraint")
    if len(sides := list(sides_of([claim]))) != 1:
        raise PuzzleError(f"found {claim}, expected a claim with only one bound")
    return sides[0]
