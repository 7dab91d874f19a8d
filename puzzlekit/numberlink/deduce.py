"""Deduction in Numberlink without search, for lines (1 or 0) and for the possible letters of cells.

An end has one line, and another cell of a path has two. A line joins cells of one letter. A letter needs a path from
one of its ends to the other through cells that may have it. Each step names its rule.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import SimpleNamespace

from puzzlekit.core import grid
from puzzlekit.core.errors import counted, validate_args
from puzzlekit.core.grid import Candidates, Element, Step
from puzzlekit.numberlink.graph import on_the_way
from puzzlekit.numberlink.puzzle import Puzzle, geometry
from puzzlekit.numberlink.rules import BLANK, clue

OUT, IN, OPEN = 1, 2, 3  # bits of a line's possible states: left out, drawn, either
SETS = {OPEN: frozenset((0, 1)), OUT: frozenset((0,)), IN: frozenset((1,)), 0: frozenset()}
BITS = {states: bits for bits, states in SETS.items()}


def initial_candidates(puzzle: Puzzle) -> dict[Element, frozenset]:
    """Return all states: `{edge: {0, 1}}`, and `{cell: letters}` for cells without a clue, with "blank" if allowed."""
    letters = frozenset((*puzzle.pairs, *([] if puzzle.cover else [BLANK])))
    free = (cell for cell in puzzle.cells if cell not in puzzle.letter)
    return {**dict.fromkeys(puzzle.edges, SETS[OPEN]), **dict.fromkeys(free, letters)}


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Return the steps that settle lines and letters, until nothing more follows or a contradiction is reached.

    Parameters
    ----------
    candidates
        `{edge: frozenset of 0, 1}` and `{cell: frozenset of letters, or "blank"}`; missing elements are open.

    Returns
    -------
    list of Step
        Rules: "ends", "no_branch", "no_dead_end", "cover" (the lines at a cell), "same_letter" (a line and the letters
        of its cells), "no_touching", "two_neighbours" (a letter needs a way in and a way out), "no_loop", "way" (a
        letter needs a path between its ends). A contradiction is the last step and leaves an element without any
        state.
    """
    return list(_Reasoning(puzzle, candidates).steps())


@lru_cache(maxsize=64)
def _numbered(rows: int, columns: int) -> SimpleNamespace:
    """Return a grid whose edges and cells are indices in reading order."""
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


class _Reasoning:
    """The possible states of each line and letters of each cell as bits, by index; every fast build begins here."""

    def __init__(self, puzzle: Puzzle, candidates: Candidates | None):
        self.puzzle, self.grid = puzzle, _numbered(puzzle.rows, puzzle.columns)
        self.letters = list(puzzle.pairs)
        self.blank = 0 if puzzle.cover else 1 << len(self.letters)
        bit = {letter: 1 << index for index, letter in enumerate(self.letters)} | {BLANK: self.blank}
        self.end = [bit[puzzle.letter[cell]] if cell in puzzle.letter else 0 for cell in puzzle.cells]
        known = grid.checked_candidates(candidates, initial_candidates(puzzle))
        self.lines = [BITS[known[edge]] for edge in puzzle.edges]
        self.may = [
            own or sum(bit[state] for state in known[cell]) for own, cell in zip(self.end, puzzle.cells, strict=True)
        ]
        self.cells = dict.fromkeys(range(len(self.may)))  # cells whose lines or letters have changed
        self.edges = dict.fromkeys(range(len(self.lines)))
        self.changed = sum(bit.values())  # letters whose ways must be searched again
        self.above = list(range(len(self.may)))  # union-find of the cells that lines join
        self.drawn = [index for index, bits in enumerate(self.lines) if bits == IN]

    def steps(self) -> Iterator[Step]:
        return grid.propagate(self._from_the_start(), (self._near, self._no_loop, self._ways))

    def _from_the_start(self) -> Iterator[Step]:
        elements: tuple[Element, ...] = (*self.puzzle.edges, *self.puzzle.cells)
        for element, bits in zip(elements, (*self.lines, *self.may), strict=True):
            if not bits:
                yield Step({element: frozenset()}, "no_state_left", (element,), f"{element}: nothing is left")
                return

    # Possible states and their changes

    def _settle(
        self,
        rule: str,
        where: Iterable[int],
        message: str,
        lines: Mapping[int, int] | None = None,
        cells: Mapping[int, int] | None = None,
    ) -> Iterator[Step]:
        """Yield the step that restricts lines and letters to these bits, if a line or a letter changes."""
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
                told[self.puzzle.cells[index]] = self._states(self.may[index])
        if told:
            yield Step(told, rule, tuple(self.puzzle.cells[index] for index in where), message)

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

    def _states(self, bits: int) -> frozenset:
        return _states(tuple(self.letters), bits)

    def _impossible(self, cell: int) -> dict[str, dict[int, int]]:
        """Return the empty restriction for a contradiction at a cell; at a clue, which has no states, of a line."""
        return {"lines": {self.grid.at[cell][0][0]: 0}} if self.end[cell] else {"cells": {cell: 0}}

    def _single(self, cell: int) -> int:
        """Return the letter of a cell as a bit if only one is possible, else 0."""
        bits = self.may[cell]
        return bits if not bits & (bits - 1) and bits != self.blank else 0

    # Rules

    def _near(self) -> Iterator[Step]:
        """Yield steps between a line and its two cells, and between a cell and its lines."""
        while self.cells or self.edges:
            if self.edges:
                yield from self._at_line(self.edges.popitem()[0])
            else:
                cell = self.cells.popitem()[0]
                yield from self._at_cell(cell)
                yield from self._letters_at(cell)

    def _at_line(self, index: int) -> Iterator[Step]:
        a, b = self.grid.ends[index]
        one, other, line = self.may[a], self.may[b], self.lines[index]
        both = one & other & ~self.blank
        name = f"{self._cell(a)} and {self._cell(b)}"
        if line & IN and not both:
            yield from self._settle("same_letter", (a, b), f"{name} have no letter in common", {index: OUT})
        elif line == IN and (one | other) != both:
            yield from self._settle("same_letter", (a, b), f"a line joins {name}", None, {a: both, b: both})
        elif not self.puzzle.touch and line & OUT:
            yield from self._beside(index, a, b)
        if line == IN and not self.puzzle.touch:
            for block in self.grid.within[index]:
                yield from self._in_block(self.grid.blocks[block])

    def _beside(self, index: int, a: int, b: int) -> Iterator[Step]:
        """Yield that neighbours of one letter are joined, and that neighbours without a line have different letters."""
        one, other = self._single(a), self._single(b)
        name = f"{self._cell(a)} and {self._cell(b)}"
        if one and one == other:
            message = f"{name} have the same letter, and the path may not touch itself"
            yield from self._settle("no_touching", (a, b), message, {index: IN})
        elif self.lines[index] == OUT:
            for known, cell in ((one, b), (other, a)):
                if known and not self.end[cell]:
                    message = f"no line joins {name}, so their letters differ"
                    yield from self._settle("no_touching", (a, b), message, None, {cell: ~known})

    def _in_block(self, block: tuple[int, ...]) -> Iterator[Step]:
        if sum(self.lines[index] == IN for index in block) >= 2:
            rest = {index: OUT for index in block if self.lines[index] != IN}
            where = sorted({cell for index in block for cell in self.grid.ends[index]})
            message = "with a third line among these four cells, the path would touch itself"
            yield from self._settle("no_touching", where, message, rest or dict.fromkeys(block[:1], OUT))

    def _at_cell(self, cell: int) -> Iterator[Step]:
        at, end = self.grid.at[cell], self.end[cell]
        states = [self.lines[edge] for edge, _ in at]
        sure, loose = states.count(IN), states.count(OPEN)
        most = 1 if end else 2
        needed = 0 if self.may[cell] & self.blank and not sure else most
        where, name = (cell,), self._cell(cell)
        lines = [edge for edge, _ in at if self.lines[edge] == OPEN]
        if sure > most:
            rule, told = ("ends", "has two lines") if end else ("no_branch", "is where the path branches")
            yield from self._settle(rule, where, f"{name} {told}", **self._impossible(cell))
        elif sure + loose < needed:
            rule = "ends" if end else "no_dead_end" if sure else "cover"
            told = f"{name} has room for {counted(sure + loose, 'line')} only"
            yield from self._settle(rule, where, told, **self._impossible(cell))
        elif sure + loose < most or self.may[cell] == self.blank:  # the cell may stay empty, and must
            message = f"no path can pass {name}"
            yield from self._settle("no_dead_end", where, message, dict.fromkeys(lines, OUT), {cell: self.blank})
        elif sure == most:
            rule = "ends" if end else "no_branch"
            message = f"{name} has its {counted(most, 'line')}"
            yield from self._settle(rule, where, message, dict.fromkeys(lines, OUT))
        elif sure + loose == needed:
            rule = "ends" if end else "no_dead_end" if sure else "cover"
            message = f"{name} needs all lines that are left"
            yield from self._settle(rule, where, message, dict.fromkeys(lines, IN))
        if sure and self.may[cell] & self.blank:
            yield from self._settle("cover", where, f"{name} has a line", None, {cell: ~self.blank})

    def _letters_at(self, cell: int) -> Iterator[Step]:
        """Yield that a cell loses the letters that fewer than two of its neighbours may have."""
        if self.end[cell] or not self.may[cell]:
            return
        once = twice = sure = many = 0
        for edge, other in self.grid.at[cell]:
            if self.lines[edge] != OUT:
                twice |= once & self.may[other]
                once |= self.may[other]
            if not self.puzzle.touch and (known := self._single(other)):
                many |= (sure & known) and known
                sure |= known
        lost = self.may[cell] & ~twice & ~self.blank
        where = (cell, *(other for _, other in self.grid.at[cell]))
        if lost:
            message = f"{self._cell(cell)} does not have two neighbours with {self._named(lost)}"
            yield from self._settle("two_neighbours", where, message, None, {cell: ~lost})
        if many:
            yield from self._too_many(cell, where)

    def _too_many(self, cell: int, where: tuple[int, ...]) -> Iterator[Step]:
        """Yield that a cell with three neighbours of one letter has another letter."""
        known = [self._single(other) for _, other in self.grid.at[cell]]
        for letter in {one for one in known if one and known.count(one) > 2} & {*known}:
            message = f"{self._cell(cell)} has three neighbours with {self._named(letter)}"
            yield from self._settle("no_touching", where, message, None, {cell: ~letter})

    def _no_loop(self) -> Iterator[Step]:
        """Yield that cells on one path are not joined by a further line.

        If paths may not touch themselves, such cells may not be neighbours.
        """
        while self.drawn:
            index = self.drawn.pop()
            a, b = (self._root(end) for end in self.grid.ends[index])
            if a == b:
                where = self.grid.ends[index]
                yield from self._settle("no_loop", where, f"a loop is closed at {self._cell(where[0])}", {index: OUT})
                return
            self.above[a] = b
        for index, bits in enumerate(self.lines):
            a, b = self.grid.ends[index]
            if bits == IN or self._root(a) != self._root(b) or (bits == OUT and self.puzzle.touch):
                continue
            name = f"{self._cell(a)} and {self._cell(b)}"
            if not self.puzzle.touch:
                message = f"the path touches itself: {name} are joined another way"
                yield from self._settle("no_touching", (a, b), message, {index: 0})
                return
            yield from self._settle("no_loop", (a, b), f"{name} are joined another way", {index: OUT})

    def _root(self, cell: int) -> int:
        while self.above[cell] != cell:
            self.above[cell] = cell = self.above[self.above[cell]]
        return cell

    def _ways(self) -> Iterator[Step]:
        """Yield cells that lose a letter, on no way between its ends, and cells that have it, on every way."""
        for number, letter in enumerate(self.letters):
            bit = 1 << number
            if not self.changed & bit:
                continue
            self.changed &= ~bit
            start, goal = (cell.row * self.puzzle.columns + cell.column for cell in self.puzzle.pairs[letter])
            found = on_the_way(start, goal, lambda cell, bit=bit: self._next(cell, bit))  # type: ignore[misc]
            if found is None:
                told = f"there is no way from one {letter} to the other"
                yield from self._settle("way", (start, goal), told, **self._impossible(start))
                return
            some, every = found
            off = {cell: ~bit for cell, bits in enumerate(self.may) if bits & bit and cell not in some and bits != bit}
            message = f"no way from one {letter} to the other passes here"
            lost = [cell for cell, bits in enumerate(self.may) if bits == bit and cell not in some]
            yield from self._settle("way", (start, goal), message, None, off | dict.fromkeys(lost, 0))
            message = f"every way from one {letter} to the other passes here"
            yield from self._settle("way", (start, goal), message, None, dict.fromkeys(every, bit))
            self.changed &= ~bit

    def _next(self, cell: int, bit: int) -> Iterator[int]:
        return (other for edge, other in self.grid.at[cell] if self.lines[edge] != OUT and self.may[other] & bit)

    # Words

    def _cell(self, cell: int) -> str:
        place = self.puzzle.cells[cell]
        return clue(self.puzzle, place) if self.end[cell] else str(place)

    def _named(self, bits: int) -> str:
        found = [letter for number, letter in enumerate(self.letters) if bits >> number & 1]
        return " or ".join(found)


@lru_cache(maxsize=100_000)
def _states(letters: tuple[str, ...], bits: int) -> frozenset:
    found = [letter for number, letter in enumerate(letters) if bits >> number & 1]
    return frozenset(found + [BLANK] * (bits >> len(letters) & 1))
