"""Numberlink on the interactive board: what can be touched, and the way back to a puzzle and a solution.

An edge's state is "1" where a line is drawn and "0", a cross, where there is none. A cell's state is its
clue, "given A".
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from puzzlekit.board import (
    Board,
    BoardLayout,
    ElementType,
    Replay,
    State,
    StateStyle,
    cell_positions,
    clue,
    given,
    grid_lines,
    row_and_column_numbers,
)
from puzzlekit.board.adapter import adapter
from puzzlekit.board.lattice import (
    EDGE,
    LOOKS,
    STRIP,
    by_row_and_column,
    cut_pictures,
    drawn_after,
    drawn_edges,
    drawn_state,
    edge_positions,
    step_replay,
)
from puzzlekit.board.layout import HUES
from puzzlekit.errors import validate_args
from puzzlekit.grid import Cell, Step
from puzzlekit.numberlink.draw import draw, draw_cut
from puzzlekit.numberlink.puzzle import LETTERS, Puzzle, Solution, geometry
from puzzlekit.scip.constraints import LinearConstraint

KINDS = {
    "cell": ElementType("cell", ("", *map(given, LETTERS))),
    "edge": EDGE,
    "number": ElementType("label"),
}
STYLES = LOOKS | {
    given(letter): StateStyle(letter, look="given", key=letter, said=f"letter {letter}", hue=index % HUES + 1)
    for index, letter in enumerate(LETTERS)
}


@validate_args(Puzzle)
def board(puzzle: Puzzle, *, solve: Callable[[Puzzle], Solution] | None = None) -> Board:
    """The interactive board of a puzzle: drag from a letter along its path, and over a line to take it away; or click
    an edge to draw a line there, and again for a cross; a right click makes a cross at once.

    `solve` is your own function for its Solve button. In edit mode the letters can be changed. See `Board`.
    """
    return Board(ADAPTER, puzzle, solve=solve)


@validate_args(Puzzle)
def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """The rows that lazy families added (`scip.Result.cuts`), one after the other on the board, with a slider."""
    return Replay(cut_pictures(draw_cut, puzzle, cuts), [str(cut) for cut in cuts], **STRIP)


@validate_args(Puzzle)
def replay_steps(puzzle: Puzzle, steps: Sequence[Step]) -> Replay:
    """Deductions (from `deduce`), one after the other: what is drawn so far, the step hinted, and its reason."""
    boards = [Solution.of(puzzle, drawn) for drawn in drawn_after(steps)]
    return step_replay(draw, steps, boards, [step.candidates for step in steps])


def _sheet(puzzle: Puzzle) -> BoardLayout:
    return _sheet_of(puzzle.rows, puzzle.columns)  # it does not depend on the clues


@lru_cache(maxsize=32)
def _sheet_of(rows: int, columns: int) -> BoardLayout:
    grid = geometry(rows, columns)
    places = cell_positions(rows, columns)
    places |= edge_positions(grid.edges, lambda edge: f"edge from {by_row_and_column(edge)}", shift=0.5)
    places |= row_and_column_numbers(rows, columns, "number")
    lines = tuple(grid_lines(rows, columns))
    return BoardLayout(f"Numberlink, {rows} x {columns}", columns, rows, places, KINDS, STYLES, lines)


def _write(puzzle: Puzzle, solution: Solution | None) -> State:
    return drawn_state(puzzle, solution) | {cell: given(letter) for cell, letter in puzzle.clues}


def _read_puzzle(puzzle: Puzzle, state: State) -> Puzzle:
    letter = {cell: clue(word) for cell, word in state.items() if isinstance(cell, Cell)}
    return Puzzle.of(puzzle.rows, puzzle.columns, letter, cover=puzzle.cover, touch=puzzle.touch)


def _read_solution(puzzle: Puzzle, state: State) -> Solution:
    return Solution.of(puzzle, drawn_edges(state))


def _empty(puzzle: Puzzle, rows: int, columns: int) -> Puzzle:
    return Puzzle.of(rows, columns, {}, cover=puzzle.cover, touch=puzzle.touch)


ADAPTER = adapter(__package__, _sheet, _write, _read_puzzle, _read_solution, empty=_empty)
