"""Numberlink as text: pictures, and the files of `data/numberlink/`."""

import re

from puzzlekit.core import texts
from puzzlekit.core.errors import ParseError, PuzzleError, check_kind, counted
from puzzlekit.core.grid import Cell
from puzzlekit.core.lattice import check_text_sides, parse_drawn
from puzzlekit.numberlink.link import LINKS
from puzzlekit.numberlink.puzzle import LETTERS, Puzzle, Solution

OPTION = re.compile(r"(cover|touch): (yes|no)", re.ASCII)


def parse(text: str) -> Puzzle:
    r"""Return the puzzle in a text picture. Its lines have `.` and letters or digits, and each letter or digit is in
    two cells.

    `A` and `a` are different letters. Before the picture, there can be lines `cover: no` (cells may stay empty) and
    `touch: yes` (a path may run beside itself).

    Addresses and files of other sites are read, too; see the module `link`. Drawn lines are ignored: use
    `parse_solution` to read them.

    Raises
    ------
    ParseError
        If the text is not a puzzle. The message gives what was found and expected, with line and column.

    Examples
    --------
    >>> from puzzlekit import numberlink
    >>> numberlink.parse("cover: no\nA.B\n...\nA.B").pairs["B"]
    (Cell(row=0, column=2), Cell(row=2, column=2))
    """
    return LINKS.parse(text, _parse_picture)


def _parse_picture(lines: dict[int, str]) -> Puzzle:
    options: dict[str, bool] = {}
    for number in list(lines):
        if ":" not in lines[number]:
            break
        name, value = _option(lines.pop(number), number)
        if name in options:
            raise ParseError(f"found the line {name} twice, expected it once", line=number)
        options[name] = value
    if not lines:
        raise ParseError("found no picture, expected lines of letters and '.'")
    first = min(lines)
    rows, columns = len(lines), len(lines[first])
    check_text_sides(rows, columns, first)
    letter = _letters(lines, columns)
    try:
        return Puzzle.of(rows, columns, letter, **options)
    except PuzzleError as error:  # a letter in one cell or in three
        raise ParseError(str(error)) from None


def _option(text: str, line: int) -> tuple[str, bool]:
    found = OPTION.fullmatch(text.strip())
    if not found:
        raise ParseError(f"found {text[:40]!r}, expected 'cover: no', 'touch: yes' or a line of cells", line=line)
    return found[1], found[2] == "yes"


def _letters(lines: dict[int, str], columns: int) -> dict[Cell, str]:
    found: dict[Cell, str] = {}
    for i, (line, row) in enumerate(lines.items()):
        for j, symbol in enumerate(row):
            if symbol not in LETTERS and symbol != ".":
                expected = "a letter, a digit, or '.' for an empty cell"
                raise ParseError(f"found {symbol!r}, expected {expected}", line=line, column=j + 1)
            if symbol != ".":
                found[Cell(i, j)] = symbol
        if len(row) != columns:
            raise ParseError(f"found {counted(len(row), 'symbol')}, expected {columns}", line=line)
    return found


def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Return the board, finished or not, in a text. The text is a picture such as `str(solution)`, or has a format of
    another site.

    Lines of a picture can end early. Raise ParseError if the text does not fit the puzzle.
    """
    check_kind(puzzle, Puzzle)
    if linked := LINKS.read_entries(puzzle, text):
        return linked
    return Solution.of(puzzle, parse_drawn(text, str(Solution.of(puzzle, ())), puzzle.edges))


FILES = texts.DataFiles("numberlink", parse)
load, names = FILES.load, FILES.names
