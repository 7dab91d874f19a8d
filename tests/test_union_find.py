"""The parts of random drawings, against networkx."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlekit.core.grid import Edge, Point
from puzzlekit.core.union_find import UnionFind, connected_components, cycle_components

PLACES = [Point(i, j) for i in range(3) for j in range(4)]
pairs = st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES)).filter(lambda pair: pair[0] != pair[1])
drawings = st.lists(pairs.map(lambda pair: Edge(*pair)), max_size=20)


@given(drawings)
def test_parts_are_the_connected_components(edges: list[Edge]) -> None:
    graph = nx.Graph()
    graph.add_nodes_from(PLACES)
    graph.add_edges_from((edge.a, edge.b) for edge in edges)
    assert connected_components(PLACES, edges) == sorted(map(sorted, nx.connected_components(graph)))


@given(drawings)
def test_an_edge_that_joins_nothing_closes_a_cycle(edges: list[Edge]) -> None:
    forest, graph = UnionFind(PLACES), nx.Graph()
    graph.add_nodes_from(PLACES)
    for edge in edges:
        assert forest.join(edge) != nx.has_path(graph, edge.a, edge.b)
        graph.add_edge(edge.a, edge.b)


def test_a_place_that_is_not_known_is_no_part() -> None:
    with pytest.raises(KeyError):
        connected_components(PLACES[:1], [Edge(*PLACES[:2])])


@given(drawings)
def test_loops_are_the_components_in_which_every_place_has_two_edges(edges: list[Edge]) -> None:
    graph = nx.Graph((edge.a, edge.b) for edge in edges)
    rings = [graph.subgraph(part) for part in nx.connected_components(graph)]
    expected = [sorted(Edge(*ends) for ends in ring.edges) for ring in rings if all(d == 2 for _, d in ring.degree)]
    assert [list(loop) for loop in cycle_components(set(edges))] == sorted(expected)
