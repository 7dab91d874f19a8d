"""A file of results: rows that are complete stay, however a run ends.

The first rows replace an older file in one step, so a run that ends before them leaves that file as it was. Later rows
are added in pieces; where a piece does not fit, what was written of it is taken back. No half row stays, for it may
look like a whole one.
"""

import contextlib
import csv
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from puzzlekit.errors import PuzzleError, counted
from puzzlekit.interrupts import Deferred


class Results:
    """A CSV file that grows, and beside it a text about the machine.

    Parameters
    ----------
    out
        The file; the text stands in `out.about.txt`. What is no file, such as /dev/null, has no text beside it.
    header
        The names of the columns.
    about
        The text, without its last line break.

    Attributes
    ----------
    kept
        How many rows are in the file.

    Raises
    ------
    PuzzleError
        If there can be no such file.
    """

    def __init__(self, out: Path, header: Sequence[str], about: str):
        try:
            _try(out)
        except (OSError, ValueError) as error:  # a ValueError: a NUL in the path, or no name
            raise PuzzleError(f"cannot write {str(out)!r}: {error}; expected a file that can be written") from None
        self.out, self.header, self.about, self.kept = out, header, about, 0

    def add(self, rows: Iterable[Sequence[object]]) -> None:
        """Add rows, all or none. Raises PuzzleError if they cannot be written, and says what is kept."""
        added = list(rows)
        if not added:
            return
        try:
            with Deferred():
                self._write(added)
                self.kept += len(added)
        except OSError as error:
            left = f"its {counted(self.kept, 'row')} so far stay" if self.kept else "it stays as it was before"
            told = f"cannot write {str(self.out)!r} ({error.strerror}): {left}, later rows are lost"
            raise PuzzleError(f"{told}; expected a file that can be written") from None

    def say(self, about: str) -> None:
        """Put another text beside the rows."""
        self.about = about
        if self.kept and _is_plain(self.out):
            replace({about_file(self.out): _line(about)})

    def _write(self, rows: list[Sequence[object]]) -> None:
        if self.kept or not _is_plain(self.out):
            _append(self.out, _as_csv(rows if self.kept else [self.header, *rows]))
        else:
            replace({self.out: _as_csv([self.header, *rows]), about_file(self.out): _line(self.about)})


def about_file(out: Path) -> Path:
    """The file beside the results that tells of the machine."""
    return out.with_suffix(".about.txt")


def replace(contents: Mapping[Path, bytes]) -> None:
    """Write files as wholes: where one of them does not fit, all of them stay as they were."""
    parts = {path.resolve(): _part(path) for path in contents}
    try:
        for part, content in zip(parts.values(), contents.values(), strict=True):
            part.write_bytes(content)
        for path, part in parts.items():
            part.replace(path)
    finally:
        for part in parts.values():
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


def _part(path: Path) -> Path:
    """Where a file's next content is written; a name that is no instance, should it ever be left there."""
    return path.resolve().with_name(f".{path.resolve().name}.part")


def _is_plain(out: Path) -> bool:
    """Whether it is a file that can be replaced, or none yet."""
    return out.is_file() or not out.exists()


def _try(out: Path) -> None:
    """Raise OSError or ValueError unless the files can be written; none is left that was not there."""
    for path in (out, about_file(out)) if _is_plain(out) else (out,):
        if path.exists():
            path.open("ab").close()
        if _is_plain(path):
            part = _part(path)
            part.open("ab").close()
            part.unlink()


def _append(out: Path, piece: bytes) -> None:
    with out.open("ab", buffering=0) as file:
        before = os.fstat(file.fileno()).st_size
        try:
            while piece:
                piece = piece[file.write(piece) :]
        except OSError:
            with contextlib.suppress(OSError):  # of what is no file, nothing can be taken back
                file.truncate(before)
            raise


def _as_csv(rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode("utf-8", errors="backslashreplace")


def _line(text: str) -> bytes:
    return f"{text}\n".encode()
