"""Masks for Slitherlink: the possible patterns of the four edges around each cell and at each point.

A *pattern* is a set of these edges: bit k for edge k. A *mask* is a set of patterns, bit p for pattern p: the patterns
that remain possible at a *node*, a cell or a point. A cell and the point at one of its corners share two edges, and
propagation passes the possible states of the two edges between them. So masks also express "one of two is drawn".
"""

from functools import lru_cache
from typing import NamedTuple

from puzzlekit.core.grid import Point
from puzzlekit.slitherlink.graph import IN, OUT
from puzzlekit.slitherlink.puzzle import geometry

PATTERNS = range(16)
ANY = (1 << 16) - 1
COUNT = tuple(sum(1 << p for p in PATTERNS if p.bit_count() == n) for n in range(5))  # the patterns with n edges
WITH = tuple(sum(1 << p for p in PATTERNS if p >> k & 1) for k in range(4))  # the patterns with edge k

# Edges 0 to 3 of a cell: above, right, below, left; of a point: right, up, left, down. So corner k of a cell has the
# two edges of corner FACING[k] of the point there, and vice versa, the horizontal edge first.
CORNERS = ((0, 3), (0, 1), (2, 1), (2, 3))
FACING = (0, 3, 2, 1)
POINTS = ((0, 0), (0, 1), (1, 1), (1, 0))  # offsets of a cell's corners
NEIGHBOURS = ((0, 1), (-1, 0), (0, -1), (1, 0))  # offsets of a point's neighbours


class _Told(dict[int, tuple]):
    """Cache from a mask to the four masks that its corners imply for the nodes there, and its settled edges.

    A settled edge (k, IN or OUT) has the same state in all patterns. The cache is filled on demand: few masks occur.
    """

    def __missing__(self, mask: int) -> tuple:
        own = [p for p in PATTERNS if mask >> p & 1]
        told = [sum(1 << p for p in PATTERNS if _at(p, FACING[k]) in {_at(q, k) for q in own}) for k in range(4)]
        states = [{IN if p >> k & 1 else OUT for p in own} for k in range(4)]
        self[mask] = found = (*told, tuple((k, *left) for k, left in enumerate(states) if len(left) == 1))
        return found


def _at(pattern: int, corner: int) -> tuple[int, int]:
    one, other = CORNERS[corner]
    return pattern >> one & 1, pattern >> other & 1


TOLD = _Told()


class Nodes(NamedTuple):
    """A grid as indices in reading order: its edges, and its nodes, first the cells and then the points.

    Attributes
    ----------
    cells
        The number of cells among the nodes.
    near
        For each node the pairs (corner, node at this corner).
    edges
        For each node its four edges; -1 where the board ends.
    masks
        For each node its mask on a board without clues.
    border
        The points with fewer than four edges, whose masks are smaller.
    ends
        For each edge its two points.
    between
        `{(point, point): edge}` for two neighbouring points.
    """

    cells: int
    near: list[list[tuple[int, int]]]
    edges: list[tuple[int, ...]]
    masks: list[int]
    border: list[int]
    ends: list[tuple[int, int]]
    between: dict[tuple[int, int], int]


@lru_cache(maxsize=64)
def nodes(rows: int, columns: int) -> Nodes:
    """Return the nodes of a grid of `rows` x `columns` cells."""
    grid, cells = geometry(rows, columns), rows * columns
    number = {point: cells + index for index, point in enumerate(grid.places)}
    ends = [(number[edge.a], number[edge.b]) for edge in grid.edges]  # type: ignore[index]  # points
    between = {pair: edge for edge, (a, b) in enumerate(ends) for pair in ((a, b), (b, a))}
    near: list[list[tuple[int, int]]] = [[] for _ in range(cells + len(number))]
    edges = list[tuple[int, ...]]()
    for node, cell in enumerate(grid.around):
        corners = [number[Point(cell.row + i, cell.column + j)] for i, j in POINTS]
        edges.append(tuple(between[corners[k], corners[k - 3]] for k in range(4)))
        for k, point in enumerate(corners):
            near[node].append((k, point))
            near[point].append((FACING[k], node))
    for point, node in number.items():
        others = [number.get(Point(point.row + i, point.column + j), -1) for i, j in NEIGHBOURS]
        edges.append(tuple(between.get((node, other), -1) for other in others))
    masks = [ANY] * cells + [_passed(own) for own in edges[cells:]]
    border = [node for node, own in enumerate(edges) if -1 in own]
    return Nodes(cells, near, edges, masks, border, ends, between)


def _passed(edges: tuple[int, ...]) -> int:
    """Return the mask of a point with these edges: the loop passes the point or not."""
    missing = sum(1 << k for k, edge in enumerate(edges) if edge < 0)
    return sum(1 << p for p in PATTERNS if p.bit_count() in (0, 2) and not p & missing)
