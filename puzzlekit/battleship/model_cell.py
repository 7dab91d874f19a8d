"""The cell model of Battleship.

x[cell, kind] is 1 if the cell has this kind, and s[ship] is 1 if a ship lies in the place `ship`, which is given by
first cell, length and direction. Report, equations (4.2a)-(4.3t), after Meuffels and den Hertog (2010), corrected: nine
of the printed equations forbid valid boards or allow invalid boards. The objective (4.2a) is 0; (4.3s) and (4.3t) are
the variables' types.
"""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.battleship import rules
from puzzlekit.battleship.puzzle import (
    DOWN,
    KINDS,
    LEFT,
    MIDDLE,
    OPEN,
    PART,
    PARTS,
    RIGHT,
    SINGLE,
    UP,
    WATER,
    Puzzle,
    Solution,
    line_of,
)
from puzzlekit.battleship.rules import next_to
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell
from puzzlekit.scip import BuiltModel, name

ENDS = "<>^v"
AGAINST = {LEFT: RIGHT, RIGHT: LEFT, UP: DOWN, DOWN: UP}  # side -> the opposite side


def one_kind_per_cell(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.2b) Each cell has exactly one kind."""
    for cell in puzzle.cells:
        yield cell, quicksum(v.x[cell, kind] for kind in KINDS) == 1


def keep_clues(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.2c) Each cell with a clue has the kind of the clue. If the clue is a part of unknown kind, the cell has any
    kind except water."""
    for cell, clue in puzzle.given.items():
        yield cell, v.x[cell, WATER] == 0 if clue == PART else v.x[cell, clue] == 1


def count_per_row(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.2d) The number of ship parts in each row equals its count."""
    yield from _count_per("row", puzzle, v)


def count_per_column(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.2e) The number of ship parts in each column equals its count."""
    yield from _count_per("column", puzzle, v)


def _count_per(side: str, puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    for label, cells, count in puzzle.lines:
        if label.side == side and count is not None:
            yield label, quicksum(v.x[cell, kind] for cell in cells for kind in PARTS) == count


def singles_are_ships(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.2f) A cell is a single if and only if a ship of length 1 lies in the cell. If the fleet has no such ship, no
    cell is a single."""
    begun = _begun(v)
    for cell in puzzle.cells:
        yield cell, quicksum(begun.get((cell, SINGLE), ())) == v.x[cell, SINGLE]


def ships_have_parts(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.3a) If a ship of length 2 or more lies in a place, the cells of this place contain the ship's parts. Each
    place has one constraint."""
    for ship, s in v.s.items():
        if ship.length > 1:
            yield ship, ship.length * s <= quicksum(v.x[part] for part in ship.parts.items())


def ends_begin_ships(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.3a) A ship begins at each left end and at each top end. This constraint is not in the report, which bounds s
    only from above."""
    begun = _begun(v)
    for end, direction in (("<", "across"), ("^", "down")):
        for cell in puzzle.cells:
            yield (cell, direction), quicksum(begun.get((cell, end), ())) == v.x[cell, end]


def _begun(v: SimpleNamespace) -> dict[tuple[Cell, str], list]:
    """Return {(cell, kind of part): the variables of the ships whose first part this is}."""
    begun: dict[tuple[Cell, str], list] = {}
    for ship, s in v.s.items():
        first = next(iter(ship.parts.items()))
        begun.setdefault(first, []).append(s)
    return begun


def fleet(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.3b) There are as many ships of each length as the fleet has."""
    for length, number in puzzle.fleet:
        yield line_of(length), quicksum(s for ship, s in v.s.items() if ship.length == length) == number


def ships_apart(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.3c) (4.3d) If two cells touch at a corner, at most one of them contains a ship part."""
    for cell in puzzle.cells:
        for step in ((1, 1), (-1, 1)):
            other = next_to(cell, step)
            if (other, WATER) in v.x:
                yield (cell, other), _part(v, cell) + _part(v, other) <= 1


def _part(v: SimpleNamespace, cell: Cell) -> Any:
    return quicksum(v.x[cell, kind] for kind in PARTS)


def ends_go_on(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.3e) (4.3h) (4.3i) (4.3l) On the open side of an end, there is a middle part or the opposite end."""
    for cell in puzzle.cells:
        for end in ENDS:
            yield (cell, WORD[end]), v.x[cell, end] <= _goes_on(v, cell, OPEN[end][0])


def ends_close(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.3f) (4.3g) (4.3j) (4.3k) On the side opposite to the open side of an end, there is water or the border of the
    grid."""
    for cell in puzzle.cells:
        for end in ENDS:
            behind = next_to(cell, AGAINST[OPEN[end][0]])
            if (behind, WATER) in v.x:
                yield (cell, WORD[end]), v.x[cell, end] <= v.x[behind, WATER]


def middles_go_on(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.3m) (4.3n) (4.3o) (4.3p) For any two adjacent sides of a middle part, such as up and right, the ship continues
    on at least one of them."""
    for cell in puzzle.cells:
        for equation, (one, other) in zip("mnop", ((UP, RIGHT), (UP, LEFT), (DOWN, LEFT), (DOWN, RIGHT)), strict=True):
            yield (cell, equation), v.x[cell, MIDDLE] <= _goes_on(v, cell, one) + _goes_on(v, cell, other)


def singles_apart(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.3q) (4.3r) Two singles do not lie side by side."""
    for cell in puzzle.cells:
        for step in (LEFT, UP):
            other = next_to(cell, step)
            if (other, SINGLE) in v.x:
                yield (other, cell), v.x[cell, SINGLE] + v.x[other, SINGLE] <= 1


def _goes_on(v: SimpleNamespace, cell: Cell, step: tuple[int, int]) -> Any:
    """Return an expression that is 1 if the cell one step away contains a part that continues a ship in the direction
    `step`, otherwise 0. Outside the grid, the expression is 0."""
    there = next_to(cell, step)
    last = next(end for end in ENDS if OPEN[end][0] == AGAINST[step])
    return quicksum(v.x[there, kind] for kind in (last, MIDDLE) if (there, kind) in v.x)


WORD = dict(zip(ENDS, ("left", "right", "top", "bottom"), strict=True))
FAMILIES = (
    one_kind_per_cell,
    keep_clues,
    count_per_row,
    count_per_column,
    singles_are_ships,
    ships_have_parts,
    ends_begin_ships,
    fleet,
    ships_apart,
    ends_go_on,
    ends_close,
    middles_go_on,
    singles_apart,
)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return {(cell, kind): an expression that is 1 if the cell has this kind, otherwise 0}."""
    return dict(v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the report's cell model, (4.2) and (4.3), corrected, with these constraint families."""
    model = scip.new_model("battleship")
    v = scip.variables(
        x={
            (cell, kind): model.addVar(name("x", cell, index), vtype="B")
            for cell in puzzle.cells
            for index, kind in enumerate(KINDS)
        },
        s={ship: model.addVar(name("s", ship), vtype="B") for ship in puzzle.ships},
    )
    built = BuiltModel(
        model,
        v,
        decode=partial(_read, puzzle),
        decisions=v.x.values(),
        indicators=indicators(puzzle, v),
        display_names=lambda: rules.words(puzzle),
        clues=lambda: rules.clues(puzzle),
    )
    return built.add(families, puzzle)


def _read(puzzle: Puzzle, values: SimpleNamespace) -> Solution:
    held: dict[Cell, str] = {}
    for (cell, kind), value in values.x.items():
        if value:  # without some constraint family, a cell can have several kinds
            held[cell] = kind if cell not in held else PART
    return Solution.of(puzzle, held)
