"""What proofs by a single rule weigh, worked out without linear programs. The rule leaves a variable one value, or one
whole number, by what facts and full rows say of its others; a full row is paid for once, for all of them that it
settles."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from puzzlekit.explain.proofs.row_kinds import LITTLE, RULE
from puzzlekit.explain.proofs.witnesses import TOLERANCE

BOTH: tuple[Literal["left"], Literal["right"]] = ("left", "right")

Ends = tuple[np.ndarray, np.ndarray]  # of each variable: something for what it is at least, and for what it is at most


@dataclass(frozen=True)
class _Entries:
    """Sides of rows, "values times x <= limit", with an entry for each variable of each."""

    sides: np.ndarray
    variables: np.ndarray
    values: np.ndarray
    limits: np.ndarray

    @cached_property
    def up(self) -> np.ndarray:
        """Whether the side says what the variable is at most."""
        return self.values > 0

    def of_least(self, ends: Ends) -> np.ndarray:
        """What there is for the end at which an entry's term is least."""
        return np.where(self.up, ends[0][self.variables], ends[1][self.variables])

    def settled(self, ends: Ends, among: np.ndarray) -> np.ndarray:
        """Which entries' variables these sides leave no other value than that at which their terms are least."""
        room = self.room(ends)
        return among[self.sides] & (room < TOLERANCE) & (ends[0][self.variables] < ends[1][self.variables])

    def room(self, ends: Ends) -> np.ndarray:
        """How much each entry's side leaves, if all its terms are least."""
        least = np.bincount(self.sides, self.values * self.of_least(ends), self.limits.size)
        return (self.limits - least)[self.sides]

    def rounded(self, ends: Ends, among: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Which entries' whole variables these sides leave no other value than a fraction away from the one at which
        their terms are least; and what it weighs to say so, where it weighs so much to come so near."""
        gap = 1 - self.room(ends) / np.abs(self.values)
        one = (ends[1] - ends[0])[self.variables] >= 1 - TOLERANCE
        own = among[self.sides] & one & (gap > TOLERANCE) & (gap < 1 - TOLERANCE)
        return own, (weights + float(LITTLE)) / np.where(own, gap, 1.0)

    def moved(self, ends: Ends, settled: np.ndarray) -> Ends:
        """The ends after some entries are settled."""
        low, high = (end.copy() for end in ends)
        for end, other, own in ((high, ends[0], settled & self.up), (low, ends[1], settled & ~self.up)):
            end[self.variables[own]] = other[self.variables[own]]
        return low, high

    def total(self, weights: np.ndarray, paid: np.ndarray) -> np.ndarray:
        """What it weighs to settle each entry, where so much is paid for the others of its side; the side counts as
        often as makes the entry's coefficient 1."""
        size = np.abs(self.values)
        sums = weights + np.bincount(self.sides, size * paid, weights.size)
        return sums[self.sides] / size - paid

    def lightest(self, weights: np.ndarray, entries: np.ndarray, otherwise: Ends) -> Ends:
        """What it weighs to say what variables are, by the lightest of these entries, or otherwise."""
        for end, own in zip(found := (np.full_like(otherwise, np.inf)), (~self.up, self.up), strict=True):
            np.minimum.at(end, self.variables[entries & own], weights[entries & own])
        low, high = np.where(np.isfinite(found), found, otherwise)
        return low, high

    def shared(self, entries: np.ndarray, full: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """What each of these entries pays for one of the full entries that settle its variable, where all entries of
        its own side that the same full side settles pay alike."""
        by_variable = full[np.argsort(self.variables[full], kind="stable")]
        first, last = (np.searchsorted(self.variables[by_variable], self.variables[entries], end) for end in BOTH)
        often = last - first
        own = np.repeat(np.arange(entries.size), often)
        by = by_variable[np.arange(own.size) + np.repeat(last - np.cumsum(often), often)]
        pairs = self.sides[entries][own] * self.limits.size + self.sides[by]
        _, pair, alike = np.unique(pairs, return_inverse=True, return_counts=True)
        paid = np.full(entries.size, np.inf)
        np.minimum.at(paid, own, weights[by] / alike[pair])
        return paid


def by_one_rule(
    rows: Any, limits: np.ndarray, weights: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> tuple[Ends, Ends]:
    """What it weighs to say that a variable is as large as it can be, and that it is as small, by one rule or by less;
    inf where no rule says so. First by a sum, then by a sum that has to be rounded.

    Parameters
    ----------
    rows, limits, weights
        Sides, "row times x <= limit", with what each weighs; `rows` is a sparse matrix.
    lower, upper
        Of each variable; those that are not whole are not to be asked for what is rounded.
    """
    entries, rules = _Entries((own := rows.tocoo()).row, own.col, own.data, limits), weights > float(RULE) - TOLERANCE
    ends, paid = (lower, upper), (np.zeros(lower.size), np.zeros(upper.size))
    light, by = np.zeros(own.nnz), np.zeros(own.nnz, dtype=bool)
    while (new := entries.settled(ends, ~rules)).any():  # facts, then the rows that they fill
        light = np.where(new, entries.total(weights, entries.of_least(paid)), light)
        ends, paid, by = entries.moved(ends, new), entries.lightest(light, new, paid), by | new
    each = entries.of_least(paid)
    dear = np.flatnonzero(each > float(LITTLE) + TOLERANCE)
    each[dear] = entries.shared(dear, np.flatnonzero(by), light)
    nothing = np.full(lower.size, np.inf)
    seen, sums = tuple(np.where(end > 0, end, np.inf) for end in paid), entries.total(weights, each)
    near, rounded = entries.rounded(ends, rules, sums)
    return (
        entries.lightest(sums, entries.settled(ends, rules), seen),  # type: ignore[arg-type]
        entries.lightest(rounded, near, (nothing, nothing)),
    )
