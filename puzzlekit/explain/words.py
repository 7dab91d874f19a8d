"""Proofs in words: the pattern, the reason, the conclusion, each in a sentence that a person can take in.

How a family's rows are spoken of comes from the room, as `Phrases`; which of them are spoken of, and in which order,
is the same for every puzzle.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from puzzlekit.errors import counted
from puzzlekit.explain.certificate import Cases, Certificate, Proof
from puzzlekit.explain.grammar import FULL, capital, clauses, joined, listed
from puzzlekit.explain.premises import Premises, is_claim
from puzzlekit.explain.story import Story, Used, clue_rows, rules_of, story
from puzzlekit.grid import Element, Label
from puzzlekit.scip.phrases import Phrases
from puzzlekit.scip.rows import Row

BY = re.compile(r" \(clue \d+\)$")  # a clue that says something
LONGEST = 120  # characters of a sentence
SHOWN = (FULL, FULL - 1, 6, 3, 1)  # of so many things of a kind each is named; where that gets too long, of fewer


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


class _Count(int):
    """A number that can be written with a noun: `{side:edge}`."""

    def __format__(self, noun: str) -> str:
        return counted(int(self), noun) if noun else str(int(self))


def conclusion(premises: Premises, claim: Row) -> str:
    """A claim in words: "cell (1,1) is 5"."""
    if not claim.coefficients and claim.place is None:
        return "there is no solution"
    return _of_states([_stated(premises, *claim.place, holds=claim.lower is not None)])


def concluded(premises: Premises, proofs: Sequence[Proof], left: Mapping[Any, frozenset], shown: int = 99) -> str:
    """What proofs prove, in words, where so many states are left to the elements: of several elements together."""
    said = []
    for claim in (proof.claim for proof in proofs):
        element, state = claim.place or (None, None)
        if len(own := left.get(element, ())) == 1:
            said.append(_stated(premises, element, *own))
        elif element is not None:
            said.append(_stated(premises, element, state, holds=claim.lower is not None))
    return _of_states(said, shown) or "there is no solution"


def _stated(premises: Premises, element: Any, state: Any, *, holds: bool = True) -> tuple[str, str]:
    """An element and what it is, in words; of two states not to be in one is to be in the other."""
    if not holds:
        others = [other for other in premises.states.get(element, ()) if other != state]
        if len(others) == 1:
            (state,), holds = others, True
    return _said(premises, element, state, holds=holds)


def _said(premises: Premises, element: Any, state: Any, *, holds: bool) -> tuple[str, str]:
    words = str(premises.said.get(state, state))
    return str(premises.said.get(element, element)), f"is {words}" if holds else f"is not {words}"


def _of_states(pairs: Iterable[tuple[str, str]], shown: int = 99) -> str:
    said: dict[str, list[str]] = {}
    for element, predicate in dict.fromkeys(pairs):
        said.setdefault(predicate, []).append(element)
    return joined([clauses({predicate: own}, shown) for predicate, own in said.items()])


def tell(premises: Premises, proofs: Sequence[Proof], left: Mapping[Any, frozenset]) -> Told:
    """A step in words: what these proofs use, and what follows. No sentence is longer than `LONGEST`, unless the names
    of single things are."""
    own = story(premises, proofs)
    for brief, shown in product((False, True), SHOWN) if own.short else ():
        told = _narrated(premises, own, proofs, left, shown, brief)
        if max(map(len, _sentences(told))) <= LONGEST:
            return told
    return _counted(premises, proofs, left)


def thought(premises: Premises, proof: Certificate) -> tuple[str, ...]:
    """What a proof says before it concludes: where two say the same, they are one thought."""
    own = story(premises, [proof])
    clauses_ = [*_clauses(premises, own.has), *_clauses(premises, own.asks), *_clauses(premises, own.room)]
    return tuple(sorted(" ".join(pair) for pair in {*clauses_, *_known(premises, own.known)}))


def _sentences(told: Told) -> list[str]:
    return [told.pattern, told.reason, told.conclusion]


def _narrated(
    premises: Premises, own: Story, proofs: Sequence[Proof], left: Mapping[Any, frozenset], shown: int, brief: bool
) -> Told:
    pattern = _together([*_known(premises, own.facts), *_clauses(premises, own.has)], shown)
    if brief and own.known:
        pattern = f"what counts is what is known of {listed([pair[0] for pair in _known(premises, own.known)], shown)}"
    if only := _only(premises, own, proofs):
        return Told(_sentence(pattern), "", _sentence(f"so {only}"))
    asks, room = _clauses(premises, own.asks), _clauses(premises, own.room)
    reason = _together([*asks, *room], shown)
    if not pattern and len(reason) >= LONGEST:
        pattern, reason = _together(asks, shown), _together(room, shown)
    if not pattern and not reason:
        reason = "the rules leave no other way"
    follows = concluded(premises, proofs, left, shown)
    if not reason and len(own.facts) == 1 and BY.fullmatch(pattern.removeprefix(follows)):  # a clue says just this
        pattern, reason = "", _together([_clause(premises, _by_itself(own.facts[0]))], shown)
    return Told(_sentence(pattern), _sentence(reason), _sentence(f"so {follows}"))


def _sentence(words: str) -> str:
    return f"{capital(words)}." if words else ""


def _only(premises: Premises, own: Story, proofs: Sequence[Proof]) -> str:
    """What follows where one row asks, and every other has what it asks for: a pattern that has a name."""
    if len(own.asks) != 1 or own.room or len(proofs) > 1 or proofs[0].claim.place is None:
        return ""
    phrases = _phrases(premises, own.asks[0].row)
    if not phrases.only or proofs[0].claim.lower is None:
        return ""
    element, state = proofs[0].claim.place
    at = str(premises.said.get(element, element)).split(" ")[-1]
    told = _filled_in(premises, own.asks[0], phrases.only, at=at, state=premises.said.get(state, state))
    return f"{told}: a {phrases.name}" if phrases.name else told


def _together(pairs: Iterable[tuple[str, str]], shown: int) -> str:
    """Clauses in one sentence; each is a subject and a predicate, or a clause and nothing."""
    said: dict[str, list[str]] = {}
    for subject, predicate in dict.fromkeys(pairs):
        if predicate:
            said.setdefault(predicate, []).append(subject)
        elif subject:
            said.setdefault(subject, [])
    return clauses(said, shown)


def _clauses(premises: Premises, used: Iterable[Used]) -> list[tuple[str, str]]:
    """What is said of rows: subject and predicate, or a clause and nothing."""
    longest_first = sorted(used, key=lambda one: -len(one.row.place) if isinstance(one.row.place, tuple) else 0)
    return [_clause(premises, one) for one in longest_first]


def _clause(premises: Premises, one: Used) -> tuple[str, str]:
    phrases = _phrases(premises, one.row)
    template = phrases.asks if one.asks else phrases.room
    if one.filled and phrases.has is not None:
        template = phrases.has
    subject, _, predicate = _filled_in(premises, one, template).partition(" | ")
    return subject, predicate


def _phrases(premises: Premises, row: Row) -> Phrases:
    """How rows of this family are spoken of; a reader's own family may have no words."""
    own = (row.family or "a row of the model").replace("_", " ")
    return premises.phrases.get(row.family or "") or Phrases(
        f"{{here}} | needs more ({own})", f"{{here}} | is full ({own})"
    )


def _filled_in(premises: Premises, one: Used, template: str, **more: Any) -> str:
    """A template with the parts of a row's place, its numbers and how many elements it runs through."""
    parts = _parts(premises, one.row)
    here = f"{parts[0]} with {joined(parts[1:])}" if len(parts) > 1 else "".join(parts) or "the board"
    n = len({e for key in one.row.coefficients for e in premises.owners.get(key, ())} - {one.row.place})
    numbers = {"side": _Count(one.side), "rest": _Count(one.rest), "n": _Count(n)}
    short = {f"p{i}": part.split(" ")[-1] for i, part in enumerate(parts)}
    return template.format(*parts, here=here, last=parts[-1] if parts else "", **short, **numbers, **more)


def _parts(premises: Premises, row: Row) -> list[str]:
    """The parts of a row's place in words."""
    own = [part for part in (row.place if isinstance(row.place, tuple) else (row.place,)) if part is not None]
    # a number may be a state as well as something else: it is one where the row is about this state alone
    states = {premises.named.get(key, (None, None))[1] for key in row.coefficients}
    return [premises.said.get(part, str(part)) if states == {part} else spoken(premises, part) for part in own]


def place(premises: Premises, row: Row) -> str:
    """Where a row holds, in words: "row 2 with 9"."""
    parts = _parts(premises, row)
    return f"{parts[0]} with {', '.join(parts[1:])}" if len(parts) > 1 else "".join(parts) or str(row)


def spoken(premises: Premises, part: Any) -> str:
    """A part of a place in words."""
    return premises.said.get(part, str(part)) if isinstance(part, Element) else str(part)


# What is known


def _by_itself(row: Row) -> Used:
    asks = row.lower is not None
    return Used(row, asks, Fraction((row.lower if asks else row.upper) or 0))


def _known(premises: Premises, facts: Iterable[Row]) -> list[tuple[str, str]]:
    """Known facts and rows of one variable, as subject and predicate; of one subject together."""
    said: dict[str, list[str]] = {}
    for subject, predicate in dict.fromkeys(_last_state(premises, list(facts))):
        said.setdefault(subject, []).append(predicate)
    return [(subject, joined([own[0], *(one.removeprefix("is ") for one in own[1:])])) for subject, own in said.items()]


def _last_state(premises: Premises, facts: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """The facts as subject and predicate; where they rule out all states of an element but one, it is in that."""
    out: dict[Any, set] = {}
    for fact in facts:
        if is_claim(fact) and fact.lower is None:
            out.setdefault(fact.place[0], set()).add(fact.place[1])
    sure = {e: s for e, states in out.items() for s in premises.states[e] if {*premises.states[e]} - states == {s}}
    for fact in facts:
        if is_claim(fact) and fact.place[0] in sure:
            yield _stated(premises, fact.place[0], sure[fact.place[0]])
        else:
            yield stated(premises, fact)


def stated(premises: Premises, row: Row) -> tuple[str, str]:
    """A claim or a row of one variable as subject and predicate: "cell (1,1)", "is 5", with the clue that says so if it
    stands elsewhere."""
    if is_claim(row):
        element, state = row.place
        return _stated(premises, element, state, holds=row.lower is not None)
    key, value = next(iter(row.coefficients.items()), (("", None), 0.0))
    element, state = premises.named.get(key, (None, None))
    if element is None or not (row.lower == row.upper == value or (row.upper == 0 and value > 0)):
        return _clause(premises, _by_itself(row))
    subject, predicate = _said(premises, element, state, holds=row.upper != 0)
    first = row.place[0] if isinstance(row.place, tuple) and row.place else row.place
    return subject, f"{predicate} ({first})" if isinstance(first, Label) else predicate


# What has no short reason


def _counted(premises: Premises, proofs: Sequence[Proof], left: Mapping[Any, frozenset]) -> Told:
    """What is said where nobody can follow in a sentence: how many constraints it takes, and which clues."""
    number = counted(rules_of(proofs), "constraint")
    clues = list(dict.fromkeys(filter(None, (_clue(premises, row) for row in clue_rows(proofs)))))
    pattern = f"it takes {number} together"
    if any(isinstance(proof, Cases) for proof in proofs):
        (first, *_) = (proof for proof in proofs if isinstance(proof, Cases))
        asked = " ".join(_stated(premises, *first.split))
        leaves = sum(len(proof.leaves) for proof in proofs)
        pattern = f"it takes {leaves} cases, first whether {asked}, and {number}"
    told = _fitting(
        (f"these clues take part: {listed(clues, shown)}" for shown in SHOWN), f"{len(clues)} clues take part"
    )
    wordings = (f"so {concluded(premises, proofs, left, shown)}" for shown in SHOWN)
    follows = _fitting(wordings, f"so {concluded(premises, proofs[:1], left)}, and {len(proofs) - 1} things like that")
    return Told(_sentence(pattern), _sentence(told) if clues else "", _sentence(follows))


def _fitting(wordings: Iterable[str], last: str = "") -> str:
    """The first wording that is short enough, or the last."""
    for last_one in wordings:
        if len(last_one) < LONGEST:
            return last_one
    return last or last_one


def _clue(premises: Premises, row: Row) -> str | None:
    first = row.place[0] if isinstance(row.place, tuple) and row.place else row.place
    return premises.clues.get((row.family or "", first))


def sentence(premises: Premises, proof: Proof) -> str:
    """A proof that there is no solution, in words."""
    return str(tell(premises, [proof], {}))
