"""The easiest proof of anything that is left: by a sum of rows, by rounding, or by cases.

A certificate is kept from step to step, with the witness that shows that none is shorter, and looked for again only
when a new fact may shorten it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from puzzlekit.errors import TimeLimitReached
from puzzlekit.explain.branching import by_cases
from puzzlekit.explain.certificate import Certificate
from puzzlekit.explain.known import Known
from puzzlekit.explain.points import Points, key
from puzzlekit.explain.proof import Cases, Shortest
from puzzlekit.explain.search import EXACT, Found
from puzzlekit.scip.rows import Row

CLAIMS = 40  # how many claims are tried for a proof by cases

Prove = Callable[[Row], Found | None]  # `prove` or `round` of the linear programs


class Easiest:
    """The proofs that were found from what is known, and the easiest that is left.

    Parameters
    ----------
    every
        Whether each proof is to be the easiest of all. If not, a sum of rows that is no harder than an earlier one will
        do: the hardest step stays as hard as it was, and far fewer linear programs are solved.
    """

    def __init__(self, known: Known, *, every: bool = True):
        self._known, self._every = known, every
        self._hardest: dict[str, float] = {}  # kind of proof -> the norm of the hardest one so far
        self._norms: dict[Any, float] = {}  # of the proofs that were found, shortest or not
        self._found: dict[Any, Found | None] = {}
        self._provable: list[Any] | None = None  # the elements that the LP decides, as far as that was looked at
        self._points = Points(known.program)
        self.take_cuts()

    def proof(self) -> Shortest | None:
        """The easiest proof, if any is found."""
        return self._by_rows() or self._by_rounding() or self._by_cases()

    def certificate(self, claim: Row, prove: Prove) -> Found | None:
        """A shortest proof of this kind of a claim, if there is one."""
        asked = (*key(claim), prove.__name__)
        if asked not in self._found:
            found = self._found[asked] = prove(claim)
            self._norms[asked] = found.norm if found else np.inf
        return self._found[asked]

    def kept(self, claim: Row, prove: Prove) -> Found | None:
        """The same, if it was found already."""
        return self._found.get((*key(claim), prove.__name__))

    def by_cases(self, claims: Iterable[Row]) -> Shortest | None:
        """A proof of one of these claims by few cases, if one is found."""
        return by_cases(self._known.program, claims)

    def learn(self, proof: Shortest) -> None:
        """Take what a proof says as known."""
        claim, program = proof.claim, self._known.program
        kept = ((asked, found) for asked, found in self._found.items() if found)
        self._found = {asked: found for asked, found in kept if program.still_shortest(found, claim)}
        self._points.learn(claim)
        self._known.learn(claim)
        if isinstance(proof, Cases) or proof.rounded:
            self._provable = None  # the LP did not know this

    def take_cuts(self) -> bool:
        """Let the rows that lazy families have found take part in proofs; whether there are new ones."""
        new = self._known.take_cuts()
        if new:
            self._found.clear()
            self._points.clear()
            self._provable = None
        return new

    def _by_rows(self) -> Certificate | None:
        left = {element: self._known.is_true(element) for element in self._known.open}
        if self._provable is None:
            self._provable = self._points.decided(left)
        self._provable = [element for element in self._provable if element in left]
        return self._best([left[element] for element in self._provable], self._known.program.prove)

    def _best(self, claims: Iterable[Row], prove: Prove) -> Certificate | None:
        """The easiest of these claims, or one that is easy enough."""
        kind = prove.__name__
        if not self._every and (claims := list(claims)):
            near = min(claims, key=lambda claim: self._norms.get((*key(claim), kind), np.inf))
            found = self.certificate(near, prove)
            if found and found.norm < self._hardest.get(kind, 0.0) + EXACT and found.certificate:
                return found.certificate
        best = _easiest(self._in_time(claims, prove))
        if best:
            self._hardest[kind] = max(self._hardest.get(kind, 0.0), float(best.norm))
        return best

    def _in_time(self, claims: Iterable[Row], prove: Prove) -> Iterator[Found]:
        """Proofs of these claims: of as many as there is time for, but of one at least."""
        some = False
        try:
            for claim in claims:
                if found := self.certificate(claim, prove):
                    some = True
                    yield found
        except TimeLimitReached:
            if not some:
                raise

    def _by_rounding(self) -> Certificate | None:
        make = self._known.premises
        claims = [
            make.holds(element, state) if state == self._known.truth[element] else make.excluded(element, state)
            for element in self._known.open
            for state in sorted(self._known.left[element], key=str)
        ]
        self._points.find_plain([claim for claim in claims if claim.upper is not None])
        while best := self._best(filter(self._points.rounds, claims), self._known.program.round):
            with suppress(TimeLimitReached):
                if self._points.became_plain(best.claim):  # a fact came meanwhile that makes rounding needless
                    continue
            return best
        return None

    def _by_cases(self) -> Shortest | None:
        make, claims = self._known.premises, list[Row]()
        for element in sorted(self._known.open, key=lambda element: len(self._known.left[element])):
            if len(claims) < CLAIMS and self._known.forced(self._known.is_true(element)):
                others = sorted(self._known.left[element] - {self._known.truth[element]}, key=str)
                claims += [*(make.excluded(element, state) for state in others), self._known.is_true(element)]
        if self.take_cuts():
            return self.proof()
        return self.by_cases(claims)


def _easiest(found: Iterable[Found]) -> Certificate | None:
    """The certificate with the least norm; the first of several."""
    ranked = sorted(found, key=lambda one: round(one.norm, 6))
    return next((one.certificate for one in ranked if one.certificate), None)
