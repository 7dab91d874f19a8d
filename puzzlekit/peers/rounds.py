"""The loop around every second engine: ask for a candidate, judge it, forbid it, ask again."""

from collections.abc import Callable
from typing import Any

from puzzlekit.clock import Stopwatch
from puzzlekit.peers.result import PeerResult

Ask = Callable[[float | None], tuple[str, Any]]


def one_by_one(
    build: Callable[[], tuple[Callable[[Any], Any], Callable[[Any], None]]],
    ask: Ask,
    limit: int,
    time_limit: float | None,
) -> PeerResult:
    """At most `limit` solutions.

    Parameters
    ----------
    build
        Fills the engine and gives `read` and `forbid`. `read(candidate)` is the candidate's solution, or None where it
        breaks a lazy rule: then `read` has added clauses against it. `forbid(candidate)` adds a clause against a
        solution that was read.
    ask
        `seconds left, None for no limit -> ("solved", candidate)`, or ("infeasible" or "unknown", None).
    """
    watch = Stopwatch()
    read, forbid = build()
    watch.lap()
    found: list[Any] = []
    while True:
        status, candidate = ask(watch.left(time_limit))
        solution = read(candidate) if status == "solved" else None
        if status == "solved" and solution is None:
            continue
        if not found:
            watch.lap()
        if solution is not None:
            found.append(solution)
            forbid(candidate)
        if solution is None or len(found) == limit:
            told = "solved" if found and status == "infeasible" else status
            return PeerResult(told, tuple(sorted(found, key=str)), *watch.seconds())
