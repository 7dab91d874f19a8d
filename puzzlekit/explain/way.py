"""From what is known to what follows next, with the easiest proof."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from puzzlekit.clock import Stopwatch
from puzzlekit.errors import NoSolution, TimeLimitReached, Unproved, Unsuited
from puzzlekit.explain.branching import by_cases
from puzzlekit.explain.certificate import Certificate
from puzzlekit.explain.naming import conclusion
from puzzlekit.explain.oracle import Oracle
from puzzlekit.explain.points import Points, key
from puzzlekit.explain.premises import Premises, premises
from puzzlekit.explain.proof import Cases, Proof, Shortest
from puzzlekit.explain.search import EXACT, Found, Program
from puzzlekit.explain.supposing import suppose
from puzzlekit.explain.words import readable, thought
from puzzlekit.grid import Candidates, checked_candidates
from puzzlekit.scip.model import BuiltModel
from puzzlekit.scip.rows import Row

CLAIMS = 40  # how many claims are tried for a proof by cases


class Way:
    """What is known so far, and the proofs that may come next.

    A certificate is kept from step to step, with the witness that shows that none is shorter; it is looked for again
    only when a new fact may shorten it.

    Parameters
    ----------
    easiest
        Whether each step is to be the easiest of all. If not, a sum of rows that is no harder than an earlier one will
        do: the hardest step stays as hard as it was, and far fewer linear programs are solved.
    time_limit
        In seconds. When it is reached, the easiest proof found until then will do; without one, TimeLimitReached.

    Attributes
    ----------
    start
        The premises of the first step.
    left
        element -> the states that are not excluded yet.
    truth
        element -> its state in one solution.
    several
        Elements that are in other states in other solutions.
    """

    def __init__(
        self,
        built: BuiltModel,
        candidates: Candidates | None = None,
        *,
        easiest: bool = True,
        time_limit: float | None = None,
    ):
        watch = Stopwatch()
        model = premises(built)
        if built.model.getObjective().terms and not built.first:
            raise Unsuited("the objective of this model counts, and why a board is best is not a sum of its rows")
        known = checked_candidates(candidates, model.states)
        facts = list(taken_for_granted(model, {element: known[element] for element in candidates or ()}))
        self.oracle = Oracle(built, time_limit=watch.left(time_limit))
        truth = self.oracle.solution(facts)
        if truth is None:
            what = "there is no solution with what is filled in" if facts else "there is no solution"
            raise NoSolution(f"{what}, so there is nothing to explain: this is proved")
        self.truth = truth.states
        self.left = known
        for claim in model.clue_claims:
            self._narrow(claim)
        clues = (claim for claim in model.clue_claims if len(claim.coefficients) > 1)  # others weigh little as they are
        self.start = model.knowing(*clues, *facts)
        self.program = Program(self.start, truth.values, partial(watch.left, time_limit))
        self.several: set[Any] = set()
        self._fixed = set(model.given) | {fact.place[0] for fact in facts if fact.lower is not None}
        self._easiest = easiest
        self._hardest: dict[str, float] = {}  # kind of proof -> the norm of the hardest one so far
        self._norms: dict[Any, float] = {}  # of the proofs that were found, shortest or not
        self._found: dict[Any, Found | None] = {}
        self._provable: list[Any] | None = None  # the elements that the LP decides, as far as that was looked at
        self._points = Points(self.program)
        self._sure: set[Any] = set()  # elements that are in their state at every solution, by SCIP's word
        self._take_cuts()

    @property
    def open(self) -> list[Any]:
        """The elements whose state is not known."""
        return [element for element in self.left if element not in self._fixed]

    @property
    def unproved(self) -> list[Any]:
        """The elements whose state is not known, though by SCIP's word they are in no other."""
        return [element for element in self.open if self._forced(self._is_true(element))]

    def proofs(self) -> Iterator[tuple[Proof, ...]]:
        """The easiest proof, then the easiest one after that, and so on; each is learned when the next is asked for.

        With it comes what is the same thought: other elements that follow from the same rows and facts; and where it
        only says what an element is not, the proof of what it is, if that is no harder. A proof that nobody could
        follow in a sentence is told in another way, where there is one.
        """
        while self.open and (proof := self._by_rows() or self._by_rounding() or self._by_cases()):
            alike = self._alike(proof)
            told = self._for_a_reader(alike)
            alike = alike[: len(told)]
            if proof.claim.lower is not None:
                yield told
                self._learn(*alike)
                continue
            self._learn(*alike)
            alone = len(told) == 1 and told[0] is alike[0]
            ends = tuple(end for one in alike if (end := self._end(one, alone=alone)))
            yield (*told, *ends)
            self._learn(*ends)

    def _for_a_reader(self, proofs: tuple[Shortest, ...]) -> tuple[Proof, ...]:
        """These proofs, or the first of them told in another way, where they cannot be told as they are."""
        premises = self.program.premises
        if readable(premises, proofs):
            return proofs
        other = suppose(premises, proofs[0])
        return (other,) if other and readable(premises, (other,)) else proofs

    def _alike(self, proof: Shortest) -> tuple[Shortest, ...]:
        """This proof, and those of others among the proofs found so far that use the same rows and facts."""
        if isinstance(proof, Cases):
            return (proof,)
        make, kind = self.program.premises, self.program.round if proof.rounded else self.program.prove
        if proof.claim.lower is not None:
            claims = [self._is_true(element) for element in self.open]
        else:
            pairs = ((element, state) for element in self.open for state in self.left[element])
            claims = [make.excluded(*pair) for pair in pairs if self.truth[pair[0]] != pair[1]]
        told, found = thought(make, proof), {proof.claim.place: proof}
        for claim in claims:
            other = self._found.get((*key(claim), kind.__name__))
            if not other or claim.place in found or abs(other.norm - float(proof.norm)) > EXACT:
                continue
            if other.certificate and self._same(other.certificate, proof, told):
                found[claim.place] = other.certificate
        return tuple(found.values())

    def _same(self, other: Certificate, proof: Certificate, told: tuple[str, ...]) -> bool:
        """Whether another proof is the same thought, which says what is told of this one."""
        kinds = ({term.row.family for term in one.rules} for one in (other, proof))
        return len({frozenset(kind) for kind in kinds}) == 1 and thought(self.program.premises, other) == told

    def _end(self, proof: Shortest, *, alone: bool) -> Certificate | None:
        """After a proof of what an element is not: that of what it is, if it is no harder, or says nothing new."""
        claim = self._is_true(proof.claim.place[0])
        with suppress(TimeLimitReached):
            found = self._certificate(claim, self.program.prove)
            if found and found.certificate and (not found.certificate.rules or (alone and found.norm <= proof.norm)):
                return found.certificate
        return None

    def proof_of(self, element: Any) -> Proof | None:
        """A proof that this element is in its state, or None if it need not be. Raises Unproved."""
        claim = self._is_true(element)
        return self._proof(claim, lambda: self._forced(claim))

    def proof_against(self, element: Any, state: Any) -> Proof | None:
        """A proof that this element is not in this state, or None if it may be. Raises Unproved."""
        make = self.program.premises
        if self.truth[element] == state:
            return None
        against = [*self.start.known, make.holds(element, state)]
        return self._proof(make.excluded(element, state), lambda: self.oracle.solution(against) is None)

    def _proof(self, claim: Row, holds: Callable[[], bool]) -> Proof | None:
        """A proof of a claim, or None if it need not hold, as far as a search is asked. Raises Unproved."""
        found = self._certificate(claim, self.program.prove) or self._certificate(claim, self.program.round)
        if found and found.certificate:
            return self._for_a_reader((found.certificate,))[0]
        if not holds():
            return None
        if self._take_cuts():
            return self._proof(claim, holds)
        if proof := by_cases(self.program, [claim]):
            return self._for_a_reader((proof,))[0]
        raise Unproved(f"no short proof was found that {conclusion(self.start, claim)}: only a search shows it")

    def _is_true(self, element: Any) -> Row:
        return self.program.premises.holds(element, self.truth[element])

    def _certificate(self, claim: Row, prove: Callable[[Row], Found | None]) -> Found | None:
        asked = (*key(claim), prove.__name__)
        if asked not in self._found:
            found = self._found[asked] = prove(claim)
            self._norms[asked] = found.norm if found else np.inf
        return self._found[asked]

    def _learn(self, *proofs: Shortest) -> None:
        for proof in proofs:
            self._learn_one(proof)

    def _learn_one(self, proof: Shortest) -> None:
        claim = proof.claim
        element, holds = claim.place[0], claim.lower is not None
        self._found = {
            asked: found for asked, found in self._found.items() if found and self.program.still_shortest(found, claim)
        }
        self._points.learn(claim)
        self.program.learn(claim)
        self._narrow(claim)
        if holds:
            self._fixed.add(element)
        if isinstance(proof, Cases) or proof.rounded:
            self._provable = None  # the LP did not know this

    def _narrow(self, claim: Row) -> None:
        """Leave an element the states that it may be in by this claim."""
        element, state = claim.place
        self.left[element] &= {state} if claim.lower is not None else self.left[element] - {state}

    # Sums of rows

    def _by_rows(self) -> Certificate | None:
        if self._provable is None:
            self._provable = self._points.decided({element: self._is_true(element) for element in self.open})
        self._provable = [element for element in self._provable if element not in self._fixed]
        return self._best([self._is_true(element) for element in self._provable], self.program.prove)

    def _best(self, claims: Iterable[Row], prove: Callable[[Row], Found | None]) -> Certificate | None:
        """The easiest of these claims, or one that is easy enough."""
        kind = prove.__name__
        if not self._easiest and (claims := list(claims)):
            near = min(claims, key=lambda claim: self._norms.get((*key(claim), kind), np.inf))
            found = self._certificate(near, prove)
            if found and found.norm < self._hardest.get(kind, 0.0) + EXACT and found.certificate:
                return found.certificate
        best = _easiest(self._in_time(claims, prove))
        if best:
            self._hardest[kind] = max(self._hardest.get(kind, 0.0), float(best.norm))
        return best

    def _in_time(self, claims: Iterable[Row], prove: Callable[[Row], Found | None]) -> Iterator[Found]:
        """Proofs of these claims: of as many as there is time for, but of one at least."""
        some = False
        try:
            for claim in claims:
                if found := self._certificate(claim, prove):
                    some = True
                    yield found
        except TimeLimitReached:
            if not some:
                raise

    # Rounding

    def _by_rounding(self) -> Certificate | None:
        make = self.program.premises
        claims = [
            make.holds(element, state) if state == self.truth[element] else make.excluded(element, state)
            for element in self.open
            for state in sorted(self.left[element], key=str)
        ]
        self._points.find_plain([claim for claim in claims if claim.upper is not None])
        while best := self._best(filter(self._points.rounds, claims), self.program.round):
            with suppress(TimeLimitReached):
                if self._points.became_plain(best.claim):  # a fact came meanwhile that makes rounding needless
                    continue
            return best
        return None

    # Cases

    def _by_cases(self) -> Shortest | None:
        make, claims = self.program.premises, list[Row]()
        for element in sorted(self.open, key=lambda element: len(self.left[element])):
            if len(claims) < CLAIMS and self._forced(self._is_true(element)):
                others = sorted(self.left[element] - {self.truth[element]}, key=str)
                claims += [*(make.excluded(element, state) for state in others), self._is_true(element)]
        if self._take_cuts():
            return self._by_rows() or self._by_rounding() or self._by_cases()
        return by_cases(self.program, claims)

    def _take_cuts(self) -> bool:
        """Let the rows that lazy families have found take part in proofs; whether there are new ones."""
        new = [cut for cut in self.oracle.cuts if cut not in self.start]
        if new:
            self.start = replace(self.start, rows=(*self.start.rows, *new))
            self.program.extend(new)
            self._found.clear()
            self._points.clear()
            self._provable = None
        return bool(new)

    def _forced(self, claim: Row) -> bool:
        """Whether the claim about an element holds at every solution, by SCIP's word."""
        element, state = claim.place
        if element in self.several or element in self._sure:
            return element in self._sure
        other = self.oracle.solution([*self.start.known, self.program.premises.excluded(element, state)])
        self.several.update(e for e in self.truth if other is not None and other.states[e] != self.truth[e])
        if other is None:
            self._sure.add(element)
        return other is None


def _easiest(found: Iterable[Found]) -> Certificate | None:
    """The certificate with the least norm; the first of several."""
    ranked = sorted(found, key=lambda one: round(one.norm, 6))
    return next((one.certificate for one in ranked if one.certificate), None)


def taken_for_granted(model: Premises, candidates: Candidates) -> Iterator[Row]:
    """What candidates say beyond the clues, as rows."""
    for element, states in candidates.items():
        if len(states) == 1:
            yield model.holds(element, *states)
        else:
            yield from (model.excluded(element, state) for state in model.states[element] if state not in states)
