"""Words for what would be if a claim were not so, and for what is so either way."""

import re
from collections.abc import Iterable, Iterator, Sequence

from puzzlekit.errors import counted, joined
from puzzlekit.explain.proofs.certificate import Certificate
from puzzlekit.explain.proofs.premises import ASSUMED, Premises, is_claim, weight
from puzzlekit.explain.proofs.proof import Cases, ContradictionProof, Proof, assume, used
from puzzlekit.explain.words.grammar import LONGEST, Clause, clauses, named
from puzzlekit.explain.words.naming import by_itself, clause_of, known_of, state_of
from puzzlekit.explain.words.proof_parts import proof_parts, whole
from puzzlekit.scip.constraints import LinearConstraint

MANY = 99
NOUN = re.compile(r"(?P<noun>[a-z ]+) (?=\()")  # "the edges" of "the edges (1,1)-(1,2) and ..."


def supposed(premises: Premises, proof: ContradictionProof) -> tuple[str, str] | None:
    """What would follow from the opposite of a claim, and the rules by which it does, of which the last one cannot be
    kept; None where that gets too long.

    Where not all can be named, the rules before the last one are counted, and perhaps only what meets the last one is
    named of what follows.
    """
    known, claims = _known(proof), [assume(link.claim) for link in proof.links[:-1]]
    rules = [one for link in proof.links for one in _rules(premises, link)]
    if not claims:  # nothing need be supposed: one row says so at once
        facts, reason = named(known_of(premises, known)), named(rules)
        return (facts, reason) if facts and reason else None
    for told, ways in _ways(premises, proof, known, claims, rules[:-1]):
        pattern = _pattern(premises, proof.supposed, known, told)
        for before in ways:
            reason = "; but ".join(filter(None, (before, clauses(rules[-1:], MANY))))
            if pattern and before is not None and max(len(pattern), len(reason)) < LONGEST:
                return pattern, reason
    return None


def _ways(
    premises: Premises,
    proof: ContradictionProof,
    known: Sequence[LinearConstraint],
    claims: Sequence[LinearConstraint],
    rules: Sequence[Clause],
) -> Iterator[tuple[Sequence[LinearConstraint], Sequence[str | None]]]:
    """What of the consequences may be told, each with ways to tell by what they follow, the best first."""
    others = [one for one in rules if one not in _rules(premises, proof.links[-1])]
    number = len({id(term.row) for link in proof.links[:-1] for term in link.rules})
    count = f"that takes {counted(number, 'constraint')}"
    yield claims, (named([*known_of(premises, known), *others]), named(others), count)
    last = [term.row for term in proof.links[-1].terms]
    yield [claim for claim in claims if claim in last], (f"{count}, one after the other",)


def _pattern(
    premises: Premises,
    supposed: LinearConstraint,
    known: Sequence[LinearConstraint],
    claims: Sequence[LinearConstraint],
) -> str:
    """What would follow, but not what an element is not that is known to be something; empty if that is nothing."""
    sure = {row.index[0] for row in (supposed, *known, *claims) if is_claim(row) and row.lower is not None}
    own, *then = (
        state_of(premises, *row.index, holds=row.lower is not None)
        for row in (supposed, *claims)
        if row is supposed or row.lower is not None or row.index[0] not in sure
    )
    return f"if {own[0]} {own[1].replace('is ', 'were ', 1)}, {_would(dict.fromkeys(then))}" if then else ""


def either_way(premises: Premises, proof: Cases) -> tuple[str, str] | None:
    """Why a claim holds in each of two cases; None where that gets too long, or where a case has more cases."""
    told = []
    for part in (proof.yes, proof.no):
        if not isinstance(part, Certificate) or not proof_parts(premises, [part]).short:
            return None
        told.append(named([*known_of(premises, _known(part)), *_rules(premises, part)]))
    words = (f"if {' '.join(state_of(premises, *proof.split))}, {told[0]}", f"if not, {told[1]}")
    return words if all(told) and max(map(len, words)) < LONGEST else None


def _rules(premises: Premises, link: Certificate) -> list[Clause]:
    """What is said of the rules of a certificate, whatever is known of their elements."""
    terms = [term for term in whole(link) if weight(term.row) >= 1 and not premises.silent(term.row)]
    return [clause_of(premises, by_itself(term.row, (term.multiplier > 0) == link.at_least)) for term in terms]


def _known(proof: Proof) -> list[LinearConstraint]:
    """What a proof takes as known or given, apart from what is supposed."""
    return [row for row in used(proof) if row.family != ASSUMED]


def _would(pairs: Iterable[tuple[str, str]]) -> str:
    """States in the conditional, those of a kind together: "cells (1,1) and (1,2) would be 5 and (1,3) 6"."""
    kinds: dict[str, list[Clause]] = {}
    for subject, predicate in pairs:
        kinds.setdefault(predicate, []).append(Clause(subject, predicate))
    ranked = sorted(kinds.items(), key=lambda item: item[0].startswith("is not "))
    told = [re.sub(r"\b(?:is|are) (not )?", r"would \1be ", clauses(own, MANY), count=1) for _, own in ranked]
    return joined([*told[:1], *(_again(told[0], words) for words in told[1:])])


def _again(first: str, words: str) -> str:
    """A clause after another, without the noun and the verb that it shares with it."""
    noun, found = NOUN.match(first), NOUN.match(words)
    same = noun and found and noun["noun"].removesuffix("s") == found["noun"].removesuffix("s")
    return (words[found.end() :] if same and found else words).replace(" would be ", " ", 1)
