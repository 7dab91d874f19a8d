"""Proofs in words. A family's docstring says its rule, a row's place says where it holds."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from puzzlekit.errors import counted
from puzzlekit.explain.certificate import Cases, Certificate, Proof, Term, used
from puzzlekit.explain.premises import ASSUMED, Premises, is_claim
from puzzlekit.grid import Element
from puzzlekit.scip.rows import Row

SHOWN = 9  # places of one rule, or facts, that a sentence lists; of more it gives the number


def conclusion(premises: Premises, claim: Row) -> str:
    """A claim in words: "cell (1,1) is 5"."""
    if not claim.coefficients and claim.place is None:
        return "there is no solution"
    return _is(premises, *claim.place, holds=claim.lower is not None)


def _is(premises: Premises, element: Any, state: Any, *, holds: bool = True) -> str:
    told = str(premises.said.get(state, state))
    if not holds:  # nobody says "not not drawn"
        told = told.removeprefix("not ") if told.startswith("not ") else f"not {told}"
    return f"{premises.said.get(element, element)} is {told}"


def sentence(premises: Premises, proof: Proof) -> str:
    """A whole proof in words: what it proves, and why."""
    return f"{_capital(conclusion(premises, proof.claim))}. {reason(premises, proof)}"


def reason(premises: Premises, proof: Proof) -> str:
    """Why, in words.

    A rule that is added with its lower side asks for something; one that is added with its upper side leaves no room.
    """
    return _cases(premises, proof) if isinstance(proof, Cases) else _sum(premises, proof)


def _cases(premises: Premises, proof: Cases) -> str:
    told = []
    for assumed, part in ((premises.holds(*proof.split), proof.yes), (premises.excluded(*proof.split), proof.no)):
        ends = "it follows" if part.claim == proof.claim else "nothing fits"
        told.append(f"If {conclusion(premises, assumed)}, {ends}. {reason(premises, part)}")
    return " ".join(["There are two cases.", *told])


def _sum(premises: Premises, proof: Certificate) -> str:
    asking = _rules(premises, proof, lower=True)
    full = _rules(premises, proof, lower=False)
    facts = _facts(premises, (row for row in used(proof) if row.family != ASSUMED))
    told = [f"{_capital(where)} must be met: {rule}." for where, _, rule in asking]
    elsewhere = " elsewhere" if asking else ""
    told += [f"{_capital(where)} leave{'s' * one} no room{elsewhere}: {rule}." for where, one, rule in full]
    if (times := _common(proof)) not in (None, 1):
        told.append(f"{'Each of these rows' if len(proof.rules) > 1 else 'The row'} is taken {times} times.")
    if facts:
        told.append(f"Known: {_listed(facts, 'fact')}.")
    if proof.rounded:
        told.append("The sum leaves less than 1 to go wrong, and this is a whole number: it is rounded.")
    return " ".join(told) or "The rules leave no other way."


def _rules(premises: Premises, proof: Certificate, *, lower: bool) -> list[tuple[str, bool, str]]:
    """The rules whose lower side is used, or those whose upper side is: where, whether in one place, what they say."""
    families: dict[str, list[str]] = {}
    for term in proof.rules:
        if ((term.multiplier > 0) == proof.at_least) == lower:
            families.setdefault(term.row.family or "", []).append(_place(premises, term, _common(proof)))
    return [(_listed(where, "row"), len(where) == 1, _rule(premises, name)) for name, where in families.items()]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _rule(premises: Premises, family: str) -> str:
    rule = premises.rules.get(family, family.replace("_", " ") or "a row of the model")
    return rule[:1].lower() + rule[1:]


def _common(proof: Certificate) -> Fraction | None:
    """How many times every rule is taken, where that is the same for all."""
    numbers = {abs(term.multiplier) for term in proof.rules}
    return numbers.pop() if len(numbers) == 1 else None


def _place(premises: Premises, term: Term, common: Fraction | None) -> str:
    times = abs(term.multiplier)
    return f"{place(premises, term.row)}{'' if times in (1, common) else f' ({times} times)'}"


def place(premises: Premises, row: Row) -> str:
    """Where a row holds, in words: "row 2 with 9"."""
    own = [part for part in (row.place if isinstance(row.place, tuple) else (row.place,)) if part is not None]
    # a number may be a state as well as something else: it is one where the row is about this state alone
    states = {premises.named.get(key, (None, None))[1] for key in row.coefficients}
    parts = [premises.said.get(part, str(part)) if states == {part} else spoken(premises, part) for part in own]
    return f"{parts[0]} with {', '.join(parts[1:])}" if len(parts) > 1 else "".join(parts) or str(row)


def spoken(premises: Premises, part: Any) -> str:
    """A part of a place in words."""
    return premises.said.get(part, str(part)) if isinstance(part, Element) else str(part)


def _facts(premises: Premises, rows: Iterable[Row]) -> list[str]:
    """Claims and rows of one variable in words. Those of one rule that name no state are told together, by place."""
    told: dict[str, list[str]] = {}
    for row in rows:
        if words := stated(premises, row):
            told.setdefault(words, [])
        else:
            told.setdefault(_rule(premises, row.family or ""), []).append(place(premises, row))
    return [f"{_listed(where, 'place')} ({words})" if where else words for words, where in told.items()]


def stated(premises: Premises, row: Row) -> str | None:
    """A claim or a row of one variable in words: "cell (1,1) is 5", with its place if that is another one; None where
    no state is named by the variable."""
    if is_claim(row):
        return conclusion(premises, row)
    key, value = next(iter(row.coefficients.items()), (("", None), 0.0))
    element, state = premises.named.get(key, (None, None))
    if element is None or not (row.lower == row.upper == value or (row.upper == 0 and value > 0)):
        return None
    by = "" if row.place in (None, element) else f" ({place(premises, row)})"
    return f"{_is(premises, element, state, holds=row.upper != 0)}{by}"


def _listed(words: Sequence[str], noun: str) -> str:
    if len(words) > SHOWN:
        return f"{words[0]} and {counted(len(words) - 1, 'other ' + noun)}"
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
