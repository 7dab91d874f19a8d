"""Pictures of circuit boards: NetworkX draws the graph, and its positions are the places on the lattice."""

from collections.abc import Iterable, Mapping
from typing import Any

import networkx as nx
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke

from puzzlekit import drawing
from puzzlekit.circuit.puzzle import Lattice, Puzzle, Solution
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Edge, Element, LPValues, Point
from puzzlekit.drawing.lattice import edge_middle, edge_value, mark_edges
from puzzlekit.scip.constraints import LinearConstraint

DASHES = (0, (2.0, 1.0))


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
    """The lattice with its given edges, and with a solution's edges in blue, or with LP values.

    With endpoints, the way between them is a broad band.

    Parameters
    ----------
    fractions
        `{(edge, 1): value}`: the more solid the larger the value, which stands on the edge where there is room.
    marks
        `{element: mark}`, from `marks`.
    """
    ax = _board(puzzle, ax)
    _lines(ax, solution.path if solution else (), edge_color=drawing.ORANGE, width=12.0, alpha=0.6)
    mark_edges(ax, marks or {}, 0.5)
    drawn = solution.drawn if solution else frozenset()
    _lines(ax, drawn - puzzle.given, edge_color=drawing.BLUE, width=3.2)
    _lines(ax, puzzle.given, edge_color=drawing.INK, width=5.0)
    for edge in puzzle.given - drawn if solution else ():
        drawing.symbol(ax, *edge_middle(edge, 0.5), "✗", share=0.3, color=drawing.VERMILLION)
    _fractions(ax, puzzle, fractions or {})
    _points(ax, puzzle)
    _marked_points(ax, marks or {})
    return ax


@drawing.styled
def draw_cut(puzzle: Puzzle, cut: LinearConstraint, number: int, *, ax: Axes | None = None) -> Axes:
    """A row that was added: the edges that stand in it in purple and dashed, with the row's number in their midst."""
    edges = [key for _, key in cut.coefficients if isinstance(key, Edge)]
    ax = _board(puzzle, ax)
    _lines(ax, puzzle.given, edge_color=drawing.GREY, width=5.0, alpha=0.5)
    _lines(ax, edges, edge_color=drawing.PURPLE, width=3.0, style=DASHES)
    _points(ax, puzzle)
    x, y = (sum(place) / len(edges) for place in zip(*(edge_middle(edge, 0.5) for edge in edges), strict=True))
    outlined = [withStroke(linewidth=4, foreground="white")]
    look: dict[str, Any] = {"color": drawing.PURPLE, "fontweight": "bold", "path_effects": outlined, "zorder": 8}
    drawing.symbol(ax, x, y, str(number), share=0.45, **look)
    return ax


def _place(point: Point) -> tuple[float, float]:
    """A point lies in the middle of its unit square."""
    return point.column + 0.5, point.row + 0.5


def _board(lattice: Lattice, ax: Axes | None) -> Axes:
    """Thin lines where edges may be drawn, and blacked-out places."""
    ax = drawing.board_axes(lattice.rows, lattice.columns, ax)
    _lines(ax, lattice.edges, edge_color=drawing.GREY, width=0.5, alpha=0.6)
    for point in lattice.blocked:
        x, y = _place(point)
        box = Rectangle((x - 0.22, y - 0.22), 0.44, 0.44, facecolor=drawing.INK, edgecolor="none", zorder=2)
        ax.add_patch(box)
    return ax


def _lines(ax: Axes, edges: Iterable[Edge], **look: Any) -> None:
    pairs = [(edge.a, edge.b) for edge in sorted(edges)]
    if not pairs:
        return
    scale = min(1.0, drawing.point_size(ax, 0.5) / 22)  # thinner on large boards
    look["width"] = max(0.4, look["width"] * scale)
    graph = nx.Graph(pairs)
    places = {point: _place(point) for point in graph}
    lines: Any = nx.draw_networkx_edges(graph, places, edgelist=pairs, ax=ax, hide_ticks=False, **look)
    lines.set_zorder(3)


def _points(ax: Axes, lattice: Lattice) -> None:
    graph = nx.empty_graph(lattice.points)
    places = {point: _place(point) for point in graph}
    size = (0.3 * drawing.point_size(ax, 0.72)) ** 2  # in square points: 0.3 of a cell wide
    dots: Any = nx.draw_networkx_nodes(
        graph, places, ax=ax, node_size=size, node_color="white", edgecolors=drawing.INK, hide_ticks=False
    )
    dots.set_zorder(5)
    for point, sign in zip(lattice.endpoints or (), "st", strict=False):
        x, y = _place(point)
        ax.add_patch(Rectangle((x - 0.24, y - 0.24), 0.48, 0.48, facecolor=drawing.INK, edgecolor="none", zorder=6))
        drawing.symbol(ax, x, y, sign, share=0.3, color="white", fontweight="bold", zorder=7)


def _fractions(ax: Axes, puzzle: Puzzle, fractions: LPValues) -> None:
    for (edge, state), value in fractions.items():
        if state != 1 or value < drawing.NONE or edge in puzzle.given:
            continue
        if value > drawing.SURE:
            _lines(ax, [edge], edge_color=drawing.BLUE, width=3.2)
            continue
        _lines(ax, [edge], edge_color=drawing.BLUE, width=3.2, alpha=value)
        if max(puzzle.rows, puzzle.columns) <= 10:
            edge_value(ax, edge, value, 0.5)


def _marked_points(ax: Axes, marks: Mapping[Element, str]) -> None:
    drawing.mark_cells(ax, {element: mark for element, mark in marks.items() if isinstance(element, Point)})
    for element, mark in marks.items():
        if isinstance(element, Point) and mark == "met":
            x, y = _place(element)
            drawing.symbol(ax, x + 0.28, y + 0.26, "✓", share=0.2, color=drawing.GREY)
