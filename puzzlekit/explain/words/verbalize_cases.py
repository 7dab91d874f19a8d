"""Words for what would be if a claim were not so, and for what is so either way."""

from collections.abc import Mapping, Sequence
from functools import partial
from math import ceil
from typing import Any

from puzzlekit.explain.proofs.certificate import Certificate
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import Cases, ContradictionProof, Proof, assume
from puzzlekit.explain.proofs.row_kinds import KNOWN, about, is_claim
from puzzlekit.explain.words.link_kinds import all_filled, is_direct, links_of, with_silent
from puzzlekit.explain.words.link_lines import joined_states, known_rows, linked, rule_clauses, together
from puzzlekit.explain.words.naming import known_of, state_of
from puzzlekit.explain.words.proof_parts import proof_parts
from puzzlekit.grammar import FULL, LONGEST, MANY, Clause, clauses, in_lines, named
from puzzlekit.scip.constraints import LinearConstraint

MOST = 4  # lines of a supposition that are taken in at once
IF, SUPPOSE = "if ", "suppose that "  # how that begins which would be: all at once, or what alone is supposed


def supposed(premises: Premises, proof: ContradictionProof) -> tuple[str, str]:
    """What would follow from the opposite of a claim, and the rules by which it does, of which the last one cannot be
    kept: in a sentence each, or link by link in lines."""
    full, idle, sure, then = links_of(premises, proof)
    own = {id(link) for link in (*sure, *then)}
    links = [link for link in proof.links if id(link) in own]
    known = [row for link in links for row in known_rows(link)]
    claims = [assume(link.claim) for link in links[:-1]]
    filled = all_filled(premises, proof)
    seen = {id(row): row for link in idle for row in known_rows(link) if row.family == KNOWN}
    idly = known_of(premises, seen.values()) if len(seen) <= FULL else []  # of more all is to be seen on the board
    there = [*(one for link in full for one in filled[about(link.claim)]), *idly]
    rules = [one for link in links for one in rule_clauses(premises, link)]
    if is_direct(premises, proof):
        return in_lines([*there, *known_of(premises, known)]), in_lines(rules)
    last = rule_clauses(premises, links[-1], would=True)
    others = [one for one in rules[:-1] if one not in rule_clauses(premises, links[-1])]
    pattern = _pattern(premises, proof.supposed, known, claims)
    # of more each stands with what follows from it, and so does a clash that no rule's words tell
    short = not sure and "; " not in clauses(others, MANY) and last
    if short and pattern and (before := named([*there, *known_of(premises, known), *others])) is not None:
        reason = "; but ".join(filter(None, (before, clauses(last, MANY))))
        if max(len(pattern), len(reason)) < LONGEST:
            return pattern, reason
    subject, predicate = state_of(premises, *proof.claim.index, holds=proof.claim.lower is None)
    anyhow, would = (_link_by_link(premises, own, filled, would=own is then) for own in (sure, then))
    told = [*in_lines(idly).splitlines(), *_lines(anyhow), f"{SUPPOSE}{subject} {predicate}"]
    return "\n".join(told), "\n".join(_lines(would))


def _link_by_link(
    premises: Premises,
    links: Sequence[Certificate],
    filled: Mapping[tuple[Any, bool], Sequence[Clause]],
    *,
    would: bool = True,
) -> list[tuple[list[str], list[Certificate]]]:
    """What follows, or would, in lines, each time with the links that they tell: none where all has been said, and the
    last one where the others are those before it."""
    in_words, told = partial(linked, premises, would=would, filled=filled), list[tuple[list[str], list[Certificate]]]()
    before: list[str] = []
    for own in together(premises, links, filled, in_words):
        lines = in_words(own)
        anew = lines[-1:] if len(lines) > 1 and lines[:-1] == before[:-1] else lines
        told.append(([] if {*lines} <= {*_lines(told)} else anew, own))
        before = lines
    return told


def _lines(told: Sequence[tuple[Sequence[str], Any]]) -> list[str]:
    return [line for lines, _ in told for line in lines]


def in_parts(premises: Premises, proof: ContradictionProof, reason: str) -> list[tuple[str, list[Certificate]]]:
    """A long reason in parts of a few lines, each with the links on which it rests; none if it is taken in at once."""
    lines = reason.splitlines()
    if len(lines) <= MOST or is_direct(premises, proof):
        return []
    told = _link_by_link(premises, links_of(premises, proof).then, all_filled(premises, proof))
    size = len(lines) / ceil(len(lines) / MOST)
    place = len(lines) - len(_lines(told))  # a name may stand before
    parts = list[tuple[list[str], list[Certificate]]]([(lines[:place], [])])
    for own, links in told:
        if place + len(own) / 2 > size * len(parts):  # its middle is beyond
            parts.append(([], []))
        parts[-1][0].extend(lines[place : place + len(own)])
        parts[-1][1].extend(links)
        place += len(own)
    return [("\n".join(own), with_silent(premises, proof, links)) for own, links in parts]


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
