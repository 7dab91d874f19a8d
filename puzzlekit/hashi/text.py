"""Hashi as text: pictures, `.has` files of the benchmark, and the files of `data/hashi/`."""

import re

from puzzlekit.core import texts
from puzzlekit.core.errors import ParseError, check_kind, counted
from puzzlekit.core.grid import Edge, Point
from puzzlekit.core.lattice import check_text_sides, number_of, parse_numbers
from puzzlekit.hashi.link import LINKS, NUMBERS
from puzzlekit.hashi.puzzle import BRIDGES, CROSSED, MAX_ISLANDS, Puzzle, Solution, covered, is_down

Numbers = dict[Point, int]


def parse(text: str) -> Puzzle:
    """Return the puzzle in a text, which is a picture, a `.has` file, or an id `7x7m2:3b4...` of Tatham's Bridges.

    A picture has a line for each row: the numbers of islands, and `.` for a place without an island. Addresses and
    files of other sites are read, too; see the module `link`. Their bridges are ignored: use `parse_solution` to read
    the bridges.

    Raises
    ------
    ParseError
        If the text is not a puzzle. The message gives what was found and expected, with line and column.
    """
    return LINKS.parse(text, _parse_picture)


def _parse_picture(lines: dict[int, str]) -> Puzzle:
    if " " in lines[min(lines)].strip():
        return _parse_has(lines)
    rows, columns, found = parse_numbers(lines, NUMBERS, "1 to 8, or '.' for no island")
    return _puzzle(rows, columns, {Point(*place): number for place, number in found.items()}, min(lines))


def _parse_has(lines: dict[int, str]) -> Puzzle:
    """Return the puzzle of a `.has` file: a line with the numbers of rows, columns and islands, then the rows.

    In the rows, 0 means no island.
    """
    (first, header), *body = lines.items()
    if not (found := re.fullmatch(r" *(\d{1,4}) +(\d{1,4}) +(\d{1,5}) *", header, re.ASCII)):
        raise ParseError(f"found {header[:40]!r}, expected the numbers of rows, columns and islands", line=first)
    rows, columns, islands = map(int, found.groups())
    check_text_sides(rows, columns, first)
    if len(body) != rows:
        raise ParseError(f"found {counted(len(body), 'row')}, expected {rows}", line=first)
    number: Numbers = {}
    for i, (line, row) in enumerate(body):
        tokens = list(re.finditer(r"[^ ]+", row))
        if len(tokens) != columns:
            raise ParseError(f"found {counted(len(tokens), 'number')}, expected {columns}", line=line)
        for j, token in enumerate(tokens):
            if token[0] != "0":
                number[Point(i, j)] = number_of(
                    token[0], NUMBERS, "1 to 8, or 0 for no island", line, token.start() + 1
                )
    if len(number) != islands:
        raise ParseError(
            f"found {counted(len(number), 'island')}, expected {islands} as the first line says", line=first
        )
    return _puzzle(rows, columns, number, first)


def _puzzle(rows: int, columns: int, number: Numbers, line: int) -> Puzzle:
    if not 1 <= len(number) <= MAX_ISLANDS:
        raise ParseError(f"found {counted(len(number), 'island')}, expected 1 to {MAX_ISLANDS}", line=line)
    return Puzzle.of(rows, columns, number)


def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Return the board, finished or not, in a text. The text is a picture such as `str(solution)`, or has a format of
    another site.

    Lines of a picture can end early. Raise ParseError if the text does not fit the puzzle.
    """
    check_kind(puzzle, Puzzle)
    if linked := LINKS.read_entries(puzzle, text):
        return linked
    lines = texts.text_lines(text)
    height, width = 2 * puzzle.rows - 1, 2 * puzzle.columns - 1
    first = next(iter(lines))
    if len(lines) > height:
        raise ParseError(f"found {len(lines)} lines, expected {height}", line=first + height)
    for line, row in lines.items():
        if len(row) > width:
            raise ParseError(f"found {counted(len(row), 'symbol')}, expected {width}", line=line, column=width + 1)
    rows = [row.ljust(width, ".") for row in lines.values()]
    rows += ["." * width] * (height - len(rows))
    drawn = {bridge: count for bridge in puzzle.bridges if (count := _count(rows, bridge))}
    _check_symbols(puzzle, rows, drawn, first)
    return Solution.of(puzzle, drawn)


def _count(rows: list[str], bridge: Edge) -> int:
    i, j = next(covered(bridge))
    return BRIDGES[is_down(bridge)].find(rows[i][j]) + 1


def _check_symbols(puzzle: Puzzle, rows: list[str], drawn: dict[Edge, int], first: int) -> None:
    """Raise ParseError if a symbol is misplaced: the rows of the text must equal the picture of the board with the
    bridges `drawn`."""
    expected = str(Solution.of(puzzle, drawn)).split("\n")
    for i, (row, right) in enumerate(zip(rows, expected, strict=True)):
        for j, (symbol, wanted) in enumerate(zip(row, right, strict=True)):
            if symbol != wanted:
                usual = f"{wanted!r}" if wanted not in f".{CROSSED}" else f"{wanted!r} after the bridges read so far"
                raise ParseError(f"found {symbol!r}, expected {usual}", line=first + i, column=j + 1)


FILES = texts.DataFiles("hashi", parse)
load, names = FILES.load, FILES.names
