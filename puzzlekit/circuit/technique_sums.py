"""Constraints that follow from the tree's rules, as the techniques use them: borders, cycles, and the number of forks.

Each is a sum over the states of edges and points, with its bounds, and whether it is even.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from puzzlekit.circuit.graph import cut_edges
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.circuit.technique_board import KINDS
from puzzlekit.core.errors import PuzzleError, shown
from puzzlekit.core.grid import Edge, Point

SEVERAL = 6  # points from which on a tree has more than one fork
DRAWN = {0: 0, 1: 1}  # how many edges an edge counts for in each state
Sum = tuple[Mapping, float, float, bool]


def border_sum(puzzle: Puzzle, group: Sequence[Point]) -> Sum:
    """Return that as many edges leave a group as it has points, modulo 2, and one at least. Raises PuzzleError if the
    group is not some of the points.

    The degrees of its points are odd, and an edge within the group counts for two of them.
    """
    if not 0 < len(set(group)) < len(puzzle.points) or not puzzle.at.keys() >= set(group):
        raise PuzzleError(f"found {shown(group)}, expected some of the points, not all")
    odd, leaving = len(set(group)) % 2, cut_edges(puzzle, group)
    terms: dict[Edge, Mapping[int, int]] = dict.fromkeys(leaving, DRAWN)
    first = leaving[0] if leaving else puzzle.edges[0]
    terms[first] = {0: odd, 1: odd + len(leaving[:1])}
    return terms, 2, float("inf"), True


def cycle_sum(cycle: Sequence[Edge]) -> Sum:
    """Return that not all edges of a cycle are drawn. Raises PuzzleError if they are no cycle."""
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
    """Return how many of the points of one colour are forks, less one for each of some points beside them.

    The place is the points of a colour, and what `fork_beside` takes. Raises PuzzleError if these are others.
    """
    points, needs = place
    forks = dict(colours(puzzle)).get(tuple(points))
    if forks is None:
        raise PuzzleError(f"found {shown(place)}, expected the points of one colour")
    if forks != int(forks):  # half a fork is none
        return {puzzle.edges[0]: {0: 0, 1: 0}}, 1, 1, False
    count: dict[Any, int] = dict.fromkeys(points, 1)
    for need in needs:
        for element in fork_beside(puzzle, need)[0]:
            count[element] = count.get(element, 0) - 1
    terms = {e: {0: 0, 1: n} if isinstance(e, Edge) else {KINDS[0]: 0, KINDS[1]: n} for e, n in count.items()}
    return terms, float("-inf") if needs else forks, forks - len(needs), False


def fork_beside(puzzle: Puzzle, place: tuple[Point, Sequence[Edge]]) -> Sum:
    """Return that a point is joined to a fork, on boards where a tree has two forks or more.

    The place is the point and those of its edges that count; of the others the points beside it count.
    """
    point, counted = place
    if len(puzzle.points) < SEVERAL or not {*puzzle.at.get(point, ())} >= {*counted}:
        raise PuzzleError(f"found {shown(place)}, expected a point and edges of it, on a board of {SEVERAL} points")
    others = {edge.other(point): {KINDS[0]: 0, KINDS[1]: 1} for edge in puzzle.at[point] if edge not in counted}
    return {**dict.fromkeys(counted, DRAWN), **others}, 1, float("inf"), False
