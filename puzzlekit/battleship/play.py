"""Battleship on the interactive board: its layout, and the conversion between states, puzzles and solutions.

The state of a cell is a symbol such as "#" for an entry, and "given #" for a clue. The state of a count is the number,
or "?" if the count is hidden. The fleet is a list with one line for each length; the state of a line is the number of
ships with a multiplication sign. The part "*" is a ship part of unknown kind; its neighbours can determine the kind.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin

from puzzlekit.battleship.puzzle import KINDS, MIDDLE, PART, SINGLE, UNKNOWN, WATER, Puzzle, Solution, line_of
from puzzlekit.battleship.rules import agrees, said, settle
from puzzlekit.battleship.text import parse_solution
from puzzlekit.board.adapter import adapter
from puzzlekit.board.layout import BoardLayout, ElementPosition, ElementType, State, StateStyle, clue, entry, given
from puzzlekit.board.places import cell_positions, grid_lines, row_and_column_numbers
from puzzlekit.core.errors import PuzzleError, counted
from puzzlekit.core.grid import Cell, Element, Label

NEAR, FAR = 0.12, 0.88  # where a part begins and ends within its cell; the side of the cell is 1
Outline = tuple[tuple[float, float], ...]
FLEET_SCALE = 0.4  # the side of a ship's cell in the list of the fleet; the side of a cell of the grid is 1
TIMES = "\N{MULTIPLICATION SIGN}"


def _arc(start: float, turn: float, radius: float = (FAR - NEAR) / 2) -> list[tuple[float, float]]:
    """Return points (x, y) of an arc around the centre of the unit square. The arc begins at the angle `start` and has
    the angle `turn`. Angles are clockwise, in half turns; 0 points to the right."""
    angles = [pi * (start + turn * k / 16) for k in range(17)]
    return [(round(0.5 + radius * cos(angle), 3), round(0.5 + radius * sin(angle), 3)) for angle in angles]


def _end(start: float, corners: Outline) -> Outline:
    return (*_arc(start, 1), *corners)


def _wave() -> Outline:
    upper = [(0.2 + 0.6 * k / 16, 0.47 - 0.08 * sin(pi * k / 4)) for k in range(17)]
    return tuple((round(x, 3), round(y, 3)) for x, y in (*upper, *((x, y + 0.06) for x, y in reversed(upper))))


OUTLINES: Mapping[str, Outline] = {
    WATER: _wave(),
    "<": _end(0.5, ((0.5, NEAR), (1, NEAR), (1, FAR), (0.5, FAR))),
    ">": _end(1.5, ((0.5, FAR), (0, FAR), (0, NEAR), (0.5, NEAR))),
    "^": _end(1.0, ((FAR, 0.5), (FAR, 1), (NEAR, 1), (NEAR, 0.5))),
    "v": _end(0.0, ((NEAR, 0.5), (NEAR, 0), (FAR, 0), (FAR, 0.5))),
    MIDDLE: ((0.06, NEAR), (0.94, NEAR), (0.94, FAR), (0.06, FAR)),
    SINGLE: tuple(_arc(0, 2)),
    PART: ((0.5, 0.2), (0.8, 0.5), (0.5, 0.8), (0.2, 0.5)),
}
"""{kind: a polygon in the unit square}, where y points downwards. The diamond is a part of unknown kind."""
# kind -> the square (x, y, size) within the cell that shows the LP value of this kind
SPOTS = {
    WATER: (0.0, 0.0, 1 / 3),
    "^": (1 / 3, 0.0, 1 / 3),
    "<": (0.0, 1 / 3, 1 / 3),
    MIDDLE: (1 / 3, 1 / 3, 1 / 3),
    ">": (2 / 3, 1 / 3, 1 / 3),
    "v": (1 / 3, 2 / 3, 1 / 3),
    SINGLE: (2 / 3, 2 / 3, 1 / 3),
}
UNTOLD = "?"
SYMBOLS = KINDS + PART


def ships(number: int) -> str:
    """Return the text of a line in the list of the fleet: the number of ships and a multiplication sign."""
    return f"{number}{TIMES}"


def _sheet(puzzle: Puzzle) -> BoardLayout:
    lengths, numbers = zip(*puzzle.fleet, strict=True)
    most = max(puzzle.height, puzzle.width, *numbers, *(count or 0 for _, _, count in puzzle.lines))
    return _sheet_of(puzzle.height, puzzle.width, lengths, most)  # the layout does not depend on the clues


@lru_cache(maxsize=32)
def _sheet_of(height: int, width: int, lengths: tuple[int, ...], most: int) -> BoardLayout:
    fleet = tuple((length, 1) for length in lengths)
    bare = Puzzle((UNKNOWN * width,) * height, (None,) * height, (None,) * width, fleet)
    kinds = {
        "cell": ElementType(
            "cell",
            ("", *map(given, SYMBOLS)),
            ("", *SYMBOLS),
            cycle=("", WATER, PART, given(WATER), given(PART)),  # kinds of parts are typed or chosen with a pen
            cross=(WATER, given(WATER)),
            notes=tuple(KINDS),
            spots=SPOTS,
        ),
        "row count": _counts(width),
        "column count": _counts(height),
        "fleet": ElementType("label", tuple(map(ships, range(1, most + 1))), cycle=True),
        "number": ElementType("label"),
    }
    places = cell_positions(height, width)
    for label, _, _ in bare.lines:
        across = label.side == "row"
        at = (width + 0.5, label.index + 0.5) if across else (label.index + 0.5, height + 0.5)
        places[label] = ElementPosition(f"{label.side} count", at, f"count of {label}")
    places |= {
        Label(f"{label.side} number", label.index): place
        for label, place in row_and_column_numbers(height, width, "number").items()
        if isinstance(label, Label)
    }
    places |= _fleet(bare)
    tall = max(height + 1.3, len(fleet) + 0.2) - height
    margin = (1.0, 1.0, 3.1 + FLEET_SCALE * lengths[0], tall)  # on the right: the counts and the list of the fleet
    lines = tuple(grid_lines(height, width))
    title = f"Battleship, {height} x {width}"
    return BoardLayout(title, width, height, places, kinds, _looks(most), lines, margin)


def _counts(most: int) -> ElementType:
    """Return the element type of a count from 0 to `most`. A click adds one, and a digit can be typed."""
    return ElementType("label", (UNTOLD, *map(str, range(most + 1))), cycle=True)


def _looks(most: int) -> dict[str, StateStyle]:
    looks = {"": StateStyle(key=UNKNOWN), UNTOLD: StateStyle(UNTOLD, look="given", key=UNTOLD, said="hidden")}
    looks |= {str(n): StateStyle(str(n), look="given", key=str(n)) for n in range(most + 1)}
    for n in range(1, most + 1):
        looks[ships(n)] = StateStyle(ships(n), look="given", key=str(n), said=counted(n, "ship"))
    for symbol in SYMBOLS:
        path = _path(symbol)
        looks[symbol] = StateStyle(path=path, key=symbol, said=said(symbol))
        looks[given(symbol)] = StateStyle(path=path, look="given", key=symbol, said=f"given {said(symbol)}")
    return looks


def _path(symbol: str, x: float = 0.0, y: float = 0.0, size: float = 1.0) -> str:
    points = (f"{x + size * a:.3f} {y + size * b:.3f}" for a, b in OUTLINES[symbol])
    return f"M{'L'.join(points)}Z"


def _fleet(puzzle: Puzzle) -> dict[Element, ElementPosition]:
    """Return the places of the lines in the list of the fleet: a number, and on its right a ship."""
    places: dict[Element, ElementPosition] = {}
    top = (1 - FLEET_SCALE) / 2
    for index, (length, _) in enumerate(puzzle.fleet):
        ship = SINGLE if length == 1 else f"<{MIDDLE * (length - 2)}>"
        path = "".join(_path(kind, 1.35 + FLEET_SCALE * k, top, FLEET_SCALE) for k, kind in enumerate(ship))
        at = puzzle.width + 2.1, index + 0.5
        places[line_of(length)] = ElementPosition("fleet", at, f"fleet, length {length}", path=path)
    return places


def _write(puzzle: Puzzle, solution: Solution | None) -> State:
    filled = solution.filled if solution else {}
    if solution and (len(solution.rows), len(solution.rows[0])) != (puzzle.height, puzzle.width):
        found = f"{len(solution.rows)} x {len(solution.rows[0])}"
        raise PuzzleError(f"found a board of {found} cells, expected {puzzle.height} x {puzzle.width} as in the puzzle")
    state: dict[Element, str] = dict(filled.items())
    parts = [cell for cell, clue in puzzle.given.items() if clue == PART]
    unsure = {cell: PART for cell in parts if agrees(filled.get(cell, PART), PART)}
    seen = settle(puzzle, Solution.of(puzzle, {**filled, **unsure})).filled if unsure else {}
    for cell, kind in puzzle.given.items():
        own = filled.get(cell, kind)
        says_no_more = own in (kind, PART) or own == seen.get(cell)
        state[cell] = given(kind, over="" if agrees(own, kind) and says_no_more else own)
    for label, _, count in puzzle.lines:
        state[label] = UNTOLD if count is None else str(count)
    fleet = {line_of(length): ships(number) for length, number in puzzle.fleet}
    return state | fleet


def _read_puzzle(puzzle: Puzzle, state: State) -> Puzzle:
    clues = {cell: clue(word) for cell, word in state.items() if clue(word)}
    words = {label: state.get(label) or UNTOLD for label, _, _ in puzzle.lines}
    told = {label: None if word == UNTOLD else int(word) for label, word in words.items()}
    rows, columns = ((*(n for label, n in told.items() if label.side == side),) for side in ("row", "column"))
    fleet = []
    for length, number in puzzle.fleet:
        word = state.get(line_of(length))
        fleet.append((length, int(word.removesuffix(TIMES)) if word else number))
    return Puzzle(Solution.of(puzzle, clues).rows, rows, columns, tuple(fleet))


def _read_solution(puzzle: Puzzle, state: State) -> Solution:
    filled = {cell: entry(word) for cell, word in state.items() if isinstance(cell, Cell)}
    return settle(puzzle, Solution.of(puzzle, filled))


def _parse_solution(puzzle: Puzzle, text: str) -> Solution:
    return settle(puzzle, parse_solution(puzzle, text))


def _empty(puzzle: Puzzle, rows: int, columns: int) -> Puzzle:
    return Puzzle((UNKNOWN * columns,) * rows, (None,) * rows, (None,) * columns, puzzle.fleet)


_own = {"parse_solution": _parse_solution, "agrees": agrees}
ADAPTER = adapter(__package__, _sheet, _write, _read_puzzle, _read_solution, empty=_empty, **_own)
