"""The contract of networks: the puzzle as a graph of networkx."""

from types import ModuleType
from typing import Any

import networkx as nx
from boards import adapter_of
from packages import each_tiny, few_files, name_of, solved

from puzzlekit.core.grid import Edge

NODES = {"circuit": "points", "hashi": "number", "slitherlink": "points", "numberlink": "cells"}


@few_files("network")
def test_a_network_has_the_edges_of_the_board(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    graph = room.network(puzzle)
    assert type(graph) is nx.Graph
    edges = {element for element in adapter_of(room).sheet(puzzle).elements if isinstance(element, Edge)}
    assert {Edge(*sorted(pair)) for pair in graph.edges} == edges


@each_tiny("network")
def test_a_network_has_what_a_solution_draws(room: ModuleType, name: str, puzzle: Any) -> None:
    graph = room.network(puzzle)
    for solution in solved(room, name):
        assert all(graph.has_edge(edge.a, edge.b) for edge in solution.drawn)


@few_files("network")
def test_a_network_lies_as_the_board_does(room: ModuleType, name: str) -> None:
    """Rows run downwards and columns to the right; a place without an edge is a node, too."""
    puzzle = room.load(name)
    pos = nx.get_node_attributes(room.network(puzzle), "pos")
    assert pos == {node: (node.column, -node.row) for node in getattr(puzzle, NODES[name_of(room)])}
