"""The LP relaxation of a model: the same constraints, but the variables may be fractions."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, Variable

from puzzlekit.core.errors import PuzzleError, Unbounded
from puzzlekit.scip.constraints import linear_constraints
from puzzlekit.scip.model import BuiltModel, make_safe
from puzzlekit.scip.solver import in_problem_stage, solve


@dataclass(frozen=True)
class Relaxation:
    """The result of an LP relaxation: the optimal value, and `values`, the values of the requested variables at an
    optimal point. Both are None if the LP is infeasible. If deduction has solved the puzzle, only the value is None."""

    value: float | None
    values: Any = field(repr=False)


def relax(
    model: Model | BuiltModel,
    variables: Mapping[Hashable, Variable] | SimpleNamespace | None = None,
) -> Relaxation:
    """Solve the LP relaxation of a model and return a Relaxation. All variables may be fractions, and lazy families are
    ignored.

    See `solve` for the parameters. The model itself does not change.

    Raises
    ------
    Unbounded
        If the objective can be improved without limit.
    PuzzleError
        If a constraint is not linear, SCIP does not solve the LP, or the model is being solved.
    """
    if isinstance(model, BuiltModel) and (model.infeasible or model.solved_by_deduction):
        return Relaxation(None, None if model.infeasible else model.v)
    with in_problem_stage(model, variables) as (own, asked, _):
        relaxed, twins = _relaxed(own)
    result = solve(relaxed, _exchange(asked, twins))
    relaxed.free()
    if result.status in ("unbounded", "unknown"):
        refusal = Unbounded if result.status == "unbounded" else PuzzleError
        raise refusal(f"the LP relaxation is {result.status_text}")
    return Relaxation(result.primal, result.values)


def _relaxed(own: Model) -> tuple[Model, dict[int, Variable]]:
    """Return a copy of a model in which all variables may be fractions, and {pointer of a variable in `own`: variable
    of the copy}."""
    linear_constraints(own, SimpleNamespace())  # refuses a constraint that is not linear
    relaxed = Model(sourceModel=own, origcopy=True)
    relaxed.resetParams()  # a reader's limits apply to the search of the model, not to its LP relaxation
    relaxed.hideOutput()
    make_safe(relaxed)
    in_order = sorted(
        relaxed.getVars(), key=Variable.getIndex
    )  # SCIP orders variables by type, which its copy may change
    pairs = [*zip(own.getVars(), in_order, strict=True)]
    relaxed.relax()
    for x, twin in pairs:  # restore the bounds of integer variables, which the copy has rounded
        relaxed.chgVarLb(twin, x.getLbOriginal())
        relaxed.chgVarUb(twin, x.getUbOriginal())
    return relaxed, {x.ptr(): twin for x, twin in pairs}


def _exchange(asked: Any, twins: Mapping[int, Variable]) -> Any:
    if isinstance(asked, SimpleNamespace):
        return SimpleNamespace(**{group: _exchange(members, twins) for group, members in vars(asked).items()})
    return {key: twins[variable.ptr()] for key, variable in asked.items()}
