"""Deduction in a Zebra puzzle without search: exclusions by one clue, and singles as in Sudoku.

A place is one attribute of one house, as Cell(attribute, house).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from puzzlekit.core import grid
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Candidates, Cell, Label, Step
from puzzlekit.zebra.puzzle import Clue, Puzzle
from puzzlekit.zebra.rules import FAMILY, TURNED, told


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Exclude properties from places until nothing more follows or there is a contradiction. Return the steps.

    Parameters
    ----------
    candidates
        `{place: frozenset of properties}` to start from. A missing place has all properties. If None, every property is
        possible in every house.

    Returns
    -------
    list of Step
        The `rule` of a step is "connections", "locations" or "neighbours" (one clue excludes properties),
        "one_house_per_property" (the house of a property is known, so it is in no other house), or
        "one_property_per_house" (only one house is possible for a property, so no other property of the attribute is
        there). A contradiction ends the list: a place without a property, or a property without a house.

    Raises
    ------
    PuzzleError
        If `candidates` has a place or a property that the puzzle does not have.
    """
    return list(_Reasoning(puzzle, candidates).steps())


def initial_candidates(puzzle: Puzzle) -> dict[Cell, frozenset[str]]:
    """Return {place: all properties of its attribute}, the candidates before any deduction."""
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
                yield self._lost((cell,))
                return

    def _houses(self, name: str) -> set[int]:
        return {cell.column + 1 for cell in self.puzzle.cells_of[name] if name in self.left[cell]}

    def _clues(self) -> Iterator[Step]:
        for label, clue in told(self.puzzle):
            kept = self._kept(clue)
            out = {name: self._houses(name) - own for name, own in kept.items()}
            if any(out.values()):
                cells = {self.puzzle.cells_of[name][house - 1]: name for name, own in out.items() for house in own}
                yield from self._without(out, FAMILY[clue.kind], (label, *cells))

    def _kept(self, clue: Clue) -> dict[str, set[int]]:
        """Return {property of the clue: the possible houses that the clue allows for it}. Houses are counted from 1."""
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
                        yield from self._without(out, "one_house_per_property", (cell,))

    def _only_house(self) -> Iterator[Step]:
        for name, row in self.puzzle.cells_of.items():
            where = [cell for cell in row if name in self.left[cell]]
            if not where:
                yield self._lost(row)
                return
            if len(where) == 1 and len(self.left[where[0]]) > 1:
                (cell,) = where
                self.left[cell] = frozenset((name,))
                yield Step({cell: self.left[cell]}, "one_property_per_house", tuple(row))

    def _without(self, out: dict[str, set[int]], rule: str, where: tuple[Cell | Label, ...]) -> Iterator[Step]:
        """Yield a step that excludes properties from houses, and a contradiction for each place without a property.

        `out` is {property: the houses from which it is excluded}; `rule` and `where` are attributes of the step.
        """
        changed: dict[Cell, frozenset] = {}
        for name, houses in out.items():
            for house in houses:
                cell = self.puzzle.cells_of[name][house - 1]
                changed[cell] = changed.get(cell, self.left[cell]) - {name}
        self.left.update(changed)
        yield Step({cell: own for cell, own in changed.items() if own} or changed, rule, where)
        for cell, own in changed.items():
            if not own:
                yield self._lost((cell,))

    def _lost(self, where: Sequence[Cell]) -> Step:
        return Step({where[0]: frozenset()}, "one_property_per_house", tuple(where))


# Deduction without steps

Left = dict[str, int]  # property -> its possible houses, as bits
Told = tuple[str, bool, bool]  # the relation of two properties, whether it is negated, whether they share an attribute


def houses_left(puzzle: Puzzle) -> Left | None:
    """Return the houses that remain possible for each property after the same deduction as in `deduce`. This function
    is many times faster, because it does not create a `Step` for each conclusion.

    Returns
    -------
    dict or None
        {property: mask of its possible houses, with the lowest bit for the first house}; None at a contradiction.
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
    """Return the mask of the houses in which a clue's first property can be, given the possible houses of its second
    property.

    Parameters
    ----------
    relation, negated
        As in `Clue`.
    alike
        Whether the two properties belong to the same attribute, so that they cannot be in the same house.
    houses
        The number of houses.
    second
        The mask of possible houses of the second property.
    """
    found = 0
    for one in (1 << house for house in range(houses)):
        beside = {"=": one, "right of": one >> 1, "left of": one << 1}.get(relation, one >> 1 | one << 1)
        ways = second & (~beside if negated else beside) & (~one if alike else -1)
        found |= one if ways else 0
    return found


def _singles(left: Left, own: Sequence[str], every: int) -> bool:
    """Apply the rules for singles to the properties `own` of an attribute, and update `left`. Return False at a
    contradiction, else True. `every` is the mask of all houses."""
    # masks of houses: possible for at least one property, for at least two, and the only house of a property
    once = twice = taken = 0
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
