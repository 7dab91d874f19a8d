"""Marks on a board. A mark is a text of one or more words: "wrong", "over" (a count that is too large), "met" (a
satisfied clue), "hinted", and "plus" and "minus" for parts of a proof. The shapes of marks differ, not only the
colours."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Patch, Polygon, Rectangle

from puzzlekit.drawing.base import BLUE, GREEN, GREY, INK, ORANGE, VERMILLION, symbol

STRIP = 0.19  # half the width of a marked strip along an edge
WRONG: Mapping[str, Any] = {"edgecolor": VERMILLION, "lw": 2.0, "hatch": "////"}
LOOKS: Mapping[str, Mapping[str, Any]] = {
    "wrong": WRONG,
    "over": WRONG,
    "hinted": {"edgecolor": GREEN, "lw": 2.0, "ls": ":"},
    "plus": {"edgecolor": BLUE, "lw": 0, "hatch": "++"},
    "minus": {"edgecolor": ORANGE, "lw": 0, "hatch": "--"},
}
SIGNS = (  # (words, sign, colour): a mark has the sign of the first entry whose words are all in the mark
    ({"wrong"}, "✗", VERMILLION),
    ({"over"}, "✗", VERMILLION),
    ({"plus", "minus"}, "±", INK),
    ({"plus"}, "+", BLUE),
    ({"minus"}, "\N{MINUS SIGN}", ORANGE),
    ({"met"}, "✓", GREY),
)


def sign(mark: str | None) -> str:
    """Return the sign that a mark adds to a count, a number or a clue: a cross, a plus, a minus, a plus-minus sign or a
    tick. Return "" if the mark is None or adds no sign."""
    return _sign(mark)[0]


def sign_colour(mark: str | None) -> str:
    """Return the colour of a mark's sign."""
    return _sign(mark)[1]


def _sign(mark: str | None) -> tuple[str, str]:
    own = set((mark or "").split())
    return next(((shown, colour) for words, shown, colour in SIGNS if words <= own), ("", INK))


def mark_strip(ax: Axes, start: tuple[float, float], end: tuple[float, float], mark: str) -> None:
    """Draw a mark as a strip along a line of the grid, from `start` to `end`."""
    (x, y), (u, v) = start, end
    dx, dy = (0.0, STRIP) if y == v else (STRIP, 0.0)
    corners = [(x - dx, y - dy), (x + dx, y + dy), (u + dx, v + dy), (u - dx, v - dy)]
    mark_patch(ax, partial(Polygon, corners), mark)


def mark_patch(ax: Axes, patch: Callable[..., Patch], mark: str, **look: Any) -> None:
    """Draw a mark as the outline and hatch of a patch. The function `patch` is called with the mark's style and returns
    the patch."""
    for word in mark.split():
        if word in LOOKS:
            ax.add_artist(patch(facecolor="none", **{"zorder": 2, **LOOKS[word], **look}))


def mark_sign(ax: Axes, x: float, y: float, mark: str, *, share: float = 0.2) -> None:
    """Draw the sign of a mark beside a clue or a count."""
    if shown := sign(mark):
        symbol(ax, x, y, shown, share=share, color=sign_colour(mark), fontweight="bold")


def mark_cells(ax: Axes, marks: Mapping[Any, str]) -> None:
    """Outline regions of cells with the same mark. `marks` is {cell: mark}. Regions with the mark "wrong" or "over" are
    hatched with a thick edge, those with "hinted" have a dotted edge, and those with "plus" or "minus" are hatched with
    their signs."""
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
    """Yield the sides of a cell at the border of its region, moved a little into the cell."""
    inset = 0.05
    top, left, bottom, right = row + inset, column + inset, row + 1 - inset, column + 1 - inset
    sides = {(-1, 0): ([left, right], [top, top]), (1, 0): ([left, right], [bottom, bottom])}
    sides |= {(0, -1): ([left, left], [top, bottom]), (0, 1): ([right, right], [top, bottom])}
    for (down, across), line in sides.items():
        if (row + down, column + across) not in region:
            yield line


def mark_labels(ax: Axes, marks: Mapping[Any, str]) -> None:
    """Add the signs of marks, {label: mark}, to the row and column numbers outside the board. See `sign`."""
    for side, axis in (("row", ax.yaxis), ("column", ax.xaxis)):
        texts = [label.get_text() for label in axis.get_ticklabels()]
        for element, mark in marks.items():
            if getattr(element, "side", None) == side and sign(mark):
                texts[element.index] += f"\n{sign(mark)}" if side == "column" else f" {sign(mark)}"
        axis.set_ticklabels(texts)
