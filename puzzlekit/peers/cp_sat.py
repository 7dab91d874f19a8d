"""Google OR-Tools' CP-SAT as a second engine: one solution after another, for any room's model.

ortools is imported when a peer is called: it takes long to load, and a solve by SCIP does without it.
"""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from puzzlekit.interrupts import Deferred
from puzzlekit.peers.result import PeerResult, check_request
from puzzlekit.peers.rounds import one_by_one

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
        `model -> (read, forbid)`: fills an empty CpModel, for `one_by_one`. A candidate is the solver that holds it.
    limit, time_limit, workers
        As of every peer, see `PeerResult`.
    """
    from ortools.sat.python import cp_model

    check_request(limit, time_limit, workers)
    model = cp_model.CpModel()
    told = {cp_model.OPTIMAL: "solved", cp_model.INFEASIBLE: "infeasible"}

    def fill() -> tuple[Read, Forbid]:
        with Deferred():  # in the middle of a row, OR-Tools makes another exception of an interrupt
            return build(model)

    def ask(left: float | None) -> tuple[str, Any]:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = workers
        solver.parameters.max_time_in_seconds = math.inf if left is None else left
        return told.get(_status(solver, model), "unknown"), solver

    return one_by_one(fill, ask, limit, time_limit)


def _status(solver: Any, model: Any) -> Any:
    """How a solve ends; Ctrl-C ends it. CP-SAT's own way to hear it has Ctrl-C end the whole process afterwards."""
    solver.parameters.catch_sigint_signal = False
    with Deferred() as interrupt, ThreadPoolExecutor(1) as pool:
        solve = pool.submit(solver.solve, model)
        while not wait([solve], TICK).done:
            if interrupt.noted:
                solver.stop_search()
        return solve.result()
