"""The placement model of Battleship: y[ship] is 1 if a ship lies in that place. The report calls it grid based.

Report, equations (4.1a)-(4.1g), corrected: as printed, (4.1e) forbids right boards. The objective (4.1a) is 0, and
(4.1g) is the variables' type.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from pyscipopt import SCIP_PARAMSETTING, Model, quicksum

from puzzlekit import scip
from puzzlekit.battleship.deduce import BIT, HULL, SEA, Sea, refuted
from puzzlekit.battleship.puzzle import KINDS, PART, PARTS, SINGLE, WATER, WORDS, Puzzle, Ship, Solution, line_of
from puzzlekit.battleship.rules import clues, violations
from puzzlekit.errors import takes
from puzzlekit.grid import Cell
from puzzlekit.scip import BuiltModel, name

Shown = Mapping[tuple[Cell, str], list[Ship]]


@lru_cache(maxsize=8)
def shown(puzzle: Puzzle) -> Shown:
    """(cell, kind) -> the places of ships that show this kind of part in this cell."""
    found: dict[tuple[Cell, str], list[Ship]] = {(cell, kind): [] for cell in puzzle.cells for kind in PARTS}
    for ship in puzzle.ships:
        for part in ship.parts.items():
            found[part].append(ship)
    return found


def covering(puzzle: Puzzle, cell: Cell) -> list[Ship]:
    """The places of ships that take this cell."""
    return [ship for kind in PARTS for ship in shown(puzzle).get((cell, kind), ())]


def keep_clues(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.1b) Each clue stands in its cell: no ship on water, exactly one ship that shows a given part."""
    for cell, clue in puzzle.given.items():
        fitting = covering(puzzle, cell) if clue in (WATER, PART) else shown(puzzle)[cell, clue]
        yield cell, quicksum(v.y[ship] for ship in fitting) == int(clue != WATER)


def count_per_row(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.1c) Each row holds its number of ship parts, where that is told."""
    yield from _count_per("row", puzzle, v)


def count_per_column(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.1d) Each column holds its number of ship parts, where that is told."""
    yield from _count_per("column", puzzle, v)


def _count_per(side: str, puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    for label, cells, count in puzzle.lines:
        if label.side == side and count is not None:
            yield label, quicksum(v.y[ship] for cell in cells for ship in covering(puzzle, cell)) == count


def ships_apart(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.1e) Into each square of two by two cells at most one ship reaches, so no two ships overlap or touch."""
    for cell in puzzle.cells:
        reaching = dict.fromkeys(ship for corner in square(cell) for ship in covering(puzzle, corner))
        yield cell, quicksum(v.y[ship] for ship in reaching) <= 1


def square(cell: Cell) -> list[Cell]:
    """A cell with those to the right, below, and diagonally below to the right; some may lie off the grid."""
    return [Cell(cell.row + down, cell.column + right) for down in (0, 1) for right in (0, 1)]


def fleet(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.1f) There are as many ships of each length as the fleet has."""
    for length, number in puzzle.fleet:
        yield line_of(length), quicksum(y for ship, y in v.y.items() if ship.length == length) == number


FAMILIES = (keep_clues, count_per_row, count_per_column, ships_apart, fleet)


def statements(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(cell, kind) -> an expression that is 1 where the cell is of this kind."""
    terms: dict[tuple[Cell, str], list] = {(cell, kind): [] for cell in puzzle.cells for kind in KINDS}
    for ship, y in v.y.items():
        for cell, kind in ship.parts.items():
            terms[cell, kind].append(y)
            terms[cell, WATER].append(y)
    return {key: 1 - quicksum(own) if key[1] == WATER else quicksum(own) for key, own in terms.items()}


@takes(Puzzle)
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model of the report, (4.1), corrected."""
    model = scip.new_model("battleship")
    v = scip.variables(y={ship: model.addVar(name("y", ship), vtype="B") for ship in puzzle.ships})
    built = BuiltModel(
        model,
        v,
        read=reader(puzzle),
        decisions=v.y.values(),
        statements=lambda: statements(puzzle, v),
        said=WORDS,
        clues=lambda: clues(puzzle),
    )
    return built.add(families, puzzle)


def reader(puzzle: Puzzle) -> Callable[[SimpleNamespace], Solution]:
    """`values -> Solution`. Where ships overlap, as they may if a family was left out, there is a part of no kind."""

    def read(values: SimpleNamespace) -> Solution:
        return board(puzzle, (ship for ship, value in values.y.items() if value))

    return read


def board(puzzle: Puzzle, ships: Iterable[Ship]) -> Solution:
    """The board on which these ships lie, and water everywhere else."""
    held = dict.fromkeys(puzzle.cells, WATER)
    for ship in ships:
        for cell, kind in ship.parts.items():
            held[cell] = kind if held[cell] == WATER else PART
    return Solution.of(puzzle, held)


@takes(Puzzle)
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """The same model, (4.1), with variables only for the places that `deduce` leaves open.

    Where all counts are told, the no-good row asks for two other places: one ship cannot move alone.
    """
    sea = Sea(puzzle)
    if reason := refuted(sea):
        return BuiltModel(None, scip.variables(y={}), read=reader(puzzle), refuted=reason)
    if sea.decided:
        return _decided(puzzle, sea)
    model = _tuned_model()
    v = scip.variables(y={ship: model.addVar(name("y", ship), vtype="B") for ship in open_places(puzzle, sea)})
    built = BuiltModel(
        model,
        v,
        read=reader(puzzle),
        decisions=v.y.values(),
        statements=lambda: statements(puzzle, v),
        no_good=lambda values: _others(puzzle, v, values),
    )

    def cover_parts(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(4.1b) Exactly one ship covers each cell that must hold a part."""
        over: dict[Cell, list] = {cell: [] for cell in puzzle.cells if not sea.left[sea.place(cell)] & SEA}
        for ship, y in v.y.items():
            for cell in over.keys() & ship.parts.keys():
                over[cell].append(y)
        for cell, terms in over.items():
            yield cell, quicksum(terms) == 1

    return built.add((cover_parts, open_count_per_line, open_ships_apart, fleet), puzzle)


def _decided(puzzle: Puzzle, sea: Sea) -> BuiltModel:
    """Nothing is left to decide: what the board says, and whether it has the right fleet."""
    held = {cell: kinds[0] for cell, kinds in sea.kinds.items()}
    board = Solution.of(puzzle, held)
    broken = violations(puzzle, board)
    return BuiltModel(
        None,
        scip.variables(y={}),
        read=lambda values: board,
        statements=dict.fromkeys(held.items(), 1),
        refuted=str(broken[0]) if broken else None,
    )


def open_places(puzzle: Puzzle, sea: Sea) -> Iterator[Ship]:
    """The places of ships whose cells, and the cells around them, may be what they would be; that overrun no count."""
    left = sea.left
    for across, step, aside, first, last in ((True, 1, sea.across, "<", ">"), (False, sea.across, 1, "^", "v")):
        free = _free(puzzle, sea, "row" if across else "column")
        for cell in puzzle.cells:
            place = sea.place(cell)
            if left[place] & BIT[first]:
                room = free[cell.row if across else cell.column]
                for length in _lengths(puzzle, left, place, step, aside, BIT[last], room):
                    yield Ship(cell.row, cell.column, length, across)
    for cell in puzzle.cells:
        if left[sea.place(cell)] & BIT[SINGLE]:
            yield Ship(cell.row, cell.column, 1, True)


def _lengths(
    puzzle: Puzzle, left: Sequence[int], place: int, step: int, aside: int, last: int, room: int
) -> Iterator[int]:
    """The lengths of ships that may begin in this place. Around its ends there may be water, or `sea` would have ruled
    them out; beside its middle, look."""
    wanted = {length for length, _ in puzzle.fleet}
    length, new = 1, int(bool(left[place] & SEA))  # parts that no one knew of
    while length < puzzle.fleet[0][0]:
        place, length = place + step, length + 1
        new += bool(left[place] & SEA)
        if new > room:
            return
        if length in wanted and left[place] & last:
            yield length
        if not (left[place] & HULL and left[place - aside] & left[place + aside] & SEA):
            return


def _free(puzzle: Puzzle, sea: Sea, side: str) -> list[int]:
    """How many parts each row or column can take beside those that are known."""
    lines = [(places, count) for label, places, count in sea.lines if label.side == side]
    known = [sum(not sea.left[place] & SEA for place in places) for places, _ in lines]
    return [len(places) if count is None else count - n for (places, count), n in zip(lines, known, strict=True)]


def open_count_per_line(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.1c, d) Each row and each column holds its number of ship parts, where that is told."""
    rows: list[list] = [[] for _ in range(puzzle.height)]
    columns: list[list] = [[] for _ in range(puzzle.width)]
    for ship, y in v.y.items():
        lengthwise, crosswise = (rows, columns) if ship.across else (columns, rows)
        at, start = (ship.row, ship.column) if ship.across else (ship.column, ship.row)
        lengthwise[at].append(ship.length * y)
        for line in crosswise[start : start + ship.length]:
            line.append(y)
    for (label, _, count), terms in zip(puzzle.lines, rows + columns, strict=True):
        if count is not None and (terms or count):
            yield (label.side, label), quicksum(terms) == count


def open_ships_apart(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(4.1e) Into each square of two by two cells at most one ship reaches; squares that jut out say less."""
    bottom, right = max(puzzle.height - 2, 0), max(puzzle.width - 2, 0)
    reaching: dict[tuple[int, int], list] = {}
    for ship, y in v.y.items():
        tall, wide = (1, ship.length) if ship.across else (ship.length, 1)
        for i in range(max(ship.row - 1, 0), min(ship.row + tall - 1, bottom) + 1):
            for j in range(max(ship.column - 1, 0), min(ship.column + wide - 1, right) + 1):
                reaching.setdefault((i, j), []).append(y)
    for (i, j), terms in reaching.items():
        if len(terms) > 1:
            yield Cell(i, j), quicksum(terms) <= 1


def _others(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Any:
    """A no-good row. If all counts are told no ship can move alone: its own row or column would change."""
    ones = [y for ship, y in v.y.items() if values.y[ship]]
    moved = 1 if None in puzzle.row_counts + puzzle.column_counts else 2
    return quicksum(ones) <= len(ones) - moved


def _tuned_model() -> Model:
    """Branching on what decides most, without cuts, heuristics and thorough presolving: where clues are few this is
    several times faster than SCIP's default (measured on our own puzzles)."""
    model = scip.new_model("battleship")
    model.setSeparating(SCIP_PARAMSETTING.OFF)
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    model.setPresolve(SCIP_PARAMSETTING.FAST)
    model.setParam("branching/inference/priority", 1_000_000)
    return model
