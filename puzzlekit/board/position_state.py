"""The position on a board, what follows from it (puzzle, solution, verdict, texts, marks), and the positions for Undo.

In other modules, variables named `table` hold a `GameState`, the subclass that can change the position. A clue is part
of the puzzle. An entry is a state that the player, a solver or Python code has filled in. A word is the name of a
state, such as "5".
"""

import hashlib
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from puzzlekit.board import answers, notes, position_text
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import Answer, StepPlayer
from puzzlekit.board.layout import State
from puzzlekit.board.notes import Notes
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Element, LPValues

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


class PositionState:
    """A puzzle with its entries and notes, their verdict, and the history.

    Attributes
    ----------
    first, key
        The puzzle that `reset` restores, and its digest, see `begin`.
    puzzle, solution
        The puzzle and the (perhaps partial) solution on the board.
    problem
        "", or the reason why the edited clues are not a valid puzzle; then `puzzle` is the last valid puzzle.
    sheet, clues, text, link
        The layout of the puzzle, the states of its clues, its text, and its address on another site or "".
    judged
        {element: mark such as "wrong"} for the entries; empty if entries are not judged.
    answer
        The last answer; its marks are shown until the next change.
    walk
        The StepPlayer of the step of reasoning that is shown, or None.
    notes
        The pencil marks, {element: words for the noted states}.
    checks
        Whether entries are judged as soon as they are made.
    fractions
        The LP values to show, `{(element, state): value}`.
    """

    def __init__(self, game: PuzzleAdapter, puzzle: Any):
        self.game = game
        self.begin(puzzle)
        self.history = History(Position(puzzle, game.write(puzzle, None)))
        self.fractions: LPValues = {}
        self.checks = True
        self.puzzle: Any = None
        self.judged: Mapping[Element, str] = {}
        self.walk: StepPlayer | None = None
        self._settle(None)

    def begin(self, puzzle: Any) -> None:
        """Set the puzzle that `reset` restores, and its digest `key`. A browser stores the reader's positions under
        `key`."""
        self.first = puzzle
        self.key = hashlib.sha256(f"{type(puzzle).__module__}\n{puzzle}".encode()).hexdigest()[:20]

    @property
    def state(self) -> State:
        """Return {element: state} for all elements that are not empty, including clues."""
        return self.history.present.state

    @property
    def notes(self) -> Notes:
        """Return the notes (pencil marks), {element: noted words}. See the module `notes`."""
        return self.history.present.notes

    @property
    def candidates(self) -> dict[Any, frozenset]:
        """Return the notes as candidates for `deduce`: {element: frozenset of states}, for elements whose notes exclude
        a state."""
        return notes.as_candidates(self.game.initial_candidates(self.puzzle), self.notes)

    @property
    def touched(self) -> bool:
        """Return whether the player has changed something: an entry, a note or the puzzle."""
        own = self.entries().keys() - self.history.present.filled
        return bool(own or self.notes or self.problem or self.puzzle != self.first)

    @property
    def finished(self) -> bool:
        """Return whether the entries solve the puzzle."""
        return not self.game.violations(self.puzzle, self.solution)

    def entries(self) -> State:
        """Return the entries, {element: state}, without the clues."""
        return self._entries

    def changed_clues(self) -> list[Element]:
        """Return the elements whose clues were changed. Elements of the last change come first."""
        found: dict[Element, None] = {}
        later = self.clues
        for puzzle in self.history.puzzles_before():
            earlier = self.game.write(puzzle, None)
            found |= dict.fromkeys(e for e in {**later, **earlier} if later.get(e) != earlier.get(e))
            later = earlier
        return list(found)

    def _settle(self, answer: Answer | None) -> None:
        """Convert the current position to a puzzle and a solution, and judge the entries. Unless `answer` is None, it
        is shown instead of the verdict."""
        state = self._read_puzzle(self.history.present.puzzle, self.history.present.state)
        self.walk = None
        noted, filled = notes.in_order(self.sheet, self.notes), self.history.present.filled & state.keys()
        self.history.present = Position(self.puzzle, state, noted, filled)
        self._position = ""
        self._entries = self._without_clues(state)
        self.solution = self.game.read_solution(self.puzzle, state)
        self._judge(answer or (Answer(self.problem, answers.BAD) if self.problem else None))

    def _read_puzzle(self, base: Any, state: State) -> State:
        """Read the puzzle from its clues in `state`. Return `state`, adjusted to the elements and clues of this puzzle.
        `base` is the puzzle before its clues were changed; it stays if the clues are not a valid puzzle."""
        puzzle = base
        if base is not self.puzzle or not self._has_same_clues(state):
            try:
                puzzle, self.problem = self.game.read_puzzle(base, state), ""
            except PuzzleError as error:  # while clues are edited, they need not be a valid puzzle
                self.problem = str(error)
        if puzzle != self.puzzle:
            self.puzzle, self.sheet, self.clues = puzzle, self.game.sheet(puzzle), self.game.write(puzzle, None)
            self.text, self.link = str(puzzle), self._link(puzzle)
            state = {element: word for element, word in state.items() if element in self.sheet.elements}
        # a clue that cannot be empty, such as a hidden count, is written as in the puzzle
        return state if self.problem else {**self.clues, **state}

    def _judge(self, answer: Answer | None) -> None:
        board = (self.game, self.sheet, self.puzzle, self.solution, self.state)
        self.judged = {}
        if self.checks:
            broken = self.game.violations(self.puzzle, self.solution, partial=True)
            self.judged = self.game.marks(self.puzzle, self.solution, broken)
            self.answer = answer or answers.judge(*board, broken)
        else:
            self.answer = answer or answers.not_judged(*board)

    def _without_clues(self, state: State) -> State:
        return {element: word for element, word in state.items() if word != self.clues.get(element)}

    def _link(self, puzzle: Any) -> str:
        """Return the puzzle's address on another site, or "" if it has none."""
        try:
            return self.game.link(puzzle) if self.game.link else ""
        except PuzzleError:
            return ""

    def _has_same_clues(self, state: State) -> bool:
        """Return whether a state differs from the current puzzle's clues only by entries. Then the puzzle need not be
        read from the state again."""
        own = self._without_clues(state)
        if self.problem or len(own) + len(self.clues) != len(state):
            return False
        new = ((self.sheet.kind(e), word) for e, word in own.items() if word != self._entries.get(e))
        return all(word in kind.play and word not in kind.edit for kind, word in new)

    @property
    def position(self) -> str:
        """Return the puzzle with its entries and notes, as a text that `paste` accepts."""
        if not self._position:
            removed = dict.fromkeys(self.clues.keys() - self.state.keys(), "") if self.problem else {}
            changed = {**self._entries, **removed}
            self._position = position_text.written(self.sheet, self.text, changed, self.notes)
        return self._position

    @property
    def picture(self) -> str:
        """Return the text picture of the solution if there are entries, else of the puzzle."""
        return self.text if self.state == self.clues else str(self.solution)

    @property
    def marks(self) -> Mapping[Element, str]:
        """Return {element: mark}, the marks of the entries and of the last answer."""
        return {**self.judged, **self.answer.marks}
