"""Sudoku as data: the puzzle and its solution.

Report, chapter 3. The n x n grid has n boxes of p rows and q columns, n = p q; the digits are 1, ..., n.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from puzzlekit.core.errors import ParseError, PuzzleError, called, check_kind, counted, expect, shown
from puzzlekit.core.grid import Cell

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"  # SYMBOLS[digit] is the digit's symbol in texts; "." is an empty cell
MAX_SIZE = len(SYMBOLS) - 1
Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Geometry:
    """The cells, rows, columns and boxes of a grid with boxes of p rows and q columns.

    `peers` is {cell: the other cells of its row, column and box}.
    """

    cells: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    columns: tuple[tuple[Cell, ...], ...]
    boxes: tuple[tuple[Cell, ...], ...]
    peers: Mapping[Cell, tuple[Cell, ...]]


@lru_cache(maxsize=32)
def geometry(p: int, q: int) -> Geometry:
    """Return the geometry for boxes of p rows and q columns. Boxes are numbered row by row."""
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
    """A Sudoku: `clues[row][column]` is a digit, or 0 for an empty cell. Boxes have p rows and q columns.

    PuzzleError is raised if `clues` is not a tuple of n rows with n digits, where n = p q.
    """

    clues: Rows
    p: int
    q: int

    def __post_init__(self) -> None:
        _check_digits(self.clues, self.p, self.q)

    @property
    def size(self) -> int:
        """Return n, the number of rows, columns, boxes and digits."""
        return self.p * self.q

    @property
    def digits(self) -> range:
        """Return the digits 1, ..., n."""
        return range(1, self.size + 1)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return all cells, row by row."""
        return geometry(self.p, self.q).cells

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the cells of each row."""
        return geometry(self.p, self.q).rows

    @property
    def columns(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the cells of each column."""
        return geometry(self.p, self.q).columns

    @property
    def boxes(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the cells of each box."""
        return geometry(self.p, self.q).boxes

    @property
    def given(self) -> dict[Cell, int]:
        """Return the clues as {cell: digit}."""
        return {cell: self.clues[cell.row][cell.column] for cell in self.cells if self.clues[cell.row][cell.column]}

    def __str__(self) -> str:
        return _picture(self.clues, self.p, self.q)


@dataclass(frozen=True)
class Solution:
    """A full or partly filled grid: `digits[row][column]` is a digit, or 0 for an empty cell.

    PuzzleError is raised as for a `Puzzle`. A grid that violates the rules is allowed.
    """

    digits: Rows
    p: int
    q: int

    def __post_init__(self) -> None:
        _check_digits(self.digits, self.p, self.q)

    @classmethod
    def of(cls, puzzle: Puzzle, filled: Mapping[Cell, int]) -> "Solution":
        """Return the grid with the digits in `filled` and all other cells empty. The puzzle's clues are not added.

        Raise PuzzleError if a key is not a cell of the grid or a value is not a digit.
        """
        check_kind(puzzle, Puzzle)
        expect(filled, Mapping, "a dict {cell: digit}")
        if strangers := [key for key in filled if key not in geometry(puzzle.p, puzzle.q).peers]:
            last = puzzle.size - 1
            raise PuzzleError(f"found {strangers[0]!r}, expected cells from Cell(0, 0) to Cell({last}, {last})")
        return cls(tuple(tuple(filled.get(cell, 0) for cell in row) for row in puzzle.rows), puzzle.p, puzzle.q)

    @property
    def filled(self) -> dict[Cell, int]:
        """Return {cell: digit} without empty cells."""
        cells = geometry(self.p, self.q).cells
        return {cell: self.digits[cell.row][cell.column] for cell in cells if self.digits[cell.row][cell.column]}

    def __str__(self) -> str:
        return _picture(self.digits, self.p, self.q)


def check_box(p: int, q: int, line: int | None = None) -> None:
    """Raise PuzzleError unless boxes of p rows and q columns have 2 to MAX_SIZE cells. If the numbers are read from a
    text, they are in the line `line`, and the error is a ParseError."""
    if min(p, q) < 1 or not 2 <= p * q <= MAX_SIZE:
        told = f"found boxes of {counted(p, 'row')} x {counted(q, 'column')}, expected 2 to {MAX_SIZE} cells in a box"
        raise PuzzleError(told) if line is None else ParseError(told, line=line)


def _check_digits(rows: Rows, p: int, q: int) -> None:
    if type(p) is not int or type(q) is not int or not isinstance(rows, tuple):
        raise PuzzleError(
            f"found boxes of {shown(p)} x {shown(q)} and rows as {called(rows)}, expected whole numbers and a "
            "tuple of rows"
        )
    check_box(p, q)
    sizes = [len(row) if isinstance(row, tuple) else called(row) for row in rows]
    if sizes != [p * q] * (p * q):
        raise PuzzleError(f"found rows of {sizes!s:.80} cells, expected {p * q} rows of {p * q} cells")
    for i, row in enumerate(rows):
        for j, digit in enumerate(row):
            if type(digit) is not int or not 0 <= digit <= p * q:
                raise PuzzleError(f"{Cell(i, j)}: found {shown(digit)}, expected 1 to {p * q}, or 0 for an empty cell")


def _picture(rows: Rows, p: int, q: int) -> str:
    header = [] if p == q else [f"boxes: {p}x{q}"]
    return "\n".join(header + ["".join(SYMBOLS[digit] for digit in row) for row in rows])
