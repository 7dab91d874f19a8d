"""Hashi: every engine against brute force, the deductions, the checker, lazy cuts, other solvers, the generator."""

import importlib
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, pairwise, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import brute_hashi
import pytest
from board_states import check_reasoning
from engines import agreeing
from ortools.linear_solver.python import model_builder

from puzzlekit import bench, hashi, scip
from puzzlekit.core import grid
from puzzlekit.core.errors import PuzzleError, UnsupportedPuzzle
from puzzlekit.core.grid import Edge, Point
from puzzlekit.hashi import Puzzle, Solution, model_bfs, model_cut_set, model_network_flow, statement
from puzzlekit.hashi.deduce import RULES, first_glance, initial_candidates
from puzzlekit.hashi.rules import components, cut_edges, words
from puzzlekit.scip import enumeration
from puzzlekit.scip.constraints import LinearConstraint, as_linear_constraint, keys

SEEDS = [*range(60), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(60, 500))]
MANY_SEEDS = [*range(100), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(100, 1000))]
WORDS = ("empty", "single bridge", "double bridge")
FEW = 12  # solution sets up to this size are compared

each_seed = pytest.mark.parametrize("seed", SEEDS)


def random_puzzle(seed: int) -> Puzzle:
    """Islands anywhere, or some around a crossing; their numbers fit some bridges, connected or not, or nearly fit."""
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 4), rng.randint(2, 5)
    places = [Point(i, j) for i in range(rows) for j in range(columns)]
    if min(rows, columns) >= 3 and rng.random() < 0.7:
        i, j = rng.randrange(1, rows - 1), rng.randrange(1, columns - 1)
        points = [Point(i - 1, j), Point(i + 1, j), Point(i, j - 1), Point(i, j + 1)]
        others = [place for place in places if place not in (*points, Point(i, j))]
        points += rng.sample(others, rng.randint(0, min(5, len(others))))
    else:
        points = rng.sample(places, rng.randint(2, min(9, len(places))))
    shape = Puzzle.of(rows, columns, dict.fromkeys(points, 1))
    number = dict.fromkeys(points, 0)
    drawn: list[Edge] = []
    for bridge in rng.sample(shape.bridges, len(shape.bridges)):
        crossed = any({bridge, other} == set(pair) for pair in shape.crossings for other in drawn)
        if rng.random() < 0.85 and not crossed:
            drawn.append(bridge)
            count = rng.choice((1, 2))
            number[bridge.a] += count  # type: ignore[index]
            number[bridge.b] += count  # type: ignore[index]
    number = {point: count or 1 for point, count in number.items()}
    if rng.random() < 0.2:
        number[rng.choice(points)] = rng.randint(1, 4)
    return Puzzle.of(rows, columns, number)


@cache
def truth(puzzle: Puzzle) -> frozenset[Solution]:
    """All solutions, or FEW of them, by brute force."""
    plain = {(point.row, point.column): number for point, number in puzzle.islands}
    found = islice(brute_hashi.solutions(plain), FEW)
    boards = ({Edge(Point(*a), Point(*b)): count for (a, b), count in board.items()} for board in found)
    return frozenset(Solution.of(puzzle, board) for board in boards)


# Engines


@each_seed
def test_all_engines_agree_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    assert agreeing(hashi, puzzle, truth(puzzle), FEW) == [*hashi.FORMULATIONS, *hashi.ENGINES]


@pytest.mark.parametrize("case", ["tiny_uncrossed", *SEEDS])
def test_the_fast_rows_agree_with_brute_force_where_nothing_is_deduced(
    case: str | int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deduction settles most small boards, and the objective keeps others in one piece: then no row of the fast build
    is asked."""
    monkeypatch.setattr(statement, "deduce", lambda puzzle: ())
    puzzle = hashi.load(case) if isinstance(case, str) else random_puzzle(case)
    built = model_cut_set.build_fast(puzzle)
    if built.model:
        built.model.setMinimize()
    found = [board for board, _ in islice(enumeration.enumerate_solutions(built), FEW)]
    assert len(found) == len(set(found)) == min(FEW, len(truth(puzzle)))
    assert len(found) == FEW or set(found) == truth(puzzle)


def test_the_random_puzzles_are_of_all_kinds() -> None:
    puzzles = [random_puzzle(seed) for seed in range(60)]
    kinds = [min(len(truth(puzzle)), 2) for puzzle in puzzles]
    assert all(kinds.count(kind) >= 5 for kind in (0, 1, 2))
    assert sum(bool(puzzle.crossings) for puzzle in puzzles) >= 10
    hidden = [puzzle for puzzle in puzzles if not truth(puzzle) and not hashi.clue_conflicts(puzzle)]
    assert len(hidden) >= 3
    joinable = [puzzle for puzzle in puzzles if len(components(puzzle, puzzle.bridges)) == 1]
    lazily = [scip.solve(model_cut_set.build(puzzle)).cuts for puzzle in joinable]
    assert sum(map(bool, lazily)) >= 5


@pytest.mark.parametrize("name", ["table_a4_18", "islands_100", pytest.param("loose_100", marks=pytest.mark.slow)])
def test_larger_boards_by_two_engines(name: str) -> None:
    puzzle = hashi.load(name)
    for formulation in ("cut_set_fast", "cut_set", "network_flow"):
        found = hashi.solutions(puzzle, 2, formulation)
        theirs = hashi.ENGINES["cp_sat_plain"](puzzle, 2).solutions
        assert len(found) == len(theirs)
        assert len(found) > 1 or tuple(found) == theirs


# Deductions


@pytest.mark.parametrize("seed", MANY_SEEDS)
def test_reasoning_agrees_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    check_reasoning(hashi, puzzle, truth(puzzle), seed, first_glance(puzzle))


@pytest.mark.parametrize("seed", MANY_SEEDS)
def test_reasoning_ends_where_no_island_no_crossing_and_no_group_leaves_less(seed: int) -> None:
    """From the clues, and from what a solution has in some places."""
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    some = rng.sample(puzzle.bridges, len(puzzle.bridges) // 3)
    boards = sorted(truth(puzzle), key=str)[:1]
    for known in [None, *({e: frozenset((board.drawn.get(e, 0),)) for e in some} for board in boards)]:
        steps = hashi.deduce(puzzle, known)
        groups = [step for step in steps if step.rule == "closed_group"]
        assert all(0 < len(step.where) < len(puzzle.islands) for step in groups)
        if grid.contradiction(steps):
            continue
        left = grid.apply_steps(steps, initial_candidates(puzzle) | (known or {}))
        for point, number in puzzle.islands:
            around = puzzle.bridges_at[point]
            ways = [way for way in product(*(left[bridge] for bridge in around)) if sum(way) == number]
            assert [{*states} for states in zip(*ways, strict=True)] == [left[bridge] for bridge in around]
        for pair in puzzle.crossings:
            assert any(0 in left[bridge] for bridge in pair)
            assert {0} in [left[bridge] for bridge in pair] or all(0 in left[bridge] for bridge in pair)
        sure = {bridge: min(states) for bridge, states in left.items()}
        for bridge in (bridge for bridge, states in left.items() if len(states) > 1):
            board = Solution.of(puzzle, sure | {bridge: max(left[bridge])})
            apart = [v.where for v in hashi.violations(puzzle, board, partial=True) if v.rule == "connected"]
            assert not any(bridge.a in group for group in apart)


def printed_two_ones(puzzle: Puzzle) -> list[Edge]:
    """(6.2) as it is printed: without a word about the other islands."""
    return [bridge for bridge in puzzle.bridges if puzzle.number[bridge.a] == puzzle.number[bridge.b] == 1]  # type: ignore[index]


def test_the_first_rule_as_printed_is_wrong_on_two_islands_and_on_no_others() -> None:
    pair = hashi.load("tiny_pair")
    (solution,) = truth(pair)
    assert [bridge for bridge in printed_two_ones(pair) if bridge in solution.drawn]
    assert first_glance(pair)[0].rule == "lonely_one"
    for seed in range(300):
        puzzle = random_puzzle(seed)
        if len(puzzle.islands) > 2:
            drawn = {bridge for solution in truth(puzzle) for bridge in solution.drawn}
            assert drawn.isdisjoint(printed_two_ones(puzzle))


@pytest.mark.parametrize(
    ("picture", "rule", "told"),
    [
        ("11.\n..1", "two_ones", "points (1,1)-(1,2) is 0"),
        ("1.2\n...\n..1", "lonely_one", "points (1,1)-(1,3) is 1"),
        ("2.3\n...\n..1", "lonely_two", "points (1,1)-(1,3) is 2"),
        ("2.1\n...\n3.2", "two_beside_a_one", "points (1,1)-(3,1) in 1, 2"),
        ("3.3\n...\n2.2", "three_of_two", "points (1,1)-(1,3) and (1,1)-(3,1) in 1, 2"),
        ("4.3\n...\n3.2", "four_of_two", "points (1,1)-(1,3) and (1,1)-(3,1) are 2"),
        ("2.5.1\n.....\n..2..", "five_of_three", "points (1,1)-(1,3), (1,3)-(1,5) and (1,3)-(3,3) in 1, 2"),
        ("2.6.2\n.....\n..2..", "six_of_three", "points (1,1)-(1,3), (1,3)-(1,5) and (1,3)-(3,3) are 2"),
        ("..1..\n.....\n2.7.2\n.....\n..2..", "seven_of_four", "(3,1)-(3,3), (3,3)-(3,5) and (3,3)-(5,3) in 1, 2"),
        ("..2..\n.....\n2.8.2\n.....\n..2..", "eight_of_four", "(3,1)-(3,3), (3,3)-(3,5) and (3,3)-(5,3) are 2"),
    ],
)
def test_each_rule_concludes_what_it_must_and_names_the_islands(picture: str, rule: str, told: str) -> None:
    steps = [step for step in first_glance(hashi.parse(picture)) if step.rule == rule]
    assert steps
    assert any(str(step).endswith(told) for step in steps), [*map(str, steps)]
    assert all(isinstance(point, Point) for step in steps for point in step.where)
    assert {rule.__name__ for rule in RULES} >= {rule}


def test_a_two_between_ones_says_nothing_of_them() -> None:
    assert "two_beside_a_one" not in {step.rule for step in first_glance(hashi.parse("1.2.1"))}


@pytest.mark.parametrize("seed", range(20))
def test_the_rules_say_the_same_of_a_mirror_image(seed: int) -> None:
    puzzle = random_puzzle(seed)

    def mirrored(point: Any) -> Point:
        return Point(puzzle.rows - 1 - point.row, puzzle.columns - 1 - point.column)

    def said(own: Puzzle, seen: Callable[[Any], Point]) -> set[tuple]:
        found = set[tuple]()
        for step in first_glance(own):
            first = seen(step.where[0]) if len(step.where) > 2 else ""
            for edge, left in step.candidates.items():
                bridge = frozenset(map(seen, (edge.a, edge.b)))
                found.add((step.rule, first, frozenset(map(seen, step.where)), bridge, left))
        return found

    image = Puzzle.of(puzzle.rows, puzzle.columns, {mirrored(point): number for point, number in puzzle.islands})
    assert said(image, lambda point: point) == said(puzzle, mirrored)


def test_there_are_ten_rules_in_the_reports_order() -> None:
    assert [rule.__doc__.split(")")[0] for rule in RULES] == [f"(6.{n}" for n in range(2, 12)]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("picture", "rule"),
    [
        ("2.2\n...\n2.2", "closed_group"),
        ("..2.1\n2..3.\n..1..\n...1.", "no_crossing"),
        ("3.2\n...\n..2", "enough_room"),
    ],
)
def test_the_stronger_rules_are_needed(picture: str, rule: str) -> None:
    steps = hashi.deduce(hashi.parse(picture))
    assert rule in {step.rule for step in steps}


@pytest.mark.parametrize(("picture", "rule"), [("1.\n.1", "isolated_island"), ("1.3", "lonely_one")])
def test_a_contradiction_is_the_last_step(picture: str, rule: str) -> None:
    steps = hashi.deduce(hashi.parse(picture))
    assert grid.contradiction(steps)
    assert rule in {step.rule for step in steps}


def test_a_replay_of_steps_forgets_no_bridge_and_ends_with_the_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashi.load("table_a4_01")
    boards: list[Solution] = []
    draw = hashi.draw

    def drawn(puzzle: Puzzle, board: Solution, **more: Any) -> Any:
        boards.append(board)
        return draw(puzzle, board, **more)

    monkeypatch.setattr(importlib.import_module("puzzlekit.hashi.draw"), "draw", drawn)
    steps = hashi.explanation(puzzle).steps
    replay = hashi.replay_steps(puzzle)
    for _ in steps:
        replay.step(1)
    assert len(boards) == len(steps) == len(repr(replay).split("\n"))
    assert all(after.drawn.get(bridge, 0) >= n for one, after in pairwise(boards) for bridge, n in one.drawn.items())
    assert boards[-1] == hashi.solve(puzzle)


# The checker


def board(picture: str, **bridges: int) -> Solution:
    """A board; `a1c1=2` is a double bridge from column a, row 1 to column c, row 1."""
    puzzle = hashi.parse(picture)
    named = {}
    for name, count in bridges.items():
        one, other = (Point(int(part[1]) - 1, ord(part[0]) - ord("a")) for part in (name[:2], name[2:]))
        named[Edge(one, other)] = count
    return Solution.of(puzzle, named)


def rules(solution: Solution, *, partial: bool = False) -> list[str]:
    return [violation.rule for violation in hashi.violations(solution.puzzle, solution, partial=partial)]


def test_the_checker_names_each_rule() -> None:
    square = "2.2\n...\n2.2"
    assert rules(board(square, a1c1=1, a1a3=1, a3c3=1, c1c3=1)) == []
    assert rules(board(square, a1c1=2, a3c3=2)) == ["connected", "connected"]
    assert rules(board(square, a1c1=1)) == ["number_of_bridges"] * 4 + ["connected"] * 3
    assert rules(board(square, a1c1=1), partial=True) == []
    assert rules(board(square, a1c1=2), partial=True) == ["connected"]
    assert rules(board("3.3", a1c1=3)) == ["at_most_two"]
    cross = board(".1.\n1.1\n.1.", a2c2=1, b1b3=1)
    assert rules(cross, partial=True) == ["no_crossing", "connected", "connected"]
    assert str(cross) == "..1..\n..|..\n1-+-1\n..|..\n..1.."
    assert hashi.parse_solution(cross.puzzle, str(cross)) == cross


def test_the_checker_says_what_is_wrong() -> None:
    (message,) = (str(v) for v in hashi.violations(hashi.parse("1.2"), board("1.2", a1c1=1)))
    assert message == "the 2 at (1,3) has 1 bridge"


def test_groups_are_told_by_their_first_islands() -> None:
    picture = "1.2.2.2.2.1\n...........\n1.2.2.1....\n...........\n1.........."
    first = {"a1c1": 1, "c1e1": 1, "e1g1": 1, "g1i1": 1, "i1k1": 1}
    drawn = board(picture, **first, a3c3=1, c3e3=1, e3g3=1)
    told = [str(broken) for broken in hashi.violations(drawn.puzzle, drawn) if broken.rule == "connected"]
    assert told == [
        "the 1 at (1,1), the 2 at (1,3), the 2 at (1,5), the 2 at (1,7) and 2 more are cut off from the other islands",
        "the 1 at (3,1), the 2 at (3,3), the 2 at (3,5), the 1 at (3,7) are cut off from the other islands",
        "the 1 at (5,1) is cut off from the other islands",
    ]
    assert rules(drawn, partial=True) == ["connected"] * 2


def test_a_group_is_finished_once_no_island_lacks_a_bridge() -> None:
    assert rules(board("1.2\n...\n..1", a1c1=1), partial=True) == []
    assert rules(board("1.1\n...\n1.1", a1c1=2), partial=True) == ["number_of_bridges"] * 2 + ["connected"]
    assert rules(board(".1.\n1.1\n.1.", a2c2=1), partial=True) == ["connected"]  # what it would cross is not there


def test_the_largest_group_is_not_marked_where_all_are_finished() -> None:
    drawn = board("1.1....\n.......\n1.2.2.1", a1c1=1, a3c3=1, c3e3=1, e3g3=1)
    assert hashi.marks(drawn.puzzle, drawn) == {
        **dict.fromkeys([Point(0, 0), Point(0, 2)], "wrong"),
        **{Point(2, j): "met" for j in (0, 2, 4, 6)},
    }
    unfinished = board("1.2.1\n.....\n1....", a1c1=3, c1e1=1)
    assert hashi.marks(unfinished.puzzle, unfinished) == {
        Edge(Point(0, 0), Point(0, 2)): "wrong", Point(0, 0): "over", Point(0, 2): "over", Point(0, 4): "wrong",
    }  # fmt: skip
    assert hashi.marks(unfinished.puzzle, unfinished, []) == {Point(0, 4): "met"}


def test_another_puzzles_board_is_refused() -> None:
    with pytest.raises(PuzzleError, match="found a board with other islands"):
        hashi.violations(hashi.parse("1.1"), board("2.2", a1c1=2))
    with pytest.raises(PuzzleError, match="expected a bridge between neighbouring islands"):
        board("1.1.1", a1e1=1)


def test_visible_clashes() -> None:
    assert [str(clash) for clash in hashi.clue_conflicts(hashi.parse("3.1"))] == [
        "the 3 at (1,1) can have 1 bridge at most"
    ]
    told = [str(clash) for clash in hashi.clue_conflicts(hashi.parse("11.\n..1"))]
    assert told == [
        "the 1 at (2,3) can have 0 bridges at most",
        "the numbers add up to an odd total, but each bridge counts twice",
        "the 1 at (2,3) has no way to the 1 at (1,1)",
    ]


def test_of_two_islands_every_pair_of_numbers_that_has_no_solution_clashes_visibly() -> None:
    for pair in product(range(1, 9), repeat=2):
        puzzle = hashi.parse("{}.{}".format(*pair))
        assert bool(hashi.clue_conflicts(puzzle)) == (not truth(puzzle))


@pytest.mark.parametrize("seed", range(20))
def test_what_leaves_a_group_has_one_end_in_it(seed: int) -> None:
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    group = rng.sample([point for point, _ in puzzle.islands], rng.randint(1, len(puzzle.islands)))
    expected = [e for e in puzzle.bridges if (e.a in group) != (e.b in group)]
    assert sorted(cut_edges(puzzle, group)) == expected


def test_the_last_of_several_parts_has_no_way_to_the_first() -> None:
    (clash,) = (clash for clash in hashi.clue_conflicts(hashi.parse("1...\n.1..\n..11")) if clash.rule == "connected")
    assert (str(clash), clash.where) == (
        "the 1 at (3,3) has no way to the 1 at (1,1)", (Point(2, 2), Point(2, 3)),
    )  # fmt: skip


@pytest.mark.parametrize("name", ["tiny_six", "tiny_square", "tiny_crossing"])
def test_an_explanation_says_how_many_bridges_there_are(name: str) -> None:
    assert [words(hashi.load(name))[state].removeprefix("a ") for state in range(3)] == [*WORDS]


@pytest.mark.parametrize("seed", range(60))
def test_an_island_clashes_where_its_neighbours_cannot_give_enough(seed: int) -> None:
    rng = random.Random(seed)
    places = [Point(i, j) for i in range(3) for j in range(3)]
    top = rng.choice((2, 3, 8))
    puzzle = Puzzle.of(3, 3, {point: rng.randint(1, top) for point in rng.sample(places, rng.randint(1, 7))})
    told = {clash.where: str(clash) for clash in hashi.clue_conflicts(puzzle) if "at most" in str(clash)}
    for point, want in puzzle.islands:
        others = [puzzle.number[bridge.other(point)] for bridge in puzzle.bridges_at[point]]
        possible = [all(n <= own for n, own in zip(counts, others, strict=True)) * sum(counts)
                    for counts in product((0, 1, 2), repeat=len(others))]  # fmt: skip
        assert (max(possible) < want) == ((point,) in told)
        if max(possible) < want:
            assert re.search(rf" can have {max(possible)} bridges? at most$", told[point,])


# Lazy cuts


@pytest.mark.parametrize(
    ("build", "family"), [(model_cut_set.build, "connected"), (model_cut_set.build_fast, "violated")]
)
def test_every_cut_forbids_its_board_and_no_solution(build: Any, family: str) -> None:
    seen = 0
    for seed in range(8):
        puzzle = hashi.generate(16, 8, seed=seed, double=0.1, extra=0.4, unique=False)
        solutions = hashi.ENGINES["cadical"](puzzle, 40).solutions
        built = build(puzzle)
        apart = model_cut_set.build(puzzle, model_cut_set.FAMILIES[:-1])
        for board, _ in islice(enumeration.enumerate_solutions(apart), 40):
            for row in cuts_at(built, family, puzzle, board):
                seen += 1
                assert held(row, board) < row.lower
                assert all(held(row, solution) >= row.lower for solution in solutions), (seed, row)
    assert seen >= 20


def cuts_at(built: Any, family: str, puzzle: Puzzle, board: Solution) -> Iterator[Any]:
    """What a lazy family says of a board, if the fast build can state it."""
    if built.model is not None:
        values = scip.variables(x={(e, k): int(board.drawn.get(e, 0) >= k) for e, k in built.v.x})
        for place, row in built.families[family](puzzle, built.v, values):
            yield as_linear_constraint(row, keys(built.v), family, place)


def held(row: LinearConstraint, solution: Solution) -> float:
    """The left side of a row at a solution."""
    ones = {("x", (bridge, k)) for bridge, count in solution.drawn.items() for k in range(1, count + 1)}
    return sum(value for key, value in row.coefficients.items() if key in ones)


def test_the_parity_form_asks_for_two() -> None:
    """Groups of whole numbers of bridges have even sums, so every cut that a candidate needs asks for two bridges."""
    puzzle = hashi.load("loose_100")
    found = scip.solve(model_cut_set.build_fast(puzzle)).cuts
    assert {cut.lower for cut in found} <= {2.0}
    assert {cut.lower for cut in scip.solve(model_cut_set.build(puzzle)).cuts} == {1.0}


# The report's model


def test_crossings_are_those_of_the_reports_case_analysis() -> None:
    """(6.1d), case II(b)iii: islands are numbered row by row; q = (a, b) across and r = (c, d) down cross if and only
    if a > c, b < d and j_a < j_c < j_b."""
    for puzzle in map(random_puzzle, range(200)):
        index: dict[Any, int] = {point: n for n, (point, _) in enumerate(puzzle.islands)}
        pairs: Any = product(puzzle.bridges, repeat=2)
        inside = [(q, r) for q, r in pairs if q.a.column < r.a.column < q.b.column]
        found = [(q, r) for q, r in inside if index[q.a] > index[r.a] and index[q.b] < index[r.b]]
        assert sorted(found) == list(puzzle.crossings)


def test_a_large_search_model_is_refused_before_it_is_made() -> None:
    with pytest.raises(
        UnsupportedPuzzle, match=r"found 164 possible bridges, so 26896 variables y; expected at most 150"
    ):
        model_bfs.build(hashi.load("islands_100"))


# Other solvers read what we write


MPS = [*product([model_network_flow.build, model_bfs.build], ["tiny_crossing", "table_a4_05"])]


@pytest.mark.parametrize(("build", "name"), [*MPS, (model_network_flow.build, "table_a4_10")])
def test_another_solver_reads_the_mps_file(build: Any, name: str, tmp_path: Path) -> None:
    puzzle, path = hashi.load(name), tmp_path / "model.mps"
    built = build(puzzle)
    built.model.writeProblem(str(path), verbose=False)
    other = model_builder.Model()
    assert other.import_from_mps_file(str(path))
    solver = model_builder.Solver("highs")
    assert solver.solve(other) == model_builder.SolveStatus.OPTIMAL
    value = {variable.name: round(solver.value(variable)) for variable in other.get_variables()}
    groups = {group: {key: value[x.name] for key, x in members.items()} for group, members in vars(built.v).items()}
    assert built.decode(SimpleNamespace(**groups)) == hashi.solve(puzzle, "cut_set_fast")


def test_bench_reads_a_folder_of_benchmark_files(tmp_path: Path) -> None:
    for name, rows in (("Hs_3_4_25_00_001", "2 0 2\n0 0 0\n2 0 2"), ("Hs_3_2_25_00_002", "1 0 1\n0 0 0\n0 0 0")):
        islands = sum(number != "0" for number in rows.split())
        (tmp_path / f"{name}.has").write_text(f"3 3 {islands}\n{rows}\n")
    (tmp_path / "README.md").write_text("no puzzle")
    files = bench.find_instances([tmp_path])
    measured = [row for found in bench.sweep("hashi", files, ["cut_set", "cadical"], workers=1) for row in found]
    assert [row.instance for row in measured] == ["Hs_3_2_25_00_002"] * 2 + ["Hs_3_4_25_00_001"] * 2
    assert {(row.status, row.valid) for row in measured} == {("solved", True)}


# The generator


@pytest.mark.parametrize("engine", [None, "cadical", "cp_sat"])
def test_generated_puzzles_are_as_asked(engine: str | None) -> None:
    for seed in range(3):
        puzzle = hashi.generate(15, 8, seed=seed, engine=engine)
        assert (len(puzzle.islands), puzzle.rows, puzzle.columns) == (15, 8, 8)
        assert hashi.is_unique(puzzle)


def test_shares_of_double_bridges_and_of_cycles() -> None:
    def counts(**options: float) -> tuple[float, float]:
        puzzle = hashi.generate(60, 14, seed=1, unique=False, **options)  # type: ignore[arg-type]
        total = sum(number for _, number in puzzle.islands) // 2
        return total, len(puzzle.bridges)

    assert counts(double=0.0, extra=0.0)[0] == 59  # a tree of single bridges
    assert counts(double=1.0, extra=0.0)[0] == 118
    assert counts(double=0.0, extra=0.1)[0] == 65


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"islands": 1}, "found islands = 1, expected a whole number from 2 to 1000"),
        ({"islands": 9, "side": 3}, "found 9 islands on 3 x 3 places, expected 2 to 4"),
        ({"engine": "gurobi"}, "no engine is named 'gurobi'; expected one of cp_sat, cp_sat_plain, cadical"),
    ],
)
def test_what_cannot_be_generated_is_refused(options: dict, message: str) -> None:
    with pytest.raises(PuzzleError, match=f"^{message}"):
        hashi.generate(seed=1, **options)


def test_a_proof_on_the_board_is_hatched_and_draws_no_bridge() -> None:
    puzzle = hashi.parse("1.1\n...\n2.2")
    across, down, *_ = puzzle.bridges
    ax = hashi.draw(puzzle, marks={across: "minus hinted", down: "plus minus"})
    plain = hashi.draw(puzzle)
    assert {patch.get_hatch() for patch in ax.patches} >= {"++", "--"}
    assert len(ax.lines) == len(plain.lines)


@pytest.mark.parametrize("engine", ["cp_sat", "cadical"])
def test_an_engine_proves_what_a_cut_without_links_says(engine: str) -> None:
    """Both candidates split the islands, and no open link joins the parts: two of no bridges is impossible."""
    puzzle = hashi.parse("2224\n33.2")
    assert not hashi.solutions(puzzle, 1)
    assert hashi.ENGINES[engine](puzzle, 1).status == "infeasible"
