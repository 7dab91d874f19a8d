"""The data of deduction in Numberlink: the possible states of lines and the possible letters of cells, as bits.

The blocks and cut vertices of a graph tell which vertices lie on simple paths between two vertices.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import SimpleNamespace

from puzzlekit.core.grid import Candidates, Element, Step
from puzzlekit.numberlink.puzzle import Puzzle, geometry
from puzzlekit.numberlink.rules import BLANK

OUT, IN, OPEN = 1, 2, 3  # bits of a line's possible states: not drawn, drawn, either
SETS = {OPEN: frozenset((0, 1)), OUT: frozenset((0,)), IN: frozenset((1,)), 0: frozenset()}
BITS = {states: bits for bits, states in SETS.items()}


@lru_cache(maxsize=64)
def numbered(rows: int, columns: int) -> SimpleNamespace:
    """Return a grid whose edges and cells are numbers, in reading order.

    Attributes of the result: `ends` has the two cells of each edge. `at` has, for each cell, the pairs (edge,
    neighbour). `blocks` has the four edges within each square of 2 x 2 cells, and `within` has, for each edge, the
    numbers of its blocks.
    """
    own = geometry(rows, columns)
    edge = {item: index for index, item in enumerate(own.edges)}
    cell = {item: index for index, item in enumerate(own.places)}
    ends = [(cell[item.a], cell[item.b]) for item in own.edges]  # type: ignore[index]  # edges of cells
    at = [tuple((edge[item], cell[item.other(one)]) for item in items) for one, items in own.at.items()]
    blocks = [tuple(edge[item] for item in items) for items in own.blocks]
    within: list[list[int]] = [[] for _ in ends]
    for number, block in enumerate(blocks):
        for index in block:
            within[index].append(number)
    return SimpleNamespace(ends=ends, at=at, blocks=blocks, within=within)


class Numbered:
    """The possible states of each line (`lines`), and the possible letters of each cell (`may`), as bits. Lines and
    cells are numbers, for speed. `known` has the candidates to start from."""

    def __init__(self, puzzle: Puzzle, known: Candidates):
        self.puzzle, self.grid = puzzle, numbered(puzzle.rows, puzzle.columns)
        self.letters = tuple(puzzle.pairs)
        self.blank = 0 if puzzle.cover else 1 << len(self.letters)
        bit = {letter: 1 << index for index, letter in enumerate(self.letters)} | {BLANK: self.blank}
        ends = {cell: bit[letter] for cell, letter in puzzle.clues}
        self.end = [ends.get(cell, 0) for cell in puzzle.cells]
        self.lines = [BITS[known[edge]] for edge in puzzle.edges]
        self.may = [ends.get(cell) or sum(bit[state] for state in known[cell]) for cell in puzzle.cells]
        self.cells = dict.fromkeys(range(len(self.may)))  # cells near a change; `edges` has the lines near a change
        self.edges = dict.fromkeys(range(len(self.lines)))
        self.changed = sum(bit.values())  # the letters for which rule "way" must be applied again
        self.above = list(range(len(self.may)))  # union-find of the cells that lines join
        self.drawn = [index for index, bits in enumerate(self.lines) if bits == IN]

    def _settle(
        self,
        rule: str,
        where: Iterable[int],
        lines: Mapping[int, int] | None = None,
        cells: Mapping[int, int] | None = None,
    ) -> Iterator[Step]:
        """Restrict lines and letters to the bits in `lines`, {line: bits}, and `cells`, {cell: bits}. If a line or a
        cell changes, yield the step with the rule `rule` at the cells `where`."""
        told: dict[Element, frozenset] = {}
        for index, bits in (lines or {}).items():
            if self.lines[index] & ~bits:
                self.lines[index] &= bits
                self._touch_line(index)
                told[self.puzzle.edges[index]] = SETS[self.lines[index]]
        for index, bits in (cells or {}).items():
            if self.may[index] & ~bits:
                self.changed |= self.may[index] & ~bits
                self.may[index] &= bits
                self._touch_cell(index)
                told[self.puzzle.cells[index]] = _states(self.letters, self.may[index])
        if told:
            yield Step(told, rule, tuple(self.puzzle.cells[index] for index in where))

    def _touch_line(self, index: int) -> None:
        if self.lines[index] == IN:
            self.drawn.append(index)
        self.edges[index] = None
        a, b = self.grid.ends[index]
        self.cells |= {a: None, b: None}
        self.changed |= self.may[a] & self.may[b]

    def _touch_cell(self, index: int) -> None:
        self.cells[index] = None
        for edge, other in self.grid.at[index]:
            self.edges[edge] = None
            self.cells[other] = None

    def _impossible(self, cell: int) -> dict[str, dict[int, int]]:
        """Return the argument `lines` or `cells` of `_settle`, as {name: value}, that leaves a cell without a possible
        letter. Steps cannot change a cell with a clue; the argument then leaves one line of the cell without a
        state."""
        return {"lines": {self.grid.at[cell][0][0]: 0}} if self.end[cell] else {"cells": {cell: 0}}

    def _single(self, cell: int) -> int:
        """Return the bit of a cell's letter if only one letter is possible. Otherwise, or if the cell can only stay
        empty, return 0."""
        bits = self.may[cell]
        return bits if not bits & (bits - 1) and bits != self.blank else 0


@lru_cache(maxsize=100_000)
def _states(letters: tuple[str, ...], bits: int) -> frozenset:
    found = [letter for number, letter in enumerate(letters) if bits >> number & 1]
    return frozenset(found + [BLANK] * (bits >> len(letters) & 1))


def on_the_way(start: int, goal: int, beside: Callable[[int], Iterable[int]]) -> tuple[set[int], set[int]] | None:
    """Return the vertices on at least one simple path from start to goal, and the vertices on every such path. Return
    None if there is no path.

    `beside` is a function that returns the neighbours of a vertex. The algorithm finds blocks and cut vertices
    (Hopcroft and Tarjan, 1973); the blocks between start and goal form a chain.
    """
    order, low, above = {start: 0}, {start: 0}, {start: start}
    waiting: list[tuple[int, Iterator[int]]] = [(start, iter(beside(start)))]
    open_, parts = [start], dict[int, list[int]]()  # vertices in no block yet; {first vertex of a block: the block}
    while waiting:
        place, others = waiting[-1]
        for other in others:
            if other not in order:
                order[other] = low[other] = len(order)
                above[other] = place
                open_.append(other)
                waiting.append((other, iter(beside(other))))
                break
            if other != above[place] and order[other] < low[place]:
                low[place] = order[other]
        else:
            waiting.pop()
            parent = above[place]
            if low[place] < order[parent]:
                low[parent] = min(low[parent], low[place])
            elif place != start:  # a block ends here, below the parent
                cut = open_.index(place)
                parts[place] = open_[cut:]
                del open_[cut:]
    return _chain(start, goal, above, parts) if goal in order else None


def _chain(start: int, goal: int, above: dict[int, int], parts: dict[int, list[int]]) -> tuple[set[int], set[int]]:
    """Return two sets: the vertices of the blocks between start and goal; and start, goal and the cut vertices between
    these blocks.

    `above` is {vertex: its parent in the search}. `parts` is {vertex: the vertices of the block that the search enters
    at this vertex, without the vertex's parent}.
    """
    some, every = {start}, {start, goal}
    while goal != start:
        top = goal
        while top not in parts or goal not in parts[top]:
            top = above[top]
        some.update(parts[top])
        goal = above[top]
        every.add(goal)
        some.add(goal)
    return some, every
