"""Design of Slitherlinks: a given loop, and every set of clues with which the loop is the only solution.

A set of cells is *good* if no other loop has the same numbers in all of its cells. For every other loop, a good set
contains a cell in which the numbers differ. So the good sets are the hitting sets of these *differences*; the minimal
differences by inclusion are enough (section 7 of the paper on ZDDs, in reverse).
"""

from collections.abc import Hashable, Iterable
from functools import cached_property

from puzzlekit import zdd
from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import ParseError, PuzzleError, counted, expect, shown, validate_args
from puzzlekit.core.grid import Cell
from puzzlekit.core.lattice import MAX_SIDE
from puzzlekit.core.type_checks import is_a
from puzzlekit.core.union_find import cycle_components
from puzzlekit.engines.sat import SatSolver
from puzzlekit.slitherlink.cadical import Differences
from puzzlekit.slitherlink.graph import clues_of
from puzzlekit.slitherlink.puzzle import Puzzle, Solution, geometry

INSIDE, OUTSIDE = "#", "."
HARDEST = (4, 0, 3, 1, 2)  # the paper's order: a puzzle with fewer 4s is harder, then one with fewer 0s, and so on


def loop_around(rows: Iterable[str], *, several: bool = False) -> Solution:
    """Return the loop around some cells, on a board without clues.

    Parameters
    ----------
    rows
        A string for each row: `#` for a cell inside, `.` for a cell outside.
    several
        Allow several loops: holes, and regions that lie apart.

    Raises
    ------
    ParseError
        If rows are missing or differ in length, hold another symbol, or there is no cell inside.
    PuzzleError
        If cells inside touch at a corner only, or there is a second loop without `several`; the message has the place.

    Examples
    --------
    >>> len(loop_around(["##.", ".##"]).drawn)
    10
    """
    inside, shape = _inside(rows)
    grid = geometry(*shape)
    border = [edge for edge in grid.edges if sum(cell in inside for cell in grid.beside[edge]) == 1]
    loop = Solution.of(Puzzle.of(*shape, {}), border)
    _check_loop(loop, several)
    return loop


def _inside(rows: Iterable[str]) -> tuple[set[Cell], tuple[int, int]]:
    expect(rows, Iterable, "a string for each row")
    lines = rows.split("\n") if isinstance(rows, str) else list(rows)
    if not lines or not all(isinstance(line, str) for line in lines) or not lines[0]:
        raise ParseError(f"found {shown(lines)}, expected a string for each row, of '#' and '.'")
    if not (len(lines) <= MAX_SIDE and len(lines[0]) <= MAX_SIDE):
        raise ParseError(f"found {len(lines)} x {len(lines[0])} cells, expected at most {MAX_SIDE} a side")
    for number, line in enumerate(lines, start=1):
        if len(line) != len(lines[0]):
            raise ParseError(f"found {counted(len(line), 'symbol')}, expected {len(lines[0])}", line=number)
        for column, symbol in enumerate(line, start=1):
            if symbol not in (INSIDE, OUTSIDE):
                raise ParseError(f"found {symbol!r}, expected '#' or '.'", line=number, column=column)
    inside = {Cell(i, j) for i, line in enumerate(lines) for j, symbol in enumerate(line) if symbol == INSIDE}
    if not inside:
        raise ParseError("found no '#', expected one cell inside at least")
    return inside, (len(lines), len(lines[0]))


def _check_loop(loop: Solution, several: bool) -> None:
    """Raise PuzzleError unless the edges form one loop, or with `several` loops without common points."""
    if not loop.drawn:
        raise PuzzleError("found nothing drawn, expected a loop")
    for point, around in loop.puzzle.at.items():
        if (count := loop.count(around)) not in (0, 2):
            why = "cells touch at a corner only" if count == 4 else f"{counted(count, 'edge')} end there"
            raise PuzzleError(f"{point}: {why}, expected a loop that neither ends nor meets itself")
    others = cycle_components(loop.drawn)[1:]
    if others and not several:
        raise PuzzleError(f"{others[0][0].a}: found another loop there, expected one; or say several=True")


@validate_args
def valid_clue_sets(
    solution: Solution, cells: Iterable[Cell] | None = None, *, several: bool = False, time_limit: float | None = None
) -> "ValidClueSets":
    """Return all good sets of clues for a loop.

    Parameters
    ----------
    solution
        A board with one loop, whatever its clues: from `loop_around`, from `board.solution`, from `solve`.
    cells
        Where clues may stand; anywhere by default.
    several
        Allow any set of loops without a common point as a solution, as in drawn messages.
    time_limit
        In seconds.

    Raises
    ------
    PuzzleError
        If the solution is not one loop, or a cell is off the board.
    TimeLimitReached

    Examples
    --------
    >>> found = valid_clue_sets(loop_around(["##.", ".#.", "..."]))
    >>> found.minimum().count() <= found.minimal().count() <= found.count()
    True
    """
    _check_loop(solution, several)
    deadline = Deadline(time_limit, "not every good set of clues found")
    full = clues_of(solution.puzzle.rows, solution.puzzle.columns, solution.drawn)
    chosen = sorted(full.number if cells is None else set(cells))
    for cell in chosen:
        if cell not in full.number:
            raise PuzzleError(f"found {shown(cell)}, expected cells of the board of {full.rows} x {full.columns}")
    asked = Puzzle.of(full.rows, full.columns, {cell: full.number[cell] for cell in chosen})
    with SatSolver(quick=True) as solver:
        differences = Differences(asked, solver, several=several)
        found = solver.apart(lambda: list(differences.all(solution.drawn, deadline.remaining)))
    return ValidClueSets(asked, tuple(found))


class ValidClueSets:
    """The good sets of clues for a loop: sets of cells of `puzzle`, which has all allowed clues.

    Attributes
    ----------
    differences
        The minimal sets of cells, by inclusion, in which the numbers of another loop differ.
    family
        All good sets, as a `zdd.Family` of cells.
    """

    def __init__(self, puzzle: Puzzle, differences: tuple[frozenset[Cell], ...]):
        self.puzzle, self.differences = puzzle, differences

    @cached_property
    def family(self) -> zdd.Family:
        """Return all good sets as a `zdd.Family` of cells."""
        return zdd.hitting_sets(self.differences, self._order)

    def count(self) -> int:
        """Return the number of good sets."""
        return self.family.count()

    def minimal(self) -> zdd.Family:
        """Return the minimal good sets: no clue can be removed."""
        return self._minimal

    @cached_property
    def _minimal(self) -> zdd.Family:
        return self.family.minimal(closed=True)

    @property
    def _order(self) -> list[Cell]:
        """Return the cells line by line along the longer side: each difference is decided soon after its start."""
        across = self.puzzle.columns > self.puzzle.rows
        return sorted(
            self.puzzle.number, key=lambda cell: (cell.column, cell.row) if across else (cell.row, cell.column)
        )

    def minimum(self) -> zdd.Family:
        """Return the good sets with the fewest clues."""
        return self.minimal().minimum()

    def hardest(self) -> frozenset[Cell]:
        """Return the first good set in the paper's order of hardness: the fewest 4s, then the fewest 0s, 3s, 1s and 2s.

        Raises PuzzleError if there is no good set.
        """
        many = len(self.puzzle.number) + 1
        worth = {number: many**place for place, number in enumerate(reversed(HARDEST))}
        return self.minimal().lightest({cell: worth[number] for cell, number in self.puzzle.clues})

    def with_clues(self, cells: Iterable[Cell]) -> Puzzle:
        """Return the puzzle with the clues of these cells."""
        expect(cells, Iterable, "cells")
        number, kept = self.puzzle.number, [*cells]
        if strangers := [cell for cell in kept if not is_a(cell, Hashable) or cell not in number]:
            raise PuzzleError(f"found {shown(strangers[0])}, expected cells where clues may stand")
        return Puzzle.of(self.puzzle.rows, self.puzzle.columns, {cell: number[cell] for cell in kept})

    def __repr__(self) -> str:
        return f"{self.count()} good sets of clues for a loop on {self.puzzle.rows} x {self.puzzle.columns} cells"
