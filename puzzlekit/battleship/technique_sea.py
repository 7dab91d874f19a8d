"""The state of the fleet for the techniques of Battleship: found ships, missing ships, and places for missing ships.

A ship is found if the kinds of all its cells are known. A ship of the fleet that is not found is missing. A place is
open if a missing ship can lie there. Cells, lines and places are numbers, see `technique_board.Board`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from puzzlekit.battleship.deduce import AFLOAT, ANY, SEA
from puzzlekit.battleship.technique_board import Board, Place
from puzzlekit.reasoning.system import Left

FREE, SURE = (  # {mask of a cell: "1" if the cell can (FREE) or must (SURE) hold a part}, for `bytes.translate`
    bytes(b"01"[own(mask)] for mask in range(256))
    for own in (lambda mask: mask & AFLOAT > 0, lambda mask: not mask & SEA)
)


class Sea(NamedTuple):
    """The state of the fleet.

    Attributes
    ----------
    found, open
        {length: the numbers of the places of found ships, or of the open places}.
    lacking
        {length: number of missing ships}.
    free, sure
        The cells that can hold a part, and those that must, as bits.
    """

    found: dict[int, list[int]]
    open: dict[int, list[int]]
    lacking: dict[int, int]
    free: int
    sure: int


class Seas:
    """The states of the fleet of a board.

    Attributes
    ----------
    number
        {length: number of ships in the fleet}.
    places
        {length: the numbers of all places of a ship of this length}.
    """

    def __init__(self, board: Board):
        self.board, self.number = board, dict(board.puzzle.fleet)
        self.places: dict[int, list[int]] = {length: [] for length in self.number}
        # for each place: its kinds, all kinds, and water, with a byte for each cell; the lines near it, as bits
        self._needs = list[tuple[int, int, int, int]]()
        for n, place in enumerate(board.places):
            self.places[place.ship.length].append(n)
            kinds = sum(kind << 8 * cell for cell, kind in place.parts.items())
            ones = sum(1 << 8 * cell for cell in place.parts)
            near = {line for cell in (*place.parts, *place.around) for line in board.through[cell]}
            self._needs.append((kinds, ANY * ones, SEA * ones, sum(1 << line for line in near)))
        self._lines = [sum(1 << cell for cell in line.cells) for line in board.lines]
        self._last: dict[bool, tuple[Left, Sea]] = {}

    def of(self, left: Left) -> Sea:
        """Return the state of the fleet for these candidates. Cache the last result without a supposition, and the last
        one under a supposition."""
        known = getattr(left, "known", None)
        supposed = known is not None
        if supposed not in self._last or self._last[supposed][0] != left:
            self._last[supposed] = [*left], self._sea(left, self.of([*known]) if known else None)
        return self._last[supposed][1]

    def _sea(self, left: Left, before: Sea | None) -> Sea:
        """Return the state of the fleet. `before` is the state without the supposition, or None; only its found and
        open places are tested."""
        kinds = bytes(left)
        state, lines = int.from_bytes(kinds, "little"), list(zip(self.board.lines, self._lines, strict=True))
        free, sure = (int(kinds[::-1].translate(digits), 2) for digits in (FREE, SURE))
        room = [line.needs - (sure & own).bit_count() for line, own in lines]
        spare = [(free & own).bit_count() - line.needs for line, own in lines]
        news = free ^ before.free | sure ^ before.sure if before else -1
        changed = sum(1 << line.number for line, own in lines if news & own)
        found, open_, lacking = dict[int, list[int]](), dict[int, list[int]](), dict[int, int]()
        for length, places in self.places.items():
            found[length], open_[length] = [], []
            for n in sorted((*before.found[length], *before.open[length])) if before else places:
                needs, cells, water, near = self._needs[n]
                if not needs & ~state:
                    if state & cells == needs:
                        found[length].append(n)
                    elif not near & changed or self._has_room(self.board.places[n], state & water, free, room, spare):
                        open_[length].append(n)
            lacking[length] = self.number[length] - len(found[length])
            if lacking[length] <= 0:
                open_[length] = []
        return Sea(found, open_, lacking, free, sure)

    @staticmethod
    def _has_room(place: Place, water: int, free: int, room: Sequence[int], spare: Sequence[int]) -> bool:
        """Return whether the counts allow a ship: its new parts, and the water around it."""
        fits = not place.line or water.bit_count() <= room[place.line.number]
        return fits and all((free & bits).bit_count() <= spare[line] for line, bits in place.beside)
