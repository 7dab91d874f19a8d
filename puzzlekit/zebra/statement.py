"""The part of a Zebra puzzle that deduction leaves open, stated once for every engine: the house of each property."""

from collections.abc import Iterator, Mapping, Sequence

from puzzlekit.core import grid
from puzzlekit.core.grid import Cell
from puzzlekit.engines import Constraint, Problem, Settled
from puzzlekit.zebra.deduce import deduce, houses_left
from puzzlekit.zebra.puzzle import Clue, Puzzle, Solution

LACKS = 2  # two tables differ in two places or more: a property that moves takes the house of another one
Items = Mapping[int, int]  # house, from 1 -> item, of a property


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """(7.1a), (7.1b), (7.2.1, ACC), (7.2.1, DLC), (7.2.1, ILC) The rules and clues hold in all open places.

    With `deduced=False` every property may stand in every house.
    """
    left = houses_left(puzzle) if deduced else dict.fromkeys(puzzle.cells_of, -1)
    if left is None:
        return Settled(None, grid.contradiction(deduce(puzzle)))
    at = {cell: [own for own in puzzle.properties(cell) if left[own] >> cell.column & 1] for cell in puzzle.cells}
    known = {cell: own[0] for cell, own in at.items() if deduced and len(own) == 1}
    keys = [(cell, name) for cell, own in at.items() if cell not in known for name in own]
    sure = dict.fromkeys(known.items(), 1)
    if not keys:
        return Settled(Solution.of(puzzle, known), known=sure)  # deduction leaves each clue satisfied
    return Problem(
        keys,
        len(keys),
        list(_stated(puzzle, keys)),
        decode=lambda ones: Solution.of(puzzle, {**known, **dict(keys[item] for item in ones)}),
        known=sure,
        lacks=LACKS,
    )


def _stated(puzzle: Puzzle, keys: list[tuple[Cell, str]]) -> Iterator[Constraint]:
    """(7.1a), (7.1b) and the clues with open properties hold. Deduction has applied all other clues already."""
    at, of = dict[Cell, list[int]](), dict[str, dict[int, int]]()
    for item, (cell, name) in enumerate(keys):
        at.setdefault(cell, []).append(item)
        of.setdefault(name, {})[cell.column + 1] = item
    yield from (Constraint(items, 1, 1) for items in at.values())
    yield from (Constraint([*items.values()], 1, 1) for items in of.values())
    for clue in puzzle.clues:
        told = [of.get(name, {}) for name in clue.properties]
        if all(told):
            yield from _pair(clue, *told) if len(told) == 2 else _location(clue, *told)


def _location(clue: Clue, items: Items) -> Iterator[Constraint]:
    """(7.2.1, DLC) A property stands in no house that the clue forbids."""
    forbidden = (item for house, item in items.items() if not clue.allows(house, clue.second))  # type: ignore[arg-type]  # a house
    yield from (Constraint([item], 0, 0) for item in forbidden)


def _pair(clue: Clue, first: Items, second: Items) -> Iterator[Constraint]:
    """(7.2.1, ACC), (7.2.1, ILC) For each house of a property, the other property is where the clue allows it."""
    ways = [(one, other) for one in first for other in second if clue.allows(one, other)]
    if clue.negated:
        for one, item in first.items():
            if far := [own for other, own in second.items() if (one, other) not in ways]:
                yield Constraint([item, *far], None, 1)
    elif clue.relation == "next to":
        yield from (_one_of(item, [second[b] for a, b in ways if a == one]) for one, item in first.items())
        yield from (_one_of(item, [first[a] for a, b in ways if b == other]) for other, item in second.items())
    else:  # one way from each house
        yield from (Constraint([first[one], second[other]], 0, 0, [1, -1]) for one, other in ways)
        alone = [first[one] for one in first.keys() - {one for one, _ in ways}]
        alone += [second[other] for other in second.keys() - {other for _, other in ways}]
        yield from (Constraint([item], 0, 0) for item in alone)


def _one_of(item: int, near: Sequence[int]) -> Constraint:
    """Return the constraint that if `item` is 1, one of `near` is 1."""
    return Constraint([item, *near], 0, None, [-1, *[1] * len(near)])
