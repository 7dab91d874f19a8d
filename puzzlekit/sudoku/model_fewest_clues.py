"""The minimum Sudoku clue problem: the fewest clues that leave a full grid as the only solution.

Report, chapter 8, after Tjusila, Besançon, Turner and Koch, How many clues to give? A bilevel formulation for the
minimum Sudoku clue problem (2024). The leader (8.1) chooses the clues, the follower (8.2) looks for another solution
that keeps these clues. Here the problem has one level: the leader's model has a constraint for each unavoidable set,
and the follower separates violated constraints inside the leader's branch-and-cut.
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

MOST = 12  # most cells of the unavoidable sets that a SAT solver finds before the solve
ROUNDS = 50  # rounds of the local search without a better clue set, after which it ends
SETTINGS = {  # for SCIP: its LP is small, and all other work at a node takes longer than it saves
    "nodeselection/bfs/stdpriority": 1_000_000,  # the local search finds good clue sets, so dives are not needed:
    "nodeselection/bfs/minplungedepth": 0,  # each processed node should raise the bound
    "nodeselection/bfs/maxplungedepth": 0,
    "branching/pscost/priority": 1_000_000,  # pseudocosts from earlier branchings, without strong branching
    "presolving/maxrounds": 0,
    "propagating/redcost/freq": -1,
    "conflict/enable": False,
}
NOISE = 1e-6  # tolerance for a bound in floating point


@dataclass(frozen=True)
class FewestClues:
    """The state of the search for the fewest clues: the best clue set and a lower bound.

    Attributes
    ----------
    puzzle
        The best clue set found: a puzzle with the grid as its only solution.
    bound
        A proved lower bound on the number of clues.
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
    """The data for the families: the full grid, the known unavoidable sets, and the follower."""

    grid: Solution
    known: Collection[Cells]
    differing: Differing


def known_unavoidable_sets(given: Given, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(8.1b) Each unavoidable set contains a clue, for the sets that are known before the solve."""
    for number, cells in enumerate(given.known, start=1):
        yield number, quicksum(v.y[cell] for cell in sorted(cells)) >= 1


@lazy.family
def unavoidable_sets(given: Given, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(8.1b) Each unavoidable set contains a clue, for the sets that the follower (8.2) finds in the solve."""
    if found := given.differing([cell for cell, value in values.y.items() if value]):
        cells = sorted(minimal(found, v.y, given.differing))
        yield cells[0], quicksum(v.y[cell] for cell in cells) >= 1


FAMILIES = (known_unavoidable_sets, unavoidable_sets)


@validate_args
def build(grid: Solution, families: tuple = FAMILIES) -> BuiltModel:
    """Return the leader's model (8.1) in one level, with a constraint for each unavoidable set.

    Its solutions are puzzles: `v.y[cell]` is 1 if the cell's digit is a clue (8.1c), and the objective is the number of
    clues (8.1a). The sets known before the solve are `unavoidable.swaps`, and the follower is SCIP.

    Raises
    ------
    PuzzleError
        If the grid is not full, or violates a rule.
    """
    check_full(grid)
    return build_of(Given(grid, swaps(grid), follower(grid)), families)


@validate_args
def build_of(given: Given, families: tuple = FAMILIES) -> BuiltModel:
    """Return the leader's model (8.1) with other known sets, or another follower, than `build`."""
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
    """Return the puzzle with the digits of these cells as its clues."""
    filled, n = grid.filled, len(grid.digits)
    empty = Puzzle(((0,) * n,) * n, grid.p, grid.q)
    return Puzzle(Solution.of(empty, {cell: filled[cell] for cell in kept}).digits, grid.p, grid.q)


def check_full(grid: Solution) -> None:
    """Raise PuzzleError if this is not a full grid that satisfies the rules."""
    if broken := violations(puzzle_of(grid, ()), grid):
        raise PuzzleError(f"{broken[0].message}; expected a full grid that violates no rule")


@validate_args
def follower(grid: Solution, engine: str | None = None, *, deadline: Deadline | None = None) -> Differing:
    """Return a follower that calls an engine for two solutions if no exchange of digits or lines gives an answer."""
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
    """Return the fewest clues that leave a full grid as the only solution, or an interval at the time limit.

    A progress bar shows the interval during the search.

    Parameters
    ----------
    grid
        A full grid, such as `solve(puzzle)`.
    engine
        A name in `ENGINES` for the follower; SCIP by default. With "cadical" all small unavoidable sets are found
        before the solve. Use it for 9 x 9 grids and larger.
    time_limit
        In seconds.

    Raises
    ------
    PuzzleError
        If the grid is not full or violates a rule, or there is no such engine.
    Stopped
        At a KeyboardInterrupt, such as the stop button. Its `result` is the FewestClues found so far.

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
    """A search for the fewest clues. Its result so far remains valid, whatever ends the search.

    Parameters
    ----------
    grid, engine, time_limit
        As in `fewest_clues`.
    show
        A function of the result so far, called repeatedly and in any thread.
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
        """The result so far."""
        return FewestClues(puzzle_of(self.grid, self.best), min(self.bound, len(self.best)))

    def run(self) -> FewestClues:
        """Run the search and return its result. Raise Stopped at a KeyboardInterrupt."""
        try:
            self._run()
        except TimeLimitReached:
            pass
        except KeyboardInterrupt:
            raise scip.Stopped(self.result) from None
        return self.result

    def _run(self) -> None:
        """Find a good clue set and unavoidable sets, then solve the leader's model."""
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
        """Look for at most `most` clues, and return whether the solve ended. Without a clue set, `bound` is `most` + 1.

        A few such solves take less time than one solve without a limit, because SCIP stops an LP as soon as it needs
        more clues. A solve for each number of clues would search the tree of the last number twice.
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
        """Return the follower's answer. If it finds no difference, store a clue set that is smaller than the best."""
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
    """Set SCIP to look for at most `most` clues, best bound first, without heuristics and cutting planes."""
    model.setObjlimit(most + 0.5)
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    model.setSeparating(SCIP_PARAMSETTING.OFF)
    model.setParams(SETTINGS)
