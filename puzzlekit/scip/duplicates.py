"""When two rows are the same row: whatever their scale and sign, and whatever floats made of what was written."""

import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from puzzlekit.scip.constraints import LinearConstraint

Sums = dict[frozenset, list[LinearConstraint]]  # rows by the keys of their variables
Side = float | Fraction | None
CLOSE = 1e-12  # of a float: what may be lost when floats are added and multiplied


def merge_duplicates(found: Iterable[LinearConstraint]) -> tuple[Sums, int]:
    """The rows, one for each sum, whatever its scale and sign; and how many said nothing new.

    Rows over the same sum are one row with the tightest sides: `<= 1` and `>= 1` together are `== 1`.
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
    """How many times the other's sum this row's is, None if it is no multiple of it; both are over the same keys."""
    key = next(iter(row.coefficients), None)
    times = Fraction(1) if key is None else Fraction(row.coefficients[key]) / Fraction(other.coefficients[key])
    pairs = ((value, other.coefficients[key]) for key, value in row.coefficients.items())
    alike = (same_number(one, another if times == 1 else times * Fraction(another)) for one, another in pairs)
    return times if all(alike) else None


def same_number(number: float, other: float | Fraction) -> bool:
    """Whether two numbers were written as the same one. Whole numbers are compared exactly.

    A float may miss the last digits of what was written: 0.1 + 0.2 is 0.3, a third is a third, and a row that was
    multiplied by 0.1 stays the same row. So floats that are not whole are the same if they agree in twelve digits.
    """
    if number == other:
        return True
    whole = Fraction(number).denominator == Fraction(other).denominator == 1
    return not whole and math.isclose(number, other, rel_tol=CLOSE)


def _sides(row: LinearConstraint, times: Fraction) -> tuple[Side, Side]:
    """The sides that a row sets to what is multiplied by `times` in it."""
    sides = (row.lower, row.upper) if times > 0 else (row.upper, row.lower)
    lower, upper = (None if side is None else Fraction(side) / times for side in sides)
    return lower, upper


def _tightest(known: LinearConstraint, lower: Side, upper: Side) -> LinearConstraint:
    """A row with these sides where they are tighter than its own."""
    if lower is not None and (known.lower is None or (lower > known.lower and not same_number(known.lower, lower))):
        known = replace(known, lower=float(lower))
    if upper is not None and (known.upper is None or (upper < known.upper and not same_number(known.upper, upper))):
        known = replace(known, upper=float(upper))
    return known


def contains_duplicate(row: LinearConstraint, sums: Sums) -> bool:
    """Whether a multiple of the row is among these."""
    for other in sums.get(frozenset(row.coefficients), ()):
        if times := _times(row, other):
            pairs = zip((other.lower, other.upper), _sides(row, times), strict=True)
            return all(own == side if own is None or side is None else same_number(own, side) for own, side in pairs)
    return False
