"""Loops of a drawing and ways to meet a clue, shared by rules, lazy constraints, clauses and deductions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain, product

from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Cell, Edge, edges_of
from puzzlekit.core.union_find import cycle_components
from puzzlekit.slitherlink.puzzle import Puzzle, geometry

OUT, IN, OPEN = 1, 2, 3  # bits of an edge's possible states: not drawn, drawn, either
SHORTEST = 4  # least number of edges of a loop, and of edges in which two loops differ
TOUCHED = 8  # cells beside a loop around two cells, including the two
Loop = tuple[Edge, ...]
Bits = tuple[tuple[int, ...], ...]


def missed(puzzle: Puzzle, loop: Iterable[Edge], number: Mapping[Cell, int] | None = None) -> Cell | None:
    """Return a clue that this loop alone does not meet, or None; `number` replaces the puzzle's clues."""
    number = puzzle.number if number is None else number
    beside = Counter(cell for edge in loop for cell in puzzle.beside[edge])
    wrong = (cell for cell, count in beside.items() if number.get(cell, count) != count)
    far = (cell for cell, own in number.items() if own and cell not in beside)
    return next(chain(wrong, far), None)


def clues_of(rows: int, columns: int, loop: Iterable[Edge]) -> Puzzle:
    """Return the puzzle in which every cell's clue is its number of edges on this loop."""
    drawn = set(loop)
    around = geometry(rows, columns).around
    return Puzzle.of(rows, columns, {cell: sum(edge in drawn for edge in own) for cell, own in around.items()})


def spoilt(drawn: Iterable[Edge]) -> Iterator[tuple[Loop, Edge]]:
    """Yield each loop of a drawing with further edges, and the first edge outside the loop: both cannot stay.

    The loop may stay without the edge, because the loop alone may meet every clue. Raises PuzzleError for a dict of
    values, which also has the edges that are not drawn.
    """
    if isinstance(drawn, Mapping):
        raise PuzzleError("found a dict, expected the drawn edges: [e for e in puzzle.edges if values.x[e]]")
    edges = list(edges_of(drawn))
    for loop in cycle_components(edges):
        own = set(loop)
        if other := next((edge for edge in edges if edge not in own), None):
            yield loop, other


def small_loops(puzzle: Puzzle) -> Iterator[Loop]:
    """Yield the loops around one cell and around two neighbouring cells that miss a clue."""
    far = sum(number > 0 for _, number in puzzle.clues) > TOUCHED  # then each small loop misses a clue
    for cell, sides in puzzle.around.items():
        for other in (None, Cell(cell.row, cell.column + 1), Cell(cell.row + 1, cell.column)):
            if other is None or other in puzzle.around:
                more = puzzle.around[other] if other else ()
                loop = tuple({*sides} ^ {*more})
                if far or missed(puzzle, loop):
                    yield loop


@lru_cache(maxsize=200_000)
def ways(number: int, bits: Bits) -> Bits | None:
    """Return the possible states of the edges at a clue if the loop can go on at all four corners, or None.

    Parameters
    ----------
    bits
        The four edges of the clue's cell in cyclic order; then, for each edge, the edges beyond its corner with the
        previous edge.
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
    """Return the possible states of a corner's edges outside of the cell if `inner` of the cell's two sides there
    are drawn, or None if no choice gives the point two edges or none."""
    right = [drawn for drawn in _choices(beyond) if inner + drawn.count(IN) in (0, 2)]
    return tuple(sum(set(own)) for own in zip(*right, strict=True)) if right else None


def _choices(bits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Return every way to draw these edges or to leave them out."""
    return product(*([bit for bit in (OUT, IN) if bit & own] for own in bits))
