"""Numberlink on the interactive board: its layout, and the conversion between states, puzzles and solutions.

The state of an edge is "1" if its line is drawn, "0" if it is crossed out, and "" if it is undecided. The state of a
cell is its clue, "given A", or "" without a clue.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from puzzlekit.board.adapter import adapter
from puzzlekit.board.layout import HUES, BoardLayout, ElementType, State, StateStyle, clue, given
from puzzlekit.board.places import (
    EDGE,
    LOOKS,
    by_row_and_column,
    cell_positions,
    drawn_edges,
    drawn_state,
    edge_positions,
    grid_lines,
    row_and_column_numbers,
)
from puzzlekit.core.errors import TimeLimitReached
from puzzlekit.core.grid import Cell
from puzzlekit.numberlink.puzzle import LETTERS, Puzzle, Solution, geometry

PATIENCE = 5.0  # time limit in seconds for puzzles whose rules make the models slow
KINDS = {
    "cell": ElementType("cell", ("", *map(given, LETTERS))),
    "edge": EDGE,
    "number": ElementType("label"),
}
STYLES = LOOKS | {
    given(letter): StateStyle(letter, look="given", key=letter, said=f"letter {letter}", hue=index % HUES + 1)
    for index, letter in enumerate(LETTERS)
}


def _sheet(puzzle: Puzzle) -> BoardLayout:
    return _sheet_of(puzzle.rows, puzzle.columns, puzzle.cover, puzzle.touch)  # it does not depend on the clues


@lru_cache(maxsize=32)
def _sheet_of(rows: int, columns: int, cover: bool, touch: bool) -> BoardLayout:
    grid = geometry(rows, columns)
    places = cell_positions(rows, columns)
    places |= edge_positions(grid.edges, lambda edge: f"line from {by_row_and_column(edge)}", shift=0.5)
    places |= row_and_column_numbers(rows, columns, "number")
    lines = tuple(grid_lines(rows, columns))
    rules = ("" if cover else ", cells may stay empty") + (", paths may touch themselves" if touch else "")
    return BoardLayout(f"Numberlink, {rows} x {columns}{rules}", columns, rows, places, KINDS, STYLES, lines)


def _write(puzzle: Puzzle, solution: Solution | None) -> State:
    return drawn_state(puzzle, solution) | {cell: given(letter) for cell, letter in puzzle.clues}


def _read_puzzle(puzzle: Puzzle, state: State) -> Puzzle:
    letter = {cell: clue(word) for cell, word in state.items() if isinstance(cell, Cell)}
    return Puzzle.of(puzzle.rows, puzzle.columns, letter, cover=puzzle.cover, touch=puzzle.touch)


def _read_solution(puzzle: Puzzle, state: State) -> Solution:
    return Solution.of(puzzle, drawn_edges(state))


def _empty(puzzle: Puzzle, rows: int, columns: int) -> Puzzle:
    return Puzzle.of(rows, columns, {}, cover=puzzle.cover, touch=puzzle.touch)


def _limited(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function like `ask` that has the time limit PATIENCE if cells may stay empty and paths may touch
    themselves. With these rules, the models are slow."""

    def asked(puzzle: Puzzle, *args: Any, time_limit: float | None = None, **more: Any) -> Any:
        if puzzle.cover or not puzzle.touch:
            return ask(puzzle, *args, time_limit=time_limit, **more)
        try:
            limit = PATIENCE if time_limit is None else min(PATIENCE, time_limit)
            return ask(puzzle, *args, time_limit=limit, **more)
        except TimeLimitReached as error:
            told = f"{error}; puzzles with 'cover: no' and 'touch: yes' take long"
            raise TimeLimitReached(told, error.result) from None

    return asked


ADAPTER = adapter(__package__, _sheet, _write, _read_puzzle, _read_solution, empty=_empty, limited=_limited)
