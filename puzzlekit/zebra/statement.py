"""The part of a Zebra puzzle that deduction does not decide, as a `Problem` for all engines.

A place (an attribute of a house) is open if deduction leaves several properties for it. Items are pairs (open place,
possible property).
"""

from collections.abc import Iterator, Mapping, Sequence

from puzzlekit.core.grid import Cell
from puzzlekit.engines import Constraint, Problem, Settled
from puzzlekit.zebra.deduce import houses_left
from puzzlekit.zebra.puzzle import Clue, Puzzle, Solution

LACKS = 2  # two solutions differ in at least two places: a property that moves displaces another property
Items = Mapping[int, int]  # for one property: house, counted from 1 -> item


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """(7.1a), (7.1b), (7.2.1, ACC), (7.2.1, DLC), (7.2.1, ILC) The properties in the open places satisfy all rules and
    clues.

    Return the `Problem` of the open places, or `Settled` if deduction decides every place or finds a contradiction. If
    `deduced` is false, no deduction is used: every property is possible in every house.
    """
    left = houses_left(puzzle) if deduced else dict.fromkeys(puzzle.cells_of, -1)
    if left is None:
        return Settled(None)
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
    """Yield (7.1a), (7.1b), and constraints for each clue whose properties all have an unknown house. Deduction has
    already used the other clues."""
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
    """(7.2.1, DLC) The property of a clue is not in a house that the clue forbids."""
    forbidden = (item for house, item in items.items() if not clue.allows(house, clue.second))  # type: ignore[arg-type]  # a house
    yield from (Constraint([item], 0, 0) for item in forbidden)


def _pair(clue: Clue, first: Items, second: Items) -> Iterator[Constraint]:
    """(7.2.1, ACC), (7.2.1, ILC) The two properties of a clue are in houses that the clue allows together."""
    ways = [(one, other) for one in first for other in second if clue.allows(one, other)]
    if clue.negated:
        for one, item in first.items():
            if far := [own for other, own in second.items() if (one, other) not in ways]:
                yield Constraint([item, *far], None, 1)
    elif clue.relation == "next to":
        yield from (_one_of(item, [second[b] for a, b in ways if a == one]) for one, item in first.items())
        yield from (_one_of(item, [first[a] for a, b in ways if b == other]) for other, item in second.items())
    else:  # each house of one property allows only one house of the other property
        yield from (Constraint([first[one], second[other]], 0, 0, [1, -1]) for one, other in ways)
        alone = [first[one] for one in first.keys() - {one for one, _ in ways}]
        alone += [second[other] for other in second.keys() - {other for _, other in ways}]
        yield from (Constraint([item], 0, 0) for item in alone)


def _one_of(item: int, near: Sequence[int]) -> Constraint:
    """Return the constraint that at least one of the items `near` is 1 if the item `item` is 1."""
    return Constraint([item, *near], 0, None, [-1, *[1] * len(near)])
