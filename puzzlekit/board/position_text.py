"""A position as text: the text of the puzzle, the line `position:`, and a line for each entry and for each note.

    1...
    ..2.
    position:
    cell (1,2) = 3
    cell (1,3) ? 1, 4

After `=` follows an element's state, which is empty if a clue was removed. After `?` follow its notes. If an element
has two lines with the same sign, the later line counts, so a page without a kernel can append newer entries.
"""

import re
from collections.abc import Mapping
from typing import Any

from puzzlekit.board import notes
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.layout import OVER, BoardLayout, State
from puzzlekit.board.notes import Notes
from puzzlekit.core import texts
from puzzlekit.core.errors import ParseError, PuzzleError, shown

HEAD = "position:"
LINE = re.compile(r"(.+?) (=|\?)(?: (.*))?")


def written(sheet: BoardLayout, text: str, changed: State, noted: Notes) -> str:
    """Return the text of a position. `text` is the puzzle, and `changed` has the states that differ from the puzzle's
    clues. Entries written over clues, which only occur in solutions of models, are omitted."""
    lines = []
    for element in sorted({*changed, *noted}, key=sheet.order.__getitem__):
        name = sheet.names[element]
        if element in changed and sheet.allows(element, changed[element]):
            lines.append(f"{name} = {changed[element]}")
        if element in noted:
            lines.append(f"{name} ? {', '.join(noted[element])}")
    return "\n".join([text, HEAD, *(line.rstrip() for line in lines)])


def split(text: str) -> tuple[str, dict[int, str]] | None:
    """Return (text of the puzzle, {line number: line below `position:`}). Return None if the text has no line
    `position:`.

    Raises
    ------
    ParseError
        If the text cannot be split into lines, see `texts.text_lines`.
    """
    lines = {number: line.rstrip() for number, line in texts.text_lines(text).items()}
    cut = next((number for number, line in lines.items() if line == HEAD), None)
    if cut is None:
        return None
    picture = "\n".join(line for number, line in lines.items() if number < cut)
    return picture, {number: line for number, line in lines.items() if number > cut and line}


def read(sheet: BoardLayout, clues: State, lines: Mapping[int, str]) -> tuple[State, Notes]:
    """Return (states, notes) of a board: the clues, changed by the lines of a position. `lines` is {line number: line},
    the second result of `split`.

    Raises
    ------
    ParseError
        If a line names no element of the board, or a state or note that the element cannot have.
    """
    named, state, noted = sheet.named, dict(clues), dict[Any, Any]()
    for number, line in lines.items():
        found = LINE.fullmatch(line)
        name, sign, rest = found.groups(default="") if found else (line, "=", "")
        if not found or name not in named:
            raise ParseError(f"found {shown(line)}, expected an element of the board with ' = ' or ' ? '", line=number)
        try:
            if sign == "?":
                noted |= notes.checked(sheet, {named[name]: rest.split(", ") if rest else []})
            elif sheet.allows(named[name], rest):
                state[named[name]] = rest
            else:
                raise PuzzleError(f"found {shown(rest)}, expected a state of {name}")
        except PuzzleError as error:
            raise ParseError(str(error), line=number) from None
    return {element: word for element, word in state.items() if word}, notes.in_order(sheet, noted)


def read_board(game: PuzzleAdapter, puzzle: Any, text: str, *, entries: bool) -> tuple[Any, State, Notes | None]:
    """Return (puzzle, states, notes) for a text. The text is a position, a solution of `puzzle` (perhaps partial), or a
    new puzzle, perhaps with entries. Raises PuzzleError if the text cannot be read.

    A text is read as a solution only if `entries` is true. For a solution, the returned notes are None. A text with
    clues is read as a new puzzle if `puzzle` has no clues.
    """
    if parts := split(text):
        picture, lines = parts
        found = game.parse(picture)
        return found, *read(game.sheet(found), game.write(found, None), lines)
    state = _entries(game, puzzle, text) if entries else None
    if state is not None and not _are_clues(game, puzzle, text):
        return puzzle, state, None
    found = game.parse(text)
    return found, _entries(game, found, text) or game.write(found, None), {}


def _are_clues(game: PuzzleAdapter, puzzle: Any, text: str) -> bool:
    """Return whether the puzzle has no clues, but the text can be read as a puzzle with clues."""
    try:
        return not game.write(puzzle, None) and game.parse(text) != puzzle
    except PuzzleError:
        return False


def _entries(game: PuzzleAdapter, puzzle: Any, text: str) -> State | None:
    try:
        solution = game.parse_solution(puzzle, text)
        state = game.write(puzzle, solution)
    except PuzzleError:
        return None
    same_clues = game.read_solution(puzzle, state) == solution
    return state if same_clues and not any(OVER in word for word in state.values()) else None
