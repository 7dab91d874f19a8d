"""Constraint families that two models of Hashi share.

In code, a `bridge` is a possible bridge: a pair of neighbouring islands. x[bridge, k] is 1 if there are k or more
bridges between the two islands, for k = 1, 2. Numbers such as (bridges, 1) are equations of the companion text.
"""

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit.core.grid import Edge
from puzzlekit.hashi.puzzle import Puzzle, Solution


def number_of_bridges(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(bridges, 1) The number of bridges at each island equals its clue."""
    for island, number in puzzle.islands:
        yield island, quicksum(v.x[e, k] for e in puzzle.bridges_at[island] for k in (1, 2)) == number


def second_needs_first(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(bridges, 2) There is a second bridge between two islands only if there is a first bridge."""
    for e in puzzle.bridges:
        yield e, v.x[e, 2] <= v.x[e, 1]


def no_crossing(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(bridges, 3) If two possible bridges cross, at most one of them is drawn."""
    for e, f in puzzle.crossings:
        yield (e, f), v.x[e, 1] + v.x[f, 1] <= 1


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(bridge, n): expression}` for n = 0, 1, 2. The expression is 1 if there are exactly n bridges, otherwise
    0."""
    return stated(puzzle, v.x)


def stated(puzzle: Puzzle, x: Mapping[tuple[Edge, int], Any]) -> dict[tuple, Any]:
    """Return the expressions of `indicators` for x, which is {(bridge, k): variable}."""
    none = {(e, 0): 1 - x[e, 1] for e in puzzle.bridges}
    single = {(e, 1): x[e, 1] - x[e, 2] for e in puzzle.bridges}
    return none | single | {(e, 2): x[e, 2] for e in puzzle.bridges}


def read(puzzle: Puzzle, values: SimpleNamespace) -> Solution:
    """Return the board for the values of the variables, `values.x[bridge, k]`."""
    return Solution.of(puzzle, {e: values.x[e, 1] + values.x[e, 2] for e in puzzle.bridges})
