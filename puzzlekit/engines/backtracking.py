"""A short backtracking search that runs before an engine. It solves many boards, and these boards need no engine.

The search decides the elements from one end of the board to the other. The decided part affects the open part only
through the border between them, and many decided parts have the same border. So the search continues only once from
each border.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Protocol, Self, TypeVar


class Board(Protocol):
    """The interface of a board for the backtracking search. A board is immutable. An element of the board is settled if
    its state is known; otherwise it is open. All consequences of the known states have been propagated."""

    @property
    def open(self) -> int:
        """Return 0 if no element is open, so that the board is a solution. Return another number otherwise."""

    def ahead(self) -> Hashable:
        """Return a key of the open part and of its border. Boards with equal keys have the same completions."""

    def choices(self, *, last: bool) -> Sequence[Self]:
        """Return the boards that settle the first open element, or the last one if `last` is True: one board for each
        state that leads to no contradiction."""


B = TypeVar("B", bound=Board)


def search(start: B, most: int) -> list[B] | None:
    """Return two solutions, or all solutions if there are fewer. Return None if a search through `most` boards does not
    suffice.

    Two searches take turns, one from each end of the board, because one of them may be a hundred times faster, and
    nobody can predict which one.
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
    """Yield the boards that one search visits. These boards include all solutions, or at least two of the solutions."""
    waiting: list[tuple[B, Any]] = [(start, None)]  # each board with the keys of its ancestors, a linked list
    seen = set[Hashable]()  # keys of boards from which no solution has been found
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
