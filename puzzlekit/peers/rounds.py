"""The loop around every second engine: ask for a candidate, judge it, forbid it, ask again."""

from collections.abc import Callable
from typing import Any, NamedTuple

from puzzlekit.clock import Stopwatch
from puzzlekit.collector import at_rest
from puzzlekit.peers.result import PeerResult

Read = Callable[[Any], Any]
Forbid = Callable[[Any], None]
Ask = Callable[[float | None], tuple[str, Any]]


class Settled(NamedTuple):
    """What is given instead of `(read, forbid)` where reasoning has settled everything: the only solution, or None."""

    solution: Any

    def result(self, watch: Stopwatch) -> PeerResult:
        """The answer, without an engine."""
        watch.lap()
        found = () if self.solution is None else (self.solution,)
        return PeerResult("solved" if found else "infeasible", found, *watch.seconds())


class Statement(NamedTuple):
    """The way back from an engine that was filled, and the way on."""

    read: Read
    forbid: Forbid
    complete: bool = False  # `read` refuses nothing, and there is no objective


Stated = tuple[Read, Forbid] | Statement | Settled


def one_by_one(
    build: Callable[[], Stated],
    ask: Ask,
    limit: int,
    time_limit: float | None,
    watch: Stopwatch | None = None,
) -> PeerResult:
    """At most `limit` solutions.

    Parameters
    ----------
    build
        Fills the engine and gives `read` and `forbid`, or what is `Settled` without it. `read(candidate)` is the
        candidate's solution, or None where it breaks a lazy rule: then `read` has added clauses against it.
        `forbid(candidate)` adds a clause against a solution that was read.
    ask
        `seconds left, None for no limit -> ("solved", candidate)`, or ("infeasible" or "unknown", None).
    """
    watch = watch or Stopwatch()
    with at_rest():
        stated = build()
    if isinstance(stated, Settled):
        return stated.result(watch)
    read, forbid = stated[:2]
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
