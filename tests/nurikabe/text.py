"""Nurikabe as text: lines of `.`, numbers as 1 to 9 and a to z (10 to 35), and `#` where the sea is."""

from pathlib import Path

from nurikabe.puzzle import SYMBOLS, Puzzle, Solution
from puzzlekit import grid
from puzzlekit.errors import ParseError, validate_args
from puzzlekit.grid import Cell
from puzzlekit.lattice import check_text_sides


def parse(text: str) -> Puzzle:
    """Read a puzzle. Raises ParseError with the line and the column."""
    lines = grid.text_lines(text)
    first = next(iter(lines))
    rows, columns = len(lines), len(lines[first])
    check_text_sides(rows, columns, first)
    read = _cells(lines, [[SYMBOLS] * columns] * rows)
    return Puzzle(rows, columns, tuple((cell, SYMBOLS.index(own)) for cell, own in read.items() if own != "."))


@validate_args(Puzzle)
def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Read a solved or half-filled board of this puzzle. Raises ParseError."""
    read = _cells(grid.text_lines(text), [[f"{own}#" for own in line] for line in str(puzzle).split("\n")])
    return Solution.of(puzzle, (cell for cell, own in read.items() if own == "#"))


def _cells(lines: dict[int, str], allowed: list[list[str]]) -> dict[Cell, str]:
    """The symbol of each cell, which must be one of those allowed there."""
    if len(lines) != len(allowed):
        raise ParseError(f"found {len(lines)} lines, expected {len(allowed)}", line=next(iter(lines)))
    read = {}
    for i, (line, row) in enumerate(lines.items()):
        for j, (symbol, own) in enumerate(zip(row, allowed[i], strict=False)):
            if symbol not in own:
                raise ParseError(f"found {symbol!r}, expected one of {own}", line=line, column=j + 1)
            read[Cell(i, j)] = symbol
        if len(row) != len(allowed[i]):
            raise ParseError(f"found {len(row)} symbols, expected {len(allowed[i])}", line=line)
    return read


FILES = grid.DataFiles("nurikabe", parse, Path(__file__).resolve().parents[1] / "data")
load, names = FILES.load, FILES.names
