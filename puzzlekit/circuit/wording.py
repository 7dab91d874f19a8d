"""The words for edges and clues of circuit boards in reasons and conflicts."""

from typing import Any

from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.core.grid import Edge


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return {edge or state: phrase} for sentences about edges. The states are 0 (not drawn) and 1 (drawn)."""
    edges = {edge: f"the edge {str(edge).removeprefix('points ')}" for edge in puzzle.edges}
    return {**edges, 0: "not drawn", 1: "drawn"}


def clues(puzzle: Puzzle) -> dict[tuple[str, Edge], str]:
    """Return {("keep_given_edges", edge): the clue in words}.

    Blacked-out points are part of the board, not clues. The endpoints are no clues here, either: they cannot contradict
    other clues, because every tree has a path between the endpoints.
    """
    said = words(puzzle)
    return {("keep_given_edges", edge): f"{said[edge]} is given" for edge in sorted(puzzle.given)}
