"""Fourth engine: all solutions of a Slitherlink at once, as a decision diagram (Algorithm 5 of the paper on ZDDs)."""

from functools import partial
from typing import Any

from puzzlekit.core.errors import check_kind, validate_args
from puzzlekit.engines import EngineResult
from puzzlekit.slitherlink.puzzle import MOST, Puzzle, Solution
from puzzlekit.zdd import Cycles, Family, family_of, lengthwise
from puzzlekit.zdd.engine import answer, check_size
from puzzlekit.zdd.paths import put

SIDE, CELLS = 10, 120  # measured: 10 x 10 cells, with few clues or none, are done within half a minute


def zdd(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
    """The family of all solutions, of which at most `limit` are listed; see `EngineResult`.

    Raises
    ------
    PuzzleError
        If `workers` is not 1. UnsupportedPuzzle if the board is so large that the diagram may be,
        too.
    """
    check_kind(puzzle, Puzzle)
    return answer(partial(_small, puzzle), partial(Solution.of, puzzle), limit, time_limit=time_limit, workers=workers)


def _small(puzzle: Puzzle) -> "Loops":
    check_size(puzzle.rows, puzzle.columns, side=SIDE, cells=CELLS)
    return Loops(puzzle)


@validate_args
def every_solution(puzzle: Puzzle) -> Family:
    """All solutions of a puzzle, as sets of edges: however many, `count` says how many they are.

    The time grows exponentially with the shorter side of the board.

    Examples
    --------
    >>> from puzzlekit import slitherlink
    >>> slitherlink.every_solution(slitherlink.parse("...\\n...\\n...")).count()
    213
    """
    return family_of(Loops(puzzle))


class Loops(Cycles):
    """Cycles along the edges of a board that meet its clues.

    Behind the mates, a state counts the drawn edges of each clue of which some edges are decided and some are not.
    """

    def __init__(self, puzzle: Puzzle):
        edges = lengthwise(puzzle.edges)
        super().__init__([(edge.a, edge.b) for edge in edges])
        self.items = edges
        self._count(puzzle)

    def _count(self, puzzle: Puzzle) -> None:
        """For each edge its clues as (slot, number, edges left afterwards), and the clues that a loop has to meet which
        it closes, as (slot, number): None as long as it cannot meet all."""
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
        """The state after a decision, if each clue can still be met."""
        for slot, number, left in self.beside[index]:
            count = state[slot] + taken
            if not count <= number <= count + left:
                return None
            state = put(state, slot, count)
        return super().step(state, index, taken)

    def closed(self, state: bytes, index: int) -> Any:
        """A loop is all that there is, and meets the clues."""
        met = self.met[index]
        if met is None or any(state[slot] != number for slot, number in met):
            return None
        return super().closed(state, index)

    def passed(self, state: bytes, index: int) -> Any:
        """A clue of which all edges are decided is met, and forgotten."""
        for slot, _, left in self.beside[index]:
            if not left:
                state = put(state, slot, 0)
        return super().passed(state, index)
