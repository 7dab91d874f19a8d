"""Fourth engine for Numberlink: all solutions in one decision diagram (Algorithm 2 of the paper on ZDDs)."""

from functools import partial
from typing import Any

from puzzlekit.core.errors import UnsupportedPuzzle, check_kind, validate_args
from puzzlekit.engines import EngineResult
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.zdd import DONE, Family, PathMatchings, family_of, lengthwise
from puzzlekit.zdd.engine import answer, check_size
from puzzlekit.zdd.frontier import INNER
from puzzlekit.zdd.paths import settled

SIDE, CELLS = 8, 80  # measured: 10 x 8 cells, covered or not, take seconds; 10 x 10 cells take minutes


def zdd(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
    """Return at most `limit` solutions from the family of all solutions; see `EngineResult`.

    Raises
    ------
    PuzzleError
        If `workers` is not 1. UnsupportedPuzzle if paths may not touch themselves, or the board is so large that the
        diagram may be too large.
    """
    check_kind(puzzle, Puzzle)
    return answer(partial(_small, puzzle), partial(Solution.of, puzzle), limit, time_limit=time_limit, workers=workers)


def _small(puzzle: Puzzle) -> "Links":
    check_size(puzzle.rows, puzzle.columns, side=SIDE, cells=CELLS)
    return Links(puzzle)


@validate_args
def every_solution(puzzle: Puzzle) -> Family:
    """Return all solutions of a puzzle as a family of sets of edges; `count` gives their number.

    The time grows exponentially with the shorter side of the board; it is less if every cell is covered.

    Raises
    ------
    UnsupportedPuzzle
        If paths may not touch themselves: the mates do not store which cells are on one path.

    Examples
    --------
    >>> from puzzlekit import numberlink
    >>> numberlink.every_solution(numberlink.parse("cover: no\\ntouch: yes\\nA..\\n...\\n..A")).count()
    12
    """
    return family_of(Links(puzzle))


class Links(PathMatchings):
    """Paths that join equal letters.

    A path that begins at a letter has this letter as its mate, as a number beyond all slots. The state does not store
    at which of the letter's two cells the path began.
    """

    def __init__(self, puzzle: Puzzle):
        if not puzzle.touch:
            raise UnsupportedPuzzle(
                "found 'touch: no', expected 'touch: yes': mates do not tell which cells are on one path"
            )
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
        """Set `asked`, `passed_by` and `met`, tuples of slots for each edge.

        Slots in `asked` must have a line after the edge. Slots in `passed_by` stay without a line if they have none.
        `met` lists the slots of the letters at the frontier; it is None while some letter is still to come.
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
        """Return the state after an edge joins two paths, or None if their letters differ or an end has a line."""
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
        """Return whether every letter is joined and no other path is open, so that no further line is allowed."""
        met = self.met[index]
        if met is None or any(mates[slot] != INNER for slot in met):
            return False
        return all(mate in (slot, INNER) for slot, mate in enumerate(mates))

    def passed(self, state: bytes, index: int) -> Any:
        """Return the state after an edge, or None if a path ends without a letter or a slot lacks its line."""
        if any(state[slot] == slot for slot in self.asked[index]):
            return None
        return settled(state, self.leaving[index], self.passed_by[index])
