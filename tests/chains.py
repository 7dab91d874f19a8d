"""Models as large as a test wants them: a known best value, stated or with lazy rows; two hard ones; an endless one."""

import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.scip import BuiltModel, lazy


def chain(length: int, *, family: Any = None) -> BuiltModel:
    """Choose numbers of a row, no two beside each other, with the largest sum; the rows are stated, or come lazily."""
    model = scip.new_model("chain")
    x = {i: model.addVar(f"x_{i}", vtype="B") for i in range(length)}
    model.setObjective(quicksum(worth(i) * x[i] for i in x), "maximize")
    return BuiltModel(model, scip.variables(x=x), decode=vars, decisions=x.values()).add([family or stated], length)


def worth(i: int) -> int:
    return 3 + i * 7 % 5


def best(length: int) -> int:
    """The largest sum, by dynamic programming."""
    without, having = 0, 0
    for i in range(length):
        without, having = max(without, having), without + worth(i)
    return max(without, having)


def stated(length: int, v: SimpleNamespace) -> Iterator[tuple[int, Any]]:
    return ((i, v.x[i] + v.x[i + 1] <= 1) for i in range(length - 1))


def at_fractions(length: int, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[int, Any]]:
    return ((i, v.x[i] + v.x[i + 1] <= 1) for i in range(length - 1) if values.x[i] + values.x[i + 1] > 1.001)


@lazy.family(fractional=at_fractions)
def lazily(length: int, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[int, Any]]:
    return at_fractions(length, v, values)


# Hard ones, and how long they may take


def market_split(rows: int = 4, columns: int = 30, seed: int = 1) -> tuple[Model, dict[int, Any]]:
    """Split every row's sum in halves: bounds stay at 0, so SCIP enumerates for minutes at least."""
    rng = random.Random(seed)
    model = scip.new_model("market split")
    x = {j: model.addVar(f"x_{j}", vtype="B") for j in range(columns)}
    over, under = ([model.addVar(f"{side}_{i}") for i in range(rows)] for side in ("over", "under"))
    for i in range(rows):
        weights = [rng.randrange(1, 100) for _ in range(columns)]
        total = quicksum(weight * x[j] for j, weight in enumerate(weights))
        model.addCons(total + under[i] - over[i] == sum(weights) // 2)
    model.setObjective(quicksum(over) + quicksum(under))
    return model, x


def pigeons(count: int) -> tuple[Model, dict]:
    """One pigeon too many for the holes."""
    model = scip.new_model("pigeons")
    x = {(i, j): model.addVar(f"x_{i}_{j}", vtype="B") for i in range(count + 1) for j in range(count)}
    for i in range(count + 1):
        model.addCons(quicksum(x[i, j] for j in range(count)) == 1)
    for j in range(count):
        model.addCons(quicksum(x[i, j] for i in range(count + 1)) <= 1)
    return model, x


def rising(*sums: Callable, cost: Callable = lambda x, y: x, vtype: str = "I") -> Model:
    """A model in which x >= 0 and y >= 0 may rise for ever, as far as its rows let them."""
    model = scip.new_model("rising")
    x, y = (model.addVar(name, vtype=vtype) for name in "xy")
    for row in sums:
        model.addCons(row(x, y))
    model.setObjective(cost(x, y), "maximize")
    return model
