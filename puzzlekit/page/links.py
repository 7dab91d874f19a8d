"""Addresses of a site with pages, `index.html#...`: the part after the `#` holds a board of any type.

This part is the puzzle's link on another site, or `TYPE:` and a text; for a board with entries, its packed position.
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
    """The puzzle in a text, as `open_board` takes it: `position` is the puzzle with the entries that came with it, and
    `others` are further types that can read the text, by `from_link("TYPE:" + text)`."""

    puzzle_type: str
    text: str
    position: str
    others: tuple[str, ...] = ()


@validate_args
def from_link(text: str) -> Linked:
    """Read the puzzle in an address, a file of another site, an id of Tatham's collection, a picture or a position.

    A name before a colon gives the type (`zebra:...`); otherwise it is the first type that reads the text. So an
    address of the site can hold any board: `index.html#TYPE:` and the position, percent-encoded. Such an address is
    read as a whole, or from the decoded part after its `#`.

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
        f"found {shown(text)}, expected {READ}; write its type before a picture or an id, as in 'hashi: ...'"
    )


def _asked(text: str) -> list[str]:
    """Return the types that a text may have. An address, a file or one type's `CLAIMED` can exclude the others."""
    here = [name for name in PUZZLES if find_spec(f"puzzlekit.{name}")]
    if not (found := formats.find(text)):
        return [name for name in here if _claims(name, text)] or here
    linked = [name for name in here if find_spec(f"puzzlekit.{name}.link")]
    if takers := [name for name in linked if part(name, "link").LINKS.takes(found)]:
        return takers
    raise found.refused(joined(linked))


def _claims(puzzle_type: str, text: str) -> bool:
    """Return whether the type claims the text, even if other types can read it too."""
    pattern = getattr(part(puzzle_type, "text"), "CLAIMED", None)
    return bool(pattern and pattern.fullmatch(text.strip()))


def _linked(puzzle_type: str, text: str) -> Linked:
    game = part(puzzle_type, "play").ADAPTER
    puzzle, state, noted = position_text.read_board(game, None, text, entries=False)
    written = position_text.written(game.sheet(puzzle), puzzle, game.write(puzzle, None), state, noted or {})
    return Linked(puzzle_type, str(puzzle), written)


def fragment(table: GameState, link: str) -> str:
    """Return the part after the `#` in the address of a board; `link` is the puzzle's link on another site, or ""."""
    is_bare = not (table.entries() or table.notes or table.problem)
    return link if link and is_bare else f"{type_of(table.puzzle)}:{formats.PACKED}{deflate(table.position)}"


def part(puzzle_type: str, name: str) -> Any:
    """Import a module of a puzzle type. Raises PuzzleError if there is no such type."""
    validate_choice(puzzle_type, PUZZLES, "puzzle type")
    return import_module(f"puzzlekit.{puzzle_type}.{name}")


def type_of(puzzle: Any) -> str:
    """Return the puzzle type of a puzzle: its package's name."""
    return type(puzzle).__module__.split(".")[-2]
