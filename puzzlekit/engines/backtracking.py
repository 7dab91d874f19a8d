"""Short backtracking search before an engine begins; on many boards no engine is needed.

The search tries one state after another from one end of the board to the other, so that one part is done before the
next part begins. The finished part affects the rest only through the border between them, and many finished parts leave
the same border. So the search continues from each border once.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Protocol, Self, TypeVar


class Board(Protocol):
    """A board on which some elements are settled, with all that follows from them. It is never changed."""

    @property
    def open(self) -> int:
        """Return 0 once everything is settled: then the board is a solution."""

    def ahead(self) -> Hashable:
        """Return a key for the open part and all that it depends on: boards with equal keys have the same
        completions."""

    def choices(self, *, last: bool) -> Sequence[Self]:
        """Return the boards with either state of the first open element, or of the last; none at a contradiction."""


B = TypeVar("B", bound=Board)


def search(start: B, most: int) -> list[B] | None:
    """Return the only solution, two solutions, or none; None if `most` boards were not enough to decide.

    Two searches take turns, one from each end: one may be over a hundred times faster than the other, and nobody can
    predict which one.
    """
    searches = [(_boards(start, last=last), list[B]()) for last in (False, True)]
    for turn in range(most):
        boards, found = searches[turn % 2]
        board = next(boards, None)
        if board and not board.open:
            found.append(board)
        if not board or len(found) > 1:
            return found
    return None


def _boards(start: B, *, last: bool) -> Iterator[B]:
    """Yield boards one after another, among them all solutions, or at least two of them."""
    waiting: list[tuple[B, Any]] = [(start, None)]  # with the keys of its ancestors, as a linked list
    seen = set[Hashable]()  # keys of boards without a solution
    while waiting:
        board, before = waiting.pop()
        yield board
        if not board.open:
            while before:
                ahead, before = before
                seen.discard(ahead)
        elif (ahead := board.ahead()) not in seen:
            seen.add(ahead)
            waiting += [(other, (ahead, before)) for other in board.choices(last=last)]
