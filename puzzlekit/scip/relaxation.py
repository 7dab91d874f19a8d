"""LP relaxation of a model: the same constraints, with variables that may be fractions."""

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
    """The LP relaxation: its value and an optimal point; both None if no point satisfies its constraints."""

    value: float | None
    values: Any = field(repr=False)


def relax(
    model: Model | BuiltModel,
    variables: Mapping[Hashable, Variable] | SimpleNamespace | None = None,
) -> Relaxation:
    """Solve the LP relaxation of a model: all variables may be fractions, and lazy families are left out.

    The arguments are the first two of `solve`. The model itself does not change.

    Raises
    ------
    Unbounded
        If the objective can be improved without limit.
    PuzzleError
        If a constraint is not linear, SCIP does not solve the LP, or the model is being solved.
    """
    if isinstance(model, BuiltModel) and (model.infeasible_reason or model.solved_by_deduction):
        return Relaxation(None, None if model.infeasible_reason else model.v)
    with in_problem_stage(model, variables) as (own, asked, _):
        relaxed, twins = _relaxed(own)
    result = solve(relaxed, _exchange(asked, twins))
    relaxed.free()
    if result.status in ("unbounded", "unknown"):
        refusal = Unbounded if result.status == "unbounded" else PuzzleError
        raise refusal(f"the LP relaxation is {result.status_text}")
    return Relaxation(result.primal, result.values)


def _relaxed(own: Model) -> tuple[Model, dict[int, Variable]]:
    """Return a model of the same constraints over fractions, and its variables by the pointers of the original
    variables."""
    linear_constraints(own, SimpleNamespace())  # refuses a constraint that is not linear
    relaxed = Model(sourceModel=own, origcopy=True)
    relaxed.resetParams()  # a reader's limits are for the search of the model, not for its LP
    relaxed.hideOutput()
    make_safe(relaxed)
    in_order = sorted(relaxed.getVars(), key=Variable.getIndex)  # SCIP keeps them by type, which its copy may change
    pairs = [*zip(own.getVars(), in_order, strict=True)]
    relaxed.relax()
    for x, twin in pairs:  # the copy has rounded the bounds of integer variables
        relaxed.chgVarLb(twin, x.getLbOriginal())
        relaxed.chgVarUb(twin, x.getUbOriginal())
    return relaxed, {x.ptr(): twin for x, twin in pairs}


def _exchange(asked: Any, twins: Mapping[int, Variable]) -> Any:
    if isinstance(asked, SimpleNamespace):
        return SimpleNamespace(**{group: _exchange(members, twins) for group, members in vars(asked).items()})
    return {key: twins[variable.ptr()] for key, variable in asked.items()}
