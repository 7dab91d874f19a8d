"""The actions of a board, in Python and by its buttons. The widget shows their results."""

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
    """The actions of a board. Each action makes its change by `_publish`.

    The subclass passes in `queries` and perhaps the reader's own `solve`, which answer, and `runner`, which runs both.
    """

    def _set_up(
        self,
        game: PuzzleAdapter,
        puzzle: Any,
        queries: Queries,
        runner: Callable[[threading.RLock], Runner],
        solve: Callable[[Any], Any] | None = None,
    ) -> None:
        game.clue_conflicts(puzzle)  # raises at once if this is no puzzle of the type
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
        """Whether entries are judged at once. With False, a class can answer first, and a full board gets a neutral
        message; True again judges everything on the board."""
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
        """Begin a trial, or end the present trial and restore the board from before it."""
        on = self._table.trial is None
        self._publish(self._table.begin_trial if on else partial(self._table.end_trial, keep=False))

    def keep(self) -> None:
        """End a trial, and keep its entries."""
        self._publish(partial(self._table.end_trial, keep=True))

    def clear(self) -> None:
        """Clear all entries and notes; in edit mode the clues as well."""
        self._publish(lambda: self._table.clear(clues=self.mode == "edit"))

    def reset(self) -> None:
        """Restore the puzzle that the board was made with."""
        self._publish(self._table.reset)

    def new(self, rows: int, columns: int) -> None:
        """Put an empty board of this size on the table, in edit mode. Raises PuzzleError if the type has none."""
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
        fills in entries, unless the puzzle has no clue yet.

        Raises
        ------
        PuzzleError
            If the text cannot be read; the board stays as it is.
        """
        self._paste(text, ask=False)

    def _paste(self, text: Any, *, ask: bool) -> None:
        """Paste a text. With `ask`, in play mode, another puzzle is put on the board only after a confirmation."""
        play = self.mode == "play"
        self._publish(lambda: self._table.paste(text, entries=play, ask=ask and play))

    def show(self, fractions: LPValues | None) -> None:
        """Shade the elements by LP values `{(element, state): value}`; None removes the shades."""
        self._table.fractions = fractions or {}
        self._publish()

    def solve(self) -> None:
        """Run the reader's function on the puzzle, and show its solution and its printed text."""
        self._start("Solving ...", self._own or self._queries.solve, partial(replies.solved, self._table))

    def hint(self, at: Element | None = None) -> None:
        """Fill in one element of a solution found by the package, and give the reason: `at`, if it is given and empty,
        else the element that is easiest to explain."""
        entries = self._table.entries()
        ask = partial(self._queries.hint, entries=entries, at=at)
        self._start("Looking for a hint ...", ask, lambda found: replies.hint(self._table, *found), entries)

    def check(self) -> None:
        """Say whether the entries are right so far, and whether the puzzle has exactly one solution; in edit mode only
        the latter.

        Wrong entries are named, or counted if their elements have only two states. If the puzzle has no solution, say
        which clues contradict each other. Asked again, say which clues could be left out, the last changed clue first.
        """
        judged = self.mode == "play"
        entries = self._table.entries() if judged else {}
        ask = partial(self._queries.checked, entries=entries, recent=self._table.changed_clues())
        self._start("Checking ...", ask, partial(replies.checked, self._table, entries=judged), entries)

    def note(self) -> None:
        """Note the candidates of each element that clues, entries and notes leave after one pass of `deduce`. If the
        notes contradict each other, use only clues and entries."""
        ask = partial(notes.deduced, self._table.game, state=self._table.state, notes=self._table.notes)
        self._start("Looking at what is left ...", ask, partial(replies.deduced, self._table))

    def why(self, at: Element | None) -> None:
        """Prove the state of an element step by step from the clues and the other entries; or prove its entry wrong."""
        if at is None:
            self._say(Answer("Select a cell first, then ask why."))
        else:
            self._prove(partial(self._queries.why, element=at))

    def next_step(self) -> None:
        """Show the easiest step from the entries, picture by picture: first its reason, then its conclusion. If a step
        is shown already, show its next picture. Notes are no premises.

        The last picture fills in the elements that the step settles, and notes the candidates that remain elsewhere. A
        step that changes nothing on the board is skipped.
        """
        if self._table.walk and self._table.walk.at < self._table.walk.last:
            self.forward()
        elif self._table.finished:
            self._say(Answer("Solved: nothing is left to explain.", answers.GOOD))
        else:
            self._prove(partial(self._queries.next_step, wanted=partial(replies.can_write, self._table)), fill=True)

    def forward(self) -> None:
        """Show the next picture of the present step."""
        self._publish(lambda: self._table.go(1))

    def back(self) -> None:
        """Show the previous picture of the present step; entries stay."""
        self._publish(lambda: self._table.go(-1))

    def _prove(self, ask: Callable[..., Any], *, fill: bool = False) -> None:
        entries = self._table.entries()
        tell = partial(self._queries.told, self._table, fill=fill)
        self._start(self._queries.looking, partial(ask, entries=entries), tell, entries)

    def stop(self) -> None:
        """Stop the running request; the board stays as it is. A loop in Python is interrupted after half a second."""
        with self._lock:
            self._runner.stop()
            self._doing = "Stopping ..."  # shown for as long as something runs
            idle = f"Nothing is running. {self._runner.warning}".strip()
            self._say(Answer("" if self._runner.running else idle))

    # Solve, Hint, Check and proofs

    def _start(
        self, told: str, ask: Callable[[Any], Any], answer: Callable[[Any], Answer], entries: State | None = None
    ) -> None:
        """Run `ask` on the puzzle, and show its answer; `entries` are the entries that the question is about."""
        with self._lock:
            if self._runner.running or self._table.problem:
                self._say(Answer(self._table.problem or "Busy with the last request."))
                return
            puzzle, self.error = self._table.puzzle, None
            self._runner.start(lambda: ask(puzzle), lambda outcome: self._done(puzzle, entries or {}, outcome, answer))
            if self._runner.running:  # without threads and without an event loop, the answer is there already
                self._doing = f"{told} {self._runner.warning}".strip()
                self._say(Answer())

    def _done(self, puzzle: Any, entries: State, outcome: Outcome, answer: Callable[[Any], Answer]) -> None:
        """Show the answer and the printed text. An answer about another puzzle or other entries is discarded."""
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
            if not entries.items() <= self._table.entries().items():  # new entries do no harm
                return Answer("The entries changed; old answer discarded.")
            return answer(outcome.value)
        except BaseException as error:  # the reader's function may raise and return anything
            self.error = error
            return answers.failed(error, self._own)

    def _say(self, answer: Answer) -> None:
        self._publish(lambda: self._table.say(answer))
