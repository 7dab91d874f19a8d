"""Proofs that are the same thought: of other elements, by the same rows and facts."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from puzzlekit.errors import TimeLimitReached
from puzzlekit.explain.proofs.certificate import Certificate
from puzzlekit.explain.proofs.contradiction import Suppositions
from puzzlekit.explain.proofs.easiest import Easiest
from puzzlekit.explain.proofs.known import Known
from puzzlekit.explain.proofs.proof import Proof
from puzzlekit.explain.proofs.proof_candidate import EXACT, ProofCandidate
from puzzlekit.explain.proofs.row_kinds import is_rule
from puzzlekit.explain.words.naming import beginnings
from puzzlekit.explain.words.verbalize import may_share, proof_signature
from puzzlekit.scip.constraints import LinearConstraint


class Alike:
    """What else is proved, by what is known, in the way in which something is."""

    def __init__(self, known: Known, easiest: Easiest):
        self._known, self._easiest = known, easiest
        self._begins: dict[int, tuple[str, ...]] = {}  # a row's own number -> how that begins which is said of it

    def to(self, proof: Certificate) -> tuple[Proof, ...]:
        """This proof, and those of others in its rows that use the same rows and facts."""
        told, found = proof_signature(self._known.premises, proof), {proof.claim.index: proof}
        with suppress(TimeLimitReached):
            for other in self._others_near(proof, told):
                own = other.certificate if abs(other.norm - float(proof.norm)) <= EXACT else None
                if own and self._same(own, proof, told):
                    found[own.claim.index] = own
        return tuple(found.values())

    def _others_near(self, proof: Certificate, told: tuple[str, ...]) -> Iterator[ProofCandidate]:
        """Proofs of the same kind about elements near a proof: of those in its own rows, or by rows near it alone where
        these refute the opposite."""
        make, near = self._known.premises, self._near(proof, told)
        keys = {key for row in near for key in row.coefficients}
        own = {key for term in proof.rules for key in term.row.coefficients if not proof.rounded}
        program = self._known.program.among([*near, *(fact for fact in make.known if fact.coefficients.keys() & keys)])
        supposed = Suppositions(replace(make, rows=tuple(near)), ())
        for claim in self._claims_like(proof.claim):
            if claim.coefficients.keys() & own:
                found = self._easiest.certificate(claim, self._known.program.prove)
            elif claim.coefficients.keys() & keys and supposed.rules(claim) is not None:
                found = program.round(claim) if proof.rounded else program.prove(claim)
            else:
                continue
            if found:
                yield found

    def _claims_like(self, claim: LinearConstraint) -> list[LinearConstraint]:
        """What is so of elements that are open: the states in which they are, or those in which they are not."""
        make, known = self._known.premises, self._known
        if claim.lower is not None:
            claims = [known.is_true(element) for element in known.open]
        else:
            pairs = ((element, state) for element in known.open for state in sorted(known.left[element], key=str))
            claims = [make.excluded(*pair) for pair in pairs if known.truth[pair[0]] != pair[1]]
        return [one for one in claims if one.index != claim.index]

    def _near(self, proof: Certificate, told: tuple[str, ...]) -> list[LinearConstraint]:
        """Rows that have a variable in common with a proof: of the families of its rules those of which the same may be
        told, and clues."""
        make, families = self._known.premises, {term.row.family for term in proof.rules}
        keys = {key for term in proof.terms for key in term.row.coefficients}
        rows = [row for row in make.rows if row.coefficients.keys() & keys]
        alike = (row for row in rows if is_rule(row) and row.family in families)
        shared = {id(row) for row in alike if may_share(make, row, self._beginnings(row), told)}
        return [row for row in rows if not is_rule(row) or id(row) in shared]

    def _beginnings(self, row: LinearConstraint) -> tuple[str, ...]:
        """How that may begin which is said of a row of the model: asked again and again, and always the same."""
        if id(row) not in self._begins:
            self._begins[id(row)] = tuple(beginnings(self._known.premises, row))
        return self._begins[id(row)]

    def _same(self, other: Certificate, proof: Certificate, told: tuple[str, ...]) -> bool:
        """Whether another proof is the same thought, which says what is told of this one."""
        kinds = ({term.row.family for term in one.rules} for one in (other, proof))
        return len({frozenset(kind) for kind in kinds}) == 1 and proof_signature(self._known.premises, other) == told
