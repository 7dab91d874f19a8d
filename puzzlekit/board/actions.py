"""What a reader can do with a board, in Python and by its buttons. How it is shown is the widget's business."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from puzzlekit import explain
from puzzlekit.board import answers, notes
from puzzlekit.board.answers import Answer
from puzzlekit.board.search import Search
from puzzlekit.board.sheet import Game
from puzzlekit.board.table import Table
from puzzlekit.board.worker import Outcome, Worker
from puzzlekit.errors import PuzzleError, declared, shown
from puzzlekit.grid import Element, Fractions, check_sides

STUCK = "It does not end: it is in code that Python cannot cut. Interrupt the kernel, or else restart it."
BUTTONS = ("undo", "redo", "clear", "reset", "note", "solve", "check", "next_step", "back", "forward", "stop")


class Actions:
    """The actions of a board, of which `Board` is the widget; what each changes goes through `_publish`."""

    def _set_up(self, game: Game, puzzle: Any, solve: Callable[[Any], Any] | None) -> None:
        self._table, self._search, self._own = Table(game, puzzle), Search(game), solve
        self._lock = threading.RLock()  # the worker's thread and the kernel's own both change the board
        self._worker = Worker(self._lock, self._stuck)
        self._mode, self._doing = "play", ""
        self.error: BaseException | None = None
        self.printed = ""

    def _publish(self, change: Callable[[], None] | None = None) -> None:
        """Change the table, then show it."""
        raise NotImplementedError

    @property
    def mode(self) -> str:
        """The mode: "edit" changes the clues, "play" fills in an answer."""
        return self._mode

    @mode.setter
    def mode(self, mode: str) -> None:
        if mode not in ("edit", "play"):
            raise PuzzleError(f"found the mode {shown(mode)}, expected 'edit' or 'play'")
        self._mode = mode
        self._publish()

    @property
    def checks(self) -> bool:
        """Whether entries are judged at once. Off, a class can be asked first; on again, all that stands is judged."""
        return self._table.checks

    @checks.setter
    def checks(self, checks: bool) -> None:
        if type(checks) is not bool:
            raise PuzzleError(f"found {shown(checks)}, expected True or False")
        self._publish(lambda: self._table.set_checks(checks))

    def undo(self) -> None:
        """Take the last change back."""
        self._publish(self._table.undo)

    def redo(self) -> None:
        """Take the last undo back."""
        self._publish(self._table.redo)

    def clear(self) -> None:
        """Empty what was filled in and noted; in edit mode the clues as well."""
        self._publish(lambda: self._table.clear(clues=self.mode == "edit"))

    def reset(self) -> None:
        """Go back to the puzzle that was handed in."""
        self._publish(self._table.reset)

    def new(self, rows: int, columns: int) -> None:
        """Put an empty board of this size on the table, to be edited. Raises PuzzleError if there is none."""
        check_sides(rows, columns)
        self._mode = "edit"
        self._publish(lambda: self._table.empty(rows, columns))

    def paste(self, text: str) -> None:
        """Put a picture or an id on the board. In play mode, a picture with this puzzle's clues fills in entries.

        Raises
        ------
        PuzzleError
            If the text has no meaning; the board stays as it is.
        """
        self._publish(lambda: self._table.paste(text, entries=self.mode == "play"))

    @declared
    def show(self, fractions: Fractions | None) -> None:
        """Shade the elements with LP values `{(element, state): value}`; None takes the shades away."""
        self._table.fractions = fractions or {}
        self._publish()

    def solve(self) -> None:
        """Run the reader's function on the puzzle, in a thread, and show what it answers, and what it prints."""
        self._start("Solving ...", self._own or self._table.game.solve, self._table.solved)

    def hint(self, at: Element | None = None) -> None:
        """Fill in one element of a solution that the package finds: `at`, if it is given and empty."""
        self._start("Looking for a hint ...", self._search.solutions, lambda found: self._table.hint(found, at))

    def check(self) -> None:
        """Ask the package whether the puzzle has exactly one solution. If it has none, say which clues contradict each
        other and, asked again, which ones could be left out."""
        self._start("Checking ...", self._search.checked, lambda found: self._table.check(*found))

    def note(self) -> None:
        """Note what clues, entries and notes leave of each element, as `deduce` sees it at a glance."""
        ask = partial(notes.deduced, self._table.game, state=self._table.state, notes=self._table.notes)
        self._start("Looking at what is left ...", ask, self._table.deduced)

    def why(self, at: Element | None) -> None:
        """Show the rows whose sum says why an element is as it is, given the clues and the other entries; or why it
        cannot be as its entry says."""
        if at is None:
            self._say(Answer("Select a cell first, then ask why."))
        else:
            self._prove(partial(self._search.why, element=at))

    def next_step(self) -> None:
        """Take the easiest step from what stands on the board, picture by picture: what is there, what asks for more,
        what follows. While one is told, go on with it.

        With the last picture, what the step settles is filled in; what it only rules out is noted.
        """
        if self._table.walk and self._table.walk.at < self._table.walk.last:
            self.forward()
        elif self._table.finished:
            self._say(Answer("Solved: nothing is left to explain.", answers.GOOD))
        else:
            step = partial(explain.next_step, wanted=self._table.can_write)
            self._prove(partial(self._search.proof, question=step), fill=True)

    def forward(self) -> None:
        """Show the next picture of the step that is told."""
        self._publish(lambda: self._table.go(1))

    def back(self) -> None:
        """Show the picture before; what was filled in stays."""
        self._publish(lambda: self._table.go(-1))

    def _prove(self, ask: Callable[..., Any], *, fill: bool = False) -> None:
        ask = partial(ask, entries=self._table.entries(), notes=self._table.notes)
        self._start("Looking for a proof ...", ask, partial(self._table.explained, fill=fill))

    def stop(self) -> None:
        """Stop what is running; the board stays as it is. A loop in Python is cut after half a second."""
        with self._lock:
            self._worker.stop()
            self._doing = "Stopping ..."  # it stands for as long as something runs
            self._say(Answer("" if self._worker.running else "Nothing is running."))

    def _stuck(self) -> None:
        with self._lock:
            if self._worker.running:
                self._say(Answer(STUCK, answers.BAD))

    # Solve, Hint, Check and proofs

    def _start(self, told: str, ask: Callable[[Any], Any], answer: Callable[[Any], Answer]) -> None:
        with self._lock:
            if self._worker.running or self._table.problem:
                self._say(Answer(self._table.problem or "Wait: the last request has not ended yet."))
                return
            puzzle, self.error = self._table.puzzle, None
            self._worker.start(lambda: ask(puzzle), lambda outcome: self._done(puzzle, outcome, answer))
            self._doing = told
            self._say(Answer())

    def _done(self, puzzle: Any, outcome: Outcome, answer: Callable[[Any], Answer]) -> None:
        """In the worker's thread: say what it found, unless that is about another puzzle."""
        told = answers.with_print(self._told(puzzle, outcome, answer), outcome.printed)
        self.printed = outcome.printed
        self._say(told)

    def _told(self, puzzle: Any, outcome: Outcome, answer: Callable[[Any], Answer]) -> Answer:
        try:
            if outcome.stopped:
                return Answer("Stopped; the board is as it was.")
            if outcome.error:
                raise outcome.error
            if puzzle != self._table.puzzle or self._table.problem:
                return Answer("The puzzle was changed meanwhile, so the answer to the old one was dropped.")
            return answer(outcome.value)
        except BaseException as error:  # the reader's function may raise and return anything
            self.error = error
            return answers.failed(error, self._own)

    def _say(self, answer: Answer) -> None:
        self._publish(lambda: self._table.say(answer))
