"""The fewest clues that leave a full grid as the only solution: the minimum Sudoku clue problem.

Report, chapter 8, after Tjusila, Besançon, Turner and Koch, How many clues to give? A bilevel formulation for the
minimum Sudoku clue problem (2024). The leader (8.1) chooses the clues, the follower (8.2) looks for another solution
that keeps them. Here the problem has one level: the leader's model has a constraint for each unavoidable set, and the
follower answers inside of its branch-and-cut, where a clue set misses one of them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil
from types import SimpleNamespace
from typing import Any

from pyscipopt import SCIP_PARAMSETTING, Model, quicksum

from puzzlekit import scip
from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import PuzzleError, TimeLimitReached, counted, validate_args, validate_choice
from puzzlekit.core.grid import Cell
from puzzlekit.core.progress import ProgressBar
from puzzlekit.engines.uniqueness import UniquenessChecker
from puzzlekit.scip import BuiltModel, lazy, name
from puzzlekit.sudoku.cadical import Completions
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.rules import violations
from puzzlekit.sudoku.solve import ENGINES, solutions
from puzzlekit.sudoku.unavoidable import Cells, Differing, count_disjoint, minimal, shrink_clue_set, swaps

MOST = 12  # cells in the unavoidable sets that a SAT solver looks for before the solve
ROUNDS = 50  # of the local search without a better clue set
SETTINGS = {  # of SCIP: its LP is small, and whatever else it does at a node takes longer than it saves
    "nodeselection/bfs/stdpriority": 1_000_000,  # nobody waits for a better clue set from a dive:
    "nodeselection/bfs/minplungedepth": 0,  # each node that is taken up is to raise the bound
    "nodeselection/bfs/maxplungedepth": 0,
    "branching/pscost/priority": 1_000_000,  # what was seen when a cell was branched on, without trying cells first
    "presolving/maxrounds": 0,
    "propagating/redcost/freq": -1,
    "conflict/enable": False,
}
NOISE = 1e-6  # of a bound in floating point


@dataclass(frozen=True)
class FewestClues:
    """How far the search for the fewest clues has come.

    Attributes
    ----------
    puzzle
        The best clue set found: a puzzle with the grid as its only solution.
    bound
        It is proved that no clue set has fewer clues.
    """

    puzzle: Puzzle
    bound: int

    @property
    def clues(self) -> int:
        """The number of clues in the best clue set found."""
        return len(self.puzzle.given)

    @property
    def proved(self) -> bool:
        """Whether no clue set is smaller."""
        return self.bound == self.clues

    def __str__(self) -> str:
        least = counted(self.clues, "clue")
        return f"{least}, the minimum" if self.proved else f"between {self.bound} and {least}"


@dataclass(frozen=True, eq=False)
class Given:
    """What the families are handed: the full grid, the unavoidable sets that are known, and the follower."""

    grid: Solution
    known: Collection[Cells]
    differing: Differing


def known_unavoidable_sets(given: Given, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(8.1b) A clue stands in each unavoidable set: those that were found before the solve."""
    for number, cells in enumerate(given.known, start=1):
        yield number, quicksum(v.y[cell] for cell in sorted(cells)) >= 1


@lazy.family
def unavoidable_sets(given: Given, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(8.1b) A clue stands in each unavoidable set: one that the follower (8.2) finds without a clue."""
    if found := given.differing([cell for cell, value in values.y.items() if value]):
        cells = sorted(minimal(found, v.y, given.differing))
        yield cells[0], quicksum(v.y[cell] for cell in cells) >= 1


FAMILIES = (known_unavoidable_sets, unavoidable_sets)


@validate_args
def build(grid: Solution, families: tuple = FAMILIES) -> BuiltModel:
    """The leader's model in one level, (8.1) with a row for each unavoidable set; its solutions are puzzles.

    `v.y[cell]` is 1 if the cell's digit is a clue. The sets known before the solve are `unavoidable.swaps`, and the
    follower is SCIP.

    Raises
    ------
    PuzzleError
        If the grid is not full, or breaks a rule.
    """
    check_full(grid)
    return build_of(Given(grid, swaps(grid), follower(grid)), families)


@validate_args
def build_of(given: Given, families: tuple = FAMILIES) -> BuiltModel:
    """The same model with other known sets, or another follower."""
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
    """The puzzle with the digits of these cells as its clues."""
    filled, n = grid.filled, len(grid.digits)
    empty = Puzzle(((0,) * n,) * n, grid.p, grid.q)
    return Puzzle(Solution.of(empty, {cell: filled[cell] for cell in kept}).digits, grid.p, grid.q)


def check_full(grid: Solution) -> None:
    """Raise PuzzleError if this is no full grid that keeps the rules."""
    if broken := violations(puzzle_of(grid, ()), grid):
        raise PuzzleError(f"{broken[0].message}; expected a full grid that violates no rule")


@validate_args
def follower(grid: Solution, engine: str | None = None, *, deadline: Deadline | None = None) -> Differing:
    """A follower that has an engine find two solutions, where no exchange of digits or lines answers."""
    judge = UniquenessChecker(solutions, ENGINES, engine, deadline or Deadline(None, "no other solution found"))
    filled, known = grid.filled, swaps(grid)

    def differing(kept: Collection[Cell]) -> Cells:
        if missed := next((cells for cells in known if cells.isdisjoint(kept)), None):
            return missed
        other = next((found for found in judge.two(puzzle_of(grid, kept)) if found != grid), grid)
        return frozenset(cell for cell, digit in other.filled.items() if filled[cell] != digit)

    return differing


@validate_args
def fewest_clues(grid: Solution, *, engine: str | None = None, time_limit: float | None = None) -> FewestClues:
    """The fewest clues that leave a full grid as the only solution, or what is known of them at the time limit.

    A progress bar shows the interval while it runs.

    Parameters
    ----------
    grid
        A full grid, such as `solve(puzzle)`.
    engine
        A name in `ENGINES` that is the follower, else SCIP. With "cadical" all small unavoidable sets are found
        before the solve; that is the way to go from 9 x 9 on.
    time_limit
        In seconds.

    Raises
    ------
    PuzzleError
        If the grid is not full or breaks a rule, or there is no such engine.
    Stopped
        A KeyboardInterrupt: the stop button. Its `result` is what was found until then, a FewestClues.

    Examples
    --------
    >>> print(fewest_clues(solve(load("tiny_4x4"))))
    4 clues, the minimum
    """
    with ProgressBar(bar_format="{desc} [{elapsed}]", miniters=1, delay=2.0, leave=False, disable=None) as bar:

        def show(found: FewestClues) -> None:
            bar.set_description_str(str(found), refresh=False)
            bar.update()

        return FewestCluesSearch(grid, engine, time_limit=time_limit, show=show).run()


class FewestCluesSearch:
    """A search for the fewest clues. Whatever ends it, what was found until then stands.

    Parameters
    ----------
    grid, engine, time_limit
        As of `fewest_clues`.
    show
        Called, in any thread, with what is known, again and again.
    """

    def __init__(
        self,
        grid: Solution,
        engine: str | None = None,
        *,
        time_limit: float | None = None,
        show: Callable[[FewestClues], None],
    ):
        check_full(grid)
        self.grid, self.engine = grid, engine and validate_choice(engine, ENGINES, "engine")
        self.deadline = Deadline(time_limit, "minimum not proved")
        self.best: Cells = frozenset(grid.filled)
        self.bound = 0
        self._show = show
        self._ask: Any = None

    @property
    def result(self) -> FewestClues:
        """What is known by now."""
        return FewestClues(puzzle_of(self.grid, self.best), min(self.bound, len(self.best)))

    def run(self) -> FewestClues:
        """What is known in the end. Raises Stopped."""
        try:
            self._run()
        except TimeLimitReached:
            pass
        except KeyboardInterrupt:
            raise scip.Stopped(self.result) from None
        return self.result

    def _run(self) -> None:
        """Find a good clue set, then the unavoidable sets, then solve."""
        known = swaps(self.grid)
        self._bounded(count_disjoint(known))
        completions = Completions(self.grid) if self.engine == "cadical" else None
        self._ask = completions.differing if completions else follower(self.grid, self.engine, deadline=self.deadline)
        shrink_clue_set(self.grid.filled, self.differing, patience=ROUNDS)
        if completions:
            known = sorted({*known, *self._small_sets(completions)}, key=lambda cells: (len(cells), sorted(cells)))
            self._bounded(count_disjoint(known))
        while self.bound < len(self.best) and self._decided(known, min(self.bound + 1, len(self.best) - 1)):
            pass

    def _decided(self, known: Collection[Cells], most: int) -> bool:
        """Look for so many clues or fewer; if there are none, `bound` is one more. Whether the solve came to its end.

        A few such solves take less time than one for all: SCIP ends an LP as soon as it needs more clues. One for each
        number would search the tree of the last number twice.
        """
        built = build_of(Given(self.grid, known, self.differing))
        try:
            left = self.deadline.remaining()
            result = scip.solve(built, time_limit=left, progress=self._progress, prepare=partial(_prepare, most))
            self._bounded(result.dual)
            return result.status == "solved" or self.bound > most
        except scip.Stopped as stopped:
            self._bounded(stopped.result.dual)
            raise
        finally:
            built.free()

    def _small_sets(self, completions: Completions) -> Iterator[Cells]:
        for cells in completions.small_sets(MOST):
            self.deadline.remaining()
            self._show(self.result)
            yield cells

    def differing(self, kept: Collection[Cell]) -> Cells:
        """The follower; a smaller clue set that it finds nothing against is noted, whoever asks."""
        self.deadline.remaining()  # raises TimeLimitReached
        found = self._ask(kept)
        if not found and len(kept) < len(self.best):
            self.best = frozenset(kept)
            self._show(self.result)
        return found

    def _progress(self, progress: scip.Progress) -> None:
        self._bounded(progress.dual)

    def _bounded(self, bound: float | None) -> None:
        self.bound = max(self.bound, ceil((bound or 0.0) - NOISE))
        self._show(self.result)


def _prepare(most: int, model: Model) -> None:
    """Look for so many clues or fewer, best bound first, and leave out what takes longer than it saves."""
    model.setObjlimit(most + 0.5)
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    model.setSeparating(SCIP_PARAMSETTING.OFF)
    model.setParams(SETTINGS)
