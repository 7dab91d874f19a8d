"""A table of results in a CSV file: complete rows stay, however a run ends.

A table holds several runs, each with its name in the column `run` and with comment lines at the top, `# NAME: ...`,
about the machine. The first rows of a run replace an older run of that name in one step, so a run that ends before them
leaves the file as it was; all other runs stay. Later rows are appended in pieces. If a piece does not fit on the disk,
its part in the file is cut off again: no half row stays, since it may look like a whole one.
"""

import contextlib
import csv
import io
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from puzzlekit.core.errors import PuzzleError, counted, shown
from puzzlekit.core.interrupts import DeferInterrupts


class Results:
    """One run in a CSV file, to which rows are added.

    Parameters
    ----------
    out
        The file: a table with these columns, or a path without a file so far.
    header
        The names of the columns after `run`.
    about
        The text of the comment lines about the machine.
    run
        The run's name; by default the file's.

    Attributes
    ----------
    kept
        The number of this run's rows in the file.

    Raises
    ------
    PuzzleError
        If the file cannot be written or has other columns, or the run's name has forbidden characters.
    """

    def __init__(self, out: Path, header: Sequence[str], about: str, run: str | None = None):
        self.out, self.header, self.about, self.kept = out, ["run", *header], about, 0
        self.run = out.stem if run is None else run
        try:
            _try(out)
            self._read()
        except (OSError, ValueError) as error:  # ValueError: a NUL in the path, an empty name, or another table
            told = f"cannot write {shown(str(out))}: {_reason(error)}"
            raise PuzzleError(f"{told}; expected a file that can be written") from None
        if not re.fullmatch(r"[\w.-]+( [\w.-]+)*", self.run):
            raise PuzzleError(f"found the run {shown(self.run)}, expected a name of letters, digits, '_', '-' and '.'")

    def add(self, rows: Iterable[Sequence[object]]) -> None:
        """Add rows, all or none. Raises PuzzleError if they cannot be written; its message says which rows are kept."""
        added = [[self.run, *row] for row in rows]
        if not added:
            return
        try:
            with DeferInterrupts():
                self._write(added)
                self.kept += len(added)
        except (OSError, ValueError) as error:  # ValueError: the file has other columns by now
            left = f"its {counted(self.kept, 'row')} so far stay" if self.kept else "it stays as it was before"
            told = f"cannot write {str(self.out)!r} ({_reason(error)}): {left}, later rows are lost"
            raise PuzzleError(f"{told}; expected a file that can be written") from None

    def say(self, about: str) -> None:
        """Replace the comment lines about the machine."""
        self.about = about
        if self.kept and _is_plain(self.out):
            own = [row for row in self._read()[1] if row[0] == self.run]
            replace(self.out, self._table(own))

    def _write(self, rows: list[list[object]]) -> None:
        if self.kept:
            _append(self.out, _as_csv(rows))
        elif _is_plain(self.out):
            replace(self.out, self._table(rows))
        else:
            _append(self.out, self._table(rows))

    def _table(self, own: Iterable[Sequence[object]]) -> bytes:
        """Return the content of the table: the other runs as they are in the file, then this one."""
        comments, rows = self._read()
        others = [line for line in comments if not line.startswith(_comment(self.run, ""))]
        said = [_comment(self.run, line) for line in self.about.splitlines()]
        lines = "".join(f"{line}\n" for line in [*others, *said])
        return lines.encode() + _as_csv([self.header, *(row for row in rows if row[0] != self.run), *own])

    def _read(self) -> tuple[list[str], list[list[str]]]:
        """Read the comment lines and the rows of all runs. Raises ValueError if the file has other columns."""
        text = self.out.read_bytes().decode() if self.out.is_file() else ""
        comments = re.match(r"(#.*\n)*", text)[0]  # type: ignore[index]  # the pattern always matches
        try:
            rows = list(csv.reader(io.StringIO(text[len(comments) :], newline="")))
        except csv.Error as error:
            raise ValueError(str(error)) from None
        if text and (rows[:1] != [self.header] or any(len(row) != len(self.header) for row in rows)):
            raise ValueError(f"it is no table with the columns {', '.join(self.header)}")
        return comments.splitlines(), rows[1:]


def said_of(text: str, run: str) -> str:
    """Return the comment of a run in the text of a table."""
    start = _comment(run, "")
    return "\n".join(line.removeprefix(start) for line in text.splitlines() if line.startswith(start))


def replace(path: Path, content: bytes) -> None:
    """Write a file as a whole. If the content does not fit on the disk, the file stays as it was."""
    part = _part(path)
    try:
        part.write_bytes(content)
        part.replace(path.resolve())
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _reason(error: Exception) -> object:
    return getattr(error, "strerror", None) or error  # without the path, which may be long


def _comment(run: str, line: str) -> str:
    return f"# {run}: {line}"


def _part(path: Path) -> Path:
    """Return the path for a file's next content. Its name begins with a dot, so a leftover is not read as a puzzle."""
    return path.resolve().with_name(f".{path.resolve().name}.part")


def _is_plain(out: Path) -> bool:
    """Return whether the path is a regular file, which can be replaced, or does not exist."""
    return out.is_file() or not out.exists()


def _try(out: Path) -> None:
    """Raise OSError or ValueError unless the file can be written; leave no new file behind."""
    if out.exists():
        out.open("ab").close()
    if _is_plain(out):
        part = _part(out)
        part.open("ab").close()
        part.unlink()


def _append(out: Path, piece: bytes) -> None:
    with out.open("ab", buffering=0) as file:
        before = os.fstat(file.fileno()).st_size
        try:
            while piece:
                piece = piece[file.write(piece) :]
        except OSError:
            with contextlib.suppress(OSError):  # only a regular file can be truncated
                file.truncate(before)
            raise


def _as_csv(rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode("utf-8", errors="backslashreplace")
