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
BOARD_INCHES = 4.2  # width of a board of at most twelve columns
MOST_BOARDS = 100  # the most boards side by side
THIN, THICK = 0.7, 2.1  # widths of lines in points
SURE = 1 - 1e-6  # LP values above this value are drawn like the value 1
NONE = 1e-6  # LP values up to this value are not drawn

P = ParamSpec("P")
T = TypeVar("T")


def styled(function: Callable[P, T]) -> Callable[P, T]:
    """Decorate a drawing function so that it uses the course's style. Interrupts are deferred, because some matplotlib
    callbacks lose interrupts."""
    within = styled_calling(function)

    @wraps(function)
    def inner(*args: P.args, **kwargs: P.kwargs) -> T:
        with DeferInterrupts():
            return within(*args, **kwargs)

    return inner


def styled_calling(function: Callable[P, T]) -> Callable[P, T]:
    """Decorate a drawing function so that it uses the course's style. Interrupts are not deferred: the drawing function
    may call a function of the reader, and Ctrl-C must be able to end that function."""

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
    """Return Axes for a board of unit squares: without a frame, with one-based row and column numbers outside, and with
    row 1 at the top. By default the Axes are in a new figure."""
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
    """Return `count` Axes of the same size, side by side, each for one board. `titles` has their titles from left to
    right, and may be shorter."""
    validate_int(count, "count", 1, MOST_BOARDS)
    _, axes = plt.subplots(1, count, figsize=(BOARD_INCHES * 0.9 * count, BOARD_INCHES), squeeze=False)
    for ax, title in zip(axes[0], titles, strict=False):
        ax.set_title(title)
    return tuple(axes[0])


@styled
def svg(ax: Axes) -> str:
    """Return the figure that contains the Axes as reproducible SVG text, and close the figure."""
    figure = ax.figure.get_figure(root=True)
    file = io.StringIO()
    # not figure.savefig, which draws everything twice to measure a tight box; the layout leaves no margin anyway
    FigureCanvasSVG(figure).print_svg(file, metadata={"Date": None})
    plt.close(figure)  # or the notebook would show it a second time
    return file.getvalue()


@styled_calling
def strip(draw: Callable[[int, Axes], object], numbers: Sequence[int], *, columns: int = 4) -> bytes:
    """Return one PNG image, as bytes, with a picture for each number. `draw(number, ax)` draws a picture, and each row
    of the image has `columns` pictures."""
    axes = small_axes(len(numbers), columns, BOARD_INCHES * 0.6, BOARD_INCHES * 0.6)
    for number, ax in zip(numbers, axes, strict=True):
        draw(number, ax)
    return _png(axes[0].figure)


@styled
def small_axes(count: int, columns: int, width: float, height: float) -> tuple[Axes, ...]:
    """Return `count` Axes for pictures of this width and height in inches, with `columns` places in a row."""
    rows = max(1, -(-count // columns))
    _, axes = plt.subplots(rows, columns, figsize=(width * columns, height * rows), squeeze=False)
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
    """Draw lines around every cell. The lines around the board and between boxes are thick; `every` is the size of a
    box, (rows, columns), or None if there are no boxes."""
    tall, wide = every or (rows, columns)
    for i in range(rows + 1):
        thick = i % tall == 0 or i == rows
        ax.plot([0, columns], [i, i], color=INK, lw=THICK if thick else THIN, solid_capstyle="projecting", zorder=3)
    for j in range(columns + 1):
        thick = j % wide == 0 or j == columns
        ax.plot([j, j], [0, rows], color=INK, lw=THICK if thick else THIN, solid_capstyle="projecting", zorder=3)


def point_size(ax: Axes, share: float) -> float:
    """Return the font size, in points, for which the height of a capital letter is `share` of a cell's height."""
    figure = ax.figure.get_figure(root=True)
    position = ax.get_position()
    width, height = figure.get_size_inches() * (position.width, position.height)
    cells = max(abs(ax.get_xlim()[1] - ax.get_xlim()[0]) / width, abs(ax.get_ylim()[1] - ax.get_ylim()[0]) / height)
    return 72 / cells * share / 0.72  # a capital takes 72% of its font's size


def symbol(
    ax: Axes, x: float, y: float, text: str, *, given: bool = False, share: float = 0.56, **options: Any
) -> None:
    """Draw a symbol centred at (x, y): in bold black if `given` is true, else in regular blue. `share` is the height of
    a capital letter as a share of a cell; `options` are passed to matplotlib's `text`."""
    look: dict[str, Any] = {"color": INK, "fontweight": "bold"} if given else {"color": BLUE, "fontweight": "normal"}
    # a symbol within the board needs no room in the layout, which would otherwise measure every symbol
    look |= {"fontsize": point_size(ax, share), "zorder": 5, "in_layout": not ax.viewLim.contains(x, y)}
    ax.text(x, y, text, ha="center", va="center_baseline", **(look | options))


def shade(ax: Axes, x: float, y: float, *, colour: str = TINT, alpha: float = 1.0, size: float = 1.0) -> None:
    """Fill a square with a colour. Its upper left corner is (x, y), and its side is `size`."""
    box = Rectangle((x, y), size, size, facecolor=colour, alpha=alpha, edgecolor="none", zorder=1, in_layout=False)
    ax.add_artist(box)  # not add_patch, which widens the limits of Axes that board_axes has set
