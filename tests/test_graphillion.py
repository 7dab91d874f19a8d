"""The frontier searches against the library Graphillion, where it is found: another program for the same diagrams.

It is no dependency, for it has no wheels for every Python: `uv run --with graphillion pytest ...`.
"""

import os

import networkx as nx
import pytest

from puzzlekit import zdd
from puzzlekit.zdd import Family

os.environ.setdefault("OMP_NUM_THREADS", "1")  # its threads may wait for each other for seconds
graphillion = pytest.importorskip("graphillion")

GRAPHS = [nx.grid_2d_graph(4, 4), nx.grid_2d_graph(3, 6), nx.complete_graph(6), nx.petersen_graph(), nx.path_graph(4)]


def ours(family: Family) -> set[frozenset]:
    return {frozenset(frozenset(edge) for edge in one) for one in family}


def theirs(sets: object) -> set[frozenset]:
    return {frozenset(frozenset(edge) for edge in one) for one in sets}  # type: ignore[attr-defined]


@pytest.mark.parametrize("graph", GRAPHS, ids=str)
def test_cycles_and_paths_are_those_of_graphillion(graph: nx.Graph) -> None:
    graphillion.GraphSet.set_universe(list(graph.edges))
    assert ours(zdd.cycles(graph)) == theirs(graphillion.GraphSet.cycles())
    first, *_, last = graph
    assert ours(zdd.paths(graph, first, last)) == theirs(graphillion.GraphSet.paths(first, last))


def test_counts_of_a_larger_grid_are_those_of_graphillion() -> None:
    graph = nx.grid_2d_graph(7, 7)
    graphillion.GraphSet.set_universe(list(graph.edges))
    assert zdd.cycles(graph).count() == len(graphillion.GraphSet.cycles())
