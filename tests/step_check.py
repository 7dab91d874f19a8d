"""The checker of steps: the negation of a conclusion must contradict the facts and constraints that the step names.

The checker uses the constraints of the model, not the rules. It writes each constraint as a sum over the states of
elements and refutes the negation by bound propagation in whole numbers, as proof checkers do by *reverse unit
propagation*. If propagation does not suffice, the checker splits cases.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from derived_rows import counted

from puzzlekit.core.errors import InvalidSolution
from puzzlekit.reasoning.certificates.premises import premises
from puzzlekit.reasoning.steps import Case, Link, ReasonedStep, States
from puzzlekit.reasoning.system import System
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.model import BuiltModel

MOST = 4000  # cases to split before the check gives up
Domains = dict[Any, frozenset]


class Row(NamedTuple):
    """A linear constraint over elements: lower <= sum of the numbers terms[element][state of the element] <= upper. If
    `even` is true, the sum must also be even."""

    terms: Mapping[Any, Mapping[Any, int]]
    lower: float
    upper: float
    even: bool = False


class Checker:
    """The checker for the steps of one puzzle.

    Parameters
    ----------
    built
        A model of the puzzle with all constraint families that the puzzle's rules name.
    system
        The puzzle's elements, states and rules. A variable of the model that belongs to no element becomes an
        additional element with the states 0 and 1.
    derived
        `{family: function place -> (terms, lower, upper, even)}` for constraints that follow from the model.
    """

    def __init__(self, built: BuiltModel, system: System, derived: Mapping[str, Callable[[Any], tuple]]):
        self._derived = derived
        self._states = {e: tuple(own) for e, own in zip(system.elements, system.states, strict=True)}
        model = premises(built)
        variables: dict[Any, set[Any]] = {}
        for (element, _), (coefficients, _) in model.indicators.items():
            variables.setdefault(element, set()).update(coefficients)
        self._values = {element: self._read(element, own, model.indicators) for element, own in variables.items()}
        self._owner = {key: element for element, own in variables.items() for key in own}
        for key in {key for row in model.rows for key in row.coefficients} - self._owner.keys():
            self._owner[key], self._states[key], self._values[key] = key, (0, 1), {s: {key: s} for s in (0, 1)}
        self._rows: dict[tuple[str, Any], list[Row]] = {}
        for row in model.rows:
            for place in {row.index, row.index[0] if isinstance(row.index, tuple) else row.index}:
                self._rows.setdefault((str(row.family), place), []).append(self._row(row))

    @staticmethod
    def _read(element: Any, keys: Iterable[Any], statements: Mapping) -> dict[Any, dict[Any, int]]:
        """Return {state: {key: 0 or 1}}: for each state of an element, the values of its variables. `keys` are the keys
        of these variables."""
        own, found = sorted(keys, key=str), {}
        said = {state: linear for (e, state), linear in statements.items() if e == element}
        for values in product((0, 1), repeat=len(own)):
            point = dict(zip(own, values, strict=True))
            now = {s: sum(c * point[key] for key, c in terms.items()) + const for s, (terms, const) in said.items()}
            if sorted(now.values()) == [0] * (len(now) - 1) + [1]:
                found[max(now, key=now.__getitem__)] = point
        return found

    def _row(self, row: LinearConstraint) -> Row:
        terms: dict[Any, dict[Any, int]] = {}
        for key, coefficient in row.coefficients.items():
            element = self._owner[key]
            own = terms.setdefault(element, dict.fromkeys(self._values[element], 0))
            for state, point in self._values[element].items():
                own[state] += round(coefficient) * point[key]
        lower = float("-inf") if row.lower is None else row.lower
        return Row(terms, lower, float("inf") if row.upper is None else row.upper)

    def check(self, step: ReasonedStep) -> None:
        """Check all inferences (links) of a step. Raise InvalidSolution if an inference does not follow from its facts
        and constraints."""
        self._links(step.links, dict(step.facts))

    def _links(self, links: Sequence[Link], known: Domains) -> Domains:
        """Check inferences (links) one after another. `known` is {element: possible states} before the first inference.
        Return the same dict after the last inference."""
        for link in links:
            for element, states in link.facts.items():
                if not self._known(known, element) <= states:
                    told = f"{element} is in one of the states {', '.join(sorted(map(str, states)))}"
                    raise InvalidSolution(f"{_said(link)}: this inference uses that {told}, which is not known yet")
            if link.cases:
                self._cases(link, known)
            elif not self.follows(link):
                raise InvalidSolution(
                    f"{_said(link)}: the conclusion does not follow from the facts and constraints of this inference"
                )
            known |= {element: self._known(known, element) & states for element, states in link.claim.items()}
        return known

    def _known(self, known: Domains, element: Any) -> frozenset:
        return known.get(element, frozenset(self._states[element]))

    def _cases(self, link: Link, known: Domains) -> None:
        """Check each case of a link. Also check that the link's claim holds in all states that no case covers."""
        supposed = [case.supposed for case in link.cases]
        (element,) = {element for states in supposed for element in states}
        for case in link.cases:
            self._case(case, link.claim, known)
        others = self._known(known, element).difference(*(states[element] for states in supposed))
        if others and not (element in link.claim and others <= link.claim[element]):
            raise InvalidSolution(f"{_said(link)}: a case is left out")

    def _case(self, case: Case, claim: States, known: Domains) -> None:
        supposed = {element: self._known(known, element) & states for element, states in case.supposed.items()}
        after = self._links(case.links, dict(known) | supposed)
        if all(after.values()) and not all(self._known(after, e) <= states for e, states in claim.items()):
            raise InvalidSolution(f"{case.words}: this case ends without the conclusion")

    def follows(self, link: Link) -> bool:
        """Return whether each conclusion of a link follows from the link's facts and constraints."""
        for element, states in link.claim.items():
            known = {e: frozenset(own) for e, own in link.facts.items()}
            opposite = self._known(known, element) - states
            if opposite and not self._refuted(known | {element: opposite}, link):
                return False
        return True

    def _refuted(self, domains: Domains, link: Link) -> bool:
        rows = [row for own in link.rows for row in self._named(*own)]
        rows += self._sums({*domains, *(e for row in rows for e in row.terms)})
        for row in rows:
            for element in row.terms:
                domains.setdefault(element, frozenset(self._states[element]))
        return refuted(domains, rows)

    def _named(self, family: str, place: Any) -> list[Row]:
        """Return the constraints of a family at a place, from the model or else a derived one."""
        if (family, place) in self._rows:
            return self._rows[family, place]
        return [Row(*self._derived[family](place))] if family in self._derived else []

    def _sums(self, elements: Iterable[Any]) -> Iterator[Row]:
        """Yield a constraint for each of these elements that counts other elements."""
        for note in elements:
            if own := counted(note):
                terms = {element: {s: int(s) for s in self._states[element]} for element in own}
                yield Row({**terms, note: {s: -int(s) for s in self._states[note]}}, 0, 0)


def _said(link: Link) -> str:
    return f"{link.reason}, so {link.conclusion}" if link.conclusion else link.reason  # a contradiction has none


def refuted(domains: Domains, rows: Sequence[Row]) -> bool:
    """Return whether it is proved that no point in these domains satisfies all rows. The proof is abandoned after
    `MOST` cases."""
    stack, cases = [_distinct(domains, rows)], 0
    while stack:
        now = stack.pop()
        if not _propagated(now, rows):
            continue
        open_ = [element for element, states in now.items() if len(states) > 1]
        cases += 1
        if not open_ or cases > MOST:
            return False
        element = min(open_, key=lambda e: len(now[e]))
        stack += [now | {element: frozenset({state})} for state in now[element]]
    return True


def _distinct(domains: Domains, rows: Sequence[Row]) -> Domains:
    """Merge states: of all states of an element that have equal coefficients in all rows, keep only one."""
    found = dict(domains)
    for element, states in domains.items():
        own = [row.terms[element] for row in rows if element in row.terms]
        alike = {tuple(terms[state] for terms in own): state for state in states}
        found[element] = frozenset(alike.values())
    return found


def _propagated(domains: Domains, rows: Sequence[Row]) -> bool:
    """Narrow the domains in place by bound propagation. Return whether every element still has a possible state."""
    changed = True
    while changed:
        changed = False
        for row in rows:
            for element, states in _narrowed(domains, row):
                if not states:
                    return False
                domains[element], changed = states, True
    return True


def _narrowed(domains: Domains, row: Row) -> Iterator[tuple[Any, frozenset]]:
    values = {element: [own[s] for s in domains[element]] for element, own in row.terms.items()}
    low, high = sum(map(min, values.values())), sum(map(max, values.values()))
    if low > row.upper or high < row.lower:
        yield next(iter(row.terms)), frozenset()
        return
    odd = [element for element, own in values.items() if len({value % 2 for value in own}) > 1] if row.even else ()
    parity = sum(own[0] for element, own in values.items() if element not in odd) % 2 if row.even else 0
    if row.even and not odd and parity:
        yield next(iter(row.terms)), frozenset()
        return
    for element, own in row.terms.items():
        rest_low, rest_high = low - min(values[element]), high - max(values[element])
        fits = {s for s in domains[element] if rest_low + own[s] <= row.upper and rest_high + own[s] >= row.lower}
        if row.even and [*odd] == [element]:
            fits = {state for state in fits if own[state] % 2 == parity}
        if len(fits) < len(domains[element]):
            yield element, frozenset(fits)
            return
