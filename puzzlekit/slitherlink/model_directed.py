"""The companion text's model of Slitherlink: x[a, b] is 1 where the loop goes from point a to its neighbour b.

Its constraints keep their names: NetFlow, OneWay, OneIn, OneOut, Demand, and Subtours, which the text adds by hand from
run to run and which is a lazy family here. Each loop is there twice, once in either direction.
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
from puzzlekit.slitherlink.deduce import first_glance
from puzzlekit.slitherlink.graph import SHORTEST, spoilt
from puzzlekit.slitherlink.puzzle import Puzzle, Solution
from puzzlekit.slitherlink.statement import stated


def demand(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(Demand) As many edges around a cell are drawn as its clue says; the text's d, where the order of the four nodes
    does matter."""
    for cell, number in puzzle.clues:
        yield cell, quicksum(both(v, edge) for edge in puzzle.around[cell]) == number


def net_flow(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(NetFlow) As many arcs go into a point as out of it."""
    for point, others in neighbours(puzzle).items():
        into = quicksum(v.x[other, point] for other in others)
        yield point, into - quicksum(v.x[point, other] for other in others) == 0


def one_way(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(OneWay) An edge is used in one direction at most."""
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
    """(Subtours) Where a loop is closed, no other edge is drawn. The text's row is without the other edge, and cuts off
    loops that are solutions by themselves."""
    for loop, other in spoilt(edge for edge in puzzle.edges if value(values, edge)):
        yield ("loop", loop[0].a, other), quicksum(both(v, edge) for edge in (*loop, other)) <= len(loop)


def some_loop(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(not in the text) There is a loop, and no loop is shorter than four edges."""
    yield "board", quicksum(v.x.values()) >= SHORTEST


def cuts(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(Cuts) The edges that the starting rules draw: the text's set K, corrected. Not among `FAMILIES`."""
    return ((edge, both(v, edge) == 1) for edge in _known(puzzle, 1))


def no_arcs(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(K2) The edges that the starting rules rule out: the set K2 that the text proposes. Not among `FAMILIES`."""
    return ((edge, both(v, edge) == 0) for edge in _known(puzzle, 0))


FAMILIES = (demand, net_flow, one_way, one_in, one_out, one_loop, some_loop)
PRINTED = (demand, net_flow, one_way, one_in, one_out)


def _known(puzzle: Puzzle, state: int) -> list[Edge]:
    """The edges that the starting rules leave in this state alone."""
    steps = first_glance(puzzle)
    return sorted({edge for step in steps for edge, left in step.candidates.items() if left == {state}})


@validate_args
def neighbours(puzzle: Puzzle) -> dict[Any, list[Any]]:
    """point -> the points next to it."""
    return {point: [edge.other(point) for edge in around] for point, around in puzzle.at.items()}


def both(v: SimpleNamespace, edge: Edge) -> Any:
    """x_ij + x_ji: whether an edge is drawn, in either direction."""
    return v.x[edge.a, edge.b] + v.x[edge.b, edge.a]


def value(values: SimpleNamespace, edge: Edge) -> int:
    """How often a candidate goes along an edge; twice, if OneWay was left out."""
    return values.x[edge.a, edge.b] + values.x[edge.b, edge.a]


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(edge, 0 or 1) -> an expression that is 1 where that is so."""
    return stated(puzzle, {edge: both(v, edge) for edge in puzzle.edges})


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model of the text with its subtours as a lazy family. Its objective, as few arcs as possible, only guides the
    search: longer loops are solutions as well."""
    return _build(puzzle, families, stop_at_first=True)


@validate_args
def build_printed(puzzle: Puzzle, families: tuple = PRINTED) -> BuiltModel:
    """The model as it is printed, for the text's procedure by hand: its objective counts, and of the loops that a run
    gives each is cut off by hand before the next run."""
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
    if one_way.__name__ not in built.families:  # then an edge may be passed both ways
        built.decisions = tuple(v.x.values())
    return built
