"""The words for circuit boards in reasons and conflicts: the edges, and the clues."""

from typing import Any

from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.core.grid import Edge


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return edge or state -> its words in reasons."""
    edges = {edge: f"the edge {str(edge).removeprefix('points ')}" for edge in puzzle.edges}
    return {**edges, 0: "not drawn", 1: "drawn"}


def clues(puzzle: Puzzle) -> dict[tuple[str, Edge], str]:
    """Return (family, edge) -> the clue in words.

    Blacked-out points are part of the board: without one of them, it is another board, not a board with fewer clues.
    The endpoints are in no conflict, for every tree has a path between them.
    """
    said = words(puzzle)
    return {("keep_given_edges", edge): f"{said[edge]} is given" for edge in sorted(puzzle.given)}
