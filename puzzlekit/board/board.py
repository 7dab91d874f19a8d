"""A puzzle's board as a widget in a notebook. Python stores and judges the board's positions; JavaScript draws them."""

from collections.abc import Callable
from functools import partial
from typing import Any

import anywidget
import traitlets

from puzzlekit import drawing
from puzzlekit.board import answers, js_bundle, kernel
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import Answer
from puzzlekit.board.queries import Queries
from puzzlekit.board.remote import RemoteBoard
from puzzlekit.board.widget_state import text_fallback
from puzzlekit.board.worker import Worker
from puzzlekit.core.errors import PuzzleError, called, validate_args

MOST = 3000  # the most elements of a board with a picture: 30,000 would take 20 seconds and 20 megabytes
STUCK = "Cannot stop: native code is running. Interrupt the kernel, or else restart it."


class Board(RemoteBoard, anywidget.AnyWidget):
    """An interactive board, on which a puzzle can be edited, played and solved. The function `board(puzzle, *,
    solve=None)` of each puzzle type returns a Board.

    Parameters
    ----------
    game
        The puzzle type's functions.
    puzzle
        The first puzzle on the board.
    queries
        The object that answers Hint, Check, Why and Next step.
    draw
        The function that draws the puzzle's picture, which replaces the board where no widget runs.
    solve
        The reader's own function `puzzle -> Solution` for the Solve button. If None, the package solves the puzzle.

    Attributes
    ----------
    puzzle, solution
        The puzzle and the entries on the board, as Python data. A solution can be partial. Both can be set: a new value
        changes the board, and None as the solution clears the entries. `board.observe(function, "solution")` calls the
        function at each change.
    candidates
        The notes (pencil marks) as `{element: frozenset of states}`, the form in which `deduce` takes candidates. All
        states are possible for a missing element. Candidates can be observed and set, too. They are not part of the
        solution.
    error
        The exception that ended the last Solve, Hint or Check, or None. `raise board.error` shows its traceback.
    printed
        The text that the reader's function printed in its last run.

    Examples
    --------
    >>> board = puzzle_type.board(puzzle)  # doctest: +SKIP
    >>> board.hint(), board.check(), board.solution  # doctest: +SKIP
    """

    _esm = js_bundle.joined("board.js")
    _css = js_bundle.HERE / "board.css"
    sheet = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    notes = traitlets.Dict().tag(sync=True)
    marks = traitlets.Dict().tag(sync=True)
    ui = traitlets.Dict().tag(sync=True)
    puzzle = traitlets.Instance(object)
    solution = traitlets.Any()
    candidates = traitlets.Dict()

    @validate_args
    def __init__(
        self,
        game: PuzzleAdapter,
        puzzle: Any,
        queries: Queries,
        draw: Callable[..., Any],
        *,
        solve: Callable[[Any], Any] | None = None,
    ):
        self._set_up(game, puzzle, queries, partial(Worker, stuck=self._stuck), solve)
        self._draw, self._place = draw, kernel.place()
        super().__init__(**self._values())
        self.on_msg(lambda _, content, buffers: self._heard(content))
        self._publish()

    def _stuck(self) -> None:
        with self._lock:
            if self._runner.running:
                self._say(Answer(STUCK, answers.BAD))

    # Changes from Python

    @traitlets.validate("puzzle", "solution")
    def _fits(self, proposal: Any) -> Any:
        """Check a new value of `puzzle` or `solution` before it is set, and return the value to set: a solution gets
        the puzzle's clues. Raises PuzzleError if the value has the wrong type."""
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
        new = getattr(self, name)  # another observer can have changed the value in the meantime
        if new == getattr(table, name):
            return  # the change comes from the board itself
        if name == "puzzle":
            table.begin(new)
            self._publish(lambda: table.change(table.game.write(new, None), puzzle=new))
        else:
            self._publish(lambda: table.change(table.game.write(table.puzzle, new), own=False))

    # To the browser

    def _publish(self, change: Callable[[], None] | None = None) -> None:
        """Call the function `change` unless it is None. Then send all new values to the browser in one message, and
        notify the board's observers."""
        with self._lock:
            if change:
                change()
            with self.hold_sync():
                for name, value in self._values().items():
                    setattr(self, name, value)
            with self.hold_trait_notifications():  # when observers are called, all traits are up to date
                self.puzzle, self.solution = self._table.puzzle, self._table.solution
                self.candidates = self._table.candidates

    # Where no widget runs

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        """Return the widget's MIME data, with a text and a picture for an exported page or an untrusted notebook. A
        board of more than MOST elements has no picture."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        data, table = {**data, "text/plain": text_fallback(repr(self))}, self._table
        if len(table.sheet.elements) <= MOST:
            data["image/svg+xml"] = drawing.svg(self._draw(table.puzzle, table.solution, marks=table.marks))
        return data, metadata

    def __repr__(self) -> str:
        return self._table.picture
