"""The board as a widget: Python holds what is on it, judges it and remembers it; JavaScript draws it.

Each of the four synced values goes one way, from here to the browser, and what the reader does comes back as messages
`{"do": ...}`. So they arrive in order, and what a solver answers cannot be overtaken by an older board.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from puzzlekit.board import answers, js_bundle, kernel
from puzzlekit.board.actions import BUTTONS, Actions
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import Answer
from puzzlekit.board.widget_state import size, text_fallback, widget_state
from puzzlekit.errors import PuzzleError, called, declared

HERE = Path(__file__).parent


class Board(Actions, anywidget.AnyWidget):
    """A puzzle that can be edited, played and solved. Each puzzle type makes it by `board(puzzle, *, solve=None)`.

    Parameters
    ----------
    game
        The puzzle type's functions.
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
    >>> board = puzzle_type.board(puzzle)  # doctest: +SKIP
    >>> board.hint(), board.check(), board.solution  # doctest: +SKIP
    """

    _esm = js_bundle.joined("board.js")
    _css = HERE / "board.css"
    sheet = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    notes = traitlets.Dict().tag(sync=True)
    marks = traitlets.Dict().tag(sync=True)
    ui = traitlets.Dict().tag(sync=True)
    puzzle = traitlets.Instance(object)
    solution = traitlets.Any()
    candidates = traitlets.Dict()

    @declared
    def __init__(self, game: PuzzleAdapter, puzzle: Any, *, solve: Callable[[Any], Any] | None = None):
        game.clue_conflicts(puzzle)  # the puzzle type's own function says at once what is no puzzle of it
        self._set_up(game, puzzle, solve)
        self._edit, self._place = "", kernel.place()
        super().__init__(**self._synced())
        self.on_msg(self._on_message)
        self._publish()

    # Messages from the browser

    def _on_message(self, _: Any, content: Any, buffers: Any) -> None:
        """Do what a message says. A page could send anything, so what it holds is checked.

        `edit` is the browser's name for what it shows already; it goes back with the answer.
        """
        if not isinstance(content, dict):
            return
        words = {key: word for key, word in content.items() if isinstance(word, str)}
        actions: dict[str, Callable[[], None]] = {name: getattr(self, name) for name in BUTTONS}
        actions["ping"] = self._publish  # whether Python is there: the answer is that `edit` comes back
        actions["set"] = lambda: self._publish(lambda: self._table.enter(content.get("changes"), content.get("notes")))
        actions["mode"] = lambda: setattr(self, "mode", words.get("mode"))
        actions["checks"] = lambda: setattr(self, "checks", content.get("on"))
        actions["new"] = lambda: self.new(*size(words.get("text", "")))
        actions["compose"] = lambda: self._publish(
            lambda: self._table.compose(words.get("name", ""), content.get("words"))
        )
        actions["hint"] = lambda: self.hint(self._table.named.get(words.get("at", "")))
        actions["why"] = lambda: self.why(self._table.named.get(words.get("at", "")))
        actions["paste"] = lambda: self._paste(content.get("text"), ask=content.get("sure") is not True)
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
        value = proposal["value"]
        return value if value == self._table.candidates else self._table.normal_candidates(value)

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
            self._publish(lambda: table.change(table.game.write(table.puzzle, new), own=False))

    # What the browser gets

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
        return widget_state(
            self._table, mode=self._mode, doing=doing, running=running, edit=self._edit, place=self._place
        )

    # Where no widget runs

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        """The widget, and for an exported page or an untrusted notebook its picture and its text."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**data, "text/plain": text_fallback(repr(self)), "image/svg+xml": self._table.svg()}, metadata

    def __repr__(self) -> str:
        return self._table.picture
