"""Techniques about the fleet: the places where missing ships can lie, and what these places have in common."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from puzzlekit.battleship.deduce import AFLOAT, ANY, SEA
from puzzlekit.battleship.technique_board import Board, Line, Place, fleet_row, stated
from puzzlekit.reasoning.system import Fact, Found, Left, Mask, Row


class Sea(NamedTuple):
    """The state of the fleet: the places of ships found, the places still open, and the missing ships."""

    found: list[int]
    open: list[int]
    lacking: dict[int, int]  # length -> number of missing ships


class Told(NamedTuple):
    """Data for a sentence: the places left for the ship over a cell, or for the ships of a length."""

    places: Sequence[int]
    cell: int | None = None
    length: int = 0
    lacking: int = 0  # missing ships of this length


MOST = 5  # the most places of one ship that are compared
RULES = ("ship_apart", "has_part")  # constraints on a ship and a cell: around the ship, in the ship


class FleetFound(Found):
    """A conclusion from places where no ship can lie. Its reasons are computed on demand, for few of them are shown.

    Parameters
    ----------
    others
        The places that are excluded.
    own
        Facts and constraints of the conclusion other than the reasons that exclude places.
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
        about: Told,
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
    """The reasons why no ship lies in these places: facts, of which none is redundant, and constraints."""

    def __init__(self, board: Board, left: Left, sea: Sea, others: Sequence[int]):
        self.board, self.left = board, left
        self.facts: dict[int, Mask] = {}
        self.rows: list[Row] = []
        self.lengths: set[int] = set()
        self.crowded = False  # whether a place would leave a row or column too few cells
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
        """Exclude a place that its cells allow: all ships of its length are found, or a row or column has no room."""
        place = self.board.places[n]
        length = place.ship.length
        if sea.lacking[length] <= 0:
            self.lengths.add(length)
            whole = [self.board.places[m] for m in sea.found if self.board.places[m].ship.length == length]
            whole = whole[: len(whole) + sea.lacking[length]]  # one ship too many is a contradiction by itself
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
                self.crowded = True
                return

    def _choose(self, line: Line, place: Place, mask: Mask, most: int, family: str) -> bool:
        """Choose `most` cells of a line that are known to be water or parts (`mask`); return whether they suffice."""
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
        """Choose cells that exclude all places, by a greedy set cover that prefers water and drops redundant cells."""
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


class Fleet:
    """Rules about the fleet."""

    def __init__(self, board: Board):
        self.board, self.number = board, dict(board.puzzle.fleet)
        self._parts = []
        for n, place in enumerate(board.places):
            own, line = tuple(place.parts.items()), place.line.number if place.line else -1
            self._parts.append((*own[0], *own[-1], own, n, line, place.beside))
        self._last: tuple[tuple[Mask, ...], Sea] = (), Sea([], [], {})
        self._of = {
            length: [n for n, place in enumerate(board.places) if place.ship.length == length] for length in self.number
        }

    def sea(self, left: Left) -> Sea:
        """Return which ships are found, and where the missing ships can lie."""
        if self._last[0] != (state := tuple(left)):
            self._last = state, self._sea(left)
        return self._last[1]

    def _sea(self, left: Left) -> Sea:
        lines = self.board.lines
        room = [line.needs - sum([not left[c] & SEA for c in line.cells]) for line in lines]
        spare = [len(line.cells) - line.needs - sum([left[c] == SEA for c in line.cells]) for line in lines]
        free = sum([1 << cell for cell, mask in enumerate(left) if mask != SEA])
        found, open_, lacking = [], [], dict(self.number)
        for first, kind, last, other, parts, n, line, crowds in self._parts:
            if left[first] & kind and left[last] & other and all(left[cell] & own for cell, own in parts):
                new = sum([left[cell] & SEA for cell, _ in parts])
                if not new and all(left[cell] == own for cell, own in parts):
                    found.append(n)
                    lacking[len(parts)] -= 1
                elif (line < 0 or new <= room[line]) and all(
                    (free & cells).bit_count() <= spare[beside] for beside, cells in crowds
                ):
                    open_.append(n)
        return Sea(found, [n for n in open_ if lacking[self.board.places[n].ship.length] > 0], lacking)

    def no_room(self, left: Left, place: None) -> Iterator[Found]:
        """Yield water for each cell that no ship can cover; or that too many ships of a length are found."""
        sea, over = self.sea(left), self.board.over
        for length in (length for length, number in sea.lacking.items() if number < 0):
            yield self._too_many(sea, length)
            return
        covered = {cell for n in (*sea.found, *sea.open) for cell in self.board.places[n].parts}
        for cell, mask in enumerate(left):
            if mask != SEA and cell not in covered:
                own = (), (("covered", self.board.cells[cell]),)
                yield FleetFound(self.board, left, sea, {cell: SEA}, over[cell], own, Told((), cell))

    def part(self, left: Left, place: None) -> Iterator[Found]:
        """Yield what all places of a missing ship have in common, for each known part of such a ship."""
        sea = self.sea(left)
        whole = {cell for n in sea.found for cell in self.board.places[n].parts}
        seen: set[tuple[int, ...]] = set()
        for cell, mask in enumerate(left):
            if not mask & SEA and cell not in whole:
                open_ = tuple(n for n in self.board.over[cell] if n in sea.open)
                if open_ and open_ not in seen:
                    seen.add(open_)
                    own = ((cell, AFLOAT),), (("covered", self.board.cells[cell]),)
                    rest = [n for n in self.board.over[cell] if n not in open_]
                    yield from self._shared(left, sea, [open_], rest, own, Told(open_, cell))

    def longest(self, left: Left, place: None) -> Iterator[Found]:
        """Yield what follows from the places for missing ships of one length: too few, just enough, or partly alike."""
        sea = self.sea(left)
        for length, number in sea.lacking.items():
            found = [n for n in sea.found if n in self._of[length]]
            open_ = tuple(n for n in sea.open if n in self._of[length])
            told, own = Told(open_, None, length, number), ((), (fleet_row(length),))
            rest = [n for n in self._of[length] if n not in found and n not in open_]
            if len(open_) < number:
                yield FleetFound(
                    self.board, left, sea, {0: 0}, self._enough(left, rest, len(open_) + 1 - number), own, told
                )
            elif len(open_) == number:
                yield from self._shared(left, sea, [(n,) for n in open_], rest, own, told)
            elif number == 1 and len(open_) <= MOST:
                yield from self._shared(left, sea, [open_], rest, own, told)

    def _enough(self, left: Left, rest: Sequence[int], most: int) -> Sequence[int]:
        """Return the places that must be excluded, the plainest first; minus `most` places may stay."""
        parts = {n: self.board.places[n].parts.items() for n in rest}
        return sorted(rest, key=lambda n: -sum(not left[cell] & kind for cell, kind in parts[n]))[: most or None]

    def _too_many(self, sea: Sea, length: int) -> Found:
        ships = [self.board.places[n] for n in sea.found if n in self._of[length]][: self.number[length] + 1]
        (first, kind), *facts = [fact for own in ships for fact in own.parts.items()]
        rows = [*(("whole_ship", own.ship) for own in ships), fleet_row(length)]
        return Found({first: ANY & ~kind}, facts, rows, Told((), None, length, -1))

    def _shared(
        self,
        left: Left,
        sea: Sea,
        ships: Sequence[Sequence[int]],
        rest: Sequence[int],
        own: tuple[Sequence[Fact], Sequence[Row]],
        told: Told,
    ) -> Iterator[Found]:
        """Yield what all places left for a ship have in common, for each of these ships."""
        claim: dict[int, Mask] = {}
        rows = [*own[1]]
        for open_ in ships:
            places = [self.board.places[n] for n in open_]
            for cell in (*places[0].parts, *(places[0].around if len(ships) == 1 else ())):
                mask = 0
                for place in places:
                    mask |= place.at(cell)
                if (mask := stated(mask)) != ANY:
                    claim[cell] = claim.get(cell, ANY) & mask
                    rows += [(RULES[cell in p.parts], (p.ship, self.board.cells[cell])) for p in places]
        if any(left[cell] & ~mask for cell, mask in claim.items()):
            yield FleetFound(self.board, left, sea, claim, rest, (own[0], rows), told)
