"""The placement model of Battleship as a `Problem` for all engines. Its items are places of ships.

A place is open if a ship can still lie there after deduction.
"""

from collections.abc import Iterator, Sequence

from puzzlekit.battleship.families import Open, board, by_clues, presolved
from puzzlekit.battleship.puzzle import Puzzle, Ship
from puzzlekit.core.grid import Cell
from puzzlekit.engines import Constraint, Problem, Settled


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """Return the placement model, (4.1b), (4.1c), (4.1d), (4.1e), (4.1f), for the places that deduction leaves open.

    Return `Settled` if deduction found the solution or a contradiction. If `deduced` is false, no deduction is used: a
    place is open if a ship in this place contradicts no clue.
    """
    known = presolved(puzzle) if deduced else by_clues(puzzle)
    if isinstance(known, Settled):
        return known
    ships = known.places
    some_hidden = None in puzzle.row_counts + puzzle.column_counts
    return Problem(
        ships,
        len(ships),
        [*_parts(known), *_lines(puzzle, ships), *_squares(puzzle, ships), *_fleet(puzzle, ships)],
        decode=lambda ones: board(puzzle, (ships[item] for item in ones)),
        lacks=1 if some_hidden else 2,  # with all counts, no ship can move alone
    )


def _parts(known: Open) -> Iterator[Constraint]:
    """(4.1b) Exactly one ship covers each cell that must contain a part."""
    over: dict[Cell, list[int]] = {cell: [] for cell in known.parts}
    for item, ship in enumerate(known.places):
        for cell in over.keys() & ship.parts.keys():
            over[cell].append(item)
    return (Constraint(items, 1, 1) for items in over.values())


def _lines(puzzle: Puzzle, ships: Sequence[Ship]) -> Iterator[Constraint]:
    """(4.1c) (4.1d) The number of ship parts in each row and column equals its count."""
    rows: list[dict[int, int]] = [{} for _ in range(puzzle.height)]
    columns: list[dict[int, int]] = [{} for _ in range(puzzle.width)]
    for item, ship in enumerate(ships):
        lengthwise, crosswise = (rows, columns) if ship.across else (columns, rows)
        at, start = (ship.row, ship.column) if ship.across else (ship.column, ship.row)
        lengthwise[at][item] = ship.length
        for line in crosswise[start : start + ship.length]:
            line[item] = 1
    for (_, _, count), parts in zip(puzzle.lines, rows + columns, strict=True):
        if count is not None and (parts or count):
            yield Constraint([*parts], count, count, [*parts.values()])


def _squares(puzzle: Puzzle, ships: Sequence[Ship]) -> Iterator[Constraint]:
    """(4.1e) In each square of 2 x 2 cells, at most one ship covers cells. Squares beyond the border of the grid are
    omitted, because they are redundant."""
    bottom, right = max(puzzle.height - 2, 0), max(puzzle.width - 2, 0)
    reaching: dict[tuple[int, int], list[int]] = {}
    for item, ship in enumerate(ships):
        tall, wide = (1, ship.length) if ship.across else (ship.length, 1)
        for i in range(max(ship.row - 1, 0), min(ship.row + tall - 1, bottom) + 1):
            for j in range(max(ship.column - 1, 0), min(ship.column + wide - 1, right) + 1):
                reaching.setdefault((i, j), []).append(item)
    return (Constraint(items, None, 1) for items in reaching.values() if len(items) > 1)


def _fleet(puzzle: Puzzle, ships: Sequence[Ship]) -> Iterator[Constraint]:
    """(4.1f) There are as many ships of each length as the fleet has."""
    for length, number in puzzle.fleet:
        yield Constraint([item for item, ship in enumerate(ships) if ship.length == length], number, number)
