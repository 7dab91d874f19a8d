"""Fourth engine: all solutions of a Numberlink at once, as a decision diagram (Algorithm 2 of the paper on ZDDs)."""

from functools import partial
from typing import Any

from puzzlekit.core.errors import UnsupportedPuzzle, check_kind, validate_args
from puzzlekit.engines import EngineResult
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.zdd import DONE, Family, PathMatchings, family_of, lengthwise
from puzzlekit.zdd.engine import answer, check_size
from puzzlekit.zdd.frontier import INNER
from puzzlekit.zdd.paths import settled

SIDE, CELLS = 8, 80  # measured: 10 x 8 cells, covered or not, are done within seconds; 10 x 10 need minutes


def zdd(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
    """The family of all solutions, of which at most `limit` are listed; see `EngineResult`.

    Raises
    ------
    PuzzleError
        If `workers` is not 1. UnsupportedPuzzle where paths may not touch themselves, or the board
        is so large that the diagram may be, too.
    """
    check_kind(puzzle, Puzzle)
    return answer(partial(_small, puzzle), partial(Solution.of, puzzle), limit, time_limit=time_limit, workers=workers)


def _small(puzzle: Puzzle) -> "Links":
    check_size(puzzle.rows, puzzle.columns, side=SIDE, cells=CELLS)
    return Links(puzzle)


@validate_args
def every_solution(puzzle: Puzzle) -> Family:
    """All solutions of a puzzle, as sets of edges: however many, `count` says how many they are.

    The time grows exponentially with the shorter side of the board; it is less where every cell is covered.

    Raises
    ------
    UnsupportedPuzzle
        If paths may not touch themselves: the mates do not tell which cells are on one path.

    Examples
    --------
    >>> from puzzlekit import numberlink
    >>> numberlink.every_solution(numberlink.parse("cover: no\\ntouch: yes\\nA..\\n...\\n..A")).count()
    12
    """
    return family_of(Links(puzzle))


class Links(PathMatchings):
    """Paths that join equal letters.

    A path that begins at a letter has that letter for a mate, as a number beyond all slots: which of the two cells it
    comes from is forgotten.
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
        """For each edge three kinds of slots: those that must have a line by now, those that can have none any more if
        they have none, and those of all letters at work, None as long as some have not come."""
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
        """Two paths become one, unless they come from different letters or a letter has a line already."""
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
        """Whether every letter is joined, so that a further line would be too much."""
        met = self.met[index]
        if met is None or any(mates[slot] != INNER for slot in met):
            return False
        return all(mate in (slot, INNER) for slot, mate in enumerate(mates))

    def passed(self, state: bytes, index: int) -> Any:
        """No path ends but at a letter, and what asks for a line has one."""
        if any(state[slot] == slot for slot in self.asked[index]):
            return None
        return settled(state, self.leaving[index], self.passed_by[index])
