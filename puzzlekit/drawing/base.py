"""The style of every picture, and the parts of a drawn board: Axes, lines, symbols, shades, SVG."""

import io
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import matplotlib
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.patches import Rectangle

from puzzlekit.core.errors import validate_args, validate_int
from puzzlekit.core.interrupts import DeferInterrupts

STYLE = matplotlib.rc_params_from_file(Path(__file__).parents[1] / "puzzlekit.mplstyle", use_default_template=False)

INK, GREY, TINT = "#1A1A1A", "#8A8A8A", "#EDEDED"
BLUE, VERMILLION, GREEN, ORANGE, PURPLE = "#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7"
BOARD_INCHES = 4.2
MOST_BOARDS = 100  # side by side
THIN, THICK = 0.7, 2.1
SURE = 1 - 1e-6  # larger LP values are drawn as an answer
NONE = 1e-6  # LP values up to this one are not drawn

P = ParamSpec("P")
T = TypeVar("T")


def styled(function: Callable[P, T]) -> Callable[P, T]:
    """Run a drawing function in the course's style. Defer interrupts, since some matplotlib callbacks lose them."""
    within = styled_calling(function)

    @wraps(function)
    def inner(*args: P.args, **kwargs: P.kwargs) -> T:
        with DeferInterrupts():
            return within(*args, **kwargs)

    return inner


def styled_calling(function: Callable[P, T]) -> Callable[P, T]:
    """Run a drawing function in the course's style. A reader's function that it calls can be interrupted."""

    @wraps(function)
    def inner(*args: P.args, **kwargs: P.kwargs) -> T:
        # not plt.style.context, which also undoes what the notebook's backend sets when the first figure is made
        before = {key: plt.rcParams[key] for key in STYLE}
        try:
            plt.rcParams.update(STYLE)
            return function(*args, **kwargs)
        finally:
            with DeferInterrupts():
                plt.rcParams.update(before)

    return inner


@styled
def board_axes(rows: int, columns: int, ax: Axes | None = None) -> Axes:
    """Return Axes for a board of unit squares: no frame, one-based numbers outside, rows from the top."""
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


@validate_args
@styled
def boards(count: int, *, titles: Sequence[str] = ()) -> tuple[Axes, ...]:
    """Return Axes for boards side by side at one scale, one for each board."""
    validate_int(count, "count", 1, MOST_BOARDS)
    _, axes = plt.subplots(1, count, figsize=(BOARD_INCHES * 0.9 * count, BOARD_INCHES), squeeze=False)
    for ax, title in zip(axes[0], titles, strict=False):
        ax.set_title(title)
    return tuple(axes[0])


@styled
def svg(ax: Axes) -> str:
    """Return the figure of some Axes as reproducible SVG text, and close the figure."""
    figure = ax.figure.get_figure(root=True)
    file = io.StringIO()
    # not figure.savefig, which draws everything twice to measure a tight box; the layout leaves no margin anyway
    FigureCanvasSVG(figure).print_svg(file, metadata={"Date": None})
    plt.close(figure)  # or the notebook would show it a second time
    return file.getvalue()


@styled_calling
def strip(draw: Callable[[int, Axes], object], numbers: Sequence[int], *, columns: int = 4) -> bytes:
    """Return one PNG with a picture for each number, side by side in lines of `columns` pictures."""
    axes = _small_axes(len(numbers), columns)
    for number, ax in zip(numbers, axes, strict=True):
        draw(number, ax)
    return _png(axes[0].figure)


@styled
def _small_axes(count: int, columns: int) -> tuple[Axes, ...]:
    lines, side = -(-count // columns), BOARD_INCHES * 0.6
    _, axes = plt.subplots(lines, columns, figsize=(side * columns, side * lines), squeeze=False)
    for ax in axes.flat[count:]:
        ax.set_axis_off()
    return tuple(axes.flat[:count])


@styled
def _png(figure: Any) -> bytes:
    file = io.BytesIO()
    figure.savefig(file, format="png")
    plt.close(figure)
    return file.getvalue()


def grid_lines(ax: Axes, rows: int, columns: int, *, every: tuple[int, int] | None = None) -> None:
    """Draw thin lines around every cell, and thick lines around the board and after `every` (rows, columns)."""
    tall, wide = every or (rows, columns)
    for i in range(rows + 1):
        thick = i % tall == 0 or i == rows
        ax.plot([0, columns], [i, i], color=INK, lw=THICK if thick else THIN, solid_capstyle="projecting", zorder=3)
    for j in range(columns + 1):
        thick = j % wide == 0 or j == columns
        ax.plot([j, j], [0, rows], color=INK, lw=THICK if thick else THIN, solid_capstyle="projecting", zorder=3)


def point_size(ax: Axes, share: float) -> float:
    """Return the font size, in points, at which a capital letter takes this share of a cell's height."""
    figure = ax.figure.get_figure(root=True)
    position = ax.get_position()
    width, height = figure.get_size_inches() * (position.width, position.height)
    cells = max(abs(ax.get_xlim()[1] - ax.get_xlim()[0]) / width, abs(ax.get_ylim()[1] - ax.get_ylim()[0]) / height)
    return 72 / cells * share / 0.72  # a capital takes 72% of its font's size


def symbol(
    ax: Axes, x: float, y: float, text: str, *, given: bool = False, share: float = 0.56, **options: Any
) -> None:
    """Draw a symbol centred at (x, y): in bold black if it is given, in regular blue if it is an answer."""
    look: dict[str, Any] = {"color": INK, "fontweight": "bold"} if given else {"color": BLUE, "fontweight": "normal"}
    # a symbol within the board needs no room in the layout, which would otherwise measure every symbol
    look |= {"fontsize": point_size(ax, share), "zorder": 5, "in_layout": not ax.viewLim.contains(x, y)}
    ax.text(x, y, text, ha="center", va="center_baseline", **(look | options))


def shade(ax: Axes, x: float, y: float, *, colour: str = TINT, alpha: float = 1.0, size: float = 1.0) -> None:
    """Fill the unit square whose upper left corner is (x, y)."""
    box = Rectangle((x, y), size, size, facecolor=colour, alpha=alpha, edgecolor="none", zorder=1, in_layout=False)
    ax.add_artist(box)  # not add_patch, which widens the limits of Axes that board_axes has set
