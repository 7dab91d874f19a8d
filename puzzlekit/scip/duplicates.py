"""Duplicate constraints: constraints that are equal up to scale, sign and the rounding of floats."""

import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from puzzlekit.scip.constraints import LinearConstraint

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
