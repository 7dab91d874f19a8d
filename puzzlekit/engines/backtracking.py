"""A short search in whole numbers, before an engine begins: on many boards it is all that is needed.

One state after another is tried, from one end of the board to the other, so that one part is done before the next one
begins. What is done matters to the rest only by what it leaves at the border between them, and much of it leaves the
same: so a board is gone through once, and all others that leave the same are not.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Protocol, Self, TypeVar


class Board(Protocol):
    """A board on which some things are settled, and all that follows from them; it is not changed any more."""

    @property
    def open(self) -> int:
        """0 once everything is settled: the board is a solution."""

    def ahead(self) -> Hashable:
        """What is open and all that this depends on: boards with an equal one are completed in the same ways."""

    def choices(self, *, last: bool) -> Sequence[Self]:
        """The boards with either state of the first thing that is open, or of the last; none at a contradiction."""


B = TypeVar("B", bound=Board)


def search(start: B, most: int) -> list[B] | None:
    """The only solution, or two, or none; None if `most` boards were not enough to tell.

    Two searches take turns, from either end: one may well be over a hundred times sooner than the other, and which one
    that is cannot be seen beforehand.
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
    """Boards, one after another, all solutions among them; but two at least are enough, if there are more."""
    waiting: list[tuple[B, Any]] = [(start, None)]  # with what lay ahead before, and what before that
    seen = set[Hashable]()  # what lay ahead of boards without a solution
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
