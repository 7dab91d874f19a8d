"""Premises of a built model, read from SCIP's constraints and variables."""

from collections.abc import Mapping
from typing import Any

from pyscipopt import Expr

from puzzlekit.core.errors import PuzzleError, UnsupportedPuzzle, expect
from puzzlekit.reasoning.certificates.premises import Linear, Premises
from puzzlekit.scip.constraints import VariableKey, check_model, keys, linear_constraints
from puzzlekit.scip.locking import locked
from puzzlekit.scip.model import BuiltModel


def premises(built: BuiltModel) -> Premises:
    """Return a BuiltModel's premises as plain data. Constraints that lazy families add during a solve are not included
    (see `why`).

    Raises
    ------
    UnsupportedPuzzle
        If there is no model because deduction solved the puzzle, or if a constraint is not linear.
    PuzzleError
        If `built` is not a BuiltModel, or was freed.
    """
    expect(built, BuiltModel, "a built model")
    if built.solved_by_deduction:
        raise UnsupportedPuzzle("nothing is left to decide in this model; expected a model with constraints")
    if built.model is None:
        raise PuzzleError("found a freed model, expected a model that was just built")
    check_model(built.model)
    with locked(built.model):
        try:
            rows = linear_constraints(built.model, built.v, built.rows)
        except PuzzleError as error:
            raise UnsupportedPuzzle(str(error)) from None
    members = [((group, key), variable) for group, own in vars(built.v).items() for key, variable in own.items()]
    bounds = {key: _bounds(built.model, variable) for key, variable in members}
    whole = frozenset(key for key, variable in members if variable.vtype() != "CONTINUOUS")
    key_of = keys(built.v)
    indicators = {item: _linear(expression, key_of) for item, expression in built.indicators.items()}
    return Premises(tuple(rows), bounds, whole, indicators)


def _bounds(model: Any, variable: Any) -> tuple[float | None, float | None]:
    lower, upper = variable.getLbOriginal(), variable.getUbOriginal()
    return tuple(None if model.isInfinity(abs(side)) else side for side in (lower, upper))  # type: ignore[return-value]


def _linear(expression: Any, key_of: Mapping[int, VariableKey]) -> Linear:
    if not isinstance(expression, Expr):
        return {}, float(expression)
    coefficients: dict[VariableKey, float] = {}
    constant = 0.0
    for term, value in expression.terms.items():
        if len(term) > 1:
            raise UnsupportedPuzzle("an indicator of this model is not linear")
        if len(term):
            coefficients[key_of[term.vartuple[0].ptr()]] = value
        else:
            constant = value
    return coefficients, constant
