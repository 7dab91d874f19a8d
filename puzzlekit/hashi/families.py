"""What deduction leaves open of a Hashi, for all who search in x[bridge, k] (1 if a bridge holds k or more); and what
steps of reasoning in it are called."""

from collections.abc import Container, Iterator, Mapping
from typing import Any

from puzzlekit import grid
from puzzlekit.grid import Edge, Point
from puzzlekit.hashi.deduce import deduce, everything
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import components, violations
from puzzlekit.scip import Pattern

Key = tuple[Edge, int]
NEIGHBOURS = {1: "one neighbour", 2: "two neighbours", 3: "three neighbours", 4: "four neighbours"}


def technique(pattern: Pattern) -> str:
    """What a step is called: "a 4 with two neighbours", where an island needs all that its links can hold, or one
    bridge less."""
    if len(pattern.asks) != 1 or pattern.room or pattern.known or pattern.asks[0].family != "number_of_bridges":
        return ""
    number, links = int(pattern.asks[0].lower or 0), len(pattern.asks[0].coefficients) // 2
    name = f"{'an' if number == 8 else 'a'} {number} with {NEIGHBOURS[links]}"
    return name if number in (2 * links - 1, 2 * links) else ""


class Open:
    """What is left to decide.

    Attributes
    ----------
    refuted
        Why there is no solution, if that was seen.
    sure
        `(bridge, k)` -> 1 where the bridge holds k or more for certain.
    keys
        The `(bridge, k)` that are open, in order.
    board
        The only board that is left, where nothing is open and it keeps the rules.
    """

    def __init__(self, puzzle: Puzzle, *, deduced: bool = True):
        self.puzzle = puzzle
        steps = deduce(puzzle) if deduced else []
        self.refuted = grid.contradiction(steps)
        self.board: Solution | None = None
        left = everything(puzzle) if self.refuted else grid.follow(steps, everything(puzzle))
        self.sure: dict[Key, int] = {(e, k): int(min(states) >= k) for e, states in left.items() for k in (1, 2)}
        self.keys = [(e, k) for (e, k), one in self.sure.items() if not one and max(left[e]) >= k]
        if not self.refuted and not self.keys:
            board = self.solution({})
            broken = violations(puzzle, board)
            self.refuted, self.board = (broken[0].message, None) if broken else (None, board)

    def solution(self, values: Mapping[Key, Any]) -> Solution:
        """The board with these values of what is open."""
        known = {**self.sure, **values}
        return Solution.of(self.puzzle, {e: known[e, 1] + known[e, 2] for e in self.puzzle.bridges})

    @property
    def lacking(self) -> Iterator[tuple[Point, list[Key], int]]:
        """Yield an island, the open keys of its bridges, and how many bridges it lacks; where some are open."""
        is_open = set(self.keys)
        for island, number in self.puzzle.islands:
            keys = [(e, k) for e in self.puzzle.bridges_at[island] for k in (1, 2)]
            if own := [key for key in keys if key in is_open]:
                yield island, own, number - sum(self.sure[key] for key in keys)

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

    def __init__(self, known: Open):
        puzzle = known.puzzle
        self.blocks = components(puzzle, [e for e in puzzle.bridges if known.sure[e, 1]])
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
        group_of = _joined(len(self.blocks), [(a, b) for e, a, b, _ in self._links if e in drawn])
        groups = sorted(set(group_of))
        found = []
        for group in groups if len(groups) > 2 else groups[1:]:
            leaving = [
                (a, b, keys) for _, a, b, keys in self._links if (group_of[a] == group) != (group_of[b] == group)
            ]
            total = sum(own for own, other in zip(self._sums, group_of, strict=True) if other == group)
            found.append((self.blocks[group][0], [key for *_, keys in leaving for key in keys], 2 - total % 2))
        return found


def _joined(count: int, pairs: list[tuple[int, int]]) -> list[int]:
    """For each of `count` things the smallest one that these pairs join it to."""
    leader = list(range(count))

    def find(one: int) -> int:
        while leader[one] != one:
            leader[one] = leader[leader[one]]
            one = leader[one]
        return one

    for pair in pairs:
        a, b = sorted(map(find, pair))
        leader[b] = a
    return [find(one) for one in range(count)]
