"""What the two models of Slitherlink share: the words for a board, and what fast builds and peers know beforehand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzlekit import grid
from puzzlekit.grid import Edge
from puzzlekit.slitherlink.deduce import deduce, everything
from puzzlekit.slitherlink.graph import Loop, small_loops
from puzzlekit.slitherlink.puzzle import Puzzle


def stated(puzzle: Puzzle, drawn: Mapping[Edge, Any]) -> dict[tuple, Any]:
    """(edge, 0 or 1) -> an expression that is 1 where the edge is not drawn, or is."""
    return {(edge, state): drawn[edge] if state else 1 - drawn[edge] for edge in puzzle.edges for state in (1, 0)}


@dataclass(frozen=True)
class Start:
    """What is known before any search: every engine that is to be fast begins here.

    Attributes
    ----------
    refuted
        Why there is no solution, if deduction shows it.
    sure
        edge -> 0 or 1, where that follows without search.
    small
        Loops around one or two cells, of which not all open edges can be drawn: they are short, and each would miss a
        clue. Edges that are sure are left out, and so are loops that lack one already.
    """

    refuted: str | None
    sure: Mapping[Edge, int]
    small: tuple[Loop, ...] = ()


def start(puzzle: Puzzle) -> Start:
    """Deduce what can be deduced."""
    steps = deduce(puzzle)
    left = grid.follow(steps, everything(puzzle))
    sure = {edge: min(states) for edge, states in left.items() if len(states) == 1}
    if refuted := grid.contradiction(steps):
        return Start(refuted, sure)
    found = (loop for loop in small_loops(puzzle) if all(sure.get(edge, 1) for edge in loop))
    small = (tuple(edge for edge in loop if edge not in sure) for loop in found)
    return Start(None, sure, tuple(small))
