"""Search for the fewest clues that leave a full Sudoku grid as the only solution, see `model_fewest_clues`.

Here a clue set is a set of cells whose digits, as clues, make the full grid the only solution. A local search finds a
small clue set. Then the leader's model is solved repeatedly, with a limit on the number of clues. Each solve raises the
lower bound or finds a smaller clue set, until the bound equals the size of the smallest clue set found.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any

from pyscipopt import SCIP_PARAMSETTING, Model
from tqdm import tqdm

from puzzlekit import scip
from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import TimeLimitReached, counted, validate_args, validate_choice
from puzzlekit.core.grid import Cell
from puzzlekit.sudoku.model_fewest_clues import Given, build_of, check_full, follower, puzzle_of
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.solve import ENGINES
from puzzlekit.sudoku.unavoidable import Cells, Completions, count_disjoint, shrink_clue_set, swaps

MOST = 12  # before the solve, a SAT solver finds all unavoidable sets of at most this many cells
ROUNDS = 50  # the local search ends after this many rounds without a smaller clue set
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


class ProgressBar(tqdm):
    """A tqdm progress bar that is closed by its `with` block and freed without running Python code.

    An interrupt inside a `__del__` is printed and lost. tqdm's own `__del__` would also close the bar a second time.
    """

    __del__ = object.__hash__  # in C, and without effect


@dataclass(frozen=True)
class FewestClues:
    """A result of the search for the fewest clues, final or not: the best clue set found so far, and a lower bound.

    Attributes
    ----------
    puzzle
        The best clue set found so far, as a puzzle whose only solution is the grid.
    bound
        A proved lower bound on the number of clues of every clue set.
    """

    puzzle: Puzzle
    bound: int

    @property
    def clues(self) -> int:
        """Return the number of clues in the best clue set found."""
        return len(self.puzzle.given)

    @property
    def proved(self) -> bool:
        """Return whether it is proved that no clue set is smaller than the best one found."""
        return self.bound == self.clues

    def __str__(self) -> str:
        least = counted(self.clues, "clue")
        return f"{least}, the minimum" if self.proved else f"between {self.bound} and {least}"


@validate_args
def fewest_clues(grid: Solution, *, engine: str | None = None, time_limit: float | None = None) -> FewestClues:
    """Search for a smallest clue set of a full grid. Return a FewestClues with the best clue set found and a lower
    bound, which are equal unless the time limit ends the search.

    A progress bar shows the lower bound and the size of the best clue set during the search.

    Parameters
    ----------
    grid
        A full grid, such as `solve(puzzle)`.
    engine
        The follower's engine, a name in `ENGINES`; None means SCIP. Use "cadical" for grids of 9 x 9 cells and larger:
        it also finds all small unavoidable sets before the solve.
    time_limit
        In seconds; None for no limit.

    Raises
    ------
    PuzzleError
        If the grid is not full or violates a rule, or the engine is unknown.
    Stopped
        At a KeyboardInterrupt, such as from the stop button. The `result` of the exception is the FewestClues so far.

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
    """A search for the fewest clues. The property `result` is valid at any time, even after an interrupt.

    Parameters
    ----------
    grid, engine, time_limit
        As in `fewest_clues`.
    show
        A function that is called with each new FewestClues, many times and in any thread.

    Attributes
    ----------
    best
        The cells of the smallest clue set found so far.
    bound
        A proved lower bound on the number of clues.
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
        """Return the best clue set and the lower bound so far."""
        return FewestClues(puzzle_of(self.grid, self.best), min(self.bound, len(self.best)))

    def run(self) -> FewestClues:
        """Run the search until it ends or the time limit is reached, and return the result. Raise Stopped, which has
        the result so far, at a KeyboardInterrupt."""
        try:
            self._run()
        except TimeLimitReached:
            pass
        except KeyboardInterrupt:
            raise scip.Stopped(self.result) from None
        return self.result

    def _run(self) -> None:
        """Find a good clue set and unavoidable sets. Then solve the leader's model repeatedly until the bound equals
        the size of the best clue set."""
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
        """Search for a clue set with at most `most` clues. Return whether the solve ended before a limit was reached.

        If there is no such clue set, `bound` becomes `most` + 1.

        Several such solves take less time than one solve without this limit, because SCIP stops solving an LP as soon
        as its value exceeds `most`. The caller sets `most` to the bound plus one: if it solved once for each number of
        clues, SCIP would search the last tree twice.
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
        """Return the cells in which the follower's second solution differs from the grid, or no cells if there is no
        second solution.

        If there is no second solution, the cells `kept` are a clue set. It is stored in `best` if it is smaller than
        `best`. Raise TimeLimitReached after the deadline.
        """
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
    """Set a model's parameters: objective at most `most`, best-bound search, no heuristics, no cutting planes."""
    model.setObjlimit(most + 0.5)
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    model.setSeparating(SCIP_PARAMSETTING.OFF)
    model.setParams(SETTINGS)
