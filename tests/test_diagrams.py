"""Pictures of diagrams and frontiers: what stands where, and what cannot be read is refused."""

import matplotlib.pyplot as plt
import networkx as nx
import pytest
from matplotlib.patches import FancyArrowPatch

from puzzlekit import drawing, zdd
from puzzlekit.core.errors import PuzzleError
from puzzlekit.drawing import diagrams
from puzzlekit.zdd import Family

FAMILY = Family.of([{"a", "b"}, {"a", "c"}, {"c"}], "abc")


def test_a_diagram_has_an_arc_for_each_child_that_is_not_empty() -> None:
    ax = drawing.draw_zdd(FAMILY.nodes, FAMILY.items)
    arcs = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    assert len(arcs) == sum(bool(child) for _, low, high in FAMILY.nodes for child in (low, high))
    dotted = [arc for arc in arcs if arc.get_linestyle() != "-"]
    assert len(dotted) == sum(bool(low) for _, low, _ in FAMILY.nodes)
    told = sorted(text.get_text() for text in ax.texts)
    assert told == sorted(["1", *(FAMILY.items[level] for level, _, _ in FAMILY.nodes)])


def test_a_diagram_is_drawn_elsewhere() -> None:
    own = plt.subplots()[1]
    assert drawing.draw_zdd(FAMILY.nodes, FAMILY.items, ax=own) is own


@pytest.mark.parametrize("family", [Family.of([], "a"), zdd.cycles(nx.grid_2d_graph(4, 4))])
def test_what_cannot_be_read_is_refused(family: Family) -> None:
    with pytest.raises(PuzzleError, match="expected 1 to 80"):
        drawing.draw_zdd(family.nodes, family.items)


def test_a_frontier_has_a_ring_for_each_vertex_at_work() -> None:
    at = {1: (0, 0), 2: (1, 0), 3: (0, 1), 4: (1, 1)}
    ax = drawing.draw_frontier(at, [(1, 2), (1, 3), (2, 4), (3, 4)], [True, False], {2: "3", 3: "2"}, names={1: "A"})
    assert {text.get_text() for text in ax.texts} >= {"2", "3", "A"}
    drawn = [line for line in ax.lines if len(line.get_xdata()) == 2]
    assert [line.get_linewidth() > 3 for line in drawn] == [True, False, False, False]
    assert [line.get_linestyle() != "-" for line in drawn] == [False, True, False, False]
    rings = [line for line in ax.lines if line.get_markersize() > 10 and len(line.get_xdata()) == 1]
    assert len(rings) == 2


def test_an_arc_goes_round_a_node_that_it_passes() -> None:
    assert diagrams._bend((0, 0), (0, -2), 0.0, 1, [(2, -1)]) == 0.0
    assert diagrams._bend((0, 0), (0, -2), 0.0, 1, [(0, -1)]) != 0.0
    left, right = (diagrams._bend((0, 0), (0, -3), 0.0, 1, [(0, -1), (x, -1)]) for x in (-0.4, 0.4))
    assert left * right < 0
