"""The checks of chapter 5's exercises: placeholders pass, right answers are right, and no attempt is a traceback."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest
from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.circuit import Puzzle, Solution, model_shortest_path, model_spanning_tree, solutions, solve
from puzzlekit.circuit.exercises import check_cut_sets, check_invented, check_longest, check_mended, check_subsets
from puzzlekit.core.grid import Edge
from puzzlekit.scip import lazy

INVENTED = "o.o.o.#.#\n.........\no.o.o.o.o\n.........\n#.o.o.o.o\n.........\n#.o.o.#.#"
GIVEN = "o-o.o.#.#\n.........\no.o.o.o.o\n.........\n#.o.o.o.o\n.........\n#.o.o.#.#"
SEVERAL = "#.#.o.o.o\n.........\no.o.o.o.o\n.........\no.o.o.o.o\n.........\no.o.o.o.o"
SMALL = "o.o.o\n.....\no.o.o"
NO_TREE = "o.o.o.o\n.......\no.o.o.o\n.......\no.o.o.o"


def border(puzzle: Puzzle, v: Any, values: Any, least: int, even: int = 0) -> Iterator[tuple[Any, Any]]:
    drawn = nx.Graph((edge.a, edge.b) for edge in puzzle.edges if values.x[edge] == 1)
    drawn.add_nodes_from(puzzle.points)
    pieces = list(nx.connected_components(drawn))
    for piece in pieces if len(pieces) > 1 else []:
        leaving = [edge for edge in puzzle.edges if (edge.a in piece) != (edge.b in piece)]
        needed = least if len(piece) % 2 else max(least, even)
        yield min(piece), quicksum(v.x[edge] for edge in leaving) >= needed


@lazy.family
def cut_sets(puzzle: Puzzle, v: Any, values: Any) -> Iterator[tuple[Any, Any]]:
    yield from border(puzzle, v, values, 1)


@lazy.family
def by_parity(puzzle: Puzzle, v: Any, values: Any) -> Iterator[tuple[Any, Any]]:
    yield from border(puzzle, v, values, 1, even=2)


@lazy.family
def one_of_them(puzzle: Puzzle, v: Any, values: Any) -> Iterator[tuple[Any, Any]]:
    yield from list(border(puzzle, v, values, 1))[:1]


@lazy.family
def both(puzzle: Puzzle, v: Any, values: Any) -> Iterator[tuple[Any, Any]]:
    yield from border(puzzle, v, values, 1)
    yield from model_spanning_tree.no_cycle(puzzle, v, values)


@lazy.family
def nothing(puzzle: Puzzle, v: Any, values: Any) -> Iterator[tuple[Any, Any]]:
    yield from ()


@lazy.family
def too_many(puzzle: Puzzle, v: Any, values: Any) -> Iterator[tuple[Any, Any]]:
    yield from border(puzzle, v, values, 3)


def flow_model(most: int = 1, count: bool = True, left_out: int | None = None) -> Any:
    """Model 2 as one family; the big M is |V| - `most`, and one point's constraints may be left out."""

    def families(puzzle: Puzzle, v: Any) -> Iterator[tuple[Any, Any]]:
        n, skipped = len(puzzle.points), puzzle.points[left_out] if left_out is not None else None
        for point, around in puzzle.at.items():
            net = quicksum(v.flow[point, e.other(point)] - v.flow[e.other(point), point] for e in around)
            if point != skipped:
                yield point, net == (n - 1 if point == puzzle.points[0] else -1)
                yield point, quicksum(v.z[edge] for edge in around) == 1 + 2 * v.y[point]
        for e in puzzle.edges:
            yield e, v.flow[e.a, e.b] + v.flow[e.b, e.a] <= (n - most) * v.z[e]
        if count:
            yield "count", quicksum(v.z.values()) == n - 1

    return families


def without_the_last(puzzle: Puzzle) -> int:
    """A loop that ends one edge too early."""
    built = model_shortest_path.build(puzzle)
    built.model.setObjective(quicksum(list(built.v.p.values())[:-1]), "maximize")
    return round(scip.solve(built).primal)


def longest(puzzle: Puzzle, left_out: str = "") -> int:
    families = tuple(rows for rows in model_shortest_path.FAMILIES if rows.__name__ != left_out)
    built = model_shortest_path.build(puzzle, families)
    built.model.setObjective(quicksum(built.v.p.values()), "maximize")
    return round(scip.solve(built).primal)


def room_for_forks(puzzle: Puzzle) -> int:
    """The longest way whose points can have a third edge, each its own; what else is on the board is not asked."""
    graph = nx.Graph((edge.a, edge.b) for edge in puzzle.edges)

    def has_room(way: list) -> bool:
        inner = [("inner", point) for point in way[1:-1]]
        third = nx.Graph((one, other) for one in inner for other in graph[one[1]] if other not in way)
        return third.nodes >= {*inner} and len(nx.bipartite.maximum_matching(third, inner)) == 2 * len(inner)

    ways = sorted(nx.all_simple_paths(graph, *puzzle.endpoints or ()), key=len, reverse=True)
    return len(next(way for way in ways if has_room(way))) - 1


def straight_on(puzzle: Puzzle) -> int:
    """The longest way of which no two points are neighbours but those that follow each other."""
    graph = nx.Graph((edge.a, edge.b) for edge in puzzle.edges)
    ways = nx.all_simple_paths(graph, *puzzle.endpoints or ())
    return max(len(way) - 1 for way in ways if graph.subgraph(way).number_of_edges() == len(way) - 1)


def in_all_trees(puzzle: Puzzle, given: bool = True) -> int:
    """The longest of the ways in all trees, without a model."""
    kept = puzzle.given if given else frozenset()
    trees = solutions(replace(puzzle, endpoints=None, given=kept), 99)
    return max(len(Solution.of(puzzle, tree.drawn).path) for tree in trees)


def any_tree(puzzle: Puzzle) -> int:
    """The way in a tree, whichever is found."""
    return len(Solution.of(puzzle, solve(replace(puzzle, endpoints=None)).drawn).path)


def way_by_way(puzzle: Puzzle) -> int:
    """The longest way along which edges can be given."""
    graph = nx.Graph((edge.a, edge.b) for edge in puzzle.edges)
    for way in sorted(nx.all_simple_paths(graph, *puzzle.endpoints or ()), key=len, reverse=True):
        edges = {Edge(*sorted(pair)) for pair in pairwise(way)}
        if solutions(replace(puzzle, endpoints=None, given=puzzle.given | edges), 1):
            return len(edges)
    return 0


def shortest(puzzle: Puzzle) -> int:
    return round(scip.solve(model_shortest_path.build(puzzle)).primal)


FORBIDS_A_CYCLE = "Not yet: the boards are right, but this constraint forbids a cycle"


@pytest.mark.parametrize(
    ("check", "attempt", "answer"),
    [
        (check_subsets, lambda n: 2**n - n - 2, "Right."),
        (check_subsets, lambda n: 2**n, "Not yet: found 8 for 3 points"),
        (check_subsets, lambda n: 2**n - n - 1, "Not yet: found 4 .* sets N with two or more points, except V"),
        (check_cut_sets, cut_sets, "Right."),
        (check_cut_sets, by_parity, "Right."),
        (check_cut_sets, one_of_them, "Right."),
        (check_cut_sets, model_spanning_tree.no_cycle, FORBIDS_A_CYCLE),
        (check_cut_sets, both, FORBIDS_A_CYCLE),
        (check_cut_sets, nothing, "Not yet: your constraints admit this invalid board"),
        (check_cut_sets, too_many, "Not yet: your constraints exclude this valid board"),
        (check_mended, flow_model(), "Right."),
        (check_mended, flow_model(most=0), "Right."),
        (check_mended, flow_model(most=2), "Not yet: your constraints exclude this valid board"),
        (check_mended, flow_model(count=False), "Not yet: your constraints admit this invalid board"),
        (check_mended, flow_model(left_out=0), "Not yet: your constraints admit this invalid board"),
        (check_mended, flow_model(left_out=-1), "Not yet: your constraints admit this invalid board"),
        (check_longest, longest, "Right."),
        (check_longest, lambda puzzle: longest(puzzle, "no_cycle"), "Not yet: 5 edges is not the length"),
        (check_longest, without_the_last, "Not yet: .*3 edges is not the length of the longest path"),
        (check_longest, shortest, "Not yet: .*is not the length of the longest path"),
        (check_longest, room_for_forks, "Not yet: .*5 edges is not the length of the longest path"),
        (check_longest, straight_on, "Not yet: .*is not the length of the longest path"),
        (check_longest, lambda puzzle: in_all_trees(puzzle, given=False), "Not yet: 5 edges is not the length"),
        (check_longest, any_tree, "Not yet: .*is not the length of the longest path"),
        (check_longest, in_all_trees, "Right."),
        (check_longest, way_by_way, "Right."),
        (check_invented, INVENTED, "Right."),
        (check_invented, GIVEN, "Not yet: found given edges"),
        (check_invented, SEVERAL, "Not yet: the puzzle has several solutions"),
        (check_invented, SMALL, "Not yet: found 6 points, expected 12"),
        (check_invented, NO_TREE, "Not yet: the puzzle has no solution"),
        (check_invented, "nonsense", "Not yet: "),
    ],
)
@pytest.mark.once
def test_verdicts(check: Any, attempt: Any, answer: str, capsys: pytest.CaptureFixture) -> None:
    check(attempt)
    assert re.match(answer, capsys.readouterr().out, re.DOTALL)
