"""The words for bridges and clues of Hashi in reasons and conflicts."""

from typing import Any

from puzzlekit.core.grid import Point
from puzzlekit.hashi.puzzle import Puzzle
from puzzlekit.hashi.rules import island


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return the words {possible bridge or number of bridges (0, 1, 2): phrase}."""
    links = {bridge: f"the link {str(bridge).removeprefix('points ')}" for bridge in puzzle.bridges}
    states = {0: "empty", 1: "a single bridge", 2: "a double bridge"}
    return {**links, **states}


def clues(puzzle: Puzzle) -> dict[tuple[str, Point], str]:
    """Return {("number_of_bridges", island): the clue in words}.

    Only the number is a clue. The island itself belongs to the board: without the clue, the island can have any number.
    """
    return {("number_of_bridges", point): island(puzzle, point) for point, _ in puzzle.islands}
