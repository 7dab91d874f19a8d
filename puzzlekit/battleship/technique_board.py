"""The board of Battleship for the techniques. Cells, counts and places of ships are numbers.

A mask has one bit for each kind of cell. A line is a row or column whose count is not hidden. Derived constraints
follow from the constraints of the cell model; here they are functions that return `Terms`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from puzzlekit.battleship.deduce import AFLOAT, ANY, BIT, SEA
from puzzlekit.battleship.puzzle import KINDS, OPEN, SIDES, WATER, Puzzle, Ship, line_of
from puzzlekit.battleship.rules import DIAGONALS, next_to
from puzzlekit.core.errors import PuzzleError, shown
from puzzlekit.core.grid import Cell, Label
from puzzlekit.reasoning.system import Mask, Row

NOWHERE = -1  # the number of a cell that lies off the grid
Terms = tuple[dict[Any, dict[Any, int]], float, float, bool]  # {element: {state: coefficient}}, bounds, is the sum even


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

    @property
    def derived(self) -> Mapping[str, Any]:
        """Return {name of a derived constraint: function that returns the constraint for given cells and places of
        ships}."""
        return {
            "side_closes": _side_closes,
            "covered": self._covered,
            "has_part": self._has_part,
            "whole_ship": self._whole_ship,
            "ship_apart": self._ship_apart,
            "has_room": self._has_room,
            "leaves_room": self._leaves_room,
        }

    def _covered(self, cell: Cell) -> Terms:
        """Return the derived constraint that a cell contains a part if and only if a ship covers it."""
        return {**_lie(*(s for s in self.puzzle.ships if cell in s.parts)), cell: _part(-1)}, 0, 0, False

    def _has_part(self, pair: tuple[Ship, Cell]) -> Terms:
        """Return the derived constraint for (ship, cell): if the ship lies in its place, the cell has the
        ship's part."""
        ship, cell = pair
        kind = self._own(ship).parts[cell]
        return {**_lie(ship), cell: {own: -(own == kind) for own in KINDS}}, -1, 0, False

    def _whole_ship(self, ship: Ship) -> Terms:
        """Return the derived constraint that a ship lies in its place if all its cells have the ship's parts."""
        parts = {cell: {own: -(own == kind) for own in KINDS} for cell, kind in self._own(ship).parts.items()}
        return {**_lie(ship), **parts}, 1 - ship.length, 1, False

    def _ship_apart(self, pair: tuple[Ship, Cell]) -> Terms:
        """Return the derived constraint for (ship, cell around it): if the ship lies in its place, the cell
        is water."""
        ship, cell = pair
        if cell not in self._around(self._own(ship)):
            raise PuzzleError(f"found {cell}, expected a cell around {ship}")
        return {**_lie(ship), cell: _part(1)}, 0, 1, False

    def _has_room(self, place: tuple[Ship, tuple[Cell, ...]]) -> Terms:
        """Return the derived constraint for (ship, other cells of its line): if the ship lies in its place, its length
        plus the number of parts in these cells is at most the line's count."""
        ship, cells = place
        line = self._along(self._own(ship))
        if line is None or not {self.cells[n] for n in line.cells} - ship.parts.keys() >= {*cells}:
            raise PuzzleError(f"found {ship}, expected a ship in a line with a count, and other cells of this line")
        return {("s", ship): {0: 0, 1: ship.length}, **dict.fromkeys(cells, _part(1))}, 0, line.needs, False

    def _leaves_room(self, place: tuple[Ship, Label, tuple[Cell, ...]]) -> Terms:
        """Return the derived constraint for (ship, label of a line, cells of the line): the water around the ship and
        in these cells leaves enough cells for the line's count."""
        ship, label, cells = place
        line, around = self._line[label], self._around(self._own(ship))
        if not {self.cells[n] for n in line.cells} - around >= {*cells}:
            raise PuzzleError(f"found a cell beside {ship} or outside the line, expected other cells of the line")
        own = len(around & {self.cells[n] for n in line.cells})
        water = {kind: int(kind == WATER) for kind in KINDS}
        return {("s", ship): {0: 0, 1: own}, **dict.fromkeys(cells, water)}, 0, len(line.cells) - line.needs, False

    def _around(self, ship: Ship) -> set[Cell]:
        return {self.cells[n] for place in self.places if place.ship == ship for n in place.around}

    def _own(self, ship: Ship) -> Ship:
        if ship not in self.puzzle.ships:
            raise PuzzleError(f"found {shown(ship)}, expected a ship of the fleet")
        return ship


def _side_closes(pair: tuple[Cell, Cell]) -> Terms:
    """Return the derived constraint for two cells side by side: if the first cell contains a part that is closed on the
    second cell's side, the second cell is water."""
    cell, there = pair
    step = there.row - cell.row, there.column - cell.column
    if step not in SIDES:
        raise PuzzleError(f"found {cell} and {there}, expected cells side by side")
    closed = {kind: int(kind != WATER and step not in OPEN[kind]) for kind in KINDS}
    return {cell: closed, there: _part(1)}, 0, 1, False


def _lie(*ships: Ship) -> dict[Any, dict[Any, int]]:
    return {("s", ship): {0: 0, 1: 1} for ship in ships}


def _part(value: int) -> dict[Any, int]:
    return {kind: value * (kind != WATER) for kind in KINDS}


def fleet_row(length: int) -> Row:
    """Return the model's constraint, as (family, index), on the number of ships of this length."""
    return "fleet", line_of(length)


def stated(mask: Mask) -> Mask:
    """Extend `mask` to the smallest mask that sentences can name: one kind, AFLOAT (any ship part) or ANY."""
    if mask.bit_count() == 1:
        return mask
    return ANY if mask & SEA else AFLOAT
