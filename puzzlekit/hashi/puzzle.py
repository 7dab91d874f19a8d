"""Hashi as data: islands with numbers, the possible bridges between islands, and a solution.

Report, chapter 6. The puzzle is H(P, L, B): the positions P and the numbers L of the islands are given, and the
possible bridges B follow from P. Two islands are neighbouring if they are in the same row or column with no island
between them. In code, a `bridge` is a possible bridge, a pair of neighbouring islands. Its number says how many bridges
join these two islands: 0, 1 or 2.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from puzzlekit.core import lattice
from puzzlekit.core.errors import PuzzleError, check_kind, expect, shown, validate_args
from puzzlekit.core.grid import Edge, Point

MAX_ISLANDS = 1000
MOST = 8  # the largest number of bridges of one island
BRIDGES = {False: "-=#", True: '|"#'}  # is_down -> the symbols of one, two, and more than two bridges
CROSSED = "+"


@dataclass(frozen=True)
class Puzzle:
    """A puzzle of Hashi: islands on a grid of `rows` x `columns` places. `islands` are sorted pairs (point, number of
    bridges).

    PuzzleError is raised if a size or a number is out of range, a point is not on the grid, or the pairs are not
    sorted.
    """

    rows: int
    columns: int
    islands: tuple[tuple[Point, int], ...]

    def __post_init__(self) -> None:
        if not all(type(side) is int and 1 <= side <= lattice.MAX_SIDE for side in (self.rows, self.columns)):
            found = f"{shown(self.rows)} x {shown(self.columns)}"
            raise PuzzleError(f"found a grid of {found} places, expected 1 to {lattice.MAX_SIDE} rows and columns")
        if not 1 <= len(self.islands) <= MAX_ISLANDS:
            raise PuzzleError(f"found {len(self.islands)} islands, expected 1 to {MAX_ISLANDS}")
        for point, number in self.islands:
            if not (0 <= point.row < self.rows and 0 <= point.column < self.columns):
                raise PuzzleError(f"found an island at {point}, expected a {self.rows} x {self.columns} grid")
            if type(number) is not int or not 1 <= number <= MOST:
                raise PuzzleError(f"{point}: found {number!r}, expected 1 to {MOST}")
        places = [point for point, _ in self.islands]
        if any(a >= b for a, b in pairwise(places)):
            raise PuzzleError("found islands out of order or two at one point, expected one per point, row by row")

    @classmethod
    @validate_args
    def of(cls, rows: int, columns: int, number: Mapping[Point, int]) -> "Puzzle":
        """Return the puzzle with these islands, {island: its number}, in any order."""
        return cls(rows, columns, tuple(sorted(number.items())))

    @cached_property
    def number(self) -> Mapping[Point, int]:
        """Return {island: its number}. The report calls these numbers L."""
        return dict(self.islands)

    @cached_property
    def bridges(self) -> tuple[Edge, ...]:
        """Return the possible bridges: pairs of islands in the same row or column without an island between them. The
        report calls this set B."""
        lines: dict[tuple[str, int], list[Point]] = {}
        for point, _ in self.islands:  # row by row, so the islands of each line are in order
            lines.setdefault(("row", point.row), []).append(point)
            lines.setdefault(("column", point.column), []).append(point)
        return tuple(sorted(Edge(a, b) for line in lines.values() for a, b in pairwise(line)))

    @cached_property
    def bridges_at(self) -> Mapping[Point, tuple[Edge, ...]]:
        """Return `{island: its possible bridges}`, at most four for each island."""
        found: dict[Point, list[Edge]] = {point: [] for point, _ in self.islands}
        for bridge in self.bridges:
            for end in ends(bridge):
                found[end].append(bridge)
        return {point: tuple(bridges) for point, bridges in found.items()}

    @cached_property
    def crossings(self) -> tuple[tuple[Edge, Edge], ...]:
        """Return the pairs of possible bridges that cross, each as (horizontal bridge, vertical bridge)."""
        across = {place: bridge for bridge in self.bridges if not is_down(bridge) for place in between(bridge)}
        down = (bridge for bridge in self.bridges if is_down(bridge))
        return tuple(sorted((across[place], bridge) for bridge in down for place in between(bridge) if place in across))

    def __str__(self) -> str:
        return lattice.picture(
            self.rows, self.columns, {(at.row, at.column): str(number) for at, number in self.islands}
        )


@validate_args
def network(puzzle: Puzzle) -> Any:
    """Return a `networkx.Graph` of the islands and the possible bridges.

    The node attribute `pos` is the position of a node in a drawing.
    """
    return lattice.network(puzzle.number, puzzle.bridges)


@dataclass(frozen=True)
class Solution:
    """A board, finished or not. `bridges` are sorted pairs (bridge, number of bridges). Bridges that are not drawn are
    omitted."""

    puzzle: Puzzle
    bridges: tuple[tuple[Edge, int], ...]

    def __post_init__(self) -> None:
        known = set(self.puzzle.bridges)
        for bridge, count in self.bridges:
            if bridge not in known:
                raise PuzzleError(f"{bridge}: found a bridge, expected a bridge between neighbouring islands")
            if type(count) is not int or not 1 <= count <= MOST:
                raise PuzzleError(f"{bridge}: found {count!r} bridges, expected 1 to {MOST}")

    @classmethod
    def of(cls, puzzle: Puzzle, drawn: Mapping[Edge, int]) -> "Solution":
        """Return the board with these bridges, `{bridge: number of bridges}`. Bridges with the number 0 are omitted."""
        check_kind(puzzle, Puzzle)
        expect(drawn, Mapping, "a dict {bridge: how many}")
        return cls(puzzle, tuple(sorted((bridge, count) for bridge, count in drawn.items() if count)))

    @cached_property
    def drawn(self) -> Mapping[Edge, int]:
        """Return `{bridge: number of bridges}` for the bridges that are drawn."""
        return dict(self.bridges)

    def __str__(self) -> str:
        """Return a text picture. Islands are in every other line and column, bridges between them, and `+` is a
        crossing."""
        puzzle = self.puzzle
        symbols = {(2 * point.row, 2 * point.column): str(number) for point, number in puzzle.islands}
        for bridge, count in self.bridges:
            for place in covered(bridge):
                symbols[place] = CROSSED if place in symbols else BRIDGES[is_down(bridge)][min(count, 3) - 1]
        return lattice.picture(2 * puzzle.rows - 1, 2 * puzzle.columns - 1, symbols)


def ends(bridge: Edge) -> tuple[Point, Point]:
    """Return the two islands of a bridge."""
    return bridge.a, bridge.b  # type: ignore[return-value]  # the nodes of a bridge are points


def is_down(bridge: Edge) -> bool:
    """Return whether a bridge is vertical."""
    return bridge.a.column == bridge.b.column


def between(bridge: Edge) -> list[tuple[int, int]]:
    """Return the places (row, column) that a bridge passes, without its islands."""
    a, b = ends(bridge)
    if is_down(bridge):
        return [(i, a.column) for i in range(a.row + 1, b.row)]
    return [(a.row, j) for j in range(a.column + 1, b.column)]


def covered(bridge: Edge) -> Iterator[tuple[int, int]]:
    """Yield the places (line, column) that a bridge covers in the picture `str(solution)`, without its islands."""
    a, b = ends(bridge)
    if is_down(bridge):
        return ((i, 2 * a.column) for i in range(2 * a.row + 1, 2 * b.row))
    return ((2 * a.row, j) for j in range(2 * a.column + 1, 2 * b.column))
