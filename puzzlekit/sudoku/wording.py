"""The words for digits and clues of Sudoku in reasons and conflicts."""

from typing import Any

from puzzlekit.sudoku.puzzle import SYMBOLS, Puzzle


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return {digit: its symbol}."""
    return {digit: SYMBOLS[digit] for digit in puzzle.digits}


def clues(puzzle: Puzzle) -> dict[tuple[str, Any], str]:
    """Return {("keep_clues", cell): the clue in words}."""
    return {("keep_clues", cell): f"{cell} is {SYMBOLS[digit]}" for cell, digit in puzzle.given.items()}
