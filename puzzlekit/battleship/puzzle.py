"""Battleship Solitaire as data: the puzzle, its ships and its solution.

Report, chapter 4. Ships of given lengths lie on a grid, across or down, and never touch, not even at a corner. Each row
and column has a count beside it: the number of ship parts in this row or column. The contents of some cells are given.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from puzzlekit.core.errors import PuzzleError, check_kind, counted, expect, shown
from puzzlekit.core.grid import Cell, Label

WATER, MIDDLE, SINGLE, PART, UNKNOWN = "~", "#", "o", "*", "."
KINDS = "~<>^v#o"  # Table 4.1 of the report: the kinds of cells k = 0, ..., 6
PARTS = KINDS[1:]  # the kinds of ship parts
SYMBOLS = UNKNOWN + KINDS + PART
WORDS = {
    WATER: "water",
    "<": "left end",
    ">": "right end",
    "^": "top end",
    "v": "bottom end",
    MIDDLE: "middle part",
    SINGLE: "single",
    PART: "ship part",
}
LEFT, RIGHT, UP, DOWN = (0, -1), (0, 1), (-1, 0), (1, 0)
SIDES = (LEFT, RIGHT, UP, DOWN)
OPEN = {"<": (RIGHT,), ">": (LEFT,), "^": (DOWN,), "v": (UP,), MIDDLE: SIDES, PART: SIDES, SINGLE: (), WATER: ()}
"""{kind: the sides of a cell of this kind on which the ship can continue}. From an end, the ship must continue."""
MAX_SIDE = 100  # the largest height and width, in cells; the same limit as in core.lattice
Counts = tuple[int | None, ...]


@lru_cache(maxsize=32)
def cells_of(height: int, width: int) -> tuple[Cell, ...]:
    """Return all cells of a grid, row by row."""
    return tuple(Cell(i, j) for i in range(height) for j in range(width))


def line_of(length: int) -> Label:
    """Return the label for ships of this length in the list of the fleet, shown in messages as "length 3"."""
    return Label("length", length - 1)


@dataclass(frozen=True, order=True, slots=True)
class Ship:
    """A place of a ship: the row and column of its left or top end, its length, and whether it is horizontal
    (`across`).

    A ship of length 1, called a single, is always horizontal.
    """

    row: int
    column: int
    length: int
    across: bool

    @property
    def parts(self) -> Mapping[Cell, str]:
        """Return {cell: kind of its ship part}, from the first cell to the last."""
        return _parts(self)

    def numbers(self) -> tuple[int, int, int, str]:
        """Return (row, column, length, direction) as in messages: row and column are counted from 1."""
        return self.row + 1, self.column + 1, self.length, "across" if self.across else "down"

    def __str__(self) -> str:
        i, j, length, direction = self.numbers()
        return f"ship ({i},{j}) {length} {direction}"


@lru_cache(maxsize=1 << 16)
def _parts(ship: Ship) -> Mapping[Cell, str]:
    if ship.length == 1:
        return {Cell(ship.row, ship.column): SINGLE}
    down, right = (0, 1) if ship.across else (1, 0)
    kinds = ("<" if ship.across else "^") + MIDDLE * (ship.length - 2) + (">" if ship.across else "v")
    return {Cell(ship.row + down * k, ship.column + right * k): kind for k, kind in enumerate(kinds)}


@dataclass(frozen=True)
class Puzzle:
    """A puzzle of Battleship Solitaire. PuzzleError is raised if an attribute has a wrong form or size.

    Attributes
    ----------
    clues
        A string of symbols for each row: `.` no clue, `~` water, `<` `>` `^` `v` ends, `#` middle part, `o` single, `*`
        ship part of unknown kind.
    row_counts, column_counts
        The number of ship parts in each row and column, or None if the count is hidden.
    fleet
        (length, number of ships) pairs, longest first.
    """

    clues: tuple[str, ...]
    row_counts: Counts
    column_counts: Counts
    fleet: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        _check_picture(self.clues)
        _check_counts("row", self.row_counts, self.height)
        _check_counts("column", self.column_counts, self.width)
        _check_fleet(self.fleet, self.height, self.width)

    @property
    def height(self) -> int:
        """Return m, the number of rows."""
        return len(self.clues)

    @property
    def width(self) -> int:
        """Return n, the number of columns."""
        return len(self.clues[0])

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return all cells, row by row."""
        return cells_of(self.height, self.width)

    @property
    def given(self) -> dict[Cell, str]:
        """Return the clues in cells: {cell: symbol}."""
        return _filled(self.clues)

    @property
    def lines(self) -> Iterator[tuple[Label, tuple[Cell, ...], int | None]]:
        """Yield (label, cells, count) for each row, then for each column. A hidden count is None."""
        cells = self.cells
        for i, count in enumerate(self.row_counts):
            yield Label("row", i), cells[i * self.width : (i + 1) * self.width], count
        for j, count in enumerate(self.column_counts):
            yield Label("column", j), cells[j :: self.width], count

    @property
    def ships(self) -> Iterator[Ship]:
        """Yield all places on the grid for ships of the lengths in the fleet. Clues and counts are ignored."""
        for length, _ in self.fleet:
            for across in (True, False)[: 1 + (length > 1)]:
                down, right = (1, length) if across else (length, 1)
                for i in range(self.height - down + 1):
                    for j in range(self.width - right + 1):
                        yield Ship(i, j, length, across)

    @property
    def parts(self) -> int:
        """Return the number of cells that the whole fleet covers."""
        return sum(length * number for length, number in self.fleet)

    def __str__(self) -> str:
        fleet = " ".join(f"{number}x{length}" for length, number in self.fleet)
        rows = [f"{row} {_shown(count)}" for row, count in zip(self.clues, self.row_counts, strict=True)]
        return "\n".join([f"fleet: {fleet}", *rows, " ".join(map(_shown, self.column_counts))])


@dataclass(frozen=True)
class Solution:
    """A full or partly filled grid: a string for each row, with the symbols of `Puzzle.clues`; `.` is an empty cell.

    PuzzleError is raised if rows differ in length or a symbol is unknown.
    """

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_picture(self.rows)

    @classmethod
    def of(cls, puzzle: Puzzle, filled: Mapping[Cell, str]) -> "Solution":
        """Return the grid with the symbols in `filled` and all other cells empty. The puzzle's clues are not added.

        Raise PuzzleError if a key is not a cell of the grid or a value is not a symbol.
        """
        check_kind(puzzle, Puzzle)
        expect(filled, Mapping, "a dict {cell: symbol}")
        if strangers := filled.keys() - set(puzzle.cells):
            last = f"Cell({puzzle.height - 1}, {puzzle.width - 1})"
            raise PuzzleError(f"found {min(strangers, key=str)!r}, expected cells from Cell(0, 0) to {last}")
        symbols = [str(filled.get(cell, UNKNOWN)) for cell in puzzle.cells]
        return cls(tuple("".join(symbols[i : i + puzzle.width]) for i in range(0, len(symbols), puzzle.width)))

    @property
    def filled(self) -> dict[Cell, str]:
        """Return {cell: symbol}, without empty cells."""
        return _filled(self.rows)

    def __str__(self) -> str:
        return "\n".join(self.rows)


def _filled(rows: tuple[str, ...]) -> dict[Cell, str]:
    symbols = zip(cells_of(len(rows), len(rows[0])), "".join(rows), strict=True)
    return {cell: symbol for cell, symbol in symbols if symbol != UNKNOWN}


def _shown(count: int | None) -> str:
    return "?" if count is None else str(count)


def _check_picture(rows: tuple[str, ...]) -> None:
    if not rows or not rows[0]:
        raise PuzzleError(f"found {rows}, expected a tuple with a string of symbols for each row")
    if max(len(rows), len(rows[0])) > MAX_SIDE:
        raise PuzzleError(f"found {len(rows)} x {len(rows[0])} cells, expected at most {MAX_SIDE} x {MAX_SIDE}")
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise PuzzleError(f"row {i + 1}: found {counted(len(row), 'cell')}, expected {len(rows[0])} as in row 1")
        for j, symbol in enumerate(row):
            if symbol not in SYMBOLS:
                raise PuzzleError(f"{Cell(i, j)}: found {symbol!r}, expected one of {' '.join(SYMBOLS)}")


def _check_counts(side: str, counts: Counts, expected: int) -> None:
    if len(counts) != expected:
        raise PuzzleError(f"found the {side} counts {counts}, expected a tuple of {expected}")
    for label, count in zip((Label(side, k) for k in range(expected)), counts, strict=True):
        if count is not None and (type(count) is not int or count < 0):
            raise PuzzleError(f"{label}: found the count {shown(count)}, expected a number, or None for a hidden count")


def _check_fleet(fleet: tuple[tuple[int, int], ...], height: int, width: int) -> None:
    pairs = all(isinstance(pair, tuple) and len(pair) == 2 for pair in fleet)
    if not pairs or not fleet or not all(type(number) is int and number > 0 for pair in fleet for number in pair):
        raise PuzzleError(f"found the fleet {fleet!r:.60}, expected at least one pair (length, number of ships)")
    lengths = [length for length, _ in fleet]
    if lengths != sorted(set(lengths), reverse=True):
        raise PuzzleError(f"found ships of the lengths {lengths}, expected each length once, the longest first")
    if lengths[0] > max(height, width):
        raise PuzzleError(f"found a ship of length {lengths[0]}, expected ships that fit into {height} x {width} cells")
