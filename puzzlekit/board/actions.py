"""The actions of a board, which Python code and the board's buttons call. The widget shows their results."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from puzzlekit.board import answers, notes, replies
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import Answer
from puzzlekit.board.check import check
from puzzlekit.board.game_state import GameState
from puzzlekit.board.layout import State
from puzzlekit.board.queries import Queries
from puzzlekit.board.running import Outcome, Runner
from puzzlekit.core.errors import PuzzleError, shown, validate_int
from puzzlekit.core.grid import Element, LPValues

LARGEST = 1000  # the largest number of rows or of columns of a new board


class Actions:
    """The base class of a board with actions. Each action changes the board through `_publish`.

    A subclass calls `_set_up`. Its parameter `queries` is the object that answers the buttons, and `solve` is the
    reader's own function for the Solve button, or None. `runner(lock)` returns the `Runner` for slow functions, see the
    module `running`. The attribute `_table` is the board's GameState.
    """

    def _set_up(
        self,
        game: PuzzleAdapter,
        puzzle: Any,
        queries: Queries,
        runner: Callable[[threading.RLock], Runner],
        solve: Callable[[Any], Any] | None = None,
    ) -> None:
        game.clue_conflicts(puzzle)  # raises PuzzleError at once if `puzzle` has the wrong type
        self._table, self._queries, self._own = GameState(game, puzzle), queries, solve
        self._lock = threading.RLock()  # both the runner's thread and the kernel's thread change the board
        self._runner = runner(self._lock)
        self._mode, self._doing = "play", ""
        self.error: BaseException | None = None
        self.printed = ""

    def _publish(self, change: Callable[[], None] | None = None) -> None:
        """Call the function `change` unless it is None. A subclass may also show the board's new state at once."""
        if change:
            change()

    @property
    def mode(self) -> str:
        """Return the mode, "edit" or "play". In edit mode the reader changes the clues, in play mode the entries.

        The mode can be set. Raises PuzzleError for any other value.
        """
        return self._mode

    @mode.setter
    def mode(self, mode: str) -> None:
        if mode not in ("edit", "play"):
            raise PuzzleError(f"found the mode {shown(mode)}, expected 'edit' or 'play'")
        self._mode = mode
        self._publish()

    @property
    def checks(self) -> bool:
        """Return whether entries are judged as soon as they are made.

        If False, students can answer first, and a full board gets a neutral message. The value can be set. If it is set
        to True, all entries on the board are judged. Raises PuzzleError if the value is not a bool.
        """
        return self._table.checks

    @checks.setter
    def checks(self, checks: bool) -> None:
        if type(checks) is not bool:
            raise PuzzleError(f"found {shown(checks)}, expected True or False")
        self._publish(lambda: self._table.set_checks(checks))

    def undo(self) -> None:
        """Undo the last change."""
        self._publish(self._table.undo)

    def redo(self) -> None:
        """Redo the change that was undone last."""
        self._publish(self._table.redo)

    def trial(self) -> None:
        """Begin a trial, a phase of tentative entries. If a trial has already begun, end it and restore the position
        from before the trial."""
        on = self._table.trial is None
        self._publish(self._table.begin_trial if on else partial(self._table.end_trial, keep=False))

    def keep(self) -> None:
        """End the trial, and keep its entries."""
        self._publish(partial(self._table.end_trial, keep=True))

    def clear(self) -> None:
        """Clear all entries and notes. In edit mode, clear the clues, too."""
        self._publish(lambda: self._table.clear(clues=self.mode == "edit"))

    def reset(self) -> None:
        """Restore the puzzle with which the board was made."""
        self._publish(self._table.reset)

    def new(self, rows: int, columns: int) -> None:
        """Replace the puzzle by an empty board of this size, and change to edit mode. Raises PuzzleError if the size is
        not valid or the puzzle type has no empty boards."""
        for side, count in (("rows", rows), ("columns", columns)):
            validate_int(count, side, 1, LARGEST)
        self._mode = "edit"
        self._publish(lambda: self._table.empty(rows, columns))

    def generate(self, first: int, second: int, seed: int) -> None:
        """Replace the puzzle by a puzzle from the generator, `generate(first, second, seed=seed)` of the puzzle type.
        The message shows this call. Raises PuzzleError if the puzzle type has no generator."""
        if not (generate := self._queries.generate):
            raise PuzzleError("found no generator for this board; write or paste a puzzle")
        made = f"{type(self._table.puzzle).__module__.split('.')[-2]}.generate({first}, {second}, seed={seed})"

        def told(puzzle: Any) -> Answer:
            self._mode = "play"
            self._table.change(self._table.game.write(puzzle, None), puzzle=puzzle)
            return Answer(f"Made by {made}. Undo restores the last board.")

        self._start("Making a puzzle ...", lambda _: generate(first, second, seed=seed), told)

    @property
    def position(self) -> str:
        """Return the puzzle with all entries, crosses and notes, as a text that `paste` accepts."""
        return self._table.position

    def paste(self, text: str) -> None:
        """Replace the board's content by a text: a position, a picture, an id or a link. In play mode, a picture of
        this puzzle replaces only the entries. If the puzzle has no clues, a picture with clues is read as a new puzzle.

        Raises
        ------
        PuzzleError
            If the text cannot be read; the board stays unchanged.
        """
        self._paste(text, ask=False)

    def _paste(self, text: Any, *, ask: bool) -> None:
        """Paste a text as `paste` does. If `ask` is true, a new puzzle in play mode needs the reader's confirmation
        first."""
        play = self.mode == "play"
        self._publish(lambda: self._table.paste(text, entries=play, ask=ask and play))

    def show(self, fractions: LPValues | None) -> None:
        """Show LP values, {(element, state): value}, on the elements. None removes the shown values."""
        self._table.fractions = fractions or {}
        self._publish()

    def solve(self) -> None:
        """Solve the puzzle with the reader's own function, or with the package's function if the reader has none. Show
        the solution and the text that the function prints."""
        self._start("Solving ...", self._own or self._queries.solve, partial(replies.solved, self._table))

    def hint(self, at: Element | None = None) -> None:
        """Fill in one element as in a solution, and show the reason. The element is `at` if that element is still
        empty, otherwise the element that is easiest to explain."""
        entries = self._table.entries()
        ask = partial(self._queries.hint, entries=entries, at=at)
        self._start("Looking for a hint ...", ask, lambda found: replies.hint(self._table, *found), entries)

    def check(self) -> None:
        """Show whether the entries are right so far, and whether the puzzle has exactly one solution. In edit mode,
        show only whether the puzzle has exactly one solution.

        Wrong entries are named, or only counted if their elements have just two states. If the puzzle has no solution,
        show clues that contradict each other. Each further call suggests clues to remove. Clues that were changed
        recently are preferred.
        """
        judged = self.mode == "play"
        entries = self._table.entries() if judged else {}
        ask = partial(self._queries.checked, entries=entries, recent=self._table.changed_clues())
        self._start("Checking ...", ask, partial(check, self._table, judged=judged), entries)

    def note(self) -> None:
        """Write notes into each empty element: the states that are still possible after one pass of `deduce`, which
        uses the clues, the entries and the present notes. If the present notes contradict each other, they are
        ignored."""
        ask = partial(notes.deduced, self._table.game, state=self._table.state, notes=self._table.notes)
        self._start("Noting candidates ...", ask, partial(replies.deduced, self._table))

    def why(self, at: Element | None) -> None:
        """Show a proof of the state of the element `at`, step by step, from the clues and the other entries. If the
        element's entry is wrong, show a proof that the entry is wrong. If `at` is None, show a request to select an
        element."""
        if at is None:
            self._say(Answer("Select a place first, then ask why."))
        else:
            self._prove(partial(self._queries.why, element=at))

    def next_step(self) -> None:
        """Show the easiest step of reasoning from the clues and the entries, as a sequence of pictures: first its
        reason, then its conclusion. If a step is already shown, show its next picture. Notes are not used as facts.

        With the last picture, elements with one remaining state are filled in, and the notes of elements with several
        remaining states are updated. A step that changes nothing on the board is skipped.
        """
        if self._table.walk and self._table.walk.at < self._table.walk.last:
            self.forward()
        elif self._table.finished:
            self._say(Answer("Solved: nothing is left to explain.", answers.GOOD))
        else:
            self._prove(partial(self._queries.next_step, wanted=partial(replies.can_write, self._table)), fill=True)

    def forward(self) -> None:
        """Show the next picture of the current step."""
        self._publish(lambda: self._table.go(1))

    def back(self) -> None:
        """Show the previous picture of the current step. Entries that the step has made stay on the board."""
        self._publish(lambda: self._table.go(-1))

    def _prove(self, ask: Callable[..., Any], *, fill: bool = False) -> None:
        entries = self._table.entries()
        tell = partial(self._queries.told, self._table, fill=fill)
        self._start("Looking for a step ...", partial(ask, entries=entries), tell, entries)

    def stop(self) -> None:
        """Stop the running request; the board stays unchanged. A loop in Python is interrupted after half a second."""
        with self._lock:
            self._runner.stop()
            self._doing = "Stopping ..."  # shown while a function runs
            idle = f"Nothing is running. {self._runner.warning}".strip()
            self._say(Answer("" if self._runner.running else idle))

    # Solve, Hint, Check and proofs

    def _start(
        self, told: str, ask: Callable[[Any], Any], answer: Callable[[Any], Answer], entries: State | None = None
    ) -> None:
        """Run `ask(puzzle)` in the background, and then show `answer(result)`. Meanwhile, the message is `told`. If the
        puzzle or one of `entries` changes in the meantime, the result is discarded."""
        with self._lock:
            if self._runner.running or self._table.problem:
                self._say(Answer(self._table.problem or "Busy with the last request."))
                return
            puzzle, self.error = self._table.puzzle, None
            self._runner.start(lambda: ask(puzzle), lambda outcome: self._done(puzzle, entries or {}, outcome, answer))
            if self._runner.running:  # without threads and event loop, the function has already ended
                self._doing = f"{told} {self._runner.warning}".strip()
                self._say(Answer())

    def _done(self, puzzle: Any, entries: State, outcome: Outcome, answer: Callable[[Any], Answer]) -> None:
        """Show the answer to a finished request, and the text that the request's function printed. The answer is
        discarded if the puzzle or one of these entries has changed."""
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
            if not entries.items() <= self._table.entries().items():  # additional entries are allowed
                return Answer("The entries changed; old answer discarded.")
            return answer(outcome.value)
        except BaseException as error:  # the reader's function can raise any exception and return any value
            self.error = error
            return answers.failed(error, self._own)

    def _say(self, answer: Answer) -> None:
        self._publish(lambda: self._table.say(answer))
