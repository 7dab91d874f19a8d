"""The only door to a solve. Whoever solves through it gets plain, rounded values and an honest status,
can stop it at any time, and never holds one of SCIP's own values or solutions.

`scip_rules` of this course in one sentence each: a limit is "unknown" and never a proof; the stop button is a
KeyboardInterrupt; the transformed problem is freed before anybody else sees the model.
"""

import contextlib
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, Variable

from puzzlekit.clock import checked_limit
from puzzlekit.errors import PuzzleError
from puzzlekit.scip import handler
from puzzlekit.scip.model import BuiltModel, make_safe
from puzzlekit.scip.rows import Row, check_owner
from puzzlekit.scip.running import Progress, ambient_stop, bounds, run

PROBLEM_STAGE = 1  # SCIP's number for a model that can be changed
LONGEST = 1e20  # SCIP's own word for no time limit
_at_work: set[int] = set()  # models that a thread solves right now; a second solve would end the process


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
    prepare: Callable[[Model], None] | None = None,
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
    prepare
        Called with SCIP's model just before it is solved, to set parameters (for this solve only) or to include an
        event handler, which must fall silent by itself.

    Raises
    ------
    Stopped
        A KeyboardInterrupt: the stop button, Ctrl-C, or the stop event.
    PuzzleError
        If the time limit is no number of seconds, or a variable belongs to another model.
    Exception
        Whatever a lazy family raised.
    """
    built = model if isinstance(model, BuiltModel) else None
    if built and built.refuted:
        return Result("infeasible", None, 0.0, 0, None, None)
    if built and built.decided:
        return Result("solved", built.v, 0.0, 0, None, None)
    opened, asked = open_model(model, variables)
    first = built is not None and built.first
    limit = checked_limit(time_limit)
    with _prepared(opened, limit, first=first, prepare=prepare):
        seconds, stopped = run(opened, time_limit=limit, progress=progress, stop=stop or ambient_stop.get())
        result = _result(opened, asked, seconds, first=first)
    if failure := handler.failure(opened):
        raise failure
    if stopped:
        raise Stopped(result)
    return result


def open_model(model: Model | BuiltModel, variables: Any) -> tuple[Model, Any]:
    """SCIP's model in its problem stage, and the variables to be read."""
    if isinstance(model, BuiltModel):
        if model.model is None:
            raise PuzzleError("found a model that was freed, expected one that was just built")
        return open_model(model.model, model.v if variables is None else variables)
    if not isinstance(model, Model):
        raise PuzzleError(f"found {type(model).__name__}, expected a SCIP model or a built one")
    if id(model) in _at_work:
        raise PuzzleError("this model is being solved already, perhaps by a board; stop that solve or wait for its end")
    if model.getStage() != PROBLEM_STAGE:  # somebody called optimize() themselves
        model.freeTransform()
    if variables is None:
        variables = {variable.name: variable for variable in model.getVars()}
    check_owner(model, variables if isinstance(variables, SimpleNamespace) else SimpleNamespace(variable=variables))
    return model, variables


@contextlib.contextmanager
def _prepared(
    model: Model, time_limit: float, *, first: bool, prepare: Callable[[Model], None] | None = None
) -> Iterator[None]:
    """Set what a solve needs, and leave the model as it was: in its problem stage, with its own settings."""
    ours: dict[str, Any] = {"misc/catchctrlc": False}  # SCIP's own Ctrl-C lets the notebook's next line run
    if time_limit < LONGEST:
        ours["limits/time"] = time_limit
    if first:
        ours["limits/solutions"] = 1
    make_safe(model)
    before = model.getParams() if prepare else {key: model.getParam(key) for key in ours}
    model.setParams(ours)
    _at_work.add(id(model))
    try:
        if prepare:
            prepare(model)
        yield
    finally:
        _at_work.discard(id(model))
        model.freeTransform()
        model.setParams({key: value for key, value in before.items() if model.getParam(key) != value})


def _result(model: Model, asked: Any, seconds: float, *, first: bool) -> Result:
    found = model.getNSols() > 0
    values = _read(model, asked) if found else None
    status, nodes = _status(model, found, first), model.getNTotalNodes()
    return Result(status, values, seconds, nodes, *bounds(model), handler.cuts(model))


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


def write_mps(model: Model | BuiltModel, path: str) -> None:
    """Write a model as an MPS file, for other solvers.

    Raises
    ------
    PuzzleError
        If the model has lazy families, which no file can hold, or nothing to decide.
    """
    scip = model.model if isinstance(model, BuiltModel) else model
    if scip is None:
        raise PuzzleError("nothing is left to decide in this model; expected one with variables")
    if handler.is_lazy(scip):
        raise PuzzleError("this model has lazy families, which no file can hold; expected one of rows alone")
    scip.writeProblem(str(path), verbose=False)
