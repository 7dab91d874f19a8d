"""The part of a Battleship that `deduce` leaves open, for models that place ships: where a ship can still lie."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from puzzlekit.battleship.deduce import BIT, HULL, SEA, CandidateGrid, refuted
from puzzlekit.battleship.puzzle import PART, PARTS, SINGLE, WATER, Puzzle, Ship, Solution
from puzzlekit.battleship.rules import violations
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell


class Presolved:
    """A puzzle after deduction: the places where ships can lie, or the answer if deduction found it.

    Attributes
    ----------
    infeasible_reason
        Why there is no solution, if deduction proved that.
    board
        The solution, if deduction decided every cell and the board satisfies the rules.
    places
        Where ships can lie.
    parts
        The cells that must hold a ship part.
    """

    infeasible_reason: str | None
    board: Solution | None = None
    places: Sequence[Ship] = ()

    def __init__(self, puzzle: Puzzle, *, deduced: bool = True):
        if not deduced:
            self.infeasible_reason, self.board, given = None, None, puzzle.given
            self.places = [
                ship
                for ship in puzzle.ships
                if all(given.get(cell, kind) in (kind, PART) for cell, kind in ship.parts.items())
            ]
            self.parts = [cell for cell, clue in given.items() if clue != WATER]
            return
        sea = CandidateGrid(puzzle)
        self.infeasible_reason = refuted(sea)
        if self.infeasible_reason:
            return
        if sea.decided:
            board = Solution.of(puzzle, {cell: kinds[0] for cell, kinds in sea.kinds.items()})
            broken = violations(puzzle, board)
            self.infeasible_reason, self.board = (str(broken[0]), None) if broken else (None, board)
            return
        self.places = list(open_places(puzzle, sea))
        self.parts = [cell for cell in puzzle.cells if not sea.left[sea.place(cell)] & SEA]


def open_places(puzzle: Puzzle, sea: CandidateGrid) -> Iterator[Ship]:
    """Yield the places where a ship fits: its cells, the cells around it, and the counts allow the ship."""
    left = sea.left
    for across, step, first, last in ((True, 1, "<", ">"), (False, sea.across, "^", "v")):
        free = _free(puzzle, sea, "row" if across else "column")
        for cell in puzzle.cells:
            place = sea.place(cell)
            if left[place] & BIT[first]:
                room = free[cell.row if across else cell.column]
                for length in _lengths(puzzle, left, place, step, BIT[last], room):
                    yield Ship(cell.row, cell.column, length, across)
    for cell in puzzle.cells:
        if left[sea.place(cell)] & BIT[SINGLE]:
            yield Ship(cell.row, cell.column, 1, True)


def _lengths(puzzle: Puzzle, left: Sequence[int], place: int, step: int, last: int, room: int) -> Iterator[int]:
    """Yield the lengths of ships that can begin in this place. The cells around such a ship need no check: deduction
    has already made sure that they can be water."""
    wanted = {length for length, _ in puzzle.fleet}
    length, new = 1, int(bool(left[place] & SEA))  # cells of the ship that could still be water
    while length < puzzle.fleet[0][0]:
        place, length = place + step, length + 1
        new += bool(left[place] & SEA)
        if new > room:
            return
        if length in wanted and left[place] & last:
            yield length
        if not left[place] & HULL:
            return


def _free(puzzle: Puzzle, sea: CandidateGrid, side: str) -> list[int]:
    """Return for each row or column how many ship parts it can take in addition to its known parts."""
    lines = [(places, count) for label, places, count in sea.lines if label.side == side]
    known = [sum(not sea.left[place] & SEA for place in places) for places, _ in lines]
    return [len(places) if count is None else count - n for (places, count), n in zip(lines, known, strict=True)]


@lru_cache(maxsize=8)
def shown(puzzle: Puzzle) -> Mapping[tuple[Cell, str], list[Ship]]:
    """Return (cell, kind) -> the places of ships that show this kind of part in this cell."""
    found: dict[tuple[Cell, str], list[Ship]] = {(cell, kind): [] for cell in puzzle.cells for kind in PARTS}
    for ship in puzzle.ships:
        for part in ship.parts.items():
            found[part].append(ship)
    return found


@validate_args
def board(puzzle: Puzzle, ships: Iterable[Ship]) -> Solution:
    """Return the board with these ships, and water everywhere else. Where ships overlap, which a model without one of
    its families allows, the cell holds a part of unknown kind (`*`)."""
    held = dict.fromkeys(puzzle.cells, WATER)
    for ship in ships:
        for cell, kind in ship.parts.items():
            held[cell] = kind if held[cell] == WATER else PART
    return Solution.of(puzzle, held)
