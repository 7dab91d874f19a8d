"""The lean model of Hashi after deduction, as a `Problem` for all engines.

A key (bridge, k) means: there are k or more bridges between the two islands, for k = 1, 2. A key is open if deduction
does not decide whether this is true; a bridge is open if one of its keys is open.
"""

from collections.abc import Iterator, Mapping, Sequence

from puzzlekit.core import grid
from puzzlekit.core.grid import Edge
from puzzlekit.core.union_find import leaders
from puzzlekit.engines import Constraint, Problem, Settled
from puzzlekit.hashi.deduce import deduce, initial_candidates
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import components, violations

Key = tuple[Edge, int]
DIFFERS = 4  # two solutions have equal sums at each island, so they differ on a cycle of at least four bridges


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """Return the lean model for the open keys: equations (bridges, 1), (bridges, 2) and (bridges, 3) of the companion
    text, and its lazy cut-set constraints (lazy, 1).

    The cut-set constraints use parity, see `Groups`. Branching first assumes that a bridge is drawn, because boards
    with many bridges are more often connected. Return `Settled` if deduction decides every key or finds a
    contradiction. If `deduced` is false, no deduction is used: every key is open.
    """
    steps = deduce(puzzle) if deduced else []
    if grid.contradiction(steps):
        return Settled(None)
    left = grid.apply_steps(steps, initial_candidates(puzzle))
    fixed = {(e, k): int(min(states) >= k) for e, states in left.items() for k in (1, 2)}
    keys = [(e, k) for (e, k), one in fixed.items() if not one and max(left[e]) >= k]

    def decode(ones: Sequence[int]) -> Solution:
        known = {**fixed, **dict.fromkeys((keys[one] for one in ones), 1)}
        return Solution.of(puzzle, {e: known[e, 1] + known[e, 2] for e in puzzle.bridges})

    if not keys:
        board = decode(())
        return Settled(None if violations(puzzle, board) else board, fixed)
    item = {key: number for number, key in enumerate(keys)}
    return Problem(
        keys,
        len(keys),
        [*_stated(puzzle, fixed, item)],
        decode=decode,
        known=fixed,
        violated=Groups(puzzle, fixed, item).violated,
        lacks=0,
        differs=DIFFERS,
        preferred=[number for (_, k), number in item.items() if k == 1],
    )


def _stated(puzzle: Puzzle, fixed: Mapping[Key, int], item: Mapping[Key, int]) -> Iterator[Constraint]:
    """Yield the constraints of the islands, of the bridges, and of the crossings, each for its open keys.

    `fixed` is {key: 1 if deduction proved that there are k or more bridges, otherwise 0}, and `item` is {open key: its
    item}.
    """
    for island, number in puzzle.islands:
        keys = [(e, k) for e in puzzle.bridges_at[island] for k in (1, 2)]
        if own := [item[key] for key in keys if key in item]:
            lacking = number - sum(fixed[key] for key in keys)
            yield Constraint(own, lacking, lacking)
    for e in puzzle.bridges:
        if (e, 1) in item and (e, 2) in item:
            yield Constraint([item[e, 2], item[e, 1]], None, 0, [1, -1])
    for e, f in puzzle.crossings:
        if (e, 1) in item and (f, 1) in item:
            yield Constraint([item[e, 1], item[f, 1]], None, 1)


class Groups:
    """The groups of islands that the bridges of a candidate solution connect. Islands that known bridges connect form a
    block, which is part of one group. The parameters are as in `_stated`.

    The sum of the islands' numbers in a group counts each bridge within the group twice, and each bridge that leaves
    the group once. So the number of bridges that leave the group has the parity of the sum. At least one bridge must
    leave, so at least two if the sum is even.
    """

    def __init__(self, puzzle: Puzzle, fixed: Mapping[Key, int], item: Mapping[Key, int]):
        blocks = components(puzzle, [e for e in puzzle.bridges if fixed[e, 1]])
        block_of = {island: index for index, block in enumerate(blocks) for island in block}
        self._sums = [sum(puzzle.number[island] for island in block) for block in blocks]
        self._links = [
            (block_of[e.a], block_of[e.b], [item[e, k] for k in (1, 2) if (e, k) in item])  # type: ignore[index]
            for e in puzzle.bridges
            if (e, 1) in item
        ]

    def violated(self, ones: Sequence[int]) -> Iterator[Constraint]:
        """Yield, for each group, the constraint that enough bridges leave the group. `ones` are the items that are 1 in
        the candidate.

        If all islands are connected, yield nothing. If there are two groups, yield the constraint of only one group,
        because both have the same constraint.
        """
        drawn = frozenset(ones)
        group_of = leaders(len(self._sums), [(a, b) for a, b, items in self._links if not drawn.isdisjoint(items)])
        groups = sorted(set(group_of))
        for group in groups if len(groups) > 2 else groups[1:]:
            leaving = [items for a, b, items in self._links if (group_of[a] == group) != (group_of[b] == group)]
            total = sum(own for own, other in zip(self._sums, group_of, strict=True) if other == group)
            yield Constraint([item for items in leaving for item in items], 2 - total % 2, None)
