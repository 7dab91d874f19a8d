"""Sudoku as text: pictures, and the files in `data/sudoku/`."""

import math
import re

from puzzlekit.core import texts
from puzzlekit.core.errors import ParseError, check_kind, counted
from puzzlekit.sudoku.link import LINKS
from puzzlekit.sudoku.puzzle import SYMBOLS, Puzzle, Rows, Solution, check_box

SQUARES = {4: 16, 9: 81, 16: 256, 25: 625}  # n -> n*n, for the sizes n with square boxes
CLAIMED = re.compile(r"[0-9.]{71,91}")  # about 81 symbols in one line can only be meant as a Sudoku


def parse(text: str) -> Puzzle:
    """Return the puzzle in a text. The text has a line for each row, or one line of n*n symbols, or is an id
    `3x3:a7c2...` of Tatham's Solo.

    Addresses and files of other sites are read, too; see the module `link`. Their entries are ignored: use
    `parse_solution` to read the entries.

    Raises
    ------
    ParseError
        If the text is not a puzzle. The message gives what was found and expected, with line and column.
    """
    return LINKS.parse(text, lambda lines: Puzzle(*_parse_picture(lines)))


def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Return the full or partly filled grid in a text. The formats are those of `parse`.

    Raise ParseError if the text has none of these formats, or if its boxes differ from the puzzle's boxes.
    """
    check_kind(puzzle, Puzzle)
    if linked := LINKS.read_entries(puzzle, text):
        return linked
    rows, p, q = _parse_picture(texts.text_lines(text))
    if (p, q) != (puzzle.p, puzzle.q):
        raise ParseError(f"found boxes of {p}x{q}, expected {puzzle.p}x{puzzle.q} as in the puzzle")
    return Solution(rows, p, q)


def _parse_picture(lines: dict[int, str]) -> tuple[Rows, int, int]:
    first, *others = lines.items()
    if first[1].startswith("boxes"):
        p, q = _parse_header(*first)
        if not others:
            raise ParseError(f"found no rows, expected {p * q} rows", line=first[0] + 1)
        return _parse_rows(others, p * q), p, q
    width = len(first[1])
    if others and width in SQUARES.values() and width not in SQUARES:
        raise ParseError(f"found a second line, expected one line of {width} symbols", line=others[0][0])
    n = math.isqrt(width) if not others and width in SQUARES.values() else width
    if n not in SQUARES:
        usual = "16, 81, 256 or 625 in one line, or a line for each row"
        usual = "4, 9, 16 or 25 (for other sizes, a first line such as 'boxes: 2x3')" if others else usual
        usual = "the 81 of a Sudoku" if not others and CLAIMED.fullmatch(first[1]) else usual
        raise ParseError(f"found {counted(width, 'symbol')}, expected {usual}", line=first[0])
    row = first[1]
    rows = [(first[0], row[i : i + n]) for i in range(0, n * n, n)] if width == n * n else [first, *others]
    return _parse_rows(rows, n, one_line=width == n * n), math.isqrt(n), math.isqrt(n)


def _parse_header(line: int, header: str) -> tuple[int, int]:
    found = re.fullmatch(r"boxes: ?(\d{1,9})x(\d{1,9})", header)
    if not found:
        raise ParseError(f"found {header[:40]!r}, expected a line such as 'boxes: 2x3' (2 rows x 3 columns)", line=line)
    p, q = int(found[1]), int(found[2])
    check_box(p, q, line)
    return p, q


def _parse_rows(lines: list[tuple[int, str]], n: int, *, one_line: bool = False) -> Rows:
    for number, row in lines:
        if len(row) != n:
            raise ParseError(f"found {counted(len(row), 'symbol')}, expected {n}", line=number)
    if len(lines) != n:
        raise ParseError(f"found {counted(len(lines), 'row')}, expected {n}", line=lines[min(len(lines) - 1, n)][0])
    return tuple(
        tuple(_digit(symbol, n, number, j + 1 + (i * n if one_line else 0)) for j, symbol in enumerate(row))
        for i, (number, row) in enumerate(lines)
    )


def _digit(symbol: str, n: int, line: int, column: int) -> int:
    digit = 0 if symbol == "0" else SYMBOLS.find(symbol)
    if not 0 <= digit <= n:
        usual = f"1 to {n}" if n < 10 else f"1 to 9 or A to {SYMBOLS[n]}"
        raise ParseError(f"found {symbol!r}, expected {usual}, or '.' for an empty cell", line=line, column=column)
    return digit


FILES = texts.DataFiles("sudoku", parse)
load, names = FILES.load, FILES.names
