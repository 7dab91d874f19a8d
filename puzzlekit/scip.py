"""The only door to a solve. Whoever solves through it gets plain, rounded values and an honest status,
can stop it at any time, and never holds one of SCIP's own values or solutions.

`scip_rules` of this course in one sentence each: a limit is "unknown" and never a proof; the stop button is a
KeyboardInterrupt; the transformed problem is freed before anybody else sees the model.
"""

import contextlib
import math
import signal
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from pyscipopt import SCIP_EVENTTYPE, Eventhdlr, Expr, Model, Variable, quicksum
from pyscipopt.scip import ExprCons

from puzzlekit.errors import PuzzleError
from puzzlekit.model import Bounds, BuiltModel, make_safe, name, new_model, variables
from puzzlekit.rows import Row, rows

__all__ = ["Bounds", "BuiltModel", "Progress", "Relaxation", "Result", "Row", "Stopped", "ambient_stop"]
__all__ += ["name", "new_model", "relax", "solve", "variables", "write_mps"]

PROBLEM_STAGE = 1  # SCIP's number for a model that can be changed
TICK = 0.02  # seconds between two looks at the stop button
SHOW = 0.2  # seconds between two reports of progress

ambient_stop: ContextVar[threading.Event | None] = ContextVar("ambient_stop", default=None)
"""Set by whoever runs a function that solves without knowing that it may be stopped (the board does)."""


@dataclass(frozen=True)
class Result:
    """What a solve found.

    Attributes
    ----------
    status
        "solved" (proved optimal, or any feasible point where no objective counts), "infeasible" (proved) or
        "unknown" (a limit ended the search; there may be values and bounds all the same).
    values
        Shaped as the variables that were asked for; integers are ints. None if no solution was found.
    seconds, nodes
        Wall-clock time of the solve and size of the search tree.
    primal, dual
        The best value found and the bound proved, or None.
    cuts
        The rows that lazy families added, in order.
    """

    status: str
    values: Any = field(repr=False)
    seconds: float
    nodes: int
    primal: float | None
    dual: float | None
    cuts: tuple[Row, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Progress:
    """How far a running solve has come; `primal` and `dual` are None as long as there is no bound."""

    seconds: float
    nodes: int
    primal: float | None
    dual: float | None


@dataclass(frozen=True)
class Relaxation:
    """The LP relaxation: its value and an optimal point (None if there is none)."""

    value: float | None
    values: Any = field(repr=False)


class Stopped(KeyboardInterrupt):
    """The solve was stopped by the reader; `result` holds what was found until then."""

    def __init__(self, result: Result):
        super().__init__("the solve was stopped")
        self.result = result


def solve(
    model: Model | BuiltModel,
    variables: Mapping[Hashable, Variable] | SimpleNamespace | None = None,
    *,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
) -> Result:
    """Solve a model and read its values; the model can be extended and solved again afterwards.

    Parameters
    ----------
    model
        A SCIP model, or a BuiltModel of a room.
    variables
        One dict of variables or a namespace of dicts; without it a BuiltModel's own, or else all variables by name.
    time_limit
        In seconds of wall-clock time.
    progress
        Called in the caller's thread, at most five times a second.
    stop
        An event that ends the solve; without it the ambient one, if there is any.

    Raises
    ------
    Stopped
        A KeyboardInterrupt: the stop button, Ctrl-C, or the stop event.
    PuzzleError
        If the time limit is no number of seconds, or a variable belongs to another model.
    """
    built = model if isinstance(model, BuiltModel) else None
    if built and built.refuted:
        return Result("infeasible", None, 0.0, 0, None, None)
    if built and built.model is None:
        return Result("solved", built.v, 0.0, 0, None, None)
    opened, asked = _open(model, variables)
    first = built is not None and built.first
    with _prepared(opened, time_limit, first=first):
        seconds, stopped = _run(opened, progress, stop or ambient_stop.get())
        result = _result(opened, asked, seconds, first=first)
    if stopped:
        raise Stopped(result)
    return result


def _open(model: Model | BuiltModel, variables: Any) -> tuple[Model, Any]:
    """SCIP's model in its problem stage, and the variables to be read."""
    if isinstance(model, BuiltModel):
        return _open(model.model, model.v if variables is None else variables)
    if model.getStage() != PROBLEM_STAGE:  # somebody called optimize() themselves
        model.freeTransform()
    return model, _asked_for(model, variables)


def _asked_for(model: Model, asked: Any) -> Any:
    """What is to be read, checked to belong to this model: SCIP would answer for another one's silently."""
    own = model.getVars()
    if asked is None:
        return {variable.name: variable for variable in own}
    known = {variable.ptr() for variable in own}
    for group, members in vars(asked).items() if isinstance(asked, SimpleNamespace) else [("variable", asked)]:
        for key, variable in members.items():
            if not isinstance(variable, Variable) or variable.ptr() not in known:
                raise PuzzleError(f"{group}[{key}] is no variable of this model; build model and variables together")
    return asked


@contextlib.contextmanager
def _prepared(model: Model, time_limit: float | None, *, first: bool) -> Iterator[None]:
    """Set what a solve needs, and leave the model as it was: in its problem stage, with its own settings."""
    if time_limit is not None and not time_limit >= 0:
        raise PuzzleError(f"found a time limit of {time_limit}, expected a number of seconds")
    ours: dict[str, Any] = {"misc/catchctrlc": False}  # SCIP's own Ctrl-C lets the notebook's next line run
    if time_limit is not None and time_limit < math.inf:
        ours["limits/time"] = time_limit
    if first:
        ours["limits/solutions"] = 1
    before = {key: model.getParam(key) for key in ours}
    make_safe(model)
    model.setParams(ours)
    try:
        yield
    finally:
        model.freeTransform()
        model.setParams(before)


def _run(model: Model, progress: Callable[[Progress], None] | None, stop: threading.Event | None) -> tuple[float, bool]:
    """Solve in a thread of its own, so that this one can hear the stop button; returns (seconds, stopped)."""
    done, failures = threading.Event(), []
    watch = _Watch(model) if progress else None

    def work() -> None:
        try:
            model.optimizeNogil()
        except BaseException as failure:  # handed to the caller's thread below
            failures.append(failure)
        finally:
            done.set()

    start = time.perf_counter()
    shown = start
    with _stop_button() as pressed:
        threading.Thread(target=work, daemon=True).start()
        try:
            while not done.wait(TICK):
                if pressed.is_set() or (stop and stop.is_set()):
                    model.interruptSolve()
                elif progress and watch and time.perf_counter() - shown >= SHOW:
                    shown = time.perf_counter()
                    progress(Progress(shown - start, *watch.latest))
        finally:  # a failing progress function must not leave the thread running
            while not done.wait(TICK):
                model.interruptSolve()
        seconds = time.perf_counter() - start
        if failures:
            raise failures[0]
        return seconds, pressed.is_set() or bool(stop and stop.is_set())


@contextlib.contextmanager
def _stop_button() -> Iterator[threading.Event]:
    """An event that Ctrl-C and Jupyter's stop button set. Python takes signals in its main thread only."""
    pressed = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield pressed
        return
    signal.signal(signal.SIGINT, lambda number, frame: pressed.set())
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


class _Watch(Eventhdlr):
    """Keeps the latest figures of a running solve. They are stored from inside SCIP: asking it from another thread
    can end the process."""

    def __init__(self, model: Model):
        self.latest: tuple[int, float | None, float | None] = (0, None, None)
        self.over = False
        model.includeEventhdlr(self, f"watch_{id(self)}", "keeps figures for the progress report")

    def eventinit(self) -> None:
        if not self.over:
            self.model.catchEvent(SCIP_EVENTTYPE.NODESOLVED | SCIP_EVENTTYPE.BESTSOLFOUND, self)

    def eventexit(self) -> None:
        self.over = True  # SCIP keeps the handler; it must stay silent in later solves

    def eventexec(self, event: Any) -> None:
        self.latest = (self.model.getNTotalNodes(), *_bounds(self.model))


def _bounds(model: Model) -> tuple[float | None, float | None]:
    return _finite(model, model.getPrimalbound()), _finite(model, model.getDualbound())


def _finite(model: Model, bound: float) -> float | None:
    return None if model.isInfinity(abs(bound)) else bound


def _result(model: Model, asked: Any, seconds: float, *, first: bool) -> Result:
    found = model.getNSols() > 0
    values = _read(model, asked) if found else None
    return Result(_status(model, found, first), values, seconds, model.getNTotalNodes(), *_bounds(model))


def _status(model: Model, found: bool, first: bool) -> str:
    status = model.getStatus()
    if status == "infeasible":
        return "infeasible"
    any_point_will_do = first or not any(variable.getObj() for variable in model.getVars())
    return "solved" if found and (status == "optimal" or any_point_will_do) else "unknown"


def _read(model: Model, asked: Any) -> Any:
    if isinstance(asked, SimpleNamespace):
        return SimpleNamespace(**{group: _read(model, members) for group, members in vars(asked).items()})
    best = model.getBestSol()
    return {key: _value(model.getSolVal(best, variable), variable) for key, variable in asked.items()}


def _value(value: float, variable: Variable) -> float:
    return value if variable.vtype() == "CONTINUOUS" else round(value)


def relax(
    model: Model | BuiltModel,
    variables: Mapping[Hashable, Variable] | SimpleNamespace | None = None,
) -> Relaxation:
    """The LP relaxation: all variables may be fractions, lazy families are left out.

    Takes what `solve` takes; the model itself is not touched.
    """
    if isinstance(model, BuiltModel) and model.model is None:
        return Relaxation(None, None if model.refuted else model.v)
    opened, asked = _open(model, variables)
    own = opened.getVars()
    relaxed = new_model("LP relaxation")
    twins = {x.ptr(): relaxed.addVar(lb=x.getLbOriginal(), ub=x.getUbOriginal(), obj=x.getObj()) for x in own}
    relaxed.addObjoffset(opened.getObjoffset())
    if opened.getObjectiveSense() == "maximize":
        relaxed.setMaximize()
    for row in rows(opened, SimpleNamespace(x={x.ptr(): x for x in own})):
        total = quicksum(value * twins[pointer] for (_, pointer), value in row.coefficients.items())
        relaxed.addCons(_between(row.lower, total, row.upper))
    result = solve(relaxed, _exchange(asked, twins))
    relaxed.free()
    return Relaxation(result.primal, result.values)


def _between(lower: float | None, total: Expr, upper: float | None) -> ExprCons:
    if lower is None:
        return total <= upper  # type: ignore[operator]  # a row has one side at least
    return total >= lower if upper is None else (total <= upper) >= lower


def _exchange(asked: Any, twins: Mapping[int, Variable]) -> Any:
    if isinstance(asked, SimpleNamespace):
        return SimpleNamespace(**{group: _exchange(members, twins) for group, members in vars(asked).items()})
    return {key: twins[variable.ptr()] for key, variable in asked.items()}


def write_mps(model: Model | BuiltModel, path: str) -> None:
    """Write a model as an MPS file, for other solvers."""
    scip = model.model if isinstance(model, BuiltModel) else model
    if scip is None:
        raise PuzzleError("nothing is left to decide in this model; expected one with variables")
    scip.writeProblem(str(path), verbose=False)
