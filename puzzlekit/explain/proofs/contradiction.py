"""Proofs by supposing the opposite, for a person: one row settles one thing more, until a row cannot be kept.

A sum of rows proves at once what a chain of rows proves link by link, but the longer the chain, the odder are its
multipliers. What is found is made of certificates and checked like every proof; whether it reads better is for the
words to say.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from puzzlekit.explain.proofs.certificate import opposite
from puzzlekit.explain.proofs.chain_links import linked
from puzzlekit.explain.proofs.joint import with_joint
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import ContradictionProof, Shortest
from puzzlekit.explain.proofs.propagation import End, Event, Move, Rows, Sides, clash, rows_of
from puzzlekit.explain.proofs.row_kinds import RULE, about, is_rule
from puzzlekit.scip.constraints import LinearConstraint, VariableKey

MOST, CHAIN = 8, 12  # rules of which one can think at once, and in a chain that is told link by link
AT_LAST = 2 * CHAIN  # those in a chain where nothing else is found: a reader gets through it, though not in one breath
LONG, FAR = 3 * MOST, 100  # rows in a proof, and in a chain, from which on none is looked for


class Suppositions:
    """What would follow, were something otherwise than it is.

    Parameters
    ----------
    followed
        Rules whose consequences are known already; without them, those that known elements fill.
    before
        The same where less is known.
    """

    def __init__(
        self,
        premises: Premises,
        followed: Sequence[LinearConstraint] | None = None,
        *,
        before: "Suppositions | None" = None,
    ):
        self.premises = premises
        self._rules = [row for row in premises.rows if is_rule(row)]
        same = before and premises.rows is before.premises.rows
        self._sides: Sides = before._sides if before else Sides(premises)
        self._rows: Rows = before._rows if before and same else Rows(self._sides, self._rules)
        self._opposites: dict[Any, Rows] = before._opposites if before else {}  # what a claim is about -> its opposite
        if followed is None:
            followed = [row for row in self._rules if premises.effort(row, at_least=False) < 1]
        self._followed, self._ends = followed, _settled(premises, self._sides, followed)
        self._slacks = self._rows.slacks(self._ends)
        self._chains: dict[tuple[Any, bool], list[list[Event]]] = {}  # a claim -> what refutes its opposite

    def knowing(self, premises: Premises) -> "Suppositions":
        """The same where more is known, or where there are more rules."""
        if premises is self.premises:
            return self
        return Suppositions(premises, before=self)

    @property
    def values(self) -> dict[VariableKey, float]:
        """The whole variables that have one value, by what is known and what follows from it."""
        ends = (
            (key, self._ends[2 * number], self._ends[2 * number + 1]) for key, number in self.premises.numbers.items()
        )
        return {key: low for key, low, high in ends if low == high}

    def proof(
        self, claim: LinearConstraint, shortest: Shortest | None = None, *, most: int = CHAIN
    ) -> ContradictionProof | None:
        """A proof of a claim by a chain of at most so many rules, or None if none is found.

        Tried are the rules by which its opposite is soon refuted, then the rows of the shortest proof, if there is one,
        then all.
        """
        if shortest and len(shortest.rules) > LONG:  # one could be found, but seldom, and questions are to be quick
            return None
        own = {id(term.row) for term in shortest.terms} if shortest else set()
        for few in filter(None, ({*map(id, self._soon(claim))}, own, {*map(id, self._whole)})):
            rows = [row for row in self._whole if id(row) in few or self.premises.silent(row)]
            if chain := _thinned(self.premises, self._sides, [opposite(claim), *rows], self._known_ends, most):
                found = linked(self.premises, claim, shortest, chain)
                if found and found.problem(self.premises) is None:
                    return found
        return None

    def by_few_rules(self, claims: Iterable[LinearConstraint]) -> Iterator[ContradictionProof]:
        """Proofs of these claims in which two or three rules settle something together that none says by itself, those
        of the fewest rules first: for where nothing is refuted by one row after the other."""
        found = []
        for claim in self.different(claim for claim in claims if claim.coefficients.keys() <= self.premises.whole):
            for first in self._supposing(claim):
                if chain := with_joint(self.premises, self._rows, self._ends, self._slacks, first):
                    found.append((_demanding(self.premises, rows_of(chain)), claim, chain))
        for rules, claim, chain in sorted(found, key=lambda one: one[0]):
            proof = linked(self.premises, claim, None, chain) if rules <= AT_LAST else None
            if proof and proof.problem(self.premises) is None:
                yield proof

    def different(self, claims: Iterable[LinearConstraint]) -> Iterator[LinearConstraint]:
        """These claims, but one alone of those whose opposites are the same: of an element of two states, say."""
        seen = set[tuple[tuple[End | None, float], ...]]()
        for claim in claims:
            opposed = tuple((first.end, first.value) for first in self._supposing(claim))
            if opposed not in seen:
                seen.add(opposed)
                yield claim

    def settles(self, claim: LinearConstraint) -> bool:
        """Whether what is known and what follows from it says this already."""
        return any(event.end is None for event in self._supposing(claim))

    def rules(self, claim: LinearConstraint, *, sums: bool = True) -> int | None:
        """How many rules are on the `way`; without `sums` None also where nothing need be rounded, for then a sum of
        the rules says the same."""
        way = self.way(claim, sums=sums)
        return None if way is None else len(way)

    def way(self, claim: LinearConstraint, *, sums: bool = True) -> list[LinearConstraint] | None:
        """The rules on the way to one that cannot be kept, apart from those that need no words; None where none is
        found at once."""
        chain = self._refuting(claim, sums=sums)
        return [row for row in _rules(chain) if not self.premises.silent(row)] if chain else None

    def point(self, claim: LinearConstraint, *, most: bool = False) -> dict[VariableKey, int]:
        """What would be at least, or at most, with what follows soon, were the claim not so; first what is known."""
        now, ends = self._ends, self._ends[:]
        for first in self._supposing(claim):
            self._after(first, ends)
        known_first = sorted(self.premises.numbers.items(), key=lambda own: now[2 * own[1]] != now[2 * own[1] + 1])
        return {
            key: int(ends[end]) if math.isfinite(ends[end := 2 * number + most]) else 0 for key, number in known_first
        }

    @cached_property
    def _whole(self) -> list[LinearConstraint]:
        """The rules whose variables are all whole."""
        return [row for row in self._rules if row.coefficients.keys() <= self.premises.whole]

    @cached_property
    def _known_ends(self) -> list[float]:
        return _settled(self.premises, self._sides)

    def _soon(self, claim: LinearConstraint) -> list[LinearConstraint]:
        """The rules on the way, and those beside them whose consequences are known; none where none is found at
        once."""
        rules = _rules(self._refuting(claim, sums=True) or ())
        keys = {key for row in rules for key in row.coefficients}
        return [*rules, *(row for row in self._followed if not keys.isdisjoint(row.coefficients))]

    def _refuting(self, claim: LinearConstraint, *, sums: bool) -> list[Event] | None:
        asked = about(claim)
        if asked not in self._chains:
            after = ((first, self._after(first, self._ends[:])) for first in self._supposing(claim))
            self._chains[asked] = [self._rows.needed(moves, [first]) for first, moves in after if clash(moves)]
        return next((chain for chain in self._chains[asked] if sums or not _is_sum(chain)), None)

    def _after(self, first: Event, ends: list[float]) -> list[Move]:
        """What follows from an event, not too far; the ends are moved."""
        return self._rows.moves(ends, first, self._slacks, most=FAR) if first.end is not None else []

    def _supposing(self, claim: LinearConstraint) -> list[Event]:
        if (asked := about(claim)) not in self._opposites:
            self._opposites[asked] = Rows(self._sides, [opposite(claim)])
        rows = self._opposites[asked]
        return rows.events(rows.at_once(self._ends))


def _settled(premises: Premises, sides: Sides, more: Sequence[LinearConstraint] = ()) -> list[float]:
    """The ends of the whole variables, where what is known counts, and perhaps more rows; those of others are open."""
    ends = []
    for key, own in premises.bounds.items():
        low, high = own if key in premises.whole else (None, None)
        ends += [-math.inf if low is None else float(low), math.inf if high is None else float(high)]
    little = (row for row in premises.rows if not is_rule(row))
    Rows(sides, [*premises.known, *little, *more]).moves(ends)
    return ends


def _thinned(
    premises: Premises, sides: Sides, rows: Sequence[LinearConstraint], ends: Sequence[float], most: int
) -> list[Event] | None:
    """A chain of at most so many rules, none of which can be spared; None if there is none, or only a longer one."""
    chain = _chain(sides, rows, ends)
    if chain is None or len(rows_of(chain)) > max(LONG, 2 * most):
        return None
    for row in sorted(rows_of(chain), key=lambda row: (-premises.effort(row, at_least=False), -len(row.coefficients))):
        chain = _chain(sides, [other for other in rows_of(chain) if other is not row], ends) or chain
    return chain if _demanding(premises, rows_of(chain)) <= most else None


def _demanding(premises: Premises, rows: Iterable[LinearConstraint]) -> int:
    """How many of some rows a reader has to think of; those that are full or need no words are not."""
    return sum(premises.effort(row, at_least=False) >= RULE for row in rows)


def _rules(events: Iterable[Event]) -> list[LinearConstraint]:
    return [row for row in rows_of(events) if is_rule(row)]


def _chain(sides: Sides, rows: Sequence[LinearConstraint], ends: Sequence[float]) -> list[Event] | None:
    """What leads to a row that cannot be kept, in order; None if all can."""
    moves = (own := Rows(sides, rows)).moves([*ends])
    return own.needed(moves) if clash(moves) else None


def _is_sum(chain: Iterable[Event]) -> bool:
    """Whether these events are a tree of rows none of which is rounded: their sum says at once what they say."""
    users: dict[int, set[int]] = {}
    for event in chain:
        for other in event.before:
            users.setdefault(id(other.row), set()).add(id(event.row))
    return not any(event.rounded for event in chain) and all(len(own - {row}) <= 1 for row, own in users.items())
