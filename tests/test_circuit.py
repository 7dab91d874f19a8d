"""Circuit boards: every engine against brute force, the checker, the models side by side, the generator."""

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import brute_circuit
import pytest

from puzzlekit import circuit
from puzzlekit.circuit import Puzzle, Solution
from puzzlekit.errors import Unsuited
from puzzlekit.grid import Edge, Point

SHAPES = ((2, 2), (2, 3), (3, 3), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4), (4, 5))
SEEDS = [*range(60), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(60, 500))]
PATHS = [*range(20), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(20, 100))]
FEW = 40  # solution sets smaller than this are compared


def edge(pair: brute_circuit.Pair) -> Edge:
    (i, j), (k, m) = pair
    return Edge(Point(i, j), Point(k, m))


def pairs(edges: Any) -> set[brute_circuit.Pair]:
    return {((e.a.row, e.a.column), (e.b.row, e.b.column)) for e in edges}


def random_puzzle(seed: int, *, paths: bool = False) -> Puzzle:
    """A board grown around a tree, such a board with a point opened or blacked out or a wrong hint, or anything."""
    rng = random.Random(seed)
    rows, columns = rng.choice(SHAPES)
    everywhere = {(i, j) for i in range(rows) for j in range(columns)}
    match rng.choice(["grown", "grown", "changed", "changed", "anything"]):
        case "anything":
            points = set(rng.sample(sorted(everywhere), rng.randint(max(2, len(everywhere) - 4), len(everywhere))))
            edges = sorted(brute_circuit.lattice_edges(points))
        case kind:
            made = circuit.generate(rows, columns, seed=seed, unique=False, hints=10**6)
            points, edges = {(p.row, p.column) for p in made.points}, sorted(pairs(made.given))
            if kind == "changed" and rng.random() < 0.5:
                points ^= set(rng.sample(sorted(everywhere), rng.choice([1, 2, 2])))
                points = points or everywhere
                edges = [pair for pair in edges if set(pair) <= points]
            elif kind == "changed":
                edges = sorted({*edges, *rng.sample(brute_circuit.lattice_edges(points), 1)})
    hints = rng.sample(edges, rng.randint(0, len(edges) // 3))
    ends = tuple(Point(*place) for place in rng.sample(sorted(points), 2)) if paths and len(points) > 1 else None
    blocked = frozenset(Point(*place) for place in everywhere - points)
    return Puzzle(rows, columns, blocked, ends, frozenset(map(edge, hints)))  # type: ignore[arg-type]


@cache
def truth(puzzle: Puzzle) -> frozenset[Solution]:
    """All solutions by brute force; with endpoints, those whose path is shortest."""
    points, given = {(p.row, p.column) for p in puzzle.points}, pairs(puzzle.given)
    if puzzle.endpoints:
        start, end = ((p.row, p.column) for p in puzzle.endpoints)
        trees: Any = brute_circuit.shortest(points, given, start, end)
    else:
        trees = brute_circuit.trees(points, given)
    return frozenset(Solution.of(puzzle, map(edge, tree)) for tree in trees)


def answers(puzzle: Puzzle, limit: int) -> Iterator[tuple[str, list[Solution]]]:
    for formulation in circuit.FORMULATIONS:
        with suppress(Unsuited):
            yield formulation, circuit.solutions(puzzle, limit, formulation)
    for name, peer in circuit.PEERS.items():
        with suppress(Unsuited):
            yield name, list(peer(puzzle, limit).solutions)


# Engines


@pytest.mark.parametrize("seed", SEEDS)
def test_all_engines_agree_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    expected = truth(puzzle)
    asked = []
    for engine, found in answers(puzzle, FEW):
        asked.append(engine)
        assert len(found) == min(FEW, len(expected)), engine
        assert len(set(found)) == len(found), engine
        assert set(found) <= expected, engine
        assert all(circuit.violations(puzzle, solution) == [] for solution in found), engine
    assert asked == ["spanning_tree_fast", "spanning_tree", "network_flow", "cp_sat", "cadical"]


@pytest.mark.parametrize("seed", PATHS)
def test_the_shortest_path_is_that_of_brute_force(seed: int) -> None:
    puzzle = random_puzzle(1000 + seed, paths=True)
    expected = truth(puzzle)
    asked = []
    for engine, found in answers(puzzle, FEW):
        asked.append(engine)
        assert len(found) == len(set(found)) == min(FEW, len(expected)), engine
        assert set(found) <= expected, engine
        assert {len(solution.path) for solution in found} == {len(solution.path) for solution in expected}, engine
    assert asked == ["shortest_path_fast", "shortest_path", "cp_sat"]
