"""Steps of reasoning in words: a step is a chain of links, and a link is one thought, the use of one rule."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from puzzlekit.core.errors import capital
from puzzlekit.core.grammar import LONGEST, sentences
from puzzlekit.core.grid import Step
from puzzlekit.reasoning.engine import Engine, Facts, Used
from puzzlekit.reasoning.system import VISIBLE, Row, System

NAMED = 4  # the most elements that a sentence names
ELEMENT = re.compile(r"\(\d+,\d+\)(-\(\d+,\d+\))?")  # a cell, an edge or a line in a text

RULE, SUPPOSITION, BOTH_WAYS, SEARCH = "rule", "supposition", "both ways", "search"  # kinds of steps, easy to hard

States = Mapping[Any, frozenset]  # element -> states


@dataclass(frozen=True)
class Link:
    """One inference: by one rule, from facts to a conclusion.

    Attributes
    ----------
    rule
        The name of the rule, or "".
    facts
        {element: its possible states}: all facts that the inference uses.
    claim
        {element: states that remain}; an empty set of states is a contradiction.
    rows
        The constraints (family, place) of the model that the inference uses.
    reason
        The reason as a clause; "" if no reason has to be given.
    conclusion
        The conclusion as a clause; "" for a contradiction.
    cases
        The cases, if the inference makes suppositions: one case that fails, or all cases of an element; else empty.
    told
        Whether the text of the step mentions the inference. It omits inferences that are easy to see.
    """

    rule: str
    facts: States
    claim: States
    rows: tuple[Row, ...]
    reason: str
    conclusion: str
    cases: tuple["Case", ...] = ()
    told: bool = True

    @property
    def length(self) -> int:
        """Return the number of inferences in the text: the sum over all cases, or 1 without cases. Return 0 if the text
        omits this link."""
        return sum(own.length for case in self.cases for own in case.links) if self.cases else int(self.told)

    @property
    def is_contradiction(self) -> bool:
        """Return whether an element of the claim has no possible state left."""
        return not all(self.claim.values())


@dataclass(frozen=True)
class Case:
    """A supposition, as {element: states} and in words, with the inferences from it to a contradiction or to the
    conclusion."""

    supposed: States
    words: str
    links: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class ReasonedStep(Step):
    """A step that a reader can follow.

    Attributes
    ----------
    message
        The step in words: for each thought its reason and its conclusion, a line each.
    kind
        RULE, SUPPOSITION, BOTH_WAYS or SEARCH.
    links
        The inferences of the step. The last one gives the conclusion of the step; the others are intermediate results.
    facts
        {element: states}: the facts that the step takes from the board.
    pictures
        Pairs (text, marks). The marks are for the board: {element: "plus"} for an element in a fact that is used,
        {element: "hinted"} for an element of the conclusion.
    """

    message: str
    kind: str
    links: tuple[Link, ...]
    facts: States
    pictures: tuple[tuple[str, Mapping[Any, str]], ...]

    def __str__(self) -> str:
        return self.message

    @property
    def length(self) -> int:
        """Return the number of inferences in all links of the step."""
        return sum(link.length for link in self.links)

    @property
    def is_contradiction(self) -> bool:
        """Return whether the step ends in a contradiction, which may be about a note that no board shows."""
        return any(link.is_contradiction for link in self.links[-1:])


@dataclass(frozen=True)
class Explanation:
    """The explanation of a puzzle, step by step.

    Attributes
    ----------
    steps
        The steps in order. A step may use the conclusions of earlier steps.
    several
        Elements whose states differ between solutions.
    open
        Elements that were not explained, because the time limit was reached or the rules do not use the whole puzzle.
    """

    steps: tuple[ReasonedStep, ...]
    several: tuple[Any, ...] = ()
    open: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return "\n".join(step.message for step in self.steps)


def link_of(system: System, used: Used, *, told: bool = False) -> Link:
    """Return the needed part of a conclusion as a link (an inference in words). If the conclusion is easy to see, the
    text omits the link unless `told` is True."""
    found, elements = used
    if isinstance(found.about, Link):
        return found.about
    facts = states_of(system, found.facts(elements))
    claim = {system.elements[e]: system.states_in(e, found.claim[e]) for e in elements}
    rule, rows = found.rule, tuple(found.rows)
    if rule.telling == VISIBLE and not told:
        return Link(rule.name, facts, claim, rows, "", "", told=False)
    order = [system.elements[e] for e in sorted(elements)]
    tell = partial(rule.conclude, found) if rule.conclude else system.words.concluded
    room = LONGEST - len(f"So : {rule.name}.")
    return Link(rule.name, facts, claim, rows, rule.say(found), concluded(tell, claim, order, room))


def concluded(tell: Callable[[States], str], claim: States, order: Sequence[Any], room: int) -> str:
    """Return a claim in words. `tell` writes a part of a claim as a clause, and `order` has the claim's elements in
    order. If one sentence would be longer than `room` or name too many elements, the text has several sentences."""
    parts, alike = [tell(claim)], Counter(claim.values())
    elements = sorted(order, key=lambda element: alike[claim[element]])
    for most in range(min(NAMED, len(elements) - 1), 0, -1):
        if max(map(len, parts)) <= room and max(len(ELEMENT.findall(part)) for part in parts) <= NAMED:
            break
        each = -(-len(elements) // -(-len(elements) // most))  # sentences of about the same length
        starts = range(0, len(elements), each)
        parts = [tell({element: claim[element] for element in elements[start : start + each]}) for start in starts]
    return ".\nSo ".join(parts)


def failed_link(engine: Engine) -> Link:
    """Return the contradiction that an engine found, as a link."""
    found, element = engine.contradiction, engine.trail[-1].element
    assert found, "there is no contradiction"
    claim: States = {engine.system.elements[element]: frozenset()}
    said = found.about.conclusion if isinstance(found.about, Link) else found.rule.say(found)
    if not found.rule.clashes:
        concluded = {engine.system.elements[element]: engine.system.states_in(element, found.claim[element])}
        said = f"{said}, so {engine.system.words.concluded(concluded)}"
    return Link(found.rule.name, states_of(engine.system, engine.conflict()), claim, tuple(found.rows), said, "")


def states_of(system: System, facts: Facts) -> dict[Any, frozenset]:
    """Translate facts from numbers and masks to the puzzle's elements and states: {element: states}."""
    return {system.elements[element]: system.states_in(element, mask) for element, mask in facts.items()}


def step_of(system: System, kind: str, links: Sequence[Link], leaves: Facts) -> ReasonedStep:
    """Return the step that consists of these links. `kind` is the kind of step, and `leaves` are the facts that the
    step takes from the board."""
    last, facts = links[-1], states_of(system, leaves)
    board = {system.elements[number] for number in range(system.board)}
    used = [element for link in links for element in (*link.facts, *link.claim)]
    where = tuple(dict.fromkeys(element for element in used if element in board))
    claim = {element: states for element, states in last.claim.items() if element in board}
    marks = {**dict.fromkeys(facts, "plus"), **dict.fromkeys(claim, "hinted")}
    message = "\n".join(lines(links))
    return ReasonedStep(
        claim,
        last.rule or kind,
        where,
        message=message,
        kind=kind,
        links=tuple(links),
        facts=facts,
        pictures=((message, marks),),
    )


def lines(links: Sequence[Link]) -> Iterator[str]:
    """Yield the sentences of a step: the reason and the conclusion of each link."""
    for link in _joined(links):
        yield from _cases(link)
        if link.reason:
            yield from sentences(link.reason)
        if link.conclusion:
            name = f": {link.rule}" if link.rule and link.reason else ""
            yield capital(f"{'either way' if len(link.cases) > 1 else 'so'} {link.conclusion}{name}.")


def _cases(link: Link) -> Iterator[str]:
    """Yield the sentences of each case: the supposition, then its consequences up to the end of the case."""
    for number, case in enumerate(link.cases):
        yield capital(f"{'suppose instead' if number else 'suppose'} {case.words}.")
        begin = "then "
        for own in _joined(case.links):
            if own.cases:
                yield from lines([own])
            elif own.is_contradiction:
                yield from sentences(f"but {own.reason}")
            else:
                line = capital(f"{begin}{own.reason}, so {own.conclusion}.")
                short = len(line) <= LONGEST
                yield from (line,) if short else (*sentences(begin + own.reason), f"So {own.conclusion}.")
            begin = ""


def _joined(links: Sequence[Link]) -> Iterator[Link]:
    """Yield the links as the text presents them. A reason does not repeat the conclusion of the link before it. A link
    that has no other reason is merged with the link before it. The earlier conclusion stays only if a later link uses
    it."""
    before: Link | None = None
    told = [link for link in links if link.told]
    for number, link in enumerate(told, start=1):
        if before and not before.cases and f"{link.reason} and ".startswith(f"{before.conclusion} and "):
            rest = link.reason.removeprefix(before.conclusion).removeprefix(" and ")
            if not rest:
                needed = any(before.claim.keys() & later.facts.keys() for later in told[number:])
                told_too = f"{before.conclusion}.\nSo " * needed
                before = replace(link, reason=before.reason, conclusion=told_too + link.conclusion)
                continue
            link = replace(link, reason=rest)
        if before:
            yield before
        before = link
    if before:
        yield before
