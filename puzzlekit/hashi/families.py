"""Constraint families that two models of Hashi share, over x[bridge, k]: 1 if a bridge holds k or more."""

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit.core.grid import Edge
from puzzlekit.hashi.puzzle import Puzzle, Solution


def number_of_bridges(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(bridges, 1) The bridges of each island sum to its number."""
    for island, number in puzzle.islands:
        yield island, quicksum(v.x[e, k] for e in puzzle.bridges_at[island] for k in (1, 2)) == number


def second_needs_first(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(bridges, 2) A second bridge needs a first bridge."""
    for e in puzzle.bridges:
        yield e, v.x[e, 2] <= v.x[e, 1]


def no_crossing(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(bridges, 3) Of two possible bridges that cross, at most one is drawn."""
    for e, f in puzzle.crossings:
        yield (e, f), v.x[e, 1] + v.x[f, 1] <= 1


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(bridge, n): expression}`; the expression is 1 if the bridge holds n."""
    return stated(puzzle, v.x)


def stated(puzzle: Puzzle, x: Mapping[tuple[Edge, int], Any]) -> dict[tuple, Any]:
    """Return `{(bridge, n): expression}` over `x[bridge, k]`; the expression is 1 if the bridge holds n = 0, 1 or 2."""
    none = {(e, 0): 1 - x[e, 1] for e in puzzle.bridges}
    single = {(e, 1): x[e, 1] - x[e, 2] for e in puzzle.bridges}
    return none | single | {(e, 2): x[e, 2] for e in puzzle.bridges}


def read(puzzle: Puzzle, values: SimpleNamespace) -> Solution:
    """Return the solution with the values of `x`."""
    return Solution.of(puzzle, {e: values.x[e, 1] + values.x[e, 2] for e in puzzle.bridges})
