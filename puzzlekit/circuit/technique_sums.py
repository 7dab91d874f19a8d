"""Constraints that follow from the model, for the techniques: borders of groups, cycles, and forks.

A constraint is a tuple: {element: {state: coefficient}}, lower bound, upper bound, whether the sum must be even. The
elements are edges, and points with the states of KINDS: an end has one edge, a fork has three. The technique about
forks uses that each point is joined to a fork.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from puzzlekit.circuit.graph import cut_edges
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.circuit.technique_board import END, FORK, IN, KINDS, OUT, Board, View
from puzzlekit.core.errors import PuzzleError, shown
from puzzlekit.core.grid import Edge, Point
from puzzlekit.reasoning.system import Found, Left, Row

SEVERAL = 6  # smallest number of points of a tree with two forks: with n points, it has (n - 2) / 2 forks
DRAWN = {0: 0, 1: 1}  # state of an edge -> its coefficient in a sum of edges
Sum = tuple[Mapping, float, float, bool]


def border_sum(puzzle: Puzzle, group: Sequence[Point]) -> Sum:
    """Return the constraint on the edges that leave a group: their number is positive and has the parity of the number
    of points.

    The parity follows because all degrees are odd, and an edge within the group counts at two points. Raise PuzzleError
    if the group is empty, contains all points, or contains something that is not a point of the puzzle.
    """
    if not 0 < len(set(group)) < len(puzzle.points) or not puzzle.at.keys() >= set(group):
        raise PuzzleError(f"found {shown(group)}, expected some, but not all, of the points")
    odd, leaving = len(set(group)) % 2, cut_edges(puzzle, group)
    terms: dict[Edge, Mapping[int, int]] = dict.fromkeys(leaving, DRAWN)
    first = leaving[0] if leaving else puzzle.edges[0]
    terms[first] = {0: odd, 1: odd + len(leaving[:1])}
    return terms, 2, float("inf"), True


def cycle_sum(cycle: Sequence[Edge]) -> Sum:
    """Return the constraint that not all edges of a cycle are drawn. Raise PuzzleError if the edges do not form a
    cycle."""
    ends = [end for edge in cycle for end in (edge.a, edge.b)]
    if not cycle or any(ends.count(end) != 2 for end in ends):
        raise PuzzleError(f"found {shown(cycle)}, expected the edges of a cycle")
    return dict.fromkeys(cycle, DRAWN), 0, len(cycle) - 1, False


def colours(puzzle: Puzzle) -> Iterator[tuple[tuple[Point, ...], float]]:
    """Yield (points, number of forks among them) for the light points of a checkerboard, and for the dark points.

    Each edge joins a light and a dark point, so the degrees of one colour add up to the number of edges. If the number
    of forks is not an integer, there is no tree.
    """
    for colour in (0, 1):
        points = tuple(point for point in puzzle.points if (point.row + point.column) % 2 == colour)
        yield points, (len(puzzle.points) - 1 - len(points)) / 2


def half_a_fork(puzzle: Puzzle, points: Sequence[Point]) -> Sum:
    """Return a constraint that nothing satisfies, for all points of one colour, if their number of forks in `colours`
    is not an integer: then there is no tree. Raise PuzzleError for other points."""
    if float(dict(colours(puzzle)).get(tuple(points), 0)).is_integer():
        raise PuzzleError(f"found {shown(points)}, expected all points of a colour that excludes every tree")
    return {puzzle.edges[0]: {0: 0, 1: 0}}, 1, 1, False


def fork_beside(puzzle: Puzzle, place: tuple[Point, Sequence[Edge]]) -> Sum:
    """Return the constraint that a point is joined to a fork, for boards on which a tree has at least two forks.

    `place` is (point, some of its edges). The constraint says that at least one of these edges is drawn, or at least
    one neighbour along the other edges is a fork. Raise PuzzleError if the board is too small, or if the edges are not
    at the point.
    """
    point, counted = place
    if len(puzzle.points) < SEVERAL or not {*puzzle.at.get(point, ())} >= {*counted}:
        expected = f"(point, edges at this point), on a board of at least {SEVERAL} points"
        raise PuzzleError(f"found {shown(place)}, expected {expected}")
    others = {edge.other(point): {KINDS[0]: 0, KINDS[1]: 1} for edge in puzzle.at[point] if edge not in counted}
    return {**dict.fromkeys(counted, DRAWN), **others}, 1, float("inf"), False


class Beside(NamedTuple):
    """Data for a sentence: a point, and the only neighbour that can be a fork, or None if no neighbour can
    be a fork."""

    point: int
    fork: int | None


class Forks:
    """The rule that each point is joined to a fork, a point with three edges."""

    def __init__(self, board: Board):
        self.board = board

    def beside(self, left: Left, view: View) -> Iterator[Found]:
        """Yield a conclusion for each point with only one neighbour that can be a fork: this neighbour is a fork and is
        joined to the point.

        If no neighbour can be a fork, yield a contradiction.
        """
        board, kinds = self.board, view.kinds
        for v in view.points if len(board.points) >= SEVERAL else ():
            around, near = board.at[v], board.near[v]
            open_ = [(e, w) for e, w in near if left[e] != OUT and kinds[w] != END]
            if len(open_) > 1 or (open_ and left[open_[0][0]] == IN and kinds[open_[0][1]] == FORK):
                continue
            out = [e for e in around if left[e] == OUT]
            ends = [w for e, w in near if left[e] != OUT and kinds[w] == END]
            facts = [(e, OUT) for e in out] + [fact for w in ends for fact in board.shows(left, w, END)]
            for way, fork in open_:
                for claim, counted in (({way: IN}, [*out, way]), ({board.note(fork): FORK}, out)):
                    yield Found(claim, facts, self._rows(v, counted, ends), Beside(v, fork))
            if not open_ and around:
                yield Found({around[0]: 0}, tuple(dict(facts).items()), self._rows(v, out, ends), Beside(v, None))

    def _rows(self, v: int, counted: Sequence[int], ends: Sequence[int]) -> list[Row]:
        board = self.board
        own: Row = ("fork_beside", (board.points[v], tuple(board.edges[e] for e in counted)))
        return [own, *map(board.degree, ends)]
