"""The part model of Battleship: p[cell] is 1 if the cell holds a ship part, x[cell, kind] if it is a part of that kind,
y[ship] if a ship of two cells or more lies in that place.

Not in the report: its two models side by side, for explanations. Who solves such a puzzle by hand first finds which
cells hold parts, then of which kind they are, then where whole ships lie; here each of these is a variable.
"""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.battleship import wording
from puzzlekit.battleship.families import shown
from puzzlekit.battleship.puzzle import (
    DOWN,
    KINDS,
    LEFT,
    MIDDLE,
    OPEN,
    PART,
    PARTS,
    RIGHT,
    SIDES,
    SINGLE,
    UP,
    WATER,
    WORDS,
    Puzzle,
    Solution,
    line_of,
)
from puzzlekit.battleship.rules import DIAGONALS, next_to
from puzzlekit.errors import validate_args
from puzzlekit.grid import Cell
from puzzlekit.scip import BuiltModel, name


def one_kind_per_part(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(1) A part is of exactly one kind, water of none."""
    for cell in puzzle.cells:
        yield cell, quicksum(v.x[cell, kind] for kind in PARTS) == v.p[cell]


def keep_clues(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(2) Each clue stands in its cell."""
    for cell, clue in puzzle.given.items():
        yield cell, v.p[cell] == int(clue == PART) if clue in (WATER, PART) else v.x[cell, clue] == 1


def count_per_row(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(3) Each row holds its number of ship parts, where that is told."""
    yield from _count_per("row", puzzle, v)


def count_per_column(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4) Each column holds its number of ship parts, where that is told."""
    yield from _count_per("column", puzzle, v)


def _count_per(side: str, puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    for label, cells, count in puzzle.lines:
        if label.side == side and count is not None:
            yield label, quicksum(v.p[cell] for cell in cells) == count


def ships_apart(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5) Of two cells that touch at a corner at most one holds a ship part."""
    for cell in puzzle.cells:
        for step in DIAGONALS:
            if (other := next_to(cell, step)) in v.p:
                yield (cell, other), v.p[cell] + v.p[other] <= 1


def sides_close(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6) Where a ship does not go on from its part, there is water."""
    for cell in puzzle.cells:
        for step in SIDES:
            if (there := next_to(cell, step)) in v.p:
                closed = quicksum(v.x[cell, kind] for kind in PARTS if step not in OPEN[kind])
                yield (cell, there), closed + v.p[there] <= 1


def ends_need_a_part(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(7) On its open side an end has one more part of its ship."""
    for cell in puzzle.cells:
        for kind in (kind for kind in PARTS if len(OPEN[kind]) == 1):
            if (there := next_to(cell, OPEN[kind][0])) in v.p:
                yield (cell, _END[kind]), v.x[cell, kind] <= v.p[there]


_END = {kind: f"{word.removesuffix(' end')}" for kind, word in WORDS.items()}


def middles_need_a_part(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(8) Of two sides of a middle part, one above or below and one beside it, its ship goes on to one."""
    for cell in puzzle.cells:
        pairs = ((next_to(cell, one), next_to(cell, other)) for one in (UP, DOWN) for other in (LEFT, RIGHT))
        for there in dict.fromkeys(tuple(place for place in pair if place in v.p) for pair in pairs):
            if there:
                yield (cell, *there), v.x[cell, MIDDLE] <= quicksum(v.p[place] for place in there)


def ships_fit(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(9) No part is of a kind whose ship would leave the grid."""
    for (cell, kind), ships in shown(puzzle).items():
        if not ships and kind != SINGLE:
            yield (cell, KINDS.index(kind)), v.x[cell, kind] == 0


def ships_have_parts(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(10) A part of a longer ship is that of one ship in its place."""
    for (cell, kind), ships in shown(puzzle).items():
        if ships and kind != SINGLE:
            yield (cell, KINDS.index(kind)), quicksum(v.y[ship] for ship in ships) == v.x[cell, kind]


def fleet(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(11) There are as many ships of each length as the fleet has, and no others."""
    for length, number in {1: 0, **dict(puzzle.fleet)}.items():
        own = (v.x[cell, SINGLE] for cell in puzzle.cells) if length == 1 else _of(length, v)
        yield line_of(length), quicksum(own) == number


def _of(length: int, v: SimpleNamespace) -> Iterator[Any]:
    return (y for ship, y in v.y.items() if ship.length == length)


FAMILIES = (
    one_kind_per_part,
    keep_clues,
    count_per_row,
    count_per_column,
    ships_apart,
    sides_close,
    ends_need_a_part,
    middles_need_a_part,
    ships_fit,
    ships_have_parts,
    fleet,
)


def no_longer_ship(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(12) Of cells in a line, one more than the longest ship takes, not all hold parts. That follows."""
    longest = max(length for length, _ in puzzle.fleet)
    for _, cells, _ in puzzle.lines:
        for own in (cells[start : start + longest + 1] for start in range(len(cells) - longest)):
            yield own, quicksum(v.p[cell] for cell in own) <= longest


FOLLOWS_FROM = {one_kind_per_part, ships_apart, sides_close, ends_need_a_part, ships_fit, ships_have_parts, fleet}


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(cell, kind) -> an expression that is 1 where the cell is of this kind."""
    return {(cell, WATER): 1 - v.p[cell] for cell in puzzle.cells} | dict(v.x)


@validate_args(Puzzle)
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The part model: cells, their kinds, and places of ships."""
    model = scip.new_model("battleship")
    v = scip.variables(
        p={cell: model.addVar(name("p", cell), vtype="B") for cell in puzzle.cells},
        x={
            (cell, kind): model.addVar(name("x", cell, index), vtype="B")
            for cell in puzzle.cells
            for index, kind in enumerate(PARTS, start=1)
        },
        y={ship: model.addVar(name("y", ship), vtype="B") for ship in puzzle.ships if ship.length > 1},
    )
    built = BuiltModel(
        model,
        v,
        decode=partial(_read, puzzle),
        decisions=[*v.p.values(), *v.x.values()],
        indicators=lambda: indicators(puzzle, v),
        display_names=wording.WORDS,
        wording=wording.PART_MODEL,
        clues=lambda: wording.clues(puzzle),
    )
    built.add(families, puzzle)
    return built.imply((no_longer_ship,), puzzle) if {*families} >= FOLLOWS_FROM else built


def _read(puzzle: Puzzle, values: SimpleNamespace) -> Solution:
    held: dict[Cell, str] = {cell: PART for cell, value in values.p.items() if value}
    kinds: dict[Cell, list[str]] = {}
    for (cell, kind), value in values.x.items():
        if value:
            kinds.setdefault(cell, []).append(kind)
    # a family may have been left out, so that a cell is of several kinds, or of one that is at odds with p
    held |= {cell: own[0] if len(own) == 1 else PART for cell, own in kinds.items()}
    return Solution.of(puzzle, {cell: held.get(cell, WATER) for cell in puzzle.cells})
