"""The checks of the exercises of chapter 11 about diagrams. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it gives `...`) is not judged.
"""

from collections.abc import Callable, Iterable
from typing import Any

from puzzlekit.core.errors import counted
from puzzlekit.course.exercise import Converter, Remarks, attempted, check, function, unlike
from puzzlekit.zdd.family import Family

READ = Family.of([{"a", "b"}, {"a", "c", "d"}, {"b", "d"}, {"c", "d"}, {"c"}], "abcd")
LENGTHS = (1, 2, 3, 4, 7, 12)  # of rows


def sets_of(items: Iterable[str]) -> Converter:
    """A kind: sets, lists or texts of some of these items."""
    known = set(items)

    def kind(found: Any) -> set[frozenset]:
        if isinstance(attempted(found), str) or not isinstance(found, Iterable):
            raise unlike(found, "a list of sets such as [{'a', 'b'}, {'c'}]")
        own = list(found)
        if own == [...]:
            attempted(own[0])
        if wrong := [one for one in own if not isinstance(one, Iterable) or not _among(known, one)]:
            raise unlike(wrong[0], f"sets of {', '.join(sorted(known))} only")
        return {frozenset(one) for one in own}

    return kind


def _among(known: set[str], one: Iterable[Any]) -> bool:
    return all(isinstance(item, str) and item in known for item in one)


@check(sets_of("abcd"))
def check_read(sets: set[frozenset]) -> Remarks:
    """Exercise 1: the sets of the diagram `READ`."""
    right = set(READ)
    for one in sorted(map(sorted, sets - right)):
        yield f"{{{', '.join(one)}}} is no set of this family; follow its arcs from the root"
    if len(sets) < len(right):
        yield f"{counted(len(sets), 'set')} found; there are more ways from the root to the box"


def family(found: Any) -> Family:
    """A kind: a family of sets."""
    if not isinstance(found, Family):
        raise unlike(found, "a family, as zdd.search gives it")
    return found


@check(function("length", family))
def check_apart(apart: Callable[[int], Family]) -> Remarks:
    """Exercise 2: `apart(length)` is the family of all sets of places of a row, no two of them neighbours."""
    for length in LENGTHS:
        found, right = apart(length), Family.of(_apart(length), range(length))
        if found.items != right.items:
            raise unlike(found.items, f"a family over range({length})")
        if wrong := next(iter(found - right), None):
            yield f"on a row of {length} places your family has {_named(wrong)}, with two neighbours"
        if missing := next(iter(right - found), None):
            yield f"on a row of {length} places your family lacks {_named(missing)}"
        if found != right:
            yield f"on a row of {length} places your family lacks the empty set"


def _apart(length: int) -> list[list[int]]:
    sets: list[list[int]] = [[]]
    for place in range(length):
        sets += [[*one, place] for one in sets if place - 1 not in one]
    return sets


def _named(places: Iterable[int]) -> str:
    return "{" + ", ".join(map(str, sorted(places))) + "}"
