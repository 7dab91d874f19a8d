"""What deduction leaves open of a Hashi, stated once for every engine: whether a bridge holds one or more, and two."""

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
DIFFERS = 4  # what one island gives up on one bridge it needs on another, and no cycle has fewer than four bridges


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """(bridges, 1)-(bridges, 3) for the bridges left open, and lazily the cut-sets in parity form, (lazy, 1).

    Many bridges are tried first: that leads to connected boards. With `deduced=False` every bridge is open.
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
    """What is left to decide.

    Attributes
    ----------
    infeasible_reason
        Why there is no solution, if that was seen.
    fixed
        `(bridge, k)` -> 1 where the bridge holds k or more for certain.
    keys
        The `(bridge, k)` that are open, in order.
    board
        The only board that is left, where nothing is open and it keeps the rules.
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
        """The board with these values of what is open."""
        known = {**self.fixed, **values}
        return Solution.of(self.puzzle, {e: known[e, 1] + known[e, 2] for e in self.puzzle.bridges})

    @property
    def lacking(self) -> Iterator[tuple[Point, list[Key], int]]:
        """Yield an island, the open keys of its bridges, and how many bridges it lacks; where some are open."""
        is_open = set(self.keys)
        for island, number in self.puzzle.islands:
            keys = [(e, k) for e in self.puzzle.bridges_at[island] for k in (1, 2)]
            if own := [key for key in keys if key in is_open]:
                yield island, own, number - sum(self.fixed[key] for key in keys)

    @property
    def crossings(self) -> Iterator[tuple[Edge, Edge]]:
        """The pairs of open bridges that cross."""
        first = {e for e, k in self.keys if k == 1}
        return ((e, f) for e, f in self.puzzle.crossings if e in first and f in first)

    @property
    def seconds(self) -> list[Edge]:
        """The bridges of which the first and the second are open."""
        first = {e for e, k in self.keys if k == 1}
        return [e for e, k in self.keys if k == 2 and e in first]


class Groups:
    """The groups that a candidate leaves apart. Islands that are joined for certain are one block.

    The numbers of a group count each bridge inside it twice, so as many bridges leave it, odd or even, as its numbers
    say: not one but two bridges leave a group whose sum is even.
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
        """For each group that these open bridges leave apart: an island of it, the keys of the bridges that leave it,
        and how many of them are wanted at least. Of two groups one is told: one row serves both."""
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
