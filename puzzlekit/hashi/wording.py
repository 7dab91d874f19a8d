"""How reasons and conflicts speak of Hashi: bridges, and the clues."""

from typing import Any

from puzzlekit.core.grid import Point
from puzzlekit.hashi.puzzle import Puzzle
from puzzlekit.hashi.rules import island


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return how reasons speak of the places of bridges, and of what is there."""
    links = {bridge: f"the link {str(bridge).removeprefix('points ')}" for bridge in puzzle.bridges}
    states = {0: "empty", 1: "a single bridge", 2: "a double bridge"}
    return {**links, **states}


def clues(puzzle: Puzzle) -> dict[tuple[str, Point], str]:
    """Return (family, island) -> its number in words.

    That there is an island belongs to the board: without its number, it may have any.
    """
    return {("number_of_bridges", point): island(puzzle, point) for point, _ in puzzle.islands}
