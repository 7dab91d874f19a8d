"""What proofs by a single rule weigh, worked out without linear programs. The rule leaves a variable one value, by what
facts and full rows say of its others; a full row is paid for once, for all of them that it settles."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from puzzlekit.explain.proofs.premises import LITTLE, RULE
from puzzlekit.explain.proofs.witnesses import TOLERANCE

Ends = tuple[np.ndarray, np.ndarray]  # what each variable can be at least, and at most


@dataclass(frozen=True)
class _Entries:
    """Sides of rows, "values times x <= limit", one entry for each variable of each."""

    sides: np.ndarray
    variables: np.ndarray
    values: np.ndarray
    limits: np.ndarray

    @cached_property
    def up(self) -> np.ndarray:
        """Whether the side says what the variable can be at most."""
        return self.values > 0

    def least(self, ends: Ends) -> np.ndarray:
        """Where each entry's variable is when its term is least."""
        return np.where(self.up, ends[0][self.variables], ends[1][self.variables])

    def settled(self, ends: Ends, among: np.ndarray) -> np.ndarray:
        """Which entries' variables these sides leave nothing but where they are now when their terms are least."""
        least = self.least(ends)
        room = self.limits - np.bincount(self.sides, self.values * least, self.limits.size)
        return (among & (room < TOLERANCE))[self.sides] & (ends[0][self.variables] < ends[1][self.variables])

    def moved(self, ends: Ends, settled: np.ndarray) -> Ends:
        """The ends after some entries are settled."""
        low, high = (end.copy() for end in ends)
        for end, other, own in ((high, ends[0], settled & self.up), (low, ends[1], settled & ~self.up)):
            end[self.variables[own]] = other[self.variables[own]]
        return low, high

    def shared(self, entries: np.ndarray, full: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """What each of these entries pays for a full side that settles its variable, where all entries of its own side
        that this one settles pay alike; `full` are the entries by which they do."""
        by_variable = full[np.argsort(self.variables[full], kind="stable")]
        first, last = (np.searchsorted(self.variables[by_variable], self.variables[entries], end) for end in ENDS)
        own = np.repeat(np.arange(entries.size), last - first)
        nth = np.arange(own.size) - np.repeat(np.cumsum(last - first) - (last - first), last - first)
        payee = self.sides[by_variable[np.repeat(first, last - first) + nth]]
        together = self.sides[entries][own] * self.limits.size + payee
        _, pair, often = np.unique(together, return_inverse=True, return_counts=True)
        paid = np.full(entries.size, np.inf)
        np.minimum.at(paid, own, weights[payee] / often[pair])
        return paid


ENDS: Sequence[Any] = ("left", "right")


def by_one_rule(rows: Any, limits: np.ndarray, weights: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> Ends:
    """What it weighs to say by one rule that a variable is as large as it can be, and that it is as small; inf where no
    rule says so.

    Parameters
    ----------
    rows, limits, weights
        Sides, "row times x <= limit", with what each weighs; `rows` is a sparse matrix.
    lower, upper
        Of each variable.
    """
    own = rows.tocoo()
    entries, start, little = _Entries(own.row, own.col, own.data, limits), (lower, upper), float(LITTLE)
    facts, rules = weights <= little + TOLERANCE, weights > float(RULE) - TOLERANCE
    known = entries.moved(start, entries.settled(start, facts))
    full = entries.settled(known, ~facts & ~rules)
    after = entries.moved(known, full)
    paid = np.where(entries.least(known) != entries.least(start), little, 0.0)
    light = weights + np.bincount(entries.sides, paid, limits.size)
    asked = np.flatnonzero(entries.least(after) != entries.least(known))
    paid[asked] = entries.shared(asked, np.flatnonzero(full), light)
    total = weights + np.bincount(entries.sides, paid, limits.size)
    says = entries.settled(after, rules)
    found = np.full(lower.size, np.inf), np.full(upper.size, np.inf)
    for end, side in zip(found, (says & ~entries.up, says & entries.up), strict=True):
        np.minimum.at(end, entries.variables[side], total[entries.sides[side]])
    return found
