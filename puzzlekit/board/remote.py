"""A board that is shown elsewhere: what its page sends, and the five values that the page draws.

Each value goes one way, from here to the page, and what the reader does comes back as messages `{"do": ...}`. So they
arrive in order, and what a solver answers cannot be overtaken by an older board.
"""

from collections.abc import Callable
from typing import Any

from puzzlekit.board import answers
from puzzlekit.board.actions import Actions
from puzzlekit.board.answers import Answer
from puzzlekit.board.widget_state import size, widget_state
from puzzlekit.core.errors import PuzzleError

BUTTONS = (
    "undo", "redo", "clear", "reset", "note", "solve", "check", "next_step", "back", "forward", "stop", "trial", "keep"
)  # fmt: skip


class RemoteBoard(Actions):
    """A board with its messages; `_place` is its place in what shows it, and `_edit` the page's name for what it shows
    already, which goes back with the answer."""

    _edit = _place = ""

    def _heard(self, content: Any) -> None:
        """Do what a message says. A page could send anything, so what it holds is checked."""
        if not isinstance(content, dict):
            return
        words = {key: word for key, word in content.items() if isinstance(word, str)}
        if action := self._actions(content, words).get(words.get("do", "")):
            self._edit = words.get("edit", self._edit)
            try:
                action()
            except PuzzleError as error:
                self._say(Answer(str(error), answers.BAD))

    def _actions(self, content: dict, words: dict[str, str]) -> dict[str, Callable[[], None]]:
        table, publish = self._table, self._publish
        at = table.named.get(words.get("at", ""))
        return {name: getattr(self, name) for name in BUTTONS} | {
            "ping": publish,  # whether Python is there: the answer is that `edit` comes back
            "set": lambda: publish(lambda: table.enter(content.get("changes"), content.get("notes"))),
            "mode": lambda: setattr(self, "mode", words.get("mode")),
            "checks": lambda: setattr(self, "checks", content.get("on")),
            "new": lambda: self.new(*size(words.get("text", ""))),
            "compose": lambda: publish(lambda: table.compose(words.get("name", ""), content.get("words"))),
            "hint": lambda: self.hint(at),
            "why": lambda: self.why(at),
            "paste": lambda: self._paste(content.get("text"), ask=content.get("sure") is not True),
        }

    def _values(self) -> dict[str, Any]:
        """What the page draws: `sheet`, `state`, `notes`, `marks` and `ui`, as JSON can hold them."""
        running = self._runner.running
        return widget_state(
            self._table,
            mode=self._mode,
            doing=self._doing if running else "",  # what is entered meanwhile is judged, and does not hide it
            running=running,
            edit=self._edit,
            place=self._place,
            proves=self._queries.proves,
        )
