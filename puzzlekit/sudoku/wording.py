"""The wording of Sudoku for reasons and conflicts: digits and clues."""

from typing import Any

from puzzlekit.sudoku.puzzle import SYMBOLS, Puzzle


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return digit -> its symbol."""
    return {digit: SYMBOLS[digit] for digit in puzzle.digits}


def clues(puzzle: Puzzle) -> dict[tuple[str, Any], str]:
    """Return (family, cell) -> the clue in words."""
    return {("keep_clues", cell): f"{cell} is {SYMBOLS[digit]}" for cell, digit in puzzle.given.items()}
