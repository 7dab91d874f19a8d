"""How proofs speak of Numberlink: the rows of the models, what a step is called, lines and letters, and the clues."""

from typing import Any

from puzzlekit.grid import Cell, Edge
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.numberlink.rules import BLANK, clue
from puzzlekit.scip import StepConstraints, Wording

_LETTERS = {
    "one_letter": Wording("{0} | needs a letter", "{0} | has one letter only", "{0} | is {now}"),
    "clues": Wording("{last} | is given", "{last} | is given"),
    "no_loop": Wording("", "the {k} cells of the ring through {0} are not all {1}"),
}
QUADRATIC = _LETTERS | {"neighbours": Wording("{0} | needs its lines", "{0} | takes no more lines")}
LINEARISED = _LETTERS | {
    "product_first": Wording("", "a line {p0} of {1} has it at its first cell"),
    "product_second": Wording("", "a line {p0} of {1} has it at its second cell"),
    "product_both": Wording("equal letters {1} make a line {p0}", ""),
    "neighbours": Wording("{0} | needs its lines", "{0} | takes no more lines", "{0} | has its lines"),
}
NEIGHBOUR_COUNT = _LETTERS | {
    "one_neighbour": Wording(
        "{0} | needs a neighbour of its letter", "{0} | has one neighbour of its letter", "{0} | has its neighbour"
    ),
    "two_neighbours": Wording("{0} | needs two neighbours if it is {1}", "{0} | needs two neighbours if it is {1}"),
    "no_third_neighbour": Wording("", "{0} | takes two neighbours if it is {1}"),
}
EDGE = _LETTERS | {
    "ends": Wording(
        "{0} | needs a line",
        "{0} | takes one line only",
        "{0} | has its line",
        broken=("{0} | would have no line", "{0} | would have two lines"),
    ),
    "no_branch": Wording(
        "", "{0} | takes two lines at most", "{0} | has its two lines", broken=("", "{0} | would have three lines")
    ),
    "no_dead_end": Wording("", "no path | ends at | {0}", broken=("", "a path | would end at | {0}")),
    "cover": Wording("{0} | needs a line", "", broken=("{0} | would have no line", "")),
    "same_letter": Wording("", ""),  # the first thing that anybody knows of a line
    "empty": Wording("", "{0} | has no letter without a line"),
    "no_touching": Wording(
        "",
        "path {1} may not touch itself between {corners}",
        broken=("", "path {1} would touch itself between {corners}"),
    ),
    "no_loop": Wording("", "the {n} lines of the ring through {1} are not all drawn"),
}


def technique(pattern: StepConstraints) -> str:
    """What a step is called: "the path would touch itself", where its only rule says that neighbours are joined."""
    (element, state), holds = pattern.claim.index, pattern.claim.lower is not None
    left_out = isinstance(element, Edge) and holds == (state == 0)
    only = [row.family for row in (*pattern.at_least, *pattern.at_most)] == ["no_touching"]
    return "the path would touch itself" if only and left_out else ""


def clues(puzzle: Puzzle) -> dict[tuple[str, Cell], str]:
    """(family, the first cell of a pair) -> the pair in words. What is told is which ends belong together; that a path
    ends in these cells belongs to the board."""
    firsts = ((letter, cells[0], cells[0].numbers()) for letter, cells in puzzle.pairs.items())
    return {("clues", cell): f"the pair {letter} from ({i},{j})" for letter, cell, (i, j) in firsts}


def words(puzzle: Puzzle) -> dict[Any, str]:
    """How explanations speak of letters on the board, of edges and of what is there."""
    edges = {edge: f"the line {str(edge).removeprefix('cells ')}" for edge in puzzle.edges}
    letters = {cell: clue(puzzle, cell) for cell, _ in puzzle.clues}
    return {**letters, **edges, 0: "left out", 1: "drawn", BLANK: "empty"}
