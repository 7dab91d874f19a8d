"""Answers of engines in one form, for tests and benchmarks, and the loop around every second engine: request a
candidate, check it, forbid it, repeat."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from puzzlekit.core.clock import Stopwatch, checked_limit
from puzzlekit.core.collector import at_rest
from puzzlekit.core.errors import validate_int
from puzzlekit.engines.problem import Settled

MOST_WORKERS = 256


@dataclass(frozen=True)
class EngineResult:
    """The answer of `engine(puzzle, limit=2, *, time_limit=None, workers=1)`.

    `status` is "solved", "infeasible" or "unknown" as in `scip.Result`; `solutions` is a tuple of at most
    `limit` distinct solutions, and it is complete if it holds fewer and the status is not "unknown".
    `solve_seconds` is the time to the first solution, `unique_seconds` the time from there to the end.
    """

    status: str
    solutions: tuple[Any, ...]
    build_seconds: float
    solve_seconds: float
    unique_seconds: float


def check_request(limit: int, time_limit: float | None, workers: int, *, threads: int = MOST_WORKERS) -> None:
    """Raise PuzzleError if an engine cannot take these arguments; `threads` is its greatest number of workers."""
    validate_int(limit, "limit", 1)
    validate_int(workers, "workers", 1, threads)
    checked_limit(time_limit)


Read = Callable[[Any], Any]
Forbid = Callable[[Any], None]
Ask = Callable[[float | None], tuple[str, Any]]


class Filled(NamedTuple):
    """The functions of a filled engine: `read` a candidate, and `forbid` a solution."""

    read: Read
    forbid: Forbid
    complete: bool = False  # `read` refuses nothing, and there is no objective


Stated = tuple[Read, Forbid] | Filled | Settled


def one_by_one(
    build: Callable[[], Stated],
    ask: Ask,
    limit: int,
    time_limit: float | None,
    watch: Stopwatch | None = None,
) -> EngineResult:
    """Find at most `limit` solutions, one after another.

    Parameters
    ----------
    build
        Fills the engine and returns `read` and `forbid`, or a `Settled` without the engine. `read(candidate)` returns
        the candidate's solution, or None if the candidate violates a lazy constraint: then `read` has added clauses
        against it. `forbid(candidate)` adds a clause against a solution that was read.
    ask
        `seconds left, None for no limit -> ("solved", candidate)`, or ("infeasible" or "unknown", None).
    """
    watch = watch or Stopwatch()
    with at_rest():
        stated = build()
    if isinstance(stated, Settled):
        watch.lap()
        found = [] if stated.solution is None else [stated.solution]
        return EngineResult("solved" if found else "infeasible", tuple(found), *watch.seconds())
    read, forbid = stated[:2]
    watch.lap()
    found = []
    while True:
        status, candidate = ask(watch.remaining(time_limit))
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
            return EngineResult(told, tuple(sorted(found, key=str)), *watch.seconds())
