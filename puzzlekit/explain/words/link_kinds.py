"""The links of a supposition, by how they are told: with a line of their own, with the link that needs them, or not."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from puzzlekit.explain.proofs.certificate import Certificate
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import ContradictionProof, used
from puzzlekit.explain.proofs.row_kinds import ASSUMED, about, is_claim
from puzzlekit.explain.words.link_lines import is_telling, known_rows, rule_clauses
from puzzlekit.explain.words.naming import by_itself, clause_of, known_of, state_of
from puzzlekit.grammar import Clause


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
    kinds, anyhow = Links([], [], [], []), {id(link) for link in _sure(proof.links)}
    for link in proof.links:
        if _is_full(premises, link):
            kinds.full.append(link)
        elif _is_idle(premises, link):
            kinds.idle.append(link)
        else:
            (kinds.sure if id(link) in anyhow else kinds.then).append(link)
    return kinds


def is_direct(premises: Premises, proof: ContradictionProof) -> bool:
    """Whether nothing need be supposed: rules say so at once, whatever they say of this element on the way."""
    _, _, sure, then = links_of(premises, proof)
    return len(sure) + len(then) < 2 or all(link.claim.index[0] == proof.claim.index[0] for link in proof.links[:-1])


def with_silent(premises: Premises, proof: ContradictionProof, links: Sequence[Certificate]) -> list[Certificate]:
    """Links, and those that need no line of their own by which they follow."""
    full, idle, _, _ = links_of(premises, proof)
    taken = {about(row) for link in links for row in used(link) if row.family == ASSUMED}
    return [*(link for link in (*full, *idle) if about(link.claim) in taken), *links]


def all_filled(premises: Premises, proof: ContradictionProof) -> dict[tuple[Any, bool], list[Clause]]:
    """What is said of rules that have all that they need, and of what would be, by what follows without a line."""
    full, idle, _, _ = links_of(premises, proof)
    filled = {about(link.claim): _filled(premises, link) for link in full}
    own = (link for link in idle if proof.supposed not in used(link))
    return filled | {about(link.claim): _would_be(premises, link) for link in own}


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
    sure, said = list[Certificate](), set[tuple[Any, bool]]()
    for link in links:
        if link.claim.coefficients and all(about(row) in said for row in used(link) if row.family == ASSUMED):
            sure.append(link)
            said.add(about(link.claim))
    return sure
