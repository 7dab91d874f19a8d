"""A table of results in a CSV file. However a run ends, the file keeps all complete rows.

A table contains several runs of the benchmark. The column `run` has the name of each row's run, and comment lines at
the top, `# NAME: ...`, describe the machine of each run. The first rows of a run replace an older run of the same name
in one step, so a run without rows leaves the file unchanged. All other runs stay. Later rows are appended in pieces. If
a piece does not fit on the disk, the part that was written is removed again, because half a row may look like a whole
row.
"""

import contextlib
import csv
import io
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from puzzlekit.core.errors import PuzzleError, counted, shown
from puzzlekit.core.interrupts import DeferInterrupts


class Results:
    """One run of a benchmark in a CSV file. Rows can be added to it.

    Parameters
    ----------
    out
        The path of the file. It has the columns of `header`, or does not exist yet.
    header
        The names of the columns after `run`.
    about
        A description of the machine, for the file's comment lines.
    run
        The name of the run; by default the name of the file.

    Attributes
    ----------
    kept
        The number of rows that this object has written to the file.

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
            raise PuzzleError(f"found the run {shown(self.run)}, expected letters, digits, '_', '-' and '.'")

    def add(self, rows: Iterable[Sequence[object]]) -> None:
        """Add rows to the file: all of them, or none. If they cannot be written, raise PuzzleError with the number of
        rows that the file keeps."""
        added = [[self.run, *row] for row in rows]
        if not added:
            return
        with self._writing():
            if self.kept:
                _append(self.out, _as_csv(added))
            else:
                replace(self.out, self._table(added))
            self.kept += len(added)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            with DeferInterrupts():
                yield
        except (OSError, ValueError) as error:  # ValueError: the file has other columns by now
            left = f"the file keeps {counted(self.kept, 'new row')}" if self.kept else "the file is unchanged"
            told = f"cannot write {str(self.out)!r} ({_reason(error)}): {left}, and later rows are lost"
            raise PuzzleError(f"{told}; expected a file that can be written") from None

    def say(self, about: str) -> None:
        """Replace this run's comment lines, which describe the machine, by the text `about`. If no row of the run has
        been written yet, the comment lines are written with the first rows."""
        self.about = about
        if self.kept:
            own = [row for row in self._read()[1] if row[0] == self.run]
            replace(self.out, self._table(own))

    def has_rows(self) -> bool:
        """Return whether the file has rows of this run."""
        return any(row[0] == self.run for row in self._read()[1])

    def rename(self, run: str) -> None:
        """If this run has rows, rename it to `run`, and remove the older run of that name in the same step. Raise
        PuzzleError if the file cannot be written; it is unchanged then."""
        if not self.kept:
            return
        with self._writing():
            own = [[run, *row[1:]] for row in self._read()[1] if row[0] == self.run]
            former, self.run = self.run, run
            replace(self.out, self._table(own, former))

    def _table(self, own: Iterable[Sequence[object]], former: str = "") -> bytes:
        """Return the new content of the file in bytes: all other runs unchanged, then this run with the rows `own`. The
        run of the name `former` is left out."""
        comments, rows = self._read()
        names = (self.run, former)
        others = [line for line in comments if not line.startswith(tuple(_comment(name, "") for name in names))]
        said = [_comment(self.run, line) for line in self.about.splitlines()]
        lines = "".join(f"{line}\n" for line in [*others, *said])
        return lines.encode() + _as_csv([self.header, *(row for row in rows if row[0] not in names), *own])

    def _read(self) -> tuple[list[str], list[list[str]]]:
        """Return the comment lines of the file, and the rows of all its runs. Raise ValueError if the file has other
        columns."""
        text = self.out.read_bytes().decode() if self.out.is_file() else ""
        comments = re.match(r"(#.*\n)*", text)[0]  # type: ignore[index]  # the pattern always matches
        try:
            rows = list(csv.reader(io.StringIO(text[len(comments) :], newline="")))
        except csv.Error as error:
            raise ValueError(str(error)) from None
        if text and (rows[:1] != [self.header] or any(len(row) != len(self.header) for row in rows)):
            raise ValueError(f"found other columns in the file, expected {', '.join(self.header)}")
        return comments.splitlines(), rows[1:]


def said_of(text: str, run: str) -> str:
    """Return a run's comment from the text of a table, without the prefix `# NAME: `. Return "" if there is no such
    run."""
    start = _comment(run, "")
    return "\n".join(line.removeprefix(start) for line in text.splitlines() if line.startswith(start))


def replace(path: Path, content: bytes) -> None:
    """Replace the content of a file in one step. If the new content does not fit on the disk, the file
    stays unchanged."""
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
    """Return the path of the temporary file for new content. Its name begins with a dot, so if the file is left behind,
    it is not read as a puzzle."""
    return path.resolve().with_name(f".{path.resolve().name}.part")


def _try(out: Path) -> None:
    """Raise OSError or ValueError unless the file can be written. Do not create it."""
    if out.exists():
        if not out.is_file():  # a pipe without a reader would wait forever
            raise ValueError("found no regular file")
        out.open("ab").close()
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
            file.truncate(before)
            raise


def _as_csv(rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode("utf-8", errors="backslashreplace")
