"""The words for edges and corners in the techniques of Slitherlink."""

from collections.abc import Mapping, Sequence
from typing import Any

from puzzlekit.core.errors import joined
from puzzlekit.core.grid import Edge
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.rules import clue
from puzzlekit.slitherlink.technique_board import Corner

NUMBERS = ("no", "one", "two", "three", "four")
MOST = 4  # a sentence names at most this many edges; the picture shows all
COUNTS = {
    frozenset({0}): "no edge",
    frozenset({1}): "exactly one edge",
    frozenset({2}): "both edges",
    frozenset({0, 1}): "at most one edge",
    frozenset({1, 2}): "at least one edge",
    frozenset({0, 2}): "both edges or neither",
}


class Words:
    """The wording of claims about edges and corners of a Slitherlink."""

    def __init__(self, puzzle: Puzzle):
        self._puzzle = puzzle

    def concluded(self, claim: Mapping[Any, frozenset]) -> str:
        """Return a claim {edge or corner: states} as a clause: "the edge (1,1)-(1,2) is drawn"."""
        told = []
        for state, words in ((1, "drawn"), (0, "left out")):
            own = [element for element, states in claim.items() if states == {state} and isinstance(element, Edge)]
            if own:
                told.append(f"{edges(own)} {'is' if len(own) == 1 else 'are'} {words}")
        for element, states in claim.items():
            if isinstance(element, Corner):
                told.append(f"{self.cell(element)} has {COUNTS[states]} at its {element}")
        return joined(told)

    def cell(self, corner: Corner) -> str:
        """Return the name of a corner's cell: its clue, or the cell itself if it has no clue."""
        return clue(self._puzzle, corner.cell) if corner.cell in self._puzzle.number else str(corner.cell)


def edge(one: Edge) -> str:
    """Return the name of an edge without the word "edge": "(1,1)-(1,2)"."""
    return str(one).removeprefix("points ")


def edges(several: Sequence[Edge]) -> str:
    """Return the names of edges as text: "the edges (1,1)-(1,2) and (1,2)-(1,3)". For more than MOST edges, return
    their number: "9 edges"."""
    if len(several) > MOST:
        return f"{len(several)} edges"
    return f"the edge{'s' if len(several) > 1 else ''} {joined([edge(one) for one in several])}"


def counted(number: int) -> str:
    """Return a number of edges as text: "two edges"."""
    return f"{NUMBERS[number]} edge{'' if number == 1 else 's'}"
