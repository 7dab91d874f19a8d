"""Slitherlink in the formats of other sites: puzz.link addresses and files, Penpa-edit, Tatham's Loopy.

All sites accept the same solutions. puzz.link also reports "several loops" for lines that are not closed. A clue `?`
has no number and is omitted. This module rejects the variant `f` of puzz.link, in which the loop passes every point.
"""

import re

from puzzlekit.core.errors import ParseError
from puzzlekit.core.grid import Cell
from puzzlekit.core.lattice import check_text_sides, middle, number_of
from puzzlekit.formats import (
    ASKED,
    PENPA,
    PUZZ_LINK,
    PZPRV3,
    TATHAM,
    Board,
    Link,
    Links,
    number,
    penpa,
    pzpr,
    tatham_ids,
)
from puzzlekit.slitherlink.puzzle import MOST, Puzzle, Solution
from puzzlekit.slitherlink.rules import violations

NAMES = ("slither", "slitherlink", "Loopy")  # addresses are written with the first name
NUMBERS = {str(number): number for number in range(MOST + 1)}
EXPECTED = f"0 to {MOST}"


def _from_address(found: Link) -> tuple[Puzzle, Solution]:
    return _read(pzpr.SMALL_NUMBERS.board(found.body))


def _from_file(found: Link) -> tuple[Puzzle, Solution]:
    file = pzpr.File(found.body)
    rows, columns = file.sides()
    file.no_flag()
    clues = file.clues(rows, columns)
    if file.version == "1":
        file.table(rows, columns)  # colours of cells
    return _read(Board(rows, columns, clues, file.drawn(rows, columns, around=True)))


def _from_penpa(found: Link) -> tuple[Puzzle, Solution]:
    return _read(penpa.read_bare(found.body, "slitherlink"))


def _from_id(found: Link) -> tuple[Puzzle, Solution]:
    """Return the puzzle of an id `WxHt0:cells`, and a solution without edges. In the part `cells`, a letter is a run of
    cells without a clue, and a digit is a clue."""
    line = found.line
    head, body = tatham_ids.split(found.body, line, "7x7t0:3b23a1b")
    told = re.fullmatch(r"(\d{1,4})(?:x(\d{1,4}))?(?:t(\d{1,3}))?(?:d[a-z])?", head, re.ASCII)
    if not told:
        raise ParseError(f"found {head[:40]!r}, expected columns x rows and t0, such as '7x7t0'", line=line)
    if int(told[3] or 0):
        what = f"found 't{told[3]}', another type of grid; expected 't0', a grid of squares"
        raise ParseError(what, line=line, column=told.start(3))
    columns, rows = int(told[1]), int(told[2] or told[1])  # columns come first, as in all ids of the collection
    check_text_sides(rows, columns, line)
    expected = f"a letter a to z or {EXPECTED}"
    clues = tatham_ids.clues(body, rows * columns, line, len(head) + 2, noun="cells", expected=expected)
    told_at = {divmod(place, columns): number_of(own, NUMBERS, expected, line, at) for place, own, at in clues}
    return _read(Board(rows, columns, told_at))


def _read(board: Board) -> tuple[Puzzle, Solution]:
    told = {Cell(*place): clue for place, clue in board.clues.items() if clue != ASKED}
    clues = {cell: number(clue, cell) for cell, clue in told.items()}
    puzzle = Puzzle.of(board.rows, board.columns, clues)
    return puzzle, Solution.of(puzzle, (edge for edge in puzzle.edges if middle(edge) in board.entries))


def _board(puzzle: Puzzle, solution: Solution | None) -> Board:
    clues = {(cell.row, cell.column): number for cell, number in puzzle.clues}
    return Board(puzzle.rows, puzzle.columns, clues, pzpr.counts(solution.drawn) if solution else {})


def _to_address(puzzle: Puzzle, _: Solution | None) -> str:
    return pzpr.SMALL_NUMBERS.address(NAMES[0], _board(puzzle, None))


def _to_file(puzzle: Puzzle, solution: Solution | None) -> str:
    board = _board(puzzle, solution)
    rows, columns = size = board.rows, board.columns
    colours = pzpr.clue_table(rows, columns, {}, silent="0")
    lines = pzpr.line_tables(*size, board.entries, around=True)
    return pzpr.write_file(NAMES[0], *size, pzpr.clue_table(*size, board.clues), colours, lines, version=f"{PZPRV3}.1")


def _to_id(puzzle: Puzzle, _: Solution | None) -> str:
    clues = {cell.row * puzzle.columns + cell.column: number for cell, number in puzzle.clues}
    return f"{puzzle.columns}x{puzzle.rows}t0:{tatham_ids.body(clues, puzzle.rows * puzzle.columns)}"


LINKS = Links(
    Puzzle,
    Solution,
    violations,
    names=NAMES,
    readers={PUZZ_LINK: _from_address, PZPRV3: _from_file, PENPA: _from_penpa, TATHAM: _from_id},
    writers={PUZZ_LINK: _to_address, PZPRV3: _to_file, TATHAM: _to_id},
)
link = LINKS.link
