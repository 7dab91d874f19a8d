"""Functions on the loops of a drawing (a set of drawn edges), on the ways to satisfy a clue, and on patterns of edges.

Rules, lazy constraints, clauses and deductions use these functions. A loop satisfies a clue if it uses that number of
edges around the clue's cell.

A *node* is a cell or a point. A node has four edges, or fewer if it is a point at the border. A *pattern* is the set of
a node's drawn edges, as a number: bit k is set if edge k is drawn. A *mask* is the set of patterns that are still
possible at a node, as a number: bit p is set if pattern p is possible. A cell and a point at its corner share two
edges. Propagation passes the possible states of these two edges from one node to the other. So masks can also express
"one of two edges is drawn".
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain, product
from typing import NamedTuple

from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Cell, Edge, Point, edges_of
from puzzlekit.core.union_find import cycle_components
from puzzlekit.slitherlink.puzzle import Puzzle, geometry

OUT, IN, OPEN = 1, 2, 3  # bits of an edge's possible states: not drawn, drawn, either
SHORTEST = 4  # the smallest number of edges of a loop, and the smallest number of edges in which two loops differ
TOUCHED = 8  # the edges of a loop around two cells belong to at most this many cells
Loop = tuple[Edge, ...]
Bits = tuple[tuple[int, ...], ...]


def missed(puzzle: Puzzle, loop: Iterable[Edge]) -> Cell | None:
    """Return the cell of a clue that is violated if only this loop is drawn, or None if all clues are satisfied."""
    number = puzzle.number
    beside = Counter(cell for edge in loop for cell in puzzle.beside[edge])
    wrong = (cell for cell, count in beside.items() if number.get(cell, count) != count)
    far = (cell for cell, own in number.items() if own and cell not in beside)
    return next(chain(wrong, far), None)


def clues_of(rows: int, columns: int, loop: Iterable[Edge]) -> Puzzle:
    """Return the puzzle with a clue in every cell: the number of edges of the cell that this loop uses."""
    drawn = set(loop)
    around = geometry(rows, columns).around
    return Puzzle.of(rows, columns, {cell: sum(edge in drawn for edge in own) for cell, own in around.items()})


def spoilt(drawn: Iterable[Edge]) -> Iterator[tuple[Loop, Edge]]:
    """Yield (loop, edge) for each loop of a drawing, where `edge` is a drawn edge outside the loop. No solution
    contains both the loop and the edge. Yield nothing if the drawing is a single loop or has no loop.

    The loop without the edge could be a solution. Raise PuzzleError if `drawn` is a dict {edge: value}, because its
    keys can include edges that are not drawn.
    """
    if isinstance(drawn, Mapping):
        raise PuzzleError("found a dict, expected the drawn edges: [e for e in puzzle.edges if values.x[e]]")
    edges = list(edges_of(drawn))
    for loop in cycle_components(edges):
        own = set(loop)
        if other := next((edge for edge in edges if edge not in own), None):
            yield loop, other


def small_loops(puzzle: Puzzle, excluded: Collection[Edge]) -> Iterator[Loop]:
    """Yield each loop around one cell or around two neighbouring cells that violates a clue. Loops may be left out if
    they have an edge in `excluded`."""
    far = sum(number > 0 for _, number in puzzle.clues) > TOUCHED  # then no small loop satisfies all clues
    for cell, sides in puzzle.around.items():
        if sum(edge in excluded for edge in sides) > 1:  # each small loop uses at least three of these sides
            continue
        for other in (None, Cell(cell.row, cell.column + 1), Cell(cell.row + 1, cell.column)):
            if other is None or other in puzzle.around:
                more = puzzle.around[other] if other else ()
                loop = tuple({*sides} ^ {*more})
                if far or missed(puzzle, loop):
                    yield loop


@lru_cache(maxsize=200_000)
def ways(number: int, bits: Bits) -> Bits | None:
    """Return the possible states of the edges at a clue, after trying all ways to satisfy the clue and to continue the
    loop at the corners of the clue's cell.

    The result has the form of `bits`, or is None if there is no way. States are bits: OUT, IN, or OPEN for both.

    Parameters
    ----------
    number
        The clue.
    bits
        Five or fewer tuples of states. The first tuple is for the four edges of the clue's cell, in cyclic order. The
        next tuples are for the corners, where edge k meets edge k - 1, k = 0, 1, 2, 3: each has the states of the edges
        at the corner that do not belong to the cell.
    """
    sides, *corners = bits
    left = [[0] * len(own) for own in bits]
    for drawn in _choices(sides):
        beyond = [_going_on(own, (drawn[k], drawn[k - 1]).count(IN)) for k, own in enumerate(corners)]
        if drawn.count(IN) == number and None not in beyond:
            for total, found in zip(left, (drawn, *beyond), strict=True):
                total[:] = (one | other for one, other in zip(total, found, strict=True))  # type: ignore[arg-type]
    return tuple(map(tuple, left)) if left[0][0] else None


@cache  # a corner has at most two edges beyond the cell
def _going_on(beyond: tuple[int, ...], inner: int) -> tuple[int, ...] | None:
    """Return the possible states of the edges at a corner that do not belong to the cell, or None at a contradiction.

    `beyond` has the current states of these edges, and `inner` is the number of drawn edges of the cell at this corner.
    The corner must have two drawn edges or none.
    """
    right = [drawn for drawn in _choices(beyond) if inner + drawn.count(IN) in (0, 2)]
    return tuple(sum(set(own)) for own in zip(*right, strict=True)) if right else None


def _choices(bits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Return an iterator over all choices of IN or OUT for edges with these possible states."""
    return product(*([bit for bit in (OUT, IN) if bit & own] for own in bits))


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
