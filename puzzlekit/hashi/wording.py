"""Words for the bridges and clues of Hashi in reasons and conflicts."""

from typing import Any

from puzzlekit.core.grid import Point
from puzzlekit.hashi.puzzle import Puzzle
from puzzlekit.hashi.rules import island


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return the words that reasons use for possible bridges and for drawn bridges."""
    links = {bridge: f"the link {str(bridge).removeprefix('points ')}" for bridge in puzzle.bridges}
    states = {0: "empty", 1: "a single bridge", 2: "a double bridge"}
    return {**links, **states}


def clues(puzzle: Puzzle) -> dict[tuple[str, Point], str]:
    """Return `{(family, island): the island's number in words}`.

    The island itself belongs to the board: without its number, it may have any number.
    """
    return {("number_of_bridges", point): island(puzzle, point) for point, _ in puzzle.islands}
