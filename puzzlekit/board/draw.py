"""Pictures of boards, drawn from the same layouts and styles as the interactive board.

A puzzle type passes its layout and the states of the elements. The type can also pass special looks for some edges, and
can draw more on the same Axes.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import ceil, hypot
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import Circle, Polygon
from matplotlib.patheffects import withStroke

from puzzlekit import drawing
from puzzlekit.board.layout import CROSS, OVER, BoardLayout, State, StateStyle, clue, entry, given
from puzzlekit.core.grid import Edge, Element, Label, LPValues
from puzzlekit.drawing.marks import mark_patch, mark_sign

Look = Mapping[str, Any]
CUT: Look = {"colors": drawing.PURPLE, "linestyles": [(0, (2.0, 1.0))]}  # the edges of an added constraint
BARE = {"facecolor": "white", "edgecolor": "none", "pad": 0.1}
HALO = [withStroke(linewidth=3, foreground="white")]
SHARES = {"cell": 0.56, "point": 0.34, "label": 0.34, "edge": 0.3}  # the height of a text, as a share of a cell
CORNERS = {"cell": 0.84, "point": 0.74}  # the coordinates of a clue's sign in the unit square of the clue
DISC = 0.36  # the radius of a point with a text, as a share of a cell
APART = 0.17  # the distance of parallel lines, as a share of a cell
READABLE = 4.9  # the smallest readable font size of an LP value, in points
JUDGED = ("met", "over", "wrong")


def draw_board(
    layout: BoardLayout,
    state: State,
    *,
    fractions: LPValues | None = None,
    marks: Mapping[Element, str] | None = None,
    ax: Axes | None = None,
    pen: float = 0.1,
    strokes: Sequence[tuple[Iterable[Edge], Look]] = (),
    room: tuple[float, float, float, float] = (0.08, 0.08, 0.08, 0.08),
) -> Axes:
    """Draw a board with the states of its elements. Return the axes.

    Parameters
    ----------
    fractions
        LP values `{(element, state): value}`, shown on empty elements. A value of 1 is drawn like an entry. In a cell,
        each state is drawn in its own place. For an edge, the mean number of lines is computed: each state's number of
        lines, weighted by the state's LP value. The mean is rounded up to draw lines, and is written beside them where
        there is room.
    marks
        `{element: mark}`, with the marks of `drawing.marks`: cells and edges are outlined or hatched, points have a
        ring, and clues and counts have a sign.
    ax
        The axes to draw on. If None, a new figure is made.
    pen
        The width of a line along an edge, as a share of a cell.
    strokes
        Pairs (edges, look): edges to draw with a look of their own. A look is a dict with keyword arguments of
        matplotlib's LineCollection and, optionally, `width` (default: `pen`) and `lines`, the number of parallel lines.
    room
        The margins around the grid, in cells: left, above, right, below.
    """
    picture = _Picture(_axes(layout, ax, *room), layout, state, marks or {}, pen)
    picture.draw_grid()
    for edges, look in strokes:
        picture.draw_lines(edges, **look)
    for element in state:
        picture.draw_state(element)
    picture.draw_values(fractions or {})
    on_board = {element: mark for element, mark in picture.marks.items() if element in layout.elements}
    drawing.mark_cells(picture.ax, {e: mark for e, mark in on_board.items() if layout.kind(e).shape == "cell"})
    drawing.mark_labels(picture.ax, {e: mark for e, mark in on_board.items() if not state.get(e)})
    for element, mark in on_board.items():
        picture.draw_mark(element, mark)
    return picture.ax


def _axes(layout: BoardLayout, ax: Axes | None, left: float, above: float, right: float, below: float) -> Axes:
    shift = _shift(layout)
    rows, columns = round(layout.height + 2 * shift), round(layout.width + 2 * shift)
    if ax is None:
        inches = drawing.BOARD_INCHES * max(1.0, (columns + right) / 12)
        _, ax = drawing.plt.subplots(figsize=(inches, inches * (rows + below) / (columns + right)))
    drawing.board_axes(rows, columns, ax)
    ax.set(xlim=(-left, columns + right), ylim=(rows + below, -above))
    return ax


def _shift(layout: BoardLayout) -> float:
    """Return the difference between the picture's coordinates and the layout's coordinates. It is 0 for boards of
    cells, and 0.5 for boards of points, which are drawn in the middle of unit squares."""
    return 0.5 - layout.elements[Label("column", 0)].at[0]


@dataclass(frozen=True)
class _Picture:
    ax: Axes
    layout: BoardLayout
    state: State
    marks: Mapping[Element, str]
    pen: float

    @cached_property
    def shift(self) -> float:
        return _shift(self.layout)

    def square(self, element: Any) -> tuple[float, float]:
        """Return the upper left corner of the unit square around an element."""
        at = self.layout.elements[element].at
        back = self.shift - (0 if self.layout.kind(element).shape == "cell" else 0.5)
        return (at[0] + at[-2]) / 2 + back, (at[1] + at[-1]) / 2 + back  # an edge has two ends

    def is_disc(self, element: Any) -> bool:
        """Return whether an element is drawn as a disc. Points with a text are drawn as discs."""
        words = self.state.get(element)
        return self.layout.kind(element).shape == "point" and bool(words and self.layout.looks[words].text)

    def draw_grid(self) -> None:
        """Draw the lines of the layout, and the SVG path that each element shows in every state,
        `ElementPosition.path`."""
        for line in self.layout.lines:
            x, y, u, v = (number + self.shift for number in line.ends)
            look: dict[str, Any] = {"color": drawing.GREY, "alpha": 0.6, "zorder": 1} if line.faint else {"zorder": 3}
            width = drawing.THICK if line.thick else drawing.THIN
            self.ax.plot([x, u], [y, v], lw=width, **{"color": drawing.INK, "solid_capstyle": "projecting", **look})
        for element, place in self.layout.elements.items():
            self.draw_path(place.path, *self.square(element), color=drawing.INK, zorder=4)

    def draw_path(self, path: str, x: float, y: float, size: float = 1.0, **look: Any) -> None:
        """Draw the polygons of a layout's SVG path, scaled to a square with the upper left corner (x, y) and the side
        `size`."""
        for polygon in path.split("Z")[:-1]:
            points = [tuple(map(float, point.split())) for point in polygon.removeprefix("M").split("L")]
            placed = [(x + size * a, y + size * b) for a, b in points]
            self.ax.add_artist(Polygon(placed, **{"lw": 0, "zorder": 2.5, **look}))

    def draw_lines(self, edges: Iterable[Edge], lines: int = 1, width: float | None = None, **look: Any) -> None:
        """Draw `lines` parallel lines along each edge. `width` is a share of a cell; None means the width of the pen.
        `look` has keyword arguments of LineCollection."""
        drawn = []
        for edge in edges:
            x, y, u, v = (number + self.shift for number in self.layout.elements[edge].at)
            for line in range(lines):
                off = (line - (lines - 1) / 2) * APART / hypot(u - x, v - y)
                dx, dy = (y - v) * off, (u - x) * off
                drawn.append([(x + dx, y + dy), (u + dx, v + dy)])
        look = {"capstyle": "butt" if "linestyles" in look else "round", "zorder": 3.5, **look}
        points = (width or self.pen) * drawing.point_size(self.ax, 0.72)
        if drawn:
            self.ax.add_collection(LineCollection(drawn, linewidths=points, **look))

    def draw_state(self, element: Any) -> None:
        """Draw the state of an element: a clue, an entry, or a small clue with an entry written over it."""
        words, kind = self.state[element], self.layout.kind(element)
        if clue(words):
            if kind.shape == "cell" and kind.play:
                drawing.shade(self.ax, *self.square(element))
            self.draw_look(element, self.layout.looks[given(clue(words))], aside=OVER in words)
        if words and (OVER in words or not clue(words)):
            self.draw_look(element, self.layout.looks[entry(words)])

    def draw_look(self, element: Any, look: StateStyle, *, aside: bool = False) -> None:
        """Draw an element in the style of a state. If `aside` is true, draw the style's path and text small, in the
        upper left corner of the element."""
        x, y = self.square(element)
        own = look.look == "given"
        colour = drawing.INK if own else drawing.BLUE
        by, size = (0.04, 0.3) if aside else (0.0, 1.0)
        self.draw_path(look.path, x + by, y + by, size, color=colour)
        if look.lines:
            self.draw_lines([element], look.lines, 1.6 * self.pen if own else None, colors=colour)
        if self.is_disc(element):
            thin = min(1.2, 0.05 * drawing.point_size(self.ax, 0.72))
            self.ax.add_artist(Circle((x + 0.5, y + 0.5), DISC, fc="white", ec=drawing.INK, lw=thin, zorder=4))
        if look.text:
            left, top = (0.17, 0.2) if aside else (0.5, 0.5)
            options = self.letters(element) | ({"share": 0.2} if aside else {})
            drawing.symbol(self.ax, x + left, y + top, look.text, given=own, **options)

    def letters(self, element: Any) -> dict[str, Any]:
        """Return the keyword arguments of `drawing.symbol` for the text of an element."""
        kind = self.layout.kind(element)
        options: dict[str, Any] = {"share": SHARES[kind.shape]}
        if kind.shape in ("cell", "point") and not kind.play:  # edges and hatches pass through the text
            options["path_effects"] = HALO
        elif kind.shape == "edge":  # a cross over a given line
            options["color"] = drawing.VERMILLION
        elif kind.shape == "label" and self.marks.get(element) == "met":
            options |= {"color": drawing.GREY, "fontweight": "normal"}
        return options

    def draw_values(self, fractions: LPValues) -> None:
        shares: dict[Any, dict[str, float]] = defaultdict(dict)
        for (element, state), value in fractions.items():
            known = self.layout.can_be(element, str(state)) and str(state) != CROSS
            if known and value > drawing.NONE and not self.state.get(element):
                shares[element][str(state)] = value
        for element, values in shares.items():
            if sure := [state for state, value in values.items() if value > drawing.SURE]:
                self.draw_look(element, self.layout.looks[sure[0]])
            elif isinstance(element, Edge):
                self.draw_expected(element, values)
            else:
                self.draw_spots(element, values)

    def draw_spots(self, cell: Any, values: Mapping[str, float]) -> None:
        """Draw the possible states of a cell, each small and in its own place. A state with a larger LP value is less
        transparent."""
        (left, top), spots = self.square(cell), self.layout.kind(cell).spots
        for state, value in values.items():
            (x, y, size), look = spots[state], self.layout.looks[state]
            x, y = x + left, y + top
            self.draw_path(look.path, x, y, size, color=drawing.BLUE, alpha=0.3 + 0.7 * value)
            if look.text:
                drawing.shade(self.ax, x, y, colour=drawing.BLUE, alpha=0.5 * value, size=size)
                drawing.symbol(self.ax, x + size / 2, y + size / 2, look.text, share=0.72 * size, color=drawing.INK)

    def draw_expected(self, edge: Edge, values: Mapping[str, float]) -> None:
        """Draw the mean number of lines along an edge, weighted by the LP values, and write this number if there is
        room. Lines for a smaller number are fainter."""
        lines = {state: self.layout.looks[state].lines for state in self.layout.kind(edge).play if state}
        expected = sum(lines[state] * value for state, value in values.items())
        alpha = max(0.15, min(1.0, expected / max(lines.values())))
        self.draw_lines([edge], ceil(expected - drawing.NONE), colors=drawing.BLUE, alpha=alpha)
        if expected > drawing.NONE and drawing.point_size(self.ax, 0.2) >= READABLE:
            told = f"{expected:.{1 if expected >= 1 else 2}f}".strip("0").rstrip(".")
            x, y = self.square(edge)
            wide, disc = edge.b.column - edge.a.column, self.is_disc(edge.a)
            up = 0.4 if disc and wide == 1 else 0.0  # between two discs there is no room for the number
            look: dict[str, Any] = {"share": 0.25 if disc else 0.17, "color": drawing.INK, "bbox": BARE}
            drawing.symbol(self.ax, x + 0.5, y + 0.5 - up, told, **look)

    def draw_mark(self, element: Any, mark: str) -> None:
        """Draw the mark of an element: a strip along an edge, a ring around a point, or a sign beside a
        clue or count."""
        (x, y), kind, disc = self.square(element), self.layout.kind(element), self.is_disc(element)
        if kind.shape == "edge":
            a, b, c, d = (number + self.shift for number in self.layout.elements[element].at)
            drawing.mark_strip(self.ax, (a, b), (c, d), mark)
        if kind.shape == "point":
            ring = partial(Circle, (x + 0.5, y + 0.5), DISC + 0.04 if disc else 0.26)
            mark_patch(self.ax, ring, mark, lw=2.2, zorder=4.5, clip_on=False)
        if kind.shape == "label" and self.state.get(element):
            right = x >= self.layout.width
            mark_sign(self.ax, x + (1.1 if right else 0.5), y + (0.5 if right else 1.08), mark, share=0.26)
        elif mark == "met" or (mark in JUDGED and clue(self.state.get(element, "")) and not kind.play):
            corner = 0.9 if disc else CORNERS.get(kind.shape, 0.5)
            mark_sign(self.ax, x + corner, y + corner, mark, share=0.26 if disc else 0.2)
