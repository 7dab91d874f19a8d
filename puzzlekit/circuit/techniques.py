"""The techniques of the circuit board for solving by hand, easiest first.

They are about edges of a point, cycles, ways out of a group, forks, and parity.

The elements of the board are its edges. A note, an auxiliary element for each point, says whether the point is an end,
with one edge, or a fork, with three.
"""

from collections.abc import Callable, Iterator
from typing import Any

from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.circuit.technique_board import EITHER, END, FORK, IN, KINDS, OPEN, OUT, Board, Look
from puzzlekit.circuit.technique_forks import Forks, colours
from puzzlekit.circuit.technique_groups import Groups
from puzzlekit.circuit.technique_words import Degree, Sentences, Words
from puzzlekit.reasoning.system import NOTE, STEP, Found, Left, Rule, System


def techniques(puzzle: Puzzle) -> System:
    """Return a puzzle as a `System`: its edges and notes, its given edges as the start, and the rules of reasoning.

    The rules do not use the endpoints, so they find a tree but not a shortest path.
    """
    board = Board(puzzle)
    own, groups, forks, say = Points(board), Groups(board), Forks(board), Sentences(board)
    size, points = len(board.edges), len(board.points)
    near = [(v, (*around, board.note(v))) for v, around in enumerate(board.at)]
    return System(
        elements=(*board.edges, *board.points),
        states=((0, 1),) * size + (KINDS,) * points,
        board=size,
        start=(*(IN if edge in puzzle.given else OPEN for edge in board.edges), *(EITHER,) * points),
        rules=(
            Rule("", 0, [(None, ())], own.whole, say.whole),
            Rule("", 1, near, own.degree, say.degree),
            *_rules(board, "two ends", 2, groups.closing, say.exits, _is_pair),
            *_rules(board, "", 2, groups.leading_on, say.exits),
            *_rules(board, "no cycle", 3, groups.cycles, say.exits),
            *_rules(board, "", 3, groups.forking, say.exits),
            *_rules(board, "", 3, forks.beside, say.beside),
            *_rules(board, "", 4, groups.closing, say.exits, lambda found: not _is_pair(found)),
            *_rules(board, "the only way out", 4, groups.ways_out, say.exits),
            *_rules(board, "parity", 5, groups.parity, say.exits),
        ),
        words=Words(),
        unused="endpoints" if puzzle.endpoints else "",
    )


def _rules(
    board: Board, name: str, level: int, look: Look, say: Any, keep: Callable[[Found], bool] = lambda found: True
) -> Iterator[Rule]:
    """Yield two rules from one `look` function about the whole board: one for its conclusions about points, which are
    mentioned only in later steps, and one for its conclusions about edges. `keep` filters the conclusions."""
    size = len(board.edges)

    def some(left: Left, telling: str) -> Iterator[Found]:
        return (own for own in board.once(look, left) if (min(own.claim) >= size) == (telling == NOTE) and keep(own))

    for telling in (NOTE, STEP):
        yield Rule(name, level, [(telling, range(size + len(board.points)))], some, say, telling)


def _is_pair(found: Found) -> bool:
    return len(found.about.group) == 2


class Points:
    """The rules about one point, and about the number of points."""

    def __init__(self, board: Board):
        self.board = board

    def whole(self, left: Left, place: None) -> Iterator[Found]:
        """Yield a contradiction if the number of light or of dark points (as on a checkerboard) rules out every
        tree."""
        for colour, (points, forks) in zip(("light", "dark"), colours(self.board.puzzle), strict=True):
            if forks != int(forks) and self.board.edges:
                yield Found({0: 0}, (), (("forks", points),), (colour, len(points)))

    def degree(self, left: Left, v: int) -> Iterator[Found]:
        """Yield a conclusion or a contradiction for a point, because it must have one edge or three."""
        edges, note = self.board.at[v], self.board.note(v)
        drawn = [(e, IN) for e in edges if left[e] == IN]
        out = [(e, OUT) for e in edges if left[e] == OUT]
        loose = [e for e in edges if left[e] == OPEN]
        low, high, spare = len(drawn), len(edges) - len(out), len(edges) - 2
        kind = [(note, left[note])]
        end = out[:spare] if high <= 2 else kind if left[note] == END else None
        fork = drawn[:2] if low >= 2 else kind if left[note] == FORK else None
        how, noted = "wrong", kind in (end, fork)
        if low > 3 or (low >= 2 and end is not None):
            claim, facts = {drawn[0][0]: OUT}, [*drawn[1:2], *end] if end is not None else drawn[1:4]
        elif not high:
            claim, facts = ({out[0][0]: IN} if out else {note: 0}), out[1:]
        elif fork is not None and high < 3:
            claim, facts = ({out[0][0]: IN}, [*out[1:spare], *kind]) if spare > 0 else ({note: END}, [])
        elif loose and (low == 3 or (low == 1 and end is not None)):
            how, claim, facts = "full", dict.fromkeys(loose, OUT), [*drawn, *(end or ())]
        elif loose and (high == 1 or (high == 3 and fork is not None)):
            how, claim, facts = "needs", dict.fromkeys(loose, IN), [*out, *(fork or ())]
        else:
            return
        yield Found(claim, facts, (self.board.degree(v),), Degree(v, how, low, high, noted))
