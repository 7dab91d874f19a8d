"""The report's model of Hashi: x[bridge, n] is 1 if n bridges (0, 1, 2) join two islands; a flow proves connectedness.

Report, equations (6.1a), (6.1b), (6.1c), (6.1d), (6.1e), (6.1f), (6.1g), (6.1h) and (6.1i). The first island sends one
unit of flow to every other island, along bridges only. y[a, b] is the flow from island a to island b. The report prints
x_a instead of x_lambda in (6.1b), and a sum over all arcs in (6.1e). It bounds a flow by M = 126; here M is the number
of islands minus one.
"""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.hashi import rules
from puzzlekit.hashi.puzzle import Puzzle, Solution, ends
from puzzlekit.scip import BuiltModel, name


def number_of_bridges(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6.1b) The number of bridges at each island equals its clue."""
    for island, number in puzzle.islands:
        yield island, quicksum(v.x[q, 1] + 2 * v.x[q, 2] for q in puzzle.bridges_at[island]) == number


def at_most_two(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6.1c) Each possible bridge is absent, single or double."""
    for q in puzzle.bridges:
        yield q, v.x[q, 0] + v.x[q, 1] + v.x[q, 2] == 1


def no_crossing(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6.1d) If two possible bridges cross, at least one of them is absent."""
    for q, r in puzzle.crossings:
        yield (q, r), v.x[q, 0] + v.x[r, 0] >= 1


def flow_arrives(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6.1e) If there are k islands, the first island sends k - 1 units of flow. Every other island keeps one unit."""
    for a, (island, _) in enumerate(puzzle.islands):
        others = [q.other(island) for q in puzzle.bridges_at[island]]
        sent = quicksum(v.y[island, other] - v.y[other, island] for other in others)
        yield island, sent == (len(puzzle.islands) - 1 if a == 0 else -1)


def flow_needs_bridge(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6.1f) There is flow between two islands only if there is a bridge."""
    most = len(puzzle.islands) - 1
    for q in puzzle.bridges:
        a, b = ends(q)
        yield q, v.y[a, b] + v.y[b, a] <= most * (1 - v.x[q, 0])


def bridge_needs_flow(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6.1g) If there is a bridge between two islands, there is flow of at least one unit between them."""
    for q in puzzle.bridges:
        a, b = ends(q)
        yield q, v.y[a, b] + v.y[b, a] >= 1 - v.x[q, 0]


FAMILIES = (number_of_bridges, at_most_two, no_crossing, flow_arrives, flow_needs_bridge, bridge_needs_flow)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(bridge, n): expression}` for n = 0, 1, 2. The expression is 1 if there are exactly n bridges, otherwise
    0."""
    return dict(v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the report's model (6.1), with these constraint families. The objective (6.1a) is constant."""
    model = scip.new_model("hashi")
    arcs = [arc for q in puzzle.bridges for arc in (ends(q), ends(q)[::-1])]
    v = scip.variables(
        x={(q, n): model.addVar(name("x", q, n), vtype="B") for q in puzzle.bridges for n in (0, 1, 2)},
        y={arc: model.addVar(name("y", *arc)) for arc in arcs},
    )
    built = BuiltModel(
        model,
        v,
        decode=partial(_read, puzzle),
        decisions=v.x.values(),
        indicators=indicators(puzzle, v),
        display_names=lambda: rules.words(puzzle),
        clues=lambda: rules.clues(puzzle),
    )
    return built.add(families, puzzle)


def _read(puzzle: Puzzle, values: SimpleNamespace) -> Solution:
    # without (6.1c), a bridge can be single and double at the same time: three bridges
    return Solution.of(puzzle, {q: values.x[q, 1] + 2 * values.x[q, 2] for q in puzzle.bridges})
