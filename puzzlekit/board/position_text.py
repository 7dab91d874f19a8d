"""A position as text: the text of the puzzle, the line `position:`, and the entries and notes, one a line.

    1...
    ..2.
    position:
    cell (1,2) = 3
    cell (1,3) ? 1, 4

`=` gives an element's state (empty if a clue was removed) and `?` its notes. The later of two lines on one element
counts, so a page without a kernel can append newer entries.
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


def written(sheet: BoardLayout, puzzle: Any, clues: State, state: State, noted: Notes) -> str:
    """Return the text of a position. Entries over clues, which only a model can write, are left out."""
    lines = []
    for element in sheet.elements:
        word = state.get(element, "")
        if word != clues.get(element, "") and sheet.allows(element, word):
            lines.append(f"{element} = {word}")
        if element in noted:
            lines.append(f"{element} ? {', '.join(noted[element])}")
    return "\n".join([str(puzzle), HEAD, *(line.rstrip() for line in lines)])


def split(text: str) -> tuple[str, dict[int, str]] | None:
    """Return the puzzle's text and the lines below it by their numbers, or None if the text is no position.

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
    """Return the states and the notes of a board with these clues and lines.

    Raises
    ------
    ParseError
        If a line has no known element, or a state or note that the element cannot hold.
    """
    named, state, noted = {str(element): element for element in sheet.elements}, dict(clues), dict[Any, Any]()
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
    """Return the puzzle, the states and the notes of a text. The text is a position; or, if `entries` allows, entries
    of this puzzle (notes None), unless the puzzle has no clues and the text reads as clues; or another puzzle, perhaps
    with entries, as in files of other sites. Raises PuzzleError if the text cannot be read."""
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
    """Return whether the puzzle has no clues and the text reads as a puzzle with some."""
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
