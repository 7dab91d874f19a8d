"""Circuit boards: every engine against brute force, the checker, the models side by side, the generator."""

import dataclasses
import random
from functools import cache
from itertools import product
from typing import Any

import brute_circuit
import networkx as nx
import pytest
from board_states import check_reasoning
from engines import agreeing, answers, by_cp_sat
from pyscipopt import quicksum

from puzzlekit import circuit, scip
from puzzlekit.circuit import Puzzle, Solution, graph, model_network_flow
from puzzlekit.circuit.deduce import initial_candidates
from puzzlekit.circuit.search import Parts, searched
from puzzlekit.circuit.statement import problem
from puzzlekit.core import grid
from puzzlekit.core.errors import PuzzleError, UnsupportedPuzzle
from puzzlekit.core.grid import Edge, Point
from puzzlekit.engines import Problem, Settled
from puzzlekit.engines.backtracking import search

SHAPES = ((2, 2), (2, 3), (3, 3), (2, 5), (3, 4), (4, 3), (3, 5), (4, 4), (4, 4), (4, 5), (4, 5))
SEEDS = [*range(20), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(20, 500))]
PATHS = [*range(20), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(20, 100))]
PEERS = ["cp_sat", "cp_sat_plain", "cadical"]
FEW = 40  # solution sets smaller than this are compared


def edge(pair: brute_circuit.Pair) -> Edge:
    (i, j), (k, m) = pair
    return Edge(Point(i, j), Point(k, m))


def pairs(edges: Any) -> set[brute_circuit.Pair]:
    return {((e.a.row, e.a.column), (e.b.row, e.b.column)) for e in edges}


def random_puzzle(seed: int, *, paths: bool = False) -> Puzzle:
    """A board grown around a tree, such a board with a point opened or blacked out or a wrong hint, or anything."""
    rng = random.Random(seed)
    rows, columns = rng.choice(SHAPES[3:] if paths else SHAPES)
    everywhere = {(i, j) for i in range(rows) for j in range(columns)}
    match "grown" if paths and rng.random() < 0.7 else rng.choice(["grown", "grown", "changed", "changed", "anything"]):
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
    hints = rng.sample(edges, min(len(edges), rng.choice([0, 0, 1, 2, len(edges) // 4])))
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


# Engines


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.once
def test_all_engines_agree_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    asked = agreeing(circuit, puzzle, truth(puzzle), FEW)
    assert by_rules(puzzle) == truth(puzzle)
    assert asked == ["backtracking_fast", "spanning_tree_fast", "spanning_tree", "network_flow", *PEERS]


@pytest.mark.parametrize("seed", PATHS)
@pytest.mark.once
def test_the_shortest_path_is_that_of_brute_force(seed: int) -> None:
    puzzle = random_puzzle(1000 + seed, paths=True)
    expected = truth(puzzle)
    asked = []
    for engine, found in answers(circuit, puzzle, FEW):
        asked.append(engine)
        assert len(found) == len(set(found)) == min(FEW, len(expected)), engine
        assert set(found) <= expected, engine
        assert {len(solution.path) for solution in found} == {len(solution.path) for solution in expected}, engine
    assert asked == ["shortest_path_fast", "shortest_path", *PEERS]
    assert by_rules(puzzle) == expected


def by_rules(puzzle: Puzzle) -> set[Solution]:
    """All solutions by the statement that has nothing of deduction."""
    return set(by_cp_sat(problem(puzzle, deduced=False), 1000))


@pytest.mark.full
def test_the_random_puzzles_are_of_all_kinds() -> None:
    puzzles = [random_puzzle(seed) for seed in range(60)]
    kinds = [min(len(truth(puzzle)), 2) for puzzle in puzzles]
    assert all(kinds.count(kind) >= 8 for kind in (0, 1, 2))
    assert {(puzzle.rows, puzzle.columns) for puzzle in puzzles} == set(SHAPES)
    hidden = [puzzle for puzzle in puzzles if not truth(puzzle) and not circuit.clue_conflicts(puzzle)]
    assert len(hidden) >= 3
    paths = [random_puzzle(1000 + seed, paths=True) for seed in range(20)]
    trees = [len(truth(dataclasses.replace(puzzle, endpoints=None))) for puzzle in paths]
    assert sum(number > len(truth(puzzle)) > 0 for number, puzzle in zip(trees, paths, strict=True)) >= 3


# The short search


@pytest.mark.parametrize("first", [0, *(pytest.param(own, marks=pytest.mark.slow) for own in range(100, 6000, 100))])
def test_a_short_search_counts_as_brute_force_does(first: int) -> None:
    for puzzle in map(random_puzzle, range(first, first + 100)):
        trees = truth(puzzle)
        start = given(puzzle)
        found = search(start, 10**6) if start else []
        assert len(found) == len({parts.drawn for parts in found}) == min(2, len(trees)), puzzle
        assert {drawn(puzzle, parts) for parts in found} <= trees, puzzle
        for most in (3, 10**6):
            settled = searched(puzzle, problem(puzzle), most)
            assert isinstance(settled, Problem) or {settled.solution} - {None} == trees, puzzle
        assert isinstance(settled, Settled) == (len(trees) < 2), puzzle


@pytest.mark.parametrize("first", [0, *(pytest.param(own, marks=pytest.mark.slow) for own in range(100, 1000, 100))])
def test_what_is_drawn_or_left_out_keeps_the_trees_that_have_it(first: int) -> None:
    """Edge by edge, so that parts grow and join, along a tree and beside it."""
    for seed in range(first, first + 100):
        puzzle, rng = random_puzzle(seed), random.Random(seed)
        trees, parts = truth(puzzle), given(puzzle)
        for number in rng.sample(range(len(puzzle.edges)), min(6, len(puzzle.edges))):
            own = puzzle.edges[number]
            state = rng.random() < 0.5
            if trees and rng.random() < 0.8:
                state = own in rng.choice(sorted(trees, key=str)).drawn
            if parts is None or not parts.open >> number & 1:
                break
            trees, parts = {tree for tree in trees if (own in tree.drawn) == state}, parts.with_edge(1 << number, state)
            sure = [] if parts is None else [k for k in range(len(puzzle.edges)) if not parts.open >> k & 1]
            for tree in trees:
                assert parts, puzzle
                assert all((puzzle.edges[k] in tree.drawn) == bool(parts.drawn >> k & 1) for k in sure), puzzle


def given(puzzle: Puzzle) -> Parts | None:
    """What follows from the given edges; None if there is a contradiction."""
    parts = Parts(graph.Numbers(puzzle))
    holds = all(parts.put(1 << number, True) for number, own in enumerate(puzzle.edges) if own in puzzle.given)
    return parts if holds and parts.settle() else None


def drawn(puzzle: Puzzle, parts: Parts) -> Solution:
    return Solution.of(puzzle, (own for number, own in enumerate(puzzle.edges) if parts.drawn >> number & 1))


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 300))])
def test_altered_boards_have_the_solutions_that_another_engine_finds(seed: int) -> None:
    """Some given edges are left out, or one is given that the solution has not."""
    rng = random.Random(seed)
    puzzle = circuit.generate(rng.choice((5, 6, 7)), seed=seed)
    other = [own for own in puzzle.edges if own not in circuit.solve(puzzle).drawn]
    kept = {own for own in puzzle.given if rng.random() < rng.choice((0.9, 1))} | {*rng.sample(other, seed % 2)}
    altered = dataclasses.replace(puzzle, given=frozenset(kept))
    theirs = circuit.ENGINES["cp_sat_plain"](altered, 2).solutions
    ours = circuit.solutions(altered, 2)
    assert len(ours) == len(theirs)
    assert len(theirs) > 1 or set(ours) == set(theirs)


# Reasoning without search


@pytest.mark.parametrize("seed", SEEDS)
def test_reasoning_agrees_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    check_reasoning(circuit, puzzle, truth(puzzle), seed)


@pytest.mark.parametrize("seed", range(60))
def test_reasoning_ends_where_no_point_no_cycle_and_no_cut_leaves_less(seed: int) -> None:
    """From the board, and from some of the edges of a solution."""
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    some = rng.sample(puzzle.edges, len(puzzle.edges) // 4)
    halves = [{e: frozenset((int(e in board.drawn),)) for e in some} for board in sorted(truth(puzzle), key=str)[:1]]
    for known in [None, *halves]:
        if grid.contradiction(steps := circuit.deduce(puzzle, known)):
            continue
        left = grid.apply_steps(steps, initial_candidates(puzzle) | (known or {}))
        assert known or all(left[edge] == {1} for edge in puzzle.given)
        for around in puzzle.at.values():
            ways = [way for way in product(*(left[edge] for edge in around)) if sum(way) in (1, 3)]
            assert [{*states} for states in zip(*ways, strict=True)] == [left[edge] for edge in around]
        may = nx.Graph([(edge.a, edge.b) for edge, states in left.items() if 1 in states])
        drawn = nx.Graph([(edge.a, edge.b) for edge, states in left.items() if states == {1}])
        drawn.add_nodes_from(puzzle.points)
        single = {point for point in puzzle.points if may.degree[point] < 3}
        assert len(may) == len(puzzle.points)
        assert nx.is_connected(may)
        assert nx.is_forest(drawn)
        for edge in (edge for edge, states in left.items() if len(states) == 2):
            assert not nx.has_path(drawn, edge.a, edge.b)
            assert (edge.a, edge.b) not in nx.bridges(may)
            assert (edge.b, edge.a) not in nx.bridges(may)
            assert len(single & {edge.a, edge.b}) < 2


@pytest.mark.parametrize(
    ("picture", "rule", "told"),
    [
        ("o.o.o", "degree_one_or_three", "3 points: an odd number"),
        ("o.o.o.o\n.......\no.o.o.o", "degree_one_or_three", "4 points are light (as on a checkerboard): the sum"),
        ("o-o.o\n|.|..\no-o.o", "no_cycle", "4 edges through point (1,1) close a cycle"),
        ("o.#.o\n.....\no.#.o", "connect_all_points", "cannot be joined to the rest any more"),
        ("o.o.#.o\n.......\no.o.#.#", "degree_one_or_three", "point (1,4) has 0 edges and only 0 neighbours"),
        ("o-o.o\n....|\no.o.o", "connect_all_points", "no state is left for points (1,1) and (1,2)"),
        ("o.o-o.o\n.......\no.o.o.o\n.......\n#.o.o.#", "", ""),
    ],
)
def test_a_contradiction_is_found(picture: str, rule: str, told: str) -> None:
    puzzle = circuit.parse(picture)
    reasons = [*circuit.clue_conflicts(puzzle), *circuit.deduce(puzzle)]
    if not rule:
        assert circuit.clue_conflicts(puzzle) == []
        return
    assert truth(puzzle) == frozenset()
    assert any(reason.rule == rule and told in str(reason) for reason in reasons), list(map(str, reasons))


@pytest.mark.parametrize("cut", [2, 4])
def test_the_smallest_part_that_is_cut_off_is_told(cut: int) -> None:
    puzzle = circuit.Puzzle(3, 6)
    known = {e: frozenset((0,)) for e in puzzle.edges if e.a.column < cut <= e.b.column}
    *steps, last = circuit.deduce(puzzle, known)
    left = grid.apply_steps(steps, initial_candidates(puzzle) | known)
    parts = [*nx.connected_components(nx.Graph([(e.a, e.b) for e, states in left.items() if 1 in states]))]
    assert set(last.where) in parts
    assert len(last.where) == min(map(len, parts)) < max(map(len, parts))
    assert last.rule == "connect_all_points"


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (2, 4), (3, 3)])
def test_the_rule_of_two_colours_refuses_no_solvable_board(shape: tuple[int, int]) -> None:
    places = [Point(i, j) for i in range(shape[0]) for j in range(shape[1])]
    refused = 0
    for bits in range(1, 2 ** len(places)):
        puzzle = Puzzle(*shape, frozenset(place for k, place in enumerate(places) if not bits >> k & 1))
        if any("light" in clash.message for clash in circuit.clue_conflicts(puzzle)):
            refused += 1
            assert truth(puzzle) == frozenset()
    assert refused


# The checker


def board(puzzle: Puzzle, picture: str) -> Solution:
    return circuit.parse_solution(puzzle, picture)


def told(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> set[str]:
    return {violation.rule for violation in circuit.violations(puzzle, solution, partial=partial)}


def test_each_rule_has_its_name() -> None:
    star = circuit.parse("#.o.#\n.....\no-o.o")
    assert told(star, board(star, "#.o.#\n..|..\no-o-o")) == set()
    wrong = {"degree_one_or_three", "connect_all_points", "keep_given_edges"}
    assert told(star, board(star, "#.o.#\n..|..\no.o-o")) == wrong
    square = circuit.parse("o.o\n...\no.o")
    assert told(square, board(square, "o-o\n|.|\no-o")) == {"degree_one_or_three", "no_cycle"}
    assert told(square, board(square, "o-o\n|.|\no-o"), partial=True) == {"degree_one_or_three", "no_cycle"}
    assert told(square, board(square, "o-o\n...\no.o"), partial=True) == set()
    cross = circuit.parse("#.o.#\n.....\no.o.o\n.....\n#.o.#")
    marks = circuit.marks(cross, board(cross, "#.o.#\n..|..\no-o-o\n..|..\n#.o.#"))
    assert marks[Point(1, 1)] == "over"
    assert marks[Point(0, 1)] == "met"


@pytest.mark.parametrize("arm", [Point(0, 1), Point(1, 0), Point(1, 2), Point(2, 1)], ids=str)
def test_a_point_whose_neighbour_is_full_is_cut_off(arm: Point) -> None:
    cross = circuit.parse("#.o.#\n.....\no.o.o\n.....\n#.o.#")
    centre = Point(1, 1)
    drawn = Solution.of(cross, (e for e in cross.edges if arm not in (e.a, e.b)))
    (broken,) = circuit.violations(cross, drawn, partial=True)
    assert (broken.rule, broken.where) == ("connect_all_points", (arm,))
    assert str(broken) == f"{arm} cannot be joined to the rest any more"
    assert circuit.marks(cross, Solution.of(cross, ())) == {}  # nothing is wrong yet
    assert circuit.marks(cross, drawn) == {**dict.fromkeys(cross.points, "met"), arm: "wrong"}
    (degree, whole) = circuit.violations(cross, drawn)
    assert str(degree) == f"{arm} has 0 edges, where 1 or 3 are allowed"
    assert str(whole) == f"{arm} is not joined to the rest"
    assert drawn.degree(centre) == 3


def test_a_part_is_told_by_its_first_point() -> None:
    puzzle = circuit.parse("o.o.o.o.o.o")
    drawn = board(puzzle, "o-o.o-o-o.o")
    told = [str(broken) for broken in circuit.violations(puzzle, drawn) if broken.rule == "connect_all_points"]
    assert told == ["point (1,6) is not joined to the rest", "point (1,1) and 1 other are not joined to the rest"]
    square = circuit.parse("o.o\n...\no.o")
    (broken,) = circuit.violations(square, board(square, "o-o\n|..\no.o"), partial=True)
    assert str(broken) == "point (1,1) has 2 edges and only 2 neighbours, where 1 or 3 are allowed"


def test_a_cycle_is_told_with_its_edges() -> None:
    puzzle = circuit.parse("o.o.o.o\n.......\no.o.o.o")
    drawn = board(puzzle, "o-o-o-o\n|...|..\no-o-o.o")
    (cycle,) = (broken for broken in circuit.violations(puzzle, drawn) if broken.rule == "no_cycle")
    assert cycle.where == tuple(sorted(drawn.drawn - {Edge(Point(0, 2), Point(0, 3))}))
    assert str(cycle) == "6 edges through point (1,1) close a cycle"


def test_the_colours_are_counted() -> None:
    (clash,) = circuit.clue_conflicts(circuit.parse("#.o.#\n.....\no.o.o\n.....\no.o.#"))
    assert clash.where == (Point(1, 1), Point(2, 0))
    assert "2 points are light (as on a checkerboard)" in str(clash)
    assert str(clash).endswith("must be the number of edges, 5")
    dark = circuit.parse("#.o\n...\no.#")
    assert dark.points in [broken.where for broken in circuit.clue_conflicts(dark)]


def test_a_finished_part_is_cut_off() -> None:
    puzzle = circuit.parse("o.o.o.o\n.......\n#.o.o.#")
    stars = board(puzzle, "o-o.o-o\n..|.|..\n#.o.o.#")
    assert "connect_all_points" in told(puzzle, stars)
    assert "connect_all_points" not in told(puzzle, stars, partial=True)  # ends of the two stars can still be joined
    pair = board(puzzle, "o-o-o-o\n..|.|..\n#.o.o.#")
    assert circuit.violations(puzzle, pair) == []


def test_the_path_is_read_off_the_board() -> None:
    puzzle = circuit.load("tiny_path_detour")
    solution = circuit.solve(puzzle)
    start, end = puzzle.endpoints or ()
    tree = nx.Graph((e.a, e.b) for e in solution.drawn)
    assert len(solution.path) == nx.shortest_path_length(tree, start, end)
    assert set(solution.path) <= solution.drawn
    assert Solution.of(puzzle, ()).path == ()


# Models side by side


def test_the_flow_model_as_printed_accepts_a_cycle_where_there_is_no_tree() -> None:
    printed = tuple(family for family in model_network_flow.FAMILIES if family is not model_network_flow.no_cycle)
    puzzle = circuit.load("tiny_colours")
    built = model_network_flow.build(puzzle, printed)
    built.model.setObjective(quicksum(built.v.z.values()), "minimize")
    result = scip.solve(built)
    assert (result.status, round(result.primal or 0)) == ("solved", len(puzzle.points))
    assert told(puzzle, built.decode(result.values)) == {"no_cycle"}
    assert truth(puzzle) == frozenset()


@pytest.mark.parametrize("seed", range(8))
def test_bridges_are_those_of_networkx(seed: int) -> None:
    lattice = Puzzle(5, 6, frozenset({Point(2, 2)}))
    drawn = random.Random(seed).sample(lattice.edges, 5 * seed)
    known = nx.Graph((edge.a, edge.b) for edge in drawn)
    assert graph.bridges(lattice, drawn) == sorted(Edge(*sorted(pair)) for pair in nx.bridges(known))


def test_cycles_are_cycles_and_parts_are_parts() -> None:
    puzzle = circuit.parse("o.o.o.o\n.......\no.o.o.o")
    drawn = [e for e in puzzle.edges if e != edge(((0, 1), (0, 2))) and e != edge(((1, 1), (1, 2)))]
    for cycle in graph.cycles(puzzle, drawn):
        assert len(cycle) == 4
        assert {degree for _, degree in nx.Graph((e.a, e.b) for e in cycle).degree} == {2}
    assert len(graph.cycles(puzzle, drawn)) == 2
    left, right = graph.parts(puzzle, drawn)
    assert graph.cut_edges(puzzle, left) == graph.cut_edges(puzzle, right) == sorted(set(puzzle.edges) - set(drawn))


def test_a_formulation_says_which_puzzles_it_takes() -> None:
    path, plain = circuit.load("tiny_path"), circuit.load("tiny_4x4")
    for name, build in circuit.FORMULATIONS.items():
        with pytest.raises(UnsupportedPuzzle, match="endpoints"):
            build(plain if name.startswith("shortest") else path)


@pytest.mark.parametrize("picture", ["o", "o.#.o", "s.#.t", "s.t", "o.o"])
def test_the_smallest_boards(picture: str) -> None:
    puzzle = circuit.parse(picture)
    for engine, found in answers(circuit, puzzle, 2):
        assert set(found) == truth(puzzle), engine


# The generator


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("side", [3, 4, 5, 7])
def test_a_generated_board_has_one_solution_and_no_hint_to_spare(side: int, seed: int) -> None:
    puzzle = circuit.generate(side, seed=seed)
    peer = circuit.ENGINES["cadical"]
    assert len(peer(puzzle, 2).solutions) == 1
    for hint in puzzle.given:
        assert len(peer(dataclasses.replace(puzzle, given=puzzle.given - {hint}), 2).solutions) == 2


@pytest.mark.full
def test_the_generator_does_as_it_is_told() -> None:
    puzzle = circuit.generate(4, 7, seed=1, unique=False, hints=3, endpoints=True, points=20)
    assert (puzzle.rows, puzzle.columns, len(puzzle.given), len(puzzle.points)) == (4, 7, 3, 20)
    assert puzzle.endpoints
    for size in (2, 20):
        solved = circuit.generate(size, seed=1, unique=False, hints=10**6)
        assert circuit.violations(solved, Solution.of(solved, solved.given)) == []
    with pytest.raises(PuzzleError, match="found rows = 21, expected a whole number from 2 to 20"):
        circuit.generate(21, seed=1)
