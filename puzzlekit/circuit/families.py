"""The tree constraints that the spanning-tree model and the shortest-path model of the circuit board share.

Report, equations (5.1b)-(5.1e), repeated as (5.3b)-(5.3e): x[edge] is 1 if the edge is drawn, y[point] is 1 if the
point has three edges. In equation (5.1e), the sum must be over the edges with *both* ends in the set N of points, and N
must have at least two points; the printed equation forbids every board. There are too many constraints (5.1e) to state
them all. They are lazy: each constraint is added only when a candidate solution violates it.
"""

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, quicksum

from puzzlekit.circuit import rules
from puzzlekit.circuit.graph import cycles, ends, within
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.core.grid import Edge, Point
from puzzlekit.scip import BuiltModel, lazy


def keep_given_edges(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1b) (5.3b) Each given edge is drawn."""
    for edge in sorted(puzzle.given):
        yield edge, v.x[edge] == 1


def degree_one_or_three(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1c) (5.3c) Each point has one edge or three."""
    for point, around in puzzle.at.items():
        yield point, quicksum(v.x[edge] for edge in around) == 1 + 2 * v.y[point]


def connect_all_points(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1d) (5.3d) There is one edge fewer than there are points. By Theorem 1, the edges then connect all points if
    there is no cycle."""
    if puzzle.edges:
        yield "edges", quicksum(v.x.values()) == len(puzzle.points) - 1


@lazy.family
def no_cycle(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1e) (5.3e) For each cycle in a candidate solution: if N is the set of its points, at most |N| - 1 edges join
    points of N."""
    for cycle in cycles(puzzle, drawn_edges(values.x)):
        points = ends(cycle)
        yield points[0], quicksum(v.x[edge] for edge in within(puzzle, points)) <= len(points) - 1


TREE = (keep_given_edges, degree_one_or_three, connect_all_points, no_cycle)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{fact: expression}` as in `stated`, for the variables x and y."""
    return stated(puzzle, v.x, v.y)


def stated(puzzle: Puzzle, drawn: Mapping[Edge, Any], three: Mapping[Point, Any]) -> dict[tuple, Any]:
    """Return {fact: an expression that is 1 if the fact is true, otherwise 0}.

    The facts are: (edge, 1), the edge is drawn; (edge, 0), it is not drawn; (point, "an end"), the point has one edge;
    (point, "a fork"), the point has three edges. Reasons for an edge often use facts about points.

    Parameters
    ----------
    drawn
        {edge: variable that is 1 if the edge is drawn}.
    three
        {point: variable that is 1 if the point has three edges}.
    """
    edges = {(edge, 1): drawn[edge] for edge in puzzle.edges} | {(edge, 0): 1 - drawn[edge] for edge in puzzle.edges}
    points = {(point, "a fork"): three[point] for point in puzzle.points}
    return edges | points | {(point, "an end"): 1 - three[point] for point in puzzle.points}


def drawn_edges(values: Mapping[Edge, float]) -> list[Edge]:
    """Return the edges that are drawn in a candidate solution, given the values of their variables."""
    return [edge for edge, value in values.items() if value > 0.5]


def tree_model(puzzle: Puzzle, model: Model, v: SimpleNamespace, families: tuple, letter: str = "x") -> BuiltModel:
    """Return the BuiltModel of a tree model with these variables and constraint families. `letter` is the name of the
    edges' variables in `v`."""
    edges = getattr(v, letter)
    return BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, drawn_edges(getattr(values, letter))),
        decisions=edges.values(),
        indicators=stated(puzzle, edges, v.y),
        display_names=lambda: rules.words(puzzle),
        clues=lambda: rules.clues(puzzle),
    ).add(families, puzzle)
