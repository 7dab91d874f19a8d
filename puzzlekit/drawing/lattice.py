"""What pictures of lattices share: lines along edges, their marks and LP values, and clues with a sign in the corner.

With a `shift` of a half, edges run between the middles of unit squares, otherwise between their corners.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patheffects import withStroke

from puzzlekit.core.grid import Cell, Edge, Element
from puzzlekit.drawing.base import INK, point_size, symbol
from puzzlekit.drawing.marks import mark_cells, mark_strip, sign, sign_colour


def edge_lines(ax: Axes, edges: Iterable[Edge], *, width: float, shift: float = 0.0, **look: Any) -> None:
    """Edges as lines of this width, as a share of a cell."""
    lines = [[(end.column + shift, end.row + shift) for end in (edge.a, edge.b)] for edge in edges]
    look = {"capstyle": "round", **look}
    ax.add_collection(LineCollection(lines, linewidths=width * point_size(ax, 0.72), **look))


def edge_middle(edge: Edge, shift: float = 0.0) -> tuple[float, float]:
    """The place in the middle of an edge."""
    return (edge.a.column + edge.b.column) / 2 + shift, (edge.a.row + edge.b.row) / 2 + shift


def edge_value(ax: Axes, edge: Edge, value: float, shift: float = 0.0) -> None:
    """An LP value in small figures on its edge."""
    outlined = [withStroke(linewidth=2, foreground="white")]
    told = f"{value:.2f}".lstrip("0").rstrip("0")
    symbol(ax, *edge_middle(edge, shift), told, share=0.15, color=INK, path_effects=outlined)


def mark_edges(ax: Axes, marks: Mapping[Element, str], shift: float = 0.0) -> None:
    """A strip along each marked edge, see `mark_strip`."""
    for element, mark in marks.items():
        if isinstance(element, Edge):
            start, end = ((place.column + shift, place.row + shift) for place in (element.a, element.b))
            mark_strip(ax, start, end, mark)


def mark_clues(ax: Axes, marks: Mapping[Element, str], *, corner: float, share: float) -> None:
    """The marks of cells, and in the corner of each a sign that says whether its clue is met."""
    cells = {element: mark for element, mark in marks.items() if isinstance(element, Cell)}
    mark_cells(ax, cells)
    for cell, mark in cells.items():
        shown = sign(mark if mark in ("met", "over", "wrong") else None)
        look: dict[str, Any] = {"color": sign_colour(mark), "fontweight": "bold"}
        symbol(ax, cell.column + corner, cell.row + corner, shown, share=share, **look)
