"""Proofs in words: the pattern, the reason, the conclusion, each in a sentence that a person can take in.

How a family's rows are spoken of comes from the room, as `Phrases`; which of them are spoken of, and in which order,
is the same for every puzzle.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlekit.errors import counted
from puzzlekit.explain.certificate import Cases, Certificate, Proof
from puzzlekit.explain.grammar import FULL, capital, clauses, listed
from puzzlekit.explain.naming import (
    by_itself,
    clause_of,
    clauses_of,
    clue_of,
    concluded,
    filled_in,
    known_of,
    phrases_of,
    state_of,
)
from puzzlekit.explain.premises import Premises
from puzzlekit.explain.story import Story, clue_rows, rules_of, story

LONGEST = 120  # characters of a sentence
SHOWN = (FULL, FULL - 1, 6, 3, 1)  # of so many things of a kind each is named; where that gets too long, of fewer
BY = re.compile(r" \(clue \d+\)")  # a clue that says something

Pairs = Sequence[tuple[str, str]]  # subject and predicate, or a clause and nothing


@dataclass(frozen=True)
class Told:
    """A step in words.

    Attributes
    ----------
    pattern
        What is there already; may be empty.
    reason
        What asks for more, and what admits no more; may be empty.
    conclusion
        What follows.
    """

    pattern: str
    reason: str
    conclusion: str

    def __str__(self) -> str:
        return " ".join(part for part in (self.pattern, self.reason, self.conclusion) if part)


def tell(premises: Premises, proofs: Sequence[Proof], left: Mapping[Any, frozenset]) -> Told:
    """A step in words: what these proofs use, and what follows where so many states are left to the elements.

    No sentence is longer than `LONGEST`, unless the name of a single thing is.
    """
    own = story(premises, proofs)
    said = _narrated(premises, own, proofs) if own.short else None
    pattern, reason, follows = said or _counted(premises, own, proofs)
    follows = follows or _follows(premises, proofs, left)
    if pattern == follows:
        pattern, reason = "", "it is given"
    elif BY.fullmatch(pattern.removeprefix(follows)):  # a clue says just this
        pattern, reason = "", _together([clause_of(premises, by_itself(own.facts[0]))], FULL)
    return Told(*(f"{capital(words)}." if words else "" for words in (pattern, reason, f"so {follows}")))


def thought(premises: Premises, proof: Certificate) -> tuple[str, ...]:
    """What a proof says before it concludes: where two say the same, they are one thought."""
    own = story(premises, [proof])
    said = {*clauses_of(premises, (*own.has, *own.asks, *own.room)), *known_of(premises, own.known)}
    return tuple(sorted(" ".join(pair) for pair in said))


def _narrated(premises: Premises, own: Story, proofs: Sequence[Proof]) -> tuple[str, str, str] | None:
    """Pattern, reason and perhaps the conclusion; None if one of them is too long however little is named."""
    known, has = known_of(premises, own.facts), clauses_of(premises, own.has)
    asks, room = clauses_of(premises, own.asks), clauses_of(premises, own.room)
    pattern, reason = _listed([*known, *has]), _listed([*asks, *room])
    if pattern is None:
        pattern = _short(lambda shown: _brief(premises, own, shown))
    elif not pattern and reason is None:
        pattern, reason = _listed(asks), _listed(room)
    if pattern is not None and (only := _only(premises, own, proofs)):
        return pattern, "", only
    if pattern is None or reason is None:
        return None
    return pattern, _again(pattern, reason, [*asks, *room]) or ("" if pattern else "the rules leave no other way"), ""


def _listed(pairs: Pairs) -> str | None:
    """Clauses in one sentence, None where it gets too long."""
    return _short(lambda shown: _together(pairs, shown))


def _short(wording: Callable[[int], str]) -> str | None:
    """A sentence that names as much as fits."""
    return next((words for words in map(wording, SHOWN) if len(words) < LONGEST), None)


def _brief(premises: Premises, own: Story, shown: int) -> str:
    """Of what something is known, without what."""
    return f"what counts is what is known of {listed([subject for subject, _ in known_of(premises, own.known)], shown)}"


def _together(pairs: Pairs, shown: int) -> str:
    """Clauses in one sentence; what is said of several subjects is said once."""
    said: dict[str, list[str]] = {}
    for subject, predicate in dict.fromkeys(pairs):
        if predicate:
            said.setdefault(predicate, []).append(subject)
        elif subject:
            said.setdefault(subject, [])
    return clauses(said, shown)


def _again(pattern: str, reason: str, said: Pairs) -> str:
    """The reason, with "it" for a subject of which the pattern spoke last."""
    subject = said[0][0] if said and said[0][1] else ""
    again = subject and pattern.split("; ")[-1].startswith(f"{subject} ") and reason.startswith(f"{subject} ")
    return f"it{reason.removeprefix(subject)}" if again else reason


def _only(premises: Premises, own: Story, proofs: Sequence[Proof]) -> str:
    """What follows where one row asks, and every other has what it asks for: a pattern that has a name."""
    if len(own.asks) != 1 or own.room or len(proofs) > 1 or proofs[0].claim.place is None:
        return ""
    phrases = phrases_of(premises, own.asks[0].row)
    if not phrases.only or proofs[0].claim.lower is None:
        return ""
    element, state = proofs[0].claim.place
    at = str(premises.said.get(element, element)).split(" ")[-1]
    told = filled_in(premises, own.asks[0], phrases.only, at=at, state=premises.said.get(state, state))
    return f"{told}: a {phrases.name}" if phrases.name else told


def _follows(premises: Premises, proofs: Sequence[Proof], left: Mapping[Any, frozenset]) -> str:
    """What follows, in one sentence."""
    short = _short(lambda shown: f"so {concluded(premises, proofs, left, shown)}")
    first = concluded(premises, proofs[:1], left)
    return (
        short.removeprefix("so ")
        if short
        else f"{first}, and {len({proof.claim.place for proof in proofs}) - 1} things more like that"
    )


def _counted(premises: Premises, own: Story, proofs: Sequence[Proof]) -> tuple[str, str, str]:
    """What is said where nobody can follow in a sentence: how many constraints it takes, and which clues."""
    pattern = f"it takes {counted(rules_of(proofs), 'constraint')} together"
    for first in (proof for proof in proofs if isinstance(proof, Cases)):
        asked = " ".join(state_of(premises, *first.split))
        leaves = sum(len(proof.leaves) for proof in proofs)
        pattern = f"it takes {leaves} cases, first whether {asked}, and {counted(rules_of(proofs), 'constraint')}"
        break
    clues = list(dict.fromkeys(filter(None, (clue_of(premises, row) for row in clue_rows(proofs)))))
    told = _short(lambda shown: f"these clues take part: {listed(clues, shown)}") or f"{len(clues)} clues take part"
    return pattern, told if clues else "", ""


def sentence(premises: Premises, proof: Proof) -> str:
    """A proof that there is no solution, in words."""
    return str(tell(premises, [proof], {}))
