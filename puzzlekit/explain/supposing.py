"""Proofs by supposing the opposite, for a person: one row settles one thing more, until a row cannot be kept.

A sum of rows proves at once what a chain of rows proves link by link, but the longer the chain, the odder are its
multipliers. What is found is made of certificates and checked like every proof; whether it reads better is for the
words to say.
"""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from puzzlekit.explain.certificate import CONTRADICTION, Certificate, opposite
from puzzlekit.explain.premises import Premises, weight
from puzzlekit.explain.proof import Shortest, Supposition, assume
from puzzlekit.explain.search import Program
from puzzlekit.scip.rows import Row, VariableKey

MOST = 8  # rules in a chain: of more nobody can think at once
LONG = 3 * MOST  # rows in a proof, and in a chain, from which on none is looked for
NEAR = 1e-9

_End = tuple[VariableKey, bool]  # an end of a variable: of what it can be at least (True), or at most


@dataclass(frozen=True, eq=False)
class _Event:
    """An end that a row settles, given what was settled before; None where the row cannot be kept."""

    row: Row
    end: _End | None
    value: float
    before: tuple["_Event", ...]


def suppose(premises: Premises, shortest: Shortest) -> Supposition | None:
    """A proof of the same claim by a short chain of rows, or None if none is found.

    The rows of the shortest proof are tried first, then all.
    """
    if len(shortest.rules) > LONG:  # one could be found, but seldom, and questions are to be quick
        return None
    own = {id(term.row) for term in shortest.terms}
    rules = [row for row in premises.rows if weight(row) >= 1]
    supposed, ends = opposite(shortest.claim), _settled(premises)
    for rows in ([row for row in rules if id(row) in own or premises.silent(row)], rules):
        if chain := _thinned(premises, supposed, rows, ends):
            found = _linked(premises, shortest, supposed, chain)
            if found and found.problem(premises) is None:
                return found
    return None


def _settled(premises: Premises) -> dict[_End, float]:
    """The ends of the whole variables, where what is known counts."""
    sides = ((key, premises.bounds[key]) for key in premises.whole)
    both = (((key, low), own[not low]) for key, own in sides for low in (True, False))
    ends = {end: float(side) for end, side in both if side is not None}
    little = (row for row in premises.rows if weight(row) < 1)
    return ends | {event.end: event.value for event in _events([*premises.known, *little], ends) if event.end}


def _thinned(premises: Premises, supposed: Row, rows: Iterable[Row], ends: Mapping[_End, float]) -> list[_Event] | None:
    """A chain of few rows, none of which can be spared; None if there is none, or only a long one."""
    chain = _chain([supposed, *rows], ends)
    if chain is None or len(_rows(chain)) > LONG:
        return None
    for row in _rows(chain):
        chain = _chain([other for other in _rows(chain) if other is not row], ends) or chain
    rules = [row for row in _rows(chain) if row is not supposed and not premises.silent(row)]
    return chain if len(rules) <= MOST else None


def _rows(events: Iterable[_Event]) -> list[Row]:
    return list({id(event.row): event.row for event in events}.values())


def _chain(rows: Sequence[Row], ends: Mapping[_End, float]) -> list[_Event] | None:
    """What leads to a row that cannot be kept, in order; None if all can."""
    events = list(_events(rows, ends))
    if not events or events[-1].end:
        return None
    needed, waiting = set[_Event](), [events[-1]]
    while waiting:
        needed.add(event := waiting.pop())
        waiting += event.before
    return [event for event in events if event in needed]


def _events(rows: Sequence[Row], ends: Mapping[_End, float]) -> Iterator[_Event]:
    """The ends that these rows settle one by one, those of the first rows first, until one cannot be kept."""
    now, by = dict(ends), dict[_End, _Event]()
    sides = [side for row in rows for side in _sides(row)]
    through: dict[VariableKey, list[int]] = {}
    for i, (_, terms, _) in enumerate(sides):
        for key in terms:
            through.setdefault(key, []).append(i)
    waiting, queued = deque(range(len(sides))), set(range(len(sides)))
    while waiting:
        queued.remove(i := waiting.popleft())
        row, terms, limit = sides[i]
        for end, value in _settles(terms, limit, now):
            rests_on = ((key, terms[key] > 0) for key in terms if end is None or key != end[0])
            event = _Event(row, end, value, tuple(by[other] for other in rests_on if other in by))
            yield event
            if end is None:
                return
            by[end], now[end] = event, value
            more = [j for j in through[end[0]] if j != i and j not in queued]
            waiting.extend(more)
            queued.update(more)


def _settles(
    terms: Mapping[VariableKey, float], limit: float, now: Mapping[_End, float]
) -> Iterator[tuple[_End | None, float]]:
    """The ends that are nearer because this sum is at most its limit; None if it cannot be."""
    least = [(key, value > 0) for key, value in terms.items()]  # the ends at which the sum is least
    if not all(end in now for end in least):
        return
    slack = limit - sum(terms[key] * now[key, low] for key, low in least)
    if slack < -NEAR:
        yield None, 0.0
        return
    for key, low in least:
        step = math.floor(slack / abs(terms[key]) + NEAR)
        end, value = (key, not low), now[key, low] + (step if low else -step)
        if end not in now or (now[end] - value if low else value - now[end]) > NEAR:
            yield end, value


def _sides(row: Row) -> Iterator[tuple[Row, Mapping[VariableKey, float], float]]:
    """A row as "coefficients times x <= limit", for each of its sides."""
    for side, sign in ((row.upper, 1), (row.lower, -1)):
        if side is not None:
            yield row, {key: sign * value for key, value in row.coefficients.items() if value}, sign * float(side)


def _linked(premises: Premises, shortest: Shortest, supposed: Row, chain: Iterable[_Event]) -> Supposition | None:
    """The proof whose links are these events; None where one of them cannot be said in statements."""
    facts, links = _facts(premises), list[Certificate]()
    premises = premises.knowing(supposed)
    for event in chain:
        if event.end and event.row is supposed and len(supposed.coefficients) == 1:
            continue  # it is what was supposed
        claim = facts.get((event.end, event.value)) if event.end else CONTRADICTION
        link = claim and _link(premises, claim, event.row)
        if not claim or not link:
            return None
        links.append(link)
        premises = premises.knowing(assume(claim))
    return Supposition(shortest.claim, tuple(links), shortest)


def _facts(premises: Premises) -> dict[tuple[_End, float], Row]:
    """What ends of variables mean, as claims."""
    found: dict[tuple[_End, float], Row] = {}
    for item, (coefficients, constant) in premises.statements.items():
        if len(coefficients) == 1:
            ((key, value),) = coefficients.items()
            if (constant, value) in ((0, 1), (1, -1)):
                at_least, at_most = premises.holds(*item), premises.excluded(*item)
                found.setdefault(((key, True), 1.0), at_least if value > 0 else at_most)
                found.setdefault(((key, False), 0.0), at_most if value > 0 else at_least)
    return found


def _link(premises: Premises, claim: Row, row: Row) -> Certificate | None:
    """The certificate of a claim from one row and what is known."""
    own = row.coefficients.keys() | claim.coefficients.keys()
    little = [other for other in premises.rows if weight(other) < 1 and other.coefficients.keys() <= own]
    known = [fact for fact in premises.known if own & fact.coefficients.keys()]
    keys = own.union(*(fact.coefficients for fact in known))
    bounds = {key: premises.bounds[key] for key in keys}
    program = Program(replace(premises, rows=(row, *little), bounds=bounds, statements={}, known=tuple(known)))
    found = program.prove(claim) or (program.round(claim) if claim.coefficients else None)
    return found.certificate if found else None
