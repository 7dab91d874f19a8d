"""The possible patterns of drawn edges around each cell and at each point of a Slitherlink, as masks.

A *node* is a cell or a point. A node has four edges, or fewer if it is a point at the border. A *pattern* is the set of
a node's drawn edges, as a number: bit k is set if edge k is drawn. A *mask* is the set of patterns that are still
possible at a node, as a number: bit p is set if pattern p is possible. A cell and a point at its corner share two
edges. Propagation passes the possible states of these two edges from one node to the other. So masks can also express
"one of two edges is drawn".
"""

from functools import lru_cache
from typing import NamedTuple

from puzzlekit.core.grid import Point
from puzzlekit.slitherlink.graph import IN, OUT
from puzzlekit.slitherlink.puzzle import geometry

PATTERNS = range(16)
ANY = (1 << 16) - 1
# COUNT[n] is the mask of the patterns with n drawn edges; WITH[k] is the mask of the patterns in which edge k is drawn.
COUNT = tuple(sum(1 << p for p in PATTERNS if p.bit_count() == n) for n in range(5))
WITH = tuple(sum(1 << p for p in PATTERNS if p >> k & 1) for k in range(4))

# Edges 0 to 3 of a cell: above, right, below, left. Edges 0 to 3 of a point: right, up, left, down. Corner k of a node
# has the edges CORNERS[k], the horizontal edge first. Corner k of a cell has the same two edges as corner FACING[k] of
# the point there, and vice versa.
CORNERS = ((0, 3), (0, 1), (2, 1), (2, 3))
FACING = (0, 3, 2, 1)
POINTS = ((0, 0), (0, 1), (1, 1), (1, 0))  # offsets of a cell's corners
NEIGHBOURS = ((0, 1), (-1, 0), (0, -1), (1, 0))  # offsets of a point's neighbours


class _Told(dict[int, tuple]):
    """A cache: {mask of a node: its implications}. The implications are a tuple of five items.

    The first four items are the masks that the node's mask implies for the nodes at its corners. The last item has a
    pair (k, IN or OUT) for each edge k with the same state in all patterns of the mask. The cache is filled on demand,
    because only few masks occur.
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
    """The edges and nodes of a grid as numbers, in reading order. The nodes are first the cells, then the points.

    Attributes
    ----------
    cells
        The number of cells among the nodes.
    near
        For each node, the pairs (corner, node at this corner).
    edges
        For each node, its four edges; -1 for an edge that would be outside the board.
    masks
        For each node, its mask on a board without clues.
    border
        The points with fewer than four edges.
    ends
        For each edge, its two points.
    between
        `{(point, point): edge}` for two neighbouring points, in both orders.
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
    """Return the mask of a point with these edges: the patterns with two drawn edges or none. An edge of -1 does not
    exist."""
    missing = sum(1 << k for k, edge in enumerate(edges) if edge < 0)
    return sum(1 << p for p in PATTERNS if p.bit_count() in (0, 2) and not p & missing)
