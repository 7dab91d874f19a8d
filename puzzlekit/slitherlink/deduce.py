"""Deduction in Slitherlink without search: the starting rules, then propagation.

The state of an edge is 1 if it is drawn, otherwise 0. An edge is open while both states are possible, and settled when
only one is possible. The starting rules use only the clues. The other rules use settled edges: at a clue, at a point,
at a clue with its four corners, and on paths that must not close too early.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from types import SimpleNamespace

from puzzlekit.core import grid
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Candidates, Edge, Element, Point, Step
from puzzlekit.slitherlink.graph import IN, OPEN, OUT, POINTS, missed, ways
from puzzlekit.slitherlink.puzzle import Puzzle, geometry
from puzzlekit.slitherlink.starting_rules import SETS, first_glance

BITS = {states: bits for bits, states in SETS.items()}


def initial_candidates(puzzle: Puzzle) -> dict[Edge, frozenset[int]]:
    """Return `{edge: {0, 1}}`: both states are possible for every edge before any deduction."""
    return dict.fromkeys(puzzle.edges, SETS[OPEN])


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Settle edges until nothing more follows or there is a contradiction, and return each step.

    Parameters
    ----------
    candidates
        `{edge: frozenset of possible states 0, 1}` to start from. A missing edge is open. If None, every edge is open.

    Returns
    -------
    list of Step
        The `rule` of a step is the name of a starting rule, such as "adjacent_threes"; "demand" (the edges at a clue);
        "no_branch" and "no_dead_end" (the edges at a point); "corners_of_a_clue" (an edge has the same state in all
        ways to satisfy a clue and to continue the loop at its corners); "one_loop" (an edge would close a loop too
        early, or a closed loop excludes all other edges); or "some_loop" (no edge is left for a loop). A contradiction
        ends the list: its step leaves some edge without a possible state.

    Raises
    ------
    PuzzleError
        If `candidates` has an edge or a state that the puzzle does not have.
    """
    return list(_Reasoning(puzzle, candidates).steps())


@lru_cache(maxsize=64)
def _numbered(rows: int, columns: int) -> SimpleNamespace:
    """Return the incidences of a grid whose edges, points and cells are numbers, in reading order.

    Attributes of the result: `edge` is {edge: its number}. For each edge, `ends` has its two points, `beside` its
    cells, and `near` the cells with a corner at one of its ends. `at` has the edges of each point, and `around` the
    edges of each cell. `beyond` has, for each cell and each of its corners, the edges at the corner that do not belong
    to the cell.
    """
    own = geometry(rows, columns)
    edge = {item: index for index, item in enumerate(own.edges)}
    point = {item: index for index, item in enumerate(own.places)}
    cell = {item: index for index, item in enumerate(own.around)}
    ends = [(point[item.a], point[item.b]) for item in own.edges]  # type: ignore[index]
    at = [tuple(edge[item] for item in items) for items in own.at.values()]
    around = [tuple(edge[item] for item in items) for items in own.around.values()]
    corners = [[point[Point(one.row + i, one.column + j)] for i, j in POINTS] for one in cell]
    beyond = [
        [tuple(e for e in at[point] if e not in sides) for point in points]
        for sides, points in zip(around, corners, strict=True)
    ]
    beside = [tuple(cell[item] for item in own.beside[one]) for one in own.edges]
    # for each edge the cells with a corner at one of its ends
    near = [tuple({c for end in pair for e in at[end] for c in beside[e]}) for pair in ends]
    return SimpleNamespace(ends=ends, at=at, around=around, beyond=beyond, beside=beside, near=near, edge=edge)


class _Reasoning:
    """The possible states of each edge, and the rules that reduce them. Edges, points and cells are numbers."""

    def __init__(self, puzzle: Puzzle, candidates: Candidates | None):
        self.puzzle, self.grid = puzzle, _numbered(puzzle.rows, puzzle.columns)
        self.left = [OPEN] * len(puzzle.edges)
        if candidates is not None:
            known = grid.checked_candidates(candidates, initial_candidates(puzzle), beside=puzzle.around)
            self.left = [BITS[known[edge]] for edge in puzzle.edges]
        self.places = list(puzzle.around)  # the cells
        self.clue = {cell.row * puzzle.columns + cell.column: number for cell, number in puzzle.clues}
        # to be tested after a change of an edge: clues, points, and clues with their corners
        self.cells = dict.fromkeys(self.clue)
        self.points = dict.fromkeys(range(len(puzzle.points)))
        self.corners = dict.fromkeys(self.clue)
        self.drawn: list[int] = []  # drawn edges, of which the first `self.joined` are joined to paths
        self.joined = 0
        self.paths: dict[int, tuple[int, int]] = {}  # end of a path -> (other end, number of edges)
        self.closing: dict[int, None] = {}  # ends of paths, to be tested: can one edge close the path?

    def steps(self) -> Iterator[Step]:
        return grid.propagate(self._from_the_start(), (self._near, self._too_early))

    def _from_the_start(self) -> Iterator[Step]:
        for index, bits in enumerate(self.left):
            if not bits:
                yield self._contradiction(index, "no_state_left", (self.puzzle.edges[index],))
            elif bits == IN:
                self.drawn.append(index)
        for step in first_glance(self.puzzle):
            wanted = {self.grid.edge[edge]: BITS[states] for edge, states in step.candidates.items()}
            yield from self._settle(wanted, step.rule, step.where)

    def _settle(self, wanted: Mapping[int, int], rule: str, where: tuple[Element, ...]) -> Iterator[Step]:
        """Restrict edges to the states in `wanted`, {edge: bits}. Yield the step if the possible states of an edge
        change; `rule` and `where` are attributes of the step."""
        left = self.left
        changed = {index: left[index] & bits for index, bits in wanted.items() if left[index] & ~bits}
        if changed:
            for index, bits in changed.items():
                left[index] = bits
                self._touch(index)
            yield Step({self.puzzle.edges[index]: SETS[bits] for index, bits in changed.items()}, rule, where)

    def _touch(self, index: int) -> None:
        if self.left[index] == IN:
            self.drawn.append(index)
        self.points |= dict.fromkeys(self.grid.ends[index])
        self.cells |= {cell: None for cell in self.grid.beside[index] if cell in self.clue}
        self.corners |= {cell: None for cell in self.grid.near[index] if cell in self.clue}

    def _contradiction(self, index: int, rule: str, where: tuple[Element, ...]) -> Step:
        return Step({self.puzzle.edges[index]: frozenset()}, rule, where)

    def _near(self) -> Iterator[Step]:
        """Yield the steps at a clue, at a point, or at a clue with its corners. Simple rules are used first."""
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
        where = (self.places[cell],)
        if not sure <= number <= sure + loose:
            yield self._contradiction(around[0], "demand", where)
        elif loose and number in (sure, sure + loose):
            wanted = {edge: OUT if number == sure else IN for edge in around if self.left[edge] == OPEN}
            yield from self._settle(wanted, "demand", where)

    def _at_point(self, point: int) -> Iterator[Step]:
        at = self.grid.at[point]
        states = [self.left[edge] for edge in at]
        sure, loose = states.count(IN), states.count(OPEN)
        where = self.puzzle.points[point]
        if sure > 2:
            yield self._contradiction(at[0], "no_branch", (where,))
        elif sure == 1 and not loose:
            yield self._contradiction(at[0], "no_dead_end", (where,))
        elif loose and (sure == 2 or loose == 1):
            wanted = {edge: IN if sure == 1 else OUT for edge in at if self.left[edge] == OPEN}
            yield from self._settle(wanted, "no_branch" if sure == 2 else "no_dead_end", (where,))

    def _at_corners(self, cell: int) -> Iterator[Step]:
        edges = (self.grid.around[cell], *self.grid.beyond[cell])
        found = ways(self.clue[cell], tuple(tuple(self.left[edge] for edge in own) for own in edges))
        where = (self.places[cell],)
        if found is None:
            yield self._contradiction(edges[0][0], "corners_of_a_clue", where)
            return
        wanted = dict(zip(chain(*edges), chain(*found), strict=True))
        yield from self._settle(wanted, "corners_of_a_clue", where)

    def _too_early(self) -> Iterator[Step]:
        """Yield a step for each open edge that would close a loop too early; the step excludes the edge. Too early
        means that edges outside the loop are drawn, or that the loop violates a clue.

        If a drawn edge has closed a loop, yield the step of `_closed` instead. If no edge is left for a loop, yield a
        contradiction.
        """
        while self.joined < len(self.drawn):
            index = self.drawn[self.joined]
            self.joined += 1
            if not self._join(*self.grid.ends[index]):
                yield from self._closed(index)
                return
        if not self.drawn and OPEN not in self.left:
            yield self._contradiction(0, "some_loop", self.puzzle.edges)
        for end in sorted(self.closing):
            other, length = self.paths.get(end, (end, 0))
            between = [e for e in self.grid.at[end] if end != other in self.grid.ends[e] and self.left[e] == OPEN]
            if not between:
                del self.closing[end]
                continue
            loop = (*self._path(end), self.puzzle.edges[between[0]])
            if length < len(self.drawn) or missed(self.puzzle, loop):
                yield from self._settle({between[0]: OUT}, "one_loop", loop)

    def _join(self, one: int, other: int) -> bool:
        """Join two paths, or single points, by an edge between the points `one` and `other`. Return False if the edge
        closes a loop, otherwise True."""
        (a, before), (b, after) = self.paths.pop(one, (one, 0)), self.paths.pop(other, (other, 0))
        if a == other:
            return False
        length = before + 1 + after
        self.paths[a], self.paths[b] = (b, length), (a, length)
        self.closing |= dict.fromkeys((a, b))
        return True

    def _path(self, point: int) -> list[Edge]:
        """Return the edges of the path that starts at a point, or of the loop through this point."""
        path: dict[int, None] = {}
        while on := [e for e in self.grid.at[point] if self.left[e] == IN and e not in path]:
            path[on[0]] = None
            a, b = self.grid.ends[on[0]]
            point = b if point == a else a
        return [self.puzzle.edges[index] for index in path]

    def _closed(self, index: int) -> Iterator[Step]:
        """Yield the step after the edge with this index has closed a loop: all open edges are excluded. If other edges
        are drawn or a clue is not satisfied, yield a contradiction instead."""
        loop = tuple(self._path(self.grid.ends[index][0]))
        if len(loop) < len(self.drawn) or missed(self.puzzle, loop):
            yield self._contradiction(index, "one_loop", loop)
            return
        wanted = {other: OUT for other, bits in enumerate(self.left) if bits == OPEN}
        yield from self._settle(wanted, "one_loop", loop)
