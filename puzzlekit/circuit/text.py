"""Circuit boards as text: pictures, and the files of `data/circuit/`.

In a picture, every other line and column has points and blacked-out points, and the edges are drawn between the points.
"""

from puzzlekit.circuit.puzzle import Lattice, Puzzle, Solution
from puzzlekit.core import texts
from puzzlekit.core.errors import ParseError, PuzzleError, check_kind
from puzzlekit.core.grid import Edge, Point
from puzzlekit.core.lattice import MAX_SIDE

POINTS = "o#st"


def parse(text: str) -> Puzzle:
    r"""Return the puzzle in a text picture.

    The symbols are `o` for a point, `#` for a blacked-out point, `s` and `t` for the endpoints, `-` and `|` for given
    edges, and `.` or a space for no edge.

    Raises
    ------
    ParseError
        If the text is not a puzzle. The message gives what was found and expected, with line and column.

    Examples
    --------
    >>> from puzzlekit import circuit
    >>> len(circuit.parse("o-o.o\n....|\n#.o.o").points)
    5
    """
    lines = {number: line.rstrip(" ") for number, line in texts.text_lines(text).items()}
    first, last = min(lines), max(lines)
    width = max(map(len, lines.values()))
    if len(lines) % 2 == 0:
        raise ParseError(f"found {len(lines)} lines, expected an odd number: every other line has points", line=last)
    if width % 2 == 0:
        longest = next(number for number, line in lines.items() if len(line) == width)
        raise ParseError(
            f"found {width} symbols in the longest line, expected an odd number: points at every other place",
            line=longest,
        )
    rows, columns = (len(lines) + 1) // 2, (width + 1) // 2
    if max(rows, columns) > MAX_SIDE:
        raise ParseError(f"found {rows} x {columns} points, expected at most {MAX_SIDE} x {MAX_SIDE}")
    canvas = {number - first: line.ljust(width, ".").replace(" ", ".") for number, line in lines.items()}
    signs = {
        Point(i, j): _sign(canvas[2 * i][2 * j], POINTS, "a point 'o' or '#'", first + 2 * i, 2 * j + 1)
        for i in range(rows)
        for j in range(columns)
    }
    blocked = frozenset(point for point, sign in signs.items() if sign == "#")
    ends = _endpoints(signs, first)
    try:
        lattice = Lattice(rows, columns, blocked, ends)
    except PuzzleError as error:
        raise ParseError(str(error)) from None
    return Puzzle(rows, columns, blocked, ends, frozenset(_edges(canvas, lattice, first)))


def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    """Return the board, finished or not, in a text picture. Raise ParseError if the text does not fit the puzzle."""
    check_kind(puzzle, Puzzle)
    found = parse(text)
    size, expected = ((board.rows, board.columns) for board in (found, puzzle))
    if size != expected:
        raise ParseError(f"found {size[0]} x {size[1]} points, expected {expected[0]} x {expected[1]} as in the puzzle")
    if found.lattice != puzzle.lattice:
        lines = [str(Puzzle(*vars(board.lattice).values())).split("\n") for board in (found, puzzle)]
        line, column = next(
            (i, j) for i, row in enumerate(lines[0]) for j, sign in enumerate(row) if sign != lines[1][i][j]
        )
        first = min(texts.text_lines(text))
        wrong, right = (rows[line][column] for rows in lines)
        raise ParseError(f"found {wrong!r}, expected {right!r} as in the puzzle", line=first + line, column=column + 1)
    return Solution.of(puzzle, found.given)


def _endpoints(signs: dict[Point, str], first: int) -> tuple[Point, Point] | None:
    places = {sign: [point for point, found in signs.items() if found == sign] for sign in "st"}
    for sign, points in places.items():
        if len(points) > 1:
            line, column = first + 2 * points[1].row, 2 * points[1].column + 1
            raise ParseError(f"found a second {sign!r}, expected only one", line=line, column=column)
    if not any(places.values()):
        return None
    for sign, other in (("s", "t"), ("t", "s")):
        if not places[sign]:
            (point,) = places[other]
            line, column = first + 2 * point.row, 2 * point.column + 1
            raise ParseError(f"found {other!r} without {sign!r}, expected both or neither", line=line, column=column)
    return places["s"][0], places["t"][0]


def _edges(canvas: dict[int, str], lattice: Lattice, first: int) -> list[Edge]:
    found = []
    for i, line in canvas.items():
        for j, sign in enumerate(line):
            if i % 2 == 0 and j % 2 == 0:
                continue
            across, down = i % 2 == 0, j % 2 == 0
            symbols, usual = (".-", "'-' or '.'") if across else (".|", "'|' or '.'") if down else (".", "'.'")
            if _sign(sign, symbols, usual, first + i, j + 1) == ".":
                continue
            a, b = Point(i // 2, j // 2), Point((i + down) // 2, (j + across) // 2)
            for point in (a, b):
                if point in lattice.blocked:
                    message = f"found {sign!r}, expected no edge here: {point} is blacked out"
                    raise ParseError(message, line=first + i, column=j + 1)
            found.append(Edge(a, b))
    return found


def _sign(sign: str, allowed: str, usual: str, line: int, column: int) -> str:
    if sign not in allowed:
        raise ParseError(f"found {sign!r}, expected {usual}", line=line, column=column)
    return sign


FILES = texts.DataFiles("circuit", parse)
load, names = FILES.load, FILES.names
