"""Copies of the course's notebooks for a reader without a clone. A notebook that the reader changed is never replaced.

The Markdown pages that notebooks link to are copied, too. A file in the folder of the copies, `.puzzlekit.json`, stores
the digests of the copied files. A comparison with these digests shows which files the reader changed. With `update`,
unchanged files are replaced; a changed file stays, and its new version is copied to a file with another name.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from puzzlekit import __version__
from puzzlekit.core.errors import PuzzleError

FOLDER = "daily-paper-puzzles"  # the default folder of the copies, in the shell's current folder
NOTES = ".puzzlekit.json"  # the file with the version of the course and the digests of the copied files
KINDS = (".ipynb", ".md")  # types of files that are copied: chapters link to the glossary, a Markdown page


def bring(source: Path, target: Path, *, update: bool = False) -> list[str]:
    """From the folder `source`, copy the files that the folder `target` lacks. If `update` is true, also copy newer
    versions of the other files. Return a list of messages for the reader.

    Raises PuzzleError if there is no folder `source`.
    """
    if not source.is_dir():
        raise PuzzleError(f"found no notebooks in {source}; expected an installation from the wheel, or a clone")
    target.mkdir(parents=True, exist_ok=True)
    notes = _read_notes(target)
    told = list(_each(source, target, notes["digests"], update=update))
    if not update and notes["version"] not in ("", __version__):
        told.append(f"these notebooks have version {notes['version']}; --update brings version {__version__}")
    else:
        notes["version"] = __version__
    _write(target / NOTES, json.dumps(notes, indent=0).encode())
    return told


def _each(source: Path, target: Path, digests: dict[str, str], *, update: bool) -> Iterator[str]:
    for path in sorted(path for kind in KINDS for path in source.rglob(f"*{kind}")):
        name, content = path.relative_to(source), path.read_bytes()
        beside = name.with_name(f"{name.stem}-{__version__}{name.suffix}")
        for place in (name, beside) if update else (name,):
            key, own = place.as_posix(), target / place
            before = _digest(own.read_bytes()) if own.exists() else None
            if before in (None, _digest(content), digests.get(key) if update else None):
                if before != _digest(content):
                    _write(own, content)
                digests[key] = _digest(content)
                if place == beside and before is None:
                    yield f"you changed {name.as_posix()}; the course's new version was copied to {key}"
                break


def _digest(content: bytes) -> str:
    """Return a digest of the content without trailing whitespace, because JupyterLab drops a notebook's last line end
    when it saves."""
    return hashlib.sha256(content.rstrip()).hexdigest()


def _read_notes(target: Path) -> dict[str, Any]:
    file = target / NOTES
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"version": "", "digests": {}}


def _write(file: Path, content: bytes) -> None:
    """Write a file completely or not at all. A partly written notebook would count as changed by the reader."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(content)
    part.replace(file)
