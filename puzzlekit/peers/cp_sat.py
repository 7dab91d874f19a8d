"""Google OR-Tools' CP-SAT as a second engine: one solution after another, for any room's model.

ortools is imported when a peer is called: it takes long to load, and a solve by SCIP does without it.
"""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from puzzlekit.clock import Stopwatch
from puzzlekit.interrupts import Deferred
from puzzlekit.peers.result import PeerResult, check_request

Read = Callable[[Any], Any]
Forbid = Callable[[Any], None]
TICK = 0.02  # seconds between two looks at the stop button


def answer(
    build: Callable[[Any], tuple[Read, Forbid]], limit: int, *, time_limit: float | None, workers: int
) -> PeerResult:
    """At most `limit` solutions of a model.

    Parameters
    ----------
    build
        `model -> (read, forbid)`: fills an empty CpModel. `read(solver)` gives the solution that the solver holds, or
        None where it breaks a lazy rule: then `read` has added clauses against it. `forbid(solver)` adds a clause
        against a solution that was read.
    limit, time_limit, workers
        As of every peer, see `PeerResult`.
    """
    from ortools.sat.python import cp_model

    check_request(limit, time_limit, workers)
    watch = Stopwatch()
    model = cp_model.CpModel()
    with Deferred():  # in the middle of a row, OR-Tools makes another exception of an interrupt
        read, forbid = build(model)
    watch.lap()
    found: list[Any] = []
    while True:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = workers
        left = watch.left(time_limit)
        solver.parameters.max_time_in_seconds = math.inf if left is None else left
        status = _status(solver, model)
        solution = read(solver) if status == cp_model.OPTIMAL else None
        if status == cp_model.OPTIMAL and solution is None:
            continue
        if not found:
            watch.lap()
        if solution is not None:
            found.append(solution)
            forbid(solver)
        if solution is None or len(found) == limit:
            proved = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
            told = "unknown" if not proved else "solved" if found else "infeasible"
            return PeerResult(told, tuple(sorted(found, key=str)), *watch.seconds())


def _status(solver: Any, model: Any) -> Any:
    """How a solve ends; Ctrl-C ends it. CP-SAT's own way to hear it has Ctrl-C end the whole process afterwards."""
    solver.parameters.catch_sigint_signal = False
    with Deferred() as interrupt, ThreadPoolExecutor(1) as pool:
        solve = pool.submit(solver.solve, model)
        while not wait([solve], TICK).done:
            if interrupt.noted:
                solver.stop_search()
        return solve.result()
