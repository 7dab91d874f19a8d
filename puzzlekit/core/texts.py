"""Puzzles as texts: lines, files, and the puzzles that come with the package."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from puzzlekit.core.errors import ParseError, PuzzleError, validate_choice
from puzzlekit.core.grid import DATA

MAX_BYTES = 1_000_000  # far more than any puzzle needs
Puzzle = TypeVar("Puzzle")


def text_lines(text: str) -> dict[int, str]:
    """Return the lines of a picture as {line number, counted from one: line}, without blank lines at the start and the
    end.

    Windows line ends and a byte-order mark are accepted. Only a newline ends a line.

    Raises
    ------
    ParseError
        If `text` is not a string, is longer than 1 MB, is blank, or contains anything but printable ASCII.
    """
    if not isinstance(text, str):
        raise ParseError(f"found {type(text).__name__}, expected a text")
    if len(text) > MAX_BYTES:
        raise ParseError(f"found a text of {len(text)} characters, expected at most {MAX_BYTES}")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        if found := re.search(r"[^ -~]", line):
            shown = f"character U+{ord(found[0]):04X}"
            raise ParseError(
                f"found {shown}, expected a printable ASCII character", line=number, column=found.start() + 1
            )
    filled = [number for number, line in enumerate(lines, start=1) if line.strip()]
    if not filled:
        raise ParseError("found an empty text, expected a picture")
    return {number: lines[number - 1] for number in range(filled[0], filled[-1] + 1)}


def read_text(path: Path) -> str:
    """Return the text of a puzzle's file. If the file is too long for a puzzle, only its beginning is read. Bytes that
    are not UTF-8 become a character that no parser accepts. Raises PuzzleError if the file cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1).decode("utf-8", errors="replace")
    except (OSError, ValueError) as error:  # a ValueError: a NUL in the path
        raise PuzzleError(f"cannot read {str(path)!r}: {error}; expected a file with a puzzle") from None


class DataFiles(Generic[Puzzle]):
    """The puzzles of the folder `data/<puzzle_type>/`, which `parse` reads. Each puzzle package offers the methods
    `load` and `names` as functions."""

    def __init__(self, puzzle_type: str, parse: Callable[[str], Puzzle], data: Path = DATA):
        self.puzzle_type, self.folder, self._parse = puzzle_type, data / puzzle_type, parse

    def names(self) -> list[str]:
        """Return the sorted names of the puzzles that come with the package. Raises PuzzleError if this installation
        has no data."""
        if not self.folder.is_dir():
            raise PuzzleError(f"found no folder {self.folder}; expected an installation from the wheel, or a clone")
        return sorted(path.stem for path in self.folder.glob("*.txt") if not path.stem.endswith(".answer"))

    def load(self, name: str) -> Puzzle:
        """Return the puzzle with this name. Raises PuzzleError if there is no such puzzle."""
        validate_choice(name, self.names(), f"puzzle of {self.puzzle_type}")
        return self._parse((self.folder / f"{name}.txt").read_text(encoding="utf-8"))
