"""Ids of Simon Tatham's puzzle collection in their common form: a head, a colon and a body, as in `3x3:a7c2`.

In a body, a lower-case letter is a run of places without a clue (a = 1, ..., z = 26), and a number is a clue.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from puzzlekit.core.errors import ParseError

SAVED = "SAVEFILE"
MADE = r"(?:a|r4|m[248]|md[24])?(?:d[a-z])?$"  # settings for generating the next puzzle: symmetry, difficulty

PAGE = r"~sgtatham/puzzles/(?:js/)?(\w+)\.html#(\S+)"  # the path after the host
ID = re.compile(r"[^:#\s]*\d[^:#\s]*:\S*|\d+[a-z][^:#\s]*#\S*", re.ASCII)  # no line of a picture has this form


def game(lines: Iterable[str]) -> tuple[str, str] | None:
    """Return (name of the game, id) for a saved game in these lines; the id has no player's entries. Return None if the
    lines are not a saved game. Raises ParseError if the saved game is incomplete.

    Each line holds a key, the length of its value, and the value.
    """
    held = {line[:8].rstrip(): line.split(":", 2)[-1] for line in lines}
    if next(iter(held), "") != SAVED:
        return None
    if "CPARAMS" not in held or "DESC" not in held:
        raise ParseError("found a saved game without CPARAMS or DESC; copy all of its lines")
    return held.get("GAME", "nothing"), f"{re.sub(MADE, '', held['CPARAMS'])}:{held['DESC']}"


def split(text: str, line: int, example: str) -> tuple[str, str]:
    """Return the head and the body of an id. An error message names the text's `line` and a valid `example`.

    Raises
    ------
    ParseError
        If the text is a random seed, `head#seed`. Only the collection itself can make a puzzle from a seed.
    """
    head, mark, body = re.split("([:#])", text, maxsplit=1)
    if mark == "#":
        raise ParseError(f"found a random seed ('#'), expected the id of a puzzle, such as {example!r}", line=line)
    return head, body


def clues(
    body: str, places: int, line: int, column: int, *, noun: str, expected: str, long: bool = False
) -> Iterator[tuple[int, str, int]]:
    """Yield `(place, digits, column)` for each clue in the body of an id. Places are numbered from 0, row by row. The
    digits are a text, and `column` is their column in the text.

    Parameters
    ----------
    places
        The number of places on the board.
    column
        The column in the text at which the body begins, counted from 1.
    noun, expected
        For messages: the plural noun for places, and the symbols that the body may contain.
    long
        Whether a number may have more than one digit; then `_` separates two numbers.

    Raises
    ------
    ParseError
        If the body has more or fewer places than the board, or another symbol. The puzzle type itself checks the
        numbers.
    """
    number, gap = (r"\d+", r"(?<=\d)_(?=\d)") if long else (r"\d", "(?!)")
    place = 0
    for token in re.finditer(rf"(?P<run>[a-z])|(?P<number>{number})|(?P<gap>{gap})|(?P<other>.)", body):
        at, found = column + token.start(), token[0]
        if token["other"]:
            raise ParseError(f"found {found!r}, expected {expected}", line=line, column=at)
        place += ord(found) - ord("a") + 1 if token["run"] else bool(token["number"])
        if place > places:
            raise ParseError(f"found more than {places} {noun}, expected {places}", line=line, column=at)
        if token["number"]:
            yield place - 1, found, at
    if place < places:
        raise ParseError(f"found {place} {noun}, expected {places}", line=line)


def body(numbers: Mapping[int, int], places: int, *, long: bool = False) -> str:
    """Return the body of an id with these clues, {place: number}, on a board of `places` places. See `clues`."""
    text, place = "", 0
    for there in [*sorted(numbers), places]:
        run, place = there - place, there + 1
        text += "z" * (run // 26) + (chr(ord("a") + run % 26 - 1) if run % 26 else "")
        if there < places:
            text += "_" * (long and text[-1:].isdigit()) + str(numbers[there])
    return text
