"""Boards in a web page without a kernel: the page's worker runs this module in Pyodide, and `board.js` draws.

The worker's loop, written in Python:

    board = open_board("sudoku", text, place="03/board-1")      # or with position=..., see below
    send(board.state())                                         # all five values that `board.js` draws
    for message in messages_of_board_js:                        # {"do": "set", "changes": {...}, "edit": ...} and so on
        for news in board.receive(message): send(news)          # {name: value} of what has changed
        while board.pending:                                    # Hint, Check, Solve, Next step, Note: wait until
            await the_next_turn                                 # the page has drawn "Looking ..."
            for news in board.turn(): send(news)

`news` and `state()` hold the values that anywidget would sync, as JSON data: `sheet`, `state`, `notes`, `marks`, `ui`.
A message `{"do": "stop"}` before the turn makes the board show "Stopped". To stop a turn that is already running, the
page ends the worker. A new worker then opens the board from the last `ui` that the page has: `open_board(type, text,
place=..., position=ui.position, mode=ui.mode, checks=ui.checks, memory=...)`. Here `memory` is the board's `memory`
from before the turn, so that Undo still works. A new worker sends `state()` first.

Until Python is loaded, the page draws the values that `stored` returned, and keeps the reader's messages for `receive`.

CaDiCaL answers Check, Hint and Solve (`engines.cadical`). The package `reasoning` answers Next step and Why, but only
for puzzle types with techniques (rules of reasoning); for other types, `ui.explains` is false. The modules that this
module imports, directly or indirectly, use no SCIP, arrays, pictures or widgets. Only the `__init__` modules of `board`
and of the puzzle types use them, so a page leaves these out. `tools/page_modules.py` lists the files that a page has.
"""

import base64
import pickle
from dataclasses import replace
from typing import Any

from puzzlekit import PUZZLES, formats
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import Answer
from puzzlekit.board.queries import Queries
from puzzlekit.board.remote import RemoteBoard
from puzzlekit.board.running import LaterTurn
from puzzlekit.core.clock import reached
from puzzlekit.core.errors import NoSolution, PuzzleError, TimeLimitReached, validate_args
from puzzlekit.engines import cadical
from puzzlekit.page import links
from puzzlekit.page.links import part, type_of

LONGER = "The installed course can search longer, with SCIP."


class PageBoard(RemoteBoard):
    """A board on a page without a kernel. It answers the page's messages with the values that have changed. The
    function `open_board` returns such a board."""

    def __init__(self, game: PuzzleAdapter, puzzle: Any, queries: Queries, place: str):
        self._later = LaterTurn()
        self._set_up(game, puzzle, queries, lambda lock: self._later)
        self._place, self._sent = place, self._values()

    def _values(self) -> dict[str, Any]:
        """Return {name: value} for all values that the page draws. `ui.link` is the part after the `#` in an address of
        the course's pages."""
        values = super()._values()
        values["ui"]["link"] = links.fragment(self._table, values["ui"]["link"])
        return values

    def _paste(self, text: Any, *, ask: bool) -> None:
        """Replace the board's content by the content of a text, which may also be an address of the course's pages."""
        named, inside = formats.opened(text, PUZZLES) if isinstance(text, str) else ("", text)
        if named not in ("", own := type_of(self._table.puzzle)):
            raise PuzzleError(f"found a puzzle of {named}, expected a puzzle of {own}")
        super()._paste(inside, ask=ask)

    def _told(self, *asked: Any) -> Answer:
        """Return the answer to a request. If a time limit was reached, the answer also says what the installed course
        can do."""
        answer = super()._told(*asked)
        limited = isinstance(self.error, TimeLimitReached)
        return replace(answer, message=f"{answer.message} {LONGER}") if limited else answer

    @property
    def memory(self) -> str:
        """Return a text with which `open_board` can continue this board in another process. The text holds the history
        of the board, and the position before a trial (a phase of tentative entries)."""
        return base64.b64encode(pickle.dumps((self._table.history, self._table.trial))).decode("ascii")

    def state(self) -> dict[str, Any]:
        """Return {name: value} for all values that the page draws."""
        self._sent = self._values()
        return self._sent

    def receive(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Execute a message from the page. Return [{name: value}] for the values that have changed, or [] if none
        has."""
        self._heard(message)
        return self._news()

    @property
    def pending(self) -> bool:
        """Return whether a request is waiting for a call of `turn`."""
        return self._runner.running

    def turn(self) -> list[dict[str, Any]]:
        """Answer the waiting request, if there is one. Return [{name: value}] for the values that have changed, or []
        if none has."""
        self._later.run()
        return self._news()

    def _news(self) -> list[dict[str, Any]]:
        before, self._sent = self._sent, self._values()
        changed = {name: value for name, value in self._sent.items() if value != before[name]}
        return [changed] if changed else []


@validate_args
def open_board(
    puzzle_type: str,
    text: str,
    *,
    place: str = "",
    position: str | None = None,
    mode: str = "play",
    checks: bool = True,
    memory: str = "",
) -> PageBoard:
    """Return the board of a puzzle for a page.

    Parameters
    ----------
    puzzle_type
        One of `PUZZLES`.
    text
        The puzzle, in any form that the type's `parse` accepts. Reset restores this puzzle.
    place
        An identifier of the board's place on the page. The browser stores it with the board's entries.
    position
        The position of the board, as a text that Paste accepts; None for the puzzle without entries.
    mode, checks
        "edit" or "play", and whether entries are judged at once.
    memory
        The `PageBoard.memory` of an earlier board. Pass only a text made by this page: it is unpickled.

    Raises
    ------
    PuzzleError
        If there is no such type, or a text cannot be read.
    """
    game = part(puzzle_type, "play").ADAPTER
    board = PageBoard(game, game.parse(text), _queries(puzzle_type, game), place)
    if memory:
        board._table.resume(*pickle.loads(base64.b64decode(memory)))
    if position not in (None, board.position):
        board.paste(position)
    board.mode, board.checks = mode, checks
    return board


def _queries(puzzle_type: str, game: PuzzleAdapter) -> Queries:
    """Return the object that answers the board's buttons. CaDiCaL solves the problem that `problem_for_cadical` in the
    type's module `statement` returns, or `problem` if there is no such function."""
    statement = part(puzzle_type, "statement")
    ask = cadical.engine(
        getattr(statement, "problem_for_cadical", statement.problem), part(puzzle_type, "puzzle").Puzzle
    )

    def solutions(puzzle: Any, limit: int = 2, *, time_limit: float | None = None) -> list[Any]:
        answer = ask(puzzle, limit, time_limit=time_limit)
        if answer.status == "unknown":
            raise reached(time_limit, "no answer proved")
        return list(answer.solutions)

    def solve(puzzle: Any, *, time_limit: float | None = None) -> Any:
        if found := solutions(puzzle, 1, time_limit=time_limit):
            return found[0]
        raise NoSolution("proved infeasible: the puzzle has no solution")

    return Queries(game, solve, solutions)


def stored(board: RemoteBoard) -> dict[str, Any]:
    """Return JSON data of a notebook's board, which a page stores so that `board.js` can draw the board at once.

    The data have `type` and `text`, which are arguments of `open_board`; `values`, the five values to draw; and `own`:
    whether Solve calls the reader's own function, which a page does not have.
    """
    puzzle = board._table.first
    own = {"type": type_of(puzzle), "text": str(puzzle), "own": board._own is not None}
    return {**own, "values": board._values()}
