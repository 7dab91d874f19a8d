"""Nurikabe as text: lines of `.`, numbers as 1 to 9 and a to z (10 to 35), and `#` where the sea is."""

from pathlib import Path

from nurikabe.puzzle import SYMBOLS, Puzzle, Solution
from puzzlekit.core import texts
from puzzlekit.core.errors import check_kind
from puzzlekit.core.grid import Cell
from puzzlekit.core.lattice import parse_marked, parse_numbers

NUMBERS = {symbol: number for number, symbol in enumerate(SYMBOLS) if number}


def parse(text: str) -> Puzzle:
    """Read a puzzle. Raises ParseError with the line and the column."""
    rows, columns, number = parse_numbers(texts.text_lines(text), NUMBERS, "1 to 9, a to z, or '.' for no number")
    return Puzzle(rows, columns, tuple((Cell(*place), own) for place, own in number.items()))


def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Read a solved or half-filled board of this puzzle. Raises ParseError."""
    check_kind(puzzle, Puzzle)
    every = {(cell.row, cell.column): "#" for cell in puzzle.beside}
    return Solution.of(puzzle, [Cell(*place) for place in parse_marked(text, str(puzzle), every)])


FILES = texts.DataFiles("nurikabe", parse, Path(__file__).resolve().parents[1] / "data")
load, names = FILES.load, FILES.names
