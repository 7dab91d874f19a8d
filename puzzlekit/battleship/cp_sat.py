"""Two models of Battleship for Google OR-Tools' CP-SAT: the placement model and the cell model.

Both state the whole puzzle, without prior deduction.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from puzzlekit.battleship.families import board
from puzzlekit.battleship.puzzle import (
    DOWN,
    KINDS,
    MIDDLE,
    OPEN,
    PART,
    PARTS,
    RIGHT,
    SIDES,
    WATER,
    Puzzle,
    Ship,
    Solution,
)
from puzzlekit.battleship.rules import AROUND, next_to
from puzzlekit.core.grid import Cell
from puzzlekit.engines.cp_sat import chosen, stated_by
from puzzlekit.engines.rounds import Forbid, Read

Part = tuple[Cell, str]


def _fits(puzzle: Puzzle) -> Callable[[Ship], bool]:
    """Return a function that tests whether a ship can lie in a place.

    In this place, the ship must not contradict a clue, exceed a count, or touch a given part of another ship.
    """
    given = puzzle.given
    around: dict[Cell, list[Cell]] = {}  # cell -> cells with given parts that touch this cell
    for cell, clue in given.items():
        for step in AROUND if clue != WATER else ():
            around.setdefault(next_to(cell, step), []).append(cell)
    free = {
        (label.side, label.index): len(cells)
        if count is None
        else count - sum(given.get(cell, WATER) != WATER for cell in cells)
        for label, cells, count in puzzle.lines
    }

    def fits(ship: Ship) -> bool:
        parts = ship.parts
        if any(given.get(cell, kind) not in (kind, PART) for cell, kind in parts.items()):
            return False
        if any(other not in parts for cell in parts for other in around.get(cell, ())):
            return False
        new = [cell for cell in parts if given.get(cell, WATER) == WATER]
        along = ("row", ship.row) if ship.across else ("column", ship.column)
        across = [("column", cell.column) if ship.across else ("row", cell.row) for cell in new]
        return len(new) <= free[along] and all(free[line] > 0 for line in across)

    return fits


@stated_by(Puzzle)
def cp_sat_plain(puzzle: Puzzle, model: Any) -> tuple[Read, Forbid]:
    """Add the placement model (4.1) to a CpModel, without places that a clue or a count excludes. Return (read,
    forbid), see `stated_by`."""
    y = {ship: model.new_bool_var("") for ship in filter(_fits(puzzle), puzzle.ships)}
    over: dict[Cell, list] = {cell: [] for cell in puzzle.cells}
    near: dict[tuple[int, int], list] = {}  # upper left cell of a 2 x 2 square -> ships that cover some of its cells
    for ship, literal in y.items():
        for cell in ship.parts:
            over[cell].append(literal)
        tall, wide = (1, ship.length) if ship.across else (ship.length, 1)
        for i in range(ship.row - 1, ship.row + tall):
            for j in range(ship.column - 1, ship.column + wide):
                near.setdefault((i, j), []).append(literal)
    for reaching in near.values():
        model.add_at_most_one(reaching)
    for cell, clue in puzzle.given.items():
        if clue != WATER:
            model.add_exactly_one(over[cell])
    for _, cells, count in puzzle.lines:
        if count is not None:
            model.add(sum(literal for cell in cells for literal in over[cell]) == count)
    for length, number in puzzle.fleet:
        model.add(sum(literal for ship, literal in y.items() if ship.length == length) == number)

    return chosen(model, y, partial(board, puzzle))


@stated_by(Puzzle)
def cp_sat_cell(puzzle: Puzzle, model: Any) -> tuple[Read, Forbid]:
    """Add the cell model, (4.2) and (4.3), to a CpModel, with clauses for most of its constraints. Return (read,
    forbid), see `stated_by`."""
    x = {(cell, kind): model.new_bool_var("") for cell in puzzle.cells for kind in KINDS}
    s = {ship: model.new_bool_var("") for ship in puzzle.ships}
    for cell in puzzle.cells:
        model.add_exactly_one(x[cell, kind] for kind in KINDS)
    for clause in _clauses(puzzle, x):
        model.add_bool_or(clause)
    for cell, clue in puzzle.given.items():
        model.add(x[cell, WATER if clue == PART else clue] == int(clue != PART))
    for _, cells, count in puzzle.lines:
        if count is not None:
            model.add(sum(1 - x[cell, WATER] for cell in cells) == count)
    begin: dict[Part, list] = {(cell, kind): [] for cell in puzzle.cells for kind in "<^o"}
    for ship, literal in s.items():
        parts = list(ship.parts.items())
        model.add_bool_and(x[part] for part in parts).only_enforce_if(literal)
        begin[parts[0]].append(literal)
    for part, literals in begin.items():
        model.add(sum(literals) == x[part])
    for length, number in puzzle.fleet:
        model.add(sum(literal for ship, literal in s.items() if ship.length == length) == number)

    return chosen(model, x, lambda ones: Solution.of(puzzle, dict(ones)))


def _clauses(puzzle: Puzzle, x: dict[Part, Any]) -> Iterator[list]:
    """Yield clauses about the neighbours of ship parts, as lists of literals.

    A part has water at its corners and on its closed sides. The ship continues on the open side of an end, and on two
    opposite sides of a middle part. `x[cell, kind]` is the literal that says that the cell has this kind.
    """
    for cell in puzzle.cells:
        for step in ((1, 1), (1, -1)):
            if (corner := next_to(cell, step)) and (corner, WATER) in x:
                yield [x[cell, WATER], x[corner, WATER]]
        for kind in PARTS:
            for step in SIDES:
                side = next_to(cell, step)
                there = [x[side, WATER]] if (side, WATER) in x else []
                if step not in OPEN[kind] and there:
                    yield [~x[cell, kind], *there]
                elif step in OPEN[kind] and kind != MIDDLE:
                    yield [~x[cell, kind], *(~literal for literal in there)] if there else [~x[cell, kind]]
        for one in (RIGHT, (0, -1)):
            for other in (DOWN, (-1, 0)):
                sides = [~x[side, WATER] for step in (one, other) if (side := next_to(cell, step), WATER) in x]
                yield [~x[cell, MIDDLE], *sides]
