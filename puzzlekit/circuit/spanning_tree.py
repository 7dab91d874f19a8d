"""The spanning-tree model of the circuit board: x[edge] is 1 where the edge is drawn, y[point] where it has three.

Report, equations (5.1b)-(5.1g); the families are in `tree`. The objective (5.1a) is left out: by (5.1d) it is a
constant.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.circuit.families import (
    FAST_TREE,
    TREE,
    TREE_PHRASES,
    another_tree,
    clues,
    connect_all_points,
    decided_edges,
    degree_one_or_three,
    keep_given_edges,
    known_edges,
    no_cycle,
    reader,
    statements,
    technique,
    words,
)
from puzzlekit.circuit.graph import parity_cuts
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.errors import Unsuited, takes
from puzzlekit.scip import BuiltModel, name

__all__ = ["FAMILIES", "build", "build_fast", "connect_all_points", "degree_one_or_three", "keep_given_edges"]
__all__ += ["no_cycle", "parity_rows", "statements"]

FAMILIES = TREE
LARGE = 120  # the number of points from which on a board is large
PHRASES = TREE_PHRASES


@takes(Puzzle)
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model of the report, (5.1). Raises Unsuited if the puzzle has endpoints."""
    return _build(puzzle, scip.new_model("spanning tree")).add(families, puzzle)


def _build(puzzle: Puzzle, model: Model, *, fast: bool = False) -> BuiltModel:
    if puzzle.endpoints:
        raise Unsuited("the spanning-tree model takes no endpoints: it does not know how long a path is")
    v = scip.variables(
        x={edge: model.addVar(name("x", edge), vtype="B") for edge in puzzle.edges},
        y={point: model.addVar(name("y", point), vtype="B") for point in puzzle.points},
    )
    return BuiltModel(
        model,
        v,
        read=reader(puzzle),
        decisions=v.x.values(),
        statements=statements(puzzle, v),
        said=lambda: words(puzzle),
        phrases=PHRASES,
        technique=technique,
        clues=None if fast else lambda: clues(puzzle),
        no_good=another_tree(v) if fast else None,
        named=not fast,
    )


@takes(Puzzle)
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """(5.1) with the edges fixed that follow without search, rows for squares and for pairs of points, and cut-sets.

    A part S of a candidate that is no tree must have an edge that leaves it, and even two if S has an even number of
    points: the degrees in S are odd, so the number of edges that leave S has the parity of S.
    """
    if puzzle.endpoints:
        raise Unsuited("the spanning-tree model takes no endpoints: it does not know how long a path is")
    reason, known = known_edges(puzzle)
    if reason:
        return BuiltModel(None, scip.variables(), read=reader(puzzle), refuted=reason)
    return _build(puzzle, _tuned_model(puzzle), fast=True).add((decided_edges(known), *FAST_TREE), puzzle)


def _tuned_model(puzzle: Puzzle) -> Model:
    """What is learnt from a conflict is, as in SAT solvers, its first unique implication point alone; and where a board
    is small, an LP at every other level is enough (measured on our own puzzles, see data/results/)."""
    model = scip.for_logic(scip.lean_model("spanning tree"), depth_first=False)
    model.setParams({"conflict/fuiplevels": 1, "lp/solvefreq": 1 if len(puzzle.points) > LARGE else 2})
    return model


def parity_rows(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(5.1c) and (5.1d): cut-set and parity rows that an LP point breaks, for `lazy.family(fractional=parity_rows)`.

    Not part of the fast build: they halve the tree here and there, and cost more than that.
    """
    for point, others, chosen, least in parity_cuts(puzzle, values.x):
        out, kept = (quicksum(v.x[edge] for edge in edges) for edges in (others, chosen))
        yield ("parity", point), out - kept >= least
