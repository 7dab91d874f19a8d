"""The model of a Slitherlink after deduction, as a `Problem` for all engines.

An edge is open if deduction does not decide whether it is drawn. The items of the problem are the open edges, followed
by points that have an open edge and no edge that is known to be drawn. The item of a point is 1 if the loop passes
through the point.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from puzzlekit.core import union_find
from puzzlekit.core.grid import Edge
from puzzlekit.engines import Constraint, Problem, Settled
from puzzlekit.slitherlink.graph import IN, OPEN, SHORTEST, small_loops
from puzzlekit.slitherlink.masks import Masks, probe, settled
from puzzlekit.slitherlink.puzzle import Puzzle, Solution

TRIED = 20  # the edges that are probed before CaDiCaL, see `data/results/journal.md`


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """Return the model (loop, 1), (loop, 2), (loop, 3), (loop, 4) for the open edges, with lazy constraints (lazy, 1)
    for loops.

    Loops around one or two cells are excluded from the start if they violate a clue. A lazy constraint forbids a loop,
    or says that the solution leads from its points to another loop of the candidate. Return `Settled` if deduction
    finds the solution or a contradiction. If `deduced` is false, every edge is open and no small loops are excluded
    from the start.
    """
    return _left_open(puzzle, settled(puzzle), small=True) if deduced else _Open(puzzle, {}).problem(small=False)


def problem_for_cadical(puzzle: Puzzle) -> Problem | Settled:
    """Return the `Problem` or `Settled` for CaDiCaL: as in `problem`, but all loops are forbidden lazily, and after
    propagation a few edges are probed, if less than half of all edges are open.

    A few tries settle many boards for people. CaDiCaL's search is faster than more of them. On boards in which every
    clue is needed, solving without probing takes a fifth of the time, see `data/results/journal.md`.
    """
    masks = Masks(puzzle)
    if not masks.settle():
        return Settled(None)
    left = probe(masks, TRIED) if masks.open < len(masks.state) // 2 else masks
    return _left_open(puzzle, left, small=False)


def _left_open(puzzle: Puzzle, masks: Masks | None, *, small: bool) -> Problem | Settled:
    if masks is None:
        return Settled(None)
    states = zip(puzzle.edges, masks.state, strict=True)
    known = {edge: int(state == IN) for edge, state in states if state != OPEN}
    if masks.open:
        return _Open(puzzle, known).problem(small=small)
    return Settled(Solution.of(puzzle, (edge for edge, drawn in known.items() if drawn)), known=known)


class _Open:
    """The open part of a puzzle as a problem. `known` is {edge: 1 if drawn, 0 if not} for the edges that
    are not open."""

    def __init__(self, puzzle: Puzzle, known: Mapping[Edge, int]):
        self.puzzle, self.known = puzzle, known
        self.edges = [edge for edge in puzzle.edges if edge not in known]
        self.item = {edge: item for item, edge in enumerate(self.edges)}
        self.points = list[Any]()
        self.numbers = Numbers(puzzle)
        self.drawn = [self.numbers.edge[edge] for edge, one in known.items() if one]
        self.open = [self.numbers.edge[edge] for edge in self.edges]
        self.item_of = {number: item for item, number in enumerate(self.open)}
        self.beside = defaultdict[int, list[tuple[int, int]]](list)  # for each point, its items and their other ends
        for item, (a, b) in enumerate(self.numbers.ends[edge] for edge in self.open):
            self.beside[a].append((item, b))
            self.beside[b].append((item, a))

    def problem(self, *, small: bool) -> Problem:
        constraints = [*self._clues(), *self._points(), *(self._small_loops() if small else ())]
        if not any(number for _, number in self.puzzle.clues):
            constraints.append(Constraint(range(len(self.edges)), SHORTEST - len(self.drawn), None))
        return Problem(
            [*self.edges, *self.points],
            len(self.edges),
            constraints,
            decode=lambda ones: Solution.of(self.puzzle, (self.puzzle.edges[edge] for edge in self._drawn(ones))),
            known=self.known,
            violated=self._violated,
            differs=SHORTEST,  # two loops differ in an even number of edges at each point
        )

    def _drawn(self, ones: Sequence[int]) -> list[int]:
        return [*self.drawn, *(self.open[item] for item in ones if item < len(self.open))]

    def _clues(self) -> Iterator[Constraint]:
        """(loop, 1) The number of drawn edges around a cell equals its clue."""
        for cell, number in self.puzzle.clues:
            around = self.puzzle.around[cell]
            if items := [self.item[edge] for edge in around if edge in self.item]:
                lacking = number - sum(self.known.get(edge, 0) for edge in around)
                yield Constraint(items, lacking, lacking)

    def _points(self) -> Iterator[Constraint]:
        """(loop, 2) (loop, 3) A point has two edges or none."""
        for point, around in self.puzzle.at.items():
            items = [self.item[edge] for edge in around if edge in self.item]
            if items and any(self.known.get(edge) for edge in around):
                yield Constraint(items, 1, 1)
            elif items:
                passed = len(self.edges) + len(self.points)
                self.points.append(point)
                yield Constraint([*items, passed], 0, 0, [1] * len(items) + [-2])

    def _small_loops(self) -> Iterator[Constraint]:
        """(lazy, 1) For each loop around one or two cells: if the loop violates a clue, not all its edges are drawn."""
        for loop in small_loops(self.puzzle, {edge for edge, drawn in self.known.items() if not drawn}):
            if all(self.known.get(edge, 1) for edge in loop):
                items = [self.item[edge] for edge in loop if edge in self.item]
                yield Constraint(items, None, len(items) - 1)

    def _violated(self, ones: Sequence[int]) -> Iterator[Constraint]:
        """(lazy, 1) If the candidate is one loop that violates a clue, not all its edges are drawn. If the candidate
        has several loops, each of them but the longest has a constraint: the shorter one of `_not_all` and `_way_out`.

        `ones` are the items that are 1 in the candidate.
        """
        loops = sorted(union_find.closed_walks(self._drawn(ones), self.numbers.ends), key=len)
        if len(loops) > 1:
            loop_at = {end: loop for loop in loops for edge in loop for end in self.numbers.ends[edge]}
            elsewhere = self._witness(loops[-1])
            for loop in loops[:-1]:
                pair = self._not_all(loop, elsewhere), self._way_out(loop, elsewhere, loop_at)
                yield min(pair, key=lambda constraint: len(constraint.items))
        elif self.numbers.missed(loops[0]):
            yield self._not_all(loops[0], [])

    def _not_all(self, loop: Sequence[int], elsewhere: list[int]) -> Constraint:
        """Not all edges of a loop are drawn; if the loop satisfies all clues, not together with the items
        `elsewhere`."""
        items = self._items(loop) + ([] if self.numbers.missed(loop) else elsewhere)
        return Constraint(items, None, len(items) - 1)

    def _way_out(self, loop: Sequence[int], elsewhere: list[int], loop_at: Mapping[int, Sequence[int]]) -> Constraint:
        """If an edge of the loop and the items `elsewhere` are drawn, a drawn edge leads to another loop, from a point
        of the loop or from a point that no loop contains. `loop_at` is {point: its loop}."""
        points = [*{end for edge in loop for end in self.numbers.ends[edge]}]
        seen, leaving = set[int](), list[int]()
        for point in points:
            for item, end in self.beside[point]:
                if loop_at.get(end, loop) is not loop:
                    leaving.append(item)
                elif end not in loop_at and end not in seen:
                    seen.add(end)
                    points.append(end)
        drawn = self._witness(loop) + elsewhere
        return Constraint([*drawn, *leaving], 1 - len(drawn), None, [-1] * len(drawn) + [1] * len(leaving))

    def _witness(self, loop: Sequence[int]) -> list[int]:
        """Return a list with one item of a loop. It is empty if deduction knows that an edge of the loop is drawn."""
        items = self._items(loop)
        return items[:1] if len(items) == len(loop) else []

    def _items(self, edges: Iterable[int]) -> list[int]:
        return [self.item_of[edge] for edge in edges if edge in self.item_of]


class Numbers:
    """The edges and points of a puzzle as numbers, for fast tests of thousands of candidates.

    Attributes
    ----------
    edge
        {edge: its number}.
    ends
        For each edge, its two points.
    around
        For each clue, the pair (clue, the four edges of its cell).
    """

    def __init__(self, puzzle: Puzzle):
        point = {own: number for number, own in enumerate(puzzle.points)}
        self.edge = {own: number for number, own in enumerate(puzzle.edges)}
        self.ends = [(point[edge.a], point[edge.b]) for edge in puzzle.edges]  # type: ignore[index]  # points
        self.around = [(number, [self.edge[edge] for edge in puzzle.around[cell]]) for cell, number in puzzle.clues]

    def missed(self, loop: Sequence[int]) -> bool:
        """Return whether a clue is violated if only this loop is drawn."""
        own = set(loop)
        return any(number != sum(edge in own for edge in around) for number, around in self.around)


def stated(puzzle: Puzzle, drawn: Mapping[Edge, Any]) -> dict[tuple, Any]:
    """Return `{(edge, state): expression}` for the states 0 and 1. The expression is 1 if the edge has this state,
    otherwise 0.

    `drawn` is {edge: expression that is 1 if the edge is drawn}.
    """
    return {(edge, state): drawn[edge] if state else 1 - drawn[edge] for edge in puzzle.edges for state in (1, 0)}
