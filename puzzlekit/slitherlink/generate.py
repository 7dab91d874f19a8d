"""The generator of Slitherlinks: a random loop with all its clues. Clues are removed while the loop is the only
solution."""

import random
from collections.abc import Callable, Iterable

from puzzlekit.core import grid
from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import validate_float as as_share
from puzzlekit.core.errors import validate_int
from puzzlekit.core.grid import Cell, Edge
from puzzlekit.engines.sat import SatSolver
from puzzlekit.slitherlink.cadical import LoopSearch
from puzzlekit.slitherlink.deduce import deduce, initial_candidates
from puzzlekit.slitherlink.graph import clues_of
from puzzlekit.slitherlink.puzzle import Puzzle, geometry

SMALLEST, LARGEST = 3, 60
RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))  # offsets around a cell, in cyclic order
KEPT = 0.3  # the share of cells with a clue if several solutions are allowed and `share` is 0


def generate(
    rows: int = 6,
    columns: int | None = None,
    *,
    seed: int,
    easy: bool = False,
    share: float = 0.0,
    unique: bool = True,
    time_limit: float | None = None,
) -> Puzzle:
    """Return a random puzzle that has a solution.

    Parameters
    ----------
    columns
        The number of columns. The default is the number of rows.
    seed
        The random seed. The same seed gives the same puzzle.
    easy
        Whether `deduce` must find the loop without search. If False, the clues only make the loop unique.
    share
        The share of cells with a clue, 0 to 1, at which the generator stops removing clues. With 0, it stops when every
        clue is needed; large boards are then very hard.
    unique
        Whether the puzzle must have only one solution. If False, random cells have a clue: their share is `share`, or
        0.3 if `share` is 0.
    time_limit
        In seconds, checked between two calls of CaDiCaL; None for no limit. A large board in which every clue is needed
        can take hours.

    Raises
    ------
    PuzzleError
        If rows, columns or share is out of range.
    TimeLimitReached
        If the time limit ends the generation.

    Examples
    --------
    >>> generate(4, 5, seed=1).columns
    5
    """
    rows = validate_int(rows, "rows", SMALLEST, LARGEST)
    columns = rows if columns is None else validate_int(columns, "columns", SMALLEST, LARGEST)
    least_share = as_share(share, "share")
    deadline = Deadline(time_limit, "no puzzle generated")
    rng = random.Random(validate_int(seed, "seed", 0))
    loop = random_loop(rows, columns, rng)
    full = clues_of(rows, columns, loop)
    order = rng.sample([cell for cell, _ in full.clues], rows * columns)
    least = round((least_share or (0 if unique else KEPT)) * len(order))
    if not unique:
        return _with(full, order[:least])
    if easy:
        return _with(full, _fewest(order, least, lambda kept: _finishes(_with(full, kept)), deadline))
    return _with(full, _needed(full, loop, order, least, deadline))


def _needed(full: Puzzle, loop: list[Edge], order: list[Cell], least: int, deadline: Deadline) -> list[Cell]:
    """Return at least `least` cells whose clues make the loop the only solution.

    `full` is the puzzle with all clues, and `order` is the random order in which clues are removed.
    """
    with SatSolver() as solver:
        search = LoopSearch(full, solver)
        search.forbid(loop)  # now the search finds only other loops
        return _fewest(order, least, lambda kept: not search.has_loop(kept), deadline)


def _with(puzzle: Puzzle, clues: Iterable[Cell]) -> Puzzle:
    return Puzzle.of(puzzle.rows, puzzle.columns, {cell: puzzle.number[cell] for cell in clues})


def _fewest(cells: list[Cell], least: int, enough: Callable[[list[Cell]], bool], deadline: Deadline) -> list[Cell]:
    """Return a subset of `cells` for which the function `enough` returns True. The subset has exactly `least` cells, or
    more if no further cell can be removed.

    Many cells are removed at a time. If `enough` is then False, the two halves of these cells are tried separately.
    Raise TimeLimitReached after the deadline.
    """
    kept, waiting = list(cells), [cells]
    while waiting and len(kept) > least:
        deadline.remaining()
        part, room = waiting.pop(), len(kept) - least
        if len(part) > room:
            waiting.append(part[room:])
            part = part[:room]
        fewer = [cell for cell in kept if cell not in set(part)]
        if enough(fewer):
            kept = fewer
        elif len(part) > 1:
            half = len(part) // 2
            waiting += [part[half:], part[:half]]
    return kept


def _finishes(puzzle: Puzzle) -> bool:
    """Return whether deduction alone settles every edge."""
    left = grid.apply_steps(deduce(puzzle), initial_candidates(puzzle))
    return all(len(states) == 1 for states in left.values())


def random_loop(rows: int, columns: int, rng: random.Random) -> list[Edge]:
    """Return the edges of a random loop through the whole grid: the border of a region that grows cell by cell.

    A cell can join the region if the eight cells around it, in cyclic order, form one run of cells in the region and
    one run of other cells. Then the region and its complement stay connected. Cells with few neighbours in the region
    join first.
    """
    inside = {Cell(rng.randrange(rows), rng.randrange(columns))}
    whole = geometry(rows, columns)
    cells = list(whole.around)
    for most in (1, 2):
        before = 0
        while len(inside) > before:
            before = len(inside)
            for cell in rng.sample(cells, len(cells)):
                if cell not in inside and _may_join(cell, inside, most):
                    inside.add(cell)
    return [edge for edge in whole.edges if sum(cell in inside for cell in whole.beside[edge]) == 1]


def _may_join(cell: Cell, inside: set[Cell], most: int) -> bool:
    ring = [Cell(cell.row + i, cell.column + j) in inside for i, j in RING]
    runs = sum(one != other for one, other in zip(ring, (*ring[1:], ring[0]), strict=True))
    return runs == 2 and 1 <= sum(ring[1::2]) <= most
