"""What the spanning-tree model and the shortest-path model of the circuit board share: the rules of the tree.

Report, equations (5.1b)-(5.1e), which are (5.3b)-(5.3e) again: x[edge] is 1 where the edge is drawn, y[point] where the
point has three edges. Equation (5.1e) is meant for edges with *both* ends in N and at least two points in N; as
printed, it forbids every board. Its rows are too many to be stated, so they come lazily: when a candidate breaks one.
"""

from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import grid, lazy
from puzzlekit.circuit.deduce import deduce, everything
from puzzlekit.circuit.graph import cut_off, cycles, ends, squares, within
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.grid import Edge, Point
from puzzlekit.scip import Bounds, Pattern, Phrases


def keep_given_edges(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1b, 5.3b) Each given edge is drawn."""
    for edge in sorted(puzzle.given):
        yield edge, v.x[edge] == 1


def degree_one_or_three(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1c, 5.3c) Each point has one edge or three."""
    for point, around in puzzle.at.items():
        yield point, quicksum(v.x[edge] for edge in around) == 1 + 2 * v.y[point]


def connect_all_points(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1d, 5.3d) One edge less than points: so many edges without a cycle connect them all (Theorem 1)."""
    if puzzle.edges:
        yield "edges", quicksum(v.x.values()) == len(puzzle.points) - 1


@lazy.family
def no_cycle(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1e, 5.3e) Among the points N of a cycle there are at most |N| - 1 edges."""
    for cycle in cycles(puzzle, drawn_edges(values)):
        points = ends(cycle)
        yield points[0], quicksum(v.x[edge] for edge in within(puzzle, points)) <= len(points) - 1


TREE = (keep_given_edges, degree_one_or_three, connect_all_points, no_cycle)

GIVEN = Phrases("{0} | is given", "{0} | is given")
_ONE_OR_THREE = "{0} | takes one edge or three, with {n:neighbour}"
DEGREE = Phrases(_ONE_OR_THREE, _ONE_OR_THREE)
ALL_EDGES = Phrases("the tree needs {side:edge}", "the tree has {side:edge} at most")
TREE_PHRASES = {
    "keep_given_edges": GIVEN,
    "degree_one_or_three": DEGREE,
    "connect_all_points": ALL_EDGES,
    "no_cycle": Phrases("", "the edges between {corners} close no cycle"),
}


def technique(pattern: Pattern) -> str:
    """What a step is called: at a point with two neighbours one edge is too few for three, and two are even."""
    rows = {row.place: row for row in (*pattern.asks, *pattern.room)}
    edges = [len(row.coefficients) - 1 for row in rows.values() if row.family == "degree_one_or_three"]
    return "two is even" if edges == [2] and len(rows) == 1 and not pattern.known else ""


def statements(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(edge, 0 or 1) and (point, "an end" or "a fork") -> an expression that is 1 where that is so, see `stated`."""
    return stated(puzzle, v.x, v.y)


def stated(puzzle: Puzzle, drawn: Mapping[Edge, Any], three: Mapping[Point, Any]) -> dict[tuple, Any]:
    """What can be said of a board: an edge is drawn or not, a point has one edge or three. Why an edge must be drawn
    often goes by what a point must be."""
    edges = {(edge, 1): drawn[edge] for edge in puzzle.edges} | {(edge, 0): 1 - drawn[edge] for edge in puzzle.edges}
    points = {(point, "a fork"): three[point] for point in puzzle.points}
    return edges | points | {(point, "an end"): 1 - three[point] for point in puzzle.points}


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


def drawn_edges(values: SimpleNamespace) -> list:
    """The edges of a candidate."""
    return [edge for edge, value in values.x.items() if value > 0.5]


def reader(puzzle: Puzzle) -> Any:
    """`values -> Solution`: the edges with x = 1."""
    return lambda values: Solution.of(puzzle, drawn_edges(values))


# For the fast builds


def known_edges(puzzle: Puzzle) -> tuple[str | None, dict[Edge, int]]:
    """Why there is no tree, if that can be seen, and the edges that follow without search: edge -> drawn or not."""
    steps = deduce(puzzle)
    reason = grid.contradiction(steps) or (None if puzzle.edges else "there is no edge to draw")
    left = {} if reason else grid.follow(steps, everything(puzzle))
    return reason, {edge: min(states) for edge, states in left.items() if len(states) == 1}


def decided_edges(known: Mapping[Edge, int]) -> Callable:
    """A family that fixes the edges that are known."""

    def decided_edges(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(5.1b, 5.3b) The edges that are given, and those that follow from them."""
        for edge, drawn in known.items():
            yield edge, Bounds(v.x[edge], drawn, drawn)

    return decided_edges


def no_closed_square(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1e, 5.3e) for the four edges around a square."""
    for square in squares(puzzle):
        yield square[0].a, quicksum(v.x[edge] for edge in square) <= 3


def no_lonely_pair(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1c, d) Of two points that are joined one at least has three edges, if there are others."""
    if len(puzzle.points) > 2:
        for edge in puzzle.edges:
            yield edge, v.y[edge.a] + v.y[edge.b] >= v.x[edge]


@lazy.family
def one_tree(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1e, 5.3e) for short cycles, and a cut-set row for each part."""
    drawn = drawn_edges(values)
    for cycle in cycles(puzzle, drawn):
        yield ("cycle", cycle[0]), quicksum(v.x[edge] for edge in cycle) <= len(cycle) - 1
    for part, around, least in cut_off(puzzle, drawn):
        yield ("part", part[0]), quicksum(v.x[edge] for edge in around) >= least


FAST_TREE = (degree_one_or_three, connect_all_points, no_closed_square, no_lonely_pair, one_tree)


def another_tree(v: SimpleNamespace) -> Any:
    """No-good rows (`values -> row`): all trees have equally many edges, so another one lacks one of these."""

    def lacks_one(values: SimpleNamespace) -> Any:
        drawn = drawn_edges(values)
        return quicksum(v.x[edge] for edge in drawn) <= len(drawn) - 1

    return lacks_one
