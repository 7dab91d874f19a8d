"""Sudoku on the interactive board: what can be touched, and the way back to a puzzle and a solution.

A cell's state is "5" where a digit was filled in and "given 5" where it is a clue.
"""

from collections.abc import Callable
from functools import lru_cache
from math import isqrt

from puzzlekit.board import (
    Board,
    Game,
    Kind,
    Look,
    Place,
    Sheet,
    State,
    clue,
    entry,
    given,
    grid_lines,
    row_and_column_numbers,
)
from puzzlekit.errors import PuzzleError, takes
from puzzlekit.grid import Cell, Element
from puzzlekit.sudoku.deduce import deduce, everything
from puzzlekit.sudoku.draw import draw
from puzzlekit.sudoku.puzzle import SYMBOLS, Puzzle, Solution
from puzzlekit.sudoku.rules import clashes, marks, violations
from puzzlekit.sudoku.solve import FORMULATIONS, solutions, solve
from puzzlekit.sudoku.text import parse, parse_solution


@takes(Puzzle)
def board(puzzle: Puzzle, *, solve: Callable[[Puzzle], Solution] | None = None) -> Board:
    """The interactive board of a puzzle; `solve` is your own function for its Solve button. See `Board`."""
    return Board(GAME, puzzle, solve=solve)


def _sheet(puzzle: Puzzle) -> Sheet:
    return _sheet_of(puzzle.p, puzzle.q)  # it does not depend on the clues


@lru_cache(maxsize=32)
def _sheet_of(p: int, q: int) -> Sheet:
    n = p * q
    digits = [str(digit) for digit in range(1, n + 1)]
    # the digits lie in a cell as the cells lie in a box
    size = 1 / max(p, q)
    spots = {
        str(digit): ((digit - 1) % q / q + (1 / q - size) / 2, (digit - 1) // q / p + (1 / p - size) / 2, size)
        for digit in range(1, n + 1)
    }
    kinds = {
        "cell": Kind("cell", ("", *map(given, digits)), ("", *digits), notes=tuple(digits), spots=spots),
        "number": Kind("label"),
    }
    looks = {"": Look(key=".")}
    for digit, symbol in zip(digits, SYMBOLS[1:], strict=False):
        looks[digit] = Look(symbol, key=symbol)
        looks[given(digit)] = Look(symbol, look="given", key=symbol, said=f"given {symbol}")
    cells = [Cell(i, j) for i in range(n) for j in range(n)]
    places: dict[Element, Place] = {
        cell: Place("cell", (cell.column, cell.row), f"row {cell.row + 1}, column {cell.column + 1}") for cell in cells
    }
    lines = tuple(grid_lines(n, n, every=(p, q)))
    return Sheet(f"Sudoku, {n} x {n}", n, n, places | row_and_column_numbers(n, n, "number"), kinds, looks, lines)


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
    """The boxes are as square as they can be, and no taller than wide."""
    p = max((p for p in range(1, isqrt(max(rows, 0)) + 1) if rows % p == 0), default=0)
    if rows != columns or not p:
        raise PuzzleError(f"found {rows} x {columns}, expected as many rows as columns")
    return Puzzle(((0,) * rows,) * rows, p, rows // p)


GAME = Game(
    _sheet,
    _write,
    _read_puzzle,
    _read_solution,
    violations,
    clashes,
    marks,
    solve,
    solutions,
    parse,
    parse_solution,
    draw,
    everything=everything,
    deduce=deduce,
    empty=_empty,
    formulations=FORMULATIONS,
)
