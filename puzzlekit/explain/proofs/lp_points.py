"""What the linear program says of claims, asked of as few points of it as can be."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from puzzlekit.explain.proofs.proof_candidate import EXACT
from puzzlekit.explain.proofs.proof_lp import ProofLP
from puzzlekit.explain.proofs.row_kinds import about
from puzzlekit.scip.constraints import LinearConstraint

Values = Mapping[tuple[Any, Any], float]  # (element, state) -> what the statement says


class LPPoints:
    """The points of the LP that were seen so far. Each of them spares a linear program where it breaks a claim."""

    def __init__(self, program: ProofLP):
        self._program = program
        self._points: list[Values] = []
        self._proved: set[Any] = set()  # claims that the LP proves, if need be after rounding

    def learn(self, claim: LinearConstraint) -> None:
        """A claim has become a fact: forget the points at which it is not so."""
        holds = claim.lower is not None
        self._points = [values for values in self._points if abs(values.get(claim.index, 0.0) - holds) < EXACT]

    def clear(self) -> None:
        """The LP has new rows."""
        self._points.clear()

    def decided(self, claims: Mapping[Any, LinearConstraint]) -> list[Any]:
        """Those of some claims, by a name of each, that the LP proves: with which all points of it agree."""
        values = self._values(self._total(claims.values()))
        agreeing = {name: claim for name, claim in claims.items() if _breach(claim, values) < EXACT}
        return list(claims) if len(agreeing) == len(claims) else self.decided(agreeing)

    def find_plain(self, claims: Iterable[LinearConstraint]) -> None:
        """Mark the claims "is not" that the LP proves without rounding, all at once: their sum can only be 0."""
        new = (claim for claim in claims if about(claim) not in self._proved)
        left = [claim for claim in new if all(_breach(claim, values) < EXACT for values in self._points)]
        while left:
            values = self._values(self._total(left))
            kept = [claim for claim in left if _breach(claim, values) < EXACT]
            if len(kept) == len(left):
                self._proved.update(map(about, kept))
                return
            left = kept

    def rounds(self, claim: LinearConstraint) -> bool:
        """Whether the LP proves the claim, if need be after rounding: it can be broken by a fraction at most."""
        own = about(claim)
        if own in self._proved or any(_breach(claim, values) > 1 - EXACT for values in self._points):
            return own in self._proved
        if _breach(claim, self._values(self._total([claim]))) < 1 - EXACT:
            self._proved.add(own)
        return own in self._proved

    def _total(self, claims: Iterable[LinearConstraint]) -> np.ndarray:
        """How far a point is from all of these claims together, as an objective."""
        signed = ((1 if claim.lower is None else -1) * self._program.row_of(claim.coefficients) for claim in claims)
        return sum(signed, start=self._program.row_of({}))

    def _values(self, objective: np.ndarray) -> Values:
        """What the statements say at a point of the LP that maximises this; the point is remembered."""
        _, point = self._program.maximum(objective)
        values = {} if point is None else self._program.values(point)
        self._points.append(values)
        return values


def _breach(claim: LinearConstraint, values: Values) -> float:
    """How far the statement that a claim speaks of is from what it says."""
    return values[claim.index] if claim.lower is None else 1 - values[claim.index]
