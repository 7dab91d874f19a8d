"""The engine of Numberlink with all solutions in one decision diagram, a ZDD (Algorithm 2 of the paper on ZDDs)."""

from functools import partial
from typing import Any

from puzzlekit.core.errors import UnsupportedPuzzle, check_kind, validate_args
from puzzlekit.engines import EngineResult
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.zdd import DONE, Family, PathMatchings, family_of, lengthwise
from puzzlekit.zdd.engine import answer, check_size
from puzzlekit.zdd.frontier import INNER
from puzzlekit.zdd.paths import settled

SIDE, CELLS = 8, 80  # limits of the shorter side and of the cells: 10 x 8 cells take seconds, 10 x 10 cells minutes


def zdd(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
    """Return an `EngineResult` with at most `limit` solutions, taken from the decision diagram of all solutions.

    Raises
    ------
    UnsupportedPuzzle
        If paths may not touch themselves, or if the board is larger than SIDE and CELLS allow.
    PuzzleError
        If `workers` is not 1, or if `limit` or `time_limit` is out of range.
    """
    check_kind(puzzle, Puzzle)
    return answer(partial(_small, puzzle), partial(Solution.of, puzzle), limit, time_limit=time_limit, workers=workers)


def _small(puzzle: Puzzle) -> "Links":
    check_size(puzzle.rows, puzzle.columns, side=SIDE, cells=CELLS)
    return Links(puzzle)


@validate_args
def every_solution(puzzle: Puzzle) -> Family:
    r"""Return all solutions of a puzzle as a `zdd.Family` of sets of edges. Its method `count` returns their number.

    The time grows exponentially with the shorter side of the board. It is shorter if every cell is covered.

    Raises
    ------
    UnsupportedPuzzle
        If paths may not touch themselves, because the search does not store which cells are on the same path.

    Examples
    --------
    >>> from puzzlekit import numberlink
    >>> numberlink.every_solution(numberlink.parse("cover: no\ntouch: yes\nA..\n...\n..A")).count()
    12
    """
    return family_of(Links(puzzle))


class Links(PathMatchings):
    """The search specification for sets of paths that join equal letters.

    The search decides edge by edge. A state has a slot for each cell at the frontier. The slot has the mate of the
    cell: the other end of the cell's path. If the path begins at a letter, the mate is the number of this letter, which
    is larger than all slots. The state does not store at which of the letter's two cells the path begins.
    """

    def __init__(self, puzzle: Puzzle):
        if not puzzle.touch:
            raise UnsupportedPuzzle("found 'touch: no', expected 'touch: yes': this search lets a path touch itself")
        edges = lengthwise(puzzle.edges)
        super().__init__([(edge.a, edge.b) for edge in edges])
        self.items = edges
        self.cover = puzzle.cover
        number = {letter: self.frontier.width + place for place, letter in enumerate(puzzle.pairs)}
        ends = {cell: number[letter] for cell, letter in puzzle.clues}
        self.letters = [(ends.get(edge.a), ends.get(edge.b)) for edge in edges]  # type: ignore[arg-type]  # of cells
        self._ask(puzzle)
        if not edges and puzzle.cover:
            self.start = None  # no path passes the only cell

    def _ask(self, puzzle: Puzzle) -> None:
        """Compute three lists, which have a tuple of slots for each edge.

        `asked` has the slots of the cells that must have a line after the edge is decided. `passed_by` has the slots of
        cells that stay empty if they have no line after the edge is decided. `met` has the slots of the cells with a
        letter at the frontier, or None instead of a tuple if the search has not yet reached all letters.
        """
        self.asked: list[tuple[int, ...]] = []
        self.passed_by: list[tuple[int, ...]] = []
        self.met: list[tuple[int, ...] | None] = []
        coming = set(puzzle.letter)
        for index, edge in enumerate(self.items):
            ends = dict(zip((edge.a, edge.b), self.ends[index], strict=True))
            leaving, nearly = self.leaving[index], self.nearly[index]
            letters = [slot for cell, slot in ends.items() if cell in puzzle.letter and slot in leaving]
            others = [slot for cell, slot in ends.items() if cell not in puzzle.letter and slot in leaving + nearly]
            self.asked.append(tuple(letters + others * puzzle.cover))
            self.passed_by.append(() if puzzle.cover else tuple(slot for slot in others if slot in nearly))
            coming -= set(ends)
            at_work = (ends | self.frontier.after[index]).items()
            self.met.append(None if coming else tuple(slot for cell, slot in at_work if cell in puzzle.letter))

    def joined(self, state: bytes, index: int) -> Any:
        """Return the state after the edge with this index joins two paths, or DONE if the puzzle is then solved. Return
        None if the edge is impossible: the letters of the paths differ, the edge closes a loop, or a cell would have
        too many lines."""
        (a, b), width = self.ends[index], self.frontier.width
        x, y = state[a], state[b]
        if x in (INNER, b) or y == INNER:
            return None
        first, second = self.letters[index]
        x, y = first or x, second or y
        if x >= width and y >= width and x != y:
            return None
        mates = bytearray(state)
        mates[a] = mates[b] = INNER
        if x < width:
            mates[x] = y
        if y < width:
            mates[y] = x
        done = x == y and not self.cover and self._complete(mates, index)
        return DONE if done else bytes(mates)

    def _complete(self, mates: bytearray, index: int) -> bool:
        """Return whether the paths join all letters and there is no other path. Then no further line is allowed."""
        met = self.met[index]
        if met is None or any(mates[slot] != INNER for slot in met):
            return False
        return all(mate in (slot, INNER) for slot, mate in enumerate(mates))

    def passed(self, state: bytes, index: int) -> Any:
        """Return the state after the edge with this index is decided and cells leave the frontier. Return None if a
        path ends without a letter, or a cell has no line although it needs one."""
        if any(state[slot] == slot for slot in self.asked[index]):
            return None
        return settled(state, self.leaving[index], self.passed_by[index])
