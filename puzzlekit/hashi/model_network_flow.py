"""The report's model of Hashi: x[bridge, n] says that a bridge holds n = 0, 1 or 2, and a flow proves connectedness.

Report, equations (6.1a)-(6.1i). The first island sends one unit of flow to every other, along bridges only. (6.1b)
prints x_a for x_lambda, and (6.1e) sums over all arcs; M = 126 is replaced by the number of islands less one.
"""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.hashi import wording
from puzzlekit.hashi.puzzle import Puzzle, Solution, ends
from puzzlekit.scip import BuiltModel, name


def number_of_bridges(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6.1b) Each island has as many bridges as its number says."""
    for island, number in puzzle.islands:
        yield island, quicksum(v.x[q, 1] + 2 * v.x[q, 2] for q in puzzle.bridges_at[island]) == number


def at_most_two(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6.1c) Each possible bridge is none, single or double."""
    for q in puzzle.bridges:
        yield q, v.x[q, 0] + v.x[q, 1] + v.x[q, 2] == 1


def no_crossing(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6.1d) Of two bridges that cross, one is none."""
    for q, r in puzzle.crossings:
        yield (q, r), v.x[q, 0] + v.x[r, 0] >= 1


def flow_arrives(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6.1e) The first island sends k - 1 units of flow, and each of the others keeps one."""
    for a, (island, _) in enumerate(puzzle.islands):
        others = [q.other(island) for q in puzzle.bridges_at[island]]
        sent = quicksum(v.y[island, other] - v.y[other, island] for other in others)
        yield island, sent == (len(puzzle.islands) - 1 if a == 0 else -1)


def flow_needs_bridge(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6.1f) Where there is no bridge, nothing flows."""
    most = len(puzzle.islands) - 1
    for q in puzzle.bridges:
        a, b = ends(q)
        yield q, v.y[a, b] + v.y[b, a] <= most * (1 - v.x[q, 0])


def bridge_needs_flow(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(6.1g) Where there is a bridge, something flows."""
    for q in puzzle.bridges:
        a, b = ends(q)
        yield q, v.y[a, b] + v.y[b, a] >= 1 - v.x[q, 0]


FAMILIES = (number_of_bridges, at_most_two, no_crossing, flow_arrives, flow_needs_bridge, bridge_needs_flow)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(bridge, n) -> an expression that is 1 where the bridge holds n."""
    return dict(v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model of the report, (6.1)."""
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
        display_names=lambda: wording.words(puzzle),
        clues=lambda: wording.clues(puzzle),
    )
    return built.add(families, puzzle)


def _read(puzzle: Puzzle, values: SimpleNamespace) -> Solution:
    # a family may have been left out: single and double together are three bridges
    return Solution.of(puzzle, {q: values.x[q, 1] + 2 * values.x[q, 2] for q in puzzle.bridges})
