"""The positions of a board: the present position, and the positions that Undo and Redo restore."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from puzzlekit.board.layout import State
from puzzlekit.board.notes import Notes

LONG = 1000  # the number of changes that can be undone


@dataclass(frozen=True)
class Position:
    """A position of a board: a puzzle, the states of its elements (clues and entries), and the notes (pencil marks).
    `filled` contains the elements whose entries come from a solver or from Python code, not from the player."""

    puzzle: Any
    state: State
    notes: Notes = field(default_factory=dict)
    filled: frozenset = frozenset()


class History:
    """The current position of a board, the earlier positions, and the positions that were undone."""

    def __init__(self, present: Position):
        self.present = present
        self._past: deque[Position] = deque(maxlen=LONG)
        self._future: list[Position] = []

    @property
    def can_undo(self) -> bool:
        """Return whether there is a change to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Return whether there is a change to redo."""
        return bool(self._future)

    def puzzles_before(self) -> Iterator[Any]:
        """Yield the puzzles of earlier positions, the latest first. A puzzle is skipped if the next later position has
        an equal puzzle."""
        present = self.present.puzzle
        for position in reversed(self._past):
            if position.puzzle != present:
                yield (present := position.puzzle)

    def do(self, position: Position) -> None:
        """Make `position` the current position. If it differs from the previous one, Undo restores the previous
        position, and there is nothing to redo."""
        if position != self.present:
            self._past.append(self.present)
            self._future.clear()
            self.present = position

    def undo(self) -> None:
        """Undo the last change, if there is one."""
        if self._past:
            self._future.append(self.present)
            self.present = self._past.pop()

    def redo(self) -> None:
        """Redo the change that was undone last, if there is one."""
        if self._future:
            self._past.append(self.present)
            self.present = self._future.pop()
