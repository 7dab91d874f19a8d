"""Forms of puzz.link and its predecessors (pzpr.js, pzprv3): codes of numbers in addresses, and files.

An address is `name/flag/columns/rows/code`, where the flag may be missing. In a code, a letter from g on is a run of
places without a number (g = 1, ..., z = 20). A file has the numbers in lines, and below them a player's entries.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from puzzlekit.core.errors import ParseError, PuzzleError, counted, shown
from puzzlekit.core.grid import Edge
from puzzlekit.core.lattice import check_text_sides, middle
from puzzlekit.formats.addresses import PZPRV3
from puzzlekit.formats.boards import ASKED, Board, Place

ADDRESS = "https://puzz.link/p?"
BEFORE_RUNS, MOST_RUN = ord("g") - 1, 20
MOST_NUMBER = 0xFFF  # three hexadecimal digits, the most that a code has for a number
NO_LINE = ("0", "-1")  # an empty place, and a cross
MOST_LINES = 3
VARIANTS = {"f": ", a loop through every point", "e": ", where cells may stay empty"}
FILE_ENDS = re.compile(r"^(?:info:|history:|TrialData|__HISTORY__|https?:)", re.MULTILINE)


@dataclass(frozen=True)
class Code:
    """A code for the numbers in an address.

    Attributes
    ----------
    number
        A regular expression whose groups each hold a number in hexadecimal.
    base
        `number + k * base` stands for a number and k empty places after it, k = 0, 1, 2; 0 if the code has no such
        sums.
    """

    number: re.Pattern[str]
    base: int = 0

    def read(self, code: str, places: int) -> tuple[dict[int, Any], str]:
        """Return the numbers by their places ("?" for a clue without one) and the rest of the code. Raises
        ParseError."""
        found: dict[int, Any] = {}
        place, at = 0, 0
        while place < places and at < len(code):
            if "g" <= code[at] <= "z":
                place, at = place + ord(code[at]) - BEFORE_RUNS, at + 1
                if place > places:
                    raise ParseError(f"found {counted(place, 'place')} in the code, expected {places}")
            elif code[at] == ".":
                found[place] = ASKED
                place, at = place + 1, at + 1
            elif part := self.number.match(code, at):
                more, number = divmod(int(next(filter(None, part.groups())), 16), self.base or 1 << 16)
                found[place] = number
                place, at = place + 1 + more, part.end()
            else:
                raise ParseError(f"found {shown(code[at:])} in the code, expected a number or a letter g to z")
        if place < places and code:
            raise ParseError(f"found {counted(place, 'place')} in the code, expected {places}; was it cut short?")
        return found, code[at:]

    def write(self, numbers: Mapping[int, Any], places: int) -> str:
        """Return the code of these numbers, given by their places."""
        code, place = "", 0
        for at in [*sorted(numbers), places]:
            run = max(at - place, 0)
            code += chr(BEFORE_RUNS + MOST_RUN) * (run // MOST_RUN)
            code += chr(BEFORE_RUNS + run % MOST_RUN) if run % MOST_RUN else ""
            if at < places:
                blanks = next((k for k in (0, 1) if at + 1 + k in numbers), 2) if self.base else 0
                code, place = code + _written(numbers[at], self.base * blanks), at + 1 + blanks
        return code

    def board(self, body: str, flags: Collection[str] = ()) -> Board:
        """Read the board in the body of an address. Raises ParseError."""
        flag, rows, columns, code = split_address(body, flags)
        found, rest = self.read(code.removesuffix("/"), rows * columns)
        if rest:
            raise ParseError(f"found {shown(rest)} behind {rows * columns} places, expected no more")
        return Board(rows, columns, {divmod(place, columns): clue for place, clue in found.items()}, flag=flag)

    def address(self, name: str, board: Board) -> str:
        """Write the address of a board."""
        numbers = {row * board.columns + column: number for (row, column), number in board.clues.items()}
        return f"{ADDRESS}{name}/{board.columns}/{board.rows}/{self.write(numbers, board.rows * board.columns)}"


def _written(clue: Any, more: int) -> str:
    if clue == ASKED:
        return "."
    if clue > MOST_NUMBER:
        raise PuzzleError(f"found the number {shown(clue)}, expected at most {MOST_NUMBER} for a link")
    number = clue + more
    return f"{number:x}" if number < 16 else f"-{number:x}" if number < 256 else f"+{number:x}"


NUMBERS = Code(re.compile(r"([0-9a-f])|-([0-9a-f]{2})|\+([0-9a-f]{3})"))
SMALL_NUMBERS = Code(re.compile(r"([0-9a-e])"), base=5)


def split_address(body: str, flags: Collection[str] = ()) -> tuple[str, int, int, str]:
    """Split the body of an address into (flag, rows, columns, code).

    Raises
    ------
    ParseError
        If these parts are missing, or if a flag not in `flags` selects other rules.
    """
    found = re.fullmatch(r"(v:[^/]*/)?(?:([a-z]\w*)/)?(\d{1,4})/(\d{1,4})(?:/(.*))?", body, re.ASCII)
    if not found:
        raise ParseError(f"found {shown(body)} behind the name, expected columns/rows/code")
    if found[1] or (found[2] and found[2] not in flags):
        raise other_rules(found[1] or found[2])
    columns, rows = int(found[3]), int(found[4])
    check_text_sides(rows, columns, 1)
    return found[2] or "", rows, columns, found[5] or ""


def other_rules(flag: str) -> ParseError:
    """Return the error for a flag that selects other rules."""
    flag = flag.strip("/")
    return ParseError(f"found the variant {shown(flag)}{VARIANTS.get(flag, '')}; expected the usual rules")


class File:
    """The lines of a file, read one after the other. The first line is the `version`."""

    def __init__(self, body: str):
        self._lines = FILE_ENDS.split(body, maxsplit=1)[0].split("\n")
        self.version = self.line()

    @property
    def next(self) -> str:
        """Return the next line without taking it, "" after the last line."""
        return self._lines[0] if self._lines else ""

    def line(self) -> str:
        """Take the next line, "" after the last line."""
        return self._lines.pop(0) if self._lines else ""

    def no_flag(self) -> None:
        """Raise ParseError if the next line is a flag that selects other rules."""
        if re.fullmatch(r"[a-z]+", self.next):
            raise other_rules(self.next)

    def side(self) -> int:
        """Read a number of rows or columns. Raises ParseError."""
        if not re.fullmatch(r"\d{1,4}", line := self.line(), re.ASCII):
            raise ParseError(f"found {shown(line)}, expected the number of rows or columns")
        check_text_sides(int(line), int(line), 1)
        return int(line)

    def sides(self) -> tuple[int, int]:
        """Read the numbers of rows and columns. Raises ParseError."""
        return self.side(), self.side()

    def table(self, rows: int, columns: int) -> list[list[str]]:
        """Read a table of words, one line for each row; all lines may be empty. Raises ParseError."""
        lines = [self.line().split() for _ in range(rows)]
        if any(lines) and (wrong := [len(words) for words in lines if len(words) != columns]):
            raise ParseError(f"found a line of {counted(wrong[0], 'word')}, expected {rows} lines of {columns}")
        return lines

    def clues(self, rows: int, columns: int, silent: Collection[str] = (".",)) -> dict[Place, Any]:
        """Read a table as (row, column) -> number, or "?". A word in `silent` stands for no number. Raises
        ParseError."""
        return _numbers(self.table(rows, columns), silent)

    def entries(self, rows: int, columns: int) -> dict[Place, Any]:
        """Read a table of a player's numbers as (row, column) -> number. Notes (`[1,2,,]`) and marks are left out."""
        words = [[word.split("[")[0] or "." for word in words] for words in self.table(rows, columns)]
        return _numbers(words, (".", "c", "+", "-", "=", "%"))

    def marks(self, rows: int, columns: int, marks: Mapping[str, str]) -> dict[Place, str]:
        """Read a table as (row, column) -> meaning of the word there. A dot means nothing. Raises ParseError."""
        words = {(i, j): word for i, words in enumerate(self.table(rows, columns)) for j, word in enumerate(words)}
        if strangers := set(words.values()) - {".", *marks}:
            raise ParseError(f"found {shown(min(strangers))}, expected one of {' '.join(marks)[:60]} or '.'")
        return {place: marks[word] for place, word in words.items() if word != "."}

    def drawn(self, rows: int, columns: int, *, around: bool = False) -> dict[Place, int]:
        """Read how many lines run from cell to cell, or around cells, by (row, column) in a picture that is twice as
        large. Raises ParseError."""
        found: dict[Place, int] = {}
        for (height, width), (down, right) in _tables(rows, columns, around):
            table = self.clues(height, width, NO_LINE)
            found |= {(2 * i + down, 2 * j + right): count for (i, j), count in table.items()}
        if any(count not in range(1, MOST_LINES + 1) for count in found.values()):
            raise ParseError(f"found a line of another kind, expected 0 to {MOST_LINES}, or -1 for a cross")
        return found


def _numbers(table: Iterable[Iterable[str]], silent: Collection[str]) -> dict[Place, Any]:
    found: dict[Place, Any] = {}
    for i, words in enumerate(table):
        for j, word in enumerate(words):
            if word in silent:
                continue
            number = word.removeprefix("c")  # a count that a player has crossed out
            if not re.fullmatch(r"\d{1,4}|-", number, re.ASCII):
                raise ParseError(f"found {shown(word)} in row {i + 1}, column {j + 1}, expected a number or '.'")
            found[i, j] = ASKED if number == "-" else int(number)
    return found


def _tables(rows: int, columns: int, around: bool) -> tuple[tuple[Place, Place], tuple[Place, Place]]:
    """Return the size of each of the two tables of lines in a file, and the place of its first line in the picture."""
    if around:
        return ((rows, columns + 1), (1, 0)), ((rows + 1, columns), (0, 1))
    return ((rows, columns - 1), (0, 1)), ((rows - 1, columns), (1, 0))


def write_file(name: str, *parts: object, version: str = PZPRV3) -> str:
    """Write the text of a file: numbers and words, a line each, and tables."""
    lines = [line for part in parts for line in (part if isinstance(part, list) else [str(part)])]
    return "\n".join([version, name, *lines, ""])


def clue_table(rows: int, columns: int, clues: Mapping[Place, Any], silent: str = ".") -> list[str]:
    """Return the lines of a file that hold a table of clues."""
    return ["".join(f"{clues.get((i, j), silent)} " for j in range(columns)) for i in range(rows)]


def line_tables(rows: int, columns: int, drawn: Mapping[Place, int], *, around: bool = False) -> list[str]:
    """Return the lines of a file that hold drawn lines, given as `File.drawn` returns them."""
    lines = []
    for (height, width), (down, right) in _tables(rows, columns, around):
        own = {(i, j): drawn.get((2 * i + down, 2 * j + right), 0) for i in range(height) for j in range(width)}
        lines += clue_table(height, width, own)
    return lines


def counts(drawn: Iterable[Edge]) -> dict[Place, int]:
    """Return drawn edges as `File.drawn` returns them: (row, column) in the picture -> 1."""
    return {middle(edge): 1 for edge in drawn}
