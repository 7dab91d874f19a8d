"""Addresses of f-puzzles, which SudokuPad accepts as well. They hold a grid of cells as JSON, packed by LZ-string."""

from typing import Any

from puzzlekit.core.errors import ParseError, shown
from puzzlekit.core.lattice import MAX_SIDE
from puzzlekit.formats.boards import Board, Place
from puzzlekit.formats.compression import lz_unpack, read_json

# keys that add no constraint to the puzzle
SILENT = {"size", "grid", "title", "author", "ruleset", "solution", "disabledlogic", "truecandidatesoptions"}
SILENT_IN_A_CELL = {"value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "highlight"}


def read(body: str) -> tuple[Board, dict[Place, Any]]:
    """Return (board, regions) of an f-puzzles address, given its packed part `body`. The board includes the player's
    entries. `regions` is {(row, column): region} for the cells that have a region.

    Raises
    ------
    ParseError
        If the address is broken, or the puzzle has other constraints than clues and regions.
    """
    text = lz_unpack(body)
    try:
        puzzle = read_json(text)
        size, grid = puzzle["size"], puzzle["grid"]
        cells = {(i, j): dict(cell) for i, row in enumerate(grid) for j, cell in enumerate(row)}
    except (ValueError, LookupError, TypeError):
        raise ParseError(f"found {shown(text)} in the address, expected the JSON of f-puzzles") from None
    sides = range(size if type(size) is int and 1 <= size <= MAX_SIDE else 0)
    if not sides or cells.keys() != {(i, j) for i in sides for j in sides}:
        raise ParseError(f"found {len(cells)} cells but the size {shown(size)}; expected size x size cells")
    others = [name for name, rule in puzzle.items() if rule and name not in SILENT]
    others += [name for cell in cells.values() for name, rule in cell.items() if rule and name not in SILENT_IN_A_CELL]
    if others:
        raise ParseError(f"found the constraint {shown(others[0])}, expected a puzzle with only clues and regions")
    values = {place: cell["value"] for place, cell in cells.items() if cell.get("value")}
    if wrong := [value for value in values.values() if type(value) is not int or not 1 <= value <= size]:
        raise ParseError(f"found the digit {shown(wrong[0])}, expected 1 to {size}")
    clues = {place: value for place, value in values.items() if cells[place].get("given")}
    return Board(size, size, clues, values), {p: cell["region"] for p, cell in cells.items() if "region" in cell}
