"""A board that a page shows: the messages that the page sends, and the five values that the page draws.

Only Python changes the values, and sends them to the page. The page sends the reader's actions as messages
`{"do": ...}`. So values arrive in order, and an older board cannot overwrite a solver's answer.
"""

from collections.abc import Callable
from typing import Any

from puzzlekit.board import answers
from puzzlekit.board.actions import Actions
from puzzlekit.board.answers import Answer
from puzzlekit.board.widget_state import size, size_and_seed, widget_state
from puzzlekit.core.errors import PuzzleError

BUTTONS = (
    "undo", "redo", "clear", "reset", "note", "solve", "check", "next_step", "back", "forward", "stop", "trial", "keep"
)  # fmt: skip


class RemoteBoard(Actions):
    """A board that a page shows. `_place` identifies the board's place in the notebook or on the page. `_edit`
    identifies the page's last edit, which the page already shows; the next values repeat this identifier."""

    _edit = _place = ""

    def _heard(self, content: Any) -> None:
        """Execute a message from the page. A page could send anything, so a message of an unknown form is ignored. A
        PuzzleError is shown on the board."""
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
        at = table.sheet.named.get(words.get("at", ""))
        return {name: getattr(self, name) for name in BUTTONS} | {
            "ping": publish,  # the page tests whether Python is running; the sent values repeat `edit`
            "set": lambda: publish(lambda: table.enter(content.get("changes"), content.get("notes"))),
            "mode": lambda: setattr(self, "mode", words.get("mode")),
            "checks": lambda: setattr(self, "checks", content.get("on")),
            "new": lambda: self.new(*size(words.get("text", ""))),
            "generate": lambda: self.generate(*size_and_seed(words.get("text", ""))),
            "compose": lambda: publish(lambda: table.compose(words.get("name", ""), content.get("words"))),
            "hint": lambda: self.hint(at),
            "why": lambda: self.why(at),
            "paste": lambda: self._paste(content.get("text"), ask=content.get("sure") is not True),
        }

    def _values(self) -> dict[str, Any]:
        """Return the values that the page draws, as JSON data: `sheet`, `state`, `notes`, `marks` and `ui`."""
        running = self._runner.running
        doing = self._doing if running else ""  # shown with the verdict on entries that are made meanwhile
        own = {
            "mode": self._mode,
            "message": f"{doing} {self._table.answer.message}".strip(),
            "running": running,
            "explains": self._queries.proves,  # whether the puzzle type can answer Why and Next step
            "generates": self._queries.generates,
            "place": self._place,
            "edit": self._edit,
        }
        return widget_state(self._table, own)
