"""The spanning-tree model of the circuit board with three more rules, which follow from its own, for explanations.

Not in the report. Who draws such a board by hand counts forks, joins no two ends and closes no square; from the rules
of the tree these follow only by sums over the whole board, or cycle by cycle.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit.circuit import model_spanning_tree
from puzzlekit.circuit.families import TREE, indicators, no_lonely_pair
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.errors import validate_args
from puzzlekit.lattice import square
from puzzlekit.scip import BuiltModel

__all__ = ["FAMILIES", "build", "count_of_forks", "indicators", "no_square"]


def count_of_forks(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1c, d) The edges have one end at each point and two more at each fork, and they are one less than the points:
    so there is one fork less than half of the points."""
    if puzzle.edges:
        yield "forks", quicksum(v.y.values()) == (len(puzzle.points) - 2) / 2


def no_square(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1e) for the smallest cycles: of a square three sides at most are drawn."""
    for point in puzzle.points:
        sides = square(point)
        if all(edge in v.x for edge in sides):
            yield point, quicksum(v.x[edge] for edge in sides) <= 3


FAMILIES = TREE
IMPLIED = (no_lonely_pair, count_of_forks, no_square)


@validate_args(Puzzle)
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The spanning-tree model with these rules. Raises UnsupportedPuzzle if the puzzle has endpoints."""
    built = model_spanning_tree.build(puzzle, families)
    return built.imply(IMPLIED, puzzle) if {*TREE} <= {*families} else built
