"""Words for the links of a supposition, in lines: by what follows what."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from types import MappingProxyType
from typing import Any

from puzzlekit.errors import joined
from puzzlekit.explain.proofs.certificate import Certificate
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import Proof, used
from puzzlekit.explain.proofs.row_kinds import ASSUMED, KNOWN, about, is_claim, is_rule
from puzzlekit.explain.words.naming import (
    NOT,
    by_itself,
    clause_of,
    clue_elsewhere,
    filled_in,
    known_of,
    phrases_of,
    spoken,
    state_of,
)
from puzzlekit.explain.words.proof_parts import whole
from puzzlekit.grammar import FULL, LONGEST, MANY, Clause, alternatives, clauses, in_lines, lines, listed
from puzzlekit.scip.constraints import LinearConstraint

CANNOT = "but it cannot be"
NOUN = re.compile(r"(?P<noun>[a-z ]+) (?=\()")  # "the edges" of "the edges (1,1)-(1,2) and ..."


def linked(
    premises: Premises,
    links: Sequence[Certificate],
    *,
    would: bool = True,
    filled: Mapping[tuple[Any, bool], Sequence[Clause]] = MappingProxyType({}),
) -> list[str]:
    """Links by the same rules in lines: by what follows what, or what would; with what is said of the rules that have
    all that they need, by what they say."""
    known = [row for link in links for row in known_rows(link) if row.family == KNOWN or clue_elsewhere(premises, row)]
    if len(known) > FULL:  # what a rule's own words speak of is in the picture
        through = [
            term.row.coefficients.keys() for link in links for term in link.rules if is_telling(premises, term.row)
        ]
        known = [row for row in known if not any(row.coefficients.keys() <= keys for keys in through)]
    plain, so = (
        [*dict.fromkeys(one for link in links for one in rule_clauses(premises, link, would=then))]
        for then in (False, would)
    )
    rules = so if len(so) <= len(plain) else plain  # the links of a rule may take different things as supposed
    pairs = [
        state_of(premises, *link.claim.index, holds=link.claim.lower is not None)
        for link in links
        if link.claim.coefficients
    ]
    has = _full(links, filled)
    by = [*has, *known_of(premises, known), *rules]
    follows = lines(partial(joined_states, would=would), pairs) if pairs else []
    if not pairs:
        silent = not rules and not has  # then what the rules forbid needs words
        return _forbidden(premises, links) if silent else in_lines(by, "but ").splitlines()
    if len(links) == 1 and (via := _via(premises, links[0], would=would)):
        follows[-1] = f"{follows[-1]}, {via}"
    whole = f"{clauses(by, MANY)}: {follows[0]}" if by else f"so {follows[0]}"
    if len(follows) == 1 and len(whole) < LONGEST:
        return [whole]
    return [*in_lines(by).splitlines(), *(f"so {line}" for line in follows)]


def _forbidden(premises: Premises, links: Sequence[Certificate]) -> list[str]:
    """That a contradiction's facts cannot be together: of one element, that it could be nothing."""
    rows = [row for link in links for row in used(link)]
    elements = {row.index[0] if is_claim(row) else row.index for row in rows}
    so = known_of(premises, rows)
    if len(rows) > 1 and len(elements) == 1:
        both = [
            state_of(premises, *row.index)[1].removeprefix("is ")
            for row in rows
            if is_claim(row) and row.lower is not None
        ]
        other = f"{so[0].subject} cannot be {joined(both)}"
        return [f"but {other}" if len(both) > 1 else f"but nothing is left that {so[0].subject} could be"]
    first, *more = lines(lambda own: f"{CANNOT} that {joined(clauses(own, MANY).split('; '))}", so)
    return [first, *(f"and{line.removeprefix(CANNOT)}" for line in more)]


def together(
    premises: Premises,
    links: Sequence[Certificate],
    filled: Mapping[tuple[Any, bool], Sequence[Clause]],
    told_in: Callable[[Sequence[Certificate]], list[str]],
) -> Iterator[list[Certificate]]:
    """Links by the same rules together, and others of which the same can be said as soon as what they need is, if all
    are told in one line: by the same of what is `filled`."""
    found, told = list[list[Certificate]](), dict[Any, int]()  # what a claim is about -> the place of its link
    for own in _by_rows([link] for link in links):
        needs = max(
            (told.get(about(row), -1) for link in own for row in used(link) if row.family == ASSUMED), default=-1
        )
        for place in range(needs + 1, len(found)):
            both = [*found[place], *own]
            same = _full(found[place], filled) == _full(own, filled) and _alike(premises, found[place], own)
            if same and len(told_in(both)) == 1:
                found[place] = both
                break
        else:
            place = len(found)
            found.append(own)
        told.update((about(link.claim), place) for link in own)
    return _by_rows(found)


def _full(links: Sequence[Certificate], filled: Mapping[tuple[Any, bool], Sequence[Clause]]) -> list[Clause]:
    """What is said of the rules that have all that they need, where links take what these leave."""
    said = (one for link in links for row in used(link) for one in filled.get(about(row), ()))
    return [*dict.fromkeys(said)]


def _by_rows(groups: Iterable[Sequence[Certificate]]) -> Iterator[list[Certificate]]:
    """Groups of links one after the other that take the same rules; a contradiction is one by itself."""

    def rules(links: Sequence[Certificate]) -> tuple[set[int], bool]:
        return {id(term.row) for link in links for term in link.rules}, not links[-1].claim.coefficients

    for _, own in groupby(groups, key=rules):
        yield [link for links in own for link in links]


def _alike(premises: Premises, links: Sequence[Certificate], others: Sequence[Certificate]) -> bool:
    """Whether the same can be said of links: in the words of their rules, or without a reason."""
    kinds = [_kind(premises, own) for own in (links, others)]
    both = [*links, *others]
    return kinds[0] == kinds[1] and (
        any(rule_clauses(premises, link) for link in both) or not any(map(known_rows, both))
    )


def _kind(premises: Premises, links: Sequence[Certificate]) -> set[Any]:
    """What is alike in links of which the same is said."""
    words = {one.predicate for link in links for one in rule_clauses(premises, link, would=True)}
    said = {
        (link.claim.index and link.claim.index[1], link.claim.lower is None, _via(premises, link)) for link in links
    }
    return said | words | {term.row.family for link in links for term in link.rules}


def _via(premises: Premises, link: Certificate, *, would: bool = True) -> str:
    """By what a rule that needs no words leads to a link, where neither what is known nor what follows names it: as it
    is or would be, where that was shown before."""
    first = {term.row.index[0]: term.row for term in link.rules if phrases_of(premises, term.row).via}
    there = {row.index[0] for row in (link.claim, *filter(is_claim, known_rows(link))) if row.index}
    shown = {row.index[0]: row for row in used(link) if row.family == ASSUMED and row.index}
    parts = [part for part in first if part not in there]
    if parts and shown.keys() >= {*parts}:
        states = (state_of(premises, *shown[part].index, holds=shown[part].lower is not None) for part in parts)
        return f"as {joined_states(states, would=would)}"
    ways: dict[str, list[str]] = {}
    for part in parts:
        ways.setdefault(phrases_of(premises, first[part]).via, []).append(spoken(premises, part))
    return " and ".join(via.replace("{0}", listed(own)) for via, own in ways.items())


def rule_clauses(premises: Premises, link: Certificate, *, would: bool = False) -> list[Clause]:
    """What is said of the rules of a certificate, and how often each is taken, whatever is known of their elements; or
    where that is so which the link takes as supposed, and of those of a contradiction that they would be broken."""
    terms = [term for term in whole(link) if is_rule(term.row) and not premises.silent(term.row)]
    then = premises.knowing(*(row for row in used(link) if row.family == ASSUMED)) if would else premises
    sides = [
        replace(by_itself(term.row, (term.multiplier > 0) == link.at_least), times=abs(int(term.multiplier)))
        for term in terms
    ]
    clash = would and not link.claim.coefficients
    broken = [phrases_of(premises, one.row).broken[not one.at_least] if clash else "" for one in sides]
    return [
        Clause(*filled_in(premises, one, words).split(" | ")) if words else clause_of(then, one)
        for one, words in zip(sides, broken, strict=True)
    ]


def is_telling(premises: Premises, row: LinearConstraint) -> bool:
    """Whether the words of a full row say enough, so that nobody need hear what fills it."""
    return bool((phrases := premises.wording.get(row.family or "")) and phrases.telling)


def known_rows(proof: Proof) -> list[LinearConstraint]:
    """What a proof takes as known or given, apart from what is supposed."""
    return [row for row in used(proof) if row.family != ASSUMED]


def joined_states(pairs: Iterable[tuple[str, str]], *, would: bool = True) -> str:
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
