"""What all pictures share: a board's Axes, symbols, shades and marks. Meaning never rests on colour alone.

Coordinates are those of the grid: cell (row, column) is the unit square with its upper left corner at x = column,
y = row, and y grows downwards. A function that draws leaves matplotlib's global settings alone.
"""

import io
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from statistics import median
from typing import Any, ParamSpec, TypeVar

import matplotlib
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Polygon, Rectangle
from matplotlib.ticker import MaxNLocator

STYLE = matplotlib.rc_params_from_file(Path(__file__).with_name("puzzlekit.mplstyle"), use_default_template=False)

INK, GREY, TINT = "#1A1A1A", "#8A8A8A", "#EDEDED"
BLUE, VERMILLION, GREEN, ORANGE, PURPLE = "#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7"
BOARD_INCHES = 4.2
THIN, THICK = 0.7, 2.1

P = ParamSpec("P")
T = TypeVar("T")

STRIP = 0.19  # half the width of a marked strip along an edge


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


@styled
def strip(draw: Callable[[int, Axes], object], numbers: Sequence[int], *, columns: int = 4) -> bytes:
    """Several of these pictures side by side in lines of `columns`, as one PNG."""
    lines = -(-len(numbers) // columns)
    side = BOARD_INCHES * 0.6
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


def mark_strip(ax: Axes, start: tuple[float, float], end: tuple[float, float], mark: str) -> None:
    """The same marks as those of cells, as a strip along a line of the grid from one point to another."""
    (x, y), (u, v) = start, end
    dx, dy = (0.0, STRIP) if y == v else (STRIP, 0.0)
    corners = [(x - dx, y - dy), (x + dx, y + dy), (u + dx, v + dy), (u - dx, v - dy)]
    wrong: dict[str, Any] = {"edgecolor": VERMILLION, "lw": 2.0, "hatch": "/////"}
    looks: dict[str, dict[str, Any]] = {
        "plus": {"edgecolor": BLUE, "lw": 0, "hatch": "++"},
        "minus": {"edgecolor": ORANGE, "lw": 0, "hatch": "--"},
    }
    looks |= {"wrong": wrong, "over": wrong, "hinted": {"edgecolor": GREEN, "lw": 2.0, "ls": ":"}}
    for word in mark.split():
        if word in looks:
            ax.add_patch(Polygon(corners, facecolor="none", zorder=2, **looks[word]))


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


# A recorded search (`record` is a tree.Record)

# marker, colour, size against a branched node: status is told by shape first
NODES: Mapping[str, tuple[str, str, float]] = {
    "branched": ("o", INK, 1.0),
    "solved": ("*", BLUE, 2.2),
    "pruned": ("v", ORANGE, 1.1),
    "infeasible": ("X", VERMILLION, 1.1),
    "open": ("o", GREY, 0.5),
}
LABELLED = 16  # trees of at most so many nodes have words at their nodes


@styled
def draw_tree(record: Any, ax: Axes | None = None, *, over: str | None = None, chosen: int | None = None) -> Axes:
    """The tree of a recorded search: circles branched, stars are solved, triangles pruned, crosses infeasible.

    Parameters
    ----------
    over
        What the height is: "bound" (a node's LP value, the better the higher) or "time" (the order in which SCIP took
        the nodes up). Without it the bound, where nodes differ in it.
    chosen
        The number of a node to be ringed.
    """
    nodes, over = record.nodes, over or record.height
    ax = ax or plt.subplots(figsize=(6.4, 4.2))[1]
    at = record.places(over)
    size, few = max(1.5, min(9, 80 / (len(nodes) or 1) ** 0.5)), len(nodes) <= LABELLED
    for node in nodes.values():
        if node.parent is not None:
            ax.plot(*zip(at[node.parent], at[node.number], strict=True), color=GREY, lw=0.09 * size, zorder=1)
    for status, (marker, colour, share) in NODES.items():
        own = [at[number] for number, node in nodes.items() if node.status == status]
        if own:
            look: dict[str, Any] = {"ms": size * share, "mec": colour, "mfc": "white" if marker == "o" else colour}
            ax.plot(*zip(*own, strict=True), marker, zorder=3, label=f"{status} ({len(own)})", **look)
    if chosen in nodes:
        ax.plot(*at[chosen], "o", ms=size * 2.4, mec=GREEN, mfc="none", mew=2, zorder=2)
    if few:
        _words_at_nodes(ax, record, at)
    _finish_tree(ax, record, over)
    return ax


def _words_at_nodes(ax: Axes, record: Any, at: Mapping[int, tuple[float, float]]) -> None:
    box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
    for number, node in record.nodes.items():
        x, y = at[number]
        if node.bound is not None:
            look: dict[str, Any] = {"textcoords": "offset points", "va": "center", "fontsize": 8}
            ax.annotate(f"{node.bound:.6g}", (x, y), (10, 0), zorder=5, **look)
        if node.branching:
            up = at[node.parent]
            middle = (0.45 * up[0] + 0.55 * x, 0.45 * up[1] + 0.55 * y)
            ax.text(*middle, str(node.branching), ha="center", va="center", fontsize=7, bbox=box, zorder=2)


def _finish_tree(ax: Axes, record: Any, over: str) -> None:
    best = record.result.primal
    if over == "bound" and best is not None:
        ax.axhline(best, color=BLUE, lw=0.9, ls="--", zorder=0, label=f"best value {best:.6g}")
    if over == "time" or record.sense == "minimize":
        ax.invert_yaxis()
    ax.set(xticks=[], ylabel="value of the LP relaxation" if over == "bound" else "order in which SCIP took them up")
    ax.yaxis.set_major_locator(MaxNLocator(integer=over == "time"))
    ax.spines["bottom"].set_visible(False)
    ax.margins(x=0.08, y=0.08)
    if record.nodes:
        legend = ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
        for handle in legend.legend_handles:
            handle.set_markersize(8)  # type: ignore[union-attr]  # lines, all of them
    _about(ax, record, -0.04)


def _about(ax: Axes, record: Any, y: float) -> None:
    words = textwrap.fill(record.about, 90)
    ax.text(0, y, words, transform=ax.transAxes, va="top", fontsize=7, color=GREY)


@styled
def gap_plot(record: Any, ax: Axes | None = None) -> Axes:
    """The best value found and the bound proved over the time of a search; a solution is a star."""
    ax = ax or plt.subplots(figsize=(6.4, 3.2))[1]
    lines = {"best value found": ("primal", BLUE, "-"), "bound proved": ("dual", INK, "--")}
    end = max(moment.seconds for moment in record.moments)
    start = min([m.seconds for m in record.moments if m.seconds > 0], default=1e-3)
    for label, (name, colour, dashes) in lines.items():
        points = [(max(m.seconds, start), getattr(m, name)) for m in record.moments if getattr(m, name) is not None]
        if points:
            times_, values = zip(*points, (end, points[-1][1]), strict=True)
            ax.step(times_, values, where="post", color=colour, ls=dashes, label=label)
    found = [(max(i.seconds, start), i.value) for i in record.incumbents]
    if found:
        ax.plot(*zip(*found, strict=True), "*", color=BLUE, ms=9)
    ax.set(xscale="log", xlabel="time in seconds", ylabel="objective value")
    if ax.get_lines():
        ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
    _about(ax, record, -0.24)
    return ax


@styled
def filmstrip(record: Any, draw: Callable[..., Any], *, count: int = 6, columns: int = 3) -> tuple[Axes, ...]:
    """The boards of a search, one after another: what the clickable tree shows, for a page that stands still.

    Parameters
    ----------
    draw
        The room's own: `functools.partial(sudoku.draw, puzzle)`. It is called with `fractions` and `ax`.
    count
        How many boards at most: the root and the solutions first of all, then nodes evenly from first to last.
    """
    shown = record.frames(count)
    wide = min(columns, max(1, len(shown)))
    rows, inches = max(1, -(-len(shown) // wide)), 0.72 * BOARD_INCHES
    _, grid = plt.subplots(rows, wide, figsize=(inches * wide, (inches + 0.35) * rows), squeeze=False)
    for ax, step in zip(grid.flat, shown, strict=False):
        fractions = record.fractions(step)
        draw(fractions=fractions, ax=ax)
        ax.set_title(textwrap.fill(record.said(step), 46), fontsize=8)
        if not fractions:
            box = {"facecolor": "white", "edgecolor": GREY}
            ax.text(0.5, 0.5, "no LP point", transform=ax.transAxes, ha="center", va="center", bbox=box, zorder=9)
    for ax in grid.flat[len(shown) :]:
        ax.set_axis_off()
    return tuple(grid.flat[: len(shown)])
