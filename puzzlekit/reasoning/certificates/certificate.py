"""Certificates: a few constraints whose signed sum is the claim, checked in exact fractions without a solver."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from puzzlekit.core.errors import InvalidSolution, validate_args
from puzzlekit.reasoning.certificates.premises import KNOWN, Premises, is_rule, weight
from puzzlekit.scip.constraints import LinearConstraint, VariableKey

# The claim "0 is at most -1": its proof shows that the premises have no solution
CONTRADICTION = LinearConstraint("contradiction", None, {}, None, -1.0)


@dataclass(frozen=True)
class Term:
    """A constraint in a sum, and its multiplier. The constraint may also be a bound or a known fact."""

    row: LinearConstraint
    multiplier: Fraction

    @property
    def norm(self) -> Fraction:
        """Return the weight of the constraint times the absolute value of its multiplier."""
        return abs(self.multiplier) * weight(self.row)


@dataclass(frozen=True)
class Certificate:
    """A proof of a claim by adding up constraints.

    Attributes
    ----------
    claim
        The constraint that is proved. It has one side, a lower or an upper bound.
    terms
        Constraints and bounds with their multipliers. For a claim "at most", a positive multiplier uses the upper side
        of a constraint, and a negative multiplier uses the lower side. For a claim "at least", the sides are exchanged.
    rounded
        Whether the proof rounds the bound on the sum (a Chvatal-Gomory step). The sum is a whole number at every
        solution.
    """

    claim: LinearConstraint
    terms: tuple[Term, ...]
    rounded: bool = False

    @property
    def at_least(self) -> bool:
        """Return whether the claim has the form "at least", not "at most"."""
        return self.claim.lower is not None

    def added(self) -> tuple[dict[VariableKey, Fraction], Fraction]:
        """Return the exact sum of the terms: its coefficients and the bound that the sum proves.

        Raises
        ------
        InvalidSolution
            If a multiplier needs a side that its constraint does not have.
        """
        bound = Fraction(0)
        for term in self.terms:
            side = term.row.lower if (term.multiplier > 0) == self.at_least else term.row.upper
            if side is None:
                raise InvalidSolution(f"row {term.row} has no bound for the multiplier {term.multiplier}")
            bound += term.multiplier * Fraction(side)
        return _sum(self.terms), bound

    @validate_args
    def problem(self, premises: Premises) -> str | None:
        """Return a clause that describes the first error in this proof, or None if the certificate proves its claim."""
        if stranger := next((term.row for term in self.terms if term.row not in premises), None):
            return f"it uses a row that is none of the premises: {stranger}"
        try:
            total, bound = self.added()
        except InvalidSolution as error:
            return str(error)
        if total != {key: Fraction(value) for key, value in self.claim.coefficients.items() if value}:
            return f"its rows do not add up to {self.claim}"
        if self.rounded and not premises.integral(self.claim.coefficients):
            return "it rounds a sum that need not be a whole number"
        reached = (math.ceil(bound) if self.at_least else math.floor(bound)) if self.rounded else bound
        missing = self.claim.lower - reached if self.at_least else reached - self.claim.upper  # type: ignore[operator]
        return f"its rows prove only {bound}, not {self.claim}" if missing > 0 else None

    @validate_args
    def check(self, premises: Premises) -> None:
        """Raise InvalidSolution if the certificate does not prove its claim."""
        if problem := self.problem(premises):
            raise InvalidSolution(f"this certificate is no proof: {problem}")

    @property
    def rules(self) -> tuple[Term, ...]:
        """Return the terms that are rules. Bounds, known facts and constraints on one variable (clues) are
        not rules."""
        return tuple(term for term in self.terms if is_rule(term.row))

    @cached_property
    def norm(self) -> Fraction:
        """Return the weighted 1-norm of the multipliers, see `premises.weight`.

        A proof with rounding counts as a proof by contradiction: the negated claim joins the sum, and the multipliers
        are scaled so that the sum is "0 <= -1".
        """
        size = sum((term.norm for term in self.terms), Fraction(0))
        if not self.rounded:
            return size
        _, bound = self.added()
        beyond = bound - Fraction(self.claim.lower or 0) if self.at_least else Fraction(self.claim.upper or 0) - bound
        return (size + weight(opposite(self.claim))) / (1 + beyond)


def added_up(
    claim: LinearConstraint, terms: Sequence[Term], premises: Premises, *, rounded: bool = False
) -> Certificate:
    """Return a certificate with these terms and with multiples of bounds, so that the left side of the sum equals the
    claim's left side.

    The certificate is not checked: call `Certificate.problem` to check it.
    """
    lacks = _sum([Term(claim, Fraction(-1)), *terms])
    bounds = (Term(premises.bound(key), -value) for key, value in lacks.items())
    return Certificate(claim, (*terms, *bounds), rounded)


def _sum(terms: Sequence[Term]) -> dict[VariableKey, Fraction]:
    """Return the nonzero coefficients of the sum of these terms."""
    total: dict[VariableKey, Fraction] = {}
    for term in terms:
        for key, value in term.row.coefficients.items():
            total[key] = total.get(key, Fraction(0)) + term.multiplier * Fraction(value)
    return {key: value for key, value in total.items() if value}


def opposite(claim: LinearConstraint) -> LinearConstraint:
    """Return the negation of a claim about a whole number: the sum is at least 1 beyond the claim's bound."""
    lower = None if claim.upper is None else claim.upper + 1
    upper = None if claim.lower is None else claim.lower - 1
    return LinearConstraint(KNOWN, claim.index, claim.coefficients, lower, upper)
