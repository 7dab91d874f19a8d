"""The SAT solver CaDiCaL as a third engine: one solution after another, for any room's clauses."""

from collections.abc import Callable
from functools import partial
from typing import Any

from puzzlekit.peers.result import PeerResult, check_request
from puzzlekit.peers.rounds import Stated, one_by_one
from puzzlekit.peers.sat import SatSolver


def answer(build: Callable[[SatSolver], Stated], limit: int, *, time_limit: float | None, workers: int) -> PeerResult:
    """At most `limit` solutions of some clauses.

    Parameters
    ----------
    build
        `solver -> (read, forbid)`: fills an empty solver, for `one_by_one`. A candidate is the set of literals that are
        true.
    limit, time_limit, workers
        As of every peer, see `PeerResult`.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    check_request(limit, time_limit, workers, threads=1)
    with SatSolver() as solver:
        return solver.apart(partial(one_by_one, partial(build, solver), partial(_candidate, solver), limit, time_limit))


def _candidate(solver: SatSolver, left: float | None) -> tuple[str, Any]:
    told = solver.solve(left=left)
    if not told:
        return "unknown" if told is None else "infeasible", None
    return "solved", {literal for literal in solver.get_model() if literal > 0}
