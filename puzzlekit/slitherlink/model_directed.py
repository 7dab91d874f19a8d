"""The companion text's model of Slitherlink: x[a, b] is 1 if the loop goes from point a to its neighbour b.

The equation labels are the text's names of constraints: NetFlow, OneWay, OneIn, OneOut, Demand and Subtours. The text
adds Subtours by hand between runs; here they are a lazy family. Each loop is a solution twice, once in each direction.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Edge
from puzzlekit.scip import BuiltModel, lazy, name
from puzzlekit.slitherlink import rules
from puzzlekit.slitherlink.graph import SHORTEST, spoilt
from puzzlekit.slitherlink.puzzle import Puzzle, Solution
from puzzlekit.slitherlink.starting_rules import first_glance
from puzzlekit.slitherlink.statement import stated


def demand(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(Demand) The number of drawn edges around a cell equals its clue, which the text calls d.

    The text's data give a cell by its four corners, and the constraint depends on the order of these corners. Here the
    edges around a cell are known from the grid.
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
    """(OneOut) At most one arc goes out of a point. The constraint follows from NetFlow and OneIn."""
    for point, others in neighbours(puzzle).items():
        yield point, quicksum(v.x[point, other] for other in others) <= 1


@lazy.family
def one_loop(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(Subtours) For each loop of a candidate solution: if all edges of the loop are drawn, no other edge is drawn.

    The text's constraint contains only the edges of the loop, so it also forbids loops that are solutions.
    """
    for loop, other in spoilt(edge for edge in puzzle.edges if both(values, edge)):
        yield ("loop", loop[0].a, other), quicksum(both(v, edge) for edge in (*loop, other)) <= len(loop)


def some_loop(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(not in the text) At least four edges are drawn, because no loop is shorter."""
    yield "board", quicksum(v.x.values()) >= SHORTEST


def cuts(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(Cuts) The edges that the starting rules draw are drawn. These edges are the text's set K, corrected. The family
    is not in `FAMILIES`."""
    return ((edge, both(v, edge) == 1) for edge in _known(puzzle, 1))


def no_arcs(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(K2) The edges that the starting rules exclude are not drawn. These edges are the set K2 that the text proposes.
    The family is not in `FAMILIES`."""
    return ((edge, both(v, edge) == 0) for edge in _known(puzzle, 0))


FAMILIES = (demand, net_flow, one_way, one_in, one_out, one_loop, some_loop)
PRINTED = (demand, net_flow, one_way, one_in, one_out)


def _known(puzzle: Puzzle, state: int) -> list[Edge]:
    """Return the sorted edges for which the starting rules imply a state: 1 for drawn, 0 for not drawn."""
    steps = first_glance(puzzle)
    return sorted({edge for step in steps for edge, left in step.candidates.items() if left == {state}})


def neighbours(puzzle: Puzzle) -> dict[Any, list[Any]]:
    """Return `{point: its neighbouring points}`."""
    return {point: [edge.other(point) for edge in around] for point, around in puzzle.at.items()}


def both(v: SimpleNamespace, edge: Edge) -> Any:
    """Return x_ij + x_ji for an edge ij: the number of directions in which the edge is used. It is an expression, or a
    number if `v` has the values of a candidate; it is 2 only if the family OneWay is omitted."""
    return v.x[edge.a, edge.b] + v.x[edge.b, edge.a]


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(edge, state): expression}` for the states 0 and 1. The expression is 1 if the edge has this state,
    otherwise 0."""
    return stated(puzzle, {edge: both(v, edge) for edge in puzzle.edges})


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the companion text's model with these constraint families. Subtours is a lazy family.

    The objective minimizes the number of arcs. It only guides the search: longer loops are solutions, too, and the
    solve ends at the first solution.
    """
    return _build(puzzle, families, stop_at_first=True)


@validate_args
def build_printed(puzzle: Puzzle, families: tuple = PRINTED) -> BuiltModel:
    """Return the model as printed in the companion text, for its procedure by hand.

    In this procedure, SCIP minimizes the number of arcs, the reader adds a constraint against each loop of the result,
    and both steps are repeated.
    """
    return _build(puzzle, families, stop_at_first=False)


def _build(puzzle: Puzzle, families: tuple, *, stop_at_first: bool) -> BuiltModel:
    model = scip.new_model("slitherlink, directed")
    arcs = [arc for edge in puzzle.edges for arc in ((edge.a, edge.b), (edge.b, edge.a))]
    v = scip.variables(x={arc: model.addVar(name("x", *arc), vtype="B", obj=1) for arc in arcs})
    built = BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, (edge for edge in puzzle.edges if both(values, edge))),
        decisions=[both(v, edge) for edge in puzzle.edges],
        indicators=indicators(puzzle, v),
        display_names=lambda: rules.words(puzzle),
        clues=lambda: rules.clues(puzzle),
        stop_at_first=stop_at_first,
    )
    built.add(families, puzzle)
    if one_way.__name__ not in built.families:  # without this family, an edge can be used in both directions
        built.decisions = tuple(v.x.values())
    return built
