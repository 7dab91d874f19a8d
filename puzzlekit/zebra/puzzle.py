"""The Zebra puzzle as data: houses in a row, attributes, clues in words, and the table that solves it.

Report, chapter 7. Each attribute has as many properties as there are houses, and each house has one property of each
attribute. A place is one attribute of one house: Cell(i, j), with both counted from 0. In clues and in all texts for a
reader, houses count from 1.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from puzzlekit.core.errors import (
    PuzzleError,
    called,
    check_kind,
    counted,
    expect,
    shown,
    validate_args,
    validate_choice,
    validate_int,
)
from puzzlekit.core.grid import Cell

MOST_HOUSES, MOST_ATTRIBUTES, MOST_CLUES, LONGEST = 12, 12, 200, 20
RELATIONS = ("=", "at", "next to", "right of", "left of")
RESERVED = re.compile(r"(?:^| )(?:at|not|next to|right of|left of)(?: |$)|^given(?: |$)")  # "given": a board's state
NAME = re.compile(r"[A-Za-z]+(?:[ -][A-Za-z]+)*", re.ASCII)
Attributes = tuple[tuple[str, tuple[str, ...]], ...]


def check_name(name: object, what: str) -> None:
    """Raise PuzzleError if `name` is not a valid name. In the message, the phrase `what` says what is named, such as
    "a property"."""
    if not isinstance(name, str) or len(name) > LONGEST or not NAME.fullmatch(name):
        expected = f"1 to {LONGEST} letters, hyphens and single spaces"
        raise PuzzleError(f"found {shown(name)} as {what}, expected {expected}")
    if found := RESERVED.search(name):
        raise PuzzleError(f"found {name!r} as {what}, expected a name without the word {found[0].strip()!r}")


@dataclass(frozen=True)
class Clue:
    """A clue about one or two properties, such as `Clue("green", "right of", "ivory")` or `Clue("milk", "at", 3)`.

    `relation` is "=" (in the same house), "at" (`second` is a house, counted from 1), "next to", "right of" or "left
    of". The last two mean a neighbouring house. A `negated` clue says that the relation is false. PuzzleError is raised
    if a clue is not valid.
    """

    first: str
    relation: str
    second: str | int
    negated: bool = False

    def __post_init__(self) -> None:
        check_name(self.first, "a property")
        validate_choice(self.relation, RELATIONS, "relation")
        if self.relation == "at":
            validate_int(self.second, "house", 1, MOST_HOUSES)
        else:
            check_name(self.second, "a property")
        if self.first == self.second:
            raise PuzzleError(f"found {self.first} twice, expected two different properties")

    @property
    def kind(self) -> str:
        """Return the report's category of the clue: "ACC" (attribute connection), "DLC" (direct location) or "ILC"
        (indirect location)."""
        return {"=": "ACC", "at": "DLC"}.get(self.relation, "ILC")

    @property
    def properties(self) -> tuple[str, ...]:
        """Return the properties in the clue, one or two."""
        return (self.first,) if isinstance(self.second, int) else (self.first, self.second)

    def allows(self, first: int, second: int) -> bool:
        """Return whether the clue is true if its properties are in these houses. For "at", `second` is the house in the
        clue."""
        apart = first - second
        related = {"=": apart == 0, "at": apart == 0, "right of": apart == 1, "left of": apart == -1}
        return related.get(self.relation, abs(apart) == 1) != self.negated

    def holds(self, house: Mapping[str, int]) -> bool:
        """Return whether the clue is true in a table, given as {property: its house}."""
        return self.allows(house[self.first], self.second if isinstance(self.second, int) else house[self.second])

    def __str__(self) -> str:
        return f"{self.first} {'not ' * self.negated}{self.relation} {self.second}"


@dataclass(frozen=True)
class Puzzle:
    """A Zebra puzzle: the number of houses, the attributes as pairs (attribute, its properties), and the clues.

    PuzzleError is raised if the number of properties of an attribute is not the number of houses, a name occurs twice,
    or a clue does not fit.
    """

    houses: int
    attributes: Attributes
    clues: tuple[Clue, ...]

    def __post_init__(self) -> None:
        validate_int(self.houses, "houses", 1, MOST_HOUSES)
        _check_attributes(self.attributes, self.houses)
        if len(self.clues) > MOST_CLUES:
            raise PuzzleError(f"found {len(self.clues)} clues, expected at most {MOST_CLUES}")
        for clue in self.clues:
            self._check_clue(clue)

    def _check_clue(self, clue: Clue) -> None:
        if strangers := [name for name in clue.properties if name not in self.cells_of]:
            raise PuzzleError(f"{clue}: found the property {strangers[0]!r}, expected a property of an attribute")
        if isinstance(clue.second, int) and clue.second > self.houses:
            raise PuzzleError(f"{clue}: found house {clue.second}, expected 1 to {self.houses}")

    @cached_property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the places of each attribute, house by house."""
        return tuple(tuple(Cell(i, j) for j in range(self.houses)) for i in range(len(self.attributes)))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Return all places, attribute by attribute."""
        return tuple(cell for row in self.rows for cell in row)

    @cached_property
    def cells_of(self) -> Mapping[str, tuple[Cell, ...]]:
        """Return {property: the places of its attribute, house by house}."""
        return {name: row for row, (_, own) in zip(self.rows, self.attributes, strict=True) for name in own}

    def properties(self, cell: Cell) -> tuple[str, ...]:
        """Return the properties of a place's attribute. Raise PuzzleError if the puzzle does not have this place."""
        try:
            return self.attributes[cell.row][1]
        except (AttributeError, IndexError):
            raise PuzzleError(f"found {shown(cell)}, expected a place of this puzzle") from None

    def without(self, *numbers: int) -> "Puzzle":
        """Return the puzzle without the clues with these numbers, counted from 1. A number without a clue is
        ignored."""
        kept = (clue for number, clue in enumerate(self.clues, start=1) if number not in numbers)
        return Puzzle(self.houses, self.attributes, tuple(kept))

    def __str__(self) -> str:
        attributes = [f"{name}: {', '.join(own)}." for name, own in self.attributes]
        lines = [f"houses: {self.houses}", "attributes:", *attributes, "clues:", *(f"{clue}." for clue in self.clues)]
        return "\n".join(lines)


@dataclass(frozen=True)
class Solution:
    """A full or partly filled table: for each attribute, a pair (attribute, its property in each house). An empty place
    has ""."""

    rows: Attributes

    def __post_init__(self) -> None:
        if len({len(own) for _, own in self.rows}) > 1:
            raise PuzzleError("found rows of different lengths, expected one place for each house")

    @classmethod
    def of(cls, puzzle: Puzzle, filled: Mapping[Cell, str]) -> "Solution":
        """Return the table with the properties in `filled`, {place: property}, and all other places empty.

        Raise PuzzleError if a key is not a place of the puzzle or a value is not a property of its attribute.
        """
        check_kind(puzzle, Puzzle)
        expect(filled, Mapping, "a dict {cell: property}")
        for cell, name in filled.items():
            if not isinstance(cell, Cell) or cell not in puzzle.cells:
                raise PuzzleError(f"found {called(cell)}, expected a place of this puzzle: Cell(attribute, house)")
            if name not in puzzle.properties(cell):
                expected = f"a property of {puzzle.attributes[cell.row][0]}"
                raise PuzzleError(f"{cell}: found {shown(name)}, expected {expected}")
        names = (name for name, _ in puzzle.attributes)
        rows = (tuple(filled.get(cell, "") for cell in row) for row in puzzle.rows)
        return cls(tuple(zip(names, rows, strict=True)))

    @cached_property
    def filled(self) -> Mapping[Cell, str]:
        """Return {place: property} without empty places."""
        places = ((Cell(i, j), name) for i, (_, own) in enumerate(self.rows) for j, name in enumerate(own))
        return {cell: name for cell, name in places if name}

    @validate_args
    def house(self, name: str) -> int | None:
        """Return the first house with this property, counted from 1, or None if no house has the property."""
        return next((cell.column + 1 for cell, own in self.filled.items() if own == name), None)

    def __str__(self) -> str:
        return "\n".join(f"{attribute}: {', '.join(name or '?' for name in own)}" for attribute, own in self.rows)


def _check_attributes(attributes: Attributes, houses: int) -> None:
    if not 1 <= len(attributes) <= MOST_ATTRIBUTES:
        raise PuzzleError(f"found {counted(len(attributes), 'attribute')}, expected 1 to {MOST_ATTRIBUTES}")
    seen: dict[str, str] = {}
    for pair in attributes:
        check_attribute(*pair, houses=houses, seen=seen)


def check_attribute(attribute: str, properties: tuple[str, ...], *, houses: int, seen: dict[str, str]) -> None:
    """Raise PuzzleError if an attribute is not valid; otherwise add its properties to `seen`.

    `seen` is {property: its attribute} for the attributes that were checked before. No name can occur twice.
    """
    check_name(attribute, "an attribute")
    if attribute in seen.values():
        raise PuzzleError(f"found the attribute {attribute} twice, expected each attribute once")
    if len(properties) != houses:
        expected = f"{houses} properties, one for each house"
        raise PuzzleError(
            f"found {counted(len(properties), 'property').replace('propertys', 'properties')} of "
            f"{attribute}, expected {expected}"
        )
    for name in properties:
        check_name(name, "a property")
        if name in seen:
            raise PuzzleError(f"found {name} in {seen[name]} and in {attribute}, expected each property only once")
        seen[name] = attribute
