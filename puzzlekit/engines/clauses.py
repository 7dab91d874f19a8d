"""The conversion of linear constraints to clauses, for the engine `cadical`."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import comb
from operator import mul

from puzzlekit.engines.counting import CardinalityEncoder
from puzzlekit.engines.problem import Constraint, Problem

Clause = tuple[tuple[int, int], ...]  # pairs (position in a constraint, 1 if its item must be 1, or -1 if it must be 0)
FEW = 8  # the most items of a constraint for which all values are tried
MANY = 5000  # the most clauses of a constraint; a constraint that needs more is encoded with new variables


def all_clauses(problem: Problem, counter: CardinalityEncoder) -> Iterator[Sequence[int]]:
    """Yield the clauses of all constraints of a problem.

    If an item is not deciding (see `Problem`) and is in only one constraint, `clauses` may eliminate this item, so that
    no clause contains it. Clauses of at-most-one constraints are mostly left out if an exactly-one constraint has the
    same clauses.
    """
    met, group = [0] * problem.size, [-1] * problem.size
    for number, (items, lower, upper, coefficients) in enumerate(problem.constraints):
        is_group = coefficients is None and lower == upper == 1
        for item in items:
            met[item] += 1
            if is_group:
                group[item] = number
    lonely = {item for item in range(problem.deciding, problem.size) if met[item] == 1}
    for constraint in problem.constraints:
        items, lower, upper, coefficients = constraint
        if coefficients is None and lower is None and upper == 1:
            pairs = combinations(items, 2)
            yield from ((-a - 1, -b - 1) for a, b in pairs if group[a] != group[b] or group[a] < 0)
        elif coefficients is None or lonely or len(items) > FEW:
            yield from clauses(constraint, counter, lonely)
        else:
            for clause in _of_shape(len(items), lower, upper, tuple(coefficients), ()):
                yield [sign * (items[place] + 1) for place, sign in clause]


def clauses(
    constraint: Constraint, counter: CardinalityEncoder, lonely: Collection[int] = ()
) -> Iterator[Sequence[int]]:
    """Yield the clauses of a constraint.

    If the constraint has at most `FEW` items, no clause contains an item in `lonely`: the clauses require only that
    these items can have values that satisfy the constraint. A longer constraint keeps all its items, and `counter` may
    encode it with new variables.
    """
    items, lower, upper, coefficients = constraint
    literals = [item + 1 for item in items]
    without = tuple(place for place, item in enumerate(items) if item in lonely) if lonely else ()
    if coefficients and upper is None and lower == 1 - coefficients.count(-1) and {*coefficients} <= {1, -1}:
        yield [sign * literal for sign, literal in zip(coefficients, literals, strict=True)]
    elif coefficients is None and not without and _number(len(items), lower, upper) <= MANY:
        if lower is not None:
            yield from combinations(literals, max(len(literals) - lower + 1, 0))
        if upper is not None:
            yield from combinations([-literal for literal in literals], max(upper + 1, 0))
    elif len(items) > FEW:
        yield from counter.sums(lower, upper, literals, coefficients or [1] * len(items))
    else:
        for clause in _of_shape(len(items), lower, upper, tuple(coefficients or ()), without):
            yield [sign * literals[place] for place, sign in clause]


def _number(count: int, lower: int | None, upper: int | None) -> int:
    """Return the number of clauses that a constraint on `count` items needs without new variables. All its coefficients
    are 1."""
    sizes = (0 if lower is None else count - lower + 1, 0 if upper is None else upper + 1)
    return sum(comb(count, size) for size in sizes if size > 0)


@cache
def _of_shape(
    count: int, lower: int | None, upper: int | None, factors: tuple[int, ...], without: tuple[int, ...]
) -> tuple[Clause, ...]:
    """Return as a tuple the clauses that `_prime` yields for the same arguments. If `factors` is empty, all
    coefficients are 1. The tuple is cached, because many constraints have the same arguments."""
    return tuple(_prime(count, lower, upper, factors or (1,) * count, without))


def _prime(
    count: int, lower: int | None, upper: int | None, factors: tuple[int, ...], without: tuple[int, ...]
) -> Iterator[Clause]:
    """Yield the prime implicates of a constraint on `count` items: the shortest clauses that follow from it.

    `lower` and `upper` are the bounds of the constraint, and `factors` its coefficients. The clauses contain positions
    of items instead of items. No clause contains a position in `without`.
    """
    totals = ((values, sum(map(mul, factors, values))) for values in product((0, 1), repeat=count))
    right = [v for v, sum_ in totals if (lower is None or lower <= sum_) and (upper is None or sum_ <= upper)]
    found = list[set[tuple[int, int]]]()
    for size in range(count - len(without) + 1):
        for places in combinations([place for place in range(count) if place not in without], size):
            seen = {tuple(values[place] for place in places) for values in right}
            for values in product((0, 1), repeat=size):
                clause = {(place, -1 if value else 1) for place, value in zip(places, values, strict=True)}
                if values not in seen and not any(known <= clause for known in found):
                    found.append(clause)
                    yield tuple(clause)
