"""The wording of the Zebra puzzle for reasons and conflicts: places and clues."""

from puzzlekit.core.grid import Element, Label
from puzzlekit.zebra.puzzle import Puzzle
from puzzlekit.zebra.rules import FAMILY, place, told, words_of


def words(puzzle: Puzzle) -> dict[Element, str]:
    """Return place -> its words in a reason."""
    return {cell: place(puzzle, cell) for cell in puzzle.cells}


def clues(puzzle: Puzzle) -> dict[tuple[str, Label], str]:
    """Return (family, label) -> the clue in words."""
    return {(FAMILY[clue.kind], label): words_of(puzzle, label) for label, clue in told(puzzle)}
