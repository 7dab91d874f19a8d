"""What notes on pairs settle: that of two places at least one is filled, or at most one.

Noted is what a rule leaves of two variables that are 0 or 1 where another rule speaks of both. A rule and what is noted
of one pair make more notes, and so on. That two places are equal is not noted, nor anything of two of which only one
rule speaks.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count, product
from math import inf
from operator import mul
from typing import Any

from puzzlekit.explain.proofs.premises import PLACE, Premises
from puzzlekit.scip.constraints import LinearConstraint, VariableKey

NEAR = 1e-6
Ways = list[tuple[int, ...]]  # values that a rule leaves its open variables
Notes = Mapping[tuple[VariableKey, VariableKey], set[int]]  # the pairs of which one notes which value not both have


@dataclass(frozen=True)
class Noted:
    """A claim that notes settle, how many rules lead to it one after the other, and of what the last one speaks."""

    claim: LinearConstraint
    rules: int
    elements: frozenset[Any]


def noted(premises: Premises, values: Mapping[VariableKey, float], claims: Sequence[LinearConstraint]) -> list[Noted]:
    """The claims that notes settle first, where these variables have one value; each for every last rule."""
    rules = list(_rules(premises, values))
    spoken = Counter(pair for keys, _ in rules for pair in combinations(keys, 2))
    notes: Notes = {pair: set() for pair, times in spoken.items() if times > 1}
    about: dict[VariableKey, list[LinearConstraint]] = {}
    for claim in claims:
        about.setdefault(next(key for key in claim.coefficients if key not in values), []).append(claim)
    for number in count(1):
        found, new = list[Noted](), set[tuple[Any, int]]()
        for keys, ways in rules:
            left = _with_a_note(keys, ways, notes)
            own = [claim for key in keys for claim in about.get(key, ()) if _says(left, keys, values, claim)]
            elements = frozenset(element for key in keys for element in premises.owners.get(key, ()))
            found += [Noted(claim, number, elements) for claim in own]
            new |= set(_news(left, keys, notes))
        if found or not new:
            return found
        for pair, value in new:
            notes[pair].add(value)
    raise AssertionError("it is counted without an end")


def _rules(premises: Premises, values: Mapping[VariableKey, float]) -> Iterator[tuple[tuple[VariableKey, ...], Ways]]:
    """Rules that leave few variables open, and how: those of the same variables are one rule, and rows that need no
    words belong to each that speaks of theirs."""
    rows, silent = dict[frozenset[VariableKey], list[LinearConstraint]](), dict[VariableKey, list[LinearConstraint]]()
    binary = {key for key in premises.whole if premises.bounds[key] == (0, 1)}
    for row in premises.rows:
        open_ = frozenset(row.coefficients.keys() - values.keys())
        if 0 < len(open_) <= PLACE and open_ <= binary:
            if premises.silent(row):
                silent.setdefault(next(iter(open_)), []).append(row)
            else:
                rows.setdefault(open_, []).append(row)
    for open_, own in rows.items():
        keys = tuple(sorted(open_, key=premises.numbers.__getitem__))
        more = (row for key in keys for row in silent.get(key, ()) if row.coefficients.keys() <= open_ | values.keys())
        ways: Ways = list(product((0, 1), repeat=len(keys)))
        for row in (*own, *more):
            ways = _kept(row, keys, values, ways)
        if len(ways) < 2 ** len(keys):
            yield keys, ways


def _kept(row: LinearConstraint, keys: Sequence[VariableKey], values: Mapping[VariableKey, float], ways: Ways) -> Ways:
    """The ways that keep a row."""
    times = [row.coefficients.get(key, 0) for key in keys]
    known = sum(value * values[key] for key, value in row.coefficients.items() if key in values)
    low = -inf if row.lower is None else row.lower - known - NEAR
    high = inf if row.upper is None else row.upper - known + NEAR
    return [way for way in ways if low < sum(map(mul, times, way)) < high]


def _with_a_note(keys: Sequence[VariableKey], ways: Ways, notes: Notes) -> list[Ways]:
    """What is left with what is noted of one pair, for each such pair; by the rule alone where nothing is."""
    own = [(i, j, out) for (i, a), (j, b) in combinations(enumerate(keys), 2) if (out := notes.get((a, b)))]
    return [[way for way in ways if way[i] != way[j] or way[i] not in out] for i, j, out in own] or [ways]


def _says(
    left: list[Ways], keys: Sequence[VariableKey], values: Mapping[VariableKey, float], claim: LinearConstraint
) -> bool:
    """Whether a claim holds whatever is left, with one of the notes."""
    known = claim.coefficients.keys() <= {*keys, *values}
    return known and any(len(_kept(claim, keys, values, ways)) == len(ways) for ways in left)


def _news(left: list[Ways], keys: Sequence[VariableKey], notes: Notes) -> Iterator[tuple[Any, int]]:
    """What can be noted that is not yet: a pair, and a value that not both have."""
    for (i, a), (j, b) in combinations(enumerate(keys), 2):
        for value in {0, 1} - notes.get((a, b), {0, 1}):
            if any(all(not way[i] == way[j] == value for way in ways) for ways in left):
                yield (a, b), value
