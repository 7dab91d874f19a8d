"""Plots: the times of formulations, and three plots of a recorded search: its tree, its gap, and a strip of boards."""

import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from puzzlekit.core.errors import PuzzleError, called, expect_function, validate_args, validate_int
from puzzlekit.drawing.base import (
    BLUE,
    BOARD_INCHES,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PURPLE,
    VERMILLION,
    small_axes,
    styled,
    styled_calling,
)


@validate_args
@styled
def times(
    measured: Mapping[str, tuple[Iterable[float], Iterable[float]]],
    *,
    printed: Mapping[str, tuple[Iterable[float], Iterable[float]]] | None = None,
    xlabel: str,
) -> Axes:
    """Plot every instance as a point on a logarithmic time axis. Our times are filled points, and times from the
    literature are hollow points.

    `measured` (our times) and `printed` (from the literature) are {name: (x values, seconds)}. A name that is in both
    has the same colour in both. No line joins the points, because a median over boards of different kinds has no
    meaning.
    """
    _, ax = plt.subplots(figsize=(6, 3.4))
    names = list(dict.fromkeys([*measured, *(printed or {})]))
    for name, colour, shape in zip(names, (BLUE, ORANGE, GREEN, PURPLE, VERMILLION, INK), "osD^v<", strict=False):
        for points, filled in ((measured.get(name), "full"), ((printed or {}).get(name), "none")):
            if points:
                label = f"{name}, printed" if filled == "none" and name in measured else name
                ax.plot(*map(list, points), shape, color=colour, fillstyle=filled, label=label)
    ax.set(yscale="log", xlabel=xlabel, ylabel="time in seconds")
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
    return ax


# The functions below plot a recorded search: `record` is a `tree.Record`. Any other object raises PuzzleError.


def _expect_record(record: Any) -> None:
    if not (hasattr(record, "steps") and hasattr(record, "moments")):  # this package may not import the class
        raise PuzzleError(f"found {called(record)}, expected a search recorded by tree.record")


# marker, colour, size relative to a branched node: the marker's shape shows the status
NODES: Mapping[str, tuple[str, str, float]] = {
    "branched": ("o", INK, 1.0),
    "solved": ("*", BLUE, 2.2),
    "pruned": ("v", ORANGE, 1.1),
    "infeasible": ("X", VERMILLION, 1.1),
    "open": ("o", GREY, 0.5),
}
LABELLED = 16  # trees with at most this many nodes have text at their nodes


@validate_args
@styled
def draw_tree(record: Any, ax: Axes | None = None, *, over: str | None = None) -> Axes:
    """Draw the tree of a recorded search. Circles are branched nodes, stars are solved nodes, triangles are pruned
    nodes, and crosses are infeasible nodes.

    Parameters
    ----------
    record
        The recorded search, a `tree.Record`.
    over
        The quantity on the vertical axis: "bound" (a node's LP value, with better values higher up) or "time" (the
        order in which SCIP processed the nodes). The default is "bound" if the nodes have different bounds, else
        "time".
    """
    _expect_record(record)
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
    ax.set(
        xticks=[], ylabel="value of the LP relaxation" if over == "bound" else "order in which SCIP processed the nodes"
    )
    ax.yaxis.set_major_locator(MaxNLocator(integer=over == "time"))
    ax.spines["bottom"].set_visible(False)
    ax.margins(x=0.08, y=0.08)
    if ax.get_legend_handles_labels()[0]:
        legend = ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
        for handle in legend.legend_handles:
            handle.set_markersize(8)  # type: ignore[union-attr]  # lines, all of them
    _about(ax, record, -0.04)


def _about(ax: Axes, record: Any, y: float) -> None:
    words = textwrap.fill(record.about, 90)
    ax.text(0, y, words, transform=ax.transAxes, va="top", fontsize=7, color=GREY)


@validate_args
@styled
def gap_plot(record: Any, ax: Axes | None = None) -> Axes:
    """Plot the best value found and the bound proved over the time of a recorded search, a `tree.Record`. Each solution
    is a star."""
    _expect_record(record)
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
    if ax.get_legend_handles_labels()[0]:
        ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
    _about(ax, record, -0.24)
    return ax


@validate_args
@styled_calling
def filmstrip(record: Any, draw: Callable[..., Any], *, count: int = 6, columns: int = 3) -> tuple[Axes, ...]:
    """Draw boards from a recorded search one after another, as a static version of the clickable tree. Return the Axes
    of the boards.

    Parameters
    ----------
    record
        The recorded search, a `tree.Record`.
    draw
        A drawing function such as `functools.partial(sudoku.draw, puzzle)`. It is called with `fractions`, the LP
        values {(element, state): value}, and with `ax`.
    count
        The largest number of boards. The root and the solutions are preferred; other nodes are evenly spaced.
    columns
        The largest number of boards side by side.
    """
    _expect_record(record)
    expect_function(draw, fractions=None, ax=None)
    validate_int(columns, "columns", 1)
    shown = record.frames(validate_int(count, "count", 1))
    wide, inches = min(columns, max(1, len(shown))), 0.72 * BOARD_INCHES
    frames = small_axes(len(shown), wide, inches, inches + 0.35)
    for ax, step in zip(frames, shown, strict=True):
        fractions = record.fractions(step)
        draw(fractions=fractions, ax=ax)
        _caption(ax, record.said(step), "" if fractions else "no LP point")
    return frames


@styled
def _caption(ax: Axes, title: str, over: str) -> None:
    ax.set_title(textwrap.fill(title, 46), fontsize=8)
    if over:
        box = {"facecolor": "white", "edgecolor": GREY}
        ax.text(0.5, 0.5, over, transform=ax.transAxes, ha="center", va="center", bbox=box, zorder=9)
