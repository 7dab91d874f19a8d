"""Zebra puzzles by brute force: all tables, by permutations, and the clues judged by what they say in English."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

Table = dict[str, int]  # property -> its house, from one


def tables(attributes: Sequence[Sequence[str]]) -> Iterator[Table]:
    """All tables in which each property has a house of its own among those of its attribute."""
    for rows in product(*(permutations(own) for own in attributes)):
        yield {name: house for row in rows for house, name in enumerate(row, start=1)}


def is_true(clue: str, table: Table) -> bool:
    """Whether a clue as it is written is true of a table."""
    first, relation, second = _parts(clue)
    house = table[first]
    other = int(second) if relation.endswith("at") else table[second]
    told = {
        "=": house == other,
        "at": house == other,
        "next to": other in (house - 1, house + 1),
        "right of": house == other + 1,
        "left of": house + 1 == other,
    }
    return not told[relation.removeprefix("not ")] if relation.startswith("not ") else told[relation]


def _parts(clue: str) -> tuple[str, str, str]:
    for relation in ("next to", "right of", "left of", "at", "="):
        for told in (f"not {relation}", relation):
            first, mark, second = clue.partition(f" {told} ")
            if mark:
                return first, told, second
    raise AssertionError(clue)


def solutions(attributes: Sequence[Sequence[str]], clues: Sequence[str]) -> Iterator[Table]:
    """The tables of which all clues are true."""
    return (table for table in tables(attributes) if all(is_true(clue, table) for clue in clues))
