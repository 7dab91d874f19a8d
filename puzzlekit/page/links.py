"""Addresses of the course's pages, `index.html#...`. The part after the `#` holds a board of any puzzle type.

This part is the puzzle's link on another site, or `TYPE:` followed by a text or by the board's compressed position.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from puzzlekit import PUZZLES, formats
from puzzlekit.board import position_text
from puzzlekit.board.game_state import GameState
from puzzlekit.core.errors import ParseError, PuzzleError, joined, shown, validate_args, validate_choice
from puzzlekit.formats.compression import deflate

READ = "a link of puzz.link, SudokuPad, f-puzzles or Penpa-edit, an id of Tatham's collection or a puzzle's picture"


class Linked(NamedTuple):
    """A puzzle that was read from a text. The fields `puzzle_type`, `text` and `position` are arguments of
    `open_board`; `position` includes the entries in the text. `others` are other puzzle types that can read the text,
    too: `from_link("TYPE:" + text)` reads it as a puzzle of such a type."""

    puzzle_type: str
    text: str
    position: str
    others: tuple[str, ...] = ()


@validate_args
def from_link(text: str) -> Linked:
    """Return the puzzle in an address, a file of another site, an id of Tatham's collection, a picture or a position.

    A name before a colon gives the type (`zebra:...`); otherwise the type is the first one that can read the text. An
    address of the course's pages can contain any board: `index.html#TYPE:` and the position, percent-encoded. `text`
    may be such an address, or only the decoded part after its `#`.

    Raises
    ------
    ParseError
        If no type reads the text.
    """
    named, text = formats.opened(text, PUZZLES)
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
    if (found := formats.find(text)) and found.site != formats.TATHAM:  # several types share this form
        raise ParseError("; ".join(f"{name}: {error}" for name, error in refusals.items()))
    raise ParseError(
        f"found {shown(text)}, expected {READ}; write the puzzle type before a picture or an id, as in 'hashi: ...'"
    )


def _asked(text: str) -> list[str]:
    """Return the puzzle types to which a text may belong: the types that an address or a file names, or else the types
    whose pattern `CLAIMED` matches, or else all types."""
    here = [name for name in PUZZLES if find_spec(f"puzzlekit.{name}")]
    if not (found := formats.find(text)):
        return [name for name in here if _claims(name, text)] or here
    linked = [name for name in here if find_spec(f"puzzlekit.{name}.link")]
    if takers := [name for name in linked if part(name, "link").LINKS.takes(found)]:
        return takers
    raise found.refused(joined(linked))


def _claims(puzzle_type: str, text: str) -> bool:
    """Return whether the puzzle type's pattern `CLAIMED` matches the text, even if other types can read the
    text, too."""
    pattern = getattr(part(puzzle_type, "text"), "CLAIMED", None)
    return bool(pattern and pattern.fullmatch(text.strip()))


def _linked(puzzle_type: str, text: str) -> Linked:
    game = part(puzzle_type, "play").ADAPTER
    puzzle, state, noted = position_text.read_board(game, None, text, entries=False)
    sheet, own, written = game.sheet(puzzle), game.write(puzzle, None), str(puzzle)
    changed = {e: state.get(e, "") for e in {**own, **state} if state.get(e, "") != own.get(e, "")}
    return Linked(puzzle_type, written, position_text.written(sheet, written, changed, noted or {}))


def fragment(table: GameState, link: str) -> str:
    """Return the part after the `#` in the address of a board. `link` is the puzzle's link on another site, or "" if
    there is no link. The part is this link if there is one and the board has neither entries nor notes. Otherwise it is
    the board's type and compressed position."""
    is_bare = not (table.entries() or table.notes or table.problem)
    return link if link and is_bare else f"{type_of(table.puzzle)}:{formats.PACKED}{deflate(table.position)}"


def part(puzzle_type: str, name: str) -> Any:
    """Import and return the module `name` of a puzzle type. Raises PuzzleError if there is no such type."""
    validate_choice(puzzle_type, PUZZLES, "puzzle type")
    return import_module(f"puzzlekit.{puzzle_type}.{name}")


def type_of(puzzle: Any) -> str:
    """Return the name of the puzzle's type, which is the name of its package."""
    return type(puzzle).__module__.split(".")[-2]
