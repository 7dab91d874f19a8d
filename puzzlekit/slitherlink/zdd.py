"""The engine of Slitherlink with all solutions in one decision diagram, a ZDD (Algorithm 5 of the paper on ZDDs)."""

from functools import partial
from typing import Any

from puzzlekit.core.errors import check_kind, validate_args
from puzzlekit.engines import EngineResult
from puzzlekit.slitherlink.puzzle import MOST, Puzzle, Solution
from puzzlekit.zdd import Cycles, Family, family_of, lengthwise
from puzzlekit.zdd.engine import answer, check_size
from puzzlekit.zdd.paths import put

SIDE, CELLS = 10, 120  # limits of the shorter side and of the cells: 10 x 10 cells take less than half a minute


def zdd(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
    """Return an `EngineResult` with at most `limit` solutions, taken from the decision diagram of all solutions.

    Raises
    ------
    UnsupportedPuzzle
        If the board is larger than SIDE and CELLS allow.
    PuzzleError
        If `workers` is not 1, or if `limit` or `time_limit` is out of range.
    """
    check_kind(puzzle, Puzzle)
    return answer(partial(_small, puzzle), partial(Solution.of, puzzle), limit, time_limit=time_limit, workers=workers)


def _small(puzzle: Puzzle) -> "Loops":
    check_size(puzzle.rows, puzzle.columns, side=SIDE, cells=CELLS)
    return Loops(puzzle)


@validate_args
def every_solution(puzzle: Puzzle) -> Family:
    """Return all solutions of a puzzle as a `zdd.Family` of sets of edges. Its method `count` returns their number.

    The time grows exponentially with the shorter side of the board.

    Examples
    --------
    >>> from puzzlekit import slitherlink
    >>> slitherlink.every_solution(slitherlink.parse("...\\n...\\n...")).count()
    213
    """
    return family_of(Loops(puzzle))


class Loops(Cycles):
    """The search specification for loops that satisfy the clues of a board.

    The search decides edge by edge. A state has the mates, as in `Cycles`, followed by slots. There is a slot for each
    clue with some decided and some undecided edges: it has the number of the clue's drawn edges so far.
    """

    def __init__(self, puzzle: Puzzle):
        edges = lengthwise(puzzle.edges)
        super().__init__([(edge.a, edge.b) for edge in edges])
        self.items = edges
        self._count(puzzle)

    def _count(self, puzzle: Puzzle) -> None:
        """Compute the lists `beside` and `met`, with an item for each edge.

        `beside` lists the clues at an edge as (slot, number, how many edges of the clue are decided after this edge).
        `met` lists the clues that a loop closed by the edge must satisfy, as (slot, number). It is None if no loop
        closed by the edge can satisfy all clues.
        """
        left = dict.fromkeys(puzzle.number, MOST)
        slot: dict[Any, int] = {}
        free: list[int] = []
        width = self.frontier.width
        self.beside: list[list[tuple[int, int, int]]] = []
        self.met: list[list[tuple[int, int]] | None] = []
        for edge in self.items:
            own = [cell for cell in puzzle.beside[edge] if cell in left]
            for cell in own:
                if cell not in slot:
                    slot[cell] = free.pop() if free else width
                    width = max(width, slot[cell] + 1)
                left[cell] -= 1
            self.beside.append([(slot[cell], puzzle.number[cell], left[cell]) for cell in own])
            untouched = any(number and left[cell] == MOST for cell, number in puzzle.clues)
            self.met.append(None if untouched else [(at, puzzle.number[cell]) for cell, at in slot.items()])
            free += [slot.pop(cell) for cell in own if not left[cell]]
        self.start = self.start and self.start + bytes(width - self.frontier.width)

    def step(self, state: bytes, index: int, taken: bool) -> Any:
        """Return the state after the edge with this index is taken or rejected. Return None if a clue can no longer be
        satisfied."""
        for slot, number, left in self.beside[index]:
            count = state[slot] + taken
            if not count <= number <= count + left:
                return None
            state = put(state, slot, count)
        return super().step(state, index, taken)

    def closed(self, state: bytes, index: int) -> Any:
        """Return the state after the edge with this index closes a loop, or None if the loop violates a clue."""
        met = self.met[index]
        if met is None or any(state[slot] != number for slot, number in met):
            return None
        return super().closed(state, index)

    def passed(self, state: bytes, index: int) -> Any:
        """Return the state after the edge with this index is decided, as in `Cycles.passed`. The slot of a clue whose
        edges are all decided is set to 0."""
        for slot, _, left in self.beside[index]:
            if not left:
                state = put(state, slot, 0)
        return super().passed(state, index)
