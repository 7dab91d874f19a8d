"""The function `solve`, through which every solve goes. It returns plain, rounded values and a reliable status, never
SCIP's own values or solutions, and it can be stopped at any time.

The function obeys these rules. If a limit ends the solve, the status is "unknown", and nothing is proved. A ray (see
`unboundedness`) is no solution, and proves nothing without a feasible point. The stop button raises a KeyboardInterrupt
after the model is restored. SCIP's transformed problem is freed before other code uses the model.
"""

import contextlib
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import NoneType, SimpleNamespace
from typing import Any

from pyscipopt import SCIP_STAGE, Model, Variable

from puzzlekit.core.clock import Stopwatch, checked_limit
from puzzlekit.core.errors import PuzzleError, expect, expect_function
from puzzlekit.core.interrupts import DeferInterrupts
from puzzlekit.scip import handler, unboundedness
from puzzlekit.scip.constraints import check_model, check_owner
from puzzlekit.scip.locking import locked, owned_by_scip
from puzzlekit.scip.model import BuiltModel, make_safe
from puzzlekit.scip.result import Result, Stopped
from puzzlekit.scip.solve_thread import Progress, ambient_stop, bounds, run

LONGEST = 1e20  # seconds; SCIP's default, which means no time limit


def solve(
    model: Model | BuiltModel,
    variables: Mapping[Hashable, Variable] | SimpleNamespace | None = None,
    *,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
    prepare: Callable[[Model], None] | None = None,
) -> Result:
    """Solve a model by SCIP and return the result. Afterwards the model can be extended and solved again.

    If SCIP ends on a ray, along which the objective improves without limit, the model is solved again without its
    objective. The model is unbounded only if that run finds a feasible point.

    Parameters
    ----------
    model
        A SCIP model, or a BuiltModel.
    variables
        The variables whose values are wanted: a dict, or a namespace of dicts. By default, all variables: the `v` of a
        BuiltModel, or {name: variable} for a SCIP model.
    time_limit
        Seconds of wall-clock time, for both runs together.
    progress
        Function of a `Progress`. It is called in the caller's thread, at most five times a second.
    stop
        An event that ends the solve. The default is the event in `ambient_stop`, if there is one.
    prepare
        Function of SCIP's model, called just before the solve. The parameters that it sets hold for this solve only.
        The function may add an event handler, which must disable itself after the solve. The function is not called
        before the run without the objective.

    Raises
    ------
    Stopped
        If the stop button, Ctrl-C or the stop event ended the solve. Stopped is a KeyboardInterrupt. The model is
        always restored. (An interrupt after the answer is ready raises a plain KeyboardInterrupt.)
    PuzzleError
        If the time limit is not a number of seconds, a variable belongs to another model, the model is being solved
        already (by another thread, or by the solve whose lazy family or progress function calls `solve`), or
        `progress`, `prepare` or `stop` has the wrong type.
    Exception
        Any exception that a lazy family raised.
    """
    for name, function in {"progress": progress, "model": prepare}.items():
        if function is not None:
            expect_function(function, name)
    expect(stop, (threading.Event, NoneType), "a threading.Event")
    checked_limit(time_limit)
    built = model if isinstance(model, BuiltModel) else None
    if built and built.infeasible:
        return Result("infeasible", None, 0.0, 0, None, None)
    if built and built.solved_by_deduction:
        return Result("solved", built.v, 0.0, 0, None, None)
    first, watch = built is not None and built.stop_at_first, Stopwatch()
    with in_problem_stage(model, variables) as (own, asked, interrupt), owned_by_scip(own):
        once = partial(_solve_once, own, asked, interrupt, stop=stop or ambient_stop.get())
        result = once(first=first, time_limit=checked_limit(time_limit), progress=progress, prepare=prepare)
        if result.status not in (unboundedness.FOUND, unboundedness.DOUBTED):
            return result
        with unboundedness.without_objective(own):
            left = checked_limit(watch.remaining(time_limit))
            later = progress and unboundedness.going_on(result, progress)
            try:
                feasible = once(first=True, time_limit=left, progress=later)
            except Stopped as stopped:
                raise Stopped(unboundedness.settled(result, stopped.result, own, guides=first)) from None
        return unboundedness.settled(result, feasible, own, guides=first)


def _solve_once(
    model: Model,
    asked: Any,
    interrupt: DeferInterrupts,
    *,
    first: bool,
    time_limit: float,
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
    prepare: Callable[[Model], None] | None = None,
) -> Result:
    """Run SCIP once and return the result. The status may also be FOUND, if the run ended on a ray, or DOUBTED, if the
    run may have ended on a ray; `solve` handles these statuses."""
    with solve_settings(model, time_limit, first=first, prepare=prepare):
        seconds, stopped = run(model, interrupt, time_limit=time_limit, progress=progress, stop=stop)
        result = _result(model, asked, seconds, first=first)
    failure = handler.failure(model)
    if failure and not (stopped and isinstance(failure, Stopped)):  # a lazy family's own solve stops with this solve
        raise failure
    if stopped or interrupt.noted:
        raise Stopped(result if result.status in ("solved", "infeasible") else replace(result, status="unknown"))
    return result


@contextlib.contextmanager
def in_problem_stage(model: Model | BuiltModel, variables: Any = None) -> Iterator[tuple[Model, Any, DeferInterrupts]]:
    """Lock a model for a `with` block, and bring it to SCIP's problem stage. Yields the SCIP model, the variables whose
    values are wanted, and the object that defers interrupts. Raises PuzzleError if the model was freed, is being
    solved, or does not own one of the variables."""
    own: Any = model
    if isinstance(model, BuiltModel):
        if model.model is None:
            raise PuzzleError("found a freed model, expected a model that was just built")
        own, variables = model.model, model.v if variables is None else variables
    check_model(own, "a SCIP model or a BuiltModel")
    with locked(own) as interrupt:
        if own.getStage() != SCIP_STAGE.PROBLEM:  # the reader called optimize()
            own.freeTransform()
        if variables is None:
            variables = _by_name(own)
        check_owner(own, variables if isinstance(variables, SimpleNamespace) else SimpleNamespace(variable=variables))
        yield own, variables, interrupt


def _by_name(model: Model) -> dict[str, Variable]:
    named: dict[str, Variable] = {}
    for variable in model.getVars():
        if named.setdefault(variable.name, variable) is not variable:
            raise PuzzleError(
                f"found two variables named {variable.name}, expected different names, or a dict of variables"
            )
    return named


@contextlib.contextmanager
def solve_settings(
    model: Model, time_limit: float, *, first: bool, prepare: Callable[[Model], None] | None = None
) -> Iterator[None]:
    """Set the parameters of a solve for a `with` block. Afterwards, restore the model's problem stage and its own
    settings."""
    ours: dict[str, Any] = {"misc/catchctrlc": False}  # if SCIP caught Ctrl-C, the cell's next line would still run
    if time_limit < LONGEST:
        ours["limits/time"] = time_limit
    if first:
        ours["limits/solutions"] = 1
    make_safe(model)
    before = model.getParams() if prepare else {key: model.getParam(key) for key in ours}
    model.setParams(ours)
    try:
        if prepare:
            prepare(model)
        yield
    finally:
        _free_transform(model)
        model.setParams({key: value for key, value in before.items() if model.getParam(key) != value})


def _free_transform(model: Model) -> None:
    """Return the model to SCIP's problem stage, so that it can be changed and solved again.

    SCIP keeps the solutions for the next solve. If the last run ended on a ray, they are discarded, because one of them
    may be false.
    """
    kept = model.getParam("limits/maxorigsol")
    if unboundedness.end(model):
        model.setParam("limits/maxorigsol", 0)
    model.freeTransform()
    model.setParam("limits/maxorigsol", kept)


def _result(model: Model, asked: Any, seconds: float, *, first: bool) -> Result:
    primal, dual = bounds(model)
    found = primal is not None and model.getStatus() != "infeasible" and not unboundedness.end(model)
    counts = not first and any(variable.getObj() for variable in model.getVars())
    values = _read(model, asked) if found else None
    status, nodes = _status(model, found, counts), model.getNTotalNodes()
    iterations, limit = model.getNLPIterations(), model.getObjlimit()
    best = primal if found else None
    result = Result(status, values, seconds, nodes, best, dual, handler.cuts(model), counts, iterations)
    if status == "infeasible" and not model.isInfinity(abs(limit)):  # SCIP looked only for better points
        return replace(result, status="unknown", dual=limit, objective_limit=limit)
    return result


def _status(model: Model, found: bool, counts: bool) -> str:
    status = model.getStatus()
    if status == "infeasible":
        return "infeasible"
    if end := unboundedness.end(model):
        return end
    return "solved" if found and (status == "optimal" or not counts) else "unknown"


def _read(model: Model, asked: Any) -> Any:
    if isinstance(asked, SimpleNamespace):
        return SimpleNamespace(**{group: _read(model, members) for group, members in vars(asked).items()})
    best = model.getBestSol()
    return {key: _value(model.getSolVal(best, variable), variable) for key, variable in asked.items()}


def _value(value: float, variable: Variable) -> float:
    return value if variable.vtype() == "CONTINUOUS" else round(value)
