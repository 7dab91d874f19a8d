"""Constraints that follow from the rules of the tree, for the techniques: borders, cycles, and the number of forks.

Each constraint is a sum over the states of edges and points, with its bounds, and whether it is even.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from puzzlekit.circuit.graph import cut_edges
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.circuit.technique_board import KINDS
from puzzlekit.core.errors import PuzzleError, shown
from puzzlekit.core.grid import Edge, Point

SEVERAL = 6  # from this number of points n on, a tree has more than one fork: (n - 2) / 2
DRAWN = {0: 0, 1: 1}  # state of an edge -> its coefficient in a sum of edges
Sum = tuple[Mapping, float, float, bool]


def border_sum(puzzle: Puzzle, group: Sequence[Point]) -> Sum:
    """Return the constraint that the number of edges that leave a group is positive and has the parity of its points.

    The degrees of the points are odd, and an edge within the group counts for two points. Raises PuzzleError if the
    group is empty, contains all points, or contains others.
    """
    if not 0 < len(set(group)) < len(puzzle.points) or not puzzle.at.keys() >= set(group):
        raise PuzzleError(f"found {shown(group)}, expected some of the points, not all")
    odd, leaving = len(set(group)) % 2, cut_edges(puzzle, group)
    terms: dict[Edge, Mapping[int, int]] = dict.fromkeys(leaving, DRAWN)
    first = leaving[0] if leaving else puzzle.edges[0]
    terms[first] = {0: odd, 1: odd + len(leaving[:1])}
    return terms, 2, float("inf"), True


def cycle_sum(cycle: Sequence[Edge]) -> Sum:
    """Return the constraint that not all edges of a cycle are drawn. Raises PuzzleError if the edges are no cycle."""
    ends = [end for edge in cycle for end in (edge.a, edge.b)]
    if not cycle or any(ends.count(end) != 2 for end in ends):
        raise PuzzleError(f"found {shown(cycle)}, expected the edges of a cycle")
    return dict.fromkeys(cycle, DRAWN), 0, len(cycle) - 1, False


def colours(puzzle: Puzzle) -> Iterator[tuple[tuple[Point, ...], float]]:
    """Yield the light and the dark points, as on a checkerboard, with the number of forks among them.

    Each edge has one end of each colour, so the degrees of one colour add up to the number of edges.
    """
    for colour in (0, 1):
        points = tuple(point for point in puzzle.points if (point.row + point.column) % 2 == colour)
        yield points, (len(puzzle.points) - 1 - len(points)) / 2


def forks_sum(puzzle: Puzzle, place: tuple[Sequence[Point], Sequence[tuple[Point, Sequence[Edge]]]]) -> Sum:
    """Return the constraint on the number of forks of one colour, less one fork beside each of some points.

    `place` holds the points of one colour, and places of `fork_beside`. Raises PuzzleError for other points.
    """
    points, needs = place
    forks = dict(colours(puzzle)).get(tuple(points))
    if forks is None:
        raise PuzzleError(f"found {shown(place)}, expected the points of one colour")
    if forks != int(forks):  # no tree has half a fork: a contradiction
        return {puzzle.edges[0]: {0: 0, 1: 0}}, 1, 1, False
    count: dict[Any, int] = dict.fromkeys(points, 1)
    for need in needs:
        for element in fork_beside(puzzle, need)[0]:
            count[element] = count.get(element, 0) - 1
    terms = {e: {0: 0, 1: n} if isinstance(e, Edge) else {KINDS[0]: 0, KINDS[1]: n} for e, n in count.items()}
    return terms, float("-inf") if needs else forks, forks - len(needs), False


def fork_beside(puzzle: Puzzle, place: tuple[Point, Sequence[Edge]]) -> Sum:
    """Return the constraint that a point is joined to a fork, on boards where a tree has two forks or more.

    `place` holds the point and some of its edges. The sum counts these edges, and the neighbours along the other edges.
    Raises PuzzleError if the board is too small, or if the edges are not at the point.
    """
    point, counted = place
    if len(puzzle.points) < SEVERAL or not {*puzzle.at.get(point, ())} >= {*counted}:
        raise PuzzleError(f"found {shown(place)}, expected a point and edges of it, on a board of {SEVERAL} points")
    others = {edge.other(point): {KINDS[0]: 0, KINDS[1]: 1} for edge in puzzle.at[point] if edge not in counted}
    return {**dict.fromkeys(counted, DRAWN), **others}, 1, float("inf"), False
