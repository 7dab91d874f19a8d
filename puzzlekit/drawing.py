"""What all pictures share: a board's Axes, symbols, shades and marks. Meaning never rests on colour alone.

Coordinates are those of the grid: cell (row, column) is the unit square with its upper left corner at x = column,
y = row, and y grows downwards. A function that draws leaves matplotlib's global settings alone.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from statistics import median
from typing import Any, ParamSpec, TypeVar

import matplotlib
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

STYLE = matplotlib.rc_params_from_file(Path(__file__).with_name("puzzlekit.mplstyle"), use_default_template=False)

INK, GREY, TINT = "#1A1A1A", "#8A8A8A", "#EDEDED"
BLUE, VERMILLION, GREEN, ORANGE, PURPLE = "#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7"
BOARD_INCHES = 4.2
THIN, THICK = 0.7, 2.1

P = ParamSpec("P")
T = TypeVar("T")


def styled(function: Callable[P, T]) -> Callable[P, T]:
    """Run a drawing function in the style of the course."""

    @wraps(function)
    def inner(*args: P.args, **kwargs: P.kwargs) -> T:
        # not plt.style.context, which also undoes what the notebook's backend sets when the first figure is made
        before = {key: plt.rcParams[key] for key in STYLE}
        plt.rcParams.update(STYLE)
        try:
            return function(*args, **kwargs)
        finally:
            plt.rcParams.update(before)

    return inner


@styled
def board_axes(rows: int, columns: int, ax: Axes | None = None) -> Axes:
    """Axes for a board of unit squares: no frame, one-based numbers outside, rows from the top."""
    if ax is None:
        width = BOARD_INCHES * max(1.0, columns / 12)
        _, ax = plt.subplots(figsize=(width, width * rows / columns))
    ax.set(xlim=(-0.08, columns + 0.08), ylim=(rows + 0.08, -0.08), aspect="equal")
    ax.xaxis.tick_top()
    ax.set_xticks([j + 0.5 for j in range(columns)], [str(j + 1) for j in range(columns)])
    ax.set_yticks([i + 0.5 for i in range(rows)], [str(i + 1) for i in range(rows)])
    small = 8 if max(rows, columns) <= 16 else 6
    ax.tick_params(length=0, labelsize=small, labelcolor=GREY, pad=2)
    ax.spines[:].set_visible(False)
    return ax


@styled
def boards(count: int, *, titles: Sequence[str] = ()) -> tuple[Axes, ...]:
    """Axes for boards side by side at one scale; draw into each of them."""
    _, axes = plt.subplots(1, count, figsize=(BOARD_INCHES * 0.9 * count, BOARD_INCHES), squeeze=False)
    for ax, title in zip(axes[0], titles, strict=False):
        ax.set_title(title)
    return tuple(axes[0])


@styled
def svg(ax: Axes) -> str:
    """The figure of these Axes as SVG text, the same each time; the figure is closed."""
    figure = ax.figure.get_figure(root=True)
    file = io.StringIO()
    plt.rcParams["savefig.bbox"] = None  # a tight box would draw everything twice; the layout leaves hardly any margin
    figure.savefig(file, format="svg", metadata={"Date": None})
    plt.close(figure)  # or the notebook would show it a second time
    return file.getvalue()


def frames(draw: Callable[[int, Axes], object], count: int) -> tuple[bytes, ...]:
    """Pictures as PNG, one for each number from 0 on: `draw(number, ax)` draws it."""
    return tuple(filmstrip(draw, [number], columns=1) for number in range(count))


@styled
def filmstrip(draw: Callable[[int, Axes], object], numbers: Sequence[int], *, columns: int = 4) -> bytes:
    """Several of these pictures side by side in lines of `columns`, as one PNG."""
    lines = -(-len(numbers) // columns)
    side = BOARD_INCHES * (0.9 if columns == 1 else 0.6)
    figure, axes = plt.subplots(lines, columns, figsize=(side * columns, side * lines), squeeze=False)
    for number, ax in zip(numbers, axes.flat, strict=False):
        draw(number, ax)
    for ax in axes.flat[len(numbers) :]:
        ax.set_axis_off()
    file = io.BytesIO()
    figure.savefig(file, format="png")
    plt.close(figure)
    return file.getvalue()


def grid_lines(ax: Axes, rows: int, columns: int, *, every: tuple[int, int] | None = None) -> None:
    """Thin lines around every cell; thick ones around the board and after `every` (rows, columns)."""
    tall, wide = every or (rows, columns)
    for i in range(rows + 1):
        thick = i % tall == 0 or i == rows
        ax.plot([0, columns], [i, i], color=INK, lw=THICK if thick else THIN, solid_capstyle="projecting", zorder=3)
    for j in range(columns + 1):
        thick = j % wide == 0 or j == columns
        ax.plot([j, j], [0, rows], color=INK, lw=THICK if thick else THIN, solid_capstyle="projecting", zorder=3)


def point_size(ax: Axes, share: float) -> float:
    """The font size, in points, at which a capital letter takes this share of a cell's height."""
    figure = ax.figure.get_figure(root=True)
    position = ax.get_position()
    width, height = figure.get_size_inches() * (position.width, position.height)
    cells = max(abs(ax.get_xlim()[1] - ax.get_xlim()[0]) / width, abs(ax.get_ylim()[1] - ax.get_ylim()[0]) / height)
    return 72 / cells * share / 0.72  # a capital takes 72% of its font's size


def symbol(
    ax: Axes, x: float, y: float, text: str, *, given: bool = False, share: float = 0.56, **options: Any
) -> None:
    """A symbol centred at (x, y): bold ink where it is given, regular blue where somebody filled it in."""
    look: dict[str, Any] = {"color": INK, "fontweight": "bold"} if given else {"color": BLUE, "fontweight": "normal"}
    look |= {"fontsize": point_size(ax, share), "zorder": 5}
    ax.text(x, y, text, ha="center", va="center_baseline", **(look | options))


def shade(ax: Axes, x: float, y: float, *, colour: str = TINT, alpha: float = 1.0, size: float = 1.0) -> None:
    """Fill the unit square whose upper left corner is (x, y)."""
    ax.add_patch(Rectangle((x, y), size, size, facecolor=colour, alpha=alpha, edgecolor="none", zorder=1))


def mark_cells(ax: Axes, marks: Mapping[Any, str]) -> None:
    """Outline regions of marked cells: "wrong" and "over" are hatched with a thick edge, "hinted" has a dotted one;
    "plus" and "minus" are hatched with their signs. A mark may be several words."""
    wrong: dict[str, Any] = {"color": VERMILLION, "lw": 2.4, "solid_capstyle": "projecting"}
    looks = {"wrong": wrong, "over": wrong, "hinted": {"color": GREEN, "lw": 2.6, "ls": ":"}}
    signs = {"plus": (BLUE, "++"), "minus": (ORANGE, "--")}
    for mark in (*signs, *looks):
        region = {
            (cell.row, cell.column) for cell, own in marks.items() if mark in own.split() and hasattr(cell, "row")
        }
        colour, hatch = signs.get(mark, (VERMILLION, "///"))
        for row, column in region:
            if mark != "hinted":
                box = Rectangle((column, row), 1, 1, facecolor="none", edgecolor=colour, lw=0, hatch=hatch, zorder=2)
                ax.add_patch(box)
            for x, y in _outer_edges(row, column, region) if mark in looks else ():
                ax.plot(x, y, zorder=4, **looks[mark])


def _outer_edges(row: int, column: int, region: set[tuple[int, int]]) -> Iterator[tuple[list[float], list[float]]]:
    """The sides of a cell beyond which the region ends, drawn a little inside."""
    inset = 0.05
    top, left, bottom, right = row + inset, column + inset, row + 1 - inset, column + 1 - inset
    sides = {(-1, 0): ([left, right], [top, top]), (1, 0): ([left, right], [bottom, bottom])}
    sides |= {(0, -1): ([left, left], [top, bottom]), (0, 1): ([right, right], [top, bottom])}
    for (down, across), line in sides.items():
        if (row + down, column + across) not in region:
            yield line


def mark_labels(ax: Axes, marks: Mapping[Any, str]) -> None:
    """Show at the row and column numbers what is met (a tick) and what is over or wrong (a cross)."""
    signs = {"met": "✓", "over": "✗", "wrong": "✗"}
    for side, axis in (("row", ax.yaxis), ("column", ax.xaxis)):
        texts = [label.get_text() for label in axis.get_ticklabels()]
        for element, mark in marks.items():
            if getattr(element, "side", None) == side and mark in signs:
                texts[element.index] += f"\n{signs[mark]}" if side == "column" else f" {signs[mark]}"
        axis.set_ticklabels(texts)


@styled
def times(
    measured: Mapping[str, tuple[Iterable[float], Iterable[float]]],
    *,
    printed: Mapping[str, tuple[Iterable[float], Iterable[float]]] | None = None,
    xlabel: str,
    ylabel: str = "time in seconds",
    ax: Axes | None = None,
) -> Axes:
    """Every instance a point on a logarithmic time axis, the median a line: ours filled, a text's own figures hollow.

    `measured` and `printed` map a name to its (x values, seconds).
    """
    ax = ax or plt.subplots(figsize=(6, 3.4))[1]
    names = list(dict.fromkeys([*measured, *(printed or {})]))
    for name, colour, shape in zip(names, (BLUE, ORANGE, GREEN, PURPLE, VERMILLION, INK), "osD^v<", strict=False):
        for points, filled in ((measured.get(name), "full"), ((printed or {}).get(name), "none")):
            if points:
                x, seconds = map(list, points)
                ax.plot(x, seconds, shape, color=colour, fillstyle=filled, label=name)
                ax.axhline(median(seconds), color=colour, lw=0.8, ls="-" if filled == "full" else "--", zorder=0)
    ax.set(yscale="log", xlabel=xlabel, ylabel=ylabel)
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
    return ax
