"""The follower's model in the bilevel problem: a second solution that has the clues chosen by the leader.

Report, equations (8.2a), (8.2b), (8.2c), (8.2d), (8.2e), (8.2f), (8.2g), (8.2h), (8.2i), after Tjusila, Besançon,
Turner and Koch (2024). The rules (8.2b), (8.2c), (8.2d), (8.2e) are constraint families of chapter 3: (3.1b), (3.1c),
(3.1e), (3.1d). In (8.2i) the report does not say that x is binary.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell
from puzzlekit.scip import BuiltModel, name
from puzzlekit.sudoku.model_assignment import (
    digit_once_per_box,
    digit_once_per_column,
    digit_once_per_row,
    one_digit_per_cell,
    read,
)
from puzzlekit.sudoku.puzzle import Puzzle, Solution


@dataclass(frozen=True)
class Passed(Puzzle):
    """The follower's puzzle: an empty puzzle with the data that the leader passes to the follower.

    Attributes
    ----------
    grid
        The leader's full grid.
    kept
        The cells whose digits in the grid are clues for the follower.
    """

    grid: Solution
    kept: frozenset[Cell]

    @classmethod
    @validate_args
    def by(cls, grid: Solution, kept: Collection[Cell]) -> "Passed":
        """Return the follower's puzzle for a full grid; `kept` are the cells whose digits the leader chose as clues."""
        n = len(grid.digits)
        return cls(((0,) * n,) * n, grid.p, grid.q, grid, frozenset(kept))


def keep_passed_clues(passed: Passed, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(8.2f) The follower's solution contains each clue that the leader passes."""
    for cell, digit in passed.grid.filled.items():
        yield cell, v.x[cell, digit] >= int(cell in passed.kept)


def differ_or_pay(passed: Passed, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(8.2g) If the follower's solution is the leader's grid itself, the penalty variable is 1."""
    same = quicksum(v.x[item] for item in passed.grid.filled.items())
    yield "grid", same - v.z["penalty"] <= len(passed.cells) - 1


FAMILIES = (
    digit_once_per_column,
    digit_once_per_row,
    one_digit_per_cell,
    digit_once_per_box,
    keep_passed_clues,
    differ_or_pay,
)


@validate_args
def build_follower(grid: Solution, kept: Collection[Cell], families: tuple = FAMILIES) -> BuiltModel:
    """Return the follower's model (8.2) for a full grid and the cells whose digits the leader passes as clues.

    `v.x[cell, digit]` is 1 if the follower's solution has the digit in the cell. The objective (8.2a) is
    `v.z["penalty"]`. In an optimal solution it is 1 only if the clues leave no solution other than the grid.
    """
    passed, model = Passed.by(grid, kept), scip.new_model("follower")
    items = [(cell, digit) for cell in passed.cells for digit in passed.digits]
    v = scip.variables(
        x={item: model.addVar(name("x", *item), vtype="B") for item in items},
        z={"penalty": model.addVar("z", vtype="B", obj=1)},
    )
    built = BuiltModel(model, v, decode=partial(read, passed), decisions=v.x.values(), indicators=dict(v.x))
    return built.add(families, passed)
