"""The LP relaxation of a model: what its rows say while variables may be fractions."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, Variable, quicksum

from puzzlekit.errors import PuzzleError, Unbounded
from puzzlekit.scip.door import opened, solve
from puzzlekit.scip.model import BuiltModel, new_model
from puzzlekit.scip.rows import comparison, rows


@dataclass(frozen=True)
class Relaxation:
    """The LP relaxation: its value and an optimal point; both None if no point satisfies its rows."""

    value: float | None
    values: Any = field(repr=False)


def relax(
    model: Model | BuiltModel,
    variables: Mapping[Hashable, Variable] | SimpleNamespace | None = None,
) -> Relaxation:
    """The LP relaxation: all variables may be fractions, lazy families are left out.

    Takes what `solve` takes; the model itself is not touched.

    Raises
    ------
    Unbounded
        If its value can be improved for ever.
    PuzzleError
        If a row is not linear, SCIP does not solve the LP, or the model is being solved.
    """
    if isinstance(model, BuiltModel) and (model.refuted or model.decided):
        return Relaxation(None, None if model.refuted else model.v)
    with opened(model, variables) as (own, asked, _):
        relaxed, twins = _relaxed(own)
    result = solve(relaxed, _exchange(asked, twins))
    relaxed.free()
    if result.status in ("unbounded", "unknown"):
        refusal = Unbounded if result.status == "unbounded" else PuzzleError
        raise refusal(f"the LP relaxation is {result.told}")
    return Relaxation(result.primal, result.values)


def _relaxed(own: Model) -> tuple[Model, dict[int, Variable]]:
    """A model of the same rows over fractions, and its variables by the pointers of the model's own."""
    relaxed, chosen = new_model("LP relaxation"), own.getVars()
    twins = {x.ptr(): relaxed.addVar(lb=x.getLbOriginal(), ub=x.getUbOriginal(), obj=x.getObj()) for x in chosen}
    relaxed.addObjoffset(own.getObjoffset())
    if own.getObjectiveSense() == "maximize":
        relaxed.setMaximize()
    for row in rows(own, SimpleNamespace(x={x.ptr(): x for x in chosen})):
        total = quicksum(value * twins[pointer] for (_, pointer), value in row.coefficients.items())
        if row.lower is not None or row.upper is not None:
            relaxed.addCons(comparison(row.lower, total, row.upper))
    return relaxed, twins


def _exchange(asked: Any, twins: Mapping[int, Variable]) -> Any:
    if isinstance(asked, SimpleNamespace):
        return SimpleNamespace(**{group: _exchange(members, twins) for group, members in vars(asked).items()})
    return {key: twins[variable.ptr()] for key, variable in asked.items()}
