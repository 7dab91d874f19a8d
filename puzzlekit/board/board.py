"""The board as a widget: Python holds what is on it, judges it and remembers it; JavaScript draws it.

Each of the four synced values goes one way, from here to the browser, and what the reader does comes back as messages
`{"do": ...}`. So they arrive in order, and what a solver answers cannot be overtaken by an older board.
"""

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from puzzlekit import explain
from puzzlekit.board import answers, modules, notes
from puzzlekit.board.answers import Answer
from puzzlekit.board.search import Search
from puzzlekit.board.sheet import Game
from puzzlekit.board.synced import size, synced
from puzzlekit.board.table import Table
from puzzlekit.board.twin import twin
from puzzlekit.board.worker import Outcome, Worker
from puzzlekit.errors import PuzzleError, called, shown
from puzzlekit.grid import Element, Fractions

HERE = Path(__file__).parent
STUCK = "It does not end: it is in code that Python cannot cut. Interrupt the kernel, or else restart it."
ACTIONS = ("undo", "redo", "clear", "reset", "note", "solve", "check", "next_step", "back", "forward", "stop")


class Board(anywidget.AnyWidget):
    """A puzzle that can be edited, played and solved. A room makes it by `board(puzzle, *, solve=None)`.

    Parameters
    ----------
    game
        The room's functions.
    puzzle
        What is on the board at first.
    solve
        The reader's own function `puzzle -> Solution` for the Solve button; without it the package's.

    Attributes
    ----------
    puzzle, solution
        What is on the board, as Python data. `board.observe(function, "solution")` hears of changes, and setting them
        changes the board. A solution may be half-filled; None empties the board of entries.
    candidates
        What is noted, `{element: frozenset of states}`, as `deduce` takes and gives them; elements that may be anything
        are not in it. It can be observed and set as well, and is no part of the solution.
    error
        The exception that ended the last Solve, Hint or Check, or None. `raise board.error` shows where it came from.
    printed
        What the reader's function printed when it ran last.

    Examples
    --------
    >>> board = room.board(room.load(room.names()[0]))  # doctest: +SKIP
    >>> board.hint(), board.check(), board.solution  # doctest: +SKIP
    """

    _esm = modules.joined("board.js")
    _css = HERE / "board.css"
    sheet = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    notes = traitlets.Dict().tag(sync=True)
    marks = traitlets.Dict().tag(sync=True)
    ui = traitlets.Dict().tag(sync=True)
    puzzle = traitlets.Instance(object)
    solution = traitlets.Any()
    candidates = traitlets.Dict()

    def __init__(self, game: Game, puzzle: Any, *, solve: Callable[[Any], Any] | None = None):
        self._table, self._search, self._own = Table(game, puzzle), Search(game), solve
        self._lock = threading.RLock()  # the worker's thread and the kernel's own both change the board
        self._worker = Worker(self._lock, self._stuck)
        self._mode, self._edit, self._doing = "play", "", ""
        self.error: BaseException | None = None
        self.printed = ""
        super().__init__(**self._synced())
        self.on_msg(self._on_message)
        self._publish()

    # What the reader can do

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

    # Messages from the browser

    def _on_message(self, _: Any, content: Any, buffers: Any) -> None:
        """Do what a message says. A page could send anything, so what it holds is checked.

        `edit` is the browser's name for what it shows already; it goes back with the answer.
        """
        if not isinstance(content, dict):
            return
        words = {key: word for key, word in content.items() if isinstance(word, str)}
        actions: dict[str, Callable[[], None]] = {name: getattr(self, name) for name in ACTIONS}
        actions["ping"] = self._publish  # whether Python is there: the answer is that `edit` comes back
        actions["set"] = lambda: self._publish(lambda: self._table.enter(content.get("changes"), content.get("notes")))
        actions["mode"] = lambda: setattr(self, "mode", words.get("mode"))
        actions["checks"] = lambda: setattr(self, "checks", content.get("on"))
        actions["new"] = lambda: self.new(*size(words.get("text", "")))
        actions["hint"] = lambda: self.hint(self._table.named.get(words.get("at", "")))
        actions["why"] = lambda: self.why(self._table.named.get(words.get("at", "")))
        actions["paste"] = lambda: self.paste(content.get("text"))  # type: ignore[arg-type]  # parse refuses others
        if action := actions.get(words.get("do", "")):
            self._edit = words.get("edit", self._edit)
            try:
                action()
            except PuzzleError as error:
                self._say(Answer(str(error), answers.BAD))

    # Changes from Python

    @traitlets.validate("puzzle", "solution")
    def _fits(self, proposal: Any) -> Any:
        """Refuse what does not fit before anything has changed; a solution gets the clues beside its entries."""
        name, value = proposal["trait"].name, proposal["value"]
        present = getattr(self._table, name)
        if type(value) is not type(present) and not (name == "solution" and value is None):
            raise PuzzleError(f"found {called(value)}, expected {called(present)}")
        return value if name == "puzzle" or value == present else self._table.normal(value)

    @traitlets.validate("candidates")
    def _can_be_noted(self, proposal: Any) -> Any:
        return self._table.normal_candidates(proposal["value"])

    @traitlets.observe("candidates")
    def _on_candidates(self, change: Any) -> None:
        if self.candidates != self._table.candidates:
            self._publish(lambda: self._table.note(self.candidates))

    @traitlets.observe("puzzle", "solution")
    def _on_python(self, change: Any) -> None:
        table, name = self._table, change["name"]
        new = getattr(self, name)  # another observer may have changed it since
        if new == getattr(table, name):
            return  # it comes from the board itself
        if name == "puzzle":
            table.first = new
            self._publish(lambda: table.change(table.game.write(new, None), puzzle=new))
        else:
            self._publish(lambda: table.change(table.game.write(table.puzzle, new)))

    # Solve, Hint and Check

    def _start(self, told: str, ask: Callable[[Any], Any], answer: Callable[[Any], Answer]) -> None:
        with self._lock:
            if self._worker.running or self._table.problem:
                self._say(Answer(self._table.problem or "Wait: the last request has not ended yet."))
                return
            puzzle, self.error = self.puzzle, None
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
            if puzzle != self.puzzle or self._table.problem:
                return Answer("The puzzle was changed meanwhile, so the answer to the old one was dropped.")
            return answer(outcome.value)
        except BaseException as error:  # the reader's function may raise and return anything
            self.error = error
            return answers.failed(error, self._own)

    # What the browser gets

    def _say(self, answer: Answer) -> None:
        self._publish(lambda: self._table.say(answer))

    def _publish(self, change: Callable[[], None] | None = None) -> None:
        """Change the table, then tell the browser in one message, and whoever observes the board."""
        with self._lock:
            if change:
                change()
            with self.hold_sync():
                for name, value in self._synced().items():
                    setattr(self, name, value)
            with self.hold_trait_notifications():  # an observer of one finds the other up to date
                self.puzzle, self.solution = self._table.puzzle, self._table.solution
                self.candidates = self._table.candidates

    def _synced(self) -> dict[str, Any]:
        running = self._worker.running
        doing = self._doing if running else ""  # what is entered meanwhile is judged, and does not hide it
        return synced(self._table, mode=self._mode, doing=doing, running=running, edit=self._edit)

    # Where no widget runs

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        """The widget, and for an exported page or an untrusted notebook its picture and its text."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**data, "text/plain": twin(repr(self)), "image/svg+xml": self._table.svg()}, metadata

    def __repr__(self) -> str:
        return self._table.picture
