"""Certificates: a few rows whose signed sum leaves no other way, checked in exact fractions without a solver."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache

from puzzlekit.errors import InvalidSolution, declared
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.row_kinds import ASSUMED, is_rule, weight
from puzzlekit.scip.constraints import LinearConstraint, VariableKey

# "0 is at most -1": what rows say that have no solution
CONTRADICTION = LinearConstraint("contradiction", None, {}, None, -1.0)


@lru_cache  # few coefficients differ
def _exact(value: float) -> int | Fraction:
    return int(value) if value == int(value) else Fraction(value)


@dataclass(frozen=True)
class Term:
    """A row, a bound or a known fact, and how often it is added; and what a reader paid to use it once, where what was
    known counts (see `Premises.effort`)."""

    row: LinearConstraint
    multiplier: Fraction
    effort: Fraction | None = field(default=None, compare=False)

    @property
    def norm(self) -> Fraction:
        """What it weighs to use the row so often."""
        return abs(self.multiplier) * (weight(self.row) if self.effort is None else self.effort)


@dataclass(frozen=True)
class Certificate:
    """A proof of a claim by adding up rows.

    Attributes
    ----------
    claim
        A row with one side: what is proved.
    terms
        Rows and bounds with their multipliers. For a claim "at most", a positive multiplier uses a row's upper side,
        and a negative one its lower side; for a claim "at least" it is the other way round.
    rounded
        Whether the sum proves the claim only because it has to be a whole number: a Chvatal-Gomory step.
    """

    claim: LinearConstraint
    terms: tuple[Term, ...]
    rounded: bool = False

    @property
    def at_least(self) -> bool:
        """Whether the claim is "at least", not "at most"."""
        return self.claim.lower is not None

    def added(self) -> tuple[dict[VariableKey, Fraction], Fraction]:
        """The sum of the rows, exactly: its coefficients and the bound that it proves for them.

        Raises
        ------
        InvalidSolution
            If a multiplier asks for a side that a row does not have.
        """
        bound = Fraction(0)
        for term in self.terms:
            side = term.row.lower if (term.multiplier > 0) == self.at_least else term.row.upper
            if side is None:
                raise InvalidSolution(f"row {term.row} has no side that the multiplier {term.multiplier} could use")
            bound += term.multiplier * Fraction(side)
        return _sum(self.terms), bound

    @declared
    def problem(self, premises: Premises) -> str | None:
        """What is wrong with this proof, or None: its rows must be premises, and their exact sum must be the claim."""
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

    @declared
    def check(self, premises: Premises) -> None:
        """Raise InvalidSolution if this is no proof."""
        if problem := self.problem(premises):
            raise InvalidSolution(f"this certificate is no proof: {problem}")

    @property
    def rules(self) -> tuple[Term, ...]:
        """The terms that are rules of the puzzle: no clues, nothing known, no bounds."""
        return tuple(term for term in self.terms if is_rule(term.row))

    @cached_property
    def norm(self) -> Fraction:
        """The weighted 1-norm of the multipliers: a rule weighs 1, a clue or a known fact little, a bound nothing;
        where what was known counts, a rule weighs what a reader pays for it.

        A rounded proof is scaled to the contradiction "0 <= -1" between its rows and the opposite of the claim.
        """
        size = sum((term.norm for term in self.terms), Fraction(0))
        if not self.rounded:
            return size
        _, bound = self.added()
        beyond = bound - Fraction(self.claim.lower or 0) if self.at_least else Fraction(self.claim.upper or 0) - bound
        gap = 1 + beyond
        return (size + weight(opposite(self.claim))) / gap

    @property
    def leaves(self) -> tuple["Certificate", ...]:
        """The certificates that this proof is made of: itself."""
        return (self,)


@declared
def added_up(
    claim: LinearConstraint, terms: Sequence[Term], premises: Premises, *, rounded: bool = False
) -> Certificate:
    """A certificate of these rows, with the multiples of bounds that make up for what their sum lacks of the claim.

    It need not be a proof: ask for its `problem`.
    """
    lacks = _sum([Term(claim, Fraction(-1)), *terms])
    bounds = (Term(premises.bound(key), -value) for key, value in lacks.items())
    return Certificate(claim, (*terms, *bounds), rounded)


def _sum(terms: Sequence[Term]) -> dict[VariableKey, Fraction]:
    """The coefficients of these rows together that are not 0: added as whole numbers, which is far faster."""
    scale = math.lcm(*(term.multiplier.denominator for term in terms))
    total: dict[VariableKey, int | Fraction] = {}
    for term in terms:
        times = term.multiplier.numerator * (scale // term.multiplier.denominator)
        for key, value in term.row.coefficients.items():
            total[key] = total.get(key, 0) + times * _exact(value)
    return {key: Fraction(value, scale) for key, value in total.items() if value}


def opposite(claim: LinearConstraint) -> LinearConstraint:
    """What a sum of whole numbers is where it is not as claimed: 1 less, or 1 more."""
    lower = None if claim.upper is None else claim.upper + 1
    upper = None if claim.lower is None else claim.lower - 1
    return LinearConstraint(ASSUMED, claim.index, claim.coefficients, lower, upper)
