"""From what is known to what follows next: the proofs that come together in a step, and how they are to be told."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any

from puzzlekit.errors import NoShortProof, TimeLimitReached
from puzzlekit.explain.alike import Alike
from puzzlekit.explain.proofs.certificate import CONTRADICTION, Certificate
from puzzlekit.explain.proofs.contradiction import AT_LAST, MOST
from puzzlekit.explain.proofs.easiest import AT_A_GLANCE, ENOUGH, PLAIN, Easiest
from puzzlekit.explain.proofs.known import Known
from puzzlekit.explain.proofs.memory import Memory, NextProof, recall, remember
from puzzlekit.explain.proofs.proof import ContradictionProof, Proof
from puzzlekit.explain.proofs.proof_candidate import EXACT
from puzzlekit.explain.words.naming import conclusion
from puzzlekit.explain.words.verbalize import has_name, is_told, readable
from puzzlekit.grid import Candidates
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.model import BuiltModel


class ProofSequence:
    """What is known so far, and the proofs that may come next.

    Parameters
    ----------
    easiest
        Whether each step is to be the easiest of all, see `Easiest`.
    time_limit
        In seconds. When it is reached, the easiest proof found until then will do; without one, TimeLimitReached.
    memory
        What earlier questions have found.
    """

    def __init__(
        self,
        built: BuiltModel,
        candidates: Candidates | None = None,
        *,
        easiest: bool = True,
        time_limit: float | None = None,
        memory: Memory | None = None,
    ):
        self.known = Known(built, candidates, time_limit=time_limit, memory=memory)
        self._easiest = Easiest(self.known, every=easiest)
        self._alike = Alike(self.known, self._easiest)

    def proofs(self, *, aim: Callable[[float], Certificate | None] | None = None) -> Iterator[tuple[Proof, ...]]:
        """The easiest proof, then the easiest one after that, and so on; each is learned when the next is asked for.

        With it comes what is the same thought: other elements that follow from the same rows and facts; and where it
        only says what an element is not, the proof of what it is, if that is no harder. A proof that nobody could
        follow in a sentence is told in another way, where there is one.

        With an `aim`, which is asked at each step for a proof that weighs so much at most, cases are not told apart,
        and the last proof is that of the aim, as soon as none is easier.
        """
        while self.known.open and (found := self._next(walk=aim is not None)):
            proof, told = found.easiest, found.told
            if aim and (own := aim(max(ENOUGH, float(proof.norm) + EXACT))):
                last = self._for_a_reader((own,))
                if is_told(self.known.premises, last) or not is_told(self.known.premises, told):
                    yield last
                    return
            if told[0].claim.lower is not None:
                yield told
                self._learn(*told)
                continue
            self._learn(*told)
            alone = told == (proof,) and isinstance(proof, Certificate)
            ends = tuple(end for one in told if (end := self._end(one, alone=alone)))
            if has_name(self.known.premises, told) and not has_name(self.known.premises, (*told, *ends)):
                ends = ()
            yield (*told, *ends)
            self._learn(*ends)

    def _next(self, *, walk: bool) -> NextProof | None:
        """What comes next: what was found from here, if there was time for all of it, or what is found now."""
        place, memory = (walk, self.known.place), self.known.memory
        if found := recall(memory, place):
            self._easiest.take(found.rows)
            return found
        found = self._easiest_told(walk=walk)
        if found and self.known.remaining() != 0.0:
            remember(memory, place, found)
        return found

    def _easiest_told(self, *, walk: bool) -> NextProof | None:
        """The easiest proof and what is told of it; of what could only be counted another one, if there is time for
        what more rows say."""
        if not (proof := self._easiest.proof(walk=walk)):
            return None
        told = self._readable(proof)
        with suppress(TimeLimitReached):
            while not is_told(self.known.premises, told) and self._easiest.take_refuting():
                proof = self._easiest.proof(walk=walk) or proof
                told = self._readable(proof)
            if not is_told(self.known.premises, told):
                told = self._by_few_rules() or told
        return NextProof(proof, told, tuple(self.known.added))

    def _by_few_rules(self) -> tuple[Proof, ...]:
        """What nobody need count, where few rules say something together; nothing if there is no such thing."""
        found = next(self._easiest.by_few_rules(), None)
        return (replace(found, shortest=self._shortest(found.claim)),) if found else ()

    def _readable(self, proof: Proof) -> tuple[Proof, ...]:
        """This proof and those that are the same thought; or where they cannot be told as they are, what can be, if
        there is time to look for it."""
        if not isinstance(proof, Certificate):
            return (proof,)
        alone = readable(self.known.premises, (proof,))
        if alone and readable(self.known.premises, proofs := self._alike.to(proof)):
            return proofs
        with suppress(TimeLimitReached):
            if other := self._told_otherwise(proof):
                return (other,)
        return self._alike.to(proof)

    def _told_otherwise(self, first: Certificate) -> Proof | None:
        """A plain sum, or what this one proves in another way, or what can be told sooner, though none is as easy."""
        if (plain := self._readable_sum()) and plain.norm <= PLAIN:
            return plain
        rules = (supposed := self.known.supposed).rules(first.claim)
        own = supposed.proof(first.claim, first) if rules is not None and rules <= MOST else None
        if own and (own.length <= PLAIN or has_name(self.known.premises, (own,))):
            return own
        if other := self._easiest.refuted():
            other = replace(other, shortest=self._shortest(other.claim))
        if not own and not (other and other.shortest):
            own = supposed.proof(first.claim, first)
        if not own and plain and not (other and other.shortest):
            return plain
        return min(filter(None, (own, other)), key=_how_long, default=None)

    def _readable_sum(self) -> Certificate | None:
        """The easiest sum of those that can be told as they are."""
        best: Certificate | None = None
        for least, claim in self._easiest.ranked():
            if best and best.norm <= least + EXACT:
                break
            found = self._easiest.certificate(claim, self.known.program.prove)
            if found and (not best or found.norm < best.norm - EXACT) and (one := found.certificate):
                best = one if readable(self.known.premises, (one,)) else best
        return best

    def _for_a_reader(self, proofs: tuple[Proof, ...]) -> tuple[Proof, ...]:
        """These proofs, or the first of them told in another way, where they cannot be told as they are."""
        premises, (first, *_) = self.known.premises, proofs
        if isinstance(first, ContradictionProof) or first.claim == CONTRADICTION or readable(premises, proofs):
            return proofs
        other = self.known.supposed.proof(first.claim, first)
        return (other,) if other else proofs

    def _end(self, proof: Proof, *, alone: bool) -> Certificate | None:
        """After a proof of what an element is not: that of what it is, if it is no harder, or says nothing new."""
        claim = self.known.is_true(proof.claim.index[0])
        with suppress(TimeLimitReached):
            found = self._easiest.certificate(claim, self.known.program.prove)
            if found and found.certificate and (not found.certificate.rules or (alone and found.norm <= proof.norm)):
                return found.certificate
        return None

    def proofs_of(self, element: Any, *, at_once: bool = False) -> Iterator[tuple[Proof, ...]]:
        """The easiest proofs from what is known to that of the state of this element, or that one alone; none if it may
        be in another. Raises NoShortProof."""
        claim = self.known.is_true(element)
        return self._proofs_to(claim, lambda: self.known.forced(claim), at_once)

    def proofs_against(self, element: Any, state: Any, *, at_once: bool = False) -> Iterator[tuple[Proof, ...]]:
        """The same to the proof that this element is not in this state; none if it may be. Raises NoShortProof."""
        if self.known.truth[element] == state:
            return iter(())
        make = self.known.premises
        against = [*self.known.start.known, make.holds(element, state)]
        claim = make.excluded(element, state)
        return self._proofs_to(claim, lambda: self.known.oracle.solution(against) is None, at_once)

    def _proofs_to(
        self, claim: LinearConstraint, holds: Callable[[], bool], at_once: bool
    ) -> Iterator[tuple[Proof, ...]]:
        """Proofs until that of a claim is as easy as the next one, each learned when the next is asked for; or where it
        is plain, there is no time for others or they do not suffice, that of the claim alone, if need be by cases."""
        direct = self._shortest(claim)
        if not direct and not holds():  # as far as a search is asked
            return
        if not direct and self._easiest.take_cuts():
            yield from self._proofs_to(claim, holds, at_once)
            return
        with suppress(TimeLimitReached):
            plain = direct and direct.norm <= PLAIN
            for proofs in () if at_once or plain else self.proofs(aim=partial(self._within, claim)):
                yield proofs
                if claim in [proof.claim for proof in proofs]:
                    return
        chained = None if direct else self.known.supposed.proof(claim, most=AT_LAST)
        if proof := direct or chained or self._easiest.by_cases([claim]):
            yield self._for_a_reader((proof,))
            return
        if at_once or not (other := self._easiest.proof()):  # of anything, by cases: with what it says the way goes on
            raise NoShortProof(f"no short proof that {conclusion(self.known.start, claim)}; proved by search only")
        yield (other,)
        self._learn(other)
        if other.claim != claim:
            yield from self._proofs_to(claim, holds, at_once)

    def _shortest(self, claim: LinearConstraint) -> Certificate | None:
        """A shortest sum that proves a claim, rounded where it has to be."""
        if not self._easiest.is_said(claim):
            return None
        kinds = (self.known.program.prove, self.known.program.round)
        found = next(filter(None, (self._easiest.certificate(claim, kind) for kind in kinds)), None)
        return found.certificate if found else None

    def _within(self, claim: LinearConstraint, most: float) -> Certificate | None:
        """The same if it weighs so much at most: what one rule says is seen at a glance, and more rules weigh more."""
        at_once = (self.known.program.by_one_rule([claim], rounded=rounded) for rounded in (False, True))
        if most < AT_A_GLANCE and len(claim.coefficients) == 1 and min(chain.from_iterable(at_once)) > most:
            return None
        found = self._shortest(claim)
        return found if found and found.norm <= most else None

    def _learn(self, *proofs: Proof) -> None:
        for proof in proofs:
            self._easiest.learn(proof)


def _how_long(proof: ContradictionProof) -> tuple[bool, Fraction]:
    """Where a sum proves the same, it is not to seem to need more than sums."""
    return proof.shortest is None, proof.length
