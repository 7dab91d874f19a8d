"""The Zebra puzzle as text, and the files in `data/zebra/`."""

import re

from puzzlekit.core import texts
from puzzlekit.core.errors import ParseError, PuzzleError, check_kind, counted
from puzzlekit.zebra.puzzle import MOST_ATTRIBUTES, MOST_CLUES, MOST_HOUSES, Clue, Puzzle, Solution, check_attribute

STRANGE = re.compile(r"[^A-Za-z0-9 ,:.=?-]")
TOLD = re.compile(r"(.+?) (not )?(=|at|next to|right of|left of) (.+)")
Lines = list[tuple[int, str]]


def parse(text: str) -> Puzzle:
    r"""Return the puzzle in a text: a line `houses: 5`, then a block `attributes:` and a block `clues:`.

    Each line in a block ends with a full stop. An attribute is `pet: cat, dog.` Clues are `Englishman = red.`, `milk at
    3.`, `Norwegian next to blue.`, `green right of ivory.` and `ivory left of green.` A `not` before the relation
    negates the clue: `cat not at 1.`

    Raises
    ------
    ParseError
        If the text is not a puzzle. The message gives what was found and expected, with the line.

    Examples
    --------
    >>> puzzle = parse("houses: 2\nattributes:\npet: cat, dog.\nclues:\ncat not at 1.")
    >>> puzzle.clues[0].kind
    'DLC'
    """
    lines = _plain(text)
    houses = _houses(*lines.pop(0))
    if not lines or lines[0][1] != "attributes:":
        raise _unlike(lines, "'attributes:'")
    cut = next((place for place, (_, line) in enumerate(lines) if line == "clues:"), None)
    if cut is None:
        raise _unlike(lines[-1:], "a line 'clues:' after the attributes")
    attributes = _attributes(lines[1:cut], houses)
    told = lines[cut + 1 :]
    if len(told) > MOST_CLUES:
        raise ParseError(f"found {len(told)} clues, expected at most {MOST_CLUES}", line=told[MOST_CLUES][0])
    bare = Puzzle(houses, attributes, ())
    return Puzzle(houses, attributes, tuple(_clue(bare, *line) for line in told))


def _plain(text: str) -> Lines:
    """Return the lines of a text, without trailing spaces, as pairs (line number, line). Raise ParseError if a line has
    a character that is not allowed."""
    lines = [(number, line.rstrip()) for number, line in texts.text_lines(text).items()]
    for number, line in lines:
        if found := STRANGE.search(line):
            expected = "letters, numbers and ' ', ',', ':', '.', '=', '-' or '?'"
            raise ParseError(f"found {found[0]!r}, expected {expected}", line=number, column=found.start() + 1)
    return lines


def _unlike(lines: Lines, expected: str) -> ParseError:
    if not lines:
        return ParseError(f"found the end of the text too early, expected {expected}")
    number, line = lines[0]
    return ParseError(f"found {line[:40]!r}, expected {expected}", line=number)


def _houses(number: int, line: str) -> int:
    found = re.fullmatch(r"houses: ?(\d{1,9})", line, re.ASCII)
    if not found or not 1 <= int(found[1]) <= MOST_HOUSES:
        raise ParseError(f"found {line[:40]!r}, expected 'houses: ' and a number from 1 to {MOST_HOUSES}", line=number)
    return int(found[1])


def _attributes(lines: Lines, houses: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    seen: dict[str, str] = {}
    found = []
    for number, line in lines:
        name, mark, own = _stopped(number, line).partition(": ")
        if not mark:
            raise _unlike([(number, line)], "an attribute and its properties, such as 'pet: cat, dog.'")
        pair = (name, tuple(part.strip() for part in own.split(",")))
        try:
            check_attribute(*pair, houses=houses, seen=seen)
        except PuzzleError as error:
            raise ParseError(str(error), line=number) from None
        found.append(pair)
    if not 1 <= len(found) <= MOST_ATTRIBUTES:
        at = lines[MOST_ATTRIBUTES][0] if lines else None
        raise ParseError(f"found {counted(len(found), 'attribute')}, expected 1 to {MOST_ATTRIBUTES}", line=at)
    return tuple(found)


def _stopped(number: int, line: str) -> str:
    """Return a line without its full stop. Raise ParseError if the full stop is missing, because the text may have been
    cut short."""
    if not line.endswith("."):
        raise ParseError(f"found {line[-40:]!r}, expected a full stop at the end", line=number)
    return line[:-1]


def _clue(puzzle: Puzzle, number: int, line: str) -> Clue:
    found = TOLD.fullmatch(_stopped(number, line))
    if not found:
        raise _unlike([(number, line)], "a clue, such as 'red = Kools.' or 'cat not next to dog.'")
    first, denied, relation, second = found.groups()
    if relation == "at" and not re.fullmatch(r"[1-9]\d?", second, re.ASCII):
        raise ParseError(f"found house {second[:20]!r}, expected 1 to {puzzle.houses}", line=number)
    try:
        clue = Clue(first, relation, int(second) if relation == "at" else second, bool(denied))
        return Puzzle(puzzle.houses, puzzle.attributes, (clue,)).clues[0]
    except PuzzleError as error:
        raise ParseError(str(error), line=number) from None


def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Return the full or partly filled table in a text.

    The text has a line for each attribute, such as `pet: dog, ?`, with the houses in order and `?` for an empty place.

    Raises
    ------
    ParseError
        If the text does not fit the puzzle. The message gives what was found and expected, with the line.
    """
    check_kind(puzzle, Puzzle)
    lines = _plain(text)
    if len(lines) != len(puzzle.attributes):
        raise ParseError(
            f"found {counted(len(lines), 'line')}, expected {len(puzzle.attributes)}, one for each attribute",
            line=lines[0][0],
        )
    rows = []
    for (number, line), (attribute, known) in zip(lines, puzzle.attributes, strict=True):
        name, _, own = line.partition(": ")
        if name != attribute:
            raise ParseError(f"found {line[:40]!r}, expected the line of {attribute}", line=number)
        names = [part.strip() for part in own.split(",")]
        if len(names) != puzzle.houses:
            raise ParseError(f"found {counted(len(names), 'place')}, expected {puzzle.houses} places", line=number)
        if strangers := [part for part in names if part not in (*known, "?")]:
            raise ParseError(f"found {strangers[0][:40]!r}, expected a property of {attribute} or '?'", line=number)
        rows.append((attribute, tuple("" if part == "?" else part for part in names)))
    return Solution(tuple(rows))


FILES = texts.DataFiles("zebra", parse)
load, names = FILES.load, FILES.names
