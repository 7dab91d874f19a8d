"""The search for certificates, by linear programs in floating point. What they suggest is made rational and checked
exactly; what does not check is not a certificate.

A shortest proof of "c x <= b" from rows "a x <= r" has multipliers of the least weighted 1-norm. The dual of that LP is
solved, for it is smaller. It looks for a *witness* against a shorter proof: a point that breaks each row by the row's
weight at most, and the claim by as much as possible, which is the norm. If a solution T is known at which the claim is
tight, only rows that are tight at T can take part, and the witness is a direction d away from T: maximise c d, where
a d <= weight. A certificate stays a shortest one as long as new facts do not forbid its witness.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import scipy  # its parts are loaded when they are first asked for, and they take long

from puzzlekit.clock import reached
from puzzlekit.explain.proofs.certificate import CONTRADICTION, Certificate, opposite
from puzzlekit.explain.proofs.glances import Ends, by_one_rule
from puzzlekit.explain.proofs.linear_programs import LinearPrograms, Optimum
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof_candidate import ProofCandidate, RowSide, rational, sides_of
from puzzlekit.explain.proofs.row_kinds import is_claim, weight
from puzzlekit.explain.proofs.witnesses import TOLERANCE, Best, Directions, ScaledPoints, Sparse, entries
from puzzlekit.interrupts import DeferInterrupts
from puzzlekit.scip import ambient_stop
from puzzlekit.scip.constraints import LinearConstraint, VariableKey


def _stacked(stack: Callable[..., Sparse], *blocks: Sparse) -> Sparse:
    with DeferInterrupts():  # numpy asks each block for its length, and loses whatever is raised in the answer
        return stack(blocks).tocsc()


def get_ready() -> None:
    """Load what proofs need, which takes long the first time; for those who measure how long a proof takes."""
    _ = scipy.sparse


class ProofLP:
    """The linear programs of some premises. Each raises TimeLimitReached where its time is up.

    Parameters
    ----------
    truth
        The variables' values at one solution, if there is one.
    left
        How many seconds are left for a linear program, None without a limit.
    """

    def __init__(
        self,
        premises: Premises,
        truth: Mapping[VariableKey, float] | None = None,
        left: Callable[[], float | None] = lambda: None,
    ):
        self.premises, self._left = premises, left
        self.keys = list(premises.bounds)
        self.index = {key: i for i, key in enumerate(self.keys)}
        ends = np.array([premises.bounds[key] for key in self.keys], dtype=float).reshape(-1, 2)  # None becomes nan
        self.lower, self.upper = (
            np.where(np.isnan(own), end, own) for own, end in zip(ends.T, (-np.inf, np.inf), strict=True)
        )
        self.truth: Any = None if truth is None else np.array([truth[key] for key in self.keys], dtype=float)
        self.sides, self._efforts = list[RowSide](), list[Fraction]()
        self._glance: tuple[Ends, Ends] | None = None  # what one rule says, by what is known now
        self.matrix = scipy.sparse.csc_array((0, len(self.keys)))
        self._append((*premises.rows, *premises.known))
        self._forget()

    def learn(self, *facts: LinearConstraint) -> None:
        """Take more facts as known."""
        with DeferInterrupts():  # the programs are to have what the premises have
            self.premises, before = self.premises.knowing(*facts), len(self.sides)
            changed = self._weigh_again([fact for fact in facts if is_claim(fact)])
            self._append(facts)
            self._update(changed, before)

    def extend(self, rows: Sequence[LinearConstraint]) -> None:
        """Take more rules, such as rows that lazy families found."""
        self.premises = replace(self.premises, rows=(*self.premises.rows, *rows))
        self._append(rows)
        self._forget()

    def assuming(self, *facts: LinearConstraint) -> "ProofLP":
        """The same programs with more facts."""
        other = copy(self)
        other._forget()
        other.learn(*facts)
        return other

    def among(self, rows: Sequence[LinearConstraint]) -> "ProofLP":
        """The same programs with these rows alone."""
        own, other = {id(row) for row in rows}, copy(self)
        kept = [i for i, side in enumerate(self.sides) if id(side.row) in own]
        other.sides, other._efforts = [self.sides[i] for i in kept], [self._efforts[i] for i in kept]
        other.matrix, other.limits, other.weights = self.matrix[kept], self.limits[kept], self.weights[kept]
        other._forget()
        return other

    def values(self, point: np.ndarray) -> dict[tuple[Any, Any], float]:
        """What the statements say at a point."""
        return {
            item: constant + sum(number * point[self.index[key]] for key, number in coefficients.items())
            for item, (coefficients, constant) in self.premises.indicators.items()
        }

    def by_one_rule(self, claims: Iterable[LinearConstraint], *, rounded: bool = False) -> list[float]:
        """What a proof of each of these claims by one rule weighs, as a sum or as one that is rounded; inf where none
        is seen at once."""
        if self._glance is None:
            self._glance = by_one_rule(self.matrix, self.limits, self.weights, self.lower, self.upper)
        ends, found = self._glance[rounded], []
        for aim in sides_of(claims):
            (key, value), *more = aim.row.coefficients.items()
            asked = not more and (not rounded or self.premises.integral(aim.row.coefficients))
            found.append(float(ends[int(aim.sign * value > 0)][self.index[key]]) if asked else np.inf)
        return found

    def _append(self, rows: Iterable[LinearConstraint]) -> None:
        self.sides, self.matrix = self._with(rows)
        self.limits = np.array([side.limit for side in self.sides])
        self._efforts = [*self._efforts, *map(self._effort, self.sides[len(self._efforts) :])]
        self.weights = np.array(self._efforts, dtype=float)
        self._glance = None

    def _forget(self) -> None:
        """The rows are others now, and so are the programs."""
        self._points: LinearPrograms | None = None
        self._directions: Directions | None = None
        self._scaled: ScaledPoints | None = None
        self._glance = None

    def _update(self, changed: Iterable[int], before: int) -> None:
        """Let the programs have the sides that came after so many, and the weights of those that have changed."""
        more = self.matrix[before:], self.limits[before:]
        if self._points:
            self._points.add(entries(more[0]), more[1])
        for programs in (self._directions, self._scaled):
            if programs:
                for side in changed:
                    programs.weigh(side, self.weights[side])
                programs.take(*more, self.weights[before:])

    def _weigh_again(self, claims: Iterable[LinearConstraint]) -> set[int]:
        """Look again at the sides that run through what has become known: all of an element whose state it is."""
        owned = self.premises.owned
        own = (owned.get(one.index[0], ()) if one.lower is not None else one.coefficients for one in claims)
        columns = {self.index[key] for keys in own for key in keys}
        starts, rows = self.matrix.indptr, self.matrix.indices
        self._efforts = list(self._efforts)
        changed = {int(i) for j in columns for i in rows[starts[j] : starts[j + 1]]}
        for i in changed:
            self._efforts[i] = self._effort(self.sides[i])
        return changed

    def _effort(self, side: RowSide) -> Fraction:
        return self.premises.effort(side.row, at_least=side.sign < 0)

    def _with(self, rows: Iterable[LinearConstraint]) -> tuple[list[RowSide], Sparse]:
        more = sides_of(rows)
        return [*self.sides, *more], _stacked(scipy.sparse.vstack, self.matrix, self._coefficients(more))

    def _coefficients(self, sides: Sequence[RowSide]) -> Sparse:
        entries = [
            (i, self.index[key], side.sign * value)
            for i, side in enumerate(sides)
            for key, value in side.row.coefficients.items()
        ]
        places, columns, values = zip(*entries, strict=True) if entries else ((), (), ())
        return scipy.sparse.coo_array((values, (places, columns)), shape=(len(sides), len(self.keys))).tocsc()

    def row_of(self, coefficients: Any) -> np.ndarray:
        """Coefficients by key as a vector."""
        vector = np.zeros(len(self.keys))
        for key, value in coefficients.items():
            vector[self.index[key]] = value
        return vector

    def still_shortest(self, found: ProofCandidate) -> bool:
        """Whether a proof is a shortest one by what is known now, too: its witness breaks no side by more than that
        weighs."""
        if found.scale is None:
            kept = self._from_truth().sides
            return bool((self.matrix[kept] @ found.witness <= self.weights[kept] + TOLERANCE).all())
        return bool((self.matrix @ found.witness - self.limits * found.scale <= self.weights + TOLERANCE).all())

    def _solve(self, programs: LinearPrograms, objective: np.ndarray) -> Optimum:
        """The largest value of a sum. A thread that is asked to stop ends here."""
        left, stop = self._left(), ambient_stop.get()
        if stop and stop.is_set():
            raise KeyboardInterrupt
        if left == 0 or (found := programs.maximum(objective, left)) is None:
            raise reached(left, "no proof found")
        return found

    def maximum(self, coefficients: np.ndarray) -> tuple[float, np.ndarray | None]:
        """The largest value of a sum over the LP relaxation and a point that attains it; -inf if there is no point."""
        if self._points is None:
            self._points = LinearPrograms(self.lower, self.upper)
            self._points.add(entries(self.matrix), self.limits)
        found = self._solve(self._points, coefficients)
        return found.value, found.point

    def prove(self, claim: LinearConstraint) -> ProofCandidate | None:
        """A shortest proof of a claim by adding rows, or None if there is none."""
        (aim,) = sides_of([claim])
        objective = aim.sign * self.row_of(claim.coefficients)
        tight = self.truth is not None and abs(objective @ self.truth - aim.limit) < TOLERANCE
        if tight:
            best = self._from_truth().best(objective, self._solve)
        else:
            best = self._from_nowhere(None).best(objective, aim.limit, self._solve)
        return self._candidate(claim, best, best[1]) if best else None

    def round(self, claim: LinearConstraint) -> ProofCandidate | None:
        """A shortest proof of a claim about a whole number by adding rows and rounding, or None if there is none."""
        best = self._against(opposite(claim)) if self.premises.integral(claim.coefficients) else None
        # the share of the opposite: the other rows prove the claim but for a gap
        if best is None or (share := best[1][-1]) < TOLERANCE:
            return None
        return self._candidate(claim, best, best[1][:-1] / share, rounded=True)

    def _candidate(
        self, claim: LinearConstraint, best: Best, multipliers: np.ndarray, *, rounded: bool = False
    ) -> ProofCandidate:
        (norm, _, witness, scale), sides, efforts = best, self.sides, self._efforts

        def exact() -> Certificate | None:
            return rational(self.premises, claim, sides, efforts, multipliers, norm, rounded=rounded)

        return ProofCandidate(norm, exact, witness, scale)

    def refute(self) -> ProofCandidate | None:
        """A shortest proof that the premises contradict each other, or None if there is none."""
        return self.prove(CONTRADICTION)

    def _against(self, assumed: LinearConstraint) -> Best | None:
        (aim,), (side,) = sides_of([CONTRADICTION]), sides_of([assumed])
        return self._from_nowhere(side).best(self.row_of({}), aim.limit, self._solve)

    def _from_truth(self) -> Directions:
        """The programs of directions away from the known solution."""
        if self._directions is None:
            self._directions = Directions(self.lower, self.upper, self.truth)
            self._directions.take(self.matrix, self.limits, self.weights)
        return self._directions

    def _from_nowhere(self, assumed: RowSide | None) -> ScaledPoints:
        """The programs that need no solution, where one more side may be assumed."""
        if self._scaled is None:
            self._scaled = ScaledPoints(self.lower, self.upper)
            self._scaled.take(self.matrix, self.limits, self.weights)
        row = assumed.sign * self.row_of(assumed.row.coefficients) if assumed else self.row_of({})
        self._scaled.assume(row, assumed.limit if assumed else 0.0, float(weight(assumed.row)) if assumed else 0.0)
        return self._scaled
