"""Slitherlink as text: pictures, and the files of `data/slitherlink/`."""

from puzzlekit.core import texts
from puzzlekit.core.errors import check_kind
from puzzlekit.core.grid import Cell
from puzzlekit.core.lattice import parse_drawn, parse_numbers
from puzzlekit.slitherlink.link import EXPECTED, LINKS, NUMBERS
from puzzlekit.slitherlink.puzzle import Puzzle, Solution


def parse(text: str) -> Puzzle:
    r"""Return the puzzle in a text, which has lines of `.` and digits 0 to 4, or is an id `7x7t0:3b23a1b...` of
    Tatham's Loopy.

    Addresses and files of other sites are read, too; see the module `link`. Their edges are ignored: use
    `parse_solution` to read the edges.

    Raises
    ------
    ParseError
        If the text is not a puzzle. The message gives what was found and expected, with line and column.

    Examples
    --------
    >>> from puzzlekit import slitherlink
    >>> len(slitherlink.parse("3.\n.2\n..").edges)
    17
    """
    return LINKS.parse(text, _parse_picture)


def _parse_picture(lines: dict[int, str]) -> Puzzle:
    rows, columns, number = parse_numbers(lines, NUMBERS, f"{EXPECTED}, or '.' for no clue")
    return Puzzle.of(rows, columns, {Cell(*place): own for place, own in number.items()})


def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Return the board, finished or not, in a text. The text is a picture such as `str(solution)`, or has a format of
    another site.

    Lines of a picture can end early. Raise ParseError if the text does not fit the puzzle.
    """
    check_kind(puzzle, Puzzle)
    if linked := LINKS.read_entries(puzzle, text):
        return linked
    return Solution.of(puzzle, parse_drawn(text, str(Solution.of(puzzle, ())), puzzle.edges))


FILES = texts.DataFiles("slitherlink", parse)
load, names = FILES.load, FILES.names
