"""The ids of Simon Tatham's puzzle collection, as far as puzzles share them: `3x3:a7c2`, a head, a colon, a body.

In a body, a lower-case letter is a run of places without a clue (a = 1, ..., z = 26), and a number is a clue.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from puzzlekit.core.errors import ParseError

SAVED = "SAVEFILE"
MADE = r"(?:a|r4|m[248]|md[24])?(?:d[a-z])?$"  # symmetry and difficulty, which a saved game asks of the next one

PAGE = r"~sgtatham/puzzles/(?:js/)?(\w+)\.html#(\S+)"  # behind the host
ID = re.compile(r"[^:#\s]*\d[^:#\s]*:\S*|\d+[a-z][^:#\s]*#\S*", re.ASCII)  # no picture's line is like these


def game(lines: Iterable[str]) -> tuple[str, str] | None:
    """What the collection calls the game that it saved in these lines, and its id, without what was filled in; None if
    they are none. Raises ParseError where it is not whole."""
    if not (held := saved(lines)):
        return None
    if "CPARAMS" not in held or "DESC" not in held:
        raise ParseError("found a saved game without CPARAMS or DESC, expected all of its lines")
    return held.get("GAME", "nothing"), f"{re.sub(MADE, '', held['CPARAMS'])}:{held['DESC']}"


def saved(lines: Iterable[str]) -> dict[str, str]:
    """What these lines say, if they are a game that the collection saved: each is a key, the length of the rest, and
    the rest; nothing, if they are none."""
    held = {line[:8].rstrip(): line.split(":", 2)[-1] for line in lines}
    return held if next(iter(held), "") == SAVED else {}


def split(text: str, line: int, example: str) -> tuple[str, str]:
    """The head and the body of an id.

    Raises
    ------
    ParseError
        If it is a random seed, `head#seed`, from which only the collection itself makes a puzzle.
    """
    head, mark, body = re.split("([:#])", text, maxsplit=1)
    if mark == "#":
        raise ParseError(f"found a random seed ('#'), expected the id of a puzzle, such as {example!r}", line=line)
    return head, body


def clues(
    body: str, places: int, line: int, column: int, *, noun: str, expected: str, long: bool = False
) -> Iterator[tuple[int, str, int]]:
    """Yield `(place, digits, column)` for each clue of a body; places count from 0, row by row.

    Parameters
    ----------
    places
        How many there are.
    column
        Where the body begins in its line, from 1.
    noun, expected
        What a place is called, in the plural, and what may stand in the body.
    long
        Whether a number may have more than one digit; then `_` stands between two numbers.

    Raises
    ------
    ParseError
        If there are more places or fewer, or something else stands there. What number it is, the puzzle type judges.
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
    """The body of an id with these clues, by their places; see `clues`."""
    text, place = "", 0
    for there in [*sorted(numbers), places]:
        run, place = there - place, there + 1
        text += "z" * (run // 26) + (chr(ord("a") + run % 26 - 1) if run % 26 else "")
        if there < places:
            text += "_" * (long and text[-1:].isdigit()) + str(numbers[there])
    return text
