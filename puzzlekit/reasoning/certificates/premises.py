"""Premises of a proof: the constraints, bounds and known facts of a model as plain data, with their weights.

They are read from SCIP's constraints and variables.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from pyscipopt import Expr, Model, Variable

from puzzlekit.core.errors import PuzzleError, UnsupportedPuzzle, expect, shown, validate_args
from puzzlekit.core.grid import Element
from puzzlekit.scip.constraints import LinearConstraint, VariableKey, finite, keys, linear_constraints
from puzzlekit.scip.locking import locked
from puzzlekit.scip.model import BuiltModel

BOUND, KNOWN = "bound", "known"  # family names that no model uses
RULE, LITTLE, NOTHING = Fraction(1), Fraction(1, 100), Fraction(0)  # weights: a proof with few rules is short

Linear = tuple[Mapping[VariableKey, float], float]  # coefficients and constant


def is_rule(row: LinearConstraint) -> bool:
    """Return whether a constraint has several variables and is neither a bound nor a known fact."""
    return row.family not in (BOUND, KNOWN) and len(row.coefficients) > 1


def weight(row: LinearConstraint) -> Fraction:
    """Return the weight of a constraint in a sum: 1 for a rule, 1/100 for a clue (a constraint on one variable) or a
    known fact, 0 for a bound."""
    if row.family == BOUND:
        return NOTHING
    return RULE if is_rule(row) else LITTLE


@dataclass(frozen=True)
class Premises:
    """A model as plain data.

    Attributes
    ----------
    rows
        The constraints of the model's families, and the constraints that lazy families found.
    bounds
        {variable key: (lower, upper)}; None means that there is no such bound.
    whole
        The keys of integer variables.
    indicators
        {(element, state): (coefficients, constant)}: a linear expression, which is 1 at a solution if the element is in
        the state, else 0.
    known
        Facts that were proved before, as constraints.
    """

    rows: tuple[LinearConstraint, ...]
    bounds: Mapping[VariableKey, tuple[float | None, float | None]]
    whole: frozenset[VariableKey]
    indicators: Mapping[tuple[Any, Any], Linear] = field(default_factory=dict)
    known: tuple[LinearConstraint, ...] = ()

    @validate_args
    def knowing(self, *facts: LinearConstraint) -> "Premises":
        """Return a copy of these premises with more known facts."""
        return replace(self, known=(*self.known, *facts))

    def holds(self, element: Any, state: Any) -> LinearConstraint:
        """Return the claim "this element is in this state": its indicator is at least 1."""
        coefficients, constant = self._indicator(element, state)
        return LinearConstraint(KNOWN, (element, state), coefficients, 1 - constant, None)

    def excluded(self, element: Any, state: Any) -> LinearConstraint:
        """Return the claim "this element is not in this state": its indicator is at most 0."""
        coefficients, constant = self._indicator(element, state)
        return LinearConstraint(KNOWN, (element, state), coefficients, None, -constant)

    def _indicator(self, element: Any, state: Any) -> Linear:
        try:
            return self.indicators[element, state]
        except (KeyError, TypeError):
            raise PuzzleError(f"found {shown(element)} in {shown(state)}, expected an element and its state") from None

    def bound(self, key: VariableKey) -> LinearConstraint:
        """Return the bounds of a variable as a constraint."""
        try:
            return LinearConstraint(BOUND, key, {key: 1.0}, *self.bounds[key])
        except (KeyError, TypeError):
            raise PuzzleError(f"found {shown(key)}, expected the key of a variable") from None

    def __contains__(self, row: LinearConstraint) -> bool:
        if row.family == BOUND:
            return row.index in self.bounds and row == self.bound(row.index)
        return row in self._by_place.get((row.family, row.index), ())

    @cached_property
    def _by_place(self) -> dict[tuple[Any, Any], list[LinearConstraint]]:
        found: dict[tuple[Any, Any], list[LinearConstraint]] = {}
        for row in (*self.rows, *self.known):
            found.setdefault((row.family, row.index), []).append(row)
        return found

    def integral(self, coefficients: Mapping[VariableKey, float]) -> bool:
        """Return whether the coefficients are whole numbers, and their variables integer: then the sum is a whole
        number at every solution."""
        return all(key in self.whole and float(value).is_integer() for key, value in coefficients.items())

    def touched(self, row: LinearConstraint) -> tuple[Any, ...]:
        """Return the elements whose variables a constraint contains, and the elements in the constraint's place."""
        found = dict.fromkeys(element for key in row.coefficients for element in self._owners.get(key, ()))
        return tuple(found | dict.fromkeys(elements_in(row.index)))

    @cached_property
    def _owners(self) -> dict[VariableKey, dict[Any, None]]:
        """Return {variable key: the elements whose indicators use this variable}."""
        found: dict[VariableKey, dict[Any, None]] = {}
        for (element, _), (coefficients, _) in self.indicators.items():
            for key in coefficients:
                found.setdefault(key, {})[element] = None
        return found


def elements_in(place: Any) -> Iterator[Any]:
    """Yield the elements of the board in the place of a constraint, also those in nested tuples."""
    if isinstance(place, Element):
        yield place
    elif isinstance(place, Iterable) and not isinstance(place, str):
        for part in place:
            yield from elements_in(part)


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


def _bounds(model: Model, variable: Variable) -> tuple[float | None, float | None]:
    return finite(model, variable.getLbOriginal()), finite(model, variable.getUbOriginal())


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
