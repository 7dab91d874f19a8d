"""What the browser is told of a table, as plain data; and what it says in words."""

from typing import Any

from puzzlekit.board.table import Table
from puzzlekit.errors import PuzzleError, shown


def synced(table: Table, *, mode: str, doing: str, running: bool, edit: str) -> dict[str, Any]:
    """The synced values of a board: its sheet, its state, its notes, its marks, and what its tool bar shows.

    Parameters
    ----------
    mode
        "edit" or "play".
    doing
        What is being done, in words; it stands before the table's own answer.
    running
        Whether something is being done.
    edit
        The browser's name for what it shows already.
    """
    ui = {
        "mode": mode,
        "message": f"{doing} {table.answer.message}".strip(),
        "tone": table.answer.tone,
        "running": running,
        "undo": table.history.can_undo,
        "redo": table.history.can_redo,
        "explains": bool(table.game.formulations),
        "checks": table.checks,
        "new": table.game.empty is not None,
        "key": table.key,
        "picture": str(table.puzzle) if mode == "edit" else table.picture,
        "edit": edit,
        "walk": table.walk.data if table.walk else None,
    }
    state = {str(element): word for element, word in table.state.items()}
    noted = {str(element): list(words) for element, words in table.notes.items()}
    return {"sheet": table.sheet.data, "state": state, "notes": noted, "marks": table.marks(), "ui": ui}


def size(text: str) -> tuple[int, int]:
    """The two numbers of "9x9" or "9 x 9". Raises PuzzleError if that is something else."""
    parts = [part.strip() for part in text.lower().split("x")]
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 5 for part in parts):
        raise PuzzleError(f"found {shown(text)}, expected rows x columns, such as 9 x 9")
    return int(parts[0]), int(parts[1])
