"""The easiest proof of anything that is left: a sum of rows, rounded or not, and where there is none, by cases.

A certificate is kept from step to step, with the witness that shows that none is shorter, and looked for again only
when a new fact may shorten it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from math import inf
from typing import Any

from puzzlekit.errors import TimeLimitReached
from puzzlekit.explain.proofs.case_splits import by_cases
from puzzlekit.explain.proofs.certificate import Certificate
from puzzlekit.explain.proofs.contradiction import AT_LAST, MOST
from puzzlekit.explain.proofs.known import Known
from puzzlekit.explain.proofs.lp_points import LPPoints
from puzzlekit.explain.proofs.proof import ContradictionProof, Proof, Shortest
from puzzlekit.explain.proofs.proof_candidate import EXACT, ProofCandidate
from puzzlekit.explain.proofs.row_kinds import about
from puzzlekit.scip.constraints import LinearConstraint

CLAIMS = 40  # how many claims are tried for a proof by cases
ENOUGH = 1.6  # the norm of sums that are so easy that the first one will do
AT_A_GLANCE, PLAIN = 2.25, 3.25  # that of sums where no rounding is looked for; of roundings the first of which will do
HARD = 4.5  # that of proofs that are so hard that what says less is worth a step
SOON, ROUNDED = 10, 3  # how many claims are tried whose opposite is soon refuted; and how many for a rounded sum first

Prove = Callable[[LinearConstraint], ProofCandidate | None]  # `prove` or `round` of the linear programs


class Easiest:
    """The proofs that were found from what is known, and the easiest that is left.

    Parameters
    ----------
    every
        Whether each proof is to be the easiest of all. If not, a sum of rows that is no harder than an earlier step
        will do: the hardest step stays as hard as it was, and far fewer linear programs are solved.
    """

    def __init__(self, known: Known, *, every: bool = True):
        self._known, self._every = known, every
        self._hardest = 0.0  # the norm of the hardest step so far
        self._norms: dict[Any, float] = {}  # of the proofs that were found, shortest or not
        self._found: dict[Any, ProofCandidate | None] = {}
        self._provable: list[Any] | None = None  # the claims that the LP proves, as far as that was looked at
        self._points = LPPoints(known.program)
        self.take_cuts()

    def proof(self, *, walk: bool = False) -> Proof | None:
        """The easiest proof, if any is found, perhaps by what would be otherwise or by cases; on a walk to something
        else the first sum that is seen at a glance will do, and cases are not told apart."""
        easy = AT_A_GLANCE if walk else ENOUGH
        best, known = self._by_rows(easy), self._known
        for most in (1, 2):
            if best is None and self._renewed(known.take_parities(most)):
                best = self._by_rows(easy)
        while best is None and self.take_refuting():  # with what these say, more would be
            best = self._by_rows(easy)
        if best is None:
            return self.refuted() or next(self.by_few_rules(), None) or (None if walk else self._by_cases())
        self._hardest = max(self._hardest, float(best.norm))
        return best

    def certificate(self, claim: LinearConstraint, prove: Prove) -> ProofCandidate | None:
        """A shortest proof of this kind of a claim, if there is one."""
        asked = (*about(claim), prove.__name__)
        if asked not in self._found:
            found = self._found[asked] = prove(claim)
            self._norms[asked] = found.norm if found else inf
        return self._found[asked]

    def is_said(self, claim: LinearConstraint) -> bool:
        """Whether the LP says this, if need be after rounding: often seen without another one."""
        return self._points.rounds(claim)

    def by_cases(self, claims: Iterable[LinearConstraint]) -> Shortest | None:
        """A proof of one of these claims by few cases, if one is found."""
        return by_cases(self._known.program, claims)

    def learn(self, proof: Proof) -> None:
        """Take what a proof says as known."""
        claim, program = proof.claim, self._known.program
        kept = [(asked, found) for asked, found in self._found.items() if found]
        self._points.learn(claim)
        self._known.learn(claim)
        self._found = {asked: found for asked, found in kept if program.still_shortest(found)}
        if not isinstance(proof, Certificate) or proof.rounded:
            self._provable = None  # the LP did not know this

    def take_cuts(self) -> bool:
        """Let the rows that lazy families have found take part in proofs; whether there are new ones."""
        return self._renewed(self._known.take_cuts())

    def take_refuting(self) -> bool:
        """The same of the rows that what would be breaks, were something otherwise than it is."""
        return self._renewed(self._known.take_refuting())

    def take(self, rows: Iterable[LinearConstraint]) -> bool:
        """The same of rows that were found before."""
        return self._renewed(self._known.take(row for row in rows if row not in self._known.added))

    def _renewed(self, new: bool) -> bool:
        """Forget what more rows may change, if there are any; whether there are."""
        if new:
            self._found.clear()
            self._points.clear()
            self._provable = None
        return new

    def _by_rows(self, easy: float) -> Certificate | None:
        """The easiest sum of rows, or the first that is so easy; or one that has to be rounded, if that is easier: one
        whose opposite is soon refuted where the sum is not plain, and the easiest of all where there is no sum."""
        program, hardest = self._known.program, 0.0 if self._every else self._hardest
        found = self._least(self._sums(), program.prove, max(easy, hardest))
        found = _easier(found, self._rounded_at_a_glance(found.norm if found else AT_A_GLANCE))
        with suppress(*([TimeLimitReached] if found else [])):
            if not found or found.norm > max(AT_A_GLANCE, hardest) + EXACT:
                rounded = self._least(self._rounded_first(), program.round, PLAIN)
                found = _easier(found, rounded)
            found = found or self._least(self._roundings(main=True), program.round, PLAIN)
            for less in (self._soon_refuted, self._roundings) if self._known.has_names else ():
                if not found or found.norm > HARD:
                    found = _easier(found, self._least(less(), program.round, PLAIN))
        best = found.certificate if found else None
        with suppress(TimeLimitReached):
            plain = self.certificate(best.claim, program.prove) if best and best.rounded else None
            if found and plain and plain.norm < found.norm + EXACT:  # it need not be rounded to be as easy
                return plain.certificate or best
        return best

    def _rounded_at_a_glance(self, most: float) -> ProofCandidate | None:
        """The easiest sum that one rule rounds, if it is easier than so much."""
        claims, program = list(self._known.main_claims()), self._known.program
        weights = zip(program.by_one_rule(claims, rounded=True), claims, strict=True)
        weight, claim = min(weights, key=lambda pair: pair[0], default=(inf, None))
        return self._least([claim], program.round, most) if claim and weight < most - EXACT else None

    def _least(self, claims: Iterable[LinearConstraint], prove: Prove, easy: float) -> ProofCandidate | None:
        """The easiest proof of one of these claims, or the first that is as easy as that."""
        found = []
        for one in self._in_time(claims, prove):
            if one.norm < easy + EXACT and one.certificate:
                return one
            found.append(one)
        return next((one for one in sorted(found, key=_rounded_norm) if one.certificate), None)

    def _sums(self) -> Iterator[LinearConstraint]:
        """What the LP says, those first that are easy: of those that one rule says no more than may be easier than the
        ones before."""
        best: ProofCandidate | None = None
        for least, claim in self.ranked():
            if best and best.norm < least + EXACT and best.certificate:
                return
            yield claim
            best = _easier(best, self.certificate(claim, self._known.program.prove))

    def ranked(self) -> list[tuple[float, LinearConstraint]]:
        """What the LP says of elements as it is, with what a sum that says it weighs at least: those first that are
        easy."""
        claims = self._provable_now()
        least = self._least_norms(claims)
        norms = {about(claim): self._norms.get((*about(claim), "prove"), inf) for claim in claims}
        ranked = sorted(claims, key=lambda claim: (least[about(claim)], norms[about(claim)]))
        return [(least[about(claim)], claim) for claim in ranked]

    def _provable_now(self) -> list[LinearConstraint]:
        """What the LP says of elements as it is."""
        left = {about(claim): claim for claim in self._known.main_claims()}
        if self._provable is None:
            self._provable = self._points.decided(left)
        self._provable = [name for name in self._provable if name in left]
        return [left[name] for name in self._provable]

    def _least_norms(self, claims: Sequence[LinearConstraint]) -> dict[Any, float]:
        """What proofs of these claims weigh at least: one that is kept, one by a rule, or else what is no longer seen
        at a glance."""
        names = [about(claim) for claim in claims]
        kept = [self._found.get((*name, "prove")) for name in names]
        by_rule = self._known.program.by_one_rule(claims)
        return {
            name: found.norm if found else min(AT_A_GLANCE, weight)
            for name, found, weight in zip(names, kept, by_rule, strict=True)
        }

    def refuted(self) -> ContradictionProof | None:
        """A proof by what would be otherwise, of what is refuted soonest, whether a sum says it or not."""
        claims = chain.from_iterable(self._soon_refuted(sums=True, main=main) for main in (True, False))
        proofs = (self._known.supposed.proof(claim, most=AT_LAST) for claim in claims)
        return next(filter(None, proofs), None)

    def by_few_rules(self) -> Iterator[ContradictionProof]:
        """The same of what is refuted only where few rules say something together."""
        return self._known.supposed.by_few_rules(self._known.true_claims())

    def _soon_refuted(self, *, sums: bool = False, main: bool = False) -> list[LinearConstraint]:
        """What is true because its opposite soon leads to a contradiction: a few, soonest first."""
        supposed = self._known.supposed
        true = supposed.different(self._known.true_claims(main=main))
        rules = [(number, claim) for claim in true if (number := supposed.rules(claim, sums=sums)) is not None]
        return [claim for _, claim in sorted(rules, key=lambda pair: pair[0])[:SOON]]

    def _rounded_first(self) -> list[LinearConstraint]:
        """What is true because its opposite is soon refuted: a few by rules of which one can think at once, for more of
        them are hardly ever one short sum; or else the first."""
        soon, supposed = self._soon_refuted(main=True), self._known.supposed
        short = [claim for claim in soon if (supposed.rules(claim, sums=False) or 0) <= MOST]
        return short[:ROUNDED] or soon[:1]

    def _roundings(self, *, main: bool = False) -> Iterator[LinearConstraint]:
        """What the LP says after rounding; but not what an element is not where a sum says so at a glance: that is part
        of other steps."""
        claims, prove = self._known.true_claims(main=main), self._known.program.prove
        self._points.find_plain([claim for claim in claims if claim.upper is not None])
        for claim in filter(self._points.rounds, claims):
            plain = self.certificate(claim, prove) if claim.upper is not None else None
            if not plain or plain.norm > AT_A_GLANCE:
                yield claim

    def _in_time(self, claims: Iterable[LinearConstraint], prove: Prove) -> Iterator[ProofCandidate]:
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

    def _by_cases(self) -> Proof | None:
        make, claims = self._known.premises, list[LinearConstraint]()
        for element in sorted(self._known.open, key=lambda element: len(self._known.left[element])):
            if len(claims) < CLAIMS and self._known.forced(self._known.is_true(element)):
                others = sorted(self._known.left[element] - {self._known.truth[element]}, key=str)
                claims += [*(make.excluded(element, state) for state in others), self._known.is_true(element)]
        if self.take_cuts():
            return self.proof()
        return self.by_cases(claims)


def _easier(*found: ProofCandidate | None) -> ProofCandidate | None:
    return min(filter(None, found), key=_rounded_norm, default=None)


def _rounded_norm(found: ProofCandidate) -> float:
    """The norm, the same for proofs that are as easy: then the first of several is the easiest."""
    return round(found.norm, 6)
