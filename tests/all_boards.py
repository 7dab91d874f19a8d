"""All boards of a small puzzle that keep the rules, whatever its clues say: by brute force, for every room."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import ModuleType
from typing import Any

import brute_battleship
import brute_circuit
import brute_hashi
import brute_numberlink
import brute_nurikabe
import brute_slitherlink
import brute_sudoku
import brute_zebra
import nurikabe

from puzzlekit import battleship, circuit, hashi, numberlink, slitherlink, sudoku, zebra
from puzzlekit.core.errors import check_kind
from puzzlekit.core.grid import Cell, Edge, Point
from puzzlekit.engines import EngineResult
from puzzlekit.engines.rounds import check_request

LARGEST = {
    "sudoku": ("cells", 16),
    "battleship": ("cells", 16),
    "circuit": ("edges", 31),
    "hashi": ("bridges", 9),
    "zebra": ("cells", 9),
    "slitherlink": ("edges", 31),
    "numberlink": ("cells", 20),
}


def sudoku_boards(puzzle: sudoku.Puzzle) -> Iterator[sudoku.Solution]:
    grids = brute_sudoku.solutions(brute_sudoku.empty(puzzle.p, puzzle.q), puzzle.p, puzzle.q)
    return (sudoku.Solution(grid, puzzle.p, puzzle.q) for grid in grids)


def battleship_boards(puzzle: battleship.Puzzle) -> Iterator[battleship.Solution]:
    lengths = [length for length, _ in puzzle.fleet]
    for board in brute_battleship.any_boards(puzzle.height, puzzle.width, lengths):
        held = dict.fromkeys(puzzle.cells, "~") | {Cell(*place): kind for place, kind in board.items()}
        yield battleship.Solution.of(puzzle, held)


def circuit_boards(puzzle: circuit.Puzzle) -> Iterator[circuit.Solution]:
    for tree in brute_circuit.trees({(point.row, point.column) for point in puzzle.points}, set()):
        yield circuit.Solution.of(puzzle, [Edge(Point(*a), Point(*b)) for a, b in tree])


def hashi_boards(puzzle: hashi.Puzzle) -> Iterator[hashi.Solution]:
    for drawn in brute_hashi.any_boards((point.row, point.column) for point, _ in puzzle.islands):
        bridges = {Edge(Point(*a), Point(*b)): count for (a, b), count in drawn.items()}
        yield hashi.Solution.of(puzzle, bridges)


def zebra_boards(puzzle: zebra.Puzzle) -> Iterator[zebra.Solution]:
    for table in brute_zebra.tables([own for _, own in puzzle.attributes]):
        yield zebra.Solution.of(puzzle, {puzzle.cells_of[name][house - 1]: name for name, house in table.items()})


def slitherlink_boards(puzzle: slitherlink.Puzzle) -> Iterator[slitherlink.Solution]:
    for loop in brute_slitherlink.loops(puzzle.rows, puzzle.columns):
        yield slitherlink.Solution.of(puzzle, [Edge(Point(*a), Point(*b)) for a, b in loop])


def numberlink_boards(puzzle: numberlink.Puzzle) -> Iterator[numberlink.Solution]:
    ends = {(cell.row, cell.column) for cell, _ in puzzle.clues}
    boards = brute_numberlink.boards(puzzle.rows, puzzle.columns, ends, cover=puzzle.cover, touch=puzzle.touch)
    for links in boards:
        yield numberlink.Solution.of(puzzle, [Edge(Cell(*a), Cell(*b)) for a, b in links])


def nurikabe_boards(puzzle: nurikabe.Puzzle) -> Iterator[nurikabe.Solution]:
    numbers = {(cell.row, cell.column) for cell in puzzle.number}
    for sea in brute_nurikabe.boards(puzzle.rows, puzzle.columns, numbers):
        yield nurikabe.Solution.of(puzzle, [Cell(*place) for place in sea])


ROOMS: Mapping[str, Callable[[Any], Iterator[Any]]] = {
    "sudoku": sudoku_boards,
    "battleship": battleship_boards,
    "circuit": circuit_boards,
    "hashi": hashi_boards,
    "zebra": zebra_boards,
    "slitherlink": slitherlink_boards,
    "numberlink": numberlink_boards,
    "nurikabe": nurikabe_boards,
}


def is_small(room: str, puzzle: Any) -> bool:
    """Whether the puzzle is small enough for brute force."""
    parts, most = LARGEST[room]
    return len(getattr(puzzle, parts)) <= most


def brute_force(room: ModuleType) -> Callable[..., EngineResult]:
    """An engine that tries all boards, for a package that has no other."""

    def engine(puzzle: Any, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
        check_kind(puzzle, room.Puzzle)
        check_request(limit, time_limit, workers)
        every = ROOMS[room.__name__.rpartition(".")[2]](puzzle)
        found = (board for board in every if not room.violations(puzzle, board))
        boards = tuple(islice(found, min(limit, 10**6)))
        return EngineResult("solved" if boards else "infeasible", boards, 0.0, 0.0, 0.0)

    return engine
