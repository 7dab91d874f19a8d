"""What tests of techniques ask of steps."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, TypeVar

from derived_rows import derived_rows
from step_check import Checker

from puzzlekit.reasoning.answers import system_of
from puzzlekit.reasoning.engine import Engine
from puzzlekit.reasoning.steps import Link
from puzzlekit.reasoning.system import Found, System
from puzzlekit.scip import BuiltModel

T = TypeVar("T")


def there(found: T | None) -> T:
    """What was found, for something must have been."""
    assert found
    return found


def checker_of(puzzle: Any, built: BuiltModel) -> Checker:
    """Who checks steps by the rows of a model, and by those that follow from them."""
    checker = Checker(built, system_of(puzzle), derived_rows(puzzle))
    built.free()
    return checker


def finished(system: System, left: Sequence[int]) -> Engine:
    """All that follows from these states without a supposition."""
    engine = Engine(system, left)
    engine.run(float("inf"))
    return engine


def check_sentences(message: str, most: int = 4) -> None:
    """Each line is short, and no sentence names more places or edges than that."""
    for line in message.split("\n"):
        assert len(line) <= 120
        assert all(len(re.findall(r"\(\d+,\d+\)(?:-\(\d+,\d+\))?", part)) <= most for part in line.split(". ")), line


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
