"""Copies of the course's notebooks for a reader who has no clone: they are the reader's, and never written over.

Pages that they link to come with them. The folder notes the digests of what was copied. So `update` knows what was only
read: that gives way to a newer version, while beside a notebook that was changed the newer one gets a name of its own.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from puzzlekit import __version__
from puzzlekit.core.errors import PuzzleError

FOLDER = "daily-paper-puzzles"  # in the folder from which the shell is called, unless the reader names another one
NOTES = ".puzzlekit.json"
KINDS = (".ipynb", ".md")  # chapters link to the glossary


def bring(source: Path, target: Path, *, update: bool = False) -> list[str]:
    """Copy what `target` lacks, and with `update` what is newer; gives sentences on what the reader should know."""
    if not source.is_dir():
        raise PuzzleError(f"found no notebooks in {source}; expected an installation from the wheel, or a clone")
    target.mkdir(parents=True, exist_ok=True)
    notes = _read_notes(target)
    told = list(_each(source, target, notes["digests"], update=update))
    if not update and notes["version"] not in ("", __version__):
        told.append(f"these notebooks are of version {notes['version']}; --update brings those of {__version__}")
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
                    yield f"you changed {name.as_posix()}, so the new one is {key}"
                break


def _digest(content: bytes) -> str:
    """JupyterLab saves a notebook that was only read without its last line end."""
    return hashlib.sha256(content.rstrip()).hexdigest()


def _read_notes(target: Path) -> dict[str, Any]:
    file = target / NOTES
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"version": "", "digests": {}}


def _write(file: Path, content: bytes) -> None:
    """All of it or nothing: half a notebook would be taken for the reader's."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(content)
    part.replace(file)
