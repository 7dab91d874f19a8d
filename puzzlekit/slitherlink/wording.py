"""The words for edges and clues of Slitherlink in reasons and conflicts."""

from typing import Any

from puzzlekit.core.grid import Cell
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.rules import clue


def clues(puzzle: Puzzle) -> dict[tuple[str, Cell], str]:
    """Return {("demand", cell): the name of the cell's clue}."""
    return {("demand", cell): clue(puzzle, cell) for cell, _ in puzzle.clues}


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return {edge or state: phrase}. The states are 0 (not drawn) and 1 (drawn)."""
    edges = {edge: f"the edge {str(edge).removeprefix('points ')}" for edge in puzzle.edges}
    return {**edges, 0: "left out", 1: "drawn"}
