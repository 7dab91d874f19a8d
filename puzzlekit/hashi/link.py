"""Hashi in the formats of other sites: puzz.link addresses and files, Tatham's Bridges.

All sites accept the same solutions. For an island without bridges, our checker reports that the island is cut off, but
puzz.link reports that it lacks bridges. This module rejects a puzzle with an island `?`, which has no number. A file
stores a bridge as a line in each place that the bridge passes. A bridge is read only if all these places have a line.
"""

import re

from puzzlekit.core.errors import ParseError
from puzzlekit.core.grid import Point
from puzzlekit.core.lattice import check_text_sides, number_of
from puzzlekit.formats import ASKED, PUZZ_LINK, PZPRV3, TATHAM, Board, Link, Links, pzpr, tatham_ids
from puzzlekit.hashi.puzzle import MOST, Puzzle, Solution, covered
from puzzlekit.hashi.rules import violations

NAMES = ("hashi", "hashikake", "bridges", "Bridges")  # this module writes the first in addresses, the second in files
NUMBERS = {str(number): number for number in range(1, MOST + 1)}


def _from_address(found: Link) -> tuple[Puzzle, Solution]:
    return _read(pzpr.NUMBERS.board(found.body))


def _from_file(found: Link) -> tuple[Puzzle, Solution]:
    file = pzpr.File(found.body)
    rows, columns = file.sides()
    return _read(Board(rows, columns, file.clues(rows, columns), file.drawn(rows, columns)))


def _from_id(found: Link) -> tuple[Puzzle, Solution]:
    """Return the puzzle of an id `WxHm2:islands`, and a solution without bridges. In the part `islands`, a letter is a
    run of places without islands, and a digit is an island."""
    line = found.line
    head, body = tatham_ids.split(found.body, line, "7x7m2:3b4")
    told = re.fullmatch(r"(\d{1,4})(?:x(\d{1,4}))?((?:[iedm]\d{1,4}|L)*)", head, re.ASCII)
    if not told:
        raise ParseError(f"found {head[:40]!r}, expected columns x rows and m2, such as '7x7m2'", line=line)
    for option in re.finditer(r"m(\d+)|(L)", told[3]):
        column = told.start(3) + option.start() + 1
        if option[2]:
            what = "found 'L', a variant without loops; expected a puzzle without 'L', such as '7x7m2'"
            raise ParseError(what, line=line, column=column)
        if int(option[1]) != 2:
            what = f"found 'm{option[1]}', expected 'm2': here at most two bridges join two islands"
            raise ParseError(what, line=line, column=column)
    columns, rows = int(told[1]), int(told[2] or told[1])  # columns come first, as in ids that Bridges made
    check_text_sides(rows, columns, line)
    expected = "a letter a to z or 1 to 8"
    clues = tatham_ids.clues(body, rows * columns, line, len(head) + 2, noun="places", expected=expected)
    number = {divmod(place, columns): number_of(own, NUMBERS, expected, line, at) for place, own, at in clues}
    return _read(Board(rows, columns, number))


def _read(board: Board) -> tuple[Puzzle, Solution]:
    if asked := [Point(*place) for place, clue in board.clues.items() if clue == ASKED]:
        raise ParseError(f"{asked[0]}: found an island '?' without a number, expected a number")
    puzzle = Puzzle.of(board.rows, board.columns, {Point(*place): number for place, number in board.clues.items()})
    stretches = {
        bridge: [board.entries.get(place, 0) for place in covered(bridge) if sum(place) % 2]
        for bridge in puzzle.bridges
    }
    return puzzle, Solution.of(puzzle, {bridge: min(counts) for bridge, counts in stretches.items()})


def _board(puzzle: Puzzle, solution: Solution | None) -> Board:
    clues = {(point.row, point.column): number for point, number in puzzle.islands}
    bridges = solution.bridges if solution else ()
    entries = {place: count for bridge, count in bridges for place in covered(bridge)}
    return Board(puzzle.rows, puzzle.columns, clues, entries)


def _to_address(puzzle: Puzzle, _: Solution | None) -> str:
    return pzpr.NUMBERS.address(NAMES[0], _board(puzzle, None))


def _to_file(puzzle: Puzzle, solution: Solution | None) -> str:
    board = _board(puzzle, solution)
    size = board.rows, board.columns
    return pzpr.write_file(NAMES[1], *size, pzpr.clue_table(*size, board.clues), pzpr.line_tables(*size, board.entries))


def _to_id(puzzle: Puzzle, _: Solution | None) -> str:
    clues = {point.row * puzzle.columns + point.column: number for point, number in puzzle.islands}
    return f"{puzzle.columns}x{puzzle.rows}m2:{tatham_ids.body(clues, puzzle.rows * puzzle.columns)}"


LINKS = Links(
    Puzzle,
    Solution,
    violations,
    names=NAMES,
    readers={PUZZ_LINK: _from_address, PZPRV3: _from_file, TATHAM: _from_id},
    writers={PUZZ_LINK: _to_address, PZPRV3: _to_file, TATHAM: _to_id},
)
link = LINKS.link
