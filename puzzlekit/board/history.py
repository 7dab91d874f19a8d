"""The positions of a board: the present one, and those that Undo and Redo restore."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from puzzlekit.board.layout import State
from puzzlekit.board.notes import Notes

LONG = 1000  # changes that can be taken back


@dataclass(frozen=True)
class Position:
    """A puzzle, the states of its elements (clues and entries), the notes, and the elements that a solver or Python
    code has filled in, not the player."""

    puzzle: Any
    state: State
    notes: Notes = field(default_factory=dict)
    filled: frozenset = frozenset()


class History:
    """The present position, the positions before it, and the positions that were undone."""

    def __init__(self, present: Position):
        self.present = present
        self._past: deque[Position] = deque(maxlen=LONG)
        self._future: list[Position] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to redo."""
        return bool(self._future)

    def puzzles_before(self) -> Iterator[Any]:
        """Yield the puzzles of earlier positions, the latest first, without repeats in a row."""
        present = self.present.puzzle
        for position in reversed(self._past):
            if position.puzzle != present:
                yield (present := position.puzzle)

    def do(self, position: Position) -> None:
        """Go to a position, if it differs from the present one."""
        if position != self.present:
            self._past.append(self.present)
            self._future.clear()
            self.present = position

    def undo(self) -> None:
        """Go one change back, if there is one."""
        if self._past:
            self._future.append(self.present)
            self.present = self._past.pop()

    def redo(self) -> None:
        """Go one undone change forward, if there is one."""
        if self._future:
            self._past.append(self.present)
            self.present = self._future.pop()
