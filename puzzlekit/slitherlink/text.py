"""Slitherlink as text: pictures, ids of Simon Tatham's Loopy, and the files of `data/slitherlink/`."""

import re

from puzzlekit import grid, ids
from puzzlekit.errors import ParseError, counted, takes
from puzzlekit.grid import Cell
from puzzlekit.slitherlink.puzzle import MAX_SIDE, MOST, Puzzle, Solution, middle

EXPECTED = f"0 to {MOST}"


def parse(text: str) -> Puzzle:
    """Read a puzzle: lines of `.` and digits 0 to 4, or an id such as `7x7t0:3b23a1b...` of Tatham's Loopy.

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
    lines = grid.text_lines(text)
    first, *others = lines
    if re.search("[:#]", lines[first]):
        if others:
            raise ParseError("found a second line, expected one id", line=others[0])
        return _parse_id(lines[first], first)
    _check_sides(len(lines), len(lines[first]), first)
    number: dict[Cell, int] = {}
    for i, (line, row) in enumerate(lines.items()):
        if len(row) != len(lines[first]):
            raise ParseError(f"found {counted(len(row), 'symbol')}, expected {len(lines[first])}", line=line)
        for j, symbol in enumerate(row):
            if symbol != ".":
                number[Cell(i, j)] = _number(symbol, f"{EXPECTED}, or '.' for no clue", line, j + 1)
    return Puzzle.of(len(lines), len(lines[first]), number)


def _parse_id(text: str, line: int) -> Puzzle:
    """An id `WxHt0:cells`: letters are runs of cells without a clue, digits are clues."""
    head, body = ids.split(text, line, "7x7t0:3b23a1b")
    found = re.fullmatch(r"(\d{1,4})(?:x(\d{1,4}))?(?:t(\d{1,3}))?(?:d[a-z])?", head, re.ASCII)
    if not found:
        raise ParseError(f"found {head[:40]!r}, expected columns x rows and t0, such as '7x7t0'", line=line)
    if int(found[3] or 0):
        told = f"found 't{found[3]}', another kind of grid, expected 't0': here all cells are squares"
        raise ParseError(told, line=line, column=found.start(3))
    columns, rows = int(found[1]), int(found[2] or found[1])  # as in all ids of the collection, columns come first
    _check_sides(rows, columns, line)
    expected = f"a letter a to z or {EXPECTED}"
    clues = ids.clues(body, rows * columns, line, len(head) + 2, noun="cells", expected=expected)
    number = {Cell(*divmod(place, columns)): _number(own, expected, line, column) for place, own, column in clues}
    return Puzzle.of(rows, columns, number)


def _number(symbol: str, usual: str, line: int, column: int) -> int:
    if not re.fullmatch(rf"[0-{MOST}]", symbol):
        raise ParseError(f"found {symbol!r}, expected {usual}", line=line, column=column)
    return int(symbol)


def _check_sides(rows: int, columns: int, line: int) -> None:
    if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
        found = f"{counted(rows, 'row')} and {counted(columns, 'column')}"
        raise ParseError(f"found {found}, expected 1 to {MAX_SIDE} of each", line=line)


@takes(Puzzle)
def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Read the lattice of a solved or half-drawn board of this puzzle; short lines are padded. Raises ParseError."""
    lines = grid.text_lines(text)
    first = next(iter(lines))
    bare = str(Solution.of(puzzle, ())).split("\n")
    height, width = len(bare), len(bare[0])
    if len(lines) != height:
        raise ParseError(f"found {counted(len(lines), 'line')}, expected {height}", line=first)
    for line, row in lines.items():
        if len(row) > width:
            raise ParseError(f"found {counted(len(row), 'symbol')}, expected {width}", line=line, column=width + 1)
    rows = [row.ljust(width, ".") for row in lines.values()]
    signs = {middle(edge): ("-" if edge.a.row == edge.b.row else "|") for edge in puzzle.edges}
    for i, row in enumerate(rows):
        for j, symbol in enumerate(row):
            allowed = [bare[i][j], *signs.get((i, j), "")]
            if symbol not in allowed:
                usual = " or ".join(map(repr, allowed))
                raise ParseError(f"found {symbol!r}, expected {usual}", line=first + i, column=j + 1)
    return Solution.of(puzzle, (edge for edge in puzzle.edges if rows[middle(edge)[0]][middle(edge)[1]] != "."))


def load(name: str) -> Puzzle:
    """A puzzle of `data/slitherlink/`, by its name."""
    return parse(grid.load_text("slitherlink", name))


def names() -> list[str]:
    """The names of the puzzles in `data/slitherlink/`."""
    return grid.list_names("slitherlink")
