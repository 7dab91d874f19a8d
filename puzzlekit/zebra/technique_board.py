"""A Zebra puzzle with numbers for the techniques: places, properties, and pairs of properties.

The states of a place are the properties of its attribute. A mask has one bit for each property, and one bit that a
place keeps until its property is told: a place with one property left is not yet filled. A *pair* is a note: whether
two properties are in the same house.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from puzzlekit.core.grid import Label
from puzzlekit.reasoning.system import Fact, Found, Left, Mask, Row
from puzzlekit.zebra.puzzle import Puzzle
from puzzlekit.zebra.rules import FAMILY

DIFFERENT, SAME = 1, 2  # the masks of a pair's states 0 and 1


class Conclusion(Found):
    """A conclusion whose facts and constraints are computed only when they are read, since few conclusions are told."""

    __slots__ = ("_why",)

    def __init__(self, claim: dict[int, Mask], about: Any, why: Callable[[], tuple[Sequence[Fact], Sequence[Row]]]):
        self.claim, self.about, self._why = claim, about, why

    def __getattr__(self, name: str) -> Any:
        if name not in ("because", "rows"):
            raise AttributeError(name)
        self.because, self.rows = self._why()
        return getattr(self, name)


class Pair(NamedTuple):
    """Two properties of different attributes. Its states: 0, in different houses; 1, in the same house."""

    one: str
    other: str


class Board:
    """The places and properties of a puzzle by number; each attribute has as many of both as there are houses."""

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
        """Return the houses that are left for a property, as bits; the lowest bit is the first house."""
        row = self.rows_of[name]
        return _houses(tuple(left[row.start : row.stop]))[name - row.start]

    def where(self, left: Left, name: int) -> list[Fact]:
        """Return the fact that a property is in its house, if it is placed."""
        return [(cell, self.bits[name]) for cell in self.rows_of[name] if left[cell] == self.bits[name]]

    def absent(self, left: Left, sure: Left, name: int, houses: int) -> list[Fact]:
        """Return facts that a property is not in these houses: other properties there, or earlier exclusions."""
        bit, cells = self.bits[name], [self.rows_of[name][house] for house in bits(houses)]
        visible = [sure[cell] & bit or not sure[cell] & self.open for cell in cells]
        open_ = [not seen or bool(left[cell] & self.open) for cell, seen in zip(cells, visible, strict=True)]
        out = (self.every | self.open) & ~bit
        return [(cell, out if own else left[cell]) for cell, own in zip(cells, open_, strict=True)]

    def excluded(self, left: Left, sure: Left, houses: Mapping[int, int]) -> tuple[Fact, ...]:
        """Return facts that exclude properties from houses: the houses of these properties, or else exclusions."""
        facts = list[Fact]()
        for name, out in houses.items():
            there = self.where(left, name)
            absent = self.absent(left, sure, name, out)
            known = not any(sure[cell] & self.bits[name] for cell, _ in absent)
            facts += there if there and (not known or sure[there[0][0]] == self.bits[name]) else absent
        return self.merged(facts)

    @staticmethod
    def merged(facts: Iterable[Fact]) -> tuple[Fact, ...]:
        """Return facts with one mask for each element."""
        found: dict[int, Mask] = {}
        for element, mask in facts:
            found[element] = found.get(element, mask) & mask
        return tuple(found.items())

    def are_apart(self, left: Left, one: int, other: int) -> bool:
        """Return whether two properties are known to be in different houses."""
        return other in self.rows_of[one] or left[self.pair[one, other]] == DIFFERENT

    def clue_rows(self, *clues: int) -> tuple[Row, ...]:
        """Return the constraints of clues, and of the single houses of their properties."""
        own = [(clue, self.puzzle.clues[clue]) for clue in clues]
        names = dict.fromkeys(name for _, clue in own for name in clue.properties)
        return (*((FAMILY[clue.kind], Label("clue", n)) for n, clue in own), *self.once(*names))

    def once(self, *names: str) -> tuple[Row, ...]:
        """Return the constraints that properties have one house each."""
        return tuple(("one_house_per_property", name) for name in names)

    def pair_rows(self, *pairs: tuple[int, int]) -> tuple[Row, ...]:
        """Return the constraints that define pairs, and of the single houses of their properties."""
        means = [(Pair(self.names[a], self.names[b])) for a, b in (sorted(pair) for pair in pairs)]
        names = dict.fromkeys(name for pair in means for name in pair)
        places = [(pair, house, same) for pair in means for house in range(self.size) for same in (False, True)]
        return (*(("same house", place) for place in places), *self.once(*names))

    def meaning(self, place: tuple[Pair, int, bool]) -> tuple[dict, float, float, bool]:
        """Return the constraint that defines a pair at a house, a sum of at most 1: two properties in this house are no
        different pair, and a same pair has both or none in it."""
        pair, house, same = place
        terms = {}
        for name, one in zip(pair, (1, -1 if same else 1), strict=True):
            cell = self.puzzle.cells_of[name][house]
            terms[cell] = {state: one * (state == name) for state in self.puzzle.properties(cell)}
        return {**terms, pair: {0: 0, 1: 1 if same else -1}}, float("-inf"), 1, False


@lru_cache(maxsize=100_000)
def _houses(masks: tuple[Mask, ...]) -> tuple[int, ...]:
    """Return for each property of an attribute its houses: the transpose of these masks."""
    return tuple(sum((mask >> name & 1) << house for house, mask in enumerate(masks)) for name in range(len(masks)))


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits of a mask."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def known_in(left: Left) -> tuple[Left, Left]:
    """Return a copy of the states that are possible now, and the states that are possible without a supposition."""
    return tuple(left), getattr(left, "known", None) or left
