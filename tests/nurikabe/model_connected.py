"""Nurikabe with one variable for each cell: x[cell] is 1 where the sea is. What is connected is seen to lazily."""

from collections.abc import Collection, Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from nurikabe.graph import parts, reached
from nurikabe.puzzle import Puzzle, Solution
from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell
from puzzlekit.scip import BuiltModel, lazy

Rows = Iterator[tuple[Any, Any]]


def number(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(1) No number lies in the sea."""
    return ((cell, v.x[cell] == 0) for cell in puzzle.number)


def no_pool(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(2) In a square of 2 x 2 cells, one at least is white."""
    return ((own[0], quicksum(v.x[cell] for cell in own) <= 3) for own in puzzle.squares)


@lazy.family
def island_size(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Rows:
    """(3) An island that is too small goes on, and one that is too large ends before."""
    for island in _parts(puzzle, values, 0):
        for cell in puzzle.number.keys() & island:
            size = puzzle.number[cell]
            if len(island) < size:
                yield cell, quicksum(1 - v.x[own] for own in _shore(puzzle, island)) >= 1 - v.x[cell]
            elif len(island) > size:
                yield cell, quicksum(v.x[own] for own in reached(puzzle, cell, island)[: size + 1]) >= 1


@lazy.family
def one_number(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Rows:
    """(4) An island without a number goes on or is none, and the sea parts two numbers."""
    for island in _parts(puzzle, values, 0):
        first, *others = [cell for cell in island if cell in puzzle.number] or [island[0]]
        if first not in puzzle.number:
            yield first, quicksum(1 - v.x[own] for own in _shore(puzzle, island)) >= 1 - v.x[first]
        for other in others[:1]:
            order = reached(puzzle, first, island)
            yield (first, other), quicksum(v.x[own] for own in order[: order.index(other) + 1]) >= 1


@lazy.family
def one_sea(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Rows:
    """(5) Where the sea is in two parts, the first goes on, or one of two cells is white."""
    first, *others = _parts(puzzle, values, 1) or [[]]
    for a, b in ((first[0], other[0]) for other in others):
        yield (a, b), quicksum(v.x[own] for own in _shore(puzzle, first)) >= v.x[a] + v.x[b] - 1


FAMILIES = (number, no_pool, island_size, one_number, one_sea)


def _parts(puzzle: Puzzle, values: SimpleNamespace, value: int) -> list[list[Cell]]:
    return parts(puzzle, (cell for cell in puzzle.beside if values.x[cell] == value))


def _shore(puzzle: Puzzle, part: Collection[Cell]) -> set[Cell]:
    """The cells beside a part."""
    return {other for cell in part for other in puzzle.beside[cell]}.difference(part)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(cell, "sea" or "white") -> an expression that is 1 where that is so."""
    return {(cell, state): x if state == "sea" else 1 - x for cell, x in v.x.items() for state in ("sea", "white")}


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model with a variable for each cell."""
    model = scip.new_model("nurikabe")
    v = scip.variables(x={cell: model.addVar(scip.name("x", cell), vtype="B") for cell in puzzle.beside})
    built = BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, (cell for cell, value in values.x.items() if value)),
        decisions=v.x.values(),
        indicators=indicators(puzzle, v),
    )
    return built.add(families, puzzle)
