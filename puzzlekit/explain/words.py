"""Proofs in words. A family's docstring says its rule, a row's place says where it holds."""

from collections.abc import Sequence

from puzzlekit.errors import counted
from puzzlekit.explain.certificate import Cases, Certificate, Proof, Term, used
from puzzlekit.explain.premises import ASSUMED, Premises, is_claim
from puzzlekit.rows import Row, in_words

SHOWN = 9  # places of one rule, or facts, that a sentence lists; of more it gives the number


def conclusion(claim: Row) -> str:
    """A claim in words: "cell (1,1) is 5"."""
    if not claim.coefficients and claim.place is None:
        return "there is no solution"
    element, state = claim.place
    return f"{element} is {'not ' if claim.lower is None else ''}{state if str(state) else 'empty'}"


def sentence(premises: Premises, proof: Proof) -> str:
    """A whole proof in words.

    A rule that is added with its lower side asks for something; one that is added with its upper side leaves no room.
    """
    return f"{conclusion(proof.claim)}: {_reason(premises, proof)}"


def _reason(premises: Premises, proof: Proof) -> str:
    return _cases(premises, proof) if isinstance(proof, Cases) else _sum(premises, proof)


def _cases(premises: Premises, proof: Cases) -> str:
    told = []
    for assumed, part in ((premises.holds(*proof.split), proof.yes), (premises.excluded(*proof.split), proof.no)):
        ends = "so it is" if part.claim == proof.claim else "there is no solution"
        told.append(f"if {conclusion(assumed)}, {ends}, for {_reason(premises, part)}")
    return f"in both of two cases; {'; and '.join(told)}"


def _sum(premises: Premises, proof: Certificate) -> str:
    asking = _rules(premises, proof, "must be met", lower=True)
    full = _rules(premises, proof, "elsewhere leave no room" if asking else "leave no room", lower=False)
    facts = [_fact(premises, row) for row in used(proof) if row.family != ASSUMED]
    parts = [", and ".join(asking), ", and ".join(full), f"as {_listed(facts, 'fact')}" if facts else ""]
    told = ", ".join(part for part in parts if part) or "the rules leave no other way"
    return (
        f"{told}; the sum leaves less than 1, so 0, for it is a whole number (a rounding step)"
        if proof.rounded
        else told
    )


def _rules(premises: Premises, proof: Certificate, what: str, *, lower: bool) -> list[str]:
    """The rules whose lower side is used, or those whose upper side is, family by family."""
    families: dict[str, list[str]] = {}
    for term in proof.rules:
        if ((term.multiplier > 0) == proof.at_least) == lower:
            families.setdefault(term.row.family or "", []).append(_place(term))
    return [f"{_listed(where, 'row')} {what} ({_rule(premises, name)})" for name, where in families.items()]


def _rule(premises: Premises, family: str) -> str:
    rule = premises.rules.get(family, family.replace("_", " ") or "a row of the model")
    return rule[:1].lower() + rule[1:]


def _place(term: Term) -> str:
    times = abs(term.multiplier)
    return f"{place(term.row)}{'' if times == 1 else f' ({times} times)'}"


def place(row: Row) -> str:
    """Where a row holds, in words: "row 2 with 9"."""
    parts = [str(part) for part in (row.place if isinstance(row.place, tuple) else (row.place,)) if part is not None]
    return f"{parts[0]} with {', '.join(parts[1:])}" if len(parts) > 1 else "".join(parts) or str(row)


def _fact(premises: Premises, row: Row) -> str:
    if is_claim(row):
        return conclusion(row)
    ((key, value),) = row.coefficients.items()
    item = premises.named.get(key)
    if item and row.lower == row.upper == value:
        return f"{item[0]} is {item[1]}"
    return f"{in_words(key)} is given"


def _listed(words: Sequence[str], noun: str) -> str:
    if len(words) > SHOWN:
        return f"{words[0]} and {counted(len(words) - 1, 'other ' + noun)}"
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
