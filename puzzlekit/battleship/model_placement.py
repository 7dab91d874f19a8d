"""The placement model of Battleship: y[ship] is 1 if a ship lies in the place `ship`. The report calls it grid based.

Report, equations (4.1a)-(4.1g), corrected: the printed (4.1e) forbids valid boards. The objective (4.1a) is 0, and
(4.1g) is the variables' type. In this package, a `Ship` is a place of a ship: first cell, length and direction.
"""

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.battleship import rules
from puzzlekit.battleship.families import board, shown
from puzzlekit.battleship.puzzle import KINDS, PART, PARTS, WATER, Puzzle, Ship, line_of
from puzzlekit.battleship.statement import problem
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell
from puzzlekit.engines import Settled
from puzzlekit.engines.scip import model_of
from puzzlekit.scip import BuiltModel, name


def covering(puzzle: Puzzle, cell: Cell) -> list[Ship]:
    """Return the list of all places of ships that cover this cell."""
    return [ship for kind in PARTS for ship in shown(puzzle).get((cell, kind), ())]


def keep_clues(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.1b) No ship covers a cell with given water. For each cell with a given part, exactly one ship has a part of
    the given kind in this cell."""
    for cell, clue in puzzle.given.items():
        fitting = covering(puzzle, cell) if clue in (WATER, PART) else shown(puzzle)[cell, clue]
        yield cell, quicksum(v.y[ship] for ship in fitting) == int(clue != WATER)


def count_per_row(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.1c) The number of ship parts in each row equals its count."""
    yield from _count_per("row", puzzle, v)


def count_per_column(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.1d) The number of ship parts in each column equals its count."""
    yield from _count_per("column", puzzle, v)


def _count_per(side: str, puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    for label, cells, count in puzzle.lines:
        if label.side == side and count is not None:
            yield label, quicksum(v.y[ship] for cell in cells for ship in covering(puzzle, cell)) == count


def ships_apart(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.1e) In each square of 2 x 2 cells, at most one ship covers cells. So no two ships overlap or touch."""
    for cell in puzzle.cells:
        square = [Cell(cell.row + down, cell.column + right) for down in (0, 1) for right in (0, 1)]
        reaching = dict.fromkeys(ship for corner in square for ship in covering(puzzle, corner))
        yield cell, quicksum(v.y[ship] for ship in reaching) <= 1


def fleet(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.1f) There are as many ships of each length as the fleet has."""
    for length, number in puzzle.fleet:
        yield line_of(length), quicksum(y for ship, y in v.y.items() if ship.length == length) == number


FAMILIES = (keep_clues, count_per_row, count_per_column, ships_apart, fleet)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return {(cell, kind): an expression that is 1 if the cell has this kind, otherwise 0}."""
    terms: dict[tuple[Cell, str], list] = {(cell, kind): [] for cell in puzzle.cells for kind in KINDS}
    for ship, y in v.y.items():
        for cell, kind in ship.parts.items():
            terms[cell, kind].append(y)
            terms[cell, WATER].append(y)
    return {key: 1 - quicksum(own) if key[1] == WATER else quicksum(own) for key, own in terms.items()}


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the report's model (4.1), corrected, with these constraint families."""
    model = scip.new_model("battleship")
    v = scip.variables(y={ship: model.addVar(name("y", ship), vtype="B") for ship in puzzle.ships})
    built = BuiltModel(
        model,
        v,
        decode=lambda values: board(puzzle, (ship for ship, value in values.y.items() if value)),
        decisions=v.y.values(),
        indicators=lambda: indicators(puzzle, v),
        display_names=lambda: rules.words(puzzle),
        clues=lambda: rules.clues(puzzle),
    )
    return built.add(families, puzzle)


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """Return the model (4.1) with variables only for places that deduction does not decide. See `statement`."""
    open_ = problem(puzzle)

    def known_or_open(values: Mapping[Ship, Any]) -> Mapping[tuple, Any]:
        if isinstance(open_, Settled):
            return dict.fromkeys(open_.solution.filled.items(), 1)
        return indicators(puzzle, SimpleNamespace(y=values))

    return model_of(open_, lambda: scip.set_cp_emphasis(scip.lightweight_model("battleship")), known_or_open, "y")
