"""Deduction in a Zebra puzzle without search: the houses that a clue excludes, and singles, as in Sudoku."""

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache

from puzzlekit.core import grid
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Candidates, Cell, Label, Step
from puzzlekit.zebra.puzzle import Clue, Puzzle
from puzzlekit.zebra.rules import FAMILY, TURNED, place, told, words_of


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Return the steps that exclude a property from houses, until nothing more follows or a place has none left.

    Parameters
    ----------
    candidates
        `{cell: frozenset of properties}`; without it, every property is possible in every house.

    Returns
    -------
    list of Step
        Rules: "connections", "locations", "neighbours" (by one clue), "one_house_per_property" (a property is placed,
        so it is in no other house) and "one_property_per_house" (one house is left for a property, so no other
        property is in it). A contradiction is the last step.
    """
    return list(_Reasoning(puzzle, candidates).steps())


def initial_candidates(puzzle: Puzzle) -> dict[Cell, frozenset[str]]:
    """Return every property of its attribute for every place."""
    return {cell: frozenset(puzzle.properties(cell)) for cell in puzzle.cells}


class _Reasoning:
    def __init__(self, puzzle: Puzzle, candidates: Candidates | None):
        self.puzzle = puzzle
        self.left = grid.checked_candidates(candidates, initial_candidates(puzzle))

    def steps(self) -> Iterator[Step]:
        return grid.propagate(self._empty(), (self._clues, self._only_property, self._only_house))

    def _empty(self) -> Iterator[Step]:
        for cell, own in self.left.items():
            if not own:
                yield self._lost((cell,), f"nothing is left for {place(self.puzzle, cell)}")
                return

    def _houses(self, name: str) -> set[int]:
        return {cell.column + 1 for cell in self.puzzle.cells_of[name] if name in self.left[cell]}

    def _clues(self) -> Iterator[Step]:
        for label, clue in told(self.puzzle):
            kept = self._kept(clue)
            out = {name: self._houses(name) - own for name, own in kept.items()}
            if any(out.values()):
                reason = "; ".join(f"{name} is {_not_in(own)}" for name, own in out.items() if own)
                cells = {self.puzzle.cells_of[name][house - 1]: name for name, own in out.items() for house in own}
                yield from self._without(
                    out, FAMILY[clue.kind], (label, *cells), f"{words_of(self.puzzle, label)}: {reason}"
                )

    def _kept(self, clue: Clue) -> dict[str, set[int]]:
        """Return for each property of a clue the houses with which the clue can hold."""
        ones = self._houses(clue.first)
        if isinstance(clue.second, int):
            return {clue.first: {one for one in ones if clue.allows(one, clue.second)}}
        others = self._houses(clue.second)
        alike = self.puzzle.cells_of[clue.first] == self.puzzle.cells_of[clue.second]
        ways = [(a, b) for a in ones for b in others if clue.allows(a, b) and not (alike and a == b)]
        return {clue.first: {a for a, _ in ways}, clue.second: {b for _, b in ways}}

    def _only_property(self) -> Iterator[Step]:
        for row in self.puzzle.rows:
            for cell in row:
                if len(self.left[cell]) == 1:
                    (name,) = self.left[cell]
                    out = {name: self._houses(name) - {cell.column + 1}}
                    if out[name]:
                        message = f"{place(self.puzzle, cell)} is {name}, so no other house has it"
                        yield from self._without(out, "one_house_per_property", (cell,), message)

    def _only_house(self) -> Iterator[Step]:
        for name, row in self.puzzle.cells_of.items():
            where = [cell for cell in row if name in self.left[cell]]
            if not where:
                yield self._lost(row, f"no house is left for {name}")
                return
            if len(where) == 1 and len(self.left[where[0]]) > 1:
                (cell,) = where
                self.left[cell] = frozenset((name,))
                message = f"{place(self.puzzle, cell)} is {name}: no other house is left for it"
                yield Step({cell: self.left[cell]}, "one_property_per_house", row, message)

    def _without(
        self, out: dict[str, set[int]], rule: str, where: tuple[Cell | Label, ...], message: str
    ) -> Iterator[Step]:
        """Yield a step that excludes properties from houses, and a step for each place that has none left."""
        changed: dict[Cell, frozenset] = {}
        for name, houses in out.items():
            for house in houses:
                cell = self.puzzle.cells_of[name][house - 1]
                changed[cell] = changed.get(cell, self.left[cell]) - {name}
        self.left.update(changed)
        yield Step({cell: own for cell, own in changed.items() if own} or changed, rule, where, message)
        for cell, own in changed.items():
            if not own:
                yield self._lost((cell,), f"nothing is left for {place(self.puzzle, cell)}")

    def _lost(self, where: Iterable[Cell], message: str) -> Step:
        cells = tuple(where)
        return Step({cells[0]: frozenset()}, "one_property_per_house", cells, message)


def _not_in(houses: Set[int]) -> str:
    listed = [str(house) for house in sorted(houses)]
    return f"not in house {' or '.join(listed)}"


# Without reasons

Left = dict[str, int]  # property -> the houses left, as bits
Told = tuple[str, bool, bool]  # the relation of two properties, whether it is negated, whether they share an attribute


def houses_left(puzzle: Puzzle) -> Left | None:
    """Return the houses that `deduce` leaves to each property, without its steps, which take many times as long.

    Returns
    -------
    dict or None
        property -> a whole number with a bit for each house, the lowest for the first house; None at a contradiction.
    """
    every = (1 << puzzle.houses) - 1
    left, before = dict.fromkeys(puzzle.cells_of, every), Left()
    for clue in puzzle.clues:
        if isinstance(clue.second, int):
            told = 1 << (clue.second - 1)
            left[clue.first] &= ~told if clue.negated else told
    pairs = [_pair(puzzle, clue) for clue in puzzle.clues if isinstance(clue.second, str)]
    while left != before:
        before = dict(left)
        for first, second, here, there in pairs:
            left[first] &= near(*here, puzzle.houses, left[second])
            left[second] &= near(*there, puzzle.houses, left[first])
        if not all(_singles(left, own, every) for _, own in puzzle.attributes):
            return None
    return left


def _pair(puzzle: Puzzle, clue: Clue) -> tuple[str, str, Told, Told]:
    first, second = clue.properties
    alike = puzzle.cells_of[first] is puzzle.cells_of[second]
    return first, second, (clue.relation, clue.negated, alike), (TURNED[clue.relation], clue.negated, alike)


@lru_cache(maxsize=100_000)
def near(relation: str, negated: bool, alike: bool, houses: int, second: int) -> int:
    """Return the houses of the first property, given the houses of the second; never the same house if `alike`."""
    found = 0
    for one in (1 << house for house in range(houses)):
        beside = {"=": one, "right of": one >> 1, "left of": one << 1}.get(relation, one >> 1 | one << 1)
        ways = second & (~beside if negated else beside) & (~one if alike else -1)
        found |= one if ways else 0
    return found


def _singles(left: Left, own: Sequence[str], every: int) -> bool:
    """Apply singles to the properties of an attribute. Return False at a contradiction, else True."""
    once = twice = taken = 0  # houses that one property can have, that two can have, that one must have
    for name in own:
        mask = left[name]
        twice |= once & mask
        once |= mask
        if mask.bit_count() == 1:
            if mask & taken:
                return False
            taken |= mask
    for name in own:
        mask = left[name]
        if mask.bit_count() > 1:
            only = mask & ~twice
            left[name] = only or mask & ~taken
            if only.bit_count() > 1:
                return False
    return once == every and all(left[name] for name in own)
