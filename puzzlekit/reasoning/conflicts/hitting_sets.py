"""Minimum hitting sets whose sets are not known beforehand: each is told when a candidate misses it.

What contradicts and what repairs are dual: whoever repairs clues that contradict each other takes a clue out of every
clash, and a clash has a clue of every set whose removal repairs. So the smallest of the one are the minimum hitting
sets of the other (Reiter, A theory of diagnosis from first principles, 1987; Ignatiev, Previti, Liffiton and
Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, 2015).
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
    """At most `limit` of the smallest sets of items that miss nothing; none if even all items together miss something.

    Parameters
    ----------
    items
        In the order in which each set is told.
    missed
        `chosen -> items`: a set of which these items have none, or None if there is none.
    earliest
        Of sets of one size, those whose items come first are smaller.
    time_limit
        In seconds, of SCIP's search for sets. Where it is reached, TimeLimitReached.
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
    """Minimise the number of chosen items; `size` is what an item costs beside its place in the order, 0 for no order.

    minimise sum_i x_i, such that sum_{i in S} x_i >= 1 for each set S, x binary
    """

    @lazy.family
    def hit_each_set(answers: Missed[Any], v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(minimum hitting set) Of each set an item is chosen."""
        found = answers(frozenset(item for item in items if values.x[item]))
        if found is not None:
            yield tuple(found), quicksum(v.x[item] for item in found) >= 1

    model = scip.new_model("hitting_set")
    costs = [size + i if size else 1 for i in range(len(items))]
    x = {item: model.addVar(f"x_{i}", vtype="B", obj=costs[i]) for i, item in enumerate(items)}
    model.setHeuristics(SCIP_PARAMSETTING.OFF)  # each of their candidates would be a question to somebody else
    built = BuiltModel(
        model,
        scip.variables(x=x),
        decode=lambda values: [item for item in items if values.x[item]],
        decisions=x.values(),
    )
    return built.add([hit_each_set], missed)
