"""The words for lines, letters and clues of Numberlink in reasons and conflicts."""

from typing import Any

from puzzlekit.core.grid import Cell
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.numberlink.rules import BLANK


def clues(puzzle: Puzzle) -> dict[tuple[str, Cell], str]:
    """Return `{("clues", first cell of a pair): the pair in words}`.

    The clue says which two ends are joined. The positions of the ends are not clues, but part of the board.
    """
    firsts = ((letter, cells[0], cells[0].numbers()) for letter, cells in puzzle.pairs.items())
    return {("clues", cell): f"the pair {letter} from ({i},{j})" for letter, cell, (i, j) in firsts}


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return {edge or state: phrase}. The states are 0 (not drawn) and 1 (drawn) for lines, and "blank" for cells."""
    edges = {edge: f"the line {str(edge).removeprefix('cells ')}" for edge in puzzle.edges}
    return {**edges, 0: "left out", 1: "drawn", BLANK: "empty"}
