"""The board of Battleship for the techniques. Cells, counts and places of ships are numbers.

A mask has one bit for each kind of cell. A line is a row or column whose count is not hidden.
"""

from collections.abc import Mapping
from typing import NamedTuple

from puzzlekit.battleship.deduce import AFLOAT, ANY, BIT, SEA
from puzzlekit.battleship.puzzle import SIDES, Puzzle, Ship, line_of
from puzzlekit.battleship.rules import DIAGONALS, next_to
from puzzlekit.core.grid import Cell, Label
from puzzlekit.reasoning.system import Mask, Row

NOWHERE = -1  # the number of a cell that lies off the grid


class Line(NamedTuple):
    """A row or column whose count is `needs`. `number` is its index in `Board.lines`."""

    label: Label
    cells: tuple[int, ...]
    needs: int
    number: int

    @property
    def row(self) -> Row:
        """Return the model's constraint for this count, as (family, index)."""
        return f"count_per_{self.label.side}", self.label


class Place(NamedTuple):
    """A place of a ship, with the numbers of its cells and lines.

    Attributes
    ----------
    parts
        {cell: bit of the kind of its part} for the cells of the ship.
    around
        The cells that touch the ship.
    line
        The row or column along which the ship lies, or None if its count is hidden.
    beside
        Pairs (number of a line, the line's cells that are in `around`, as bits).
    """

    ship: Ship
    parts: Mapping[int, Mask]
    around: tuple[int, ...]
    line: Line | None
    beside: tuple[tuple[int, int], ...]

    def at(self, cell: int) -> Mask:
        """Return the mask of possible kinds of a cell if the ship lies in this place."""
        return self.parts.get(cell, SEA if cell in self.around else ANY)


class Board:
    """The elements of a puzzle as numbers: its cells, its lines, and the places of ships.

    Attributes
    ----------
    sides
        For each cell, the cells on its four sides in the order of SIDES; NOWHERE outside the grid.
    corners
        For each cell, the cells that touch it at a corner.
    lines, places
        The lines and places of ships.
    through, over
        For each cell, the numbers of the lines that contain it (`through`), and of the places that cover it (`over`).
    """

    def __init__(self, puzzle: Puzzle):
        self.puzzle, self.cells = puzzle, puzzle.cells
        number = {cell: index for index, cell in enumerate(self.cells)}
        self.sides = [tuple(number.get(next_to(cell, step), NOWHERE) for step in SIDES) for cell in self.cells]
        diagonals = (*DIAGONALS, *((-down, -right) for down, right in DIAGONALS))
        self.corners = [[number[own] for s in diagonals if (own := next_to(cell, s)) in number] for cell in self.cells]
        self._near = [{*self.corners[c], *self.sides[c]} - {NOWHERE} for c in range(len(self.cells))]
        told = [(label, own, count) for label, own, count in puzzle.lines if count is not None]
        self.lines = [
            Line(one, tuple(number[cell] for cell in own), count, n) for n, (one, own, count) in enumerate(told)
        ]
        self.through: list[list[int]] = [[] for _ in self.cells]
        for line in self.lines:
            for cell in line.cells:
                self.through[cell].append(line.number)
        self._line = {line.label: line for line in self.lines}
        self.places = [self._place(ship, number) for ship in puzzle.ships]
        self.over: list[list[int]] = [[] for _ in self.cells]
        for n, place in enumerate(self.places):
            for cell in place.parts:
                self.over[cell].append(n)

    def _place(self, ship: Ship, number: Mapping[Cell, int]) -> Place:
        parts = {number[cell]: BIT[kind] for cell, kind in ship.parts.items()}
        around = tuple({other for cell in parts for other in self._near[cell]} - parts.keys())
        beside: dict[int, int] = {}
        for cell in around:
            for line in self.through[cell]:
                beside[line] = beside.get(line, 0) | 1 << cell
        return Place(ship, parts, around, self._along(ship), tuple(beside.items()))

    def _along(self, ship: Ship) -> Line | None:
        return self._line.get(Label("row", ship.row) if ship.across else Label("column", ship.column))

    def apart(self, part: int, other: int) -> Row:
        """Return, as (family, index), the model's constraint that at least one of two cells touching at a corner is
        water."""
        one, two = self.cells[part], self.cells[other]
        return "ships_apart", (one, two) if one.column < two.column else (two, one)


def fleet_row(length: int) -> Row:
    """Return the model's constraint, as (family, index), on the number of ships of this length."""
    return "fleet", line_of(length)


def stated(mask: Mask) -> Mask:
    """Extend `mask` to the smallest mask that sentences can name: one kind, AFLOAT (any ship part) or ANY."""
    if mask.bit_count() == 1:
        return mask
    return ANY if mask & SEA else AFLOAT
