"""The SAT solver CaDiCaL as a third engine: one solution after another, for any room's clauses.

PySAT is imported when a peer is called, as OR-Tools is.
"""

from collections.abc import Callable, Sequence
from typing import Any

from puzzlekit.clock import Stopwatch
from puzzlekit.peers.result import PeerResult, check_request

Read = Callable[[set[int]], Any]
Forbid = Callable[[set[int]], None]


def answer(
    build: Callable[[Any], tuple[Read, Forbid]], limit: int, *, time_limit: float | None, workers: int
) -> PeerResult:
    """At most `limit` solutions of some clauses.

    Parameters
    ----------
    build
        `solver -> (read, forbid)`: fills an empty solver. `read(true)` gives the solution in which these literals are
        true, or None where it breaks a lazy rule: then `read` has added clauses against it. `forbid(true)` adds a
        clause against a solution that was read.
    limit, time_limit, workers
        As of every peer, see `PeerResult`. The time limit is looked at between two candidates only: CaDiCaL cannot be
        interrupted from Python.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    check_request(limit, time_limit, workers, threads=1)
    watch = Stopwatch()
    found: list[Any] = []
    status = "unknown"
    with empty() as solver:
        read, forbid = build(solver)
        watch.lap()
        while watch.left(time_limit) != 0.0:
            satisfiable = solver.solve()
            true = {literal for literal in solver.get_model() if literal > 0} if satisfiable else set()
            solution = read(true) if satisfiable else None
            if satisfiable and solution is None:
                continue
            if not found:
                watch.lap()
            if satisfiable:
                found.append(solution)
                forbid(true)
            if not satisfiable or len(found) == limit:
                status = "solved" if found else "infeasible"
                break
    return PeerResult(status, tuple(sorted(found, key=str)), *watch.seconds())


def empty() -> Any:
    """A solver without clauses, to be used in `with`: then its memory is given back."""
    from pysat.solvers import Cadical195

    return Cadical195()


def at_most(most: int, literals: Sequence[int], last: int) -> list[list[int]]:
    """Clauses that let at most so many of these literals be true; their own variables are those after `last`."""
    from pysat.card import CardEnc

    return CardEnc.atmost(list(literals), most, last).clauses
