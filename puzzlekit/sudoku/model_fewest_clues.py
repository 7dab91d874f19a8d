"""The minimum Sudoku clue problem: the fewest clues that leave a full grid as the only solution.

Report, chapter 8, after Tjusila, Besançon, Turner and Koch, How many clues to give? A bilevel formulation for the
minimum Sudoku clue problem (2024). The leader (8.1) chooses clues of the full grid; the follower (8.2) looks for a
second solution with these clues. The model here has one level: the leader's model has a constraint for each unavoidable
set, and the follower separates violated constraints inside the leader's branch-and-cut. The module `minimum_clues` uses
this model for its search.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import PuzzleError, validate_args
from puzzlekit.core.grid import Cell
from puzzlekit.engines.uniqueness import UniquenessChecker
from puzzlekit.scip import BuiltModel, lazy, name
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.rules import violations
from puzzlekit.sudoku.solve import ENGINES, solutions
from puzzlekit.sudoku.unavoidable import Cells, Differing, minimal, swaps


@dataclass(frozen=True, eq=False)
class Given:
    """The data that the constraint families of the leader's model use.

    Attributes
    ----------
    grid
        The full grid.
    known
        The unavoidable sets that are known before the solve.
    differing
        The follower: a function of the cells with clues. It returns the cells in which a second solution differs from
        the grid, or no cells if there is no second solution.
    """

    grid: Solution
    known: Collection[Cells]
    differing: Differing


def known_unavoidable_sets(given: Given, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(8.1b) Each unavoidable set contains a clue: constraints for the sets that are known before the solve."""
    for number, cells in enumerate(given.known, start=1):
        yield number, quicksum(v.y[cell] for cell in sorted(cells)) >= 1


@lazy.family
def unavoidable_sets(given: Given, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(8.1b) Each unavoidable set contains a clue: lazy constraints for sets that the follower finds during the solve.

    `values` has the values of the variables in the leader's candidate solution. Yield nothing if the follower finds no
    second solution.
    """
    if found := given.differing([cell for cell, value in values.y.items() if value]):
        cells = sorted(minimal(found, v.y, given.differing))
        yield cells[0], quicksum(v.y[cell] for cell in cells) >= 1


FAMILIES = (known_unavoidable_sets, unavoidable_sets)


@validate_args
def build(grid: Solution, families: tuple = FAMILIES) -> BuiltModel:
    """Return the leader's model (8.1) as a problem with one level: each unavoidable set has a constraint.

    A solution of the model is a puzzle: `v.y[cell]` is 1 if the cell's digit is a clue (8.1c), and the objective is the
    number of clues (8.1a). The model starts with the constraints of the sets from `unavoidable.swaps`.
    During the solve, the follower finds other sets with SCIP.

    Raises
    ------
    PuzzleError
        If the grid is not full, or violates a rule.
    """
    check_full(grid)
    return build_of(Given(grid, swaps(grid), follower(grid)), families)


@validate_args
def build_of(given: Given, families: tuple = FAMILIES) -> BuiltModel:
    """Return the leader's model (8.1) as `build` does, but with the known sets and the follower in `given`."""
    model, grid = scip.new_model("minimum_clues"), given.grid
    v = scip.variables(y={cell: model.addVar(name("y", cell), vtype="B", obj=1) for cell in grid.filled})
    built = BuiltModel(
        model,
        v,
        decode=lambda values: puzzle_of(grid, (cell for cell, value in values.y.items() if value)),
        decisions=v.y.values(),
        indicators={item: v.y[item[0]] for item in grid.filled.items()},
    )
    return built.add(families, given)


@validate_args
def puzzle_of(grid: Solution, kept: Iterable[Cell]) -> Puzzle:
    """Return the puzzle whose clues are the grid's digits in the `kept` cells."""
    filled, n = grid.filled, len(grid.digits)
    empty = Puzzle(((0,) * n,) * n, grid.p, grid.q)
    return Puzzle(Solution.of(empty, {cell: filled[cell] for cell in kept}).digits, grid.p, grid.q)


def check_full(grid: Solution) -> None:
    """Raise PuzzleError if the grid is not full or violates a rule."""
    if broken := violations(puzzle_of(grid, ()), grid):
        raise PuzzleError(f"{broken[0].message}; expected a full grid that violates no rule")


@validate_args
def follower(grid: Solution, engine: str | None = None, *, deadline: Deadline | None = None) -> Differing:
    """Return a follower for a full grid: a function of the cells whose digits are clues. It returns the cells in which
    a second solution differs from the grid, or no cells if there is no second solution.

    The follower first looks for a set from `unavoidable.swaps` without a clue. If every set has a clue, the follower
    asks the engine, a name in `ENGINES` (SCIP if None), for two solutions. After the deadline it raises
    TimeLimitReached.
    """
    judge = UniquenessChecker(solutions, ENGINES, engine, deadline or Deadline(None, "no other solution found"))
    filled, known = grid.filled, swaps(grid)

    def differing(kept: Collection[Cell]) -> Cells:
        if missed := next((cells for cells in known if cells.isdisjoint(kept)), None):
            return missed
        other = next((found for found in judge.two(puzzle_of(grid, kept)) if found != grid), grid)
        return frozenset(cell for cell, digit in other.filled.items() if filled[cell] != digit)

    return differing
