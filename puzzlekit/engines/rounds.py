"""The result class that all engines share, and the loop around every engine other than SCIP: request a candidate, check
the candidate, forbid the candidate, repeat."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from puzzlekit.core.clock import Stopwatch, checked_limit
from puzzlekit.core.collector import at_rest
from puzzlekit.core.errors import validate_int
from puzzlekit.engines.problem import Settled

MOST_WORKERS = 256  # the most threads or processes that a caller may request


@dataclass(frozen=True)
class EngineResult:
    """The result of an engine. Every engine is a function `engine(puzzle, limit=2, *, time_limit=None, workers=1)`.

    `limit` is the largest number of solutions to find, `time_limit` is in seconds (None for no limit), and `workers` is
    the number of the engine's threads.

    `solutions` is a tuple of at most `limit` distinct solutions. `status` is "unknown" if a limit on time ended the
    search, and "infeasible" if it is proved that there is no solution. Otherwise `status` is "solved": `solutions` has
    `limit` solutions, or all solutions if there are fewer. `build_seconds` is the time to build the model,
    `solve_seconds` the time from then to the first solution, and `unique_seconds` the time from then to the end.
    """

    status: str
    solutions: tuple[Any, ...]
    build_seconds: float
    solve_seconds: float
    unique_seconds: float


def check_request(limit: int, time_limit: float | None, workers: int, *, threads: int = MOST_WORKERS) -> None:
    """Raise PuzzleError unless an engine can accept these arguments. `threads` is the largest number of workers that
    the engine supports."""
    validate_int(limit, "limit", 1)
    validate_int(workers, "workers", 1, threads)
    checked_limit(time_limit)


Read = Callable[[Any], Any]  # these three functions: see `one_by_one`
Forbid = Callable[[Any], None]
Ask = Callable[[float | None], tuple[str, Any]]


class Filled(NamedTuple):
    """The two functions of an engine that has received its constraints: `read` converts a candidate to a solution, and
    `forbid` excludes a solution. See `one_by_one`. `complete` is whether every candidate is a solution."""

    read: Read
    forbid: Forbid
    complete: bool = False  # true if there are no lazy constraints and no objective


Stated = tuple[Read, Forbid] | Filled | Settled


def one_by_one(
    build: Callable[[], Stated],
    ask: Ask,
    limit: int,
    time_limit: float | None,
    watch: Stopwatch | None = None,
) -> EngineResult:
    """Return an EngineResult with at most `limit` solutions, found one after another.

    Parameters
    ----------
    build
        Function that adds the constraints to the engine and returns (read, forbid), or returns a `Settled` if no engine
        is needed. `read(candidate)` returns the solution. If the candidate violates lazy constraints or is not optimal,
        `read` adds constraints that exclude the candidate and returns None. `forbid(candidate)` adds a constraint that
        excludes a solution.
    ask
        Function that runs the engine for the given number of seconds (None for no limit). It returns ("solved",
        candidate), or ("infeasible", anything) or ("unknown", anything).
    watch
        A stopwatch that is already running, if work began before this call.
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
