"""Functions on the loops of a drawing, which is a set of drawn edges, and on the ways to satisfy a clue.

Rules, lazy constraints, clauses and deductions use these functions. A loop satisfies a clue if it uses that number of
edges around the clue's cell.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain, product

from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Cell, Edge, edges_of
from puzzlekit.core.union_find import cycle_components
from puzzlekit.slitherlink.puzzle import Puzzle, geometry

OUT, IN, OPEN = 1, 2, 3  # bits of an edge's possible states: not drawn, drawn, either
SHORTEST = 4  # the smallest number of edges of a loop, and the smallest number of edges in which two loops differ
TOUCHED = 8  # the edges of a loop around two cells belong to at most this many cells
Loop = tuple[Edge, ...]
Bits = tuple[tuple[int, ...], ...]


def missed(puzzle: Puzzle, loop: Iterable[Edge], number: Mapping[Cell, int] | None = None) -> Cell | None:
    """Return the cell of a clue that is violated if only this loop is drawn, or None if all clues are satisfied.

    `number` is {cell: clue}. If None, the clues of the puzzle are used.
    """
    number = puzzle.number if number is None else number
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


def small_loops(puzzle: Puzzle, excluded: Collection[Edge] = ()) -> Iterator[Loop]:
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
