"""Sudoku on the interactive board: its layout, and the conversion between states and a puzzle with a solution.

The state of a cell is "5" if the reader entered the digit, "given 5" if the digit is a clue, and "" if it is empty.
"""

from functools import lru_cache
from math import isqrt

from puzzlekit.board.adapter import adapter
from puzzlekit.board.layout import COLOURS, BoardLayout, ElementType, State, StateStyle, clue, entry, given
from puzzlekit.board.places import cell_positions, grid_lines, row_and_column_numbers
from puzzlekit.core.errors import PuzzleError
from puzzlekit.sudoku.puzzle import SYMBOLS, Puzzle, Solution, geometry


def _sheet(puzzle: Puzzle) -> BoardLayout:
    return _sheet_of(puzzle.p, puzzle.q)  # the layout does not depend on the clues


@lru_cache(maxsize=32)
def _sheet_of(p: int, q: int) -> BoardLayout:
    n = p * q
    digits = [str(digit) for digit in range(1, n + 1)]
    # small notes of digits are arranged in a cell like cells in a box
    size = 1 / max(p, q)
    spots = {
        str(digit): ((digit - 1) % q / q + (1 / q - size) / 2, (digit - 1) // q / p + (1 / p - size) / 2, size)
        for digit in range(1, n + 1)
    }
    kinds = {
        "cell": ElementType(
            "cell",
            ("", *map(given, digits)),
            ("", *digits),
            notes=tuple(digits),
            corners=tuple(digits),
            colours=COLOURS,
            spots=spots,
        ),
        "number": ElementType("label"),
    }
    looks = {"": StateStyle(key=".")}
    for digit, symbol in zip(digits, SYMBOLS[1:], strict=False):
        looks[digit] = StateStyle(symbol, key=symbol)
        looks[given(digit)] = StateStyle(symbol, look="given", key=symbol, said=f"given {symbol}")
    places = cell_positions(n, n) | row_and_column_numbers(n, n, "number")
    lines = tuple(grid_lines(n, n, every=(p, q)))
    grid = geometry(p, q)
    title = f"Sudoku, {n} x {n}" if p == q else f"Sudoku, {n} x {n}, boxes of {p} x {q}"
    return BoardLayout(title, n, n, places, kinds, looks, lines, groups=(*grid.rows, *grid.columns, *grid.boxes))


def _write(puzzle: Puzzle, solution: Solution | None) -> State:
    if solution and (solution.p, solution.q) != (puzzle.p, puzzle.q):
        raise PuzzleError(f"found boxes of {solution.p}x{solution.q}, expected {puzzle.p}x{puzzle.q} as in the puzzle")
    state = {cell: str(digit) for cell, digit in solution.filled.items()} if solution else {}
    for cell, digit in puzzle.given.items():
        held = state.get(cell, str(digit))
        state[cell] = given(digit, over="" if held == str(digit) else held)
    return state


def _read_puzzle(puzzle: Puzzle, state: State) -> Puzzle:
    clues = {cell: int(clue(word)) for cell, word in state.items() if clue(word)}
    return Puzzle(Solution.of(puzzle, clues).digits, puzzle.p, puzzle.q)


def _read_solution(puzzle: Puzzle, state: State) -> Solution:
    return Solution.of(puzzle, {cell: int(entry(word)) for cell, word in state.items()})


def _empty(puzzle: Puzzle, rows: int, columns: int) -> Puzzle:
    """Return an empty puzzle of this size. Its boxes are as square as possible, and not taller than wide."""
    p = max((p for p in range(1, isqrt(max(rows, 0)) + 1) if rows % p == 0), default=0)
    if rows != columns or not p:
        raise PuzzleError(f"found {rows} x {columns} cells, expected as many rows as columns")
    return Puzzle(((0,) * rows,) * rows, p, rows // p)


ADAPTER = adapter(__package__, _sheet, _write, _read_puzzle, _read_solution, empty=_empty)
