"""Checks of chapter 11's exercises about diagrams. Each check takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder `...` is not judged.
"""

import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import networkx as nx

from puzzlekit.core.errors import counted
from puzzlekit.course.exercise import Converter, Remarks, attempted, check, function, unlike
from puzzlekit.zdd.family import Family
from puzzlekit.zdd.frontier import Edge, ordered
from puzzlekit.zdd.paths import cycles

READ = Family.of([{"a", "b"}, {"a", "c", "d"}, {"b", "d"}, {"c", "d"}, {"c"}], "abcd")
LENGTHS = (1, 2, 3, 4, 7, 12)  # numbers of places in a row, for exercise 2
ORDERS: dict[str, tuple[Edge, ...]] = {  # edges of graphs with no tour, one or several; the last order is random
    "2 x 2 vertices": ordered(nx.grid_2d_graph(2, 2)),
    "3 x 3 vertices": ordered(nx.grid_2d_graph(3, 3)),
    "3 x 4 vertices": ordered(nx.grid_2d_graph(3, 4)),
    "4 x 4 vertices": ordered(nx.grid_2d_graph(4, 4)),
    "four vertices, each joined to each,": ordered(nx.complete_graph(4)),  # some cycles leave out just one vertex
    "five vertices, each joined to each,": tuple(random.Random(4).sample([*nx.complete_graph(5).edges], 10)),
}
GRID = nx.grid_2d_graph(3, 3)
PAIRS = (((0, 0), (0, 2)), ((2, 0), (2, 2)))  # the pairs of exercise 6: the ends of the first and of the last row


def sets_of(items: Iterable[str]) -> Converter:
    """Return a converter of a collection of sets to a set of frozensets. Each set may be given as a set, a list or a
    text. The converter raises Remark if a set contains anything but `items`."""
    known = set(items)

    def kind(found: Any) -> set[frozenset]:
        if isinstance(attempted(found), str) or not isinstance(found, Iterable):
            raise unlike(found, "a list of sets such as [{'a', 'b'}, {'c'}]")
        own = list(found)
        if own == [...]:
            attempted(own[0])
        if wrong := [one for one in own if not isinstance(one, Iterable) or not _among(known, one)]:
            raise unlike(wrong[0], f"only sets of the items {', '.join(sorted(known))}")
        return {frozenset(one) for one in own}

    return kind


def _among(known: set[str], one: Iterable[Any]) -> bool:
    return all(isinstance(item, str) and item in known for item in one)


@check(sets_of("abcd"))
def check_read(sets: set[frozenset]) -> Remarks:
    """Check exercise 1: the attempt is a collection of all sets in the family `READ`, whose diagram the exercise
    shows."""
    right = set(READ)
    for one in sorted(map(sorted, sets - right)):
        yield f"{{{', '.join(one)}}} is not in this family; follow the diagram's arcs from the root"
    if len(sets) < len(right):
        yield f"found {counted(len(sets), 'set')}, but sets are missing; follow every path from the root to the box 1"


def family(found: Any) -> Family:
    """Return the attempt if it is a `Family`; raise Remark otherwise."""
    if not isinstance(found, Family):
        raise unlike(found, "a family, such as zdd.search returns")
    return found


@check(function("length", family))
def check_apart(apart: Callable[[int], Family]) -> Remarks:
    """Check exercise 2: `apart(length)` returns the family of all sets of places 0, ..., length - 1 that contain no two
    neighbours."""
    for length in LENGTHS:
        found, right = apart(length), Family.of(_apart(length), range(length))
        if found.items != right.items:
            raise unlike(found.items, f"a family over range({length})")
        if wrong := next(iter(found - right), None):
            yield f"for {counted(length, 'place')} your family has {_named(wrong)}, which contains two neighbours"
        if missing := next(iter(right - found), None):
            yield f"for {counted(length, 'place')} your family lacks {_named(missing)}"
        if found != right:
            yield f"for {counted(length, 'place')} your family lacks the empty set"


def _apart(length: int) -> list[list[int]]:
    sets: list[list[int]] = [[]]
    for place in range(length):
        sets += [[*one, place] for one in sets if place - 1 not in one]
    return sets


def _named(places: Iterable[int]) -> str:
    return "{" + ", ".join(map(str, sorted(places))) + "}"


@check(function("order", family))
def check_tours(tours: Callable[[Sequence[Edge]], Family]) -> Remarks:
    """Check exercise 5: `tours(order)` returns the family of all cycles through all vertices of a graph. `order` is the
    sequence of the graph's edges."""
    for name, order in ORDERS.items():
        found, every = tours(order), cycles(nx.Graph(order), order)
        if found.items != order:
            raise unlike(found.items, "a family whose items are the edges of the order")
        vertices = len({end for edge in order for end in edge})
        right = Family.of((one for one in every if len(one) == vertices), order)
        if (wrong := next(iter(found - right), None)) is not None:
            yield f"on {name} your family has {_drawn(wrong)}, {_amiss(wrong in every, len(wrong), vertices)}"
        if found != right:
            many = f"{counted(found.count(), 'set')}, expected {right.count()}"
            yield f"on {name} your family lacks a tour: it has only {many}"


def _amiss(is_cycle: bool, passed: int, vertices: int) -> str:
    return f"a cycle that passes {passed} of {vertices} vertices" if is_cycle else "which is not one cycle"


def edges(found: Any) -> set[frozenset]:
    """Convert an attempt to a set of edges of `GRID`, each a frozenset of two vertices. Raise Remark for
    anything else."""
    own = list(found) if isinstance(attempted(found), Iterable) else [found]
    if own == [...]:
        attempted(own[0])
    known = set(map(frozenset, GRID.edges))
    pairs = [frozenset(one if _is_pair(one) else ()) for one in own]
    if wrong := [one for one, pair in zip(own, pairs, strict=True) if pair not in known]:
        raise unlike(wrong[0], "edges of 3 x 3 vertices, such as ((0, 0), (0, 1))")
    return set(pairs)


def _is_pair(one: Any) -> bool:
    return isinstance(one, Iterable) and all(isinstance(end, Hashable) for end in one)


@check(edges)
def check_stray(stray: set[frozenset]) -> Remarks:
    """Check exercise 6: a set of edges that violates only one condition of Algorithm 2, namely that no path ends at a
    vertex outside `PAIRS`."""
    drawn = nx.Graph(map(tuple, stray))
    drawn.add_nodes_from(GRID)
    for vertex, degree in sorted(drawn.degree):
        if degree > 2:
            yield f"{vertex} has {degree} edges, but a vertex may have at most two"
    if not nx.is_forest(drawn):
        yield "some edges form a cycle, but an edge that closes a cycle joins mates and is rejected"
    partner = {u: v for pair in PAIRS for u, v in (pair, pair[::-1])}
    for end in partner:
        if drawn.degree[end] != 1:
            yield (
                f"the end {end} has {counted(drawn.degree[end], 'edge')}, but the search still demands "
                "exactly one edge there"
            )
        if others := nx.node_connected_component(drawn, end) & partner.keys() - {end, partner[end]}:
            yield f"a path joins {end} and {min(others)}, which are not a pair, but the search refuses such paths"
    if all(drawn.degree[vertex] != 1 for vertex in drawn if vertex not in partner):
        yield "this is a solution, which Algorithm 2 also finds; find edges that are no solution"


def _drawn(some: Iterable[Edge]) -> str:
    return "{" + ", ".join(f"{a}-{b}" for a, b in sorted(some)) + "}"
