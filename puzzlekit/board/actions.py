"""What a reader can do with a board, in Python and by its buttons. How it is shown is the widget's business."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from puzzlekit.board import answers, notes, replies
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import Answer
from puzzlekit.board.game_state import GameState
from puzzlekit.board.layout import State
from puzzlekit.board.queries import Queries
from puzzlekit.board.running import Outcome, Runner
from puzzlekit.core.errors import PuzzleError, shown, validate_int
from puzzlekit.core.grid import Element, LPValues

LARGEST = 1000  # rows or columns of a new board


class Actions:
    """The actions of a board; what each changes goes through `_publish`.

    Whoever shows it hands in who answers (`queries`, and perhaps the reader's own `solve`), and what runs that.
    """

    def _set_up(
        self,
        game: PuzzleAdapter,
        puzzle: Any,
        queries: Queries,
        runner: Callable[[threading.RLock], Runner],
        solve: Callable[[Any], Any] | None = None,
    ) -> None:
        game.clue_conflicts(puzzle)  # the puzzle type's own function says at once what is no puzzle of it
        self._table, self._queries, self._own = GameState(game, puzzle), queries, solve
        self._lock = threading.RLock()  # the runner's thread and the kernel's own may both change the board
        self._runner = runner(self._lock)
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
        """Whether entries are judged at once. Off, a class can be asked first, and a full board gets a word, right or
        wrong; on again, all that stands is judged."""
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

    def trial(self) -> None:
        """Begin a trial; or, if one goes on, return to what stood on the board when it began."""
        on = self._table.trial is None
        self._publish(self._table.begin_trial if on else partial(self._table.end_trial, keep=False))

    def keep(self) -> None:
        """End a trial, and keep what was tried."""
        self._publish(partial(self._table.end_trial, keep=True))

    def clear(self) -> None:
        """Empty what was filled in and noted; in edit mode the clues as well."""
        self._publish(lambda: self._table.clear(clues=self.mode == "edit"))

    def reset(self) -> None:
        """Go back to the puzzle that was handed in."""
        self._publish(self._table.reset)

    def new(self, rows: int, columns: int) -> None:
        """Put an empty board of this size on the table, to be edited. Raises PuzzleError if there is none."""
        for side, count in (("rows", rows), ("columns", columns)):
            validate_int(count, side, 1, LARGEST)
        self._mode = "edit"
        self._publish(lambda: self._table.empty(rows, columns))

    @property
    def position(self) -> str:
        """The puzzle with all entries, crosses and notes, as a text that `paste` takes."""
        return self._table.position

    def paste(self, text: str) -> None:
        """Put a position, a picture, an id or a link on the board. In play mode, a picture with this puzzle's clues
        fills in entries, unless there is no clue yet.

        Raises
        ------
        PuzzleError
            If the text has no meaning; the board stays as it is.
        """
        self._paste(text, ask=False)

    def _paste(self, text: Any, *, ask: bool) -> None:
        """The same, but in play mode another puzzle may be asked for first."""
        play = self.mode == "play"
        self._publish(lambda: self._table.paste(text, entries=play, ask=ask and play))

    def show(self, fractions: LPValues | None) -> None:
        """Shade the elements with LP values `{(element, state): value}`; None takes the shades away."""
        self._table.fractions = fractions or {}
        self._publish()

    def solve(self) -> None:
        """Run the reader's function on the puzzle and show what it answers, and what it prints."""
        self._start("Solving ...", self._own or self._queries.solve, partial(replies.solved, self._table))

    def hint(self, at: Element | None = None) -> None:
        """Fill in one element of a solution that the package finds, and say why: `at`, if it is given and empty, else
        the one that is the easiest to explain."""
        entries = self._table.entries()
        ask = partial(self._queries.hint, entries=entries, at=at)
        self._start("Looking for a hint ...", ask, lambda found: replies.hint(self._table, *found), entries)

    def check(self) -> None:
        """Say whether what was filled in is right, as far as it goes, and besides whether the puzzle has exactly one
        solution; in edit mode that alone.

        What is wrong is named, or counted where places have but two states. If the puzzle has no solution, say which
        clues contradict each other and, asked again, which ones could be left out, the one changed last first.
        """
        judged = self.mode == "play"
        entries = self._table.entries() if judged else {}
        ask = partial(self._queries.checked, entries=entries, recent=self._table.changed_clues())
        self._start("Checking ...", ask, partial(replies.checked, self._table, entries=judged), entries)

    def note(self) -> None:
        """Note what clues, entries and notes leave of each element, as `deduce` sees it at a glance. Notes that leave
        nothing are not all that is possible: then clues and entries alone."""
        ask = partial(notes.deduced, self._table.game, state=self._table.state, notes=self._table.notes)
        self._start("Looking at what is left ...", ask, partial(replies.deduced, self._table))

    def why(self, at: Element | None) -> None:
        """Show step by step why an element is as it is, given the clues and the other entries; or why it cannot be as
        its entry says."""
        if at is None:
            self._say(Answer("Select a cell first, then ask why."))
        else:
            self._prove(partial(self._queries.why, element=at))

    def next_step(self) -> None:
        """Take the easiest step from what is filled in, picture by picture: the reason, and then what follows. While
        one is told, go on with it. Notes are not taken for granted.

        With the last picture, what the step settles is filled in; what it only rules out is noted. A step that changes
        nothing here is taken silently.
        """
        if self._table.walk and self._table.walk.at < self._table.walk.last:
            self.forward()
        elif self._table.finished:
            self._say(Answer("Solved: nothing is left to explain.", answers.GOOD))
        else:
            self._prove(partial(self._queries.next_step, wanted=partial(replies.can_write, self._table)), fill=True)

    def forward(self) -> None:
        """Show the next picture of the step that is told."""
        self._publish(lambda: self._table.go(1))

    def back(self) -> None:
        """Show the picture before; what was filled in stays."""
        self._publish(lambda: self._table.go(-1))

    def _prove(self, ask: Callable[..., Any], *, fill: bool = False) -> None:
        entries = self._table.entries()
        tell = partial(self._queries.told, self._table, fill=fill)
        self._start(self._queries.looking, partial(ask, entries=entries), tell, entries)

    def stop(self) -> None:
        """Stop what is running; the board stays as it is. A loop in Python is cut after half a second."""
        with self._lock:
            self._runner.stop()
            self._doing = "Stopping ..."  # it stands for as long as something runs
            idle = f"Nothing is running. {self._runner.warning}".strip()
            self._say(Answer("" if self._runner.running else idle))

    # Solve, Hint, Check and proofs

    def _start(
        self, told: str, ask: Callable[[Any], Any], answer: Callable[[Any], Answer], entries: State | None = None
    ) -> None:
        """Ask something of the puzzle; `entries` are those that it is about."""
        with self._lock:
            if self._runner.running or self._table.problem:
                self._say(Answer(self._table.problem or "Busy with the last request."))
                return
            puzzle, self.error = self._table.puzzle, None
            self._runner.start(lambda: ask(puzzle), lambda outcome: self._done(puzzle, entries or {}, outcome, answer))
            if self._runner.running:  # without threads and without an event loop, it is answered already
                self._doing = f"{told} {self._runner.warning}".strip()
                self._say(Answer())

    def _done(self, puzzle: Any, entries: State, outcome: Outcome, answer: Callable[[Any], Answer]) -> None:
        """Say what it found, unless that is about another puzzle, or about other entries."""
        told = answers.with_print(self._told(puzzle, entries, outcome, answer), outcome.printed)
        self.printed = outcome.printed
        self._say(told)

    def _told(self, puzzle: Any, entries: State, outcome: Outcome, answer: Callable[[Any], Answer]) -> Answer:
        try:
            if outcome.stopped:
                return Answer("Stopped; the board is as it was.")
            if outcome.error:
                raise outcome.error
            if puzzle != self._table.puzzle or self._table.problem:
                return Answer("The puzzle changed; old answer discarded.")
            if not entries.items() <= self._table.entries().items():  # others may have come
                return Answer("The entries changed; old answer discarded.")
            return answer(outcome.value)
        except BaseException as error:  # the reader's function may raise and return anything
            self.error = error
            return answers.failed(error, self._own)

    def _say(self, answer: Answer) -> None:
        self._publish(lambda: self._table.say(answer))
