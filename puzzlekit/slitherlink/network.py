"""Slitherlink as a graph of networkx, for its pictures and algorithms."""

from typing import Any

from puzzlekit import lattice
from puzzlekit.errors import validate_args
from puzzlekit.slitherlink.puzzle import Puzzle


@validate_args(Puzzle)
def network(puzzle: Puzzle) -> Any:
    """A `networkx.Graph`: the corners of the cells, and the edges between neighbours.

    The node attribute `pos` says where a node is drawn.
    """
    return lattice.network(puzzle.points, puzzle.edges)
