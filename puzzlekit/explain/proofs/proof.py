"""Proofs of more than one certificate: by cases, and by supposing that a claim is not so."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from puzzlekit.errors import InvalidSolution, declared
from puzzlekit.explain.proofs.certificate import CONTRADICTION, Certificate, Term, opposite
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.row_kinds import ASSUMED, BOUND, is_rule
from puzzlekit.scip.constraints import LinearConstraint


class _Several(ABC):
    """What proofs have in common that are made of several certificates, their leaves."""

    @abstractmethod
    def problem(self, premises: Premises) -> str | None:
        """What is wrong with this proof, or None."""

    @property
    @abstractmethod
    def leaves(self) -> tuple[Certificate, ...]:
        """The certificates that this proof is made of."""

    @declared
    def check(self, premises: Premises) -> None:
        """Raise InvalidSolution if this is no proof."""
        if problem := self.problem(premises):
            raise InvalidSolution(f"this is no proof: {problem}")

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of all certificates."""
        return tuple(term for leaf in self.leaves for term in leaf.terms)

    @property
    def rules(self) -> tuple[Term, ...]:
        """The terms that are rules of the puzzle."""
        return tuple(term for leaf in self.leaves for term in leaf.rules)


@dataclass(frozen=True)
class Cases(_Several):
    """A proof of a claim by two cases: a whole number is at most 0 or at least 1. Each case has its own proof.

    `split` is the (element, state) whose statement makes the cases, `yes` proves the claim where it is at least 1,
    `no` where it is at most 0.
    """

    claim: LinearConstraint
    split: tuple[Any, Any]
    yes: "Proof"
    no: "Proof"

    @declared
    def problem(self, premises: Premises) -> str | None:
        """What is wrong with this proof, or None."""
        if self.split not in premises.indicators:
            return f"there is no statement about {self.split}"
        coefficients, constant = premises.indicators[self.split]
        if not premises.integral(coefficients) or not float(constant).is_integer():
            return f"the statement about {self.split} need not be a whole number"
        for proof, assumed in ((self.yes, premises.holds(*self.split)), (self.no, premises.excluded(*self.split))):
            if proof.claim not in (self.claim, CONTRADICTION):
                return f"a case proves {proof.claim}, expected {self.claim}"
            if problem := proof.problem(premises.knowing(assume(assumed))):
                return problem
        return None

    @property
    def leaves(self) -> tuple[Certificate, ...]:
        """The certificates at the ends of the cases."""
        return self.yes.leaves + self.no.leaves

    @property
    def norm(self) -> Fraction:
        """The sum of the cases' norms."""
        return self.yes.norm + self.no.norm


@dataclass(frozen=True)
class ContradictionProof(_Several):
    """A proof of a claim by supposing that it is not so: one thing after another would follow, until they clash.

    Attributes
    ----------
    claim
        A claim about a statement.
    links
        Each proves one thing more, from the premises, what is supposed and what the links before it prove; the last one
        is a contradiction.
    shortest
        The shortest proof of the claim that was found, which takes more to follow, if there is one. It says how hard
        the claim is.
    """

    claim: LinearConstraint
    links: tuple[Certificate, ...]
    shortest: "Certificate | Cases | None" = None

    @property
    def supposed(self) -> LinearConstraint:
        """What is supposed, as a row."""
        return opposite(self.claim)

    @declared
    def problem(self, premises: Premises) -> str | None:
        """What is wrong with this proof, or None."""
        if self.shortest and (problem := self.shortest.problem(premises)):
            return problem
        if (self.shortest or self).claim != self.claim or [link.claim for link in self.links[-1:]] != [CONTRADICTION]:
            return f"its links do not end in a contradiction to the opposite of {self.claim}"
        bound = self.claim.upper if self.claim.lower is None else self.claim.lower
        if not premises.integral(self.claim.coefficients) or not float(bound or 0).is_integer():
            return "it supposes that what need not be a whole number is one less or one more"
        known = premises.knowing(self.supposed)
        for link in self.links:
            if problem := link.problem(known):
                return problem
            known = known.knowing(assume(link.claim))
        return None

    @property
    def leaves(self) -> tuple[Certificate, ...]:
        """The links."""
        return self.links

    @property
    def length(self) -> Fraction:
        """The norms of all links together: what it takes to follow them."""
        return sum((link.norm for link in self.links), Fraction(0))

    @property
    def norm(self) -> Fraction:
        """The norm of the shortest proof; without one, that of all links."""
        return self.shortest.norm if self.shortest else self.length


Proof = Certificate | Cases | ContradictionProof
Shortest = Certificate | Cases


def assume(claim: LinearConstraint) -> LinearConstraint:
    """A claim as the assumption of a case."""
    return LinearConstraint(ASSUMED, claim.index, claim.coefficients, claim.lower, claim.upper)


def used(proof: Proof) -> Iterator[LinearConstraint]:
    """What a proof takes as known or given: every row that is no rule and no bound, once."""
    seen = []
    for term in proof.terms:
        if not is_rule(term.row) and term.row.family != BOUND and term.row not in seen:
            seen.append(term.row)
            yield term.row
