"""How proofs speak of Slitherlink: the rows of the models, what a step is called, the edges, and the clues."""

from typing import Any

from puzzlekit.grid import Cell, Edge
from puzzlekit.scip import StepConstraints, Wording
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.rules import clue

_LEFT_OUT = "the loop of {n} edges through {1} would close without {2}"
_DEMAND = Wording(
    "{0} | needs {side:edge}",
    "{0} | takes {side:edge} at most",
    "{0} | has its {side:edge}",
    none="{0} | has no edges",
    broken=("{0} | would have fewer than {side:edge}", "{0} | would have more than {side:edge}"),
)
_ONE_LOOP = Wording("", _LEFT_OUT, _LEFT_OUT)
_MISSES = "the loop of {n} edges through {1} would miss {0}"
DIRECTED = {
    "demand": _DEMAND,
    "net_flow": Wording("the loop leaves {0} if it comes there", "the loop comes to {0} if it leaves there"),
    "one_way": Wording("", "the loop passes {0} once at most"),
    "one_in": Wording("", "the loop comes to {0} once at most"),
    "one_out": Wording("", "the loop leaves {0} once at most"),
    "one_loop": _ONE_LOOP,
    "some_loop": Wording("the loop has four edges at least", ""),
    "cuts": Wording("{0} | is drawn", "{0} | is drawn"),
    "no_arcs": Wording("{0} | is left out", "{0} | is left out"),
}
SINGLE_LOOP = {
    "demand": _DEMAND,
    "no_branch": Wording(
        "", "{0} | takes two edges at most", "{0} | has its two edges", broken=("", "{0} | would have three edges")
    ),
    "no_dead_end": Wording("", "the loop | does not end at | {0}", broken=("", "the loop | would end at | {0}")),
    "one_loop": _ONE_LOOP,
    "no_clue_missed": Wording("", _MISSES, _MISSES, clue="demand"),
    "some_loop": Wording("the loop has four edges at least", ""),
}
_TWO_INSIDE, _NOT_TWO = "{0} | has two neighbours inside", "{0} | would not have two neighbours inside"
INSIDE = SINGLE_LOOP | {
    "sides": Wording("", "", at_once=1, via="by {0}"),
    "two_inside": Wording(_TWO_INSIDE, _TWO_INSIDE, clue="demand", broken=(_NOT_TWO, _NOT_TWO)),
}
PAIRS: dict[tuple[int, ...], str] = {(3, 3): "threes", (0, 3): "a 3 beside a 0"}


def technique(pattern: StepConstraints) -> str:
    """What a step is called, by the clues that it takes: "a 2 in a corner", "diagonal threes", "a 3 beside a 0"; or by
    the loop that the edge would close."""
    families = {row.family for row in (*pattern.at_least, *pattern.at_most, *pattern.satisfied)}
    if families and families <= {"one_loop", "no_clue_missed"}:
        return "it would close a small loop" if isinstance(pattern.claim.index[0], Edge) else ""
    rows = {row.index: row for row in (*pattern.at_least, *pattern.at_most) if row.family == "demand"}
    numbers = tuple(sorted(int(row.lower or 0) for row in rows.values()))
    if pattern.known or not rows or not {row.family for row in pattern.at_least} <= {"demand"}:
        return ""
    corners = [row for row in pattern.at_most if row.family == "no_dead_end" and len(row.coefficients) == 2]
    if len(rows) == 1 and corners:
        return f"a {numbers[0]} in a corner"
    name = PAIRS.get(numbers, "")
    beside = sum(cell.row + cell.column for cell in rows) % 2  # else they touch at a point
    return f"{'adjacent' if beside else 'diagonal'} {name}" if name == "threes" else name


def clues(puzzle: Puzzle) -> dict[tuple[str, Cell], str]:
    """(family, cell) -> its clue in words."""
    return {("demand", cell): clue(puzzle, cell) for cell, _ in puzzle.clues}


def words(puzzle: Puzzle) -> dict[Any, str]:
    """How explanations speak of clues, of edges and of what is there; of the border is told, for outside is beyond."""
    kinds = {edge: "border edge" if len(puzzle.beside[edge]) == 1 else "edge" for edge in puzzle.edges}
    edges = {edge: f"the {kind} {str(edge).removeprefix('points ')}" for edge, kind in kinds.items()}
    return {**{cell: clue(puzzle, cell) for cell, _ in puzzle.clues}, **edges, 0: "left out", 1: "drawn"}
