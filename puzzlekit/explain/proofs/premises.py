"""What a proof may use, and what it weighs: a model as plain data, exact where it counts."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from puzzlekit.errors import PuzzleError, judged, shown
from puzzlekit.explain.proofs.row_kinds import (
    BOUND,
    KNOWN,
    LITTLE,
    RULE,
    SEEN,
    implies,
    is_claim,
    is_elsewhere,
    is_rule,
    weight,
)
from puzzlekit.scip.constraints import LinearConstraint, VariableKey
from puzzlekit.scip.wording import Technique, Wording

PLACE = 9  # elements that a reader counts at a glance; a row over more weighs more
# what new facts do not change, once it was worked out
LASTING = ("states", "numbers", "named", "opposed", "owners", "owned", "clue_claims", "given")


@dataclass(frozen=True)
class DerivedConstraint(LinearConstraint):
    """A row that is no rule, with the certificates that it follows from rules; each may use what the others prove."""

    proofs: tuple[Any, ...] = field(compare=False)

    def follows(self, premises: "Premises") -> bool:
        """Whether all certificates are right."""
        for proof in self.proofs:
            if proof.problem(premises):
                return False
            premises = premises.knowing(proof.claim)
        return self == DerivedConstraint(**vars(self) | vars(self.proofs[-1].claim))


Linear = tuple[Mapping[VariableKey, float], float]  # coefficients and constant


@dataclass(frozen=True)
class Premises:
    """A model as plain data.

    Attributes
    ----------
    rows
        The rows of its families, those that follow from them, and rows that lazy families found.
    bounds
        variable key -> (lower, upper), None where there is no bound.
    whole
        The keys of integer variables.
    indicators
        (element, state) -> (coefficients, constant): 1 at a solution if the element is in that state, else 0.
    wording
        family -> how its rows are spoken of.
    clues
        (family, element) -> the clue in words.
    display_names
        state or element -> how it is said, where that is not simply its name; perhaps a frozenset of states -> what an
        element is that is in one of them.
    technique
        What steps are called, if the puzzle type says it.
    known
        Statements that were proved before, or that somebody takes for granted, as rows.
    """

    rows: tuple[LinearConstraint, ...]
    bounds: Mapping[VariableKey, tuple[float | None, float | None]]
    whole: frozenset[VariableKey]
    indicators: Mapping[tuple[Any, Any], Linear] = field(default_factory=dict)
    wording: Mapping[str, Wording] = field(default_factory=dict)
    clues: Mapping[tuple[str, Any], str] = field(default_factory=dict)
    display_names: Mapping[Any, str] = field(default_factory=dict)
    technique: Technique | None = None
    known: tuple[LinearConstraint, ...] = ()

    @judged
    def knowing(self, *facts: LinearConstraint) -> "Premises":
        """The same with more known facts."""
        more = replace(self, known=(*self.known, *facts))
        vars(more).update({name: value for name, value in vars(self).items() if name in LASTING})
        if "_named" in vars(self):  # thousands of rows, and asked for after each link of a chain
            vars(more)["_named"] = _with({**self._named}, facts)
        return more

    def holds(self, element: Any, state: Any) -> LinearConstraint:
        """The row "this element is in this state": its statement is at least 1."""
        coefficients, constant = self._statement(element, state)
        return LinearConstraint(KNOWN, (element, state), coefficients, 1 - constant, None)

    def excluded(self, element: Any, state: Any) -> LinearConstraint:
        """The row "this element is not in this state": its statement is at most 0."""
        coefficients, constant = self._statement(element, state)
        return LinearConstraint(KNOWN, (element, state), coefficients, None, -constant)

    def _statement(self, element: Any, state: Any) -> Linear:
        try:
            return self.indicators[element, state]
        except (KeyError, TypeError):
            raise PuzzleError(f"found {shown(element)} in {shown(state)}, expected one of the statements") from None

    @cached_property
    def states(self) -> Mapping[Any, tuple[Any, ...]]:
        """Each element with its states."""
        found: dict[Any, list[Any]] = {}
        for element, state in self.indicators:
            found.setdefault(element, []).append(state)
        return {element: tuple(states) for element, states in found.items()}

    @cached_property
    def numbers(self) -> Mapping[VariableKey, int]:
        """The variables' numbers, in order."""
        return {key: number for number, key in enumerate(self.bounds)}

    @cached_property
    def named(self) -> Mapping[VariableKey, tuple[Any, Any]]:
        """The (element, state) of each variable that is a statement by itself."""
        alone = ((item, list(row)) for item, (row, constant) in self.indicators.items() if constant == 0)
        return {keys[0]: item for item, keys in alone if len(keys) == 1}

    @cached_property
    def opposed(self) -> Mapping[VariableKey, tuple[Any, Any]]:
        """The (element, state) of each variable that is the opposite of a statement."""
        rows = ((item, row) for item, (row, constant) in self.indicators.items() if constant == 1 and len(row) == 1)
        return {key: item for item, row in rows for key, value in row.items() if value == -1}

    @cached_property
    def owners(self) -> Mapping[VariableKey, tuple[Any, ...]]:
        """The elements whose statements speak of a variable."""
        found: dict[VariableKey, dict[Any, None]] = {}
        for (element, _), (coefficients, _) in self.indicators.items():
            for key in coefficients:
                found.setdefault(key, {})[element] = None
        return {key: tuple(elements) for key, elements in found.items()}

    @cached_property
    def owned(self) -> Mapping[Any, frozenset[VariableKey]]:
        """The variables of which an element's statements speak."""
        found: dict[Any, set[VariableKey]] = {}
        for (element, _), (coefficients, _) in self.indicators.items():
            found.setdefault(element, set()).update(coefficients)
        return {element: frozenset(keys) for element, keys in found.items()}

    @cached_property
    def clue_claims(self) -> tuple[LinearConstraint, ...]:
        """What clues say of the very elements that they stand on, as claims.

        A row about another place is a rule, though it may settle an element at once: that is a step, not a clue that
        stands on the board.
        """
        return tuple(claim for row in self.rows for claim in self._claims_on(row.index) if implies(row, claim))

    def _claims_on(self, element: Any) -> Iterator[LinearConstraint]:
        """All that can be claimed of an element; nothing of another place."""
        for state in self.states.get(element, ()):
            yield self.holds(element, state)
            yield self.excluded(element, state)

    @cached_property
    def given(self) -> Mapping[Any, Any]:
        """The elements on which a clue stands that says their state, with that state."""
        found = dict(self.named[key] for key, (lower, _) in self.bounds.items() if lower == 1 and key in self.named)
        return found | dict(claim.index for claim in self.clue_claims if claim.lower is not None)

    @cached_property
    def settled(self) -> Mapping[Any, Any]:
        """The elements whose state is known, by clues or as facts, with that state."""
        return {**self.given, **dict(fact.index for fact in self.known if is_claim(fact) and fact.lower is not None)}

    @cached_property
    def fixed(self) -> Mapping[VariableKey, float]:
        """The values of the variables that are a statement by themselves, or the opposite of one, of which is known
        whether it is so."""
        facts = (fact for fact in (*self.clue_claims, *self.known) if is_claim(fact))
        so = {fact.index: fact.lower is not None for fact in facts}
        so |= {(e, one): one == state for e, state in self.settled.items() for one in self.states.get(e, ())}
        named = {key: float(so[item]) for key, item in self.named.items() if item in so}
        return named | {key: float(not so[item]) for key, item in self.opposed.items() if item in so}

    @judged
    def effort(self, row: LinearConstraint, at_least: bool) -> Fraction:
        """What a reader pays to use a side of a row once, by what is known: `weight`, but less for a rule that needs no
        words or that known elements fill, and more for one that leaves more elements open than a glance can count, or
        that is derived; and for a clue about one place that stands elsewhere more than for a full row, which is to be
        seen."""
        if not is_rule(row):
            return SEEN + 2 * LITTLE if is_elsewhere(row) else weight(row)
        if isinstance(row, DerivedConstraint):
            return RULE + Fraction(len(row.index) + len(row.coefficients), PLACE)
        if self.silent(row) or (not at_least and self._filled(row)):
            return SEEN
        open_ = (key for key in row.coefficients if key not in self.fixed)
        elements = {element for key in open_ for element in self.owners.get(key, ())}
        return max(RULE, Fraction(len(elements - self.settled.keys()), PLACE))

    def _filled(self, row: LinearConstraint) -> bool:
        """Whether the states that are known leave a row no room above."""
        there = sum(value * self.fixed.get(key, 0) for key, value in row.coefficients.items())
        return there == row.upper != 0 and min(row.coefficients.values()) > 0

    def bound(self, key: VariableKey) -> LinearConstraint:
        """The bounds of a variable as a row."""
        try:
            return LinearConstraint(BOUND, key, {key: 1.0}, *self.bounds[key])
        except (KeyError, TypeError):
            raise PuzzleError(f"found {shown(key)}, expected the key of a variable") from None

    def __contains__(self, row: LinearConstraint) -> bool:
        if row.family == BOUND:
            return row.index in self.bounds and row == self.bound(row.index)
        if isinstance(row, DerivedConstraint):
            return row.follows(self)
        return row in self._named.get((row.family, row.index), ())

    @cached_property
    def _named(self) -> "_Named":
        return _with({}, (*self.rows, *self.known, *self.clue_claims))

    @judged
    def owner(self, row: LinearConstraint) -> tuple[str, Any]:
        """Which clue a row may belong to: by its family, or the one that its wording names, and by the first part of
        its place."""
        phrases = self.wording.get(row.family or "")
        first = row.index[0] if isinstance(row.index, tuple) and row.index else row.index
        return (phrases and phrases.clue) or str(row.family), first

    @judged
    def silent(self, row: LinearConstraint) -> bool:
        """Whether rows of this family need no words: who reads a proof need not count them."""
        phrases = self.wording.get(row.family or "")
        return bool(phrases and phrases.silent)

    @judged
    def integral(self, coefficients: Mapping[VariableKey, float]) -> bool:
        """Whether this sum is a whole number at every solution."""
        return all(key in self.whole and float(value).is_integer() for key, value in coefficients.items())


_Named = dict[Hashable, tuple[LinearConstraint, ...]]  # (family, place) -> rows


def _with(named: _Named, rows: Iterable[LinearConstraint]) -> _Named:
    """Rows by family and place, and more of them."""
    for row in rows:
        named[row.family, row.index] = (*named.get((row.family, row.index), ()), row)
    return named
