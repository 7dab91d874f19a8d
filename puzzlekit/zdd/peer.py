"""A frontier search as one more engine of a room: all solutions at once, of which some are read."""

from collections.abc import Callable
from typing import Any

from puzzlekit.clock import Deadline, Stopwatch
from puzzlekit.errors import TimeLimitReached, Unsuited
from puzzlekit.peers import PeerResult, check_request
from puzzlekit.zdd.search import Specification, family_of


def answer(
    specify: Callable[[], Specification],
    read: Callable[[frozenset], Any],
    limit: int,
    *,
    time_limit: float | None,
    workers: int,
) -> PeerResult:
    """At most `limit` solutions of a puzzle.

    Parameters
    ----------
    specify
        Gives the specification, or raises Unsuited; called once the limits are known to be right.
    read
        The solution that a set of the family is.
    limit, time_limit, workers
        As of every peer, see `PeerResult`. The clock is looked at within each level.

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
        family = family_of(specification, deadline.left)
        watch.lap()
        for one, _ in zip(family, range(limit), strict=False):
            deadline.left()
            found.append(read(one))
        status = "solved" if found else "infeasible"
    except TimeLimitReached:
        status = "unknown"
    return PeerResult(status, tuple(sorted(found, key=str)), *watch.seconds())


def check_size(rows: int, columns: int, *, side: int, cells: int) -> None:
    """Raise Unsuited where a board is so large that its diagram may be, too."""
    if min(rows, columns) > side or rows * columns > cells:
        expected = f"expected at most {cells}, and at most {side} on the shorter side"
        raise Unsuited(f"found {rows} x {columns} cells, {expected}")
