"""Slitherlink: every engine against brute force, the deductions, the checker, the models' traps, ids, the generator."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, islice, product
from typing import Any

import brute_slitherlink
import pytest
from board_states import check_reasoning
from engines import agreeing
from matplotlib.collections import LineCollection
from pyscipopt import quicksum
from refused import refusal

from puzzlekit import scip, slitherlink
from puzzlekit.core import grid
from puzzlekit.core.errors import PuzzleError, UnsupportedPuzzle
from puzzlekit.core.grid import Cell, Edge, Point
from puzzlekit.core.union_find import cycle_components
from puzzlekit.scip import enumeration
from puzzlekit.slitherlink import Puzzle, Solution, model_directed, model_single_loop
from puzzlekit.slitherlink.deduce import initial_candidates
from puzzlekit.slitherlink.graph import spoilt
from puzzlekit.slitherlink.puzzle import geometry
from puzzlekit.slitherlink.rules import words
from puzzlekit.slitherlink.starting_rules import RULES, first_glance

SEEDS = [*range(15), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(15, 500))]
MANY_SEEDS = [*range(75), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(75, 2000))]
FEW = 12  # solution sets up to this size are compared
SHAPES = [(1, 3), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 3)]

each_seed = pytest.mark.parametrize("seed", SEEDS)


def random_puzzle(seed: int) -> Puzzle:
    """No clues at all, or zeros alone, or those of a loop, more or fewer of them, perhaps one of them wrong."""
    rng = random.Random(seed)
    rows, columns = rng.choice(SHAPES)
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    kind = rng.choice(("none", "zeros", "loop", "loop", "loop", "loop", "nearly", "any"))
    loop = rng.choice(brute_slitherlink.loops(rows, columns))
    count = {cell: sum(link in loop for link in brute_slitherlink.sides(cell)) for cell in cells}
    chosen = rng.sample(cells, rng.randint(1, len(cells)))
    if kind == "none":
        chosen = []
    elif kind == "zeros":
        chosen = [cell for cell in chosen[:2] if count[cell] == 0]
    elif kind == "any":
        count = {cell: rng.choice((0, 1, 2, 2, 3, 3, 4)) for cell in cells}
        chosen = chosen[:3]
    elif kind == "nearly":
        count[chosen[0]] = rng.randint(0, 3)
    return Puzzle.of(rows, columns, {Cell(*cell): count[cell] for cell in chosen})


@cache
def truth(puzzle: Puzzle) -> frozenset[Solution]:
    """All solutions, or FEW of them, by brute force."""
    return frozenset(islice(everything_true(puzzle), FEW))


def everything_true(puzzle: Puzzle) -> Iterator[Solution]:
    """All solutions by brute force."""
    plain = {(cell.row, cell.column): number for cell, number in puzzle.clues}
    for board in brute_slitherlink.solutions(puzzle.rows, puzzle.columns, plain):
        yield Solution.of(puzzle, (Edge(Point(*a), Point(*b)) for a, b in board))


# Engines


@pytest.mark.parametrize(("side", "count"), [(1, 1), (2, 13), (3, 213)])
def test_brute_force_finds_as_many_loops_as_are_known(side: int, count: int) -> None:
    """OEIS A140517; and they are those of all sets of edges that the checker takes, where these can be tried."""
    assert len(brute_slitherlink.loops(side, side)) == count
    if side <= 2:
        empty = Puzzle.of(side, side, {})
        sets = (chosen for size in range(len(empty.edges) + 1) for chosen in combinations(empty.edges, size))
        boards = (Solution.of(empty, chosen) for chosen in sets)
        assert {board for board in boards if not slitherlink.violations(empty, board)} == {*everything_true(empty)}


@each_seed
@pytest.mark.once
def test_all_engines_agree_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    assert agreeing(slitherlink, puzzle, truth(puzzle), FEW) == [*slitherlink.FORMULATIONS, *slitherlink.ENGINES]


@pytest.mark.full
def test_the_random_puzzles_are_of_all_kinds() -> None:
    puzzles = [random_puzzle(seed) for seed in range(60)]
    kinds = [min(len(truth(puzzle)), 2) for puzzle in puzzles]
    assert all(kinds.count(kind) >= 5 for kind in (0, 1, 2))
    assert sum(not puzzle.clues for puzzle in puzzles) >= 3
    assert any(puzzle.clues and not any(number for _, number in puzzle.clues) for puzzle in puzzles)
    assert sum(any(map(apart, combinations(truth(puzzle), 2))) for puzzle in puzzles) >= 3
    for build in (model_single_loop.build, model_directed.build):
        assert sum(bool(scip.solve(greedy(build(puzzle))).cuts) for puzzle in puzzles) >= 10
    hidden = [puzzle for puzzle in puzzles if not truth(puzzle) and not slitherlink.clue_conflicts(puzzle)]
    assert len(hidden) >= 3


def apart(pair: tuple[Solution, Solution]) -> bool:
    """Two loops without a common point: together they are edges that break no rule but one."""
    one, other = ({point for edge in board.drawn for point in (edge.a, edge.b)} for board in pair)
    return one.isdisjoint(other)


@pytest.mark.parametrize("name", [pytest.param("seven_easy", marks=pytest.mark.slow), "ten_easy", "seven_hard"])
@pytest.mark.once
def test_larger_boards_by_every_engine(name: str) -> None:
    puzzle = slitherlink.load(name)
    theirs = slitherlink.ENGINES["cadical"](puzzle, 2).solutions
    assert agreeing(slitherlink, puzzle, {*theirs}, 2) == [*slitherlink.FORMULATIONS, *slitherlink.ENGINES]


def test_a_diagram_refuses_large_boards() -> None:
    with pytest.raises(UnsupportedPuzzle, match="found 20 x 20 cells, expected at most"):
        slitherlink.ENGINES["zdd"](slitherlink.load("twenty_easy"))


# The traps


def greedy(built: scip.BuiltModel) -> scip.BuiltModel:
    """The same model, which asks for the longest loop, so that candidates have several."""
    built.model.setObjective(quicksum(built.decisions), "maximize")
    built.stop_at_first = False
    return built


def longest(puzzle: Puzzle) -> set[Solution]:
    """The solutions that greedy models are to find."""
    found = [*everything_true(puzzle)]
    return {board for board in found if len(board.drawn) == max(len(other.drawn) for other in found)}


@each_seed
@pytest.mark.parametrize("build", [model_single_loop.build, model_directed.build])
@pytest.mark.once
def test_candidates_with_several_loops_lose_no_solution(seed: int, build: Any) -> None:
    puzzle = random_puzzle(seed)
    found = [board for board, _ in islice(enumeration.enumerate_solutions(greedy(build(puzzle))), FEW)]
    assert len(found) == len(set(found)) == min(FEW, len(longest(puzzle)))
    assert set(found) <= longest(puzzle)


@each_seed
@pytest.mark.once
def test_known_arcs_and_known_no_arcs_keep_all_solutions(seed: int) -> None:
    puzzle = random_puzzle(seed)
    families = (*model_directed.FAMILIES, model_directed.cuts, model_directed.no_arcs)
    found = [board for board, _ in islice(enumeration.enumerate_solutions(model_directed.build(puzzle, families)), FEW)]
    assert len(found) == len(set(found)) == len(truth(puzzle))
    assert set(found) <= {*everything_true(puzzle)}


# Deductions


@pytest.mark.parametrize("seed", MANY_SEEDS)
def test_reasoning_agrees_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    check_reasoning(slitherlink, puzzle, everything_true(puzzle), seed, first_glance(puzzle))


@pytest.mark.parametrize("seed", MANY_SEEDS)
def test_reasoning_ends_where_no_clue_no_point_and_no_path_leaves_less(seed: int) -> None:
    """Each by itself, and a clue with what goes on at its corners."""
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    boards = sorted(truth(puzzle), key=str)
    for share in (0, 0.2, 0.4) if boards else (0,):
        some = rng.sample(puzzle.edges, round(share * len(puzzle.edges)))
        left = initial_candidates(puzzle) | {e: frozenset((int(e in boards[0].drawn),)) for e in some}
        if grid.contradiction(steps := slitherlink.deduce(puzzle, left)):
            continue
        left = grid.apply_steps(steps, left)
        for around in puzzle.at.values():
            assert possible(left, around, {0, 2}) == [left[edge] for edge in around]
        for cell, number in puzzle.clues:
            around, corners = puzzle.around[cell], {p for edge in puzzle.around[cell] for p in (edge.a, edge.b)}
            found = {edge: frozenset[int]() for edge in around}
            for way in product(*(left[edge] for edge in around)):
                tried = left | {edge: frozenset((state,)) for edge, state in zip(around, way, strict=True)}
                if sum(way) == number and all(possible(tried, puzzle.at[point], {0, 2}) for point in corners):
                    found = {edge: found[edge] | tried[edge] for edge in around}
            assert found == {edge: left[edge] for edge in around}
        drawn = [edge for edge in puzzle.edges if left[edge] == {1}]
        if cycle_components(drawn):
            assert slitherlink.violations(puzzle, Solution.of(puzzle, drawn)) == []
            assert all(len(states) == 1 for states in left.values())
        still_open = [edge for edge in puzzle.edges if len(left[edge]) == 2]
        for loop in (loop for edge in still_open for loop in cycle_components([*drawn, edge])):
            assert slitherlink.violations(puzzle, Solution.of(puzzle, loop)) == []
            assert {*drawn} <= {*loop}


def possible(left: dict[Edge, frozenset], edges: Sequence[Edge], numbers: set[int]) -> list[frozenset]:
    """What is left to each of these edges where so many of them are drawn; nothing where there is no way."""
    ways = [way for way in product(*(left[edge] for edge in edges)) if sum(way) in numbers]
    return [frozenset(states) for states in zip(*ways, strict=True)]


def test_adjacent_threes_as_printed_are_wrong_where_the_loop_around_the_two_is_a_solution_and_nowhere_else() -> None:
    """Every board of up to 2x4 cells on which two neighbours are 3s and the others are clues of a loop or nothing."""
    wrong, right = 0, 0
    for rows, columns in ((1, 2), (1, 3), (2, 2), (2, 3), (2, 4)):
        one, other = Cell(0, 0), Cell(0, 1)
        empty = Puzzle.of(rows, columns, {one: 3, other: 3})
        (between,) = {*empty.around[one]} & {*empty.around[other]}
        ring = {*empty.around[one]} ^ {*empty.around[other]}
        for board in everything_true(empty):
            counts = {cell: board.count(sides) for cell, sides in empty.around.items()}
            for more in (counts, {one: 3, other: 3}):
                puzzle = Puzzle.of(rows, columns, more)
                refuted = any(between not in solution.drawn for solution in everything_true(puzzle))
                alone = not slitherlink.violations(puzzle, Solution.of(puzzle, ring))
                assert refuted == alone
                wrong, right = wrong + refuted, right + (not refuted)
    assert wrong
    assert right


def test_a_pair_of_threes_keeps_its_far_sides_where_the_edge_between_is_open() -> None:
    puzzle = slitherlink.load("tiny_threes")
    (step,) = (step for step in first_glance(puzzle) if step.rule == "adjacent_threes")
    assert set(step.candidates.values()) == {frozenset((0,)), frozenset((1,))}
    one, other = (puzzle.around[cell] for cell in step.where)
    assert {edge for edge, states in step.candidates.items() if states == {1}} < {*one} ^ {*other}


@pytest.mark.parametrize("picture", ["....\n.33.\n....", "...\n.3.\n.3.\n..."])
def test_beside_a_pair_of_threes_the_loop_goes_on_straight_nowhere(picture: str) -> None:
    """On both sides of the edge between them; the edges far from it are drawn."""
    (step,) = first_glance(puzzle := slitherlink.parse(picture))
    assert sorted(map(sum, step.candidates.values())) == [0, 0, 1, 1]
    for board in everything_true(puzzle):
        assert all(int(edge in board.drawn) in states for edge, states in step.candidates.items())


@pytest.mark.parametrize(
    ("picture", "rule", "clues", "drawn", "left_out"),
    [
        ("....\n.33.\n...3", "adjacent_threes", [(2, 2), (2, 3)], 3, 2),
        ("...\n.3.\n.3.\n.33", "adjacent_threes", [(2, 2), (3, 2)], 3, 2),
        ("0..\n...", "corner", [(1, 1)], 0, 2),
        ("..1\n...", "corner", [(1, 3)], 0, 2),
        ("...\n2..", "corner", [(2, 1)], 2, 0),
        ("...\n..3", "corner", [(2, 3)], 2, 0),
        ("....\n.3..\n..3.", "diagonal_threes", [(2, 2), (3, 3)], 4, 3),
        (".....\n..3..\n...3.", "diagonal_threes", [(2, 3), (3, 4)], 4, 3),
        ("....\n..3.\n.3..", "diagonal_threes", [(2, 3), (3, 2)], 4, 3),
        ("....\n.3..\n..0.", "three_beside_zero", [(2, 2), (3, 3)], 2, 0),
        ("....\n..0.\n.3..", "three_beside_zero", [(3, 2), (2, 3)], 2, 0),
        ("...\n.0.", "zero", [(2, 2)], 0, 4),
    ],
)
def test_each_starting_rule_settles_its_edges_and_holds_whatever_else_is_asked(
    picture: str, rule: str, clues: list[tuple[int, int]], drawn: int, left_out: int
) -> None:
    """It holds in every loop with these clues alone, and so with more."""
    puzzle = slitherlink.parse(picture)
    steps = [step for step in first_glance(puzzle) if step.rule == rule]
    (step,) = (one for one in steps if [place.numbers() for place in one.where if isinstance(place, Cell)] == clues)
    assert sorted(map(sum, step.candidates.values())) == [0] * left_out + [1] * drawn
    assert rule in {step.rule for step in slitherlink.deduce(puzzle)}
    assert {rule.__name__ for rule in RULES} >= {rule}
    for solution in everything_true(puzzle):
        for step in steps:
            assert all(int(edge in solution.drawn) in states for edge, states in step.candidates.items())


@pytest.mark.parametrize(
    ("picture", "rule"),
    [("...33\n32.2.", "one_loop"), ("...3.\n01...\n1...3", "demand"), ("...3.\n01...\n1...3", "no_dead_end")],
)
def test_the_stronger_rules_are_needed(picture: str, rule: str) -> None:
    assert rule in {step.rule for step in slitherlink.deduce(slitherlink.parse(picture))}


# The checker


def board(text: str) -> Solution:
    """A board from its lattice; the clues stand in it."""
    lines = text.split("\n")
    clues = "\n".join(line[1::2] for line in lines[1::2]).replace("|", ".").replace("-", ".")
    return slitherlink.parse_solution(slitherlink.parse(clues), text)


def rules(solution: Solution, *, partial: bool = False) -> list[str]:
    return [violation.rule for violation in slitherlink.violations(solution.puzzle, solution, partial=partial)]


RING = "+-+.+\n|3|..\n+.+.+\n|.|..\n+-+.+"


def test_the_checker_names_each_rule() -> None:
    assert rules(board(RING)) == []
    assert rules(board(RING.replace("3", "2"))) == ["demand"]
    assert rules(board("+.+.+\n.3...\n+.+.+")) == ["demand", "some_loop"]
    assert rules(board("+-+.+-+\n|.|.|.|\n+-+.+-+")) == ["one_loop", "one_loop"]
    assert rules(board("+-+-+\n|.|..\n+-+.+")) == ["no_branch", "no_dead_end"]
    assert rules(board("+-+.+\n|.|.|\n+-+.+")) == ["no_dead_end", "no_dead_end", "one_loop"]
    assert rules(board("+.+.+\n.....\n+.+.+")) == ["some_loop"]


def test_a_half_drawn_board_is_judged_by_what_can_still_come() -> None:
    assert rules(board("+-+.+\n|3...\n+.+.+"), partial=True) == []
    assert rules(board("+.+.+\n.....\n+.+.+"), partial=True) == []
    assert rules(board("+-+.+\n|.|3.\n+-+.+"), partial=True) == ["demand"]  # closed in vain
    assert rules(board("+-+.+.+\n|.|.|..\n+-+.+.+"), partial=True) == ["one_loop"]  # closed too early
    assert rules(board("+-+.+\n.1...\n+.+.+"), partial=True) == ["no_dead_end"]  # the clue leaves no way on
    assert rules(board("+-+.+\n.1|..\n+.+.+"), partial=True) == ["demand", "no_dead_end"]  # nor when it is broken
    assert rules(board("+.+-+\n.....\n+.+.+"), partial=True) == []


@pytest.mark.parametrize(
    ("drawn", "partial", "messages"),
    [
        ("+.+.+.+\n.......\n+.+-+.+\n.3|.|3.\n+.+-+.+\n.......\n+.+.+.+", True, [
            f"the 3 at (2,{column}) has 1 edge and room for 1 more" for column in (1, 3)
        ]),
        ("+.+.+.+\n.......\n+.+-+.+\n.3|.|3.\n+.+-+.+\n.......\n+.+.+.+", False, [
            f"the 3 at (2,{column}) has 1 edge" for column in (1, 3)
        ]),
        ("+-+.+-+\n|.|.|.|\n+-+.+-+", False, [
            f"a loop of 4 edges is closed at point (1,{column}), and 4 edges are not on it" for column in (1, 3)
        ]),
        ("+-+.+-+\n|.|2...\n+-+.+.+", True, ["a loop of 4 edges is closed at point (1,1), and 1 edge is not on it"]),
        ("+-+.+.+\n|.|2...\n+-+.+.+\n.......\n+.+.+.+", True, ["the loop is closed, and the 2 at (1,2) has 1 edge"]),
    ],
)  # fmt: skip
def test_the_checker_says_what_is_wrong(drawn: str, partial: bool, messages: list[str]) -> None:
    found = board(drawn)
    assert [str(one) for one in slitherlink.violations(found.puzzle, found, partial=partial)] == messages


def test_edges_and_what_is_there_have_words() -> None:
    puzzle = slitherlink.parse("2.")
    edges = {edge: f"the edge {edge.a}-{edge.b}".replace("point ", "") for edge in puzzle.edges}
    assert words(puzzle) == {**edges, 0: "left out", 1: "drawn"}


def test_marks_say_what_is_met_over_and_wrong() -> None:
    assert slitherlink.marks(board(RING).puzzle, board(RING)) == {Cell(0, 0): "met"}
    begun = board("+-+.+\n|3...\n+.+.+")
    assert slitherlink.marks(begun.puzzle, begun) == {}
    over = board("+-+.+\n|1|..\n+.+.+")
    assert slitherlink.marks(over.puzzle, over)[Cell(0, 0)] == "over"
    closed = board("+-+.+.+\n|.|.|..\n+-+.+.+")
    assert slitherlink.marks(closed.puzzle, closed) == dict.fromkeys(cycle_components(closed.drawn)[0], "wrong")


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("40..\n...1", "the 4 at (1,1) has room for only 3 edges, beside cells of 0"),  # and of its loop nothing
        ("30\n0.", "the 3 at (1,1) has room for only 2 edges, beside cells of 0"),
        ("4..\n..1", "the loop goes around the 4 at (1,1) alone, and does not meet the 1 at (2,3)"),
    ],
)
def test_clashes_are_told(picture: str, message: str) -> None:
    assert [str(violation) for violation in slitherlink.clue_conflicts(slitherlink.parse(picture))] == [message]


# Texts


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 100), (100, 1), (100, 100)])
def test_the_smallest_and_the_largest_boards_are_read(rows: int, columns: int) -> None:
    runs, rest = divmod(rows * columns, 26)
    empty, body = Puzzle.of(rows, columns, {}), "z" * runs + chr(96 + rest)
    assert slitherlink.parse("\n".join(["." * columns] * rows)) == empty
    for kind in ("t0", "t0dh", ""):  # how hard it is may be told, and that cells are squares need not be
        assert slitherlink.parse(f"{columns}x{rows}{kind}:{body}") == empty
    assert rows != columns or slitherlink.parse(f"{columns}t0:{body}") == empty


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x3t1:i", "line 1, column 4: found 't1', another type of grid; expected 't0', a grid of squares"),
        ("3x3t0#12", "line 1: found a random seed ('#'), expected the id of a puzzle, such as '7x7t0:3b23a1b'"),
        ("3x3t0:h", "line 1: found 8 cells, expected 9"),
        ("3x3t0:i1", "line 1, column 8: found more than 9 cells, expected 9"),
        ("3x3t0:5h", "line 1, column 7: found '5', expected a letter a to z or 0 to 4"),
        ("3x3t0:A", "line 1, column 7: found 'A', expected a letter a to z or 0 to 4"),
        ("3x3m2:i", "line 1: found '3x3m2', expected columns x rows and t0, such as '7x7t0'"),
        ("101x3t0:a", "line 1: found 3 rows and 101 columns, expected 1 to 100 of each"),
        (41 * "9" + ":a", f"line 1: found '{40 * '9'}', expected columns x rows and t0, such as '7x7t0'"),
        ("3x0t0:a", "line 1: found 0 rows and 3 columns, expected 1 to 100 of each"),
        ("0x3t0:a", "line 1: found 3 rows and 0 columns, expected 1 to 100 of each"),
        (".\n" * 101, "line 1: found 101 rows and 1 column, expected 1 to 100 of each"),
        ("3x3t0:i\n...", "line 2: found a second line, expected only one id"),
        ("..\n.5", "line 2, column 2: found '5', expected 0 to 4, or '.' for no clue"),
        ("..\n...", "line 2: found 3 symbols, expected 2"),
    ],
)
def test_a_text_that_is_no_puzzle_is_refused_with_its_place(text: str, message: str) -> None:
    assert str(refusal(slitherlink.parse, text)) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("+.+\n.4.", "line 1: found 2 lines, expected 3"),
        ("+.+\n.4.\n+-+-", "line 3, column 4: found 4 symbols, expected 3"),
        ("+.+\n.3.\n+.+", "line 2, column 2: found '3', expected '4'"),
        ("+|+\n.4.\n+.+", "line 1, column 2: found '|', expected '.' or '-'"),
        ("+-+\n-4.\n+.+", "line 2, column 1: found '-', expected '.' or '|'"),
    ],
)
def test_a_text_that_is_no_board_is_refused_with_its_place(text: str, message: str) -> None:
    assert str(refusal(slitherlink.parse_solution, slitherlink.parse("4"), text)) == message


@pytest.mark.parametrize(
    "make",
    [
        lambda: Puzzle.of(0, 3, {}),
        lambda: Puzzle.of(2, 2, {Cell(2, 0): 1}),
        lambda: Puzzle.of(2, 2, {Cell(0, 0): 5}),
        lambda: Puzzle(2, 2, ((Cell(0, 1), 1), (Cell(0, 0), 1))),
        lambda: Solution.of(Puzzle.of(1, 1, {}), [Edge(Point(0, 0), Point(1, 1))]),
    ],
)
def test_what_has_no_meaning_is_refused(make: Any) -> None:
    with pytest.raises(PuzzleError, match=r"found .*expected"):
        make()


# Pictures


def test_each_of_several_loops_has_a_colour_and_a_style_of_its_own() -> None:
    apart_ = board("+-+.+-+.+-+\n|.|.|.|.|.|\n+-+.+-+.+-+")
    lines = [line for line in slitherlink.draw(apart_.puzzle, apart_).collections if isinstance(line, LineCollection)]
    looks = {(str(line.get_color()), str(line.get_linestyle())) for line in lines[1:]}  # the first is the grid
    assert len(lines) == 1 + len(cycle_components(apart_.drawn)) == 1 + len(looks)


# The generator


@pytest.mark.parametrize("seed", range(3))
def test_an_easy_puzzle_is_finished_by_deduction_alone(seed: int) -> None:
    puzzle = slitherlink.generate(5, 6, seed=seed, easy=True)
    left = grid.apply_steps(slitherlink.deduce(puzzle), initial_candidates(puzzle))
    assert all(len(states) == 1 for states in left.values())
    assert len(slitherlink.ENGINES["cp_sat"](puzzle, 2).solutions) == 1


@pytest.mark.parametrize("seed", range(3))
def test_no_clue_of_a_hard_puzzle_can_be_spared(seed: int) -> None:
    puzzle = slitherlink.generate(4, 5, seed=seed)
    assert slitherlink.is_unique(puzzle)
    for cell in puzzle.number:
        fewer = {other: number for other, number in puzzle.clues if other != cell}
        assert not slitherlink.is_unique(Puzzle.of(4, 5, fewer))


@pytest.mark.parametrize("share", [0.5, 0.8])
def test_a_share_of_the_clues_is_kept(share: float) -> None:
    puzzle = slitherlink.generate(5, seed=1, share=share)
    assert len(puzzle.clues) >= round(25 * share)
    assert slitherlink.is_unique(puzzle)
    assert len(slitherlink.generate(5, seed=1, share=share, unique=False).clues) == round(25 * share)
    with pytest.raises(PuzzleError, match="expected a number from 0 to 1"):
        slitherlink.generate(5, seed=1, share=1 + share)


@pytest.mark.parametrize("side", [2, 61, "5", True])
def test_a_side_out_of_range_is_refused(side: Any) -> None:
    with pytest.raises(PuzzleError, match="expected a whole number from 3 to 60"):
        slitherlink.generate(side, seed=1)


@pytest.mark.parametrize("order", [1, -1])
def test_a_loop_is_held_against_the_first_edge_elsewhere(order: int) -> None:
    square = geometry(3, 3).around[Cell(1, 1)]
    drawn = [*square, Edge(Point(0, 0), Point(0, 1)), Edge(Point(3, 2), Point(3, 3))][::order]
    ((loop, other),) = spoilt(drawn)
    assert {*loop} == {*square}
    assert other == next(edge for edge in drawn if edge not in loop)
