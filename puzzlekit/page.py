"""Boards in a web page without a kernel: the page's worker runs this module in Pyodide, and `board.js` draws.

What the worker does, in Python's words:

    board = open_board("sudoku", text, place="03/board-1")      # or with position=..., see below
    send(board.state())                                         # all five values that `board.js` draws
    for message in messages_of_board_js:                        # {"do": "set", "changes": {...}, "edit": ...} and so on
        for news in board.receive(message): send(news)          # {name: value} of what has changed
        while board.pending:                                    # Hint, Check, Solve, Next step, Note: "Looking ..." is
            await the_next_turn                                 # to be drawn first
            for news in board.turn(): send(news)

`news` and `state()` are what anywidget would sync, as JSON can hold them: `sheet`, `state`, `notes`, `marks`, `ui`.
A message `{"do": "stop"}` before the turn has it say "Stopped". What runs already is stopped by ending the worker: the
new one opens the board from the last `ui` that the page has, `open_board(type, text, place=..., position=ui.position,
mode=ui.mode, checks=ui.checks)`; the way back (Undo) is lost then. A worker that is new sends `state()` first.

Before Python is there, the page draws what `stored` gave the exporter, and keeps messages for `receive`.

CaDiCaL answers Check, Hint and Solve (`engines.cadical`), `deduce` the next step, and Why is not there (`ui.explains`
is false; `ui.steps` says whether Next step is). No module that is reached from here imports SCIP, arrays, pictures or
widgets, but the faces of `board` and of the puzzle types do: a page carries the files that `tools/page_modules.py`
names, without those.
"""

import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple
from urllib.parse import unquote

from puzzlekit import PUZZLES, links
from puzzlekit.board import position_text
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.queries import Queries
from puzzlekit.board.remote import RemoteBoard
from puzzlekit.board.running import LaterTurn
from puzzlekit.clock import reached
from puzzlekit.engines import cadical
from puzzlekit.errors import NoSolution, ParseError, PuzzleError, declared, joined, shown, validate_choice

OWN = re.compile(r"\s*https?://[^#\s]*#(\S+)\s*", re.IGNORECASE)  # an address of a site with such pages

READ = "a link of puzz.link, SudokuPad, f-puzzles or Penpa-edit, an id of Tatham's collection or a puzzle's picture"


class PageBoard(RemoteBoard):
    """A board whose page is told of changes in answers to its messages; `open_board` makes it."""

    def __init__(self, game: PuzzleAdapter, puzzle: Any, queries: Queries, place: str):
        self._later = LaterTurn()
        self._set_up(game, puzzle, queries, lambda lock: self._later)
        self._place, self._sent = place, self._values()

    def _publish(self, change: Callable[[], None] | None = None) -> None:
        if change:
            change()

    def _paste(self, text: Any, *, ask: bool) -> None:
        """Put a text on the board; an address of this site, too."""
        named, inside = _opened(text) if isinstance(text, str) else ("", text)
        if named not in ("", own := type_of(self._table.puzzle)):
            raise PuzzleError(f"found a puzzle of {named}, expected one of {own}")
        super()._paste(inside, ask=ask)

    def state(self) -> dict[str, Any]:
        """All values that the page draws."""
        self._sent = self._values()
        return self._sent

    def receive(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Do what a message of the page says; gives the values that have changed, in one dict, or none."""
        self._heard(message)
        return self._news()

    @property
    def pending(self) -> bool:
        """Whether a question waits for a `turn`."""
        return self._runner.running

    def turn(self) -> list[dict[str, Any]]:
        """Answer the question that waits, if one does; gives what has changed."""
        self._later.run()
        return self._news()

    def _news(self) -> list[dict[str, Any]]:
        before, self._sent = self._sent, self._values()
        changed = {name: value for name, value in self._sent.items() if value != before[name]}
        return [changed] if changed else []


@declared
def open_board(
    puzzle_type: str,
    text: str,
    *,
    place: str = "",
    position: str | None = None,
    mode: str = "play",
    checks: bool = True,
) -> PageBoard:
    """The board of a puzzle.

    Parameters
    ----------
    puzzle_type
        One of `PUZZLES`.
    text
        The puzzle, in any form that the type's `parse` takes; Reset goes back to it.
    place
        A name of the board's place on the page, by which the browser knows whose entries it has kept.
    position
        What else is on the board: a text that Paste takes.
    mode, checks
        Whether it is edited or played, and whether entries are judged at once.

    Raises
    ------
    PuzzleError
        If there is no such type, or a text has no meaning.
    """
    game = _part(puzzle_type, "play").ADAPTER
    board = PageBoard(game, game.parse(text), _queries(puzzle_type, game), place)
    if position is not None:
        board.paste(position)
    board.mode, board.checks = mode, checks
    return board


def _part(puzzle_type: str, name: str) -> Any:
    validate_choice(puzzle_type, PUZZLES, "puzzle type")
    return import_module(f"puzzlekit.{puzzle_type}.{name}")


def _queries(puzzle_type: str, game: PuzzleAdapter) -> Queries:
    """What CaDiCaL answers of the type's statement."""
    ask = cadical.engine(_part(puzzle_type, "statement").problem, _part(puzzle_type, "puzzle").Puzzle)

    def solutions(puzzle: Any, limit: int = 2, *, time_limit: float | None = None) -> list[Any]:
        answer = ask(puzzle, limit, time_limit=time_limit)
        if answer.status == "unknown":
            raise reached(time_limit, "no answer proved")
        return list(answer.solutions)

    def solve(puzzle: Any) -> Any:
        if found := solutions(puzzle, 1):
            return found[0]
        raise NoSolution("proved infeasible: the puzzle has no solution")

    return Queries(game, solve, solutions)


class Linked(NamedTuple):
    """What a text holds, as `open_board` takes it: `position` is the puzzle with the entries that came with it, and
    `others` are types that read the text, too; `from_link("TYPE:" + text)` is theirs."""

    puzzle_type: str
    text: str
    position: str
    others: tuple[str, ...] = ()


@declared
def from_link(text: str) -> Linked:
    """The puzzle that an address, a file of another site, an id of Tatham's collection, a picture or a position holds.

    A type's name before a colon says which type it is (`zebra:...`); else the first one that reads it. So an address of
    the site can hold any board: `index.html#TYPE:` and its position, percent-encoded. Such an address is read as well,
    as a whole or what stands behind its `#`, decoded.

    Raises
    ------
    ParseError
        If no type reads it.
    """
    named, text = _opened(text)
    if named:
        return _linked(named, text)
    asked = _asked(text)
    read, refusals = list[Linked](), dict[str, PuzzleError]()
    for puzzle_type in asked:
        try:
            read.append(_linked(puzzle_type, text))
        except PuzzleError as error:
            refusals[puzzle_type] = error
    if read:
        return read[0]._replace(others=tuple(other.puzzle_type for other in read[1:]))
    if len(asked) == 1:
        raise refusals[asked[0]]
    if links.find(text):  # a form that several types share
        raise ParseError("; ".join(f"{name}: {error}" for name, error in refusals.items()))
    raise ParseError(
        f"found {shown(text)}, expected {READ}; write its type before a picture or an id, as in 'hashi: ...'"
    )


def _opened(text: str) -> tuple[str, str]:
    """What an address of a site with such pages holds: the type that it names, if it does, and the text."""
    found = OWN.fullmatch(text)
    inside = unquote(found[1]) if found else text
    named, colon, rest = inside.partition(":")
    if colon and named in PUZZLES:
        return named, rest.strip()
    return "", inside if named in ("http", "https") else text


def _asked(text: str) -> list[str]:
    """The types that a text may be of, as far as an address or a file says what it holds."""
    here = [name for name in PUZZLES if find_spec(f"puzzlekit.{name}")]
    if not (found := links.find(text)):
        return here
    linked = [name for name in here if find_spec(f"puzzlekit.{name}.link")]
    if takers := [name for name in linked if _part(name, "link").LINKS.takes(found)]:
        return takers
    raise ParseError(f"found {found.name or 'a puzzle'!r} in the form of {found.site}, expected {joined(linked)}")


def _linked(puzzle_type: str, text: str) -> Linked:
    game = _part(puzzle_type, "play").ADAPTER
    puzzle, state, noted = position_text.read_board(game, None, text, entries=False)
    written = position_text.written(game.sheet(puzzle), puzzle, game.write(puzzle, None), state, noted or {})
    return Linked(puzzle_type, str(puzzle), written)


def stored(board: RemoteBoard) -> dict[str, Any]:
    """What a page carries of a board in a notebook, so that `board.js` draws it at once, as JSON can hold it.

    `type` and `text` are for `open_board`, and so are `ui.position`, `ui.mode`, `ui.checks` and `ui.place` of
    `values`, which are the five values to be drawn. `own` says whether Solve asks the reader's own function, which a
    page does not have.
    """
    puzzle = board._table.first
    own = {"type": type_of(puzzle), "text": str(puzzle), "own": board._own is not None}
    return {**own, "values": board._values()}


def type_of(puzzle: Any) -> str:
    """The puzzle type, by its package's name."""
    return type(puzzle).__module__.split(".")[-2]
