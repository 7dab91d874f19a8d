"""The result of deduction for models that place ships: the places in which a ship can still lie."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from puzzlekit.battleship.deduce import BIT, HULL, SEA, CandidateGrid, kinds, refuted
from puzzlekit.battleship.puzzle import PART, PARTS, SINGLE, WATER, Puzzle, Ship, Solution
from puzzlekit.battleship.rules import violations
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell
from puzzlekit.engines.problem import Settled


class Open(NamedTuple):
    """What remains of a puzzle after deduction.

    Attributes
    ----------
    places
        The places in which ships can lie.
    parts
        The cells that must contain a ship part.
    """

    places: Sequence[Ship]
    parts: Sequence[Cell]


def presolved(puzzle: Puzzle) -> Open | Settled:
    """Return what deduction leaves open, or `Settled` if deduction decides every cell or finds a contradiction."""
    sea = CandidateGrid(puzzle)
    if refuted(sea):
        return Settled(None)
    if sea.decided:
        board = Solution.of(puzzle, {cell: kinds(sea.left[sea.place(cell)]) for cell in puzzle.cells})
        return Settled(None if violations(puzzle, board) else board)
    parts = [cell for cell in puzzle.cells if not sea.left[sea.place(cell)] & SEA]
    return Open(list(open_places(puzzle, sea)), parts)


def by_clues(puzzle: Puzzle) -> Open:
    """Return what is open without deduction: only places that contradict a clue are excluded."""
    given = puzzle.given
    places = [
        ship for ship in puzzle.ships if all(given.get(cell, kind) in (kind, PART) for cell, kind in ship.parts.items())
    ]
    return Open(places, [cell for cell, clue in given.items() if clue != WATER])


def open_places(puzzle: Puzzle, sea: CandidateGrid) -> Iterator[Ship]:
    """Yield the places in which a ship of the fleet can lie, according to the candidates in `sea` and the counts."""
    left = sea.left
    for across, step, first, last in ((True, 1, "<", ">"), (False, sea.across, "^", "v")):
        free = _free(sea, "row" if across else "column")
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
    """Yield the possible lengths of ships that begin at a place, an index in `left`, and continue in the direction
    `step`.

    `last` is the bit of the ship's second end. `room` is the number of parts that the row or column of the ship can
    contain in addition to its known parts. The cells around the ship need no check, because deduction has already
    ensured that they can be water.
    """
    wanted = {length for length, _ in puzzle.fleet}
    length, new = 1, int(bool(left[place] & SEA))  # new: how many of the ship's cells can still be water
    while length < puzzle.fleet[0][0]:
        place, length = place + step, length + 1
        new += bool(left[place] & SEA)
        if new > room:
            return
        if length in wanted and left[place] & last:
            yield length
        if not left[place] & HULL:
            return


def _free(sea: CandidateGrid, side: str) -> list[int]:
    """Return, for each row (or column, if `side` is "column"), the number of ship parts that the row can contain in
    addition to its known parts."""
    lines = [(places, count) for label, places, count in sea.lines if label.side == side]
    known = [sum(not sea.left[place] & SEA for place in places) for places, _ in lines]
    return [len(places) if count is None else count - n for (places, count), n in zip(lines, known, strict=True)]


@lru_cache(maxsize=8)
def shown(puzzle: Puzzle) -> Mapping[tuple[Cell, str], list[Ship]]:
    """Return {(cell, kind): places of ships with this kind of part in this cell}. Clues are ignored."""
    found: dict[tuple[Cell, str], list[Ship]] = {(cell, kind): [] for cell in puzzle.cells for kind in PARTS}
    for ship in puzzle.ships:
        for part in ship.parts.items():
            found[part].append(ship)
    return found


@validate_args
def board(puzzle: Puzzle, ships: Iterable[Ship]) -> Solution:
    """Return the board with these ships, and water in all other cells.

    Ships can overlap if a constraint family is omitted. A cell that several ships cover becomes `*`, a part of unknown
    kind.
    """
    held = dict.fromkeys(puzzle.cells, WATER)
    for ship in ships:
        for cell, kind in ship.parts.items():
            held[cell] = kind if held[cell] == WATER else PART
    return Solution.of(puzzle, held)
