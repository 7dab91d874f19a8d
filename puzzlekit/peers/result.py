"""What a second engine (CP-SAT, a SAT solver) answers, so that tests and benchmarks can ask any of them."""

from dataclasses import dataclass
from typing import Any

from puzzlekit.clock import checked_limit
from puzzlekit.errors import whole

MOST_WORKERS = 256


@dataclass(frozen=True)
class PeerResult:
    """The answer of `peer(puzzle, limit=2, *, time_limit=None, workers=1)`.

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
    """Raise PuzzleError if a peer cannot be asked so; `threads` is how many workers it can have."""
    whole(limit, "limit", 1)
    whole(workers, "workers", 1, threads)
    checked_limit(time_limit)
