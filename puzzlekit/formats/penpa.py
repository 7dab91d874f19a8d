"""Addresses of Penpa-edit that hold a square grid with signs in its cells.

The compressed text after `p=` has these lines: the type of grid and its size, the margins, a mode, the author's drawing
as JSON, the player's drawing, and the numbers of the board's cells, each as the difference from the previous number.
Cells are numbered row by row in a grid that is two cells larger on every side. Points are numbered after all cells, in
the order of the cells: each cell has a point at its lower right corner.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate

from puzzlekit.core.errors import ParseError, shown
from puzzlekit.core.grid import Edge, Point
from puzzlekit.core.lattice import check_text_sides
from puzzlekit.formats.boards import Board, Place
from puzzlekit.formats.compression import inflate, read_json

SHORT = """9 qa Q pu_q A pu_a G grid M edit_mode S surface L line E lineE W wall C cage N number Y symbol P special
    B board R command_redo U command_undo 8 command_replay 1 numberS F freeline 2 freelineE T thermo 3 arrows
    D direction 0 squareframe 5 polygon 4 deletelineE 6 killercages 7 nobulbthermo _ __a"""
# Penpa-edit writes z and a key instead of a name
LONG = {key: f'"{name}"' for key, name in re.findall(r"(\w) (\w+)", SHORT)} | {"O": "null", "Z": "z"}
SILENT = ("number", "lineE", "deletelineE", "command_redo", "command_undo", "command_replay")
AROUND = 2  # hidden cells on each side of the grid
SIGN = re.compile(r"[0-9]{1,3}|[A-Za-z?]", re.ASCII)


def read(body: str, tag: str, kinds: Collection[str] = ("square",)) -> tuple[Board, frozenset[Edge]]:
    """Return (board, edges) of a Penpa-edit address, given its packed part `body`. The board's clues are texts, and the
    edges are lines drawn along the sides of cells.

    Parameters
    ----------
    tag
        The only genre that the puzzle may state. Penpa-edit stores names of genres as tags.
    kinds
        The names of the grid types that are accepted.

    Raises
    ------
    ParseError
        If the address is broken, or if it has other drawings, which could be rules.
    """
    lines = re.sub("z(.)", lambda key: LONG.get(key[1], key[0]), inflate(body)).split("\n")
    try:
        kind, columns, rows = lines[0].split(",")[:3]
        wide, tall = int(columns) + 2 * AROUND, int(rows) + 2 * AROUND
        drawn, steps = read_json(lines[3]), read_json(lines[5])
        centres = [divmod(centre, wide) for centre in accumulate(map(int, steps))]
        signs = {divmod(int(key), wide): str(value[0]).strip() for key, value in drawn["number"].items()}
        sides = [[divmod(int(key) - wide * tall, wide) for key in side.split(",")] for side in drawn.get("lineE", {})]
        others = [name for name, what in drawn.items() if what and name not in SILENT]
        others += [str(name) for name in (read_json(lines[17]) if len(lines) > 17 else ()) if name != tag]
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
        raise ParseError(f"found {shown(lines[0])} in the address, expected a Penpa-edit puzzle") from None
    if kind not in kinds or others:
        told = shown(others[0]) if kind in kinds else f"the grid type {shown(kind)}"
        raise ParseError(f"found {told}, expected a plain puzzle on a square grid, with no other tag than {tag!r}")
    return _board(centres, {cell: sign for cell, sign in signs.items() if sign}, sides)


def read_bare(body: str, tag: str) -> Board:
    """Return the board of a Penpa-edit address with a square grid. See `read` for `tag`. Raises ParseError if the
    address is broken, or if it has lines along the sides of cells or other drawings."""
    board, sides = read(body, tag)
    if sides:
        raise ParseError("found lines along cell sides, expected only clues in the cells")
    return board


def _board(
    centres: Sequence[Place], signs: Mapping[Place, str], sides: Sequence[Sequence[Place]]
) -> tuple[Board, frozenset[Edge]]:
    """Return the board and its edges, with rows and columns counted from the first cell. Each item of `sides` is a pair
    of points, and a point is given as the cell to its upper left."""
    top, left = min(centres, default=(0, 0))
    rows, columns = (len({centre[k] for centre in centres}) for k in (0, 1))
    check_text_sides(rows, columns, 1)
    cells = {(top + i, left + j) for i in range(rows) for j in range(columns)}
    if cells != set(centres):
        raise ParseError("found a board with gaps, expected a full rectangle of cells")
    for cell, sign in signs.items():
        if cell not in cells or not SIGN.fullmatch(sign):
            raise ParseError(f"found the sign {shown(sign)}, expected a number or a letter in a cell")
    clues = {(i - top, j - left): sign for (i, j), sign in signs.items()}
    edges = [Edge(*(Point(i + 1 - top, j + 1 - left) for i, j in side)) for side in sides if len(side) == 2]
    if len(edges) < len(sides) or any(not _is_side(edge) for edge in edges):
        raise ParseError("found a line that is not a side of a cell, expected only borders of boxes")
    return Board(rows, columns, clues), frozenset(edges)


def _is_side(edge: Edge) -> bool:
    return abs(edge.a.row - edge.b.row) + abs(edge.a.column - edge.b.column) == 1
