"""Rows that follow from equations by counting modulo 2, each with its own proof: half of a sum, rounded.

Where each of some points has an odd number of edges, the number of edges that leave them all is as odd as their number
is. As rows: a sum of equations has even coefficients but for a few variables, so that these have an odd, or an even,
number of ones. Which sums leave few of them open is found by Gaussian elimination over GF(2).
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product

from puzzlekit.explain.proofs.certificate import Term, added_up
from puzzlekit.explain.proofs.premises import DerivedConstraint, Premises
from puzzlekit.explain.proofs.row_kinds import elements_in
from puzzlekit.scip.constraints import LinearConstraint, VariableKey

HALF = "half_of_a_sum"
ODD, EVEN = "odd_sum", "even_sum"


def parities(premises: Premises, most: int) -> Iterator[DerivedConstraint]:
    """What the equations say modulo 2 of at most so many open variables, where two or more are added up."""
    values = {
        key: int(premises.settled[e] == state) for key, (e, state) in premises.named.items() if e in premises.settled
    }
    equations = [row for row in premises.rows if _counts(premises, row)]
    odd = [[key for key, value in row.coefficients.items() if value % 2] for row in equations]
    number = {key: i for i, key in enumerate(dict.fromkeys(key for own in odd for key in own if key not in values))}
    for chosen in _reduced([sum(1 << number[key] for key in own if key in number) for own in odd], most):
        if len(chosen) > 1:
            yield from _rows(premises, [equations[i] for i in chosen], values)


def _counts(premises: Premises, row: LinearConstraint) -> bool:
    """Whether a row is an equation of whole numbers, of which some are even and the others 0 or 1."""
    odd = [key for key, value in row.coefficients.items() if value % 2]
    even = 0 < len(odd) < len(row.coefficients) and row.lower == row.upper
    return even and premises.integral(row.coefficients) and all(premises.bounds[key] == (0, 1) for key in odd)


def _reduced(rows: Sequence[int], most: int) -> Iterator[list[int]]:
    """The smallest sets of rows, as bits, whose sum modulo 2 has one bit, or two where so many are asked for."""
    reduced: dict[int, tuple[int, int]] = {}  # the first bit of a sum -> the sum, and the rows that it is made of
    nothing = []  # sets of rows that add up to 0
    for i, row in enumerate(rows):
        own = 1 << i
        for first, (other, made_of) in reduced.items():
            if row & first:
                row, own = row ^ other, own ^ made_of
        if not row:
            nothing.append(own)
            continue
        first = row & -row
        for key, (other, made_of) in reduced.items():
            if other & first:
                reduced[key] = (other ^ row, made_of ^ own)
        reduced[first] = (row, own)
    rest: dict[int, list[int]] = {}  # what a sum has but for its first bit -> the sets of rows
    for first, (row, made_of) in reduced.items():
        rest.setdefault(row ^ first, []).append(made_of)
    found = rest.pop(0, [])
    if most > 1:
        found += [made_of for row, own in rest.items() if row & (row - 1) == 0 for made_of in own]
        found += [one ^ other for own in rest.values() for one, other in pairwise(own)]
    for own in found:
        own = min((own, *(own ^ other for other in nothing)), key=int.bit_count)
        yield [i for i in range(len(rows)) if own >> i & 1]


def _rows(
    premises: Premises, equations: Sequence[LinearConstraint], values: Mapping[VariableKey, int]
) -> Iterator[DerivedConstraint]:
    """What the sum of equations says of its odd variables: that they are not any of those that the open ones could be,
    were their number of ones not odd or even."""
    total: dict[VariableKey, float] = {}
    for row in equations:
        for key, value in row.coefficients.items():
            total[key] = total.get(key, 0.0) + value
    side = sum(row.lower or 0 for row in equations)
    odd = [key for key, value in total.items() if value % 2]
    ones = {key for key in odd if values.get(key)}
    left = [key for key in odd if key not in values]
    for chosen in product((0, 1), repeat=len(left)):
        there = ones | {key for key, value in zip(left, chosen, strict=True) if value}
        if (len(there) + side) % 2:
            yield _without(premises, equations, total, side, {key: 1.0 if key in there else -1.0 for key in odd})


def _without(
    premises: Premises,
    equations: Sequence[LinearConstraint],
    total: Mapping[VariableKey, float],
    side: float,
    signs: Mapping[VariableKey, float],
) -> DerivedConstraint:
    """The row that says that of these odd variables not just those with a plus are 1."""
    points = tuple(dict.fromkeys(e for row in equations for e in elements_in(row.index)))
    plus = sum(sign > 0 for sign in signs.values())
    half = {key: (value + signs.get(key, 0.0)) / 2 for key, value in total.items()}
    claim = LinearConstraint(HALF, points, {key: v for key, v in half.items() if v}, None, (side + plus - 1) / 2)
    first = added_up(claim, [Term(row, Fraction(1, 2)) for row in equations], premises, rounded=True)
    row = LinearConstraint(ODD if side % 2 else EVEN, points, signs, None, plus - 1.0)
    terms = [Term(claim, Fraction(2)), *(Term(row, Fraction(-1)) for row in equations)]
    own = added_up(row, terms, premises)
    return DerivedConstraint(row.family, row.index, row.coefficients, row.lower, row.upper, (first, own))
