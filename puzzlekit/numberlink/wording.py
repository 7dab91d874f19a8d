"""How reasons and conflicts speak of Numberlink: lines and letters, and the clues."""

from typing import Any

from puzzlekit.core.grid import Cell
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.numberlink.rules import BLANK


def clues(puzzle: Puzzle) -> dict[tuple[str, Cell], str]:
    """Return (family, the first cell of a pair) -> the pair in words.

    What is told is which ends belong together; that a path ends in these cells belongs to the board.
    """
    firsts = ((letter, cells[0], cells[0].numbers()) for letter, cells in puzzle.pairs.items())
    return {("clues", cell): f"the pair {letter} from ({i},{j})" for letter, cell, (i, j) in firsts}


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return how reasons speak of edges and of what is there."""
    edges = {edge: f"the line {str(edge).removeprefix('cells ')}" for edge in puzzle.edges}
    return {**edges, 0: "left out", 1: "drawn", BLANK: "empty"}
