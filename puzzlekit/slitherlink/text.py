"""Slitherlink as text: pictures, ids of Simon Tatham's Loopy, and the files of `data/slitherlink/`."""

import re

from puzzlekit.core import texts
from puzzlekit.core.errors import ParseError, check_kind
from puzzlekit.core.grid import Cell
from puzzlekit.core.lattice import check_text_sides, number_of, parse_drawn, parse_numbers
from puzzlekit.formats import tatham_ids
from puzzlekit.slitherlink.link import LINKS
from puzzlekit.slitherlink.puzzle import MOST, Puzzle, Solution

NUMBERS = {str(number): number for number in range(MOST + 1)}
EXPECTED = f"0 to {MOST}"


def parse(text: str) -> Puzzle:
    """Read a puzzle: lines of `.` and digits 0 to 4, or an id such as `7x7t0:3b23a1b...` of Tatham's Loopy.

    Addresses and files of other sites are read as well, see `link`; entries in them, by `parse_solution`.

    Raises
    ------
    ParseError
        With the line and the column, what was found and what was expected.

    Examples
    --------
    >>> from puzzlekit import slitherlink
    >>> len(slitherlink.parse("3.\\n.2\\n..").edges)
    17
    """
    if linked := LINKS.read(text):
        return linked[0]
    lines = texts.text_lines(text)
    if found := tatham_ids.only_line(lines):
        return _parse_id(*found)
    rows, columns, number = parse_numbers(lines, NUMBERS, f"{EXPECTED}, or '.' for no clue")
    return Puzzle.of(rows, columns, {Cell(*place): own for place, own in number.items()})


def _parse_id(text: str, line: int) -> Puzzle:
    """An id `WxHt0:cells`: letters are runs of cells without a clue, digits are clues."""
    head, body = tatham_ids.split(text, line, "7x7t0:3b23a1b")
    found = re.fullmatch(r"(\d{1,4})(?:x(\d{1,4}))?(?:t(\d{1,3}))?(?:d[a-z])?", head, re.ASCII)
    if not found:
        raise ParseError(f"found {head[:40]!r}, expected columns x rows and t0, such as '7x7t0'", line=line)
    if int(found[3] or 0):
        told = f"found 't{found[3]}', another kind of grid, expected 't0': here all cells are squares"
        raise ParseError(told, line=line, column=found.start(3))
    columns, rows = int(found[1]), int(found[2] or found[1])  # as in all ids of the collection, columns come first
    check_text_sides(rows, columns, line)
    expected = f"a letter a to z or {EXPECTED}"
    clues = tatham_ids.clues(body, rows * columns, line, len(head) + 2, noun="cells", expected=expected)
    number = {
        Cell(*divmod(place, columns)): number_of(own, NUMBERS, expected, line, column) for place, own, column in clues
    }
    return Puzzle.of(rows, columns, number)


def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Read the lattice of a solved or half-drawn board of this puzzle; short lines are padded. Raises ParseError."""
    check_kind(puzzle, Puzzle)
    if linked := LINKS.read_entries(puzzle, text):
        return linked
    return Solution.of(puzzle, parse_drawn(text, str(Solution.of(puzzle, ())), puzzle.edges))


FILES = texts.DataFiles("slitherlink", parse)
load, names = FILES.load, FILES.names
