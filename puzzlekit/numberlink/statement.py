"""Lines of Numberlink as a `Problem` for all engines, with numbers instead of letters.

Each letter has a number, and a cell has a variable for each binary digit of its number. For the 35 letters of a 20 x 20
board, six digits are enough, so the problem has a tenth of the constraints of a model with letters. A line is open if
deduction does not decide whether it is drawn.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from puzzlekit.core import union_find
from puzzlekit.core.grid import Candidates, Edge, Step, apply_steps, contradiction
from puzzlekit.engines import Constraint, Problem, Settled
from puzzlekit.numberlink.deduce import deduce, initial_candidates, lacking
from puzzlekit.numberlink.numbered import numbered
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.rules import BLANK, violations

ZERO, ONE = -1, -2  # a digit that is known, in the place of an item


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """Return the problem for the open lines: (edge, 1), (edge, 2), (edge, 3), (edge, 4), (edge, 5), with lazy
    constraints for loops and for (edge, 7).

    Return `Settled` if deduction finds the solution or a contradiction. If `deduced` is false, no deduction is used:
    every line is open.
    """
    return _left_open(puzzle, deduce(puzzle) if deduced else [], tight=False)


def problem_for_cadical(puzzle: Puzzle) -> Problem | Settled:
    """Return the problem for CaDiCaL, whose search is faster than deduction in Python: every line is open."""
    return problem(puzzle, deduced=False)


def tight_paths(puzzle: Puzzle) -> Problem | Settled:
    """Return the problem for solutions with tight paths, without deduction. See `_corners`; tight paths do not touch
    themselves."""
    return _left_open(puzzle, [], tight=True)


def _left_open(puzzle: Puzzle, steps: Sequence[Step], *, tight: bool) -> Problem | Settled:
    if contradiction(steps):
        return Settled(None)
    left = apply_steps(steps, initial_candidates(puzzle))
    known = {edge: min(left[edge]) for edge in puzzle.edges if len(left[edge]) == 1}
    if len(known) == len(puzzle.edges):
        board = Solution.of(puzzle, (edge for edge, one in known.items() if one))
        return Settled(None) if violations(puzzle, board) else Settled(board, known)
    return _Open(puzzle, known, left, tight).problem()


class _Open:
    """The open part of a puzzle as a problem. Its items are the open lines, then the open digits (cell, place), then
    the cells that may be blank. Lines and cells are numbers, for speed.

    `known` is {edge: 1 if drawn, 0 if not} for the lines that are not open, and `left` has the candidates of the cells
    without a clue.
    """

    def __init__(self, puzzle: Puzzle, known: Mapping[Edge, int], left: Candidates, tight: bool):
        self.puzzle, self.known, self.tight = puzzle, known, tight
        self.touch, self.grid = puzzle.touch and not tight, numbered(puzzle.rows, puzzle.columns)
        self.state = [known.get(edge) for edge in puzzle.edges]
        self.edges = [number for number, state in enumerate(self.state) if state is None]
        self.item = {number: item for item, number in enumerate(self.edges)}
        self.sure = [number for number, state in enumerate(self.state) if state]
        clues = {cell: frozenset((letter,)) for cell, letter in puzzle.clues}
        self.letters = [clues.get(cell) or left[cell] for cell in puzzle.cells]
        self.keys: list[Any] = [puzzle.edges[number] for number in self.edges]
        self.digits = self._digits()

    def problem(self) -> Problem:
        families = (self._lines, self._joined, self._blocks, self._corners)
        constraints = [constraint for family in families for constraint in family()]
        return Problem(
            self.keys,
            len(self.edges),
            constraints,
            decode=lambda ones: Solution.of(self.puzzle, (self.puzzle.edges[line] for line in self._drawn(ones))),
            known=self.known,
            violated=self._violated,
            lacks=lacking(self.puzzle),
        )

    def _drawn(self, ones: Sequence[int]) -> list[int]:
        return [*self.sure, *(self.edges[item] for item in ones if item < len(self.edges))]

    def _digits(self) -> list[list[int]]:
        """Return the digits of each cell's number. Each digit is an item, or ZERO or ONE if it is the same for all
        possible letters."""
        number = {letter: index for index, letter in enumerate(self.puzzle.pairs)}
        places, found = range((len(number) - 1).bit_length()), list[list[int]]()
        agreed: dict[frozenset, list[int]] = {}
        for own in {*self.letters}:
            seen = [{number[letter] >> place & 1 for letter in own if letter != BLANK} for place in places]
            agreed[own] = [0 if len(digits) > 1 else ONE if 1 in digits else ZERO for digits in seen]
        for cell, own in zip(self.puzzle.cells, self.letters, strict=True):
            found.append([*agreed[own]])
            for place, digit in enumerate(agreed[own]):
                if digit == 0:
                    found[-1][place] = len(self.keys)
                    self.keys.append((cell, place))
        return found

    def _lines(self) -> Iterator[Constraint]:
        """(edge, 1) (edge, 2) (edge, 3) (edge, 4) An end has one line; any other cell has two, or none if it is
        blank."""
        for place, at, own in zip(self.puzzle.cells, self.grid.at, self.letters, strict=True):
            items = [self.item[line] for line, _ in at if line in self.item]
            if not items:
                continue
            wanted = 1 if place in self.puzzle.letter else 0 if own == {BLANK} else 2
            wanted -= sum(self.state[line] or 0 for line, _ in at)
            if BLANK in own and len(own) > 1:
                yield Constraint([*items, len(self.keys)], wanted, wanted, [1] * len(items) + [2])
                self.keys.append((place, BLANK))
            else:
                yield Constraint(items, wanted, wanted)

    def _joined(self) -> Iterator[Constraint]:
        """(edge, 5) The numbers of two cells with a line between them have the same digits."""
        for line, (a, b) in enumerate(self.grid.ends):
            if self.state[line] != 0:
                drawn = [self.item[line]] if line in self.item else []
                for one, other in zip(self.digits[a], self.digits[b], strict=True):
                    if one != other:
                        yield from _implied(drawn, one, other)
                        yield from _implied(drawn, other, one)

    def _at_most(self, most: int, lines: Sequence[int], less: Sequence[int] = ()) -> Iterator[Constraint]:
        """Yield the constraint that the number of drawn lines in `lines` is at most `most` plus the number of drawn
        lines in `less`."""
        most += sum(self.state[line] or 0 for line in less) - sum(self.state[line] or 0 for line in lines)
        items, others = ([self.item[line] for line in own if line in self.item] for own in (lines, less))
        if len(items) > most:
            yield Constraint([*items, *others], None, most, [1] * len(items) + [-1] * len(others))

    def _blocks(self) -> Iterator[Constraint]:
        """(lazy) (edge, 7) The lines in a square of 2 x 2 cells do not form a loop. Under `touch: no`, they do not form
        a path that touches itself."""
        for block in self.grid.blocks:
            yield from self._at_most(3 if self.touch else 2, block)

    def _corners(self) -> Iterator[Constraint]:
        """A tight path bends in the lower row of a square of 2 x 2 cells only if a path passes the diagonally opposite
        cell in the upper row. Otherwise, the opposite cell can replace the cell of the bend.

        If a puzzle has a solution, it has a tight one: as long as possible, replace bends in this way, and replace each
        detour between two neighbours on a path by a line.
        """
        for top, right, bottom, left in self.grid.blocks if self.tight else ():
            for side, other in ((left, right), (right, left)):
                (cell,) = {*self.grid.ends[top]} & {*self.grid.ends[other]}
                if self.puzzle.cells[cell] not in self.puzzle.letter:
                    outside = [line for line, _ in self.grid.at[cell] if line not in (top, other)]
                    yield from self._at_most(1, (side, bottom), outside)

    def _violated(self, ones: Sequence[int]) -> Iterator[Constraint]:
        """(lazy) (edge, 7) Not all lines of a loop are drawn. If paths may not touch themselves, and a path has two
        neighbours without a line between them, not all lines of the path between these neighbours are drawn.

        `ones` are the items that are 1 in the candidate.
        """
        drawn = self._drawn(ones)
        closed = [*union_find.closed_walks(drawn, self.grid.ends), *(() if self.touch else self._touching({*drawn}))]
        for walk in closed:
            items = [self.item[line] for line in walk if line in self.item]
            yield Constraint(items, None, len(items) - 1)

    def _touching(self, drawn: Set[int]) -> Iterator[list[int]]:
        """Yield the lines of a path between two of its cells that are neighbours without a line between them."""
        for first, _ in self.puzzle.pairs.values():
            here, walk = first.row * self.puzzle.columns + first.column, list[int]()
            place = {here: 0}  # cell of the path -> the number of lines before it
            while following := [at for at in self.grid.at[here] if at[0] in drawn and at[0] not in walk[-1:]]:
                ((line, here),) = following
                walk.append(line)
                place[here] = len(walk)
                yield from (
                    walk[place[cell] :] for beside, cell in self.grid.at[here] if cell in place and beside not in drawn
                )


def _implied(drawn: list[int], one: int, other: int) -> Iterator[Constraint]:
    """Yield the constraint that the digit `other` is 1 if the digit `one` is 1 and the line `drawn` is drawn. The list
    `drawn` is empty if the line is known to be drawn."""
    if one != ZERO and other != ONE:
        causes, effect = [*drawn, *[one] * (one != ONE)], [other] * (other != ZERO)
        yield Constraint([*causes, *effect], None, len(causes) - 1, [1] * len(causes) + [-1] * len(effect))
