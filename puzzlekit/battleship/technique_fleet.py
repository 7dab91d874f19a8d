"""Techniques about the fleet: the cells that the possible places of missing ships share.

Cells, lines and places are numbers, see `technique_board.Board`.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from puzzlekit.battleship.deduce import AFLOAT, ANY, SEA
from puzzlekit.battleship.technique_board import Board, fleet_row, stated
from puzzlekit.battleship.technique_exclusion import FleetFound, Sea, Seas
from puzzlekit.reasoning.system import Fact, Found, Left, Mask, Row, positions

MOST = 5  # the places of a missing ship are compared only if there are at most this many
RULES = ("ship_apart", "has_part")  # constraints on a ship and a cell: around the ship, in the ship


class Told(NamedTuple):
    """Data for a sentence about the open places of a ship: of the ship that covers `cell`, or of the missing ships of a
    length."""

    places: Sequence[int]
    cell: int | None = None
    length: int = 0
    lacking: int = 0  # number of missing ships of this length


class Fleet:
    """The rules about the fleet. The parameter `place` has no meaning here, because these rules use the whole board."""

    def __init__(self, board: Board):
        self.board, self.seas = board, Seas(board)
        self._covers = [sum(1 << cell for cell in place.parts) for place in board.places]

    def _settled(self, left: Left) -> tuple[Left, Sea | None]:
        """If no rule concludes more from the masks without the supposition, return these masks and their state of the
        fleet; else ((), None)."""
        settled = getattr(left, "settled", None)
        return (settled, self.seas.of([*settled])) if settled else ((), None)

    def no_room(self, left: Left, place: None) -> Iterator[Found]:
        """Yield the conclusion "water" for each cell that no ship can cover. If too many ships of a length are found,
        yield this contradiction instead."""
        sea, over = self.seas.of(left), self.board.over
        for length in (length for length, number in sea.lacking.items() if number < 0):
            yield self._too_many(sea, length)
            return
        bare = sea.free
        for n in chain(*sea.found.values(), *sea.open.values()):
            bare &= ~self._covers[n]
        for cell in positions(bare):
            own = (), (("covered", self.board.cells[cell]),)
            yield FleetFound(self.board, left, sea, {cell: SEA}, over[cell], own, Told((), cell))

    def part(self, left: Left, place: None) -> Iterator[Found]:
        """Yield a conclusion for each part of a missing ship: the kinds of cells that all open places of this part's
        ship have in common."""
        sea, (settled, before) = self.seas.of(left), self._settled(left)
        whole = {cell for n in chain(*sea.found.values()) for cell in self.board.places[n].parts}
        every = {*chain(*sea.open.values())}
        gone = {*chain(*before.open.values())} - every if before else set[int]()
        seen: set[tuple[int, ...]] = set()
        for cell, mask in enumerate(left):
            if not mask & SEA and cell not in whole:
                open_ = tuple([n for n in self.board.over[cell] if n in every])
                news = not before or settled[cell] & SEA or not gone.isdisjoint(self.board.over[cell])
                if news and open_ and open_ not in seen:
                    seen.add(open_)
                    own = ((cell, AFLOAT),), (("covered", self.board.cells[cell]),)
                    rest = [n for n in self.board.over[cell] if n not in open_]
                    yield from self._shared(left, sea, [open_], rest, own, Told(open_, cell))

    def longest(self, left: Left, place: None) -> Iterator[Found]:
        """Yield, for each length, the conclusions from the places where the missing ships can still lie.

        Fewer places than missing ships are a contradiction. If there are as many places as missing ships, the ships
        lie in all of them. If one missing ship has a few places, conclude what all of these places have in common.
        """
        sea, (_, before) = self.seas.of(left), self._settled(left)
        for length, number in sea.lacking.items():
            found, open_ = sea.found[length], tuple(sea.open[length])
            few = number > 0 and len(open_) <= (MOST if number == 1 else number)
            if not few or (before and before.found[length] == found and before.open[length] == [*open_]):
                continue
            told, own = Told(open_, None, length, number), ((), (fleet_row(length),))
            rest = [n for n in self.seas.places[length] if n not in found and n not in open_]
            if len(open_) < number:
                yield FleetFound(
                    self.board, left, sea, {0: 0}, self._enough(left, rest, len(open_) + 1 - number), own, told
                )
            else:
                ships = [(n,) for n in open_] if len(open_) == number else [open_]
                yield from self._shared(left, sea, ships, rest, own, told)

    def _enough(self, left: Left, rest: Sequence[int], most: int) -> Sequence[int]:
        """Return the places in `rest` that need a reason for their exclusion. Places with the most contradicting cells
        come first.

        `most` is 0 or negative: the last `-most` places need no reason.
        """
        parts = {n: self.board.places[n].parts.items() for n in rest}
        return sorted(rest, key=lambda n: -sum(not left[cell] & kind for cell, kind in parts[n]))[: most or None]

    def _too_many(self, sea: Sea, length: int) -> Found:
        ships = [self.board.places[n] for n in sea.found[length]][: self.seas.number[length] + 1]
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
        """Yield one conclusion: for each ship in `ships`, the kinds of cells that are the same in all its open places.

        Parameters
        ----------
        ships
            For each ship, its open places.
        rest
            The excluded places.
        own
            (facts, constraints) for the conclusion, in addition to the reasons that exclude places.
        told
            Data for the sentence.
        """
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
