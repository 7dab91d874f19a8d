"""Deduction in Slitherlink without search: what the starting rules settle is carried on to the end.

An edge is drawn (1) or not (0). The starting rules use the clues alone. The other rules use the edges that earlier
steps settled: at a clue, at a point, at a clue with its four corners, and on paths that must not close too early.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from types import SimpleNamespace

from puzzlekit.core import grid
from puzzlekit.core.errors import counted, validate_args
from puzzlekit.core.grid import Candidates, Cell, Edge, Element, Step
from puzzlekit.slitherlink.graph import IN, OPEN, OUT, missed, ways
from puzzlekit.slitherlink.puzzle import Puzzle, geometry
from puzzlekit.slitherlink.rules import clue
from puzzlekit.slitherlink.starting_rules import SETS, first_glance

BITS = {states: bits for bits, states in SETS.items()}


def initial_candidates(puzzle: Puzzle) -> dict[Edge, frozenset[int]]:
    """Return `{edge: {0, 1}}` for every edge: drawn or not."""
    return dict.fromkeys(puzzle.edges, SETS[OPEN])


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Return the steps that settle edges, until nothing more follows or a contradiction is reached.

    Parameters
    ----------
    candidates
        `{edge: frozenset of 0, 1}`. By default every edge is open.

    Returns
    -------
    list of Step
        Rules: the starting rules; "demand" (the edges at a clue), "no_branch" and "no_dead_end" (the edges at a point),
        "corners_of_a_clue" (common edges of all ways to meet a clue and to go on at its corners), "one_loop" (an edge
        would close a loop too early), "some_loop". A contradiction is the last step and leaves an edge without any
        state.
    """
    return list(_Reasoning(puzzle, candidates).steps())


@lru_cache(maxsize=64)
def _numbered(rows: int, columns: int) -> SimpleNamespace:
    """Return a grid whose edges, points and cells are indices in reading order."""
    own = geometry(rows, columns)
    edge = {item: index for index, item in enumerate(own.edges)}
    point = {item: index for index, item in enumerate(own.places)}
    cell = {item: index for index, item in enumerate(own.around)}
    ends = [(point[item.a], point[item.b]) for item in own.edges]  # type: ignore[index]
    at = [tuple(edge[item] for item in items) for items in own.at.values()]
    around = [tuple(edge[item] for item in items) for items in own.around.values()]
    corners = [[_meeting(ends, sides[k], sides[k - 1]) for k in range(4)] for sides in around]
    beyond = [
        [tuple(e for e in at[point] if e not in sides) for point in points]
        for sides, points in zip(around, corners, strict=True)
    ]
    beside = [tuple(cell[item] for item in own.beside[one]) for one in own.edges]
    # cells with a corner at an edge
    near = [tuple({c for end in pair for e in at[end] for c in beside[e]}) for pair in ends]
    return SimpleNamespace(ends=ends, at=at, around=around, beyond=beyond, beside=beside, near=near, edge=edge)


def _meeting(ends: list[tuple[int, int]], one: int, other: int) -> int:
    (point,) = {*ends[one]} & {*ends[other]}
    return point


class _Reasoning:
    """The possible states of each edge as bits, by index, because every fast build begins with this class."""

    def __init__(self, puzzle: Puzzle, candidates: Candidates | None):
        self.puzzle, self.grid = puzzle, _numbered(puzzle.rows, puzzle.columns)
        self.left = [OPEN] * len(puzzle.edges)
        if candidates is not None:
            known = grid.checked_candidates(candidates, initial_candidates(puzzle), beside=puzzle.around)
            self.left = [BITS[known[edge]] for edge in puzzle.edges]
        self.clue = {cell.row * puzzle.columns + cell.column: number for cell, number in puzzle.clues}
        self.cells = dict.fromkeys(self.clue)  # clues and points with changed edges
        self.points = dict.fromkeys(range(len(puzzle.points)))
        self.corners = dict.fromkeys(self.clue)
        self.drawn: list[int] = []  # drawn edges; the first `self.joined` have been joined to paths
        self.joined = 0
        self.paths: dict[int, tuple[int, int]] = {}  # end of a path -> (other end, number of edges)
        self.closing: dict[int, None] = {}  # ends of paths; the two ends of one may be neighbours

    def steps(self) -> Iterator[Step]:
        return grid.propagate(self._from_the_start(), (self._near, self._too_early))

    def _from_the_start(self) -> Iterator[Step]:
        for index, bits in enumerate(self.left):
            if not bits:
                where = self.puzzle.edges[index : index + 1]
                yield self._contradiction(index, "no_state_left", where, f"{where[0]}: nothing is left")
            elif bits == IN:
                self.drawn.append(index)
        for step in first_glance(self.puzzle):
            wanted = {self.grid.edge[edge]: BITS[states] for edge, states in step.candidates.items()}
            yield from self._settle(wanted, step.rule, step.where, step.message)

    def _settle(self, wanted: Mapping[int, int], rule: str, where: tuple[Element, ...], message: str) -> Iterator[Step]:
        """Yield the step that restricts edges to the wanted states, if an edge changes."""
        left = self.left
        changed = {index: left[index] & bits for index, bits in wanted.items() if left[index] & ~bits}
        if changed:
            for index, bits in changed.items():
                left[index] = bits
                self._touch(index)
            yield Step({self.puzzle.edges[index]: SETS[bits] for index, bits in changed.items()}, rule, where, message)

    def _touch(self, index: int) -> None:
        if self.left[index] == IN:
            self.drawn.append(index)
        self.points |= dict.fromkeys(self.grid.ends[index])
        self.cells |= {cell: None for cell in self.grid.beside[index] if cell in self.clue}
        self.corners |= {cell: None for cell in self.grid.near[index] if cell in self.clue}

    def _contradiction(self, index: int, rule: str, where: tuple[Element, ...], message: str) -> Step:
        return Step({self.puzzle.edges[index]: frozenset()}, rule, where, message)

    def _near(self) -> Iterator[Step]:
        """Yield steps at a clue, at a point, or at a clue with its corners; the simplest rule first."""
        while self.cells or self.points or self.corners:
            if self.cells:
                yield from self._at_clue(self.cells.popitem()[0])
            elif self.points:
                yield from self._at_point(self.points.popitem()[0])
            else:
                yield from self._at_corners(self.corners.popitem()[0])

    def _at_clue(self, cell: int) -> Iterator[Step]:
        around, number = self.grid.around[cell], self.clue[cell]
        states = [self.left[edge] for edge in around]
        sure, loose = states.count(IN), states.count(OPEN)
        if sure <= number <= sure + loose and not (loose and number in (sure, sure + loose)):
            return
        where = Cell(*divmod(cell, self.puzzle.columns))
        told = clue(self.puzzle, where)
        if not sure <= number <= sure + loose:
            told = f"{told} has {counted(sure, 'edge')} and room for {loose} more"
            yield self._contradiction(around[0], "demand", (where,), told)
            return
        bits, how = (OUT, "has its edges") if number == sure else (IN, "needs all edges that are left")
        wanted = {edge: bits for edge in around if self.left[edge] == OPEN}
        yield from self._settle(wanted, "demand", (where,), f"{told} {how}")

    def _at_point(self, point: int) -> Iterator[Step]:
        at = self.grid.at[point]
        states = [self.left[edge] for edge in at]
        sure, loose = states.count(IN), states.count(OPEN)
        where = self.puzzle.points[point]
        if sure > 2:
            yield self._contradiction(at[0], "no_branch", (where,), f"the loop branches at {where}")
        elif sure == 1 and not loose:
            yield self._contradiction(at[0], "no_dead_end", (where,), f"the loop ends at {where}")
        elif loose and (sure == 2 or loose == 1):
            bits, rule, how = OUT, "no_branch", f"would branch at {where}"
            if sure < 2:
                rule, how = "no_dead_end", f"would end at {where}"
                bits = IN if sure else OUT
            wanted = {edge: bits for edge in at if self.left[edge] == OPEN}
            yield from self._settle(wanted, rule, (where,), f"otherwise the loop {how}")

    def _at_corners(self, cell: int) -> Iterator[Step]:
        edges = (self.grid.around[cell], *self.grid.beyond[cell])
        found = ways(self.clue[cell], tuple(tuple(self.left[edge] for edge in own) for own in edges))
        where = Cell(*divmod(cell, self.puzzle.columns))
        told = clue(self.puzzle, where)
        if found is None:
            message = f"there is no way to meet {told} and to go on at its corners"
            yield self._contradiction(edges[0][0], "corners_of_a_clue", (where,), message)
            return
        wanted = dict(zip(chain(*edges), chain(*found), strict=True))
        yield from self._settle(wanted, "corners_of_a_clue", (where,), f"all ways to meet {told} have this in common")

    def _too_early(self) -> Iterator[Step]:
        """Yield edges that would close a loop while other edges are drawn or a clue is missed."""
        while self.joined < len(self.drawn):
            index = self.drawn[self.joined]
            self.joined += 1
            if not self._join(*self.grid.ends[index]):
                yield from self._closed(index)
                return
        if not self.drawn and OPEN not in self.left:
            yield self._contradiction(0, "some_loop", self.puzzle.edges, "no edge is left to draw")
        for end in sorted(self.closing):
            other, length = self.paths.get(end, (end, 0))
            between = [e for e in self.grid.at[end] if end != other in self.grid.ends[e] and self.left[e] == OPEN]
            if not between:
                del self.closing[end]
                continue
            loop = (*self._path(end), self.puzzle.edges[between[0]])
            if length < len(self.drawn) or missed(self.puzzle, loop):
                message = f"{loop[-1]} would close a loop too early"
                yield from self._settle({between[0]: OUT}, "one_loop", loop, message)

    def _join(self, one: int, other: int) -> bool:
        """Join two paths, or points, by an edge. Return False if the edge closes a loop."""
        (a, before), (b, after) = self.paths.pop(one, (one, 0)), self.paths.pop(other, (other, 0))
        if a == other:
            return False
        length = before + 1 + after
        self.paths[a], self.paths[b] = (b, length), (a, length)
        self.closing |= dict.fromkeys((a, b))
        return True

    def _path(self, point: int) -> list[Edge]:
        """Return the edges of the path that starts at a point, or of the loop through it."""
        path: dict[int, None] = {}
        while on := [e for e in self.grid.at[point] if self.left[e] == IN and e not in path]:
            path[on[0]] = None
            a, b = self.grid.ends[on[0]]
            point = b if point == a else a
        return [self.puzzle.edges[index] for index in path]

    def _closed(self, index: int) -> Iterator[Step]:
        """Yield the step after a loop is closed: no other edge is drawn, or the loop is a contradiction."""
        loop = tuple(self._path(self.grid.ends[index][0]))
        if len(loop) < len(self.drawn) or missed(self.puzzle, loop):
            told = f"a loop is closed at {loop[0].a} too early"
            yield self._contradiction(index, "one_loop", loop, told)
            return
        wanted = {other: OUT for other, bits in enumerate(self.left) if bits == OPEN}
        yield from self._settle(wanted, "one_loop", loop, f"the loop is closed at {loop[0].a}, and it is all")
