"""English grammar for explanations of steps: plurals, lists, and joined clauses."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puzzlekit.core.errors import capital, joined

NUMBERED = re.compile(r"(?P<noun>[a-z]+) (?P<number>\d+|\(\d+,\d+\)(?:-\(\d+,\d+\))?)")
MANY = 99  # the most numbers in a list by default, so many that no list is shortened
LONGEST = 120  # the most characters of a sentence
JOINTS = ("; ", ", and ")  # between clauses that can stand alone
PLURAL = {"has": "have", "is": "are", "its": "their", "box": "boxes", "cells": "cells", "points": "points"}


class Clause(NamedTuple):
    """A clause of a sentence: subject, predicate, and an optional object, such as "row 7", "has its", "5"."""

    subject: str
    predicate: str
    object: str = ""


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    return PLURAL.get(noun, f"{noun}s")


def many(predicate: str) -> str:
    """Return the plural of a predicate: "has its 7" becomes "have their 7"."""
    return " ".join(PLURAL.get(word, word) for word in predicate.split(" "))


def listed(names: Sequence[str], shown: int = MANY) -> str:
    """Join names such as "row 7" into a list that states each noun only once: "rows 7 and 8 and boxes 2 and 5". If a
    noun has more than `shown` numbers, the list gives their count instead: "9 rows"."""
    groups: dict[str, list[str]] = {}
    alone = []
    for name in dict.fromkeys(names):
        if found := NUMBERED.fullmatch(name):
            groups.setdefault(found["noun"], []).append(found["number"])
        else:
            alone.append(name)
    return joined([*(_numbered(noun, own, shown) for noun, own in groups.items()), *alone])


def _numbered(noun: str, numbers: Sequence[str], shown: int) -> str:
    numbers = sorted(numbers, key=lambda number: [int(part) for part in re.findall(r"\d+", number)])
    if len(numbers) == 1:
        return f"{noun} {numbers[0]}"
    return f"{len(numbers)} {plural(noun)}" if len(numbers) > shown else f"{plural(noun)} {joined(numbers)}"


def alternatives(words: Sequence[str]) -> str:
    """Join words as alternatives: "a", "a or b", "a, b or c"."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def sentences(said: str) -> list[str]:
    """Return sentences without their last full stop as lines with it. A line that would be too long is parted between
    clauses that are joined by "; " or ", and "."""
    return [capital(f"{clause}.") for line in said.split(".\n") for clause in _parted(line)]


def _parted(line: str) -> Iterator[str]:
    while len(line) >= LONGEST and (cut := max(line.rfind(joint, 0, LONGEST) for joint in JOINTS)) > 0:
        yield line[:cut]
        line = line[cut:].removeprefix(JOINTS[0]).removeprefix(JOINTS[1])
    yield line


def clauses(said: Iterable[Clause], shown: int) -> str:
    """Join clauses into one sentence: "row 7 has its 5 and 6", "rows 7 and 8 have their 5".

    Clauses with the same subject and predicate are joined into one clause with a list of objects. Then clauses with the
    same predicate and objects are joined into one clause with a list of subjects. If a noun in the subjects has more
    than `shown` numbers, the sentence gives their count instead.
    """
    objects: dict[tuple[str, str], list[str]] = {}
    for subject, predicate, word in dict.fromkeys(said):
        objects.setdefault((subject, predicate), []).append(word)
    together: dict[tuple[str, ...], list[str]] = {}
    for (subject, predicate), its in objects.items():
        own = sorted(its, key=lambda word: (len(word), word))
        together.setdefault((predicate, *own), []).append(subject)
    told: dict[str, str] = {}  # subjects -> all their predicates
    for (predicate, *its), subjects in together.items():
        names = listed(subjects, shown)
        words = f"{predicate if len(subjects) == 1 else many(predicate)} {listed(its)}".rstrip()
        told[names] = f"{told[names]} and {words}" if names in told else f"{names} {words}"
    return "; ".join(told.values())
