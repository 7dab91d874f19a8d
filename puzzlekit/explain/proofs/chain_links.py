"""The links of a chain as certificates: what rows say by the facts and the links before them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from puzzlekit.explain.proofs.certificate import CONTRADICTION, Certificate, Term, added_up, opposite
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import ContradictionProof, Shortest, assume
from puzzlekit.explain.proofs.proof_lp import ProofLP
from puzzlekit.explain.proofs.propagation import End, Event, rows_of
from puzzlekit.explain.proofs.row_kinds import is_rule
from puzzlekit.scip.constraints import LinearConstraint


def linked(
    premises: Premises, claim: LinearConstraint, shortest: Shortest | None, chain: Sequence[Event]
) -> ContradictionProof | None:
    """The proof whose links are these events, each with those before it that cannot be said in statements; None where
    there is no such proof."""
    claims, links, supposed = _claims(premises, chain), list[Certificate](), opposite(claim)
    facts = Facts(premises.knowing(supposed))
    for event in chain:
        if event.end is not None and event.row == supposed and len(supposed.coefficients) == 1:
            continue  # it is what was supposed
        if event.end is not None and (event.end, event.value) not in claims:
            continue
        then = CONTRADICTION if event.end is None else claims[event.end, event.value]
        link = facts.link(then, list(_silent_before(event, claims)))
        if not link:
            return None
        links.append(link)
        facts.take(assume(then))
    return ContradictionProof(claim, tuple(links), shortest)


def _silent_before(event: Event, claims: Mapping[tuple[End | None, float], LinearConstraint]) -> Iterator[Event]:
    """An event, and those that it rests on which cannot be said."""
    for other in event.before:
        if (other.end, other.value) not in claims:
            yield from _silent_before(other, claims)
    yield event


def _claims(premises: Premises, chain: Iterable[Event]) -> dict[tuple[End | None, float], LinearConstraint]:
    """What the ends of these events' variables mean, as claims."""
    found: dict[tuple[End | None, float], LinearConstraint] = {}
    settled = {2 * (event.end // 2) for event in chain if event.end is not None}
    for item, (coefficients, constant) in premises.indicators.items():
        if len(coefficients) == 1:
            ((key, value),) = coefficients.items()
            if (low := 2 * premises.numbers[key]) in settled and (constant, value) in ((0, 1), (1, -1)):
                at_least, at_most = premises.holds(*item), premises.excluded(*item)
                found.setdefault((low, 1.0), at_least if value > 0 else at_most)
                found.setdefault((low + 1, 0.0), at_most if value > 0 else at_least)
    return found


class Facts:
    """What is known at a link of a chain, and what ends of variables are by bounds and by facts about them alone."""

    def __init__(self, premises: Premises):
        self._premises, self._bare = premises, replace(premises, indicators={}, known=())
        self._ends: dict[End, tuple[float | Fraction, LinearConstraint | None]] = {
            2 * premises.numbers[key] + i: (side, None)
            for key, sides in premises.bounds.items()
            for i, side in enumerate(sides)
            if side is not None
        }
        for row in (*premises.known, *(row for row in premises.rows if not is_rule(row))):
            self._note(row)

    def take(self, fact: LinearConstraint) -> None:
        """One more fact."""
        self._premises = self._premises.knowing(fact)
        self._note(fact)

    def _note(self, row: LinearConstraint) -> None:
        if len(row.coefficients) == 1:
            ((key, value),) = row.coefficients.items()
            for side, most in ((row.lower, value < 0), (row.upper, value > 0)):
                end, sign = 2 * self._premises.numbers[key] + most, -1 if most else 1
                there, so = self._ends.get(end), None if side is None else Fraction(side) / Fraction(value)
                if so is not None and (there is None or sign * so > sign * there[0]):
                    self._ends[end] = so, row

    def link(self, claim: LinearConstraint, events: Sequence[Event]) -> Certificate | None:
        """The certificate of what these events say together, the last of them a claim."""
        rows = rows_of(events)
        return (self.by_one_row(claim, *events) if len(rows) == 1 else None) or self.by_rows(claim, rows)

    def by_one_row(self, claim: LinearConstraint, event: Event) -> Certificate | None:
        """That of what a row says by such facts, without linear programs; None if there is none."""
        own, row = None if event.end is None else event.end // 2, event.row
        ends = [(Fraction(value), self._ends.get(end)) for value, end, _ in event.terms if end // 2 != own]
        facts = [(value, Fraction(known[0]), known[1]) for value, known in ends if known]
        if len(facts) < len(ends):
            return None
        upper = event.terms[0][0] == next(filter(None, row.coefficients.values()))
        room = Fraction((row.upper if upper else -(row.lower or 0)) or 0) - sum(value * so for value, so, _ in facts)
        times = self._times(claim, event, room) * (1 if claim.lower is None else -1)
        terms = [Term(row, times if upper else -times, self._bare.effort(row, at_least=not upper))]
        for value, _, fact in facts:
            if fact:
                terms.append(Term(fact, -times * value / Fraction(*fact.coefficients.values())))
        sums = (added_up(claim, terms, self._premises, rounded=rounded) for rounded in (False, True))
        return next((one for one in sums if one.problem(self._premises) is None), None)

    @staticmethod
    def _times(claim: LinearConstraint, event: Event, room: Fraction) -> Fraction:
        """How often a side of a row is needed of which so much is left: for "0 is at most -1", or for the claim."""
        if event.end is None:
            return -1 / room if room < 0 else Fraction(0)  # what facts say of sums is not counted in
        (own,) = (value for value, end, _ in event.terms if end // 2 == event.end // 2)
        return abs(Fraction(*claim.coefficients.values()) / Fraction(own))

    def by_rows(self, claim: LinearConstraint, rows: Sequence[LinearConstraint]) -> Certificate | None:
        """That of what a few rows say with what is known."""
        premises = self._premises
        own = claim.coefficients.keys() | {key for row in rows for key in row.coefficients}
        little = [other for other in premises.rows if not is_rule(other) and other.coefficients.keys() <= own]
        known = [fact for fact in premises.known if own & fact.coefficients.keys()]
        keys = own.union(*(fact.coefficients for fact in known))
        bounds = {key: premises.bounds[key] for key in sorted(keys, key=premises.numbers.__getitem__)}
        program = ProofLP(replace(premises, rows=(*rows, *little), bounds=bounds, indicators={}, known=tuple(known)))
        program.premises = premises  # by which it is checked: a derived row follows from others
        found = program.prove(claim) or (program.round(claim) if claim.coefficients else None)
        return found.certificate if found else None
