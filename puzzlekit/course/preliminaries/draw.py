"""Pictures of the plane: feasible sets, integer points, objectives, and a leader's and a follower's choices."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from puzzlekit import drawing
from puzzlekit.core.errors import PuzzleError, validate_args
from puzzlekit.course.preliminaries.plane import SLACK, Corner

LOOKS = ((drawing.BLUE, ""), (drawing.GREEN, "///"), (drawing.ORANGE, "..."))  # a region's colour and hatch


@validate_args
@drawing.styled
def draw_plane(
    regions: Mapping[str, Sequence[Corner]],
    *,
    objective: tuple[float, float] | None = None,
    points: Mapping[str, Corner] | None = None,
    size: tuple[int, int] = (5, 4),
    ax: Axes | None = None,
) -> Axes:
    """Draw regions of the plane. Integer points in the first region are solid dots, and all other integer points are
    rings.

    Parameters
    ----------
    regions
        {name: corners of a convex region, counter-clockwise}.
    objective
        (a, b): through each of the `points`, draw the line on which a x + b y is constant.
    points
        {name: a point to mark with a star}.
    size
        The largest x and y of the axes.
    ax
        The Axes to draw in; by default, a new figure.
    """
    ax = ax or drawing.plt.subplots(figsize=(4.6, 3.8))[1]
    for (name, corners), (colour, hatch) in zip(regions.items(), LOOKS, strict=False):
        if len(corners) > 2:  # drawn as two polygons, because in SVG the face of one polygon would cover its hatch
            ax.add_patch(Polygon(corners, facecolor=colour, alpha=0.16, zorder=1))
            look: dict[str, Any] = {"edgecolor": colour, "hatch": hatch, "lw": 1.8, "zorder": 2}
            ax.add_patch(Polygon(corners, facecolor="none", label=name, **look))
    _dots(ax, next(iter(regions.values()), ()), size)
    for name, (x, y) in (points or {}).items():
        ax.plot(x, y, "*", color=drawing.VERMILLION, ms=13, zorder=5)
        ax.annotate(name, (x, y), (9, 6), textcoords="offset points", fontsize=8, zorder=6)
        if objective:
            a, b = objective
            ends = (0.0, size[0] + 0.5)
            line = [(x, y - b), (x, y + b)] if not b else [(t, y + a * (x - t) / b) for t in ends]
            ax.plot(*zip(*line, strict=True), color=drawing.VERMILLION, lw=0.9, ls="--", zorder=2)
    ax.set(xlim=(-0.3, size[0] + 0.5), ylim=(-0.3, size[1] + 0.5), aspect="equal", xlabel="x", ylabel="y")
    ax.set_xticks(range(size[0] + 1))
    ax.set_yticks(range(size[1] + 1))
    if regions:
        ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
    return ax


def _dots(ax: Axes, corners: Sequence[Corner], size: tuple[int, int]) -> None:
    """Draw the integer points up to `size`: solid dots inside the region with these corners, and rings outside."""
    for x in range(size[0] + 1):
        for y in range(size[1] + 1):
            face = drawing.INK if inside((x, y), corners) else "white"
            ax.plot(x, y, "o", ms=4, mfc=face, mec=drawing.GREY if face == "white" else face, zorder=4)


def inside(point: Corner, corners: Sequence[Corner]) -> bool:
    """Return whether a point lies in a convex region. `corners` are the region's corners, counter-clockwise."""
    (x, y), turned = point, [*corners[1:], *corners[:1]]
    return len(corners) > 2 and all(
        (c - a) * (y - b) - (d - b) * (x - a) >= -SLACK for (a, b), (c, d) in zip(corners, turned, strict=True)
    )


@validate_args
@drawing.styled
def draw_choices(
    values: Mapping[tuple[int, int], float],
    replies: Iterable[tuple[int, int]],
    *,
    chosen: Mapping[str, tuple[int, int]],
    labels: tuple[str, str] = ("the leader's x", "the follower's y"),
) -> Axes:
    """Draw a grid with the leader's value at each pair (x, y). Shade the pairs in which y is a best reply of the
    follower to x, and frame the `chosen` pairs.

    `values` is {(x, y): value}, `replies` are the pairs to shade, `chosen` is {name: pair}, and `labels` are the titles
    of the axes. Raise PuzzleError if there are no values.
    """
    if not values:
        raise PuzzleError("found no values, expected a value for at least one pair")
    replies = set(replies)
    columns, lines = ([pair[i] for pair in values] for i in (0, 1))
    _, ax = drawing.plt.subplots(figsize=(4.8, 3.6))
    for (x, y), value in values.items():
        if (x, y) in replies:
            drawing.shade(ax, x - 0.5, y - 0.5, colour=drawing.BLUE, alpha=0.3)
        weight = "bold" if (x, y) in replies else "normal"
        ax.text(x, y, f"{value:g}", ha="center", va="center", fontweight=weight, color=drawing.INK, zorder=4)
    looks = ((drawing.VERMILLION, "-"), (drawing.GREEN, "--"), (drawing.PURPLE, ":"))
    for (name, (x, y)), (colour, dash) in zip(chosen.items(), looks, strict=False):
        box = [(x - 0.45, y - 0.45), (x + 0.45, y - 0.45), (x + 0.45, y + 0.45), (x - 0.45, y + 0.45)]
        ax.add_patch(Polygon(box, fill=False, edgecolor=colour, lw=2.4, ls=dash, label=name, zorder=3))
    ax.set(xlim=(min(columns) - 0.6, max(columns) + 0.6), ylim=(min(lines) - 0.6, max(lines) + 0.6), aspect="equal")
    ax.set(xlabel=labels[0], ylabel=labels[1])
    ax.set_xticks(range(min(columns), max(columns) + 1))
    ax.set_yticks(range(min(lines), max(lines) + 1))
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
    return ax
