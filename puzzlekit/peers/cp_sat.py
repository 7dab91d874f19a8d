"""Google OR-Tools' CP-SAT as a second engine: one solution after another, for any room's model.

ortools is imported when a peer is called: it takes long to load, and a solve by SCIP does without it.
"""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from puzzlekit.clock import Stopwatch
from puzzlekit.collector import at_rest
from puzzlekit.interrupts import Deferred
from puzzlekit.peers.beside import beside
from puzzlekit.peers.result import PeerResult, check_request
from puzzlekit.peers.rounds import Read, Stated, one_by_one

TUNED: Mapping[str, Any] = {
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "linearization_level": 0,
}
"""What suits models of which reasoning has left little: most are solved before CP-SAT's own preparations are over, and
its LP costs more than it finds (measured on our own puzzles, see data/results/)."""


def answer(
    build: Callable[[Any], Stated],
    limit: int,
    *,
    time_limit: float | None,
    workers: int,
    settings: Mapping[str, Any] | None = None,
) -> PeerResult:
    """At most `limit` solutions of a model.

    Parameters
    ----------
    build
        `model -> (read, forbid)`: fills an empty CpModel, for `one_by_one`. A candidate is the solver that holds it.
    limit, time_limit, workers
        As of every peer, see `PeerResult`.
    settings
        Parameters of CP-SAT that are not its defaults, such as `TUNED`.
    """
    with Deferred():  # libraries make another exception of an interrupt, and some cannot be imported again
        from ortools.sat.python import cp_model

    check_request(limit, time_limit, workers)
    model = cp_model.CpModel()
    told = {cp_model.OPTIMAL: "solved", cp_model.INFEASIBLE: "infeasible"}

    def ask(left: float | None) -> tuple[str, Any]:
        solver = _solver(left, workers, settings)
        return told.get(_status(solver, model), "unknown"), solver

    watch, stated = Stopwatch(), _filled(build, model)
    if getattr(stated, "complete", False) and workers == 1 and limit > 1:
        return _in_one_search(model, stated[0], limit, time_limit, settings, watch)
    return one_by_one(lambda: stated, ask, limit, time_limit, watch)


def _in_one_search(
    model: Any,
    read: Read,
    limit: int,
    time_limit: float | None,
    settings: Mapping[str, Any] | None,
    watch: Stopwatch,
) -> PeerResult:
    """For a model that states all its rules and has no objective. With several workers CP-SAT cannot do that."""
    from ortools.sat.python import cp_model

    found = set[Any]()
    watch.lap()

    class Note(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            if not found:
                watch.lap()
            found.add(read(self))
            if len(found) == limit:
                self.stop_search()

    solver = _solver(watch.left(time_limit), 1, settings)
    solver.parameters.enumerate_all_solutions = True
    status = _status(solver, model, Note())
    complete = len(found) == limit or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    told = "unknown" if not complete else "solved" if found else "infeasible"
    return PeerResult(told, tuple(sorted(found, key=str)), *watch.seconds())


def _filled(build: Callable[[Any], Stated], model: Any) -> Stated:
    with Deferred(), at_rest():  # in the middle of a row, OR-Tools makes another exception of an interrupt
        return build(model)


def _solver(left: float | None, workers: int, settings: Mapping[str, Any] | None) -> Any:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.max_time_in_seconds = math.inf if left is None else left
    for parameter, value in (settings or {}).items():
        setattr(solver.parameters, parameter, getattr(cp_model, value) if isinstance(value, str) else value)
    return solver


def _status(solver: Any, model: Any, *heard: Any) -> Any:
    """How a solve ends; Ctrl-C ends it. CP-SAT's own way to hear it has Ctrl-C end the whole process afterwards."""
    solver.parameters.catch_sigint_signal = False
    return beside(partial(solver.solve, model, *heard), solver.stop_search)
