"""Slitherlink on the interactive board: its layout, and the conversion between states, puzzles and solutions.

The state of an edge is "1" if it is drawn, "0" if it is crossed out, and "" if it is undecided. The state of a cell is
its clue, "given 3", or "" without a clue.
"""

from functools import lru_cache
from math import cos, pi, sin

from puzzlekit.board.adapter import adapter
from puzzlekit.board.layout import BoardLayout, ElementPosition, ElementType, State, StateStyle, clue, given
from puzzlekit.board.places import (
    EDGE,
    LOOKS,
    cell_positions,
    drawn_edges,
    drawn_state,
    edge_positions,
    row_and_column_numbers,
)
from puzzlekit.core.grid import Cell
from puzzlekit.slitherlink.puzzle import MOST, Puzzle, Solution, geometry

NUMBERS = tuple(given(number) for number in range(MOST + 1))
ROUND = [(0.5 + 0.06 * cos(pi * k / 8), 0.5 + 0.06 * sin(pi * k / 8)) for k in range(16)]
DOT = f"M{'L'.join(f'{x:.3f} {y:.3f}' for x, y in ROUND)}Z"  # in the unit square around a point
AWAY = 0.66  # distance of the numbers from the board, with room for crosses and the ring around an edge
KINDS = {
    "cell": ElementType("cell", ("", *NUMBERS), colours=("inside", "outside")),
    "edge": EDGE,
    "point": ElementType("point"),
    "number": ElementType("label"),
}
STYLES = LOOKS | {
    state: StateStyle(state[-1], look="given", key=state[-1], said=f"clue {state[-1]}") for state in NUMBERS
}


def _sheet(puzzle: Puzzle) -> BoardLayout:
    return _sheet_of(puzzle.rows, puzzle.columns)  # the sheet does not depend on the clues


@lru_cache(maxsize=32)
def _sheet_of(rows: int, columns: int) -> BoardLayout:
    grid = geometry(rows, columns)
    places = cell_positions(rows, columns)
    places |= edge_positions(grid.edges, lambda edge: f"edge from {edge.a} to {edge.b}")
    for point in grid.places:
        places[point] = ElementPosition("point", (point.column, point.row), str(point), path=DOT)
    places |= row_and_column_numbers(rows, columns, "number", away=AWAY)
    title, margins = f"Slitherlink, {rows} x {columns}", (1.0, 1.0, 0.4, 0.4)
    return BoardLayout(title, columns, rows, places, KINDS, STYLES, (), margins)


def _write(puzzle: Puzzle, solution: Solution | None) -> State:
    return drawn_state(puzzle, solution) | {cell: given(number) for cell, number in puzzle.clues}


def _read_puzzle(puzzle: Puzzle, state: State) -> Puzzle:
    number = {cell: int(clue(word)) for cell, word in state.items() if isinstance(cell, Cell)}
    return Puzzle.of(puzzle.rows, puzzle.columns, number)


def _read_solution(puzzle: Puzzle, state: State) -> Solution:
    return Solution.of(puzzle, drawn_edges(state))


def _empty(puzzle: Puzzle, rows: int, columns: int) -> Puzzle:
    return Puzzle.of(rows, columns, {})


ADAPTER = adapter(__package__, _sheet, _write, _read_puzzle, _read_solution, empty=_empty)
