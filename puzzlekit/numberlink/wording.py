"""Words for the lines, letters and clues of Numberlink in reasons and conflicts."""

from typing import Any

from puzzlekit.core.grid import Cell
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.numberlink.rules import BLANK


def clues(puzzle: Puzzle) -> dict[tuple[str, Cell], str]:
    """Return `{(family, first cell of a pair): the pair in words}`.

    The clue is which ends belong together. The ends themselves belong to the board.
    """
    firsts = ((letter, cells[0], cells[0].numbers()) for letter, cells in puzzle.pairs.items())
    return {("clues", cell): f"the pair {letter} from ({i},{j})" for letter, cell, (i, j) in firsts}


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return the words that reasons use for edges, drawn lines and empty cells."""
    edges = {edge: f"the line {str(edge).removeprefix('cells ')}" for edge in puzzle.edges}
    return {**edges, 0: "left out", 1: "drawn", BLANK: "empty"}
