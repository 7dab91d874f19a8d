"""How reasons and conflicts speak of circuit boards: the edges, and the clues."""

from typing import Any

from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.core.grid import Edge


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return how reasons speak of edges and of what is there."""
    edges = {edge: f"the edge {str(edge).removeprefix('points ')}" for edge in puzzle.edges}
    return {**edges, 0: "not drawn", 1: "drawn"}


def clues(puzzle: Puzzle) -> dict[tuple[str, Edge], str]:
    """Return (family, edge) -> what is given, in words.

    Points that are blacked out belong to the board: an open point is another board, not one of which less is told. The
    endpoints contradict nothing, for every tree has a way between them.
    """
    said = words(puzzle)
    return {("keep_given_edges", edge): f"{said[edge]} is given" for edge in sorted(puzzle.given)}
