"""An engine (a solver other than SCIP) that finds all solutions at once by frontier search. The decision diagram holds
all solutions, and the engine reads some of them from the diagram."""

from collections.abc import Callable
from typing import Any

from puzzlekit.core.clock import Deadline, Stopwatch
from puzzlekit.core.errors import TimeLimitReached, UnsupportedPuzzle
from puzzlekit.engines import EngineResult, check_request
from puzzlekit.zdd.search import Specification, family_of


def answer(
    specify: Callable[[], Specification],
    read: Callable[[frozenset], Any],
    limit: int,
    *,
    time_limit: float | None,
    workers: int,
) -> EngineResult:
    """Return an EngineResult with at most `limit` solutions of a puzzle, found by a search for a family of sets.

    Parameters
    ----------
    specify
        Function that returns the specification of the search, or raises UnsupportedPuzzle. `answer` first validates the
        other arguments.
    read
        Function that returns the solution for a set of the family.
    limit, time_limit, workers
        The largest number of solutions to return, the seconds for the whole call, and the number of threads. If the
        time limit ends the search, the result's status is "unknown".

    Raises
    ------
    PuzzleError
        If `limit` or `time_limit` is not valid, or if `workers` is not 1, because the search has one thread.
    """
    check_request(limit, time_limit, workers, threads=1)
    watch, deadline = Stopwatch(), Deadline(time_limit, "not every solution found")
    specification = specify()
    watch.lap()
    found: list[Any] = []
    try:
        family = family_of(specification, deadline.remaining)
        watch.lap()
        for one, _ in zip(family, range(limit), strict=False):
            deadline.remaining()
            found.append(read(one))
        status = "solved" if found else "infeasible"
    except TimeLimitReached:
        status = "unknown"
    return EngineResult(status, tuple(sorted(found, key=str)), *watch.seconds())


def check_size(rows: int, columns: int, *, side: int, cells: int) -> None:
    """Raise UnsupportedPuzzle if a board has more than `cells` cells, or if its shorter side has more than `side`
    cells."""
    if min(rows, columns) > side or rows * columns > cells:
        expected = f"expected at most {cells}, and at most {side} on the shorter side"
        raise UnsupportedPuzzle(f"found {rows} x {columns} cells, {expected}")
