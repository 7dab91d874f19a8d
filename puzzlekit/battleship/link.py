"""Battleship on other sites: addresses and files of puzz.link.

The npm package pzpr does not support Battleship, so no test compares this module with an independent reader. The format
follows the source code of puzz.link. In a manual test, puzz.link read all 200 links from this module. The rules are the
same: ships do not touch, the counts hold, and the fleet is complete. A part `?` on puzz.link can have any kind, like
`*` here. This module rejects ships that are not straight.
"""

import re
from collections import Counter

from puzzlekit.battleship.puzzle import PART, SINGLE, UNKNOWN, WATER, Puzzle, Solution
from puzzlekit.battleship.rules import violations
from puzzlekit.core.errors import ParseError, PuzzleError, counted, shown
from puzzlekit.core.grid import Cell
from puzzlekit.formats import ASKED, PUZZ_LINK, PZPRV3, Board, Link, Links, pzpr

NAME = "battleship"
KINDS = f"{WATER}^v<>#{SINGLE}"  # KINDS[number on puzz.link]; from 7 on, the numbers are corners of bent ships
FLEETS = {"c": {1: 3, 2: 2, 3: 1}, "d": {1: 4, 2: 3, 3: 2, 4: 1}, "e": {1: 5, 2: 4, 3: 3, 4: 2, 5: 1}}
BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST = len(BASE_36) - 1


def _from_address(found: Link) -> tuple[Puzzle, Solution]:
    _, rows, columns, code = pzpr.split_address(found.body)
    code, _, fleet = code.partition("/")
    outside, code = pzpr.NUMBERS.read(code, columns + rows)
    cells, rest = pzpr.NUMBERS.read(code, rows * columns)
    if rest:
        raise ParseError(f"found {shown(rest)} after {rows} x {columns} cells, expected '/' and the fleet")
    clues = {divmod(place, columns): clue for place, clue in cells.items()}
    counts = {(-1, place) if place < columns else (place - columns, -1): count for place, count in outside.items()}
    return _read(Board(rows, columns, clues | counts), _fleet(fleet.removeprefix("/").split("/")))


def _from_file(found: Link) -> tuple[Puzzle, Solution]:
    file = pzpr.File(found.body)
    rows, columns = file.sides()
    fleet = [file.line()]
    fleet += [file.line() for _ in range(int(fleet[0]) if re.fullmatch(r"\d{1,4}", fleet[0], re.ASCII) else 0)]
    clues = file.clues(rows + 1, columns + 1)
    entries = file.marks(rows, columns, {"#": PART, "+": WATER})
    return _read(Board(rows, columns, {(i - 1, j - 1): clue for (i, j), clue in clues.items()}, entries), _fleet(fleet))


def _piece(width: int, height: int) -> str:
    """Return puzz.link's code of a straight ship: its width, its height, and its cells as bits. Five bits are one
    character."""
    bits = "1" * (width * height) + "0" * (-width * height % 5)
    signs = [BASE_36[int(bits[k : k + 5], 2)] for k in range(0, len(bits), 5)]
    return "".join([BASE_36[width], BASE_36[height], *signs])


PIECES = {_piece(*sides): n for n in range(1, LONGEST + 1) for sides in ((1, n), (n, 1))}


def _fleet(pieces: list[str]) -> dict[int, int]:
    """Return the fleet as {length: number of ships}. `pieces` is a list with the letter of a fleet in FLEETS, or a list
    with the number of ships and the code of each ship. Raise ParseError for any other list."""
    if len(pieces) == 1 and pieces[0] in FLEETS:
        return FLEETS[pieces[0]]
    number, *pieces = [piece for piece in pieces if piece] or [""]
    if not pieces or number != str(len(pieces)):
        told = f"{shown(number)} and {counted(len(pieces), 'ship')}"
        raise ParseError(f"found the fleet {told}, expected {', '.join(FLEETS)}, or a number n and n ships")
    if strangers := [piece for piece in pieces if piece not in PIECES]:
        raise ParseError(f"found the ship {shown(strangers[0])}, expected straight ships of 1 to {LONGEST} cells")
    return Counter(PIECES[piece] for piece in pieces)


def _read(board: Board, fleet: dict[int, int]) -> tuple[Puzzle, Solution]:
    cells = {Cell(*place): clue for place, clue in board.clues.items() if -1 not in place}
    given = {cell: _kind(clue, cell) for cell, clue in cells.items()}
    counts = {place: None if count == ASKED else count for place, count in board.clues.items() if -1 in place}
    puzzle = Puzzle(
        tuple("".join(given.get(Cell(i, j), UNKNOWN) for j in range(board.columns)) for i in range(board.rows)),
        tuple(counts.get((i, -1)) for i in range(board.rows)),
        tuple(counts.get((-1, j)) for j in range(board.columns)),
        tuple(sorted(fleet.items(), reverse=True)),
    )
    return puzzle, Solution.of(puzzle, {Cell(*place): mark for place, mark in board.entries.items()} | given)


def _kind(clue: int | str, cell: Cell) -> str:
    if clue == ASKED:
        return PART
    if int(clue) >= len(KINDS):
        raise ParseError(f"{cell}: found the ship part {clue}, expected a number from 0 to {len(KINDS) - 1}")
    return KINDS[int(clue)]


def _clues(puzzle: Puzzle) -> dict[tuple[int, int], int | str]:
    """Return {(row, column): puzz.link's number for the clue}. A count has -1 as its row or column."""
    found: dict[tuple[int, int], int | str] = {
        (cell.row, cell.column): ASKED if kind == PART else KINDS.index(kind) for cell, kind in puzzle.given.items()
    }
    found |= {(-1, j): count for j, count in enumerate(puzzle.column_counts) if count is not None}
    return found | {(i, -1): count for i, count in enumerate(puzzle.row_counts) if count is not None}


def _pieces(puzzle: Puzzle) -> list[str]:
    """Return the fleet as a list that `_fleet` can read. Raise PuzzleError if a ship is too long for puzz.link."""
    fleet = dict(puzzle.fleet)
    if max(fleet) > LONGEST:
        raise PuzzleError(f"found a ship of {max(fleet)} cells, expected at most {LONGEST} in a puzz.link address")
    usual = [letter for letter, ships in FLEETS.items() if ships == fleet]
    pieces = [_piece(length, 1) for length, number in sorted(fleet.items()) for _ in range(number)]
    return usual or [str(len(pieces)), *pieces]


def _to_address(puzzle: Puzzle, _: Solution | None) -> str:
    clues, (rows, columns), pieces = _clues(puzzle), (puzzle.height, puzzle.width), _pieces(puzzle)
    outside = {j if i < 0 else columns + i: count for (i, j), count in clues.items() if -1 in (i, j)}
    cells = {i * columns + j: clue for (i, j), clue in clues.items() if -1 not in (i, j)}
    code = pzpr.NUMBERS.write(outside, columns + rows) + pzpr.NUMBERS.write(cells, rows * columns)
    return f"{pzpr.ADDRESS}{NAME}/{columns}/{rows}/{code}/{'/' * (len(pieces) == 1)}{'/'.join(pieces)}"


def _to_file(puzzle: Puzzle, solution: Solution | None) -> str:
    size = puzzle.height, puzzle.width
    words = {(i + 1, j + 1): "-" if clue == ASKED else clue for (i, j), clue in _clues(puzzle).items()}
    filled = solution.filled if solution else {}
    marks = {
        (cell.row, cell.column): "+" if kind == WATER else "#"
        for cell, kind in filled.items()
        if cell not in puzzle.given
    }
    ships = pzpr.clue_table(1, sum(number for _, number in puzzle.fleet), {}, silent="0")  # no ship is crossed out
    table = pzpr.clue_table(size[0] + 1, size[1] + 1, words)
    return pzpr.write_file(NAME, *size, _pieces(puzzle), table, pzpr.clue_table(*size, marks), ships)


LINKS = Links(
    Puzzle,
    Solution,
    violations,
    names=(NAME,),
    readers={PUZZ_LINK: _from_address, PZPRV3: _from_file},
    writers={PUZZ_LINK: _to_address, PZPRV3: _to_file},
)
link = LINKS.link
