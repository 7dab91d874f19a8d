"""Slitherlink as text: pictures, and the files of `data/slitherlink/`."""

from puzzlekit.core import texts
from puzzlekit.core.errors import check_kind
from puzzlekit.core.grid import Cell
from puzzlekit.core.lattice import parse_drawn, parse_numbers
from puzzlekit.slitherlink.link import EXPECTED, LINKS, NUMBERS
from puzzlekit.slitherlink.puzzle import Puzzle, Solution


def parse(text: str) -> Puzzle:
    """Read a puzzle: lines of `.` and digits 0 to 4, or an id such as `7x7t0:3b23a1b...` of Tatham's Loopy.

    Addresses and files of other sites are read as well, see `link`. `parse_solution` reads a solution from them.

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
    return LINKS.parse(text, _parse_picture)


def _parse_picture(lines: dict[int, str]) -> Puzzle:
    rows, columns, number = parse_numbers(lines, NUMBERS, f"{EXPECTED}, or '.' for no clue")
    return Puzzle.of(rows, columns, {Cell(*place): own for place, own in number.items()})


def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Read the lattice of a solved or half-drawn board of this puzzle; short lines are padded. Raises ParseError."""
    check_kind(puzzle, Puzzle)
    if linked := LINKS.read_entries(puzzle, text):
        return linked
    return Solution.of(puzzle, parse_drawn(text, str(Solution.of(puzzle, ())), puzzle.edges))


FILES = texts.DataFiles("slitherlink", parse)
load, names = FILES.load, FILES.names
