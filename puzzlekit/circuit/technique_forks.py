"""The technique about forks: each point is joined to a fork.

A fork is a point with three edges, an end a point with one.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzlekit.circuit.technique_board import END, FORK, IN, OUT, Board, View
from puzzlekit.circuit.technique_sums import SEVERAL
from puzzlekit.reasoning.system import Found, Left, Row


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
