"""Circuit boards as graphs of networkx, for its pictures and algorithms."""

from typing import Any

from puzzlekit import lattice
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.errors import validate_args


@validate_args(Puzzle)
def network(puzzle: Puzzle) -> Any:
    """A `networkx.Graph`: the open points, and the edges between neighbours.

    The node attribute `pos` says where a node is drawn.
    """
    return lattice.network(puzzle.points, puzzle.edges)
