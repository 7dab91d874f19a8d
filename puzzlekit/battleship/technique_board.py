"""The board of Battleship by numbers, for the techniques: cells with masks of kinds, rows, columns, places of ships.

A mask has one bit for each kind of cell. The constraints named here follow from the constraints of the cell model.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from puzzlekit.battleship.deduce import AFLOAT, ANY, BIT, SEA
from puzzlekit.battleship.puzzle import KINDS, OPEN, SIDES, WATER, Puzzle, Ship, line_of
from puzzlekit.battleship.rules import DIAGONALS, next_to
from puzzlekit.core.errors import PuzzleError, shown
from puzzlekit.core.grid import Cell, Label
from puzzlekit.reasoning.system import Mask, Row

NOWHERE = -1  # the number of a cell that lies off the grid
Terms = tuple[dict[Any, dict[Any, int]], float, float, bool]  # element -> {state: coefficient}, bounds, is the sum even


class Line(NamedTuple):
    """A row or column with its count."""

    label: Label
    cells: tuple[int, ...]
    needs: int
    number: int

    @property
    def row(self) -> Row:
        """Return the model's constraint for this count."""
        return f"count_per_{self.label.side}", self.label


class Place(NamedTuple):
    """A place of a ship: the mask of each of its cells, the cells around it, and the line along which the ship lies."""

    ship: Ship
    parts: Mapping[int, Mask]
    around: tuple[int, ...]
    line: Line | None
    beside: tuple[tuple[int, int], ...]  # (number of a line, its cells around the ship as bits)

    def at(self, cell: int) -> Mask:
        """Return the mask of a cell if the ship lies here."""
        return self.parts.get(cell, SEA if cell in self.around else ANY)


class Board:
    """Cells, rows and columns, and places of ships by their numbers."""

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
        """Return the constraint that two cells that touch at a corner do not both hold parts."""
        one, two = self.cells[part], self.cells[other]
        return "ships_apart", (one, two) if one.column < two.column else (two, one)

    @cached_property
    def derived(self) -> Mapping[str, Any]:
        """Return name -> a function that derives the constraint of this name on given cells and places of ships."""
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
        """Return the constraint that a cell holds a part if and only if a ship covers it."""
        return {**_lie(*(s for s in self.puzzle.ships if cell in s.parts)), cell: _part(-1)}, 0, 0, False

    def _has_part(self, pair: tuple[Ship, Cell]) -> Terms:
        """Return the constraint that a ship lies here only if this cell has the right kind."""
        ship, cell = pair
        kind = self._own(ship).parts[cell]
        return {**_lie(ship), cell: {own: -(own == kind) for own in KINDS}}, -1, 0, False

    def _whole_ship(self, ship: Ship) -> Terms:
        """Return the constraint that a ship lies here if all its parts are there."""
        parts = {cell: {own: -(own == kind) for own in KINDS} for cell, kind in self._own(ship).parts.items()}
        return {**_lie(ship), **parts}, 1 - ship.length, 1, False

    def _ship_apart(self, pair: tuple[Ship, Cell]) -> Terms:
        """Return the constraint that a cell beside a ship is water."""
        ship, cell = pair
        if cell not in self._around(self._own(ship)):
            raise PuzzleError(f"found {cell}, expected a cell around {ship}")
        return {**_lie(ship), cell: _part(1)}, 0, 1, False

    def _has_room(self, place: tuple[Ship, tuple[Cell, ...]]) -> Terms:
        """Return the constraint that the line along which a ship lies has room for it beside parts in these cells."""
        ship, cells = place
        line = self._along(self._own(ship))
        if line is None or not {self.cells[n] for n in line.cells} - ship.parts.keys() >= {*cells}:
            raise PuzzleError(f"found {ship}, expected one with these cells in its line, which has a count")
        return {("s", ship): {0: 0, 1: ship.length}, **dict.fromkeys(cells, _part(1))}, 0, line.needs, False

    def _leaves_room(self, place: tuple[Ship, Label, tuple[Cell, ...]]) -> Terms:
        """Return the constraint that water around a ship and in these cells leaves a row or column enough cells."""
        ship, label, cells = place
        line, around = self._line[label], self._around(self._own(ship))
        if not {self.cells[n] for n in line.cells} - around >= {*cells}:
            raise PuzzleError(f"found {ship}, expected one that is not beside these cells")
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
    """Return the constraint that there is water on this side of a part if its ship does not continue there."""
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
    """Return the model's constraint on the ships of this length."""
    return "fleet", line_of(length)


def stated(mask: Mask) -> Mask:
    """Widen a mask to what a sentence can say: one kind (water or a part), any part, or nothing (ANY)."""
    if mask.bit_count() == 1:
        return mask
    return ANY if mask & SEA else AFLOAT
