"""Words for what would be if a claim were not so, and for what is so either way."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from types import MappingProxyType
from typing import Any

from puzzlekit.errors import joined
from puzzlekit.explain.proofs.certificate import Certificate
from puzzlekit.explain.proofs.premises import ASSUMED, KNOWN, Premises, about, is_claim, weight
from puzzlekit.explain.proofs.proof import Cases, ContradictionProof, Proof, assume, used
from puzzlekit.explain.words.grammar import FULL, LONGEST, MANY, Clause, alternatives, clauses, in_lines, lines, named
from puzzlekit.explain.words.naming import (
    NOT,
    by_itself,
    clause_of,
    clue_elsewhere,
    filled_in,
    known_of,
    phrases_of,
    state_of,
)
from puzzlekit.explain.words.proof_parts import proof_parts, whole
from puzzlekit.scip.constraints import LinearConstraint

NOUN = re.compile(r"(?P<noun>[a-z ]+) (?=\()")  # "the edges" of "the edges (1,1)-(1,2) and ..."


def supposed(premises: Premises, proof: ContradictionProof) -> tuple[str, str]:
    """What would follow from the opposite of a claim, and the rules by which it does, of which the last one cannot be
    kept: in a sentence each, or link by link in lines."""
    full = [link for link in proof.links if _is_full(premises, link)]
    idle = [link for link in proof.links if link not in full and _is_idle(premises, link)]
    links = [link for link in proof.links if link not in (*full, *idle)]
    sure = [link for link in _sure(proof.links) if link in links]
    known = [row for link in links for row in _known(link)]
    claims = [assume(link.claim) for link in links[:-1]]
    filled = {about(link.claim): _filled(premises, link) for link in full}
    seen = {id(row): row for link in idle for row in _known(link) if row.family == KNOWN}
    idly = known_of(premises, seen.values()) if len(seen) <= FULL else []  # of more all is to be seen on the board
    there = [*(one for own in filled.values() for one in own), *idly]
    rules = [one for link in links for one in _rules(premises, link)]
    if not claims or all(link.claim.index[0] == proof.claim.index[0] for link in proof.links[:-1]):
        # nothing need be supposed: rules say so at once, whatever they say of this element on the way
        return in_lines([*there, *known_of(premises, known)]), in_lines(rules)
    others = [one for one in rules[:-1] if one not in _rules(premises, links[-1])]
    pattern = _pattern(premises, proof.supposed, known, claims)
    short = not sure and "; " not in clauses(others, MANY)  # of more each stands with what follows from it
    for before in (named([*there, *known_of(premises, known), *others]), named(others)) if short else ():
        reason = "; but ".join(filter(None, (before, clauses(rules[-1:], MANY))))
        if pattern and before is not None and max(len(pattern), len(reason)) < LONGEST:
            return pattern, reason
    subject, predicate = state_of(premises, *proof.claim.index, holds=proof.claim.lower is None)
    first, then = ([link for link in links if (link in sure) == is_sure] for is_sure in (True, False))
    anyhow, would = (partial(linked, premises, would=would, filled=filled) for would in (False, True))
    told = [line for own in _together(premises, first, anyhow) for line in anyhow(own)]
    told = [*in_lines(idly).splitlines(), *told, f"suppose that {subject} {predicate}"]
    return "\n".join(told), "\n".join(line for own in _together(premises, then, would) for line in would(own))


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
    return link.claim.lower is None or not _rules(premises, link)


def _is_full(premises: Premises, link: Certificate) -> bool:
    """Whether a link says what is left where rules have all that they need."""
    rules = [term.row for term in link.rules if not premises.silent(term.row)]
    return bool(rules and _sure([link])) and all(premises.effort(row, at_least=False) < 1 for row in rules)


def _filled(premises: Premises, link: Certificate) -> list[Clause]:
    """What is said of the rules of such a link, and of what fills those whose words do not say enough."""
    rules = [term.row for term in link.rules if not premises.silent(term.row)]
    known = [] if all(_telling(premises, row) for row in rules) else known_of(premises, _known(link))
    return [*known, *(clause_of(premises, replace(by_itself(row, asks=False), rest=Fraction(0))) for row in rules)]


def _sure(links: Iterable[Certificate]) -> list[Certificate]:
    """Links that say what is so anyhow, whatever is supposed."""
    sure, rows = list[Certificate](), list[LinearConstraint]()
    for link in links:
        if link.claim.coefficients and all(row in rows for row in used(link) if row.family == ASSUMED):
            sure.append(link)
            rows.append(assume(link.claim))
    return sure


def _by_rows(groups: Iterable[Sequence[Certificate]]) -> Iterator[list[Certificate]]:
    """Groups of links one after the other that take the same rules; a contradiction is one by itself."""

    def rules(links: Sequence[Certificate]) -> tuple[set[int], bool]:
        return {id(term.row) for link in links for term in link.rules}, not links[-1].claim.coefficients

    for _, own in groupby(groups, key=rules):
        yield [link for links in own for link in links]


def _together(
    premises: Premises, links: Sequence[Certificate], told_in: Callable[[Sequence[Certificate]], list[str]]
) -> Iterator[list[Certificate]]:
    """Links by the same rules together, and others of which the same can be said as soon as what they need is, if all
    are told in one line."""
    found, told = list[list[Certificate]](), dict[Any, int]()  # what a claim is about -> the place of its link
    for own in _by_rows([link] for link in links):
        needs = max(
            (told.get(about(row), -1) for link in own for row in used(link) if row.family == ASSUMED), default=-1
        )
        for place in range(needs + 1, len(found)):
            both = [*found[place], *own]
            if _alike(premises, found[place], own) and len(told_in(both)) == 1:
                found[place] = both
                break
        else:
            place = len(found)
            found.append(own)
        told.update((about(link.claim), place) for link in own)
    return _by_rows(found)


def _alike(premises: Premises, links: Sequence[Certificate], others: Sequence[Certificate]) -> bool:
    """Whether the same can be said of links: in the words of their rules, or without a reason."""
    kinds = [_kind(premises, own) for own in (links, others)]
    both = [*links, *others]
    return kinds[0] == kinds[1] and (any(_rules(premises, link) for link in both) or not any(map(_known, both)))


def _kind(premises: Premises, links: Sequence[Certificate]) -> set[Any]:
    """What is alike in links of which the same is said."""
    words = {one.predicate for link in links for one in _rules(premises, link)}
    said = {
        (link.claim.index and link.claim.index[1], link.claim.lower is None, _via(premises, link)) for link in links
    }
    return said | words | {term.row.family for link in links for term in link.rules}


def _via(premises: Premises, link: Certificate) -> str:
    """By what a rule that needs no words leads to a link, where neither what is known nor what follows names it."""
    first = {term.row.index[0]: term.row for term in link.rules if phrases_of(premises, term.row).via}
    there = {row.index[0] for row in (link.claim, *filter(is_claim, _known(link))) if row.index}
    return " and ".join(
        filled_in(premises, by_itself(row), phrases_of(premises, row).via)
        for part, row in first.items()
        if part not in there
    )


def linked(
    premises: Premises,
    links: Sequence[Certificate],
    *,
    would: bool = True,
    filled: Mapping[tuple[Any, bool], Sequence[Clause]] = MappingProxyType({}),
) -> list[str]:
    """Links by the same rules in lines: by what follows what, or what would; with what is said of the rules that have
    all that they need, by what they say."""
    known = [row for link in links for row in _known(link) if row.family == KNOWN or clue_elsewhere(premises, row)]
    if len(known) > FULL:  # what a rule's own words speak of is in the picture
        through = [
            term.row.coefficients.keys() for link in links for term in link.rules if _telling(premises, term.row)
        ]
        known = [row for row in known if not any(row.coefficients.keys() <= keys for keys in through)]
    rules = list(dict.fromkeys(one for link in links for one in _rules(premises, link)))
    pairs = [
        state_of(premises, *link.claim.index, holds=link.claim.lower is not None)
        for link in links
        if link.claim.coefficients
    ]
    has = [one for link in links for row in used(link) for one in filled.get(about(row), ())]
    by = [*dict.fromkeys(has), *known_of(premises, known), *rules]
    follows = lines(partial(_states, would=would), pairs) if pairs else []
    if not pairs:
        if not by:  # the rule needs no words: what it forbids does
            so = known_of(premises, [row for link in links for row in used(link)])
            first, *more = lines(lambda own: f"but it cannot be that {clauses(own, MANY)}", so)
            return [first, *(line.replace("but it cannot be", "and", 1) for line in more)]
        return in_lines(by, "but ").splitlines()
    if len(links) == 1 and (via := _via(premises, links[0])):
        follows[-1] = f"{follows[-1]}, {via}"
    whole = f"{clauses(by, MANY)}: {follows[0]}" if by else f"so {follows[0]}"
    if len(follows) == 1 and len(whole) < LONGEST:
        return [whole]
    return [*in_lines(by).splitlines(), *(f"so {line}" for line in follows)]


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
    return f"if {own[0]} {own[1].replace('is ', 'were ', 1)}, {_states(dict.fromkeys(then))}" if then else ""


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
    return in_lines([*known_of(premises, _known(part)), *_rules(premises, part)])


def _rules(premises: Premises, link: Certificate) -> list[Clause]:
    """What is said of the rules of a certificate, whatever is known of their elements."""
    terms = [term for term in whole(link) if weight(term.row) >= 1 and not premises.silent(term.row)]
    return [clause_of(premises, by_itself(term.row, (term.multiplier > 0) == link.at_least)) for term in terms]


def _telling(premises: Premises, row: LinearConstraint) -> bool:
    """Whether the words of a full row say enough, so that nobody need hear what fills it."""
    return bool((phrases := premises.wording.get(row.family or "")) and phrases.telling)


def _known(proof: Proof) -> list[LinearConstraint]:
    """What a proof takes as known or given, apart from what is supposed."""
    return [row for row in used(proof) if row.family != ASSUMED]


def _states(pairs: Iterable[tuple[str, str]], *, would: bool = True) -> str:
    """States, those of a kind together: "cells (1,1) and (1,2) would be 5 and (1,3) 6"."""
    nots: dict[str, list[str]] = {}
    kinds: dict[str, list[Clause]] = {}
    own = list(pairs)
    sure = {subject for subject, predicate in own if not predicate.startswith(NOT)}
    for subject, predicate in own:
        if not predicate.startswith(NOT):
            kinds.setdefault(predicate, []).append(Clause(subject, predicate))
        elif subject not in sure:  # what it is says that, too
            nots.setdefault(subject, []).append(predicate.removeprefix(NOT))
    for subject, states in nots.items():
        predicate = f"{NOT}{alternatives(states)}"
        kinds.setdefault(predicate, []).append(Clause(subject, predicate))
    ranked = sorted(kinds.items(), key=lambda item: item[0].startswith(NOT))
    told = [clauses(own, MANY) for _, own in ranked]
    if not would:
        return joined(told)
    told = [re.sub(r"\b(?:is|are) (not )?", r"would \1be ", words, count=1) for words in told]
    return joined([*told[:1], *(_again(told[0], words) for words in told[1:])])


def _again(first: str, words: str) -> str:
    """A clause after another, without the noun and the verb that it shares with it."""
    noun, found = NOUN.match(first), NOUN.match(words)
    same = noun and found and noun["noun"].removesuffix("s") == found["noun"].removesuffix("s")
    return (words[found.end() :] if same and found else words).replace(" would be ", " ", 1)
