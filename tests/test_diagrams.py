"""Pictures of diagrams and frontiers: what stands where, and what cannot be read is refused."""

import re
from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from itertools import product
from typing import Any

import matplotlib.pyplot as plt
import networkx as nx
import pytest
from matplotlib.patches import FancyArrowPatch

from puzzlekit import drawing, zdd
from puzzlekit.core.errors import PuzzleError
from puzzlekit.drawing import diagrams
from puzzlekit.zdd import Cycles, Family, trace_search

FAMILY = Family.of([{"a", "b"}, {"a", "c"}, {"c"}], "abc")


def test_a_diagram_has_an_arc_for_each_child_that_is_not_empty() -> None:
    ax = drawing.draw_zdd(FAMILY.nodes, FAMILY.items)
    arcs = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    assert len(arcs) == sum(bool(child) for _, low, high in FAMILY.nodes for child in (low, high))
    dotted = [arc for arc in arcs if arc.get_linestyle() != "-"]
    assert len(dotted) == sum(bool(low) for _, low, _ in FAMILY.nodes)
    told = {text.get_text() for text in ax.texts}
    assert told == {"a", "b", "c", *(str(number) for number in range(1, 2 + len(FAMILY.nodes)))}
    plt.close("all")


def test_nodes_can_be_told_otherwise_and_drawn_elsewhere() -> None:
    own = plt.subplots()[1]
    assert drawing.draw_zdd(FAMILY.nodes, FAMILY.items, notes={2: "two"}, ax=own) is own
    assert "two" in {text.get_text() for text in own.texts}
    plt.close("all")


@pytest.mark.parametrize("family", [Family.of([], "a"), zdd.cycles(nx.grid_2d_graph(4, 4))])
def test_what_cannot_be_read_is_refused(family: Family) -> None:
    with pytest.raises(PuzzleError, match="expected 1 to 80"):
        drawing.draw_zdd(family.nodes, family.items)


def test_a_walk_tells_the_mates_of_the_vertices_at_work() -> None:
    square = Cycles([(1, 2), (1, 3), (2, 4), (3, 4)])
    moments = trace_search(square, [True, True, True, True])
    assert [moment.mates for moment in moments[:4]] == [{}, {1: 2, 2: 1}, {2: 3, 3: 2}, {3: 4, 4: 3}]
    assert moments[-1].told.endswith("DONE, the set is in the family")
    assert trace_search(square, [True, False])[-1].told == "edge 2 is left out: no set of the family begins so"
    assert [len(moment.decisions) for moment in moments] == [0, 1, 2, 3, 4]


def test_ends_that_left_are_gone_and_inner_vertices_have_none() -> None:
    path = zdd.PathMatchings([(1, 2), (2, 3), (2, 4)])
    assert trace_search(path, [True, True])[-1].mates == {2: None}
    assert trace_search(path, [True, False])[-1].mates == {2: "gone"}


def test_a_walk_is_over_where_nothing_is_left_to_be_decided() -> None:
    square = Cycles([(1, 2), (1, 3), (2, 4), (3, 4)])
    assert [moment.decisions for moment in trace_search(square, [True, False, True, True])] == [
        (),
        (True,),
        (True, False),
    ]
    with pytest.raises(FrozenInstanceError):
        trace_search(square, [])[0].told = "another word"  # type: ignore[misc]


@pytest.mark.parametrize("graph", [nx.cycle_graph(4), nx.complete_graph(4), nx.grid_2d_graph(2, 3)], ids=str)
def test_mates_are_the_ends_of_what_is_drawn(graph: nx.Graph) -> None:
    """However the edges are decided; a vertex that cannot come to as many edges as it needs is left without any."""
    edges = zdd.ordered(graph)
    for decisions in product((False, True), repeat=len(edges)):
        for search, needed in ((zdd.PathMatchings(edges), 0), (Cycles(edges), 2)):
            for moment in trace_search(search, decisions)[1:]:
                if ":" not in moment.told:
                    assert moment.mates == drawn_mates(edges, moment.decisions, needed)


@pytest.mark.parametrize("graph", [nx.cycle_graph(4), nx.complete_graph(4), nx.grid_2d_graph(2, 3)], ids=str)
def test_each_moment_tells_the_last_decision_and_the_last_one_how_the_way_ends(graph: nx.Graph) -> None:
    """DONE where what is taken is a cycle; else no cycle begins so. An edge is told by its number and what became of
    it."""
    edges = zdd.ordered(graph)
    cycles = {tuple(edge in one for edge in edges) for one in zdd.cycles(graph)}
    for decisions in product((False, True), repeat=len(edges)):
        first, *moments = trace_search(Cycles(edges), decisions)
        assert not re.search(r"\d|taken|left out|:", first.told)
        assert [moment.decisions for moment in moments] == [decisions[: i + 1] for i in range(len(moments))]
        for number, (moment, taken) in enumerate(zip(moments, decisions, strict=False), start=1):
            edge, colon, end = moment.told.partition(": ")
            assert re.findall(r"\d+", edge) == [str(number)]
            assert ("taken" in edge, "left out" in edge) == (taken, not taken)
            assert bool(colon) == (not moment.mates) == (number == len(moments))
            whole = moment.decisions + (False,) * (len(edges) - number)
            assert ("DONE" in end) == (whole in cycles and taken)
            assert ("no set" in end) == (bool(colon) and "DONE" not in end)
            assert "no set" not in end or all(one[:number] != moment.decisions for one in cycles)


def drawn_mates(edges: Sequence[tuple], decisions: Sequence[bool], needed: int) -> dict[Any, Any]:
    taken = nx.Graph([edge for edge, drawn in zip(edges, decisions, strict=False) if drawn])
    done, ahead = (nx.Graph(some) for some in (edges[: len(decisions)], edges[len(decisions) :]))
    taken.add_nodes_from(done)
    mates: dict[Any, Any] = {}
    for vertex in done.nodes & ahead.nodes:
        ends = {end for end in nx.node_connected_component(taken, vertex) if taken.degree[end] == 1}
        other = next(iter(ends - {vertex}), vertex)
        settled = taken.degree[vertex] == 2 or taken.degree[vertex] + ahead.degree[vertex] < needed
        mates[vertex] = None if settled else other if other in ahead else "gone"
    return mates


def test_a_frontier_has_a_ring_for_each_vertex_at_work() -> None:
    at = {1: (0, 0), 2: (1, 0), 3: (0, 1), 4: (1, 1)}
    ax = drawing.draw_frontier(at, [(1, 2), (1, 3), (2, 4), (3, 4)], [True, False], {2: "3", 3: "2"}, names={1: "A"})
    assert {text.get_text() for text in ax.texts} >= {"2", "3", "A"}
    drawn = [line for line in ax.lines if len(line.get_xdata()) == 2]
    assert [line.get_linewidth() > 3 for line in drawn] == [True, False, False, False]
    assert [line.get_linestyle() != "-" for line in drawn] == [False, True, False, False]
    rings = [line for line in ax.lines if line.get_markersize() > 10 and len(line.get_xdata()) == 1]
    assert len(rings) == 2
    plt.close("all")


def test_an_arc_goes_round_a_node_that_it_passes() -> None:
    assert diagrams._bend((0, 0), (0, -2), 0.0, 1, [(2, -1)]) == 0.0
    assert diagrams._bend((0, 0), (0, -2), 0.0, 1, [(0, -1)]) != 0.0
    left, right = (diagrams._bend((0, 0), (0, -3), 0.0, 1, [(0, -1), (x, -1)]) for x in (-0.4, 0.4))
    assert left * right < 0
