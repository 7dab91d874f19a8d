"""Sudoku as data: the puzzle, its solution, their texts, and a checker that knows no solver.

Report, chapter 3. The n x n grid has n boxes of p rows and q columns, n = p q; the digits are 1, ..., n.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from puzzlekit import grid
from puzzlekit.errors import ParseError, PuzzleError
from puzzlekit.grid import Cell

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
MAX_SIZE = len(SYMBOLS) - 1
SQUARES = {4: 16, 9: 81, 16: 256, 25: 625}  # n -> n*n, where boxes are square
Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Geometry:
    """The cells of a grid with boxes of p rows and q columns, and the units that hold each digit once."""

    cells: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    columns: tuple[tuple[Cell, ...], ...]
    boxes: tuple[tuple[Cell, ...], ...]
    peers: Mapping[Cell, tuple[Cell, ...]]


@lru_cache(maxsize=32)
def geometry(p: int, q: int) -> Geometry:
    """The geometry for boxes of p rows and q columns; boxes are numbered row by row."""
    n = p * q
    rows = tuple(tuple(Cell(i, j) for j in range(n)) for i in range(n))
    columns = tuple(zip(*rows, strict=True))
    corners = [(i, j) for i in range(0, n, p) for j in range(0, n, q)]
    boxes = tuple(tuple(rows[i + a][j + b] for a in range(p) for b in range(q)) for i, j in corners)
    seen: dict[Cell, set[Cell]] = {cell: set() for row in rows for cell in row}
    for unit in (*rows, *columns, *boxes):
        for cell in unit:
            seen[cell].update(unit)
    peers = {cell: tuple(sorted(others - {cell})) for cell, others in seen.items()}
    return Geometry(tuple(peers), rows, columns, boxes, peers)


@dataclass(frozen=True)
class Puzzle:
    """A Sudoku: `clues[row][column]` is a digit, or 0 where the cell is to be filled; boxes have p rows, q columns."""

    clues: Rows
    p: int
    q: int

    def __post_init__(self) -> None:
        _check_digits(self.clues, self.p, self.q)

    @property
    def size(self) -> int:
        """n, the number of rows, columns, boxes and digits."""
        return self.p * self.q

    @property
    def digits(self) -> range:
        """1, ..., n."""
        return range(1, self.size + 1)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return geometry(self.p, self.q).cells

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each row."""
        return geometry(self.p, self.q).rows

    @property
    def columns(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each column."""
        return geometry(self.p, self.q).columns

    @property
    def boxes(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each box."""
        return geometry(self.p, self.q).boxes

    @property
    def given(self) -> dict[Cell, int]:
        """The clues: cell -> digit."""
        return {cell: self.clues[cell.row][cell.column] for cell in self.cells if self.clues[cell.row][cell.column]}

    def __str__(self) -> str:
        return _picture(self.clues, self.p, self.q)


@dataclass(frozen=True)
class Solution:
    """A filled grid, or one that is half filled: `digits[row][column]`, 0 for a cell that holds no single digit."""

    digits: Rows
    p: int
    q: int

    def __post_init__(self) -> None:
        _check_digits(self.digits, self.p, self.q)

    @classmethod
    def of(cls, puzzle: Puzzle, filled: Mapping[Cell, int]) -> "Solution":
        """The grid of this puzzle with these cells filled; the clues are not added."""
        return cls(tuple(tuple(filled.get(cell, 0) for cell in row) for row in puzzle.rows), puzzle.p, puzzle.q)

    @property
    def filled(self) -> dict[Cell, int]:
        """cell -> digit, for the cells that hold one."""
        cells = geometry(self.p, self.q).cells
        return {cell: self.digits[cell.row][cell.column] for cell in cells if self.digits[cell.row][cell.column]}

    def __str__(self) -> str:
        return _picture(self.digits, self.p, self.q)


def _check_digits(rows: Rows, p: int, q: int) -> None:
    if min(p, q) < 1 or not 2 <= p * q <= MAX_SIZE:
        raise PuzzleError(f"found boxes of {p} rows x {q} columns, expected 2 to {MAX_SIZE} cells in a box")
    if len(rows) != p * q or any(len(row) != p * q for row in rows):
        raise PuzzleError(f"found rows of {[len(row) for row in rows]} cells, expected {p * q} rows of {p * q}")
    for i, row in enumerate(rows):
        for j, digit in enumerate(row):
            if type(digit) is not int or not 0 <= digit <= p * q:
                raise PuzzleError(f"{Cell(i, j)}: found {digit!r}, expected 1 to {p * q}, or 0 for an empty cell")


def _picture(rows: Rows, p: int, q: int) -> str:
    header = [] if p == q else [f"boxes: {p}x{q}"]
    return "\n".join(header + ["".join(SYMBOLS[digit] for digit in row) for row in rows])


def parse(text: str) -> Puzzle:
    """Read a puzzle: a picture, one line of n*n symbols, or an id such as `3x3:a7c2...` of Tatham's Solo.

    Raises
    ------
    ParseError
        With the line and the column, what was found and what was expected.
    """
    lines = grid.text_lines(text)
    first = next(iter(lines))
    if len(lines) == 1 and re.search("[:#]", lines[first]) and not lines[first].startswith("boxes"):
        return _parse_id(lines[first], first)
    rows, p, q = _parse_picture(lines)
    return Puzzle(rows, p, q)


def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Read the picture of a filled or half-filled grid of this puzzle. Raises ParseError."""
    rows, p, q = _parse_picture(grid.text_lines(text))
    if (p, q) != (puzzle.p, puzzle.q):
        raise ParseError(f"found boxes of {p}x{q}, expected {puzzle.p}x{puzzle.q} as in the puzzle")
    return Solution(rows, p, q)


def _parse_picture(lines: dict[int, str]) -> tuple[Rows, int, int]:
    first, *others = lines.items()
    if first[1].startswith("boxes"):
        p, q = _parse_header(*first)
        if not others:
            raise ParseError(f"found no rows, expected {p * q} of them", line=first[0] + 1)
        return _parse_rows(others, p * q), p, q
    width = len(first[1])
    n = math.isqrt(width) if not others and width in SQUARES.values() else width
    if n not in SQUARES:
        usual = "4, 9, 16 or 25 (for other sizes, a first line such as 'boxes: 2x3')"
        raise ParseError(f"found {width} symbols, expected {usual}", line=first[0])
    row = first[1]
    rows = [(first[0], row[i : i + n]) for i in range(0, n * n, n)] if width == n * n else [first, *others]
    return _parse_rows(rows, n, one_line=width == n * n), math.isqrt(n), math.isqrt(n)


def _parse_header(line: int, header: str) -> tuple[int, int]:
    found = re.fullmatch(r"boxes: ?(\d{1,3})x(\d{1,3})", header)
    if not found:
        raise ParseError(f"found {header[:40]!r}, expected 'boxes: 2x3' (rows x columns of a box)", line=line)
    p, q = int(found[1]), int(found[2])
    _check_box(p, q, line)
    return p, q


def _check_box(p: int, q: int, line: int) -> None:
    if not (p and q and 2 <= p * q <= MAX_SIZE):
        raise ParseError(f"found boxes of {p} rows x {q} columns, expected 2 to {MAX_SIZE} cells in a box", line=line)


def _parse_rows(lines: list[tuple[int, str]], n: int, *, one_line: bool = False) -> Rows:
    if len(lines) != n:
        raise ParseError(f"found {len(lines)} rows, expected {n}", line=lines[min(len(lines) - 1, n)][0])
    for number, row in lines:
        if len(row) != n:
            raise ParseError(f"found {len(row)} symbols, expected {n}", line=number)
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


def _parse_id(text: str, line: int) -> Puzzle:
    """An id `PxQ:clues`: letters are runs of empty cells, numbers are digits, `_` stands between two numbers."""
    head, mark, body = re.split("([:#])", text, maxsplit=1)
    if mark == "#":
        raise ParseError("found a random seed ('#'), expected the id of a puzzle, such as '3x3:a7c2'", line=line)
    found = re.fullmatch(r"(\d{1,3})(?:x(\d{1,3}))?(\w*)", head, re.ASCII)
    if not found or (found[2] is None and not found[3]):
        raise ParseError(f"found {head[:40]!r}, expected the rows x columns of a box, such as '3x3'", line=line)
    if found[3]:
        kinds = {"x": "diagonals", "j": "jigsaw boxes", "k": "killer cages"}
        kind = next((word for letter, word in kinds.items() if letter in found[3]), None)
        what = f"a variant with {kind}" if kind else f"the parameters {found[3][:20]!r}"
        raise ParseError(
            f"found {what}, expected a plain Sudoku such as '3x3:a7c2'", line=line, column=found.start(3) + 1
        )
    p, q = int(found[1]), int(found[2])  # found out on ids that Solo made: rows of a box come first
    _check_box(p, q, line)
    digits = _parse_runs(body, p * q, line, len(head) + 1)
    n = p * q
    return Puzzle(tuple(tuple(digits[i : i + n]) for i in range(0, n * n, n)), p, q)


def _parse_runs(body: str, n: int, line: int, offset: int) -> list[int]:
    digits: list[int] = []
    for token in re.finditer(r"(?P<run>[a-z])|(?P<number>\d+)|(?P<gap>(?<=\d)_(?=\d))|(?P<other>.)", body):
        column = offset + token.start() + 1
        if token["run"]:
            digits += [0] * (ord(token["run"]) - ord("a") + 1)
        elif token["number"]:
            if len(token["number"]) > 3 or not 1 <= int(token["number"]) <= n:
                raise ParseError(f"found {token['number'][:20]}, expected 1 to {n}", line=line, column=column)
            digits.append(int(token["number"]))
        elif token["other"]:
            usual = "a letter a to z, a number, or '_' between two numbers"
            raise ParseError(f"found {token['other']!r}, expected {usual}", line=line, column=column)
        if len(digits) > n * n:
            raise ParseError(f"found more than {n * n} cells, expected {n * n}", line=line, column=column)
    if len(digits) < n * n:
        raise ParseError(f"found {len(digits)} cells, expected {n * n}", line=line)
    return digits


def load(name: str) -> Puzzle:
    """A puzzle of `data/sudoku/`, by its name."""
    return parse(grid.load_text("sudoku", name))


def names() -> list[str]:
    """The names of the puzzles in `data/sudoku/`."""
    return grid.list_names("sudoku")
