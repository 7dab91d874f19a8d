"""The companion text's model of Slitherlink: x[a, b] is 1 if the loop goes from point a to its neighbour b.

The constraints keep the text's names: NetFlow, OneWay, OneIn, OneOut, Demand and Subtours. The text adds Subtours by
hand between runs; here they are a lazy family. Each loop occurs twice, once in each direction.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Edge
from puzzlekit.scip import BuiltModel, lazy, name
from puzzlekit.slitherlink import wording
from puzzlekit.slitherlink.graph import SHORTEST, spoilt
from puzzlekit.slitherlink.puzzle import Puzzle, Solution
from puzzlekit.slitherlink.starting_rules import first_glance
from puzzlekit.slitherlink.statement import stated


def demand(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(Demand) The number of drawn edges around a cell equals its clue, the text's d.

    The order of the four nodes matters.
    """
    for cell, number in puzzle.clues:
        yield cell, quicksum(both(v, edge) for edge in puzzle.around[cell]) == number


def net_flow(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(NetFlow) The number of arcs into a point equals the number of arcs out of it."""
    for point, others in neighbours(puzzle).items():
        into = quicksum(v.x[other, point] for other in others)
        yield point, into - quicksum(v.x[point, other] for other in others) == 0


def one_way(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(OneWay) An edge is used in at most one direction."""
    for edge in puzzle.edges:
        yield edge, both(v, edge) <= 1


def one_in(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(OneIn) At most one arc goes into a point."""
    for point, others in neighbours(puzzle).items():
        yield point, quicksum(v.x[other, point] for other in others) <= 1


def one_out(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(OneOut) At most one arc goes out of a point. It follows from NetFlow and OneIn."""
    for point, others in neighbours(puzzle).items():
        yield point, quicksum(v.x[point, other] for other in others) <= 1


@lazy.family
def one_loop(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(Subtours) If a loop is closed, no other edge is drawn.

    The text's constraint lacks the other edge, and so cuts off loops that are solutions by themselves.
    """
    for loop, other in spoilt(edge for edge in puzzle.edges if value(values, edge)):
        yield ("loop", loop[0].a, other), quicksum(both(v, edge) for edge in (*loop, other)) <= len(loop)


def some_loop(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(not in the text) At least four edges are drawn, because no loop is shorter."""
    yield "board", quicksum(v.x.values()) >= SHORTEST


def cuts(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(Cuts) The starting rules draw these edges: the text's set K, corrected. Not among `FAMILIES`."""
    return ((edge, both(v, edge) == 1) for edge in _known(puzzle, 1))


def no_arcs(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(K2) The starting rules exclude these edges: the set K2 that the text proposes. Not among `FAMILIES`."""
    return ((edge, both(v, edge) == 0) for edge in _known(puzzle, 0))


FAMILIES = (demand, net_flow, one_way, one_in, one_out, one_loop, some_loop)
PRINTED = (demand, net_flow, one_way, one_in, one_out)


def _known(puzzle: Puzzle, state: int) -> list[Edge]:
    """Return the edges that the starting rules fix to this value: 1 drawn, 0 left out."""
    steps = first_glance(puzzle)
    return sorted({edge for step in steps for edge, left in step.candidates.items() if left == {state}})


@validate_args
def neighbours(puzzle: Puzzle) -> dict[Any, list[Any]]:
    """Return `{point: its neighbouring points}`."""
    return {point: [edge.other(point) for edge in around] for point, around in puzzle.at.items()}


def both(v: SimpleNamespace, edge: Edge) -> Any:
    """Return x_ij + x_ji: 1 if an edge is drawn in either direction."""
    return v.x[edge.a, edge.b] + v.x[edge.b, edge.a]


def value(values: SimpleNamespace, edge: Edge) -> int:
    """Return how often a candidate uses an edge; up to twice, if OneWay was left out."""
    return values.x[edge.a, edge.b] + values.x[edge.b, edge.a]


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(edge, state): expression}`; the expression is 1 if the edge has this state, 0 or 1."""
    return stated(puzzle, {edge: both(v, edge) for edge in puzzle.edges})


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Build the text's model with Subtours as a lazy family.

    The objective, as few arcs as possible, only guides the search: longer loops are solutions, too.
    """
    return _build(puzzle, families, stop_at_first=True)


@validate_args
def build_printed(puzzle: Puzzle, families: tuple = PRINTED) -> BuiltModel:
    """Build the printed model, for the text's procedure by hand.

    The objective is minimized. After each run, each loop of its result is cut off by hand.
    """
    return _build(puzzle, families, stop_at_first=False)


def _build(puzzle: Puzzle, families: tuple, *, stop_at_first: bool) -> BuiltModel:
    model = scip.new_model("slitherlink, directed")
    arcs = [arc for edge in puzzle.edges for arc in ((edge.a, edge.b), (edge.b, edge.a))]
    v = scip.variables(x={arc: model.addVar(name("x", *arc), vtype="B", obj=1) for arc in arcs})
    built = BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, (edge for edge in puzzle.edges if value(values, edge))),
        decisions=[both(v, edge) for edge in puzzle.edges],
        indicators=indicators(puzzle, v),
        display_names=lambda: wording.words(puzzle),
        clues=lambda: wording.clues(puzzle),
        stop_at_first=stop_at_first,
    )
    built.add(families, puzzle)
    if one_way.__name__ not in built.families:  # then an edge may be used in both directions
        built.decisions = tuple(v.x.values())
    return built
