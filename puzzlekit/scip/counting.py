"""The number of boards (feasible points) of a model. SCIP counts the boards in one search, without listing them."""

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from pyscipopt import SCIP_PARAMSETTING, Model, Variable

from puzzlekit.core.clock import checked_limit, reached
from puzzlekit.core.errors import UnsupportedPuzzle, expect
from puzzlekit.scip import handler
from puzzlekit.scip.constraints import linear_constraints
from puzzlekit.scip.locking import owned_by_scip
from puzzlekit.scip.model import BuiltModel, make_safe
from puzzlekit.scip.solve_thread import ambient_stop, run
from puzzlekit.scip.solver import in_problem_stage, solve_settings


def count(built: BuiltModel, *, time_limit: float | None = None) -> int:
    """Return the number of a model's boards. SCIP counts the feasible points.

    Parameters
    ----------
    time_limit
        In seconds.

    Raises
    ------
    UnsupportedPuzzle
        If the model's decisions do not determine all variables, so that a board could be counted twice; or if only the
        best boards are solutions.
    TimeLimitReached
        If the limit is reached before all boards are counted.
    PuzzleError
        If `built` is not a built model, a constraint is not linear, or the model is being solved.
    KeyboardInterrupt
        If the reader presses the stop button.

    Examples
    --------
    >>> from puzzlekit import scip, slitherlink
    >>> scip.count(slitherlink.model_single_loop.build(slitherlink.parse("..")))
    3
    """
    expect(built, BuiltModel, "a built model")
    limit = checked_limit(time_limit)
    if built.infeasible or built.solved_by_deduction:
        return int(not built.infeasible)
    with in_problem_stage(built) as (model, _, interrupt):
        _check_once(built)
        with owned_by_scip(model), solve_settings(model, limit, first=False, prepare=_counting):
            _, stopped = run(model, interrupt, time_limit=limit, stop=ambient_stop.get())
            status, number = model.getStatus(), model.getNCountedSols()
        if failure := handler.failure(model):
            raise failure
        if stopped or interrupt.noted:
            raise KeyboardInterrupt
    if status != "infeasible":  # SCIP's status after a complete count
        raise reached(time_limit, "boards not all counted")
    return int(number)


def _counting(model: Model) -> None:
    """Set SCIP's parameters for counting. Presolving is switched off: if it fixes every variable, SCIP 10.0.2 counts
    the only board of a model with lazy families twice."""
    model.setParamsCountsols()
    model.setPresolve(SCIP_PARAMSETTING.OFF)
    model.setParams({"constraints/countsols/active": True, "misc/usesymmetry": 0, "presolving/maxrestarts": 0})
    make_safe(model)


def _check_once(built: BuiltModel) -> None:
    """Raise UnsupportedPuzzle unless the decisions determine every variable. An equation determines a variable if all
    its other variables are determined."""
    model = built.model
    limited = not model.isInfinity(abs(model.getObjlimit()))
    if limited or (model.getObjective().terms and not built.stop_at_first):
        found = "a limit on the objective" if limited else "an objective"
        raise UnsupportedPuzzle(f"found {found}, expected none, because every feasible point is counted")
    open_ = {x.ptr(): x.name for x in model.getVars() if x.getLbOriginal() < x.getUbOriginal()}
    for decision in built.decisions:
        if isinstance(decision, Variable):
            open_.pop(decision.ptr(), None)
    own = linear_constraints(model, SimpleNamespace(x={x.ptr(): x for x in model.getVars()}))
    equations = [row.coefficients for row in own if row.lower == row.upper is not None]
    while settled := {left[0] for left in (_left(equation, open_) for equation in equations) if len(left) == 1}:
        for pointer in settled:
            del open_[pointer]
    if open_:
        name = min(open_.values())
        raise UnsupportedPuzzle(f"the decisions do not determine {name}, so a board could be counted twice")


def _left(keys: Iterable[tuple[str, Any]], open_: Mapping[int, str]) -> list[int]:
    """Return the pointers of the variables in an equation that are not determined yet. `keys` are the equation's
    variables, and `open_` is {pointer: name} for all undetermined variables."""
    return [pointer for _, pointer in keys if pointer in open_]
