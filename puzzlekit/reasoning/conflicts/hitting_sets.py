"""Minimum hitting sets of sets that are found only during the search.

A hitting set has an item in each of the sets. When a candidate misses a set, this set is added to the model.

Conflicts and repairs are dual: a repair removes a clue from every conflict, and a conflict has a clue in every repair.
So the smallest repairs are the minimum hitting sets of the conflicts, and vice versa (Reiter, A theory of diagnosis
from first principles, 1987; Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS extraction with minimal
hitting set dualization, 2015).
"""

import sys
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import cache
from itertools import islice
from types import SimpleNamespace
from typing import Any, TypeVar

from pyscipopt import SCIP_PARAMSETTING, quicksum

from puzzlekit import scip
from puzzlekit.scip import enumeration, lazy
from puzzlekit.scip.model import BuiltModel

Item = TypeVar("Item", bound=Hashable)
Missed = Callable[[frozenset[Item]], Collection[Item] | None]


def smallest(
    items: Sequence[Item],
    missed: Missed[Item],
    *,
    limit: int = 1,
    earliest: bool = False,
    time_limit: float | None = None,
) -> list[list[Item]]:
    """Return at most `limit` of the smallest hitting sets. Return an empty list if even the set of all items misses a
    set.

    Parameters
    ----------
    items
        The items, in the order in which each hitting set lists them.
    missed
        Function of the chosen items: it returns a set that contains none of them, or None if there is no such set.
    earliest
        Whether hitting sets with earlier items come before others of equal size.
    time_limit
        In seconds, for SCIP's search. At the limit, TimeLimitReached is raised.
    """
    answers = cache(missed)  # SCIP may propose a set more than once
    if answers(frozenset(items)) is not None:
        return []
    built = _model(items, answers, len(items) ** 2 if earliest else 0)
    try:
        return [
            chosen
            for chosen, _ in islice(
                enumeration.enumerate_solutions(built, time_limit=time_limit), min(limit, sys.maxsize)
            )
        ]
    finally:
        built.free()


def _model(items: Sequence[Any], missed: Missed[Any], size: int) -> BuiltModel:
    """Return the model that minimises the number of chosen items. An item costs 1 if `size` is 0; otherwise it costs
    `size` plus its position in `items`.

    minimise sum_i x_i, such that sum_{i in S} x_i >= 1 for each set S, x binary
    """

    @lazy.family
    def hit_each_set(answers: Missed[Any], v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(minimum hitting set) At least one item of each set is chosen."""
        found = answers(frozenset(item for item in items if values.x[item]))
        if found is not None:
            yield tuple(found), quicksum(v.x[item] for item in found) >= 1

    model = scip.new_model("hitting_set")
    costs = [size + i if size else 1 for i in range(len(items))]
    x = {item: model.addVar(f"x_{i}", vtype="B", obj=costs[i]) for i, item in enumerate(items)}
    model.setHeuristics(SCIP_PARAMSETTING.OFF)  # each candidate of a heuristic would cost a call of `missed`
    built = BuiltModel(
        model,
        scip.variables(x=x),
        decode=lambda values: [item for item in items if values.x[item]],
        decisions=x.values(),
    )
    return built.add([hit_each_set], missed)
