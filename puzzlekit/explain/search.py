"""The search for certificates, by linear programs in floating point. What they suggest is made rational and checked
exactly; what does not check is not a certificate.

The shortest proof of "c x <= b" from rows "a x <= d" has multipliers y with the least weighted 1-norm. The dual of that
LP is solved, for it is smaller: maximise c x - b s over a point x and its scale s >= 0 that may break each row by the
row's weight, a x - d s <= w. A point that wins is a witness: as long as new facts do not forbid it, no proof is shorter.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, csc_array, hstack, vstack

from puzzlekit.explain.certificate import CONTRADICTION, Certificate, Term, assume, opposite
from puzzlekit.explain.premises import Premises, weight
from puzzlekit.rows import Row

TOLERANCE = 1e-7
EXACT = 1e-6  # an LP value this near to 0 or 1 is 0 or 1
DENOMINATORS = (1, 2, 6, 12, 60, 1_000, 100_000)
SOLVED, INFEASIBLE, UNBOUNDED = 0, 2, 3  # scipy's numbers


@dataclass(frozen=True)
class Found:
    """A certificate with its witness: a point and a scale that show that no proof is shorter."""

    certificate: Certificate
    point: np.ndarray = field(repr=False)
    scale: float = 1.0


@dataclass(frozen=True)
class _Side:
    """One side of a row, as "coefficients times x <= limit"."""

    row: Row
    sign: int  # 1 for the upper side, -1 for the lower

    @property
    def limit(self) -> float:
        return float(self.row.upper) if self.sign > 0 else -float(self.row.lower)  # type: ignore[arg-type]


def _sides(rows: Iterable[Row]) -> list[_Side]:
    both = [(row, sign) for row in rows for sign in (1, -1)]
    return [_Side(row, sign) for row, sign in both if (row.upper if sign > 0 else row.lower) is not None]


class Program:
    """The linear programs of some premises; `learn` adds facts to it."""

    def __init__(self, premises: Premises):
        self.premises = premises
        self.keys = list(premises.bounds)
        self.index = {key: i for i, key in enumerate(self.keys)}
        ends = np.array([premises.bounds[key] for key in self.keys], dtype=float).reshape(-1, 2)  # None becomes nan
        self.free = np.isnan(ends[:, 0])
        self.lower, self.upper = np.where(self.free, 0.0, ends[:, 0]), np.where(np.isnan(ends[:, 1]), np.inf, ends[:, 1])
        self.sides: list[_Side] = []
        self.matrix = csc_array((0, len(self.keys)))
        self._append((*premises.rows, *premises.known))

    def learn(self, *facts: Row) -> None:
        """Take more facts as known."""
        self.premises = self.premises.knowing(*facts)
        self._append(facts)

    def assuming(self, *facts: Row) -> "Program":
        """The same programs with more facts."""
        other = copy(self)
        other.learn(*facts)
        return other

    def values(self, point: np.ndarray) -> dict[tuple[Any, Any], float]:
        """What the statements say at a point."""
        return {
            item: constant + sum(number * point[self.index[key]] for key, number in coefficients.items())
            for item, (coefficients, constant) in self.premises.statements.items()
        }

    def _append(self, rows: Iterable[Row]) -> None:
        self.sides, self.matrix = self._with(rows)
        self.limits = np.array([side.limit for side in self.sides])

    def _with(self, rows: Iterable[Row]) -> tuple[list[_Side], csc_array]:
        more = _sides(rows)
        return [*self.sides, *more], vstack([self.matrix, self._coefficients(more)]).tocsc()

    def _coefficients(self, sides: Sequence[_Side]) -> csc_array:
        entries = [
            (i, self.index[key], side.sign * value)
            for i, side in enumerate(sides)
            for key, value in side.row.coefficients.items()
        ]
        places, columns, values = zip(*entries, strict=True) if entries else ((), (), ())
        return coo_array((values, (places, columns)), shape=(len(sides), len(self.keys))).tocsc()

    def row_of(self, coefficients: Any) -> np.ndarray:
        """Coefficients by key as a vector."""
        vector = np.zeros(len(self.keys))
        for key, value in coefficients.items():
            vector[self.index[key]] = value
        return vector

    def still_shortest(self, found: Found, fact: Row) -> bool:
        """Whether a certificate stays a shortest one when a fact becomes known."""
        value = sum(number * found.point[self.index[key]] for key, number in fact.coefficients.items())
        slack = float(weight(fact)) + TOLERANCE
        return all(side.sign * value - side.limit * found.scale <= slack for side in _sides([fact]))

    def maximum(self, coefficients: np.ndarray) -> tuple[float, np.ndarray | None]:
        """The largest value of a sum over the LP relaxation and a point that attains it; -inf if there is no point."""
        ends = np.column_stack([np.where(self.free, -np.inf, self.lower), self.upper])
        answer = linprog(-coefficients, A_ub=self.matrix, b_ub=self.limits, bounds=ends, method="highs")
        if answer.status == INFEASIBLE:
            return -np.inf, None
        return (-answer.fun, answer.x) if answer.status == SOLVED else (np.inf, None)

    def prove(self, claim: Row) -> Found | None:
        """The shortest certificate of a claim by adding rows, or None if there is none."""
        return self._certified(claim, claim, ())

    def round(self, claim: Row) -> Found | None:
        """The shortest certificate of a claim that a sum of whole numbers obeys, by adding rows and rounding."""
        if not self.premises.integral(claim.coefficients):
            return None
        return self._certified(claim, CONTRADICTION, (opposite(claim),))

    def refute(self, *assumed: Row) -> Found | None:
        """The shortest certificate that the premises and these assumptions contradict each other."""
        return self._certified(CONTRADICTION, CONTRADICTION, tuple(assume(row) for row in assumed))

    def _certified(self, claim: Row, target: Row, assumed: Sequence[Row]) -> Found | None:
        sides, matrix = self._with(assumed)
        best = self._shortest(target, sides, matrix)
        if best is None:
            return None
        multipliers, point, scale = best
        if rounding := claim is not target:
            last = multipliers[len(self.sides) :].sum()  # of the opposite; what is left proves the claim but for a gap
            if last < TOLERANCE:
                return None
            multipliers = multipliers[: len(self.sides)] / last
        certificate = self._rational(claim, sides, multipliers, assumed if not rounding else (), rounding)
        return certificate and Found(certificate, point, scale)

    def _shortest(
        self, claim: Row, sides: Sequence[_Side], matrix: csc_array
    ) -> tuple[np.ndarray, np.ndarray, float] | None:
        """Multipliers of the sides for "coefficients times x <= bound", with the witness. Upper bounds of variables
        come in one by one, where the witness breaks them: there are many, and few matter."""
        (aim,) = _sides([claim])
        objective = aim.sign * self.row_of(claim.coefficients)
        count = len(self.keys)
        limits = np.array([side.limit for side in sides])
        weights = np.array([float(weight(side.row)) for side in sides])
        scaled = csc_array((matrix @ self.lower - limits).reshape(-1, 1))
        table, tight = hstack([matrix, scaled]).tocsc(), np.zeros(count, dtype=bool)
        last = np.append(objective, objective @ self.lower - aim.limit)
        ends = [(None if free else 0, None) for free in self.free] + [(0, None)]
        while True:
            caps = np.flatnonzero(tight)
            rows = table if not len(caps) else vstack([table, self._caps(caps)]).tocsc()
            right = np.concatenate([weights, np.zeros(len(caps))])
            answer = linprog(-last, A_ub=rows, b_ub=right, bounds=ends, method="highs-ds")
            if answer.status == SOLVED:
                shifted, scale = answer.x[:-1], answer.x[-1]
                over = ~tight & (shifted > (self.upper - self.lower) * scale + TOLERANCE)
                if not over.any():
                    point = shifted + self.lower * scale
                    return -answer.ineqlin.marginals[: len(sides)], point, scale
            else:  # it may only seem so, without the upper bounds
                over = ~tight & np.isfinite(self.upper)
                if answer.status not in (UNBOUNDED, INFEASIBLE, 4) or not over.any():
                    return None
            tight |= over

    def _caps(self, indices: np.ndarray) -> csc_array:
        spread = (self.upper - self.lower)[indices]
        count = len(indices)
        places, ones = np.arange(count), np.ones(count)
        rows, columns = np.concatenate([places, places]), np.concatenate([indices, np.full(count, len(self.keys))])
        return coo_array((np.concatenate([ones, -spread]), (rows, columns)), shape=(count, len(self.keys) + 1)).tocsc()

    def _rational(
        self, claim: Row, sides: Sequence[_Side], multipliers: np.ndarray, assumed: Sequence[Row], rounded: bool
    ) -> Certificate | None:
        """The certificate with the simplest fractions near these multipliers that checks, or None."""
        premises = self.premises.knowing(*assumed)
        support = [int(i) for i in np.flatnonzero(multipliers > TOLERANCE)]
        orient = 1 if claim.lower is None else -1
        for denominator in DENOMINATORS:
            total: dict[int, tuple[Row, Fraction]] = {}
            for i in support:
                side = sides[i]
                number = Fraction(float(multipliers[i])).limit_denominator(denominator) * side.sign
                total[id(side.row)] = (side.row, total.get(id(side.row), (side.row, Fraction(0)))[1] + number)
            terms = [Term(row, orient * number) for row, number in total.values() if number]
            certificate = Certificate(claim, (*terms, *_bounds(claim, terms, premises)), rounded)
            if certificate.problem(premises) is None:
                return certificate
        return None


def _bounds(claim: Row, terms: Sequence[Term], premises: Premises) -> list[Term]:
    """The multiples of bounds that make up for what the rows' sum lacks of the claim."""
    lacks = {key: Fraction(value) for key, value in claim.coefficients.items()}
    for term in terms:
        for key, value in term.row.coefficients.items():
            lacks[key] = lacks.get(key, Fraction(0)) - term.multiplier * Fraction(value)
    return [Term(premises.bound(key), value) for key, value in lacks.items() if value]
