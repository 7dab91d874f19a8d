"""Deduction in Numberlink without search: which lines are drawn, and which letters cells can have.

A line joins two neighbouring cells; its state is 1 if it is drawn, otherwise 0. An end is a cell with a clue. The
letter of a cell is the letter of its path, or "blank" if no path passes the cell. An end has one line, any other cell
of a path has two. A line joins cells of one letter. Each letter needs a path between its two ends through cells that
can have the letter. A line or cell is open if several states or letters are possible, and settled if only one is left.
"""

from collections.abc import Iterator

from puzzlekit.core import grid
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Candidates, Element, Step
from puzzlekit.numberlink.numbered import IN, OPEN, OUT, SETS, Numbered, on_the_way
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.numberlink.rules import BLANK


def initial_candidates(puzzle: Puzzle) -> dict[Element, frozenset]:
    """Return the candidates before any deduction: `{edge: {0, 1}, cell: all letters}`, for all edges and for the cells
    without a clue.

    If cells may stay empty, "blank" is one of the letters.
    """
    letters = frozenset((*puzzle.pairs, *([] if puzzle.cover else [BLANK])))
    free = (cell for cell in puzzle.cells if cell not in puzzle.letter)
    return {**dict.fromkeys(puzzle.edges, SETS[OPEN]), **dict.fromkeys(free, letters)}


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Settle lines and letters until nothing more follows or there is a contradiction. Return the steps.

    Parameters
    ----------
    candidates
        `{edge: frozenset of possible states 0, 1}` and `{cell: frozenset of possible letters and "blank"}`, in one
        dict, to start from. All states and letters are possible for missing elements, or if `candidates` is None.

    Returns
    -------
    list of Step
        The `rule` of a step is "ends", "no_branch", "no_dead_end" or "cover" (the lines at a cell), "same_letter" (a
        line and the letters of its cells), "no_touching", "two_neighbours" (a cell needs two neighbours that can have
        its letter), "no_loop", or "way" (a letter needs a path between its ends). A contradiction ends the list: its
        step leaves some element without a possible state.

    Raises
    ------
    PuzzleError
        If `candidates` has an element, a state or a letter that the puzzle does not have.
    """
    return list(_Rules(puzzle, grid.checked_candidates(candidates, initial_candidates(puzzle))).steps())


class _Rules(Numbered):
    """The rules of propagation, which reduce the possible states of lines and letters of cells."""

    def steps(self) -> Iterator[Step]:
        return grid.propagate(self._from_the_start(), (self._near, self._no_loop, self._ways))

    def _from_the_start(self) -> Iterator[Step]:
        elements: tuple[Element, ...] = (*self.puzzle.edges, *self.puzzle.cells)
        for element, bits in zip(elements, (*self.lines, *self.may), strict=True):
            if not bits:
                yield Step({element: frozenset()}, "no_state_left", (element,))
                return

    def _near(self) -> Iterator[Step]:
        """Yield the steps at each line and each cell that has changed. A step at a line uses the line and its two
        cells. A step at a cell uses the cell's lines and neighbours."""
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
        if line & IN and not both:
            yield from self._settle("same_letter", (a, b), {index: OUT})
        elif line == IN and (one | other) != both:
            yield from self._settle("same_letter", (a, b), cells={a: both, b: both})
        elif not self.puzzle.touch and line & OUT:
            yield from self._beside(index, a, b)
        if line == IN and not self.puzzle.touch:
            for block in self.grid.within[index]:
                yield from self._in_block(self.grid.blocks[block])

    def _beside(self, index: int, a: int, b: int) -> Iterator[Step]:
        """Yield the steps for two neighbours a and b if paths may not touch themselves: neighbours with the same letter
        are joined by a line, and neighbours without a line between them have different letters.
        `index` is the line between a and b."""
        one, other = self._single(a), self._single(b)
        if one and one == other:
            yield from self._settle("no_touching", (a, b), {index: IN})
        elif self.lines[index] == OUT:
            for known, cell in ((one, b), (other, a)):
                if known and not self.end[cell]:
                    yield from self._settle("no_touching", (a, b), cells={cell: ~known})

    def _in_block(self, block: tuple[int, ...]) -> Iterator[Step]:
        if sum(self.lines[index] == IN for index in block) >= 2:
            rest = {index: OUT for index in block if self.lines[index] != IN}
            where = sorted({cell for index in block for cell in self.grid.ends[index]})
            yield from self._settle("no_touching", where, rest or dict.fromkeys(block[:1], OUT))

    def _at_cell(self, cell: int) -> Iterator[Step]:
        at, end = self.grid.at[cell], self.end[cell]
        states = [self.lines[edge] for edge, _ in at]
        sure, loose = states.count(IN), states.count(OPEN)
        most, crowded = (1, "ends") if end else (2, "no_branch")
        short = "ends" if end else "no_dead_end" if sure else "cover"
        needed = 0 if self.may[cell] & self.blank and not sure else most
        where = (cell,)
        lines = [edge for edge, _ in at if self.lines[edge] == OPEN]
        if sure > most:
            yield from self._settle(crowded, where, **self._impossible(cell))
        elif sure + loose < needed:
            yield from self._settle(short, where, **self._impossible(cell))
        elif sure + loose < most or self.may[cell] == self.blank:  # the cell can only stay empty
            yield from self._settle("no_dead_end", where, dict.fromkeys(lines, OUT), {cell: self.blank})
        elif sure == most:
            yield from self._settle(crowded, where, dict.fromkeys(lines, OUT))
        elif sure + loose == needed:
            yield from self._settle(short, where, dict.fromkeys(lines, IN))
        if sure and self.may[cell] & self.blank:
            yield from self._settle("cover", where, cells={cell: ~self.blank})

    def _letters_at(self, cell: int) -> Iterator[Step]:
        """Yield the exclusion of letters from a cell, because fewer than two of its neighbours can have the letter. If
        paths may not touch themselves, yield also the exclusion of a letter that three of its neighbours have."""
        if self.end[cell] or not self.may[cell]:
            return
        once = twice = 0
        for edge, other in self.grid.at[cell]:
            if self.lines[edge] != OUT:
                twice |= once & self.may[other]
                once |= self.may[other]
        lost = self.may[cell] & ~twice & ~self.blank
        where = (cell, *(other for _, other in self.grid.at[cell]))
        if lost:
            yield from self._settle("two_neighbours", where, cells={cell: ~lost})
        known = [] if self.puzzle.touch else [self._single(other) for _, other in self.grid.at[cell]]
        for letter in {*known}:
            if letter and known.count(letter) > 2:
                yield from self._settle("no_touching", where, cells={cell: ~letter})

    def _no_loop(self) -> Iterator[Step]:
        """Yield a step for two neighbours on the same path if the line between them is not drawn: the exclusion of this
        line, or a contradiction if paths may not touch themselves.

        Yield a contradiction if drawn lines form a loop.
        """
        while self.drawn:
            index = self.drawn.pop()
            a, b = (self._root(end) for end in self.grid.ends[index])
            if a == b:
                yield from self._settle("no_loop", self.grid.ends[index], {index: OUT})
                return
            self.above[a] = b
        for index, bits in enumerate(self.lines):
            a, b = self.grid.ends[index]
            if bits == IN or self._root(a) != self._root(b) or (bits == OUT and self.puzzle.touch):
                continue
            if not self.puzzle.touch:
                yield from self._settle("no_touching", (a, b), {index: 0})
                return
            yield from self._settle("no_loop", (a, b), {index: OUT})

    def _root(self, cell: int) -> int:
        while self.above[cell] != cell:
            self.above[cell] = cell = self.above[self.above[cell]]
        return cell

    def _ways(self) -> Iterator[Step]:
        """Yield two kinds of steps for each letter: cells on no path between the letter's ends do not have the letter,
        and cells on every such path have the letter."""
        for number, letter in enumerate(self.letters):
            bit = 1 << number
            if not self.changed & bit:
                continue
            self.changed &= ~bit
            start, goal = (cell.row * self.puzzle.columns + cell.column for cell in self.puzzle.pairs[letter])
            found = on_the_way(start, goal, lambda cell, bit=bit: self._next(cell, bit))  # type: ignore[misc]
            if found is None:
                yield from self._settle("way", (start, goal), **self._impossible(start))
                return
            some, every = found
            off = {cell: ~bit for cell, bits in enumerate(self.may) if bits & bit and cell not in some}
            yield from self._settle("way", (start, goal), cells=off)
            yield from self._settle("way", (start, goal), cells=dict.fromkeys(every, bit))
            self.changed &= ~bit

    def _next(self, cell: int, bit: int) -> Iterator[int]:
        return (other for edge, other in self.grid.at[cell] if self.lines[edge] != OUT and self.may[other] & bit)


def lacking(puzzle: Puzzle) -> int:
    """Return a lower bound, 1 or 2, on the number of lines of a solution that are missing in a second solution.

    At least one line is missing, because a solution with additional lines is not a solution. If exactly one line is
    missing, the second solution joins the two cells of this line by a detour through empty cells. Then cells stay
    empty, and the path with the detour touches itself. The bound is 1 only if the rules allow both.
    """
    return 1 if puzzle.touch and not puzzle.cover else 2
