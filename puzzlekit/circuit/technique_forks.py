"""The techniques of Circuit about forks: how many each colour has, and that each point is joined to one."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.circuit.technique_board import END, FORK, IN, OUT, Board, View
from puzzlekit.core.grid import Point
from puzzlekit.reasoning.system import Found, Left, Row

SEVERAL = 6  # smallest number of points of a tree with two forks: with n points, it has (n - 2) / 2 forks


def colours(puzzle: Puzzle) -> Iterator[tuple[tuple[Point, ...], float]]:
    """Yield (points, number of forks among them) for the light points of a checkerboard, and for the dark points.

    Each edge joins a light and a dark point, so the degrees of one colour add up to the number of edges. If the number
    of forks is not an integer, there is no tree.
    """
    for colour in (0, 1):
        points = tuple(point for point in puzzle.points if (point.row + point.column) % 2 == colour)
        yield points, (len(puzzle.points) - 1 - len(points)) / 2


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
