"""Pictures of Battleship."""

from collections.abc import Mapping

from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from puzzlekit import drawing
from puzzlekit.battleship.puzzle import PART, WATER, Puzzle, Solution, line_of
from puzzlekit.battleship.rules import agrees
from puzzlekit.battleship.shapes import FLEET_SCALE, OUTLINES, SPOTS, TIMES, fleet_place, fleet_ship, right_margin
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell, Element, LPValues


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
    """The puzzle with its counts and its fleet, with a solution's ships in blue, or with LP values.

    Parameters
    ----------
    fractions
        `{(cell, kind): value}`: 1 is drawn as an answer; of the kinds that share a cell each stands small in its own
        place, water in the upper left corner, the more solid the larger its value.
    marks
        `{element: mark}`, from `marks`.
    """
    marks = marks or {}
    ax = _axes(puzzle, ax)
    for cell in puzzle.given:
        drawing.shade(ax, cell.column, cell.row)
    drawing.grid_lines(ax, puzzle.height, puzzle.width)
    filled = solution.filled if solution else {}
    for cell, kind in puzzle.given.items():
        own = filled.get(cell, kind)
        kept = agrees(own, kind)
        _part(ax, cell, own if kept and kind == PART else kind, given=True, aside=not kept)
    for cell, kind in filled.items():
        if cell not in puzzle.given or not agrees(kind, puzzle.given[cell]):
            _part(ax, cell, kind)
    _fractions(ax, puzzle, fractions or {})
    _counts(ax, puzzle, marks)
    _fleet(ax, puzzle, marks)
    drawing.mark_cells(ax, {cell: mark for cell, mark in marks.items() if isinstance(cell, Cell)})
    return ax


def _axes(puzzle: Puzzle, ax: Axes | None) -> Axes:
    """Axes with room for the counts and for the list of the fleet."""
    wide, tall = puzzle.width + right_margin(puzzle), max(puzzle.height + 1.5, len(puzzle.fleet) + 0.2)
    own = ax is None
    ax = drawing.board_axes(puzzle.height, puzzle.width, ax)
    ax.set(xlim=(-0.08, wide), ylim=(tall, -0.08))
    if own:
        inches = drawing.BOARD_INCHES * max(0.3, (wide + 0.5) / 13)
        ax.figure.get_figure(root=True).set_size_inches(inches, inches * (tall + 0.5) / (wide + 0.5))  # type: ignore[union-attr]
    return ax


def _part(ax: Axes, cell: Cell, kind: str, *, given: bool = False, aside: bool = False) -> None:
    """A part or water in its cell; a clue that something else overrules stands aside, small in its corner."""
    size = 0.3 if aside else 1.0
    _shape(ax, cell.column + (0.04 if aside else 0), cell.row + (0.04 if aside else 0), kind, size, given=given)


def _shape(ax: Axes, x: float, y: float, kind: str, size: float, *, given: bool, alpha: float = 1.0) -> None:
    points = [(x + size * a, y + size * b) for a, b in OUTLINES[kind]]
    colour = drawing.INK if given else drawing.BLUE
    ax.add_patch(Polygon(points, facecolor=colour, edgecolor="none", alpha=alpha, zorder=2.5))


def _fractions(ax: Axes, puzzle: Puzzle, fractions: LPValues) -> None:
    shares: dict[Cell, dict[str, float]] = {}
    for (cell, kind), value in fractions.items():
        if value > drawing.NONE and puzzle.given.get(cell, PART) == PART:
            shares.setdefault(cell, {})[kind] = value
    for cell, values in shares.items():
        if max(values.values()) > drawing.SURE:
            _part(ax, cell, max(values, key=values.__getitem__))
            continue
        drawing.shade(ax, cell.column, cell.row, colour=drawing.BLUE, alpha=0.4 * (1 - values.get(WATER, 0.0)))
        for kind, value in values.items():
            x, y, size = SPOTS[kind]
            if kind != WATER:  # that is what the parts leave
                _shape(ax, cell.column + x, cell.row + y, kind, size, given=False, alpha=0.3 + 0.7 * value)


def _counts(ax: Axes, puzzle: Puzzle, marks: Mapping[Element, str]) -> None:
    """The counts to the right and below, each with its tick or cross."""
    for label, _, count in puzzle.lines:
        if label.side == "row":
            _count(ax, puzzle.width + 0.5, label.index + 0.5, count, marks.get(label), (0.55, 0))
        else:
            _count(ax, label.index + 0.5, puzzle.height + 0.5, count, marks.get(label), (0, 0.6))


def _count(ax: Axes, x: float, y: float, count: int | None, mark: str | None, away: tuple[float, float]) -> None:
    look = {"color": drawing.GREY, "fontweight": "normal"} if mark == "met" else {}
    drawing.symbol(ax, x, y, "?" if count is None else str(count), given=True, share=0.36, **look)
    _sign(ax, x + away[0], y + away[1], mark)


def _sign(ax: Axes, x: float, y: float, mark: str | None) -> None:
    if sign := drawing.sign(mark):
        drawing.symbol(ax, x, y, sign, given=True, share=0.3, color=drawing.sign_colour(mark))


def _fleet(ax: Axes, puzzle: Puzzle, marks: Mapping[Element, str]) -> None:
    """The ships to be placed, in a list to the right."""
    for index, (length, number) in enumerate(puzzle.fleet):
        x, y = fleet_place(puzzle, index)
        drawing.symbol(ax, x, y, f"{number}{TIMES}", given=True, share=0.3, fontweight="normal")
        _sign(ax, x + 0.55, y, marks.get(line_of(length)))
        for place, kind in enumerate(fleet_ship(length)):
            _shape(ax, x + 0.9 + FLEET_SCALE * place, y - FLEET_SCALE / 2, kind, FLEET_SCALE, given=True)
