"""What points of the LP say of claims: which ones it proves as they are, and which ones only after rounding."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from puzzlekit.explain.search import EXACT, Program
from puzzlekit.scip.rows import Row

Values = Mapping[tuple[Any, Any], float]  # (element, state) -> what the statement says


class Points:
    """The points of the LP that were seen so far. Each of them spares a linear program where it breaks a claim."""

    def __init__(self, program: Program):
        self._program = program
        self._points: list[Values] = []
        self._plain: set[Any] = set()  # claims that the LP proves without rounding
        self._between: set[Any] = set()  # claims that it proves after rounding, when it was asked

    def learn(self, claim: Row) -> None:
        """A claim has become a fact: forget the points at which it is not so."""
        holds = claim.lower is not None
        self._points = [values for values in self._points if abs(values.get(claim.place, 0.0) - holds) < EXACT]

    def clear(self) -> None:
        """The LP has new rows."""
        self._points.clear()

    def decided(self, claims: Mapping[Any, Row]) -> list[Any]:
        """The elements whose claim "is" the LP proves: those about which no point of it disagrees."""
        values = self._values(-self._total(claims.values()))
        agreeing = {element: claim for element, claim in claims.items() if values[claim.place] > 1 - EXACT}
        return list(claims) if len(agreeing) == len(claims) else self.decided(agreeing)

    def find_plain(self, claims: Iterable[Row]) -> None:
        """Mark the claims "is not" that the LP proves without rounding, all at once: their sum can only be 0."""
        new = (claim for claim in claims if key(claim) not in self._plain)
        left = [claim for claim in new if all(_breach(claim, values) < EXACT for values in self._points)]
        while left:
            values = self._values(self._total(left))
            kept = [claim for claim in left if _breach(claim, values) < EXACT]
            if len(kept) == len(left):
                self._plain.update(map(key, kept))
                return
            left = kept

    def rounds(self, claim: Row) -> bool:
        """Whether the LP proves the claim, but only after rounding: it can be broken by a fraction at most."""
        own = key(claim)
        if own in self._plain or any(_breach(claim, values) > 1 - EXACT for values in self._points):
            return False
        if own not in self._between:
            breach = self._largest_breach(claim)
            (self._plain if breach < EXACT else self._between if breach < 1 - EXACT else set()).add(own)
        return own in self._between

    def became_plain(self, claim: Row) -> bool:
        """Whether the LP proves by now, without rounding, what needed it before."""
        if self._largest_breach(claim) < EXACT:
            self._plain.add(key(claim))
            return True
        return False

    def _largest_breach(self, claim: Row) -> float:
        """How far a point of the LP can be from the claim about a statement; at most 1."""
        sign = 1 if claim.lower is None else -1
        return _breach(claim, self._values(sign * self._program.row_of(claim.coefficients)))

    def _total(self, claims: Iterable[Row]) -> np.ndarray:
        return sum((self._program.row_of(claim.coefficients) for claim in claims), start=self._program.row_of({}))

    def _values(self, objective: np.ndarray) -> Values:
        """What the statements say at a point of the LP that maximises this; the point is remembered."""
        _, point = self._program.maximum(objective)
        values = {} if point is None else self._program.values(point)
        self._points.append(values)
        return values


def key(claim: Row) -> tuple[Any, bool]:
    """What a claim is about, and whether it says that this is not so."""
    return claim.place, claim.lower is None


def _breach(claim: Row, values: Values) -> float:
    """How far the statement that a claim speaks of is from what it says."""
    return values[claim.place] if claim.lower is None else 1 - values[claim.place]
