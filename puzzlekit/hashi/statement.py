"""The lean model of Hashi after deduction, as a `Problem` for all engines.

A key (bridge, k) means: there are k or more bridges between the two islands, for k = 1, 2. A key is open if deduction
does not decide whether this is true; a bridge is open if one of its keys is open.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from puzzlekit.core import grid
from puzzlekit.core.grid import Edge, Point
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
    known = Presolved(puzzle, deduced=deduced)
    if known.infeasible or known.board:
        return Settled(known.board, known.fixed)
    item = {key: number for number, key in enumerate(known.keys)}
    groups = Groups(known)

    def stated() -> Iterator[Constraint]:
        for _, keys, number in known.lacking:
            yield Constraint([item[key] for key in keys], number, number)
        for e in known.seconds:
            yield Constraint([item[e, 2], item[e, 1]], None, 0, [1, -1])
        for e, f in known.crossings:
            yield Constraint([item[e, 1], item[f, 1]], None, 1)

    def violated(ones: Sequence[int]) -> Iterator[Constraint]:
        for _, keys, least in groups.apart({known.keys[one][0] for one in ones}):
            yield Constraint([item[key] for key in keys], least, None)

    return Problem(
        known.keys,
        len(known.keys),
        [*stated()],
        decode=lambda ones: known.solution(dict.fromkeys((known.keys[one] for one in ones), 1)),
        known=known.fixed,
        violated=violated,
        lacks=0,
        differs=DIFFERS,
        preferred=[number for (_, k), number in item.items() if k == 1],
    )


class Presolved:
    """A puzzle after deduction: the keys that are open, or the solution if none is open.

    Attributes
    ----------
    infeasible
        Whether deduction proved that there is no solution.
    fixed
        `{key: 1 or 0}`: 1 if deduction proved that there are k or more bridges, 0 if it proved that there are fewer or
        if the key is open.
    keys
        The open keys, bridge by bridge.
    board
        The solution, if no key is open; otherwise None.
    """

    def __init__(self, puzzle: Puzzle, *, deduced: bool = True):
        self.puzzle = puzzle
        steps = deduce(puzzle) if deduced else []
        self.infeasible = grid.contradiction(steps) is not None
        self.board: Solution | None = None
        left = grid.apply_steps([] if self.infeasible else steps, initial_candidates(puzzle))
        self.fixed: dict[Key, int] = {(e, k): int(min(states) >= k) for e, states in left.items() for k in (1, 2)}
        self.keys = [(e, k) for (e, k), one in self.fixed.items() if not one and max(left[e]) >= k]
        if not self.infeasible and not self.keys:
            board = self.solution({})
            self.infeasible = bool(violations(puzzle, board))
            self.board = None if self.infeasible else board

    def solution(self, values: Mapping[Key, Any]) -> Solution:
        """Return the board for these values of open keys, {key: 0 or 1}. Missing keys have the value 0."""
        known = {**self.fixed, **values}
        return Solution.of(self.puzzle, {e: known[e, 1] + known[e, 2] for e in self.puzzle.bridges})

    @property
    def lacking(self) -> Iterator[tuple[Point, list[Key], int]]:
        """Yield (island, open keys of its bridges, number of bridges that the island lacks) for each island with open
        keys."""
        is_open = set(self.keys)
        for island, number in self.puzzle.islands:
            keys = [(e, k) for e in self.puzzle.bridges_at[island] for k in (1, 2)]
            if own := [key for key in keys if key in is_open]:
                yield island, own, number - sum(self.fixed[key] for key in keys)

    @property
    def crossings(self) -> Iterator[tuple[Edge, Edge]]:
        """Yield the pairs of open bridges that cross."""
        first = {e for e, k in self.keys if k == 1}
        return ((e, f) for e, f in self.puzzle.crossings if e in first and f in first)

    @property
    def seconds(self) -> list[Edge]:
        """Return the bridges whose keys for k = 1 and k = 2 are both open."""
        first = {e for e, k in self.keys if k == 1}
        return [e for e, k in self.keys if k == 2 and e in first]


class Groups:
    """The groups of islands that the bridges of a candidate solution connect. Islands that known bridges connect form a
    block, which is part of one group.

    The sum of the islands' numbers in a group counts each bridge within the group twice, and each bridge that leaves
    the group once. So the number of bridges that leave the group has the parity of the sum. At least one bridge must
    leave, so at least two if the sum is even.
    """

    def __init__(self, known: Presolved):
        puzzle = known.puzzle
        self.blocks = components(puzzle, [e for e in puzzle.bridges if known.fixed[e, 1]])
        block_of = {island: index for index, block in enumerate(self.blocks) for island in block}
        self._sums = [sum(puzzle.number[island] for island in block) for block in self.blocks]
        is_open = set(known.keys)
        self._links = [
            (e, block_of[e.a], block_of[e.b], [(e, k) for k in (1, 2) if (e, k) in is_open])  # type: ignore[index]
            for e in puzzle.bridges
            if (e, 1) in is_open
        ]

    def apart(self, drawn: Container[Edge]) -> list[tuple[Point, list[Key], int]]:
        """Return, for each group, a tuple (an island of the group, open keys of the bridges that leave the group, the
        least number of these keys that must be 1).

        `drawn` contains the open bridges that are drawn in the candidate. If all islands are connected, return an empty
        list. If there are two groups, return the tuple of only one group, because both have the same constraint.
        """
        group_of = leaders(len(self.blocks), [(a, b) for e, a, b, _ in self._links if e in drawn])
        groups = sorted(set(group_of))
        found = []
        for group in groups if len(groups) > 2 else groups[1:]:
            leaving = [
                (a, b, keys) for _, a, b, keys in self._links if (group_of[a] == group) != (group_of[b] == group)
            ]
            total = sum(own for own, other in zip(self._sums, group_of, strict=True) if other == group)
            found.append((self.blocks[group][0], [key for *_, keys in leaving for key in keys], 2 - total % 2))
        return found
