"""The values of a board that a page draws, as plain data, and the text that replaces a board where no widget runs."""

from collections.abc import Mapping
from typing import Any

from puzzlekit.board.game_state import GameState
from puzzlekit.core.errors import PuzzleError, shown

PLAYED = "Interactive board: run this cell to play."


def widget_state(table: GameState, own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a board that the browser draws, as a dict of JSON data: `sheet` (the layout), `state`,
    `notes`, `marks`, and `ui` (the data of the tool bar). The values in `own` are further data of the tool bar, which
    do not follow from the board's state."""
    ui = {
        **own,
        "tone": table.answer.tone,
        "undo": table.history.can_undo,
        "redo": table.history.can_redo,
        "trial": table.trial is not None,
        "tried": [table.sheet.names[element] for element in table.tried],
        "checks": table.checks,
        "new": table.game.empty is not None,
        "key": table.key,
        "puzzle": table.text,
        "link": table.link,
        "position": table.position,
        "touched": table.touched,
        "filled": [table.sheet.names[element] for element in table.history.present.filled],
        "question": table.answer.question,
        "walk": table.walk.data if table.walk else None,
    }
    names = table.sheet.names
    state = {names[element]: word for element, word in table.state.items()}
    noted = {names[element]: list(words) for element, words in table.notes.items()}
    return {"sheet": table.sheet.data, "state": state, "notes": noted, "marks": _marks(table), "ui": ui}


def _marks(table: GameState) -> dict[str, dict[str, Any]]:
    """Return {name of an element: its marks}. The marks are a dict with `words` (a list of marks such as "wrong"),
    `shares` (the LP values of the element's states), and `pale` (a known state, shown in pale print).

    If an answer marks what is wrong, the places that violate a rule are not marked as wrong, too.
    """
    found: dict[str, dict[str, Any]] = {str(element): {"pale": word} for element, word in table.answer.pale.items()}
    names_wrong = any("wrong" in mark.split() for mark in table.answer.marks.values())
    judged = {e: mark.replace("wrong", "") if names_wrong else mark for e, mark in table.judged.items()}
    for marks in (judged, table.answer.marks):
        for element, mark in marks.items():
            words = found.setdefault(str(element), {}).setdefault("words", [])
            words += [word for word in mark.split() if word not in words]
    for (element, state), value in table.fractions.items():
        if table.sheet.can_be(element, str(state)):
            found.setdefault(str(element), {}).setdefault("shares", {})[str(state)] = value
    return found


def text_fallback(picture: str) -> str:
    """Return the text that replaces a board where neither a widget nor a picture is shown, as in an untrusted notebook:
    the text picture of a puzzle in a frame. If the picture is a grid of symbols, spaces separate the columns."""
    lines = picture.split("\n")
    wide = max(map(len, lines))
    if len(lines) > 1 and all(len(line) == wide for line in lines) and " " not in picture:
        lines, wide = [" ".join(line) for line in lines], 2 * wide - 1
    rule = "─" * (wide + 2)
    return "\n".join([f"┌{rule}┐", *(f"│ {line.ljust(wide)} │" for line in lines), f"└{rule}┘", PLAYED])


def size(text: str) -> tuple[int, int]:
    """Return the two numbers in a text such as "9x9" or "9 x 9". Raises PuzzleError if the text has another form."""
    parts = [part.strip() for part in text.lower().split("x")]
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 5 for part in parts):
        raise PuzzleError(f"found {shown(text)}, expected rows x columns, such as 9 x 9")
    return int(parts[0]), int(parts[1])


def size_and_seed(text: str) -> tuple[int, int, int]:
    """Return the three numbers in a text such as "9 x 9, 17". Raises PuzzleError if the text has another form."""
    sides, _, seed = (part.strip() for part in text.partition(","))
    if not (seed.isascii() and seed.isdigit() and len(seed) < 20):
        raise PuzzleError(f"found {shown(text)}, expected a size and a seed, such as 9 x 9, 17")
    return *size(sides), int(seed)
