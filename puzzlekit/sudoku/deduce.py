"""Deduction in Sudoku without search: naked and hidden singles.

In this module a cell is its index in `puzzle.cells`. The candidates of a cell, the digits that are still possible, are
a mask: bit d - 1 is set if digit d is possible. A unit is a row, column or box. The peers of a cell are the other cells
of its units.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from puzzlekit.core import grid
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Candidates, Cell, Step
from puzzlekit.sudoku.puzzle import Puzzle, geometry
from puzzlekit.sudoku.rules import units


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Apply naked and hidden singles while possible, and return each step: a digit in a cell.

    Parameters
    ----------
    candidates
        `{cell: frozenset of digits}` to start from; the clues are then not used. A missing cell has all digits. If
        `candidates` is None, every digit is possible in every cell, and the first steps place the clues.

    Returns
    -------
    list of Step
        The `rule` of a step is "keep_clues", "naked_single" (one digit left in a cell) or "hidden_single" (one cell
        left for a digit in a row, column or box). A contradiction ends the list: "no_digit_left" in a cell,
        "no_cell_left" for a digit in a unit, or "keep_clues" for a clue that contradicts an earlier clue.

    Raises
    ------
    PuzzleError
        If `candidates` has a cell or a digit that the puzzle does not have.
    """
    checked = None if candidates is None else grid.checked_candidates(candidates, initial_candidates(puzzle))
    return [_step(puzzle, event) for event in CandidateGrid(puzzle, checked).events()]


def initial_candidates(puzzle: Puzzle) -> dict[Cell, frozenset[int]]:
    """Return {cell: all digits}, the candidates before any deduction."""
    return dict.fromkeys(puzzle.cells, frozenset(puzzle.digits))


def digits(mask: int) -> list[int]:
    """Return the digits whose bits are set in a mask, in increasing order."""
    return [digit for digit in range(1, mask.bit_length() + 1) if mask >> (digit - 1) & 1]


class Event(NamedTuple):
    """A conclusion about masks. `deduce` converts it to a `Step`.

    Attributes
    ----------
    rule
        The rule's name; see `deduce`.
    candidates
        {cell: mask of its candidates after this conclusion}, for each cell whose candidates change. At a contradiction
        a mask is 0.
    where
        The cells from which the rule draws the conclusion.
    """

    rule: str
    candidates: dict[int, int]
    where: Sequence[int]


@lru_cache(maxsize=32)
def indices(p: int, q: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return two lists for boxes of p rows and q columns: the peers of each cell, and the cells of each unit."""
    shape, empty = geometry(p, q), Puzzle(((0,) * (p * q),) * (p * q), p, q)
    number = {cell: index for index, cell in enumerate(shape.cells)}
    peers = [[number[other] for other in shape.peers[cell]] for cell in shape.cells]
    return peers, [[number[cell] for cell in cells] for _, cells in units(empty)]


class CandidateGrid:
    """The candidates of each cell, and the singles that reduce them.

    Parameters
    ----------
    puzzle
        The puzzle. Its clues are placed by `events`, but only if `candidates` is None.
    candidates
        {cell: digits}: the candidates to start from. If None, every digit is possible in every cell.

    Attributes
    ----------
    left
        The candidates of each cell, as a mask.
    placed
        For each cell whether its digit is already excluded from its peers.
    """

    def __init__(self, puzzle: Puzzle, candidates: Candidates | None = None):
        self.puzzle = puzzle
        self.peers, self.units = indices(puzzle.p, puzzle.q)
        every = (1 << puzzle.size) - 1
        known = (None if candidates is None else candidates[cell] for cell in puzzle.cells)
        self.left = [every if own is None else sum(1 << (digit - 1) for digit in own) for own in known]
        clues = [] if candidates is not None else [digit for row in puzzle.clues for digit in row]
        self.given = {index: 1 << (digit - 1) for index, digit in enumerate(clues) if digit}
        self.placed = [False] * len(self.left)
        self.naked: list[int] = []  # cells with one candidate, whose digit `events` has yet to place

    @property
    def decided(self) -> dict[Cell, int]:
        """Return {cell: digit} for the cells that have only one candidate."""
        pairs = zip(self.puzzle.cells, self.left, strict=True)
        return {cell: mask.bit_length() for cell, mask in pairs if mask.bit_count() == 1}

    def events(self) -> Iterator[Event]:
        """Place the clues, then singles, and yield each conclusion. Stop at a contradiction or when no single is left.

        A contradiction is a cell with no digit left, or a digit with no cell left in a unit.
        """
        return grid.propagate(self._clues(), (self._naked_singles, self._hidden_singles))

    def _clues(self) -> Iterator[Event]:
        for cell, digit in self.given.items():
            if self.left[cell] & digit:
                yield from self._place("keep_clues", cell, digit, (cell,))
            else:
                yield Event("keep_clues", {cell: 0}, (cell,))
        self.naked = [cell for cell, mask in enumerate(self.left) if mask.bit_count() == 1]
        if not self.given:  # digits that are known at the start come before their consequences
            for cell in self.naked.copy():
                yield from self._naked_single(cell)
        if not all(self.left):
            empty = self.left.index(0)
            yield Event("no_digit_left", {empty: 0}, (empty,))

    def _naked_singles(self) -> Iterator[Event]:
        while self.naked:
            yield from self._naked_single(self.naked.pop())

    def _naked_single(self, cell: int) -> Iterator[Event]:
        if not self.placed[cell] and self.left[cell].bit_count() == 1:
            yield from self._place("naked_single", cell, self.left[cell], (cell,))

    def _hidden_singles(self) -> Iterator[Event]:
        left, placed, every = self.left, self.placed, (1 << self.puzzle.size) - 1
        for cells in self.units:
            # masks of the digits that are possible in one or more of these cells (`once`), in two or more (`twice`),
            # and in a cell that is not placed (`loose`)
            once = twice = loose = 0
            for cell in cells:
                mask = left[cell]
                twice |= once & mask
                once |= mask
                if not placed[cell]:
                    loose |= mask
            if wanted := loose & ~twice | every & ~once:
                yield from self._only_cells(cells, wanted)

    def _only_cells(self, cells: list[int], wanted: int) -> Iterator[Event]:
        """Place each digit of the mask `wanted` in its only possible cell among `cells`, which are the cells of a unit.
        Yield a contradiction if a digit has no possible cell."""
        cell_of = [
            next((cell for cell in cells if self.left[cell] & 1 << (digit - 1)), None) for digit in digits(wanted)
        ]
        for cell, digit in zip(cell_of, digits(wanted), strict=True):
            bit = 1 << (digit - 1)
            if cell is None:
                yield Event("no_cell_left", {cells[0]: 0}, cells)
                return
            if not self.placed[cell]:
                yield from self._place("hidden_single", cell, bit, cells)

    def _place(self, rule: str, cell: int, digit: int, where: Sequence[int]) -> Iterator[Event]:
        left = self.left
        changes, left[cell] = {cell: digit}, digit
        for peer in self.peers[cell]:
            if left[peer] & digit:
                changes[peer] = left[peer] = left[peer] & ~digit
                if left[peer].bit_count() == 1:
                    self.naked.append(peer)
        self.placed[cell] = True
        if all(changes.values()):
            yield Event(rule, changes, where)
            return
        yield Event(rule, {other: mask for other, mask in changes.items() if mask}, where)
        yield from (Event("no_digit_left", {other: 0}, (other,)) for other, mask in changes.items() if not mask)


def refuted(pencil: CandidateGrid) -> bool:
    """Place all singles in the grid `pencil`, and return whether a contradiction is found."""
    last = deque(pencil.events(), maxlen=1)
    return bool(last) and not all(last[0].candidates.values())


def _step(puzzle: Puzzle, event: Event) -> Step:
    cells = puzzle.cells
    left = {cells[index]: frozenset(digits(mask)) for index, mask in event.candidates.items()}
    return Step(left, event.rule, tuple(cells[index] for index in event.where))
