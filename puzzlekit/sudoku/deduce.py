"""Deduction in Sudoku without search: naked and hidden singles.

Candidates are bit masks with one bit for each digit, by the index of a cell in `puzzle.cells`.
"""

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from puzzlekit.core import grid
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Candidates, Cell, Label, Step
from puzzlekit.sudoku.puzzle import SYMBOLS, Puzzle, geometry
from puzzlekit.sudoku.rules import units


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Return the steps that place a digit for a reason, until no single is left or a cell has no digit left.

    Parameters
    ----------
    candidates
        `{cell: frozenset of digits}`; without it, every digit is possible and the clues are the first steps.

    Returns
    -------
    list of Step
        Rules: "keep_clues", "naked_single" (one digit left in a cell), "hidden_single" (one cell left for a digit in a
        row, column or box). A contradiction is the last step: "no_digit_left" in a cell, "no_cell_left" for a digit in
        a unit, or "keep_clues" where a clue contradicts an earlier one.
    """
    checked = None if candidates is None else grid.checked_candidates(candidates, initial_candidates(puzzle))
    return [_step(puzzle, event) for event in CandidateGrid(puzzle, checked).events()]


def initial_candidates(puzzle: Puzzle) -> dict[Cell, frozenset[int]]:
    """Return every digit for every cell."""
    return dict.fromkeys(puzzle.cells, frozenset(puzzle.digits))


def digits(mask: int) -> list[int]:
    """Return the digits in a mask, the smallest first."""
    return [digit for digit in range(1, mask.bit_length() + 1) if mask >> (digit - 1) & 1]


class Event(NamedTuple):
    """A conclusion without its words: a digit (as a mask) for a cell, or in a unit."""

    rule: str
    candidates: dict[int, int]  # index of a cell -> the digits left to it
    cell: int
    digit: int = 0
    unit: Label | None = None


@lru_cache(maxsize=32)
def indices(p: int, q: int) -> tuple[list[list[int]], list[tuple[Label, list[int]]]]:
    """Return the peers of each cell, and the units, with cells as indices."""
    shape, empty = geometry(p, q), Puzzle(((0,) * (p * q),) * (p * q), p, q)
    number = {cell: index for index, cell in enumerate(shape.cells)}
    peers = [[number[other] for other in shape.peers[cell]] for cell in shape.cells]
    return peers, [(unit, [number[cell] for cell in cells]) for unit, cells in units(empty)]


class CandidateGrid:
    """The digits that are left to each cell, while singles exclude more of them."""

    def __init__(self, puzzle: Puzzle, candidates: Candidates | None = None):
        self.puzzle = puzzle
        self.peers, self.units = indices(puzzle.p, puzzle.q)
        every = (1 << puzzle.size) - 1
        known = (None if candidates is None else candidates[cell] for cell in puzzle.cells)
        self.left = [every if own is None else sum(1 << (digit - 1) for digit in own) for own in known]
        clues = [] if candidates is not None else [digit for row in puzzle.clues for digit in row]
        self.given = {index: 1 << (digit - 1) for index, digit in enumerate(clues) if digit}
        self.placed = [False] * len(self.left)
        self.naked: list[int] = []  # cells that went down to one digit

    @property
    def decided(self) -> dict[Cell, int]:
        """cell -> digit, for the cells that have one digit left."""
        pairs = zip(self.puzzle.cells, self.left, strict=True)
        return {cell: mask.bit_length() for cell, mask in pairs if mask.bit_count() == 1}

    def events(self) -> Iterator[Event]:
        """Place singles until no single is left, or a cell has no digit or a digit no cell; yield each conclusion."""
        return grid.propagate(self._clues(), (self._naked_singles, self._hidden_singles))

    def _clues(self) -> Iterator[Event]:
        for cell, digit in self.given.items():
            if self.left[cell] & digit:
                yield from self._place("keep_clues", cell, digit)
            else:
                yield Event("keep_clues", {cell: 0}, cell, digit)
        self.naked = [cell for cell, mask in enumerate(self.left) if mask.bit_count() == 1]
        if not self.given:  # known digits come before their consequences
            for cell in self.naked.copy():
                yield from self._naked_single(cell)
        if not all(self.left):
            empty = self.left.index(0)
            yield Event("no_digit_left", {empty: 0}, empty)

    def _naked_singles(self) -> Iterator[Event]:
        while self.naked:
            yield from self._naked_single(self.naked.pop())

    def _naked_single(self, cell: int) -> Iterator[Event]:
        if not self.placed[cell] and self.left[cell].bit_count() == 1:
            yield from self._place("naked_single", cell, self.left[cell])

    def _hidden_singles(self) -> Iterator[Event]:
        left, placed, every = self.left, self.placed, (1 << self.puzzle.size) - 1
        for unit, cells in self.units:
            once = twice = loose = 0  # digits with a cell left in the unit, with two, with a cell that is not placed
            for cell in cells:
                mask = left[cell]
                twice |= once & mask
                once |= mask
                if not placed[cell]:
                    loose |= mask
            if wanted := loose & ~twice | every & ~once:
                yield from self._only_cells(unit, cells, wanted)

    def _only_cells(self, unit: Label, cells: list[int], wanted: int) -> Iterator[Event]:
        """Place the digits that have one cell left in a unit, or yield the contradiction of a digit without a cell."""
        cell_of = [
            next((cell for cell in cells if self.left[cell] & 1 << (digit - 1)), None) for digit in digits(wanted)
        ]
        for cell, digit in zip(cell_of, digits(wanted), strict=True):
            bit = 1 << (digit - 1)
            if cell is None:
                yield Event("no_cell_left", {cells[0]: 0}, cells[0], bit, unit)
                return
            if not self.placed[cell]:
                yield from self._place("hidden_single", cell, bit, unit)

    def _place(self, rule: str, cell: int, digit: int, unit: Label | None = None) -> Iterator[Event]:
        left = self.left
        changes, left[cell] = {cell: digit}, digit
        for peer in self.peers[cell]:
            if left[peer] & digit:
                changes[peer] = left[peer] = left[peer] & ~digit
                if left[peer].bit_count() == 1:
                    self.naked.append(peer)
        self.placed[cell] = True
        if all(changes.values()):
            yield Event(rule, changes, cell, digit, unit)
            return
        yield Event(rule, {other: mask for other, mask in changes.items() if mask}, cell, digit, unit)
        yield from (Event("no_digit_left", {other: 0}, other) for other, mask in changes.items() if not mask)


def refuted(pencil: CandidateGrid) -> str | None:
    """Place all singles, and return why there is no solution, or None if singles find no contradiction."""
    last = deque(pencil.events(), maxlen=1)
    return _step(pencil.puzzle, last[0]).message if last and not all(last[0].candidates.values()) else None


def _step(puzzle: Puzzle, event: Event) -> Step:
    cells = puzzle.cells
    left = {cells[index]: frozenset(digits(mask)) for index, mask in event.candidates.items()}
    where = (cells[event.cell],) if event.unit is None else _cells_of(puzzle, event.unit)
    return Step(left, event.rule, where, _message(event, cells[event.cell]))


def _cells_of(puzzle: Puzzle, unit: Label) -> tuple[Cell, ...]:
    return {"row": puzzle.rows, "column": puzzle.columns, "box": puzzle.boxes}[unit.side][unit.index]


def _message(event: Event, cell: Cell) -> str:
    symbol = SYMBOLS[event.digit.bit_length()]
    if event.rule == "keep_clues":
        kept = event.candidates[event.cell]
        return f"{cell} holds {symbol}: it is given" if kept else f"{cell} cannot hold its {symbol}"
    if event.rule == "naked_single":
        return f"{cell} holds {symbol}: no other digit is left"
    if event.rule == "hidden_single":
        return f"{cell} holds {symbol}: no other cell of {event.unit} is left for it"
    return f"{cell} has no digit left" if event.unit is None else f"{event.unit} has no cell left for {symbol}"
