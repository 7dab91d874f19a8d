"""An engine that finds all solutions at once by frontier search, and reads some of them from the diagram."""

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
    """Return at most `limit` solutions of a puzzle.

    Parameters
    ----------
    specify
        Returns the specification, or raises UnsupportedPuzzle. It is called once the limits are validated.
    read
        Returns the solution that a set of the family encodes.
    limit, time_limit, workers
        As for every engine, see `EngineResult`. The search checks the clock within each level.

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
    """Raise UnsupportedPuzzle if a board has more than `cells` cells, or its shorter side is longer than `side`."""
    if min(rows, columns) > side or rows * columns > cells:
        expected = f"expected at most {cells}, and at most {side} on the shorter side"
        raise UnsupportedPuzzle(f"found {rows} x {columns} cells, {expected}")
