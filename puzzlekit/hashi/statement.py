"""The model of a Hashi after deduction, stated once for every engine, over x[bridge, k]: k or more bridges."""

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
DIFFERS = 4  # two solutions differ along a cycle, as each island keeps its number; a cycle has four bridges or more


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """Return (bridges, 1), (bridges, 2), (bridges, 3) for open bridges, and lazy cut-sets in parity form, (lazy, 1).

    Branching tries many bridges first, which leads to connected boards. With `deduced=False` every bridge is open.
    """
    known = Presolved(puzzle, deduced=deduced)
    if known.infeasible_reason or known.board:
        return Settled(known.board, known.infeasible_reason, known.fixed)
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
    """The open decisions after deduction.

    Attributes
    ----------
    infeasible_reason
        Why there is no solution, if deduction found a contradiction.
    fixed
        `{(bridge, k): 1}` where the bridge certainly holds k or more.
    keys
        The open `(bridge, k)`, in order.
    board
        The only remaining board, if nothing is open and the board satisfies the rules.
    """

    def __init__(self, puzzle: Puzzle, *, deduced: bool = True):
        self.puzzle = puzzle
        steps = deduce(puzzle) if deduced else []
        self.infeasible_reason = grid.contradiction(steps)
        self.board: Solution | None = None
        left = (
            initial_candidates(puzzle)
            if self.infeasible_reason
            else grid.apply_steps(steps, initial_candidates(puzzle))
        )
        self.fixed: dict[Key, int] = {(e, k): int(min(states) >= k) for e, states in left.items() for k in (1, 2)}
        self.keys = [(e, k) for (e, k), one in self.fixed.items() if not one and max(left[e]) >= k]
        if not self.infeasible_reason and not self.keys:
            board = self.solution({})
            broken = violations(puzzle, board)
            self.infeasible_reason, self.board = (broken[0].message, None) if broken else (None, board)

    def solution(self, values: Mapping[Key, Any]) -> Solution:
        """Return the board with these values of the open keys."""
        known = {**self.fixed, **values}
        return Solution.of(self.puzzle, {e: known[e, 1] + known[e, 2] for e in self.puzzle.bridges})

    @property
    def lacking(self) -> Iterator[tuple[Point, list[Key], int]]:
        """Yield (island, open keys of its bridges, number of bridges it lacks) for each island with open keys."""
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
    """The groups into which a candidate splits the islands. Islands that are certainly joined form one block.

    The sum of a group's numbers counts each inner bridge twice. So the number of bridges that leave the group has the
    parity of the sum: at least two bridges leave a group whose sum is even.
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
        """Return (island, keys of the bridges that leave the group, their least number) for each separate group.

        `drawn` holds the drawn open bridges. Of two groups one is returned: both have the same constraint.
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
