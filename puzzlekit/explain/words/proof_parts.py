"""What a proof uses, sorted as a person would tell it: what is there, what asks for more, what admits no more."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, lcm
from typing import Any

from puzzlekit.explain.proofs.certificate import Certificate, Term
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import Cases, Proof
from puzzlekit.explain.proofs.row_kinds import ASSUMED, BOUND, is_claim, is_rule
from puzzlekit.scip.constraints import LinearConstraint, VariableKey

PLAIN = 3  # rules in a sum that is seen at once
FEW = 8  # rows that ask or admit no more: of more nobody can think at once
OFTEN = 3  # how often one of them may be taken

_Said = tuple[LinearConstraint, Mapping[VariableKey, float], Fraction]  # a fact, and a sum with the value that it has


@dataclass(frozen=True)
class UsedConstraint:
    """A rule's row in a proof: which side of it is used, and what known elements leave of the number there.

    `by` are the known facts that leave that. `open` are the variables that are left to a row that asks for one of its
    own, where others are known to be 0; else it is empty. `times`: how often the row is taken.
    """

    row: LinearConstraint
    at_least: bool
    rest: Fraction
    by: tuple[LinearConstraint, ...] = ()
    open: tuple[VariableKey, ...] = ()
    times: int = 1

    @property
    def side(self) -> Fraction:
        """The number that the row is compared with."""
        return Fraction((self.row.lower if self.at_least else self.row.upper) or 0)

    @property
    def filled(self) -> bool:
        """Whether known elements fill it."""
        return not self.at_least and self.rest == 0 != self.side


@dataclass(frozen=True)
class ProofParts:
    """The parts of one or more proofs that are told together.

    `satisfied` are rows that known elements fill, `at_least` and `at_most` the others by the side that is used; `facts`
    is what is known and used but for what fills a row; `known` is all of it; rules that need no words are left out, but
    `unsaid` is how many a proof has of families with more of them than are seen at once, and it `hides` something where
    these speak of what nothing else speaks of. `cases`: the proofs tell cases apart.
    """

    satisfied: tuple[UsedConstraint, ...]
    at_least: tuple[UsedConstraint, ...]
    at_most: tuple[UsedConstraint, ...]
    facts: tuple[LinearConstraint, ...]
    known: tuple[LinearConstraint, ...]
    cases: bool
    unsaid: int
    hides: bool

    @property
    def rules(self) -> int:
        """How many rules ask for more or admit no more, or would have to be told."""
        return len(self.at_least) + len(self.at_most) + self.unsaid

    @property
    def times(self) -> int:
        """How often one of them is taken at most."""
        return max((one.times for one in (*self.at_least, *self.at_most)), default=1)

    @property
    def short(self) -> bool:
        """Whether it can be told at all."""
        return not self.cases and self.rules <= FEW and self.times <= OFTEN

    @property
    def plain(self) -> bool:
        """Whether it is seen at once, and all of it is told."""
        return not self.cases and not self.hides and self.rules <= PLAIN and self.times == 1

    @property
    def fewer(self) -> tuple[LinearConstraint, ...]:
        """The facts that are no clues and do not say the same as what is said to be left to a row that asks."""
        told = {key for one in self.at_least if one.open for key in one.row.coefficients}
        return tuple(
            fact
            for fact in self.facts
            if not (is_claim(fact) and fact.lower is None and fact.coefficients.keys() <= told)
        )


def whole(proof: Certificate) -> tuple[Term, ...]:
    """The terms of a certificate with multipliers that are whole numbers, if those of the rules are multiples of one
    fraction, as small as can be."""
    rules = proof.rules or proof.terms
    times = lcm(*(term.multiplier.denominator for term in rules))
    common = [abs(int(term.multiplier * times)) for term in rules]
    least = min(common, default=1)
    if least and all(number % least == 0 for number in common):
        return tuple(Term(term.row, term.multiplier * times / least) for term in proof.terms)
    return tuple(Term(term.row, term.multiplier * times) for term in proof.terms)


def proof_parts(premises: Premises, proofs: Sequence[Proof]) -> ProofParts:
    """What proofs of one step use, each thing once. Later proofs may use what the earlier ones prove."""
    own = {_fact(proof.claim) for proof in proofs}
    rows: dict[int, tuple[LinearConstraint, bool, int]] = {}
    known: dict[tuple, LinearConstraint] = {}
    for proof in proofs:
        for leaf in proof.leaves:
            for term in whole(leaf):
                if is_rule(term.row):
                    _, asked, before = rows.get(id(term.row), (term.row, False, 1))
                    asks = asked or (term.multiplier > 0) == leaf.at_least
                    rows[id(term.row)] = (term.row, asks, max(int(abs(term.multiplier)), before))
                elif term.row.family != BOUND and _fact(term.row) not in own:
                    known.setdefault(_fact(term.row), term.row)
    facts = list(known.values())
    claimed = proofs[0].claim.coefficients.keys()  # whatever is known of them fills nothing: more is to be said
    sure = [fact for fact in facts if fact.family != ASSUMED and not fact.coefficients.keys() & claimed]
    used = [
        _used(row, asks, [*_said_by(premises, sure)], times)
        for row, asks, times in rows.values()
        if not premises.silent(row)
    ]
    has = [one for one in used if one.filled and _speaks(premises, one)]
    gone = {key for fact in facts if _excludes(fact) for key in fact.coefficients}
    gone |= {key for one in has if min(one.row.coefficients.values()) > 0 for key in one.row.coefficients}
    silent = {id(fact) for one in has for fact in one.by if premises.wording[str(one.row.family)].telling}
    return ProofParts(
        tuple(has),
        tuple(_left_to(one, gone) for one in used if one.at_least),
        tuple(one for one in used if not one.at_least and one not in has),
        tuple(fact for fact in facts if id(fact) not in silent),
        tuple(facts),
        any(isinstance(proof, Cases) for proof in proofs),
        max(_unsaid(premises, proof) for proof in proofs),
        any(_hides(premises, leaf) for proof in proofs for leaf in proof.leaves),
    )


def _unsaid(premises: Premises, proof: Proof) -> int:
    silent = {id(term.row): str(term.row.family) for term in proof.rules if premises.silent(term.row)}
    many = Counter(silent.values())
    return sum(number for family, number in many.items() if number > premises.wording[family].at_once)


def _hides(premises: Premises, leaf: Certificate) -> bool:
    """Whether rows that need no words, and of which few are seen at once, lead through what nothing else speaks of: it
    may be so or not, and either way the same follows."""
    silent = [row for row in (term.row for term in leaf.rules) if premises.silent(row)]
    few = [row for row in silent if premises.wording[str(row.family)].at_once < inf]
    told = [term.row for term in leaf.terms if term.row.family != BOUND and term.row not in few]
    spoken = {key for row in (leaf.claim, *told) for key in row.coefficients}
    return any(key not in spoken for row in few for key in row.coefficients)


def _fact(row: LinearConstraint) -> tuple:
    """What tells one known row from another."""
    return row.family, row.index, row.lower is None


def _speaks(premises: Premises, one: UsedConstraint) -> bool:
    """Whether a filled row says that it is filled, so that nobody need hear by what."""
    phrases = premises.wording.get(one.row.family or "")
    return bool(phrases and phrases.satisfied is not None)


def _said_by(premises: Premises, facts: Iterable[LinearConstraint]) -> Iterator[_Said]:
    """What facts say of sums; that an element is in a state says, too, that it is not in another."""
    for fact in facts:
        yield fact, fact.coefficients, Fraction(fact.lower if fact.lower is not None else fact.upper or 0)
        element, state = _state_in(premises, fact)
        for key in premises.owned.get(element, ()):
            if premises.opposed.get(key, (element, state))[1] != state:
                yield fact, {key: 1.0}, Fraction(1)


def _state_in(premises: Premises, fact: LinearConstraint) -> tuple[Any, Any]:
    """The element and the state in which it is by a fact, which may be a clue; None where it says anything else."""
    if is_claim(fact):
        return fact.index if fact.lower is not None else (None, None)
    (key, value), *more = fact.coefficients.items()
    says = not more and fact.lower == value > 0
    return premises.named.get(key, (None, None)) if says else (None, None)


def _excludes(fact: LinearConstraint) -> bool:
    """Whether a fact says that its one variable is 0."""
    value = next(iter(fact.coefficients.values()), 0.0)
    return len(fact.coefficients) == 1 and (fact.upper if value > 0 else fact.lower) == 0


def _left_to(one: UsedConstraint, gone: Collection[VariableKey]) -> UsedConstraint:
    """A row that asks, with the variables that are left to it where it asks for one and others are gone."""
    if one.side != 1 or any(value != 1 for value in one.row.coefficients.values()):
        return one
    left = tuple(key for key in one.row.coefficients if key not in gone)
    return replace(one, open=left) if len(left) < len(one.row.coefficients) else one


def _used(row: LinearConstraint, asks: bool, facts: Iterable[_Said], often: int) -> UsedConstraint:
    rest, by = Fraction((row.lower if asks else row.upper) or 0), []
    left: dict[Any, float] = dict(row.coefficients)
    for fact, coefficients, value in facts:
        times = _times(left, coefficients)
        if times is not None and value:
            rest -= Fraction(times) * value
            by.append(fact)
            for key in coefficients:
                del left[key]
    # a row that is full says what the rest is, however often it is taken
    return UsedConstraint(row, asks, rest, tuple(by), times=often if asks or rest else 1)


def _times(row: Mapping[Any, float], fact: Mapping[Any, float]) -> float | None:
    """How often a fact stands in a row, as a part of it; None if it does not."""
    ratios = {row[key] / value if key in row and value else None for key, value in fact.items()}
    return ratios.pop() if len(ratios) == 1 else None


def clue_rows(proofs: Sequence[Proof]) -> list[LinearConstraint]:
    """The rows that proofs use, apart from what is known and from bounds, each once."""
    found: dict[Any, LinearConstraint] = {}
    for proof in proofs:
        for term in proof.terms:
            if term.row.family != BOUND and not is_claim(term.row):
                found.setdefault((term.row.family, term.row.index), term.row)
    return list(found.values())
