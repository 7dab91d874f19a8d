"""A model whose best value is known, as large as a test wants it: stated, or with lazy rows."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import lazy, scip
from puzzlekit.scip import BuiltModel


def chain(length: int, *, family: Any = None) -> BuiltModel:
    """Choose numbers of a row, no two beside each other, with the largest sum; the rows are stated, or come lazily."""
    model = scip.new_model("chain")
    x = {i: model.addVar(f"x_{i}", vtype="B") for i in range(length)}
    model.setObjective(quicksum(worth(i) * x[i] for i in x), "maximize")
    built = BuiltModel(model, scip.variables(x=x), read=vars, decisions=x.values())
    return built.add([family or stated], length)


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
