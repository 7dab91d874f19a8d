"""Files for SCIP. On Windows, SCIP may fail to open a path with letters other than ASCII, so such paths are avoided."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WINDOWS = sys.platform == "win32"


@contextmanager
def scratch(ending: str, text: str) -> Iterator[Path]:
    """Create a temporary file with this text that SCIP can read, and yield its path. The file is deleted after the
    `with` block."""
    with tempfile.NamedTemporaryFile("w", suffix=ending, encoding="ascii", delete=False, dir=_folder()) as file:
        file.write(text)
    try:
        yield Path(file.name)
    finally:
        os.unlink(file.name)


def _folder() -> str | None:
    """Return the folder for temporary files, or None for the system's default. On Windows, the default path contains
    the user's name, which may have letters that SCIP cannot read."""
    return os.environ.get("PUBLIC") if WINDOWS and not tempfile.gettempdir().isascii() else None
