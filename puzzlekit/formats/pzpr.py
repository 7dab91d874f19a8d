"""Forms of puzz.link and its predecessors (pzpr.js, pzprv3): codes of numbers in addresses, and files.

An address ends with `name/flag/columns/rows/code`, where the flag may be missing. A *place* is a cell or a point that
can have a number. In a code, a letter from g on means a run of places without a number (g = 1, ..., z = 20). A file has
lines with the numbers, and below these lines a player's entries.
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
NO_LINE = ("0", "-1")  # the words for a place without a line and for a cross
MOST_LINES = 3  # the most lines between two cells
VARIANTS = {"f": ", a loop through every point", "e": ", where cells may stay empty"}
FILE_ENDS = re.compile(r"^(?:info:|history:|TrialData|__HISTORY__|https?:)", re.MULTILINE)


@dataclass(frozen=True)
class Code:
    """A code for the numbers in an address.

    Attributes
    ----------
    number
        A regular expression whose groups each match a hexadecimal number.
    base
        In the code, the sum `number + k * base` means the number, followed by k empty places, where k is 0, 1 or 2. A
        base of 0 means that the code has no such sums.
    """

    number: re.Pattern[str]
    base: int = 0

    def read(self, code: str, places: int) -> tuple[dict[int, Any], str]:
        """Read the numbers of `places` places from a code. Return ({place: number}, rest of the code); the number is
        "?" for a clue without a number. Raises ParseError if the code is broken."""
        found: dict[int, Any] = {}
        place, at = 0, 0
        while place < places and at < len(code):
            if "g" <= code[at] <= "z":
                place, at = place + ord(code[at]) - BEFORE_RUNS, at + 1
                if place > places:
                    raise ParseError(f"found a code for {counted(place, 'place')}, expected {places} places")
            elif code[at] == ".":
                found[place] = ASKED
                place, at = place + 1, at + 1
            elif part := self.number.match(code, at):
                more, number = divmod(int(next(filter(None, part.groups())), 16), self.base or 1 << 16)
                found[place] = number
                place, at = place + 1 + more, part.end()
            else:
                raise ParseError(f"found {shown(code[at:])} in the code, expected a number or a letter from g to z")
        if place < places and code:
            raise ParseError(f"found a code for {counted(place, 'place')}, expected {places} places; was it cut short?")
        return found, code[at:]

    def write(self, numbers: Mapping[int, Any], places: int) -> str:
        """Return the code of these numbers, {place: number}, on a board of `places` places. Raises PuzzleError if a
        number is too large for a code."""
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
        """Return the board in the body of an address. `flags` are the accepted flags. Raises ParseError if the body is
        broken."""
        flag, rows, columns, code = split_address(body, flags)
        found, rest = self.read(code.removesuffix("/"), rows * columns)
        if rest:
            raise ParseError(f"found {shown(rest)} after {rows * columns} places, expected the end of the code")
        return Board(rows, columns, {divmod(place, columns): clue for place, clue in found.items()}, flag=flag)

    def address(self, name: str, board: Board) -> str:
        """Return the address of a board; `name` is the site's name of the puzzle type. Raises PuzzleError if a number
        is too large for a code."""
        numbers = {row * board.columns + column: number for (row, column), number in board.clues.items()}
        return f"{ADDRESS}{name}/{board.columns}/{board.rows}/{self.write(numbers, board.rows * board.columns)}"


def _written(clue: Any, more: int) -> str:
    if clue == ASKED:
        return "."
    if clue > MOST_NUMBER:
        raise PuzzleError(f"found the number {shown(clue)}, expected at most {MOST_NUMBER} in a puzz.link address")
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
        raise ParseError(f"found {shown(body)} after the name, expected columns/rows/code")
    if found[1] or (found[2] and found[2] not in flags):
        raise other_rules(found[1] or found[2])
    columns, rows = int(found[3]), int(found[4])
    check_text_sides(rows, columns, 1)
    return found[2] or "", rows, columns, found[5] or ""


def other_rules(flag: str) -> ParseError:
    """Return, without raising it, the error that this flag selects other rules."""
    flag = flag.strip("/")
    return ParseError(f"found the variant {shown(flag)}{VARIANTS.get(flag, '')}; expected the usual rules")


class File:
    """The lines of a pzprv3 file, read one after another. The attribute `version` is the first line."""

    def __init__(self, body: str):
        self._lines = FILE_ENDS.split(body, maxsplit=1)[0].split("\n")
        self.version = self.line()

    def line(self) -> str:
        """Return the next line and move on; "" after the last line."""
        return self._lines.pop(0) if self._lines else ""

    def no_flag(self) -> None:
        """Raise ParseError if the next line is a flag that selects other rules."""
        flag = self._lines[0] if self._lines else ""
        if re.fullmatch(r"[a-z]+", flag):
            raise other_rules(flag)

    def side(self) -> int:
        """Read a line, and return it as a number of rows or columns. Raises ParseError if the line is not a valid
        size."""
        if not re.fullmatch(r"\d{1,4}", line := self.line(), re.ASCII):
            raise ParseError(f"found {shown(line)}, expected the number of rows or columns")
        check_text_sides(int(line), int(line), 1)
        return int(line)

    def sides(self) -> tuple[int, int]:
        """Read two lines, and return them as (rows, columns). Raises ParseError if a line is not a valid size."""
        return self.side(), self.side()

    def table(self, rows: int, columns: int) -> list[list[str]]:
        """Read a table with a line for each row, and return the lists of words of its rows. If all lines are empty, all
        lists are empty. Raises ParseError if a row has too many or too few words."""
        lines = [self.line().split() for _ in range(rows)]
        if any(lines) and (wrong := [len(words) for words in lines if len(words) != columns]):
            raise ParseError(f"found a line of {counted(wrong[0], 'word')}, expected {rows} lines of {columns} words")
        return lines

    def clues(self, rows: int, columns: int, silent: Collection[str] = (".",)) -> dict[Place, Any]:
        """Read a table of clues. Return {(row, column): number}, with "?" for a clue without a number. Words in
        `silent` mean "no clue". Raises ParseError for other words."""
        return _numbers(self.table(rows, columns), silent)

    def entries(self, rows: int, columns: int) -> dict[Place, Any]:
        """Read a table of a player's numbers. Return {(row, column): number} without notes such as `[1,2,,]` and
        without marks. Raises ParseError for other words."""
        words = [[word.split("[")[0] or "." for word in words] for words in self.table(rows, columns)]
        return _numbers(words, (".", "c", "+", "-", "=", "%"))

    def marks(self, rows: int, columns: int, marks: Mapping[str, str]) -> dict[Place, str]:
        """Read a table of marks. Return {(row, column): `marks[word]`}; a dot means no mark. Raises ParseError for
        other words."""
        words = {(i, j): word for i, words in enumerate(self.table(rows, columns)) for j, word in enumerate(words)}
        if strangers := set(words.values()) - {".", *marks}:
            raise ParseError(f"found {shown(min(strangers))}, expected one of {' '.join(marks)[:60]} or '.'")
        return {place: marks[word] for place, word in words.items() if word != "."}

    def drawn(self, rows: int, columns: int, *, around: bool = False) -> dict[Place, int]:
        """Read the numbers of lines between neighbouring cells, or, if `around` is true, along the sides of cells.

        Return {(row, column): number} for each position with a line. The positions are those in a picture whose cells
        or points are two rows and two columns apart. Raises ParseError if a number is not allowed.
        """
        found: dict[Place, int] = {}
        for (height, width), (down, right) in _tables(rows, columns, around):
            table = self.clues(height, width, NO_LINE)
            found |= {(2 * i + down, 2 * j + right): count for (i, j), count in table.items()}
        if wrong := [count for count in found.values() if count not in range(1, MOST_LINES + 1)]:
            raise ParseError(f"found {shown(wrong[0])} lines, expected 0 to {MOST_LINES}, or -1 for a cross")
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
    """Return (size, place) for both tables of drawn lines in a file. The size is (rows, columns); the place is the
    position of the table's first entry in the picture of `File.drawn`."""
    if around:
        return ((rows, columns + 1), (1, 0)), ((rows + 1, columns), (0, 1))
    return ((rows, columns - 1), (0, 1)), ((rows - 1, columns), (1, 0))


def write_file(name: str, *parts: object, version: str = PZPRV3) -> str:
    """Return the text of a file; `name` is the site's name of the puzzle type. Each part is a number or a word, which
    gets its own line, or a list of lines."""
    lines = [line for part in parts for line in (part if isinstance(part, list) else [str(part)])]
    return "\n".join([version, name, *lines, ""])


def clue_table(rows: int, columns: int, clues: Mapping[Place, Any], silent: str = ".") -> list[str]:
    """Return the lines of a clue table for a file; `silent` is the word for a place without a clue."""
    return ["".join(f"{clues.get((i, j), silent)} " for j in range(columns)) for i in range(rows)]


def line_tables(rows: int, columns: int, drawn: Mapping[Place, int], *, around: bool = False) -> list[str]:
    """Return the lines of a file for both tables of drawn lines. `drawn` is {(row, column): number of lines}; see
    `File.drawn` for the positions and `around`."""
    lines = []
    for (height, width), (down, right) in _tables(rows, columns, around):
        own = {(i, j): drawn.get((2 * i + down, 2 * j + right), 0) for i in range(height) for j in range(width)}
        lines += clue_table(height, width, own)
    return lines


def counts(drawn: Iterable[Edge]) -> dict[Place, int]:
    """Return {(row, column): 1} for drawn edges, with the positions of `File.drawn`."""
    return {middle(edge): 1 for edge in drawn}
