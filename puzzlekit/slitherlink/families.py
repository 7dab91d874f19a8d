"""Constraint families of the Slitherlink models in which x[edge] is 1 if the loop uses the edge.

The loop passes through each point once or not at all. Without the lazy family `one_loop`, several loops are admitted.
Numbers such as (loop, 1) are equations of chapter 9.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit.scip import lazy
from puzzlekit.slitherlink.graph import SHORTEST, spoilt
from puzzlekit.slitherlink.puzzle import Puzzle


def demand(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 1) The number of drawn edges around a cell equals its clue."""
    for cell, number in puzzle.clues:
        yield cell, quicksum(v.x[edge] for edge in puzzle.around[cell]) == number


def no_branch(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 2) At most two edges meet at a point."""
    for point, around in puzzle.at.items():
        if len(around) > 2:
            yield point, quicksum(v.x[edge] for edge in around) <= 2


def no_dead_end(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 3) A drawn edge continues with another drawn edge at each of its ends."""
    for point, around in puzzle.at.items():
        for edge in around:
            yield (point, edge), v.x[edge] <= quicksum(v.x[other] for other in around if other != edge)


@lazy.family
def one_loop(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(lazy, 1) For each loop of a candidate solution: if all edges of the loop are drawn, no other edge is drawn."""
    for loop, other in spoilt(edge for edge, value in values.x.items() if value):
        yield ("loop", loop[0].a, other), quicksum(v.x[edge] for edge in (*loop, other)) <= len(loop)


def some_loop(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 4) At least four edges are drawn, because no loop is shorter."""
    yield "board", quicksum(v.x.values()) >= SHORTEST
