"""The Zebra puzzle for the techniques, with places, properties, and pairs of properties as numbers.

A place is an attribute of a house; its states are the properties of the attribute. The mask of a place has one bit for
each possible property, and the bit `Board.open`, which stays set until the place is filled: a place with one property
left is filled only when a step enters the property. A *pair* is a note, an auxiliary element, whose state says whether
two properties are in the same house. In masks of houses, the lowest bit is the first house.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from puzzlekit.core.grid import Label
from puzzlekit.reasoning.system import Fact, Found, Left, Mask, Row, positions
from puzzlekit.zebra.puzzle import Puzzle
from puzzlekit.zebra.rules import FAMILY

DIFFERENT, SAME = 1, 2  # the masks of a pair's states 0 and 1


class Conclusion(Found):
    """A conclusion whose facts and constraints are computed at the first access, because few conclusions are shown.

    `why` is a function without parameters that returns (facts, constraints).
    """

    __slots__ = ("_why",)

    def __init__(self, claim: dict[int, Mask], about: Any, why: Callable[[], tuple[Sequence[Fact], Sequence[Row]]]):
        self.claim, self.about, self._why = claim, about, why

    def __getattr__(self, name: str) -> Any:
        if name not in ("because", "rows"):
            raise AttributeError(name)
        self.because, self.rows = self._why()
        return getattr(self, name)


class Pair(NamedTuple):
    """Two properties of different attributes. The pair's state is 1 if they are in the same house, otherwise 0."""

    one: str
    other: str


class Board:
    """The elements of a Zebra puzzle as numbers: its places, its properties, and its pairs of properties. A place is
    an attribute of a house.

    The numbers of an attribute's places are also the numbers of its properties, because each attribute has as many
    properties as there are houses.

    Attributes
    ----------
    rows_of
        For each property, the numbers of its attribute's places, house by house.
    bits
        For each property, its bit in the masks of places.
    pair
        {(property, property): number of the pair's note}, in both orders.
    """

    def __init__(self, puzzle: Puzzle):
        self.puzzle, self.size, self.names = puzzle, puzzle.houses, tuple(puzzle.cells_of)
        self.number = {name: number for number, name in enumerate(self.names)}
        self.open: Mask = 1 << self.size
        self.every: Mask = self.open - 1
        self.rows_of = [range(n - n % self.size, n - n % self.size + self.size) for n in range(len(self.names))]
        self.bits = [1 << number % self.size for number in range(len(self.names))]
        different = [pair for pair in combinations(range(len(self.names)), 2) if pair[1] not in self.rows_of[pair[0]]]
        self.pair = {pair: number for number, pair in enumerate(different, len(self.names))}
        self.pair |= {(b, a): number for (a, b), number in self.pair.items()}
        self.pairs = [Pair(self.names[a], self.names[b]) for a, b in different]

    def houses(self, left: Left, name: int) -> int:
        """Return the mask of the possible houses of a property."""
        row = self.rows_of[name]
        return _houses(tuple(left[row.start : row.stop]))[name - row.start]

    def where(self, left: Left, name: int) -> list[Fact]:
        """Return a list with the fact that a property is in its house, or an empty list if this house is not known."""
        return [(cell, self.bits[name]) for cell in self.rows_of[name] if left[cell] == self.bits[name]]

    def absent(self, left: Left, sure: Left, name: int, houses: int) -> list[Fact]:
        """Return facts that exclude a property from the houses in a mask. A fact says that another property is there,
        or that an earlier step excluded the property.

        `left` are the current masks. If the conclusion is drawn under a supposition, `sure` are the masks without the
        supposition; otherwise `sure` equals `left`.
        """
        bit, cells = self.bits[name], [self.rows_of[name][house] for house in positions(houses)]
        visible = [sure[cell] & bit or not sure[cell] & self.open for cell in cells]
        open_ = [not seen or bool(left[cell] & self.open) for cell, seen in zip(cells, visible, strict=True)]
        out = (self.every | self.open) & ~bit
        return [(cell, out if own else left[cell]) for cell, own in zip(cells, open_, strict=True)]

    def excluded(self, left: Left, sure: Left, houses: Mapping[int, int]) -> tuple[Fact, ...]:
        """Return facts that exclude properties from houses. A fact says in which house a property is, or is a fact from
        `absent`. The masks `left` and `sure` are as in `absent`.

        `houses` is {property: mask of the houses from which it is excluded}.
        """
        facts = list[Fact]()
        for name, out in houses.items():
            there = self.where(left, name)
            absent = self.absent(left, sure, name, out)
            known = not any(sure[cell] & self.bits[name] for cell, _ in absent)
            facts += there if there and (not known or sure[there[0][0]] == self.bits[name]) else absent
        return self.merged(facts)

    @staticmethod
    def merged(facts: Iterable[Fact]) -> tuple[Fact, ...]:
        """Return the facts with a single mask for each element, which is the intersection of its masks."""
        found: dict[int, Mask] = {}
        for element, mask in facts:
            found[element] = found.get(element, mask) & mask
        return tuple(found.items())

    def are_apart(self, left: Left, one: int, other: int) -> bool:
        """Return whether two properties are known to be in different houses."""
        return other in self.rows_of[one] or left[self.pair[one, other]] == DIFFERENT

    def clue_rows(self, *clues: int) -> tuple[Row, ...]:
        """Return the model's constraints, as (family, index), for these clues, and the constraints that each property
        in these clues has one house. The parameters are clue numbers, counted from 0."""
        own = [(clue, self.puzzle.clues[clue]) for clue in clues]
        names = dict.fromkeys(name for _, clue in own for name in clue.properties)
        return (*((FAMILY[clue.kind], Label("clue", n)) for n, clue in own), *self.once(*names))

    def once(self, *names: str) -> tuple[Row, ...]:
        """Return the model's constraints, as (family, index), that say that each of these properties has one house."""
        return tuple(("one_house_per_property", name) for name in names)

    def pair_rows(self, *pairs: tuple[int, int]) -> tuple[Row, ...]:
        """Return the constraints, as (family, index), that define these pairs, and the constraints that each property
        of the pairs has one house."""
        means = [(Pair(self.names[a], self.names[b])) for a, b in (sorted(pair) for pair in pairs)]
        names = dict.fromkeys(name for pair in means for name in pair)
        places = [(pair, house, same) for pair in means for house in range(self.size) for same in (False, True)]
        return (*(("same house", place) for place in places), *self.once(*names))


@lru_cache(maxsize=100_000)
def _houses(masks: tuple[Mask, ...]) -> tuple[int, ...]:
    """Return, for each property of an attribute, the mask of its possible houses. `masks` are the masks of the
    attribute's places."""
    return tuple(sum((mask >> name & 1) << house for house, mask in enumerate(masks)) for name in range(len(masks)))


def known_in(left: Left) -> tuple[Left, Left]:
    """Return (current masks, masks without the supposition). Both are equal unless `left` is under a supposition."""
    return tuple(left), getattr(left, "known", None) or left
