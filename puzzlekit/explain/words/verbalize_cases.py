"""Words for what would be if a claim were not so, and for what is so either way."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from puzzlekit.explain.proofs.certificate import Certificate
from puzzlekit.explain.proofs.premises import ASSUMED, KNOWN, Premises, about, is_claim
from puzzlekit.explain.proofs.proof import Cases, ContradictionProof, Proof, assume, used
from puzzlekit.explain.words.grammar import FULL, LONGEST, MANY, Clause, clauses, in_lines, named
from puzzlekit.explain.words.link_lines import is_telling, joined_states, known_rows, linked, rule_clauses, together
from puzzlekit.explain.words.naming import by_itself, clause_of, known_of, state_of
from puzzlekit.explain.words.proof_parts import proof_parts
from puzzlekit.scip.constraints import LinearConstraint

IF, SUPPOSE = "if ", "suppose that "  # how that begins which would be: all at once, or what alone is supposed


class Links(NamedTuple):
    """The links of a supposition, by how they are told.

    Attributes
    ----------
    full
        What is left where rules have all that they need: with the link that needs it.
    idle
        What something is not as it is something else: not at all.
    sure
        Others that say what is so anyhow: before what is supposed.
    then
        What would follow: after it. The last one is the clash.
    """

    full: list[Certificate]
    idle: list[Certificate]
    sure: list[Certificate]
    then: list[Certificate]


def links_of(premises: Premises, proof: ContradictionProof) -> Links:
    """By how they are told."""
    full = [link for link in proof.links if _is_full(premises, link)]
    idle = [link for link in proof.links if link not in full and _is_idle(premises, link)]
    sure = [link for link in _sure(proof.links) if link not in (*full, *idle)]
    return Links(full, idle, sure, [link for link in proof.links if link not in (*full, *idle, *sure)])


def is_direct(premises: Premises, proof: ContradictionProof) -> bool:
    """Whether nothing need be supposed: rules say so at once, whatever they say of this element on the way."""
    _, _, sure, then = links_of(premises, proof)
    return len(sure) + len(then) < 2 or all(link.claim.index[0] == proof.claim.index[0] for link in proof.links[:-1])


def supposed(premises: Premises, proof: ContradictionProof) -> tuple[str, str]:
    """What would follow from the opposite of a claim, and the rules by which it does, of which the last one cannot be
    kept: in a sentence each, or link by link in lines."""
    full, idle, sure, then = links_of(premises, proof)
    links = [link for link in proof.links if link in (*sure, *then)]
    known = [row for link in links for row in known_rows(link)]
    claims = [assume(link.claim) for link in links[:-1]]
    filled = {about(link.claim): _filled(premises, link) for link in full}
    seen = {id(row): row for link in idle for row in known_rows(link) if row.family == KNOWN}
    idly = known_of(premises, seen.values()) if len(seen) <= FULL else []  # of more all is to be seen on the board
    there = [*(one for own in filled.values() for one in own), *idly]
    rules = [one for link in links for one in rule_clauses(premises, link)]
    if is_direct(premises, proof):
        return in_lines([*there, *known_of(premises, known)]), in_lines(rules)
    last = rule_clauses(premises, links[-1], would=True)
    others = [one for one in rules[:-1] if one not in rule_clauses(premises, links[-1])]
    pattern = _pattern(premises, proof.supposed, known, claims)
    # of more each stands with what follows from it, and so does a clash that no rule's words tell
    short = not sure and "; " not in clauses(others, MANY) and last
    if short and pattern and (before := named([*there, *known_of(premises, known), *others])) is not None:
        reason = "; but ".join(filter(None, (before, clauses(last[-1:], MANY))))
        if max(len(pattern), len(reason)) < LONGEST:
            return pattern, reason
    filled |= {about(link.claim): _would_be(premises, link) for link in idle if proof.supposed not in used(link)}
    subject, predicate = state_of(premises, *proof.claim.index, holds=proof.claim.lower is None)
    anyhow, would = (partial(linked, premises, would=would, filled=filled) for would in (False, True))
    told = [line for own in together(premises, sure, filled, anyhow) for line in anyhow(own)]
    told = [*in_lines(idly).splitlines(), *told, f"{SUPPOSE}{subject} {predicate}"]
    return "\n".join(told), "\n".join(line for own in together(premises, then, filled, would) for line in would(own))


def _is_idle(premises: Premises, link: Certificate) -> bool:
    """Whether a link says of an element what it is not where it is known to be something, or by what it is: nobody
    need hear that."""
    own = {(row.index[0], row.lower is not None) if is_claim(row) else (row.index, True) for row in used(link)}
    if link.claim.index is None:
        return False
    if link.claim.lower is None and link.claim.index[0] in premises.settled:
        return True
    if own != {(link.claim.index[0], True)}:
        return False
    return link.claim.lower is None or not rule_clauses(premises, link)


def _is_full(premises: Premises, link: Certificate) -> bool:
    """Whether a link says what is left where rules have all that they need."""
    rules = [term.row for term in link.rules if not premises.silent(term.row)]
    return bool(rules and _sure([link])) and all(premises.effort(row, at_least=False) < 1 for row in rules)


def _filled(premises: Premises, link: Certificate) -> list[Clause]:
    """What is said of the rules of such a link, and of what fills those whose words do not say enough."""
    rules = [term.row for term in link.rules if not premises.silent(term.row)]
    known = [] if all(is_telling(premises, row) for row in rules) else known_of(premises, known_rows(link))
    return [*known, *(clause_of(premises, replace(by_itself(row, asks=False), rest=Fraction(0))) for row in rules)]


def _would_be(premises: Premises, link: Certificate) -> list[Clause]:
    """What an element of more than two states would be, where that is why it would not be something else."""
    (element, _), assumed = link.claim.index, [row for row in used(link) if row.family == ASSUMED]
    own = [row for row in assumed if row.lower is not None and row.index[0] == element]
    pairs = [state_of(premises, *row.index) for row in own if len(premises.states[element]) > 2]
    return [Clause(subject, predicate.replace("is ", "would be ", 1)) for subject, predicate in pairs]


def _sure(links: Iterable[Certificate]) -> list[Certificate]:
    """Links that say what is so anyhow, whatever is supposed."""
    sure, rows = list[Certificate](), list[LinearConstraint]()
    for link in links:
        if link.claim.coefficients and all(row in rows for row in used(link) if row.family == ASSUMED):
            sure.append(link)
            rows.append(assume(link.claim))
    return sure


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
    return f"{IF}{own[0]} {own[1].replace('is ', 'were ', 1)}, {joined_states(dict.fromkeys(then))}" if then else ""


def either_way(premises: Premises, proof: Cases) -> tuple[str, str] | None:
    """Why a claim holds in each of two cases; None where a case takes more than can be told."""
    told = [_case(premises, part) for part in (proof.yes, proof.no)]
    if not all(told):
        return None
    heads = (f"if {' '.join(state_of(premises, *proof.split))}", "if not")
    one_line = [f"{head}, {words}" for head, words in zip(heads, told, strict=True)]
    if max(map(len, one_line)) < LONGEST and "\n" not in "".join(told):
        return one_line[0], one_line[1]
    return "\n".join(f"{head}:\n{words}" for head, words in zip(heads, told, strict=True)), ""


def _case(premises: Premises, part: Proof) -> str:
    """Why a claim holds in a case, which may have more cases; empty where that cannot be told."""
    if isinstance(part, Cases):
        return "\n".join(either_way(premises, part) or ())
    if not isinstance(part, Certificate) or not proof_parts(premises, [part]).short:
        return ""
    return in_lines([*known_of(premises, known_rows(part)), *rule_clauses(premises, part)])
