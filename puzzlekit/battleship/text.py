"""Battleship as text: pictures, and the files of `data/battleship/`."""

import re

from puzzlekit.battleship.link import LINKS
from puzzlekit.battleship.puzzle import MAX_SIDE, SYMBOLS, Puzzle, Solution
from puzzlekit.core import texts
from puzzlekit.core.errors import ParseError, check_kind, counted

FLEET = "'fleet: 1x4 2x3' (number x length)"
MAX_DIGITS = 4


def parse(text: str) -> Puzzle:
    r"""Return the puzzle in a text: a line with the fleet, a line for each row with its count, and a line with the
    column counts.

    Addresses and files of other sites are read, too; see the module `link`. Their entries are ignored: use
    `parse_solution` to read the entries.

    Raises
    ------
    ParseError
        If the text is not a puzzle. The message gives what was found and expected, with line and column.

    Examples
    --------
    >>> parse("fleet: 1x2\n.. 2\n.~ 0\n1 ?").column_counts
    (1, None)
    """
    return LINKS.parse(text, _parse_picture)


def _parse_picture(lines: dict[int, str]) -> Puzzle:
    first, *rows = lines.items()
    fleet = _parse_fleet(*first)
    if not rows:
        raise ParseError("found no rows, expected at least one row and the column counts below", line=first[0] + 1)
    last = rows.pop()
    if not rows:
        raise ParseError("found only one line after the fleet, expected rows, then the column counts", line=last[0])
    cells, counts = zip(*(_parse_row(*row) for row in rows), strict=True)
    _check_cells(rows, cells)
    column_counts = _parse_counts(*last, len(cells[0]))
    longest = max(fleet)
    if longest > max(len(cells), len(cells[0])):
        fits = f"expected ships that fit into {len(cells)} x {len(cells[0])} cells"
        raise ParseError(f"found a ship of length {longest}, {fits}", line=first[0])
    return Puzzle(cells, counts, column_counts, tuple(sorted(fleet.items(), reverse=True)))


def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Return the full or partly filled grid in a text. The text has a line for each row, without counts.

    Addresses and files of other sites are read, too. Raise ParseError if the text does not fit the puzzle.
    """
    check_kind(puzzle, Puzzle)
    if linked := LINKS.read_entries(puzzle, text):
        return linked
    lines = list(texts.text_lines(text).items())
    rows = tuple(row.rstrip() for _, row in lines)
    if len(rows) != puzzle.height:
        line = lines[min(len(lines) - 1, puzzle.height)][0]
        raise ParseError(f"found {counted(len(rows), 'row')}, expected {puzzle.height}", line=line)
    _check_cells(lines, rows, puzzle.width)
    return Solution(rows)


def _parse_fleet(line: int, text: str) -> dict[int, int]:
    """Return the fleet in a line of text as {length: number of ships}. Raise ParseError if the line is not a fleet such
    as `fleet: 1x2`. `line` is the line's number for this error."""
    if not text.startswith("fleet:"):
        raise ParseError(f"found {text[:40]!r}, expected the fleet, such as {FLEET}", line=line)
    fleet: dict[int, int] = {}
    for token in re.finditer(r"\S+", text[len("fleet:") :]):
        column = len("fleet:") + token.start() + 1
        ship = re.fullmatch(rf"(\d{{1,{MAX_DIGITS}}})x(\d{{1,{MAX_DIGITS}}})", token[0])
        number, length = (int(ship[1]), int(ship[2])) if ship else (0, 0)
        if not number or not length:
            raise ParseError(f"found {token[0][:20]!r}, expected ships such as 2x3", line=line, column=column)
        if length in fleet:
            raise ParseError(f"found length {length} twice, expected each length once", line=line, column=column)
        fleet[length] = number
    if not fleet:
        raise ParseError(f"found no ship, expected a fleet such as {FLEET}", line=line)
    return fleet


def _parse_row(line: int, text: str) -> tuple[str, int | None]:
    cells, *rest = text.split() or [""]
    if not cells:
        raise ParseError("found an empty line, expected cells, a space and a count", line=line)
    if len(rest) != 1 or text[0] == " ":
        found = "no count" if not rest else f"{' '.join(rest)[:20]!r}" if text[0] != " " else "a space"
        raise ParseError(f"found {found}, expected cells, a space and the row's count or '?'", line=line)
    return cells, _parse_count(rest[0], line, text.rindex(rest[0]) + 1)


def _parse_counts(line: int, text: str, width: int) -> tuple[int | None, ...]:
    counts = tuple(_parse_count(token[0], line, token.start() + 1) for token in re.finditer(r"\S+", text))
    if len(counts) != width:
        found = counted(len(counts), "column count")
        raise ParseError(f"found {found}, expected {width}, separated by spaces", line=line)
    return counts


def _parse_count(token: str, line: int, column: int) -> int | None:
    if not re.fullmatch(rf"\?|\d{{1,{MAX_DIGITS}}}", token):
        raise ParseError(f"found {token[:20]!r}, expected a count, or '?' for a hidden count", line=line, column=column)
    return None if token == "?" else int(token)


def _check_cells(lines: list[tuple[int, str]], rows: tuple[str, ...], width: int | None = None) -> None:
    expected = width or len(rows[0])
    if max(len(rows), expected) > MAX_SIDE:
        found = f"a grid of {len(rows)} x {expected} cells"
        raise ParseError(f"found {found}, expected at most {MAX_SIDE} x {MAX_SIDE}", line=lines[0][0])
    for (line, _), row in zip(lines, rows, strict=True):
        for column, symbol in enumerate(row, start=1):
            if symbol not in SYMBOLS:
                kinds = " ".join(SYMBOLS)
                raise ParseError(f"found {symbol!r}, expected one of {kinds}", line=line, column=column)
        if len(row) != expected:
            raise ParseError(f"found {counted(len(row), 'cell')}, expected {expected}", line=line)


FILES = texts.DataFiles("battleship", parse)
load, names = FILES.load, FILES.names
