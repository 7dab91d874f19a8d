"""What `deduce` leaves open of a Battleship, for all who place ships: the places where a ship may still lie."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from puzzlekit.battleship.deduce import BIT, HULL, SEA, CandidateGrid, refuted
from puzzlekit.battleship.puzzle import PART, PARTS, SINGLE, WATER, Puzzle, Ship, Solution
from puzzlekit.battleship.rules import violations
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell


class Presolved:
    """What is left to decide.

    Attributes
    ----------
    infeasible_reason
        Why there is no solution, if that was seen.
    board
        The only board that is left, where nothing is open and it keeps the rules.
    places
        Where ships may lie.
    parts
        The cells that must hold a part of one.
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
    """The places of ships whose cells, and the cells around them, may be what they would be; that overrun no count."""
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
    """The lengths of ships that may begin in this place. Around them may be water, or `sea` would have ruled them
    out."""
    wanted = {length for length, _ in puzzle.fleet}
    length, new = 1, int(bool(left[place] & SEA))  # parts that no one knew of
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
    """How many parts each row or column can take beside those that are known."""
    lines = [(places, count) for label, places, count in sea.lines if label.side == side]
    known = [sum(not sea.left[place] & SEA for place in places) for places, _ in lines]
    return [len(places) if count is None else count - n for (places, count), n in zip(lines, known, strict=True)]


@lru_cache(maxsize=8)
def shown(puzzle: Puzzle) -> Mapping[tuple[Cell, str], list[Ship]]:
    """(cell, kind) -> the places of ships that show this kind of part in this cell."""
    found: dict[tuple[Cell, str], list[Ship]] = {(cell, kind): [] for cell in puzzle.cells for kind in PARTS}
    for ship in puzzle.ships:
        for part in ship.parts.items():
            found[part].append(ship)
    return found


@validate_args
def board(puzzle: Puzzle, ships: Iterable[Ship]) -> Solution:
    """The board on which these ships lie, and water everywhere else. Where ships overlap, as they may if a family was
    left out, there is a part of no kind."""
    held = dict.fromkeys(puzzle.cells, WATER)
    for ship in ships:
        for cell, kind in ship.parts.items():
            held[cell] = kind if held[cell] == WATER else PART
    return Solution.of(puzzle, held)
