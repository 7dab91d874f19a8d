"""A frontier search as one more engine: all solutions at once, of which some are read."""

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
    """At most `limit` solutions of a puzzle.

    Parameters
    ----------
    specify
        Gives the specification, or raises UnsupportedPuzzle; called once the limits are known to be right.
    read
        The solution that a set of the family is.
    limit, time_limit, workers
        As of every engine, see `EngineResult`. The clock is looked at within each level.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: the search has one thread.
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
    """Raise UnsupportedPuzzle where a board is so large that its diagram may be, too."""
    if min(rows, columns) > side or rows * columns > cells:
        expected = f"expected at most {cells}, and at most {side} on the shorter side"
        raise UnsupportedPuzzle(f"found {rows} x {columns} cells, {expected}")
