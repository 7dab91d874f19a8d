"""Design of Slitherlinks: for a given loop, all sets of clues with which the loop is the only solution.

A loop's number in a cell is the number of edges of the cell that the loop uses. A set of cells is *good* if no second
loop has the same numbers in all these cells. The *difference* of a second loop is the set of cells in which its numbers
differ from the given loop's numbers. A set is good if and only if it contains a cell of every difference, so the good
sets are the hitting sets of the differences. The inclusion-minimal differences suffice. This is section 7 of the paper
on ZDDs, in reverse.
"""

from collections.abc import Hashable, Iterable
from functools import cached_property

from puzzlekit import zdd
from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import ParseError, PuzzleError, counted, expect, shown, validate_args
from puzzlekit.core.grid import Cell
from puzzlekit.core.lattice import MAX_SIDE
from puzzlekit.core.type_checks import is_a
from puzzlekit.engines.sat import SatSolver
from puzzlekit.slitherlink.cadical import Differences
from puzzlekit.slitherlink.graph import clues_of
from puzzlekit.slitherlink.puzzle import Puzzle, Solution, geometry

INSIDE, OUTSIDE = "#", "."
HARDEST = (4, 0, 3, 1, 2)  # the paper's order: a puzzle with fewer 4s is harder; if equal, with fewer 0s; and so on


def loop_around(rows: Iterable[str], *, several: bool = False) -> Solution:
    """Return a board without clues whose loop is the border around the cells marked `#`.

    Parameters
    ----------
    rows
        A string for each row: `#` for a cell inside the loop, `.` for a cell outside.
    several
        Whether the border can consist of several loops, for example around holes or separate regions.

    Raises
    ------
    ParseError
        If there are no rows, if rows differ in length, if a symbol is not `#` or `.`, or if there is no `#`.
    PuzzleError
        If two cells inside touch only at a corner, or if there are several loops and `several` is false.

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
        raise ParseError(f"found {len(lines)} x {len(lines[0])} cells, expected at most {MAX_SIDE} x {MAX_SIDE}")
    for number, line in enumerate(lines, start=1):
        if len(line) != len(lines[0]):
            raise ParseError(f"found {counted(len(line), 'symbol')}, expected {len(lines[0])}", line=number)
        for column, symbol in enumerate(line, start=1):
            if symbol not in (INSIDE, OUTSIDE):
                raise ParseError(f"found {symbol!r}, expected '#' or '.'", line=number, column=column)
    inside = {Cell(i, j) for i, line in enumerate(lines) for j, symbol in enumerate(line) if symbol == INSIDE}
    if not inside:
        raise ParseError("found no '#', expected at least one cell inside")
    return inside, (len(lines), len(lines[0]))


def _check_loop(loop: Solution, several: bool) -> None:
    """Raise PuzzleError unless the drawn edges of the board `loop` form one loop. If `several` is true, several loops
    without common points are accepted."""
    if not loop.drawn:
        raise PuzzleError("found nothing drawn, expected a loop")
    for point, around in loop.puzzle.at.items():
        if (count := loop.count(around)) not in (0, 2):
            why = "cells touch only at a corner" if count == 4 else f"{counted(count, 'edge')} end there"
            raise PuzzleError(f"{point}: {why}, expected a loop that neither ends nor meets itself")
    others = loop.loops[1:]
    if others and not several:
        raise PuzzleError(f"{others[0][0].a}: found another loop there, expected one loop, or several=True")


@validate_args
def valid_clue_sets(
    solution: Solution, cells: Iterable[Cell] | None = None, *, several: bool = False, time_limit: float | None = None
) -> "ValidClueSets":
    """Return all valid clue sets for a loop. A clue set is a set of cells. It is valid if the clues in these cells
    leave the loop as the only solution. In chapter 11, valid clue sets are called *good*.

    Parameters
    ----------
    solution
        A board with one loop, such as a result of `loop_around` or `solve`, or `board.solution`. The clues of the board
        are not used.
    cells
        The cells that can have a clue; all cells if None.
    several
        Whether several loops without common points count as one solution. The board may then have several loops.
    time_limit
        In seconds; None for no limit.

    Raises
    ------
    PuzzleError
        If the solution is not one loop (or several, if `several` is true), or a cell is not on the board.
    TimeLimitReached
        If the time limit ends the search.

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
            raise PuzzleError(f"found {shown(cell)}, expected cells of the {full.rows} x {full.columns} board")
    asked = Puzzle.of(full.rows, full.columns, {cell: full.number[cell] for cell in chosen})
    with SatSolver(quick=True) as solver:
        differences = Differences(asked, solver, several=several)
        found = solver.apart(lambda: list(differences.all(solution.drawn, deadline.remaining)))
    return ValidClueSets(asked, tuple(found))


class ValidClueSets:
    """The valid clue sets for a loop, as sets of cells.

    Attributes
    ----------
    puzzle
        The puzzle with a clue in every cell that can have one.
    differences
        The inclusion-minimal differences, see the module's docstring. Only cells that can have a clue are compared.
    family
        All valid clue sets, as a `zdd.Family` of cells.
    """

    def __init__(self, puzzle: Puzzle, differences: tuple[frozenset[Cell], ...]):
        self.puzzle, self.differences = puzzle, differences

    @cached_property
    def family(self) -> zdd.Family:
        """Return all valid clue sets as a `zdd.Family` of cells."""
        # in the order along the longer side of the board, the cells of a difference are close together, and the
        # decision diagram is small
        order = sorted(self.puzzle.number)
        if self.puzzle.columns > self.puzzle.rows:
            order.sort(key=lambda cell: (cell.column, cell.row))
        return zdd.hitting_sets(self.differences, order)

    def count(self) -> int:
        """Return the number of valid clue sets."""
        return self.family.count()

    def minimal(self) -> zdd.Family:
        """Return the family of the valid clue sets from which no clue can be removed."""
        return self._minimal

    @cached_property
    def _minimal(self) -> zdd.Family:
        return self.family.minimal(closed=True)

    def minimum(self) -> zdd.Family:
        """Return the family of the valid clue sets with the fewest clues."""
        return self.minimal().minimum()

    def hardest(self) -> frozenset[Cell]:
        """Return the valid clue set that is hardest in the paper's order: the set with the fewest 4s, then the fewest
        0s, 3s, 1s and 2s.

        Raise PuzzleError if there is no valid clue set.
        """
        many = len(self.puzzle.number) + 1
        worth = {number: many**place for place, number in enumerate(reversed(HARDEST))}
        return self.minimal().lightest({cell: worth[number] for cell, number in self.puzzle.clues})

    def with_clues(self, cells: Iterable[Cell]) -> Puzzle:
        """Return the puzzle that has clues only in these cells. Raise PuzzleError if a cell cannot have a clue."""
        expect(cells, Iterable, "cells")
        number, kept = self.puzzle.number, [*cells]
        if strangers := [cell for cell in kept if not is_a(cell, Hashable) or cell not in number]:
            raise PuzzleError(f"found {shown(strangers[0])}, expected cells where clues may stand")
        return Puzzle.of(self.puzzle.rows, self.puzzle.columns, {cell: number[cell] for cell in kept})

    def __repr__(self) -> str:
        return f"{self.count()} good sets of clues for a loop on {self.puzzle.rows} x {self.puzzle.columns} cells"
