"""What the two models of Slitherlink share: the words for a board and for proofs."""

from collections.abc import Mapping
from typing import Any

from puzzlekit.grid import Edge
from puzzlekit.scip import Pattern, Phrases
from puzzlekit.slitherlink.puzzle import Puzzle


def stated(puzzle: Puzzle, drawn: Mapping[Edge, Any]) -> dict[tuple, Any]:
    """(edge, 0 or 1) -> an expression that is 1 where the edge is not drawn, or is."""
    return {(edge, state): drawn[edge] if state else 1 - drawn[edge] for edge in puzzle.edges for state in (1, 0)}


_LEFT_OUT = "the loop of {n} edges through {1} would leave out {2}"
DEMAND = Phrases(
    "{0} | needs {side:edge}", "{0} | takes {side:edge} at most", "{0} | has its {side:edge}", none="{0} | has no edges"
)
ONE_LOOP = Phrases("", _LEFT_OUT, _LEFT_OUT)
PAIRS: dict[tuple[int, ...], str] = {(3, 3): "threes", (0, 3): "a 3 beside a 0"}


def technique(pattern: Pattern) -> str:
    """What a step is called, by the clues that it takes: "a 2 in a corner", "diagonal threes", "a 3 beside a 0"."""
    rows = {row.place: row for row in (*pattern.asks, *pattern.room) if row.family == "demand"}
    numbers = tuple(sorted(int(row.lower or 0) for row in rows.values()))
    if pattern.known or not rows or not {row.family for row in pattern.asks} <= {"demand"}:
        return ""
    corners = [row for row in pattern.room if row.family == "no_dead_end" and len(row.coefficients) == 2]
    if len(rows) == 1 and corners:
        return f"a {numbers[0]} in a corner"
    name = PAIRS.get(numbers, "")
    beside = sum(cell.row + cell.column for cell in rows) % 2  # else they touch at a point
    return f"{'adjacent' if beside else 'diagonal'} {name}" if name == "threes" else name
