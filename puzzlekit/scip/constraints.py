"""Linear constraints of a model as plain data, which can be compared, relaxed, explained and printed.

Duplicates are constraints that are equal up to scale, sign and the rounding of floats.
"""

import math
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from pyscipopt import Expr, Model, Variable
from pyscipopt.scip import ExprCons

from puzzlekit.core.errors import PuzzleError, expect, shown
from puzzlekit.scip.locking import address, locked

VariableKey = tuple[str, Hashable]
HANDLER = "lazy_rows"  # the name of the one constraint handler, and of its only constraint


@dataclass(frozen=True)
class LinearConstraint:
    """A linear constraint as plain data: `lower <= sum of coefficients[key] * variable <= upper`.

    `family` is the name of the constraint's family, and `index` the place where the family's rule applies; both are
    None if the family is unknown. A variable's key consists of the name of its dict and its key in that dict, such as
    `("x", (Cell(0, 0), 5))`.
    """

    family: str | None
    index: Any
    coefficients: Mapping[VariableKey, float]
    lower: float | None
    upper: float | None

    def __str__(self) -> str:
        terms = [f"{_sign(value)}{in_words(key)}" for key, value in self.coefficients.items()]
        shown = terms if len(terms) <= 4 else [*terms[:2], "+ ...", terms[-1]]
        middle = " ".join(shown).removeprefix("+ ")
        if self.lower is None or self.upper is None:
            sides = [(">=", self.lower), ("<=", self.upper)]
            return middle + "".join(f" {sign} {written(side)}" for sign, side in sides if side is not None)
        lower, upper = written(self.lower), written(self.upper)
        return f"{middle} == {lower}" if lower == upper else f"{lower} <= {middle} <= {upper}"


def written(value: float) -> str:
    """Return a number as a person writes it: with at most 15 digits, so that 0.1 + 0.2 becomes "0.3"."""
    return f"{value:.15g}"


def _sign(value: float) -> str:
    size = "" if abs(value) == 1 else f"{written(abs(value))} "
    return ("- " if value < 0 else "+ ") + size


def in_words(key: VariableKey) -> str:
    """Return the name of a variable, as in a notebook, from its key: `x[cell (1,1), 5]`."""
    name, index = key
    parts = index if isinstance(index, tuple) else (index,)
    return f"{name}[{', '.join(str(part) for part in parts)}]"


def check_model(model: object, expected: str = "a SCIP model") -> None:
    """Raise PuzzleError unless `model` is a SCIP model that was not freed. A method of a freed model would crash the
    process."""
    expect(model, Model, expected)
    address(model)  # type: ignore[arg-type]


def check_owner(model: Model, v: SimpleNamespace) -> None:
    """Raise PuzzleError if one of the variables in `v` does not belong to this model.

    For another model's variable, SCIP returns a wrong value without an error, or crashes the process.
    """
    with locked(model):
        known = {variable.ptr() for variable in model.getVars()}
    for group, members in vars(v).items():
        if not isinstance(members, Mapping):
            raise PuzzleError(f"found {group} as {type(members).__name__}, expected a dict of variables")
        for key, variable in members.items():
            if not isinstance(variable, Variable) or variable.ptr() not in known:
                place = in_words((group, key))
                raise PuzzleError(f"{place} is not a variable of this model; run the cells of both models again")


def linear_constraints(
    model: Model, v: SimpleNamespace, origin: Mapping[str, tuple[str, Any]] | None = None
) -> list[LinearConstraint]:
    """Return all linear constraints of a model in its problem stage. `v` contains the model's variables; a variable
    that is not in `v` gets the key ("another variable", its name). `origin` is {name of a constraint: (family, place)}.

    The constraints of lazy families are not included, because they exist only during a solve.

    Raises
    ------
    PuzzleError
        If a constraint is not linear, or the model is being solved.
    """
    key_of = keys(v)
    with locked(model):
        stated = model.getConss(transformed=False)
        own = [constraint for constraint in stated if constraint.getConshdlrName() != HANDLER]
        return [_row(model, constraint, key_of, origin or {}) for constraint in own]


def keys(v: SimpleNamespace) -> dict[int, VariableKey]:
    """Return {pointer: key} for all variables in `v`. A pointer identifies a variable in SCIP."""
    return {variable.ptr(): (group, key) for group, members in vars(v).items() for key, variable in members.items()}


def as_linear_constraint(row: Any, key_of: Mapping[int, VariableKey], family: str, place: Any) -> LinearConstraint:
    """Return a SCIP constraint such as `x[0] + x[1] <= 1` as plain data. `key_of` is {pointer of a variable: its key};
    `family` and `place` name the constraint.

    Raises
    ------
    PuzzleError
        If `row` is not a linear constraint on variables that are in `key_of`.
    """
    if not isinstance(row, ExprCons):
        raise PuzzleError(
            f"{family} yields {type(row).__name__}, expected pairs (place, row), where row has ==, <= or >="
        )
    if not isinstance(row.expr, Expr):  # abs, exp, a quotient
        raise PuzzleError(f"{family} yields a constraint that is not linear, expected a sum of the given variables")
    coefficients: dict[Any, float] = {}
    for term, value in row.expr.terms.items():
        if len(term) != 1 or term.vartuple[0].ptr() not in key_of:
            raise PuzzleError(f"{family} yields a constraint with {term}, expected a sum of the given variables")
        coefficients[key_of[term.vartuple[0].ptr()]] = value
    return LinearConstraint(family, place, coefficients, row._lhs, row._rhs)


def comparison(lower: float | None, total: Expr, upper: float | None) -> ExprCons:
    """Return the constraint `lower <= total <= upper`. None means no bound; at least one bound must be a number."""
    if lower is None:
        return total <= upper  # type: ignore[operator]
    return total >= lower if upper is None else (total <= upper) >= lower


def is_broken(row: LinearConstraint, values: SimpleNamespace, tolerance: float) -> bool:
    """Return whether the point `values` violates the constraint by more than the tolerance. `values` is a namespace of
    dicts {key: value}, with the same names and keys as the model's variables."""
    total = sum(value * getattr(values, group)[key] for (group, key), value in row.coefficients.items())
    below = row.lower is not None and total < row.lower - tolerance
    return below or (row.upper is not None and total > row.upper + tolerance)


def name(prefix: str, *parts: Any) -> str:
    """Return a name that every file format accepts: `name("x", Cell(0, 2), 5)` is `x_1_3_5`. Raises PuzzleError if
    `prefix` is not a text."""
    try:
        return "_".join([prefix, *_numbers(parts)])
    except TypeError:
        raise PuzzleError(f"found prefix = {shown(prefix)}, expected a text such as 'x'") from None


def _numbers(parts: Iterable[Any]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, tuple):
            yield from _numbers(part)
        elif hasattr(part, "numbers"):
            yield from map(str, part.numbers())
        else:
            told = re.sub(r"(?<=\w)-(?=\w)", "__", str(part))  # "a-b" and "a b" get two names
            yield re.sub(r"\W", "_", told, flags=re.ASCII)


def _row(
    model: Model, constraint: Any, key_of: Mapping[int, Any], origin: Mapping[str, tuple[str, Any]]
) -> LinearConstraint:
    if not constraint.isLinear():
        raise PuzzleError(
            f"constraint {constraint.name} is not linear; expected a sum of variables, ==, <= or >= and a number"
        )
    coefficients: dict[Any, float] = {}
    own: Any = model.getConsVars(constraint)
    values: Any = model.getConsVals(constraint)
    for variable, value in zip(own, values, strict=True):
        key = key_of.get(variable.ptr(), ("another variable", variable.name))
        coefficients[key] = coefficients.get(key, 0.0) + value
    family, place = origin.get(constraint.name, (None, None))
    lower, upper = (finite(model, side) for side in (model.getLhs(constraint), model.getRhs(constraint)))
    return LinearConstraint(family, place, coefficients, lower, upper)


def finite(model: Model, bound: float) -> float | None:
    """Return a bound unchanged, or None if it is infinite for SCIP."""
    return None if model.isInfinity(abs(bound)) else bound


Sums = dict[frozenset, list[LinearConstraint]]  # constraints by the keys of their variables
Side = float | Fraction | None
CLOSE = 1e-12  # relative error of sums and products of floats


def merge_duplicates(found: Iterable[LinearConstraint]) -> tuple[Sums, int]:
    """Merge constraints with the same sum, up to scale and sign. Return the merged constraints, as {set of variable
    keys: constraints}, and the number of duplicates.

    A merged constraint has the tightest bounds: `<= 1` and `>= 1` together become `== 1`. A constraint is a duplicate
    if it does not tighten the bounds of the constraints merged so far.
    """
    sums: Sums = {}
    repeated = 0
    for row in found:
        row = replace(row, coefficients={key: value for key, value in row.coefficients.items() if value})
        alike = sums.setdefault(frozenset(row.coefficients), [])
        for index, known in enumerate(alike):
            if times := _times(row, known):
                alike[index] = _tightest(known, *_sides(row, times))
                repeated += alike[index] == known
                break
        else:
            alike.append(row)
    return sums, repeated


def _times(row: LinearConstraint, other: LinearConstraint) -> Fraction | None:
    """Return the number `times` such that the sum of `row` is `times` the sum of `other`, or None if there is no such
    number. Both constraints have the same variables."""
    key = next(iter(row.coefficients), None)
    times = Fraction(1) if key is None else Fraction(row.coefficients[key]) / Fraction(other.coefficients[key])
    pairs = ((value, other.coefficients[key]) for key, value in row.coefficients.items())
    alike = (same_number(one, another if times == 1 else times * Fraction(another)) for one, another in pairs)
    return times if all(alike) else None


def same_number(number: float, other: float | Fraction) -> bool:
    """Return whether two numbers are equal, up to the rounding of floats. Whole numbers are compared exactly.

    Rounding changes the last digits of a float: 0.1 + 0.2 counts as equal to 0.3, and a constraint that was multiplied
    by 0.1 is still a duplicate. So floats that are not whole are equal if they agree in twelve digits.
    """
    if number == other:
        return True
    whole = Fraction(number).denominator == Fraction(other).denominator == 1
    return not whole and math.isclose(number, other, rel_tol=CLOSE)


def _sides(row: LinearConstraint, times: Fraction) -> tuple[Side, Side]:
    """Return the bounds (lower, upper) of the constraint divided by `times`. A negative number exchanges the bounds."""
    sides = (row.lower, row.upper) if times > 0 else (row.upper, row.lower)
    lower, upper = (None if side is None else Fraction(side) / times for side in sides)
    return lower, upper


def _tightest(known: LinearConstraint, lower: Side, upper: Side) -> LinearConstraint:
    """Return the constraint `known` with the tighter of its own lower bound and `lower`, and with the tighter of its
    own upper bound and `upper`. None means no bound."""
    if lower is not None and (known.lower is None or (lower > known.lower and not same_number(known.lower, lower))):
        known = replace(known, lower=float(lower))
    if upper is not None and (known.upper is None or (upper < known.upper and not same_number(known.upper, upper))):
        known = replace(known, upper=float(upper))
    return known


def contains_duplicate(row: LinearConstraint, sums: Sums) -> bool:
    """Return whether `sums` contains the constraint or a multiple of it."""
    for other in sums.get(frozenset(row.coefficients), ()):
        if times := _times(row, other):
            pairs = zip((other.lower, other.upper), _sides(row, times), strict=True)
            return all(own == side if own is None or side is None else same_number(own, side) for own, side in pairs)
    return False
