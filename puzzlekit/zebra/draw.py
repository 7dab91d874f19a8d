"""Pictures of the Zebra puzzle: the table, with the clues to its right."""

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke

from puzzlekit import drawing
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell, Element, LPValues
from puzzlekit.zebra.puzzle import Puzzle, Solution
from puzzlekit.zebra.rules import clue_words, told

LETTER = 0.07  # width of a letter in inches, if there is room
PITCH, TALL = 0.19, 0.36  # the distance of two clues, and the smallest height of a row, in inches
MOST = 9  # the largest font size, in points
HALO = (withStroke(linewidth=2.4, foreground="white"),)  # keeps small words readable on a hatch
SHOWN = 4  # the most LP values drawn in one place


@drawing.styled
@validate_args
def draw(
    puzzle: Puzzle,
    solution: Solution | None = None,
    *,
    fractions: LPValues | None = None,
    marks: Mapping[Element, str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the table and the clues. Optionally, draw a solution's properties in blue, LP values, or marks. Return the
    axes.

    Parameters
    ----------
    fractions
        `{(cell, property): value}` from an LP solution. A property with value 1 is drawn like a solution's property.
        Several properties in one place are drawn below each other, each on a bar whose length is its value.
    marks
        `{element: mark}`, as returned by the function `marks`.
    ax
        The axes to draw on. If None, a new figure is made.
    """
    rows, houses, clues = len(puzzle.attributes), puzzle.houses, [*told(puzzle)]
    longest = max(4, *map(len, puzzle.cells_of))
    lines = [f"{label.index + 1}. {clue_words(clue)}" for label, clue in clues]
    beside = (max(map(len, lines), default=0) + 6) / longest if lines else 0.0  # in widths of a place
    if ax is None:
        size = (LETTER * longest * (houses + beside) + 1, max(TALL * rows, PITCH * len(lines)) + 0.4)
        _, ax = plt.subplots(figsize=size)
    drawing.board_axes(rows, houses, ax)
    ax.set(xlim=(-0.08, houses + beside + 0.08), aspect="auto")
    ax.set_yticklabels([name for name, _ in puzzle.attributes])
    drawing.grid_lines(ax, rows, houses)
    letters = _letters(ax, longest)
    for cell, name in solution.filled.items() if solution else ():
        _word(ax, cell, name, letters)
    _fractions(ax, fractions or {}, letters)
    pitch = rows / max(len(lines), 2 * rows)
    for (label, _), line in zip(clues, lines, strict=True):
        _clue(ax, houses + 3 / longest, pitch * (label.index + 0.5), line, (marks or {}).get(label, ""), letters)
    drawing.mark_cells(ax, marks or {})
    drawing.mark_labels(ax, marks or {})
    return ax


def _letters(ax: Axes, longest: int) -> float:
    """Return the font size, in points, at which a word of `longest` letters fits into a place."""
    figure = ax.figure.get_figure(root=True)
    wide = ax.get_position().width * figure.get_size_inches()[0] / abs(ax.get_xlim()[1] - ax.get_xlim()[0])
    return min(MOST, 72 * wide / (0.62 * longest))


def _word(ax: Axes, cell: Cell, name: str, letters: float) -> None:
    drawing.symbol(ax, cell.column + 0.5, cell.row + 0.5, name, fontsize=letters, path_effects=HALO)


def _clue(ax: Axes, x: float, y: float, line: str, mark: str, letters: float) -> None:
    """Draw a clue as text, with the sign of its mark before it. Marks other than "met" also give the clue a frame."""
    look: dict[str, Any] = {"fontsize": letters, "va": "center_baseline", "in_layout": False}
    colour = drawing.sign_colour(mark)
    ax.text(x, y, f"{drawing.sign(mark)} ", ha="right", color=colour, **look)
    lit = mark not in ("", "met")
    box = {"facecolor": "none", "edgecolor": colour, "pad": 1.2, "lw": 0.9} if lit else None
    ax.text(x, y, line, ha="left", color=drawing.INK, bbox=box, **look)


def _fractions(ax: Axes, fractions: LPValues, letters: float) -> None:
    of: dict[Cell, list[tuple[float, str]]] = {}
    for (cell, name), value in fractions.items():
        if value > drawing.NONE:
            of.setdefault(cell, []).append((value, name))
    for cell, own in of.items():
        if own[0][0] > drawing.SURE:
            _word(ax, cell, own[0][1], letters)
            continue
        own.sort(key=lambda pair: (-pair[0], pair[1]))
        high = 1 / max(2, min(len(own), SHOWN))
        for line, (value, name) in enumerate(own[:SHOWN]):
            top = cell.row + line * high
            bar = Rectangle((cell.column, top + 0.1 * high), value, 0.8 * high, facecolor=drawing.BLUE, alpha=0.3, lw=0)
            ax.add_artist(bar)
            size, words = letters * min(1.0, 2.6 * high), f"{name} {value:.2g}"
            drawing.symbol(ax, cell.column + 0.5, top + 0.5 * high, words, fontsize=size, color=drawing.INK)
