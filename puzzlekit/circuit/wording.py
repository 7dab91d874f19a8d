"""How proofs speak of circuit boards: the rows of the models, what a step is called, the edges, and the clues."""

from typing import Any

from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.grid import Edge
from puzzlekit.scip import AtAGlance, StepConstraints, Wording
from puzzlekit.scip.constraints import LinearConstraint

_GIVEN = Wording("{0} | is given", "{0} | is given")
_ONE_OR_THREE = "{0} | takes one edge or three"
_DEGREE = Wording(
    _ONE_OR_THREE,
    _ONE_OR_THREE,
    settled={"an end": "{0} | takes one edge", "a fork": "{0} | takes three edges"},
    broken=("{0} | would have too few edges", "{0} | would have too many edges"),
)
_ALL_EDGES = Wording("only {spare} of {k:edge} may be left out", "the tree has {side} of {k:edge} at most")
_NO_TWO_ENDS, _TWO_ENDS = "{0} | may not join two ends", "{0} | would join two ends"
_NO_CYCLE = Wording(
    "",
    "the edges between {corners} may not close a cycle",
    broken=("", "the edges between {corners} would close a cycle"),
)
_IMPLIED = {
    "connected": Wording("an edge must lead out of {all}", "", broken=("no edge would lead out of {all}", "")),
    "odd_sum": Wording("", "an odd number of edges leaves {all}, as each has an odd number"),
    "even_sum": Wording("", "an even number of edges leaves {all}, as each has an odd number"),
}
SPANNING_TREE = _IMPLIED | {
    "keep_given_edges": _GIVEN,
    "degree_one_or_three": _DEGREE,
    "connect_all_points": _ALL_EDGES,
    "no_cycle": _NO_CYCLE,
}
FORKS = SPANNING_TREE | {
    "no_lonely_pair": Wording(_NO_TWO_ENDS, _NO_TWO_ENDS, _NO_TWO_ENDS, broken=(_TWO_ENDS, _TWO_ENDS)),
    "count_of_forks": Wording("a tree of {k:point} needs {side:fork}", "a tree of {k:point} has {side:fork} at most"),
    "no_square": Wording(
        "",
        "the square between {corners} may not be closed",
        broken=("", "the square between {corners} would be closed"),
    ),
}
SHORTEST_PATH = SPANNING_TREE | {
    "path_in_the_tree": Wording("", "the path takes {0} only if it is drawn"),
    "path_begins_and_ends": Wording("the path ends at {0}", "the path ends at {0}"),
    "path_passes_through": Wording("the path passes {0} or not", "the path passes {0} or not"),
}
NETWORK_FLOW = _IMPLIED | {
    "keep_given_edges": _GIVEN,
    "degree_one_or_three": _DEGREE,
    "connect_all_points": Wording("{0} | needs its share of the flow", "{0} | takes its share of the flow"),
    "flow_needs_an_edge": Wording("", "flow passes {0} only where it is drawn"),
    "an_edge_needs_flow": Wording("flow passes {0} if it is drawn", ""),
    "no_cycle": _ALL_EDGES,
}
FEW = {
    1: ("the only way out", "one neighbour", "one edge left"),
    2: ("too few for a fork", "two neighbours", "two edges left"),
}
REGIONS = {"connected": "the only way out", "odd_sum": "parity of a border", "even_sum": "parity of a border"}


def technique(pattern: StepConstraints) -> str:
    """What a step is called: at a point with one neighbour or two, or with so many edges left, which are too few for
    three; or by the one region that it looks at."""
    rows = {row.index: row for row in (*pattern.at_least, *pattern.at_most)}
    if len(rows) == 1 and (name := REGIONS.get({row.family for row in rows.values()}.pop() or "")):
        return name
    edges = {point: len(row.coefficients) - 1 for point, row in rows.items() if row.family == "degree_one_or_three"}
    (point, count), *more = edges.items() or [(None, 0)]
    out = [row for row in pattern.known if _leaves_out(row, point)]
    if more or count - len(out) not in FEW or len(rows) > 1 or len(out) < len(pattern.known):
        return ""
    name, *has = FEW[count - len(out)]
    return AtAGlance(name, f"{point} has only {has[bool(out)]}")


def _leaves_out(row: LinearConstraint, point: Any) -> bool:
    """Whether something known says that an edge at a point is not drawn."""
    edge, state = row.index if isinstance(row.index, tuple) and len(row.index) == 2 else (None, None)
    return isinstance(edge, Edge) and point in (edge.a, edge.b) and state == (row.lower is None)


def words(puzzle: Puzzle) -> dict[Any, str]:
    """How explanations speak of edges and of what is there."""
    edges = {edge: f"the edge {str(edge).removeprefix('points ')}" for edge in puzzle.edges}
    return {**edges, 0: "not drawn", 1: "drawn"}


def clues(puzzle: Puzzle) -> dict[tuple[str, Edge], str]:
    """(family, edge) -> what is given, in words. Points that are blacked out belong to the board, for an open point is
    another board and not a board of which less is told; and the endpoints contradict nothing, for every tree has a way
    between them."""
    said = words(puzzle)
    return {("keep_given_edges", edge): f"{said[edge]} is given" for edge in sorted(puzzle.given)}
