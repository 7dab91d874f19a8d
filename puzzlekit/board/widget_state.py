"""The values of a board that a page draws, as plain data, and the text of a board where no widget runs."""

import hashlib
from typing import Any

from puzzlekit.board.adapter import no_steps
from puzzlekit.board.game_state import GameState
from puzzlekit.core.errors import PuzzleError, shown

PLAYED = "Interactive board: run this cell to play."


def widget_state(
    table: GameState, *, mode: str, doing: str, running: bool, edit: str, place: str, proves: bool
) -> dict[str, Any]:
    """Return the synced values of a board: its sheet, its state, its notes, its marks, and the data of its tool bar.

    Parameters
    ----------
    mode
        "edit" or "play".
    doing
        The running request in words; it is shown before the table's own answer.
    running
        Whether a request is running.
    edit
        The browser's name for the edit that it shows already.
    place
        The board's place in its notebook, see `kernel.place`, or on its page.
    proves
        Whether Why has an answer.
    """
    ui = {
        "mode": mode,
        "message": f"{doing} {table.answer.message}".strip(),
        "tone": table.answer.tone,
        "running": running,
        "undo": table.history.can_undo,
        "redo": table.history.can_redo,
        "trial": table.trial is not None,
        "tried": [str(element) for element in table.tried],
        "explains": proves,
        "steps": table.game.deduce is not no_steps,
        "checks": table.checks,
        "new": table.game.empty is not None,
        "key": _key(table.first),
        "place": place,
        "puzzle": str(table.puzzle),
        "link": _link(table),
        "position": table.position,
        "touched": table.touched,
        "filled": [str(element) for element in table.history.present.filled],
        "question": table.answer.question,
        "edit": edit,
        "walk": table.walk.data if table.walk else None,
    }
    state = {str(element): word for element, word in table.state.items()}
    noted = {str(element): list(words) for element, words in table.notes.items()}
    return {"sheet": table.sheet.data, "state": state, "notes": noted, "marks": _marks(table), "ui": ui}


def _key(puzzle: Any) -> str:
    """Return a digest of the first puzzle, under which a browser stores the reader's position."""
    return hashlib.sha256(f"{type(puzzle).__module__}\n{puzzle}".encode()).hexdigest()[:20]


def _link(table: GameState) -> str:
    """Return the puzzle's address on another site, or "" if it has none."""
    try:
        return table.game.link(table.puzzle) if table.game.link else ""
    except PuzzleError:
        return ""


def _marks(table: GameState) -> dict[str, dict[str, Any]]:
    """Return the marks of each element, by its name: words such as "wrong", LP values of its states, and a known state
    to be shown pale."""
    found: dict[str, dict[str, Any]] = {str(element): {"pale": word} for element, word in table.answer.pale.items()}
    for marks in (table.judged, table.answer.marks):
        for element, mark in marks.items():
            words = found.setdefault(str(element), {}).setdefault("words", [])
            words += [word for word in mark.split() if word not in words]
    for (element, state), value in table.fractions.items():
        found.setdefault(str(element), {}).setdefault("shares", {})[str(state)] = value
    return found


def text_fallback(picture: str) -> str:
    """Return the text that replaces a board where neither a widget nor a picture is shown, as in an untrusted notebook:
    the puzzle's picture in a frame, with the columns of a grid spaced out."""
    lines = picture.split("\n")
    wide = max(map(len, lines))
    if len(lines) > 1 and all(len(line) == wide for line in lines) and " " not in picture:
        lines, wide = [" ".join(line) for line in lines], 2 * wide - 1
    rule = "─" * (wide + 2)
    return "\n".join([f"┌{rule}┐", *(f"│ {line.ljust(wide)} │" for line in lines), f"└{rule}┘", PLAYED])


def size(text: str) -> tuple[int, int]:
    """Return the two numbers of "9x9" or "9 x 9". Raises PuzzleError for any other text."""
    parts = [part.strip() for part in text.lower().split("x")]
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 5 for part in parts):
        raise PuzzleError(f"found {shown(text)}, expected rows x columns, such as 9 x 9")
    return int(parts[0]), int(parts[1])
