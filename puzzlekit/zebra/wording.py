"""The words for places and clues of the Zebra puzzle in reasons and conflicts."""

from puzzlekit.core.grid import Element, Label
from puzzlekit.zebra.puzzle import Puzzle
from puzzlekit.zebra.rules import FAMILY, place, told, words_of


def words(puzzle: Puzzle) -> dict[Element, str]:
    """Return {place: its name}, such as "the colour of house 1"."""
    return {cell: place(puzzle, cell) for cell in puzzle.cells}


def clues(puzzle: Puzzle) -> dict[tuple[str, Label], str]:
    """Return {(constraint family, label of a clue): the clue in words}."""
    return {(FAMILY[clue.kind], label): words_of(puzzle, label) for label, clue in told(puzzle)}
