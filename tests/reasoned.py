"""What tests of techniques ask of steps."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from puzzlekit.reasoning.check import Checker
from puzzlekit.reasoning.steps import Link
from puzzlekit.reasoning.system import Found, System


def thoughts(links: Sequence[Link]) -> Iterator[Link]:
    """The links, those of suppositions one by one."""
    for link in links:
        yield from chain.from_iterable(thoughts(case.links) for case in link.cases) if link.cases else (link,)


def spared(checker: Checker, links: Sequence[Link]) -> list[tuple[Link, object]]:
    """Facts without which a thought follows, too."""
    facts = [(link, fact) for link in thoughts(links) for fact in link.facts]
    return [
        (link, fact)
        for link, fact in facts
        if checker.follows(replace(link, facts={other: own for other, own in link.facts.items() if other != fact}))
    ]


def found_at(system: System, left: Sequence[int]) -> Iterator[Found]:
    """All that the rules conclude from these states."""
    for rule in system.rules:
        for found in chain.from_iterable(rule.look(left, place) for place, _ in rule.places):
            found.rule = rule
            yield found
