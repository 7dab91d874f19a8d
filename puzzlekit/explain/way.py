"""From what is known to what follows next: the proofs that come together in a step, and how they are to be told."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from puzzlekit.errors import TimeLimitReached, Unproved
from puzzlekit.explain.certificate import Certificate
from puzzlekit.explain.easiest import Easiest
from puzzlekit.explain.known import Known
from puzzlekit.explain.naming import conclusion
from puzzlekit.explain.proof import Cases, Proof, Shortest
from puzzlekit.explain.search import EXACT
from puzzlekit.explain.supposing import suppose
from puzzlekit.explain.words import readable, thought
from puzzlekit.grid import Candidates
from puzzlekit.scip.model import BuiltModel
from puzzlekit.scip.rows import Row


class Way:
    """What is known so far, and the proofs that may come next.

    Parameters
    ----------
    easiest
        Whether each step is to be the easiest of all, see `Easiest`.
    time_limit
        In seconds. When it is reached, the easiest proof found until then will do; without one, TimeLimitReached.
    """

    def __init__(
        self,
        built: BuiltModel,
        candidates: Candidates | None = None,
        *,
        easiest: bool = True,
        time_limit: float | None = None,
    ):
        self.known = Known(built, candidates, time_limit=time_limit)
        self._easiest = Easiest(self.known, every=easiest)

    def proofs(self) -> Iterator[tuple[Proof, ...]]:
        """The easiest proof, then the easiest one after that, and so on; each is learned when the next is asked for.

        With it comes what is the same thought: other elements that follow from the same rows and facts; and where it
        only says what an element is not, the proof of what it is, if that is no harder. A proof that nobody could
        follow in a sentence is told in another way, where there is one.
        """
        while self.known.open and (proof := self._easiest.proof()):
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
        premises = self.known.premises
        if readable(premises, proofs):
            return proofs
        other = suppose(premises, proofs[0])
        return (other,) if other and readable(premises, (other,)) else proofs

    def _alike(self, proof: Shortest) -> tuple[Shortest, ...]:
        """This proof, and those of others among the proofs found so far that use the same rows and facts."""
        if isinstance(proof, Cases):
            return (proof,)
        make, kind = self.known.premises, self.known.program.round if proof.rounded else self.known.program.prove
        if proof.claim.lower is not None:
            claims = [self.known.is_true(element) for element in self.known.open]
        else:
            pairs = ((element, state) for element in self.known.open for state in self.known.left[element])
            claims = [make.excluded(*pair) for pair in pairs if self.known.truth[pair[0]] != pair[1]]
        told, found = thought(make, proof), {proof.claim.place: proof}
        for claim in claims:
            other = self._easiest.kept(claim, kind)
            if not other or claim.place in found or abs(other.norm - float(proof.norm)) > EXACT:
                continue
            if other.certificate and self._same(other.certificate, proof, told):
                found[claim.place] = other.certificate
        return tuple(found.values())

    def _same(self, other: Certificate, proof: Certificate, told: tuple[str, ...]) -> bool:
        """Whether another proof is the same thought, which says what is told of this one."""
        kinds = ({term.row.family for term in one.rules} for one in (other, proof))
        return len({frozenset(kind) for kind in kinds}) == 1 and thought(self.known.premises, other) == told

    def _end(self, proof: Shortest, *, alone: bool) -> Certificate | None:
        """After a proof of what an element is not: that of what it is, if it is no harder, or says nothing new."""
        claim = self.known.is_true(proof.claim.place[0])
        with suppress(TimeLimitReached):
            found = self._easiest.certificate(claim, self.known.program.prove)
            if found and found.certificate and (not found.certificate.rules or (alone and found.norm <= proof.norm)):
                return found.certificate
        return None

    def proof_of(self, element: Any) -> Proof | None:
        """A proof that this element is in its state, or None if it need not be. Raises Unproved."""
        claim = self.known.is_true(element)
        return self._proof(claim, lambda: self.known.forced(claim))

    def proof_against(self, element: Any, state: Any) -> Proof | None:
        """A proof that this element is not in this state, or None if it may be. Raises Unproved."""
        make = self.known.premises
        if self.known.truth[element] == state:
            return None
        against = [*self.known.start.known, make.holds(element, state)]
        return self._proof(make.excluded(element, state), lambda: self.known.oracle.solution(against) is None)

    def _proof(self, claim: Row, holds: Callable[[], bool]) -> Proof | None:
        """A proof of a claim, or None if it need not hold, as far as a search is asked. Raises Unproved."""
        kinds = (self.known.program.prove, self.known.program.round)
        found = next(filter(None, (self._easiest.certificate(claim, kind) for kind in kinds)), None)
        if found and found.certificate:
            return self._for_a_reader((found.certificate,))[0]
        if not holds():
            return None
        if self._easiest.take_cuts():
            return self._proof(claim, holds)
        if proof := self._easiest.by_cases([claim]):
            return self._for_a_reader((proof,))[0]
        raise Unproved(f"no short proof was found that {conclusion(self.known.start, claim)}: only a search shows it")

    def _learn(self, *proofs: Shortest) -> None:
        for proof in proofs:
            self._easiest.learn(proof)
