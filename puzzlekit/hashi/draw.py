"""Pictures of Hashi: numbered discs, and bridges as lines along the grid."""

from collections.abc import Mapping

from matplotlib.axes import Axes
from matplotlib.patches import Circle

from puzzlekit import drawing
from puzzlekit.core.errors import counted, validate_args
from puzzlekit.core.grid import Edge, Element, LPValues, Point
from puzzlekit.hashi.puzzle import Puzzle, Solution, ends, is_down
from puzzlekit.hashi.rules import components
from puzzlekit.scip.constraints import LinearConstraint

RADIUS = 0.36
APART = 0.17  # between the lines of a double bridge
LARGE = 20  # from here on lines and signs are thinner


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
    """The islands, with a solution's bridges in blue, or with LP values.

    Parameters
    ----------
    fractions
        `{(bridge, n): value}`: a value of 1 is drawn as an answer; otherwise the lines are the fainter the smaller the
        expected number of bridges, which stands beside them.
    marks
        `{element: mark}`, from `marks`: wrong bridges are dashed, islands get a tick or a cross and a hatch.
        Or from an explanation: the places of bridges that its rows run through are hatched with plus and minus.
    """
    ax = drawing.board_axes(puzzle.rows, puzzle.columns, ax)
    thin = 1.0 if max(puzzle.rows, puzzle.columns) < LARGE else 0.6
    marks = marks or {}
    for bridge, count in solution.bridges if solution else ():
        _bridge(ax, bridge, count, thin, mark=marks.get(bridge, ""))
    for bridge in (bridge for bridge in marks if isinstance(bridge, Edge)):
        if {"plus", "minus"} & set(marks[bridge].split()):
            start, end = map(_middle, ends(bridge))
            drawing.mark_strip(ax, start, end, marks[bridge])
        elif not solution or bridge not in solution.drawn:
            _bridge(ax, bridge, 1, thin, mark=marks[bridge])
    _fractions(ax, puzzle, fractions or {}, thin)
    for point, number in puzzle.islands:
        _island(ax, point, number, marks.get(point, ""), thin)
    return ax


@drawing.styled
def draw_cut(puzzle: Puzzle, cut: LinearConstraint, number: int = 1, *, ax: Axes | None = None) -> Axes:
    """A row that a lazy family added: its group of islands tinted, the bridges of its cut-set dashed and numbered."""
    ax = drawing.board_axes(puzzle.rows, puzzle.columns, ax)
    cut_set = {key[0] for _, key in cut.coefficients}  # type: ignore[index]  # keys are (bridge, k)
    first = cut.index[0] if isinstance(cut.index, tuple) else cut.index  # a reader's own family may name one island
    group = next(group for group in components(puzzle, set(puzzle.bridges) - cut_set) if first in group)
    for bridge in puzzle.bridges:
        (x, y), (u, v) = map(_middle, ends(bridge))
        if bridge in cut_set:
            ax.plot([x, u], [y, v], color=drawing.PURPLE, lw=2.2, ls="--", zorder=2)
        else:
            ax.plot([x, u], [y, v], color=drawing.GREY, lw=0.6, alpha=0.5, zorder=1)
    for point, wanted in puzzle.islands:
        _island(ax, point, wanted, "", 1.0, face=drawing.PURPLE if point in group else "white")
    ax.set_title(f"{number}: {counted(len(group), 'island')} cut off")
    return ax


def _middle(point: Point) -> tuple[float, float]:
    return point.column + 0.5, point.row + 0.5


def _bridge(ax: Axes, bridge: Edge, count: int, thin: float, *, mark: str = "", alpha: float = 1.0) -> None:
    (x, y), (u, v) = map(_middle, (bridge.a, bridge.b))  # type: ignore[arg-type]  # bridges join points
    looks = {"wrong": (drawing.VERMILLION, "--"), "over": (drawing.VERMILLION, "--"), "hinted": (drawing.GREEN, ":")}
    colour, style = looks.get(mark, (drawing.BLUE, "-"))
    for line in range(count):
        off = (line - (count - 1) / 2) * APART
        dx, dy = (off, 0.0) if is_down(bridge) else (0.0, off)
        ax.plot(
            [x + dx, u + dx], [y + dy, v + dy], color=colour, ls=style, lw=2.2 * thin, alpha=alpha, zorder=2,
            solid_capstyle="butt",
        )  # fmt: skip


def _fractions(ax: Axes, puzzle: Puzzle, fractions: LPValues, thin: float) -> None:
    for bridge in puzzle.bridges:
        shares = {n: fractions.get((bridge, n), 0.0) for n in (1, 2)}
        expected = shares[1] + 2 * shares[2]
        sure = next((n for n, value in shares.items() if value > drawing.SURE), 0)
        if sure:
            _bridge(ax, bridge, sure, thin)
        elif expected > drawing.NONE:
            _bridge(ax, bridge, 2 if expected > 1 else 1, thin, alpha=max(0.15, min(1.0, expected / 2)))
            (x, y), (u, v) = map(_middle, ends(bridge))
            short = abs(u - x) + abs(v - y) < 2  # between two islands that are next door there is hardly room
            x, y = (x + u) / 2, (y + v) / 2 - (0.42 if short and y == v else 0)
            white = {"facecolor": "white", "edgecolor": "none", "pad": 0.0 if short else 0.4}
            told = f"{expected:.2g}".removeprefix("0")
            drawing.symbol(ax, x, y, told, share=0.26, color=drawing.INK, bbox=white)


def _island(ax: Axes, point: Point, number: int, mark: str, thin: float, *, face: str = "white") -> None:
    x, y = _middle(point)
    wrong, hinted = mark in ("wrong", "over"), mark == "hinted"
    edge = drawing.VERMILLION if wrong else drawing.GREEN if hinted else drawing.INK
    disc = Circle(
        (x, y), RADIUS, facecolor=face, edgecolor=edge, lw=(2.4 if wrong or hinted else 1.2) * thin,
        ls=":" if hinted else "-", hatch="////" if wrong else None, zorder=3,
    )  # fmt: skip
    ax.add_patch(disc)
    drawing.symbol(ax, x, y, str(number), given=True, share=0.34)
    if sign := {"met": "✓", "over": "✗"}.get(mark, ""):
        colour = drawing.VERMILLION if mark == "over" else drawing.INK
        drawing.symbol(ax, x + 0.36, y + 0.36, sign, share=0.24, color=colour, fontweight="bold")
