"""Pictures of decision diagrams, and of a graph whose edges are decided one by one."""

from collections.abc import Hashable, Mapping, Sequence
from math import dist
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch

from puzzlekit.core.errors import PuzzleError, shown, validate_args
from puzzlekit.drawing.base import BLUE, GREEN, GREY, INK, TINT, styled

Vertex = Hashable
MOST_NODES = 80  # more cannot be read
DOTTED = (0, (1.2, 1.6))
WIDE, HIGH = 0.85, 0.62  # inches from node to node
CLEAR = 0.24  # inches between an arc and a node that it passes
Place = tuple[float, float]


@validate_args
@styled
def draw_zdd(
    nodes: Sequence[tuple[int, int, int]],
    items: Sequence[object],
    *,
    ax: Axes | None = None,
) -> Axes:
    """Draw a decision diagram (a ZDD). Each node is a circle with its item. A solid arc leads to the sets with the
    item, a dotted arc to the sets without it.

    Arcs to the empty family are omitted, as usual: a missing arc means that there is no such set.

    Parameters
    ----------
    nodes
        (level, low, high) for each node from the bottom up, as in `Family.nodes`. `level` is the number of the node's
        item; `low` and `high` are the numbers of the nodes at the ends of its dotted and solid arcs. Number 0 is the
        empty family, 1 the box at the bottom, and 2 the first node of the sequence.
    items
        The item of each level, from level 0 on.
    ax
        The Axes to draw in; by default, a new figure.

    Raises
    ------
    PuzzleError
        If there are no nodes or more than `MOST_NODES`, or a node's level has no item.
    """
    if not 1 <= len(nodes) <= MOST_NODES:
        raise PuzzleError(f"found {len(nodes)} nodes, expected 1 to {MOST_NODES}: more are not readable")
    if strangers := [node for node in nodes if not 0 <= node[0] < len(items)]:
        raise PuzzleError(f"found a node of level {strangers[0][0]}, but there are only {len(items)} items")
    at = _places(nodes, len(items))
    left, right = (most(x for x, _ in at.values()) for most in (min, max))
    wide = right - left + 1
    ax = ax or plt.subplots(figsize=(min(9.0, 1.6 + WIDE * wide), min(4.2, 0.9 + HIGH * len(items))))[1]
    for number, (_, low, high) in enumerate(nodes, start=2):
        for child, side, look in ((low, 1, {"ls": DOTTED, "color": INK}), (high, -1, {"ls": "-", "color": BLUE})):
            if child:
                others = [place for other, place in at.items() if other not in (number, child)]
                first = 0.12 * side if low == high else 0.0
                _arc(ax, at[number], at[child], _bend(at[number], at[child], first, side, others), look)
    for number, (x, y) in at.items():
        told = "1" if number == 1 else str(items[nodes[number - 2][0]])
        shape = "square" if number == 1 else "circle"
        box = {"boxstyle": f"{shape},pad=0.32", "facecolor": TINT if number == 1 else "white", "edgecolor": INK}
        ax.text(x, y, told, ha="center", va="center", fontsize=8, bbox=box, zorder=4)
    ax.set(xlim=(left - 0.6, right + 0.6), ylim=(-len(items) - 0.5, 0.6))
    ax.set_axis_off()
    return ax


def _places(nodes: Sequence[tuple[int, int, int]], bottom: int) -> dict[int, Place]:
    """Return {number of a node: (x, y)}. Each level is a line, the root is at the top, and children are roughly below
    their parents."""
    levels: dict[int, list[int]] = {}
    for number, (level, _, _) in enumerate(nodes, start=2):
        levels.setdefault(level, []).append(number)
    wish: dict[int, list[float]] = {}
    at: dict[int, Place] = {}
    for level in sorted(levels):
        mean = {number: sum(wish.get(number, [0.0])) / len(wish.get(number, [0.0])) for number in levels[level]}
        left = -float("inf")
        for number in sorted(mean, key=lambda number: (mean[number], number)):
            left = max(mean[number], left + 1)
            at[number] = (left, -level)
            for child, side in zip(nodes[number - 2][1:], (-0.5, 0.5), strict=True):
                wish.setdefault(child, []).append(left + side)
    at[1] = (sum(wish[1]) / len(wish[1]), -bottom)
    return at


def _bend(start: Place, end: Place, first: float, side: int, others: Sequence[Place]) -> float:
    """Return how strongly an arc must be bent to pass the nodes at `others` at a distance of `CLEAR`. The function
    tries the bend `first`, and then larger bends, first to the side `side` (1 or -1) and then to the other side. If no
    bend is enough, it returns the bend with the largest distance."""
    (x, y), (u, v) = ((WIDE * a, HIGH * b) for a, b in (start, end))

    def clear(bend: float) -> float:
        """Return the distance in inches from the bent arc, as matplotlib draws it, to the nearest other node."""
        middle = ((x + u) / 2 + bend * (v - y), (y + v) / 2 - bend * (u - x))
        return min((_distance((x, y), middle, (u, v), (WIDE * a, HIGH * b)) for a, b in others), default=CLEAR)

    bends = [first, *(turn * side * bend for bend in (0.15, 0.3, 0.45) for turn in (1, -1))]
    return next((bend for bend in bends if clear(bend) >= CLEAR), max(bends, key=clear))


def _distance(start: Place, middle: Place, end: Place, place: Place) -> float:
    """Return the distance from a place to a quadratic curve, estimated at eleven points."""
    at = [number / 12 for number in range(1, 12)]
    ways = (((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in at)
    points = ([a * p + b * q + c * r for p, q, r in zip(start, middle, end, strict=True)] for a, b, c in ways)
    return min(dist(point, place) for point in points)


def _arc(ax: Axes, start: Place, end: Place, bend: float, look: Mapping[str, Any]) -> None:
    style: dict[str, Any] = {"arrowstyle": "-|>", "mutation_scale": 8, "connectionstyle": f"arc3,rad={bend}"}
    ax.add_patch(FancyArrowPatch(start, end, **style, shrinkA=9, shrinkB=9, lw=1.3, zorder=2, **look))


@validate_args
@styled
def draw_frontier(
    at: Mapping[Vertex, tuple[float, float]],
    edges: Sequence[tuple[Vertex, Vertex]],
    decisions: Sequence[bool],
    mates: Mapping[Vertex, object],
    *,
    names: Mapping[Vertex, object] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a graph in which a search has decided the first edges. Taken edges are thick and blue, rejected edges
    dotted, and undecided edges thin. Each vertex of the frontier has a ring that contains its mate: the other end of
    the path that begins at the vertex.

    Parameters
    ----------
    at
        {vertex: (x, y)}; y grows downwards.
    edges
        The edges, in the order in which they are decided.
    decisions
        For each decided edge, True if it was taken and False if it was rejected.
    mates
        {vertex of the frontier: its mate}.
    names
        {vertex: the name to draw beside it}.
    ax
        The Axes to draw in; by default, a new figure.

    Raises
    ------
    PuzzleError
        If an end of an edge has no position in `at`.
    """
    if strangers := [vertex for edge in edges for vertex in edge if vertex not in at]:
        raise PuzzleError(f"found an edge from {shown(strangers[0])}, expected vertices with a position")
    ax = ax or plt.subplots(figsize=(3.4, 3.4))[1]
    for number, (a, b) in enumerate(edges):
        decided = number < len(decisions)
        taken = decided and decisions[number]
        look: dict[str, Any] = {"color": BLUE, "lw": 5} if taken else {"color": GREY, "lw": 1.2}
        if decided and not taken:
            look["ls"] = DOTTED
        (x, y), (u, v) = at[a], at[b]
        ax.plot([x, u], [y, v], zorder=1, solid_capstyle="round", **look)
        ax.text((x + u) / 2, (y + v) / 2, str(number + 1), fontsize=6, color=GREY, ha="center", va="center",
                bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"}, zorder=2)  # fmt: skip
    for vertex, (x, y) in at.items():
        ring = vertex in mates
        ax.plot(x, y, "o", ms=17 if ring else 6, mfc="white" if ring else INK, mec=GREEN if ring else INK,
                mew=2.2 if ring else 1, zorder=3)  # fmt: skip
        if ring:
            ax.text(x, y, str(mates[vertex]), ha="center", va="center", fontsize=8, zorder=4)
        if names and vertex in names:
            ax.annotate(str(names[vertex]), (x, y), (-11, 11), textcoords="offset points", ha="center", fontsize=7)
    across, down = zip(*at.values(), strict=True)
    ax.set(xlim=(min(across) - 0.4, max(across) + 0.4), ylim=(max(down) + 0.4, min(down) - 0.4), aspect="equal")
    ax.set_axis_off()
    return ax
