"""Why no ship of Battleship lies in certain places: the facts and constraints that exclude them.

A ship is found if the kinds of all its cells are known. A ship of the fleet that is not found is missing. A place is
open if a missing ship can lie there. Cells, lines and places are numbers, see `technique_board.Board`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from puzzlekit.battleship.deduce import AFLOAT, ANY, SEA
from puzzlekit.battleship.technique_board import Board, Line, Place, fleet_row
from puzzlekit.core.grid import Label
from puzzlekit.reasoning.system import Fact, Found, Left, Mask, Row

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


class FleetFound(Found):
    """A conclusion that follows because certain places cannot contain a ship.

    `because`, `rows` and `why` (the `Exclusion`) are computed at the first access, because most conclusions are never
    shown to a reader.

    Parameters
    ----------
    others
        The numbers of the places that are excluded.
    own
        (facts, constraints) that the conclusion uses in addition to those that exclude the places.
    """

    __slots__ = ("_own", "_state", "why")
    why: "Exclusion"

    def __init__(
        self,
        board: Board,
        left: Left,
        sea: Sea,
        claim: Mapping[int, Mask],
        others: Sequence[int],
        own: tuple[Sequence[Fact], Sequence[Row]],
        about: Any,
    ):
        self.claim, self.about = claim, about
        self._state, self._own = (board, tuple(left), sea, others), own

    def __getattr__(self, name: str) -> Any:
        if name not in ("because", "rows", "why"):
            raise AttributeError(name)
        why, (facts, rows) = Exclusion(*self._state), self._own
        self.because, self.rows, self.why = (*facts, *why.facts.items()), (*rows, *why.rows), why
        return getattr(self, name)


class Exclusion:
    """The reasons why no ship lies in certain places.

    Attributes
    ----------
    facts
        {cell: mask}: the facts about cells that are used. A greedy choice keeps their number small.
    rows
        The constraints that are used.
    lengths
        The ship lengths for which all ships are found.
    crowded
        The labels of rows and columns in which a ship in an excluded place would leave too few cells for the count.
    """

    def __init__(self, board: Board, left: Left, sea: Sea, others: Sequence[int]):
        self.board, self.left = board, left
        self.facts: dict[int, Mask] = {}
        self.rows: list[Row] = []
        self.lengths: set[int] = set()
        self.crowded: set[Label] = set()
        blocked: dict[int, list[int]] = {}
        for n in others:
            place = board.places[n]
            if place.line and place.line.needs < place.ship.length:
                self.rows.append(("has_room", (place.ship, ())))
            else:
                blocked[n] = [cell for cell, kind in place.parts.items() if not left[cell] & kind]
        for n in [n for n, cells in blocked.items() if not cells]:
            self._without_cells(sea, n)
        lengths = self.lengths
        self._cells({n: own for n, own in blocked.items() if own and board.places[n].ship.length not in lengths})

    def _without_cells(self, sea: Sea, n: int) -> None:
        """Exclude a place although each of its cells allows the ship: all ships of this length are found, or a count
        excludes the place."""
        place = self.board.places[n]
        length = place.ship.length
        if sea.lacking[length] <= 0:
            self.lengths.add(length)
            whole = [self.board.places[m] for m in sea.found[length]]
            whole = whole[: len(whole) + sea.lacking[length]]  # without the surplus ships
            for own in whole:
                self.facts |= own.parts
            self.rows += [*(("whole_ship", own.ship) for own in whole), fleet_row(length)]
            return
        if place.line and self._choose(place.line, place, AFLOAT, place.line.needs + 1 - length, "has_room"):
            return
        for number, bits in place.beside:
            line = self.board.lines[number]
            most = len(line.cells) - line.needs + 1 - bits.bit_count()
            if self._choose(line, place, SEA, most, "leaves_room"):
                self.crowded.add(line.label)
                return

    def _choose(self, line: Line, place: Place, mask: Mask, most: int, family: str) -> bool:
        """Choose `most` known cells of a line that are not part of the place: water cells if `mask` is SEA, or ship
        parts if it is AFLOAT.

        If there are enough such cells, add them to the facts, add the line's constraint of this family, and return
        True. Otherwise return False.
        """
        apart = place.around if mask == SEA else place.parts
        cells = [cell for cell in line.cells if not self.left[cell] & ~mask and cell not in apart]
        cells.sort(key=lambda cell: cell not in self.facts)
        if len(cells) < most:
            return False
        self.facts |= {cell: self.facts.get(cell, mask) for cell in cells[:most]}
        label = (line.label,) if mask == SEA else ()
        self.rows.append((family, (place.ship, *label, tuple(self.board.cells[cell] for cell in cells[:most]))))
        return True

    def _cells(self, blocked: Mapping[int, Sequence[int]]) -> None:
        """Choose cells that exclude all places in `blocked`, which is {place: its cells that exclude a ship there}.

        The choice is a greedy set cover that prefers water. Redundant cells are then removed.
        """
        by_cell: dict[int, list[int]] = {}
        for n, cells in blocked.items():
            for cell in cells:
                by_cell.setdefault(cell, []).append(n)
        chosen: list[int] = []
        waiting = set(blocked)
        while waiting:
            best = max(by_cell, key=lambda c: (len(waiting.intersection(by_cell[c])), self.left[c] == SEA, -c))
            chosen.append(best)
            waiting.difference_update(by_cell[best])
        for cell in chosen[:]:
            if all(any(n in by_cell[c] for c in chosen if c != cell) for n in by_cell[cell]):
                chosen.remove(cell)
        gone: dict[int, Mask] = {}
        for n, cells in blocked.items():
            place = self.board.places[n]
            cell = next(c for c in chosen if c in cells)
            gone[cell] = gone.get(cell, 0) | place.parts[cell]
            self.rows.append(("has_part", (place.ship, self.board.cells[cell])))
        for cell, mask in gone.items():
            kind = self.left[cell] if self.left[cell].bit_count() == 1 else ANY & ~mask
            self.facts[cell] = self.facts.get(cell, ANY) & kind
