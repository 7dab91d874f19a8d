"""Polyhedra in the plane: the feasible sets of models of two variables. Report, section 2.1."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import atan2
from typing import Any

from pyscipopt import Model, Variable

from puzzlekit.core.errors import PuzzleError, validate_args
from puzzlekit.scip import variables
from puzzlekit.scip.constraints import check_owner, linear_constraints

Corner = tuple[float, float]
HalfPlane = tuple[float, float, float]  # (a, b, c) means a x + b y <= c
SLACK = 1e-7  # a smaller violation counts as satisfied


@validate_args
def vertices(model: Model, v: Mapping[Any, Variable]) -> list[Corner]:
    """Return the vertices of the LP relaxation's feasible set, counter-clockwise, for a model of two bounded variables.

    `v` is {key: variable}; the first variable is the x coordinate.

    Raises
    ------
    PuzzleError
        If there are not exactly two variables.
    """
    sides = list(half_planes(model, v))
    found: set[Corner] = set()
    for (a, b, c), (d, e, f) in combinations(sides, 2):
        if abs(a * e - b * d) > SLACK:  # two lines that are not parallel meet in a point
            x, y = (c * e - b * f) / (a * e - b * d), (a * f - c * d) / (a * e - b * d)
            if all(p * x + q * y <= r + SLACK for p, q, r in sides):
                found.add((round(x, 6) + 0.0, round(y, 6) + 0.0))
    middle = [sum(part) / len(found) for part in zip(*found, strict=True)]
    return sorted(found, key=lambda corner: atan2(corner[1] - middle[1], corner[0] - middle[0]))


def half_planes(model: Model, v: Mapping[Any, Variable]) -> Iterator[HalfPlane]:
    """Yield the half planes (a, b, c), which mean a x + b y <= c, of a model's constraints and bounds. Raise
    PuzzleError unless `v` has two variables."""
    if len(v) != 2:
        raise PuzzleError(f"found {len(v)} variables, expected two variables")
    check_owner(model, variables(v=v))
    for row in linear_constraints(model, variables(v=v)):
        a, b = (row.coefficients.get(("v", key), 0.0) for key in v)
        if row.upper is not None:
            yield a, b, row.upper
        if row.lower is not None:
            yield -a, -b, -row.lower
    for place, variable in enumerate(v.values()):
        unit = (1.0, 0.0) if place == 0 else (0.0, 1.0)
        for sign, bound in ((1, variable.getUbOriginal()), (-1, -variable.getLbOriginal())):
            if not model.isInfinity(abs(bound)):
                yield sign * unit[0], sign * unit[1], bound
