"""The shapes of Battleship in pictures and on the board: outlines of ship parts, and the list of the fleet."""

from collections.abc import Mapping
from math import cos, pi, sin

from puzzlekit.battleship.puzzle import MIDDLE, PART, SINGLE, WATER, Puzzle

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


def fleet_place(puzzle: Puzzle, index: int) -> tuple[float, float]:
    """Return the place (x, y) of the number in line `index` of the fleet list. The ship is drawn to the right of the
    number."""
    return puzzle.width + 2.1, index + 0.5


def fleet_ship(length: int) -> str:
    """Return the parts of a horizontal ship of this length as a text: "<#>"."""
    return SINGLE if length == 1 else f"<{MIDDLE * (length - 2)}>"


def right_margin(puzzle: Puzzle) -> float:
    """Return the width of the margin to the right of the grid. It has room for the counts and the list of the fleet."""
    return 3.1 + FLEET_SCALE * puzzle.fleet[0][0]
