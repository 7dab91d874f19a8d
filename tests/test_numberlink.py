"""Numberlink: every engine against brute force, on all four kinds; deductions, the checker, traps, the generator."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, pairwise, product
from math import atan2
from time import sleep
from typing import Any

import brute_numberlink
import networkx as nx
import pytest
from board_states import check_reasoning, on_paths
from engines import agreeing
from pyscipopt import quicksum

from puzzlekit import numberlink, scip
from puzzlekit.core import grid, union_find
from puzzlekit.core.errors import PuzzleError, UnsupportedPuzzle
from puzzlekit.core.grid import Cell, Edge
from puzzlekit.numberlink import (
    Puzzle,
    Solution,
    model_edge,
    model_linearised,
    model_neighbour_count,
    model_quadratic,
    play,
)
from puzzlekit.numberlink.deduce import initial_candidates
from puzzlekit.numberlink.generate import random_paths
from puzzlekit.numberlink.numbered import on_the_way
from puzzlekit.numberlink.rules import clues, words
from puzzlekit.page.board import PageBoard, open_board
from puzzlekit.scip import enumeration
from puzzlekit.scip.constraints import as_linear_constraint, keys

SEEDS = [*range(60), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(60, 500))]
MANY_SEEDS = [*range(150), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(150, 2000))]
FEW = 12  # solution sets up to this size are compared
SHAPES = [(1, 2), (1, 4), (1, 6), (2, 2), (2, 3), (5, 1), (3, 2), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4)]

each_seed = pytest.mark.parametrize("seed", SEEDS)


def random_puzzle(seed: int) -> Puzzle:
    """The ends of some paths, as they are joined or otherwise, perhaps one of them moved; or any letters, or none."""
    rng = random.Random(seed)
    rows, columns = rng.choice(SHAPES)
    cover, touch = [(a, b) for a in (True, False) for b in (True, False)][seed % 4]
    places = [(i, j) for i in range(rows) for j in range(columns)]
    kind = rng.choice(("any", "paths", "paths", "paths", "paths", "moved", "swapped"))
    pairs = random_pairs(rows, columns, cover, rng)
    if kind == "any":
        ends = rng.sample(places, 2 * rng.randint(0, len(places) // 3))
        pairs = list(zip(ends[::2], ends[1::2], strict=True))
    if kind == "swapped" and len(pairs) > 1:
        (a, b), (c, d) = pairs[:2]
        pairs[:2] = [(a, c), (b, d)]
    letter = {Cell(*end): "ABCDEFGH"[number] for number, pair in enumerate(pairs) for end in pair}
    if kind == "moved" and letter and (left := [place for place in places if Cell(*place) not in letter]):
        letter[Cell(*rng.choice(left))] = letter.pop(rng.choice(sorted(letter)))
    return Puzzle.of(rows, columns, letter, cover=cover, touch=touch)


def random_pairs(rows: int, columns: int, cover: bool, rng: random.Random) -> list[tuple]:
    """The ends of random paths, which may touch and need not cover the board."""
    free = {(i, j) for i in range(rows) for j in range(columns)}
    found = []
    for _ in range(rng.randint(1, 5) + 3 * cover):
        path = [rng.choice(sorted(free))] if free else []
        while path:
            free.discard(path[-1])
            i, j = path[-1]
            ways = [cell for cell in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)) if cell in free]
            if not ways or (len(path) > 2 and rng.random() < 0.1):
                break
            path.append(rng.choice(ways))
        if len(path) > 1:
            found.append((path[0], path[-1]))
    return found


@cache
def truth(puzzle: Puzzle) -> frozenset[Solution]:
    """All solutions, or FEW of them, by brute force."""
    return frozenset(islice(everything_true(puzzle), FEW))


def everything_true(puzzle: Puzzle) -> Iterator[Solution]:
    """All solutions by brute force."""
    letter = {(cell.row, cell.column): own for cell, own in puzzle.clues}
    found = brute_numberlink.solutions(puzzle.rows, puzzle.columns, letter, cover=puzzle.cover, touch=puzzle.touch)
    return (Solution.of(puzzle, (Edge(Cell(*a), Cell(*b)) for a, b in links)) for links in found)


def engines(puzzle: Puzzle) -> list[str]:
    """Those that take a puzzle: models of letters alone cannot say that a path touches itself, and a decision diagram
    cannot forbid it."""
    asked, always = [*numberlink.FORMULATIONS, *numberlink.ENGINES], ("edge_fast", "edge", "cp_sat", "cadical")
    return [name for name in asked if name in always or (name == "zdd") == puzzle.touch]


# Engines


def test_brute_force_finds_as_many_good_instances_as_are_known() -> None:
    """A pairing of cells is good if paths may run anywhere, and there is one solution, which covers the board: 86 on
    3 x 3 cells, of which twelve have two pairs alone (Yoshinaka et al., 2012)."""
    places = [(i, j) for i in range(3) for j in range(3)]
    found: dict[frozenset, list[frozenset]] = {}
    for size in (2, 4, 6, 8):
        for ends in combinations(places, size):
            for board in brute_numberlink.boards(3, 3, set(ends), cover=False, touch=True):
                pairing = frozenset(frozenset(cells & set(ends)) for cells in brute_numberlink.paths(board))
                found.setdefault(pairing, []).append(board)
    once = [(pairing, boards[0]) for pairing, boards in found.items() if len(boards) == 1]
    good = [len(pairing) for pairing, board in once if len({cell for link in board for cell in link}) == len(places)]
    assert (len(good), good.count(2), min(good)) == (86, 12, 2)


@each_seed
@pytest.mark.once
def test_all_engines_agree_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    assert agreeing(numberlink, puzzle, truth(puzzle), FEW) == engines(puzzle)


@pytest.mark.parametrize("first", range(2, 242, 40))
def test_one_or_two_solutions_with_shortcuts_and_detours(first: int) -> None:
    """Where cells may stay empty and paths may touch, CaDiCaL searches for paths that do not touch themselves."""
    for seed in range(first, first + 40, 4):
        puzzle = random_puzzle(seed)
        assert (puzzle.cover, puzzle.touch) == (False, True)
        for limit in (1, 2):
            found = numberlink.ENGINES["cadical"](puzzle, limit).solutions
            assert len(set(found)) == min(len(truth(puzzle)), limit)
            assert truth(puzzle) >= set(found) or len(truth(puzzle)) == FEW


def test_the_random_puzzles_are_of_all_kinds() -> None:
    puzzles = [random_puzzle(seed) for seed in range(60)]
    for kind in ((cover, touch) for cover in (True, False) for touch in (True, False)):
        own = [puzzle for puzzle in puzzles if (puzzle.cover, puzzle.touch) == kind]
        counts = [min(len(truth(puzzle)), 2) for puzzle in own]
        assert counts.count(0) >= 1, kind
        assert counts.count(1) >= 3, kind
        assert counts.count(2) >= 1 or kind == (True, False), kind  # tiny_several is such a board
    hidden = [puzzle for puzzle in puzzles if not truth(puzzle) and not numberlink.clue_conflicts(puzzle)]
    assert len(hidden) >= 5
    assert any(1 in (puzzle.rows, puzzle.columns) and truth(puzzle) for puzzle in puzzles)
    assert any(edge.a in puzzle.letter and edge.b in puzzle.letter for puzzle in puzzles for edge in puzzle.edges)


@pytest.mark.parametrize(
    "name", ["eight", "eight_empty", "eight_touch", pytest.param("eight_empty_touch", marks=pytest.mark.slow)]
)
@pytest.mark.once
def test_larger_boards_by_every_engine(name: str) -> None:
    puzzle = numberlink.load(name)
    theirs = numberlink.ENGINES["cadical"](puzzle, 2).solutions
    assert agreeing(numberlink, puzzle, {*theirs}, 2) == engines(puzzle)


# Models and their traps

MODULES = (model_edge, model_neighbour_count, model_linearised, model_quadratic)
BUILDS = {module.__name__.rpartition("model_")[2]: module for module in MODULES}


def without(name: str, puzzle: Puzzle, family: str) -> set[Solution]:
    """All boards of a formulation that lacks a family."""
    module = BUILDS[name]
    kept = tuple(one for one in module.FAMILIES if one.__name__ != family)
    assert len(kept) < len(module.FAMILIES)
    return {board for board, _ in enumeration.enumerate_solutions(module.build(puzzle, kept))}


@pytest.mark.parametrize("name", BUILDS)
@pytest.mark.parametrize("file", ["tiny_loop", "tiny_no_solution", "tiny_empty"])
def test_without_the_lazy_family_there_are_stray_loops(name: str, file: str) -> None:
    puzzle = numberlink.load(file)
    right = {*everything_true(puzzle)}
    wrong = without(name, puzzle, "no_loop") - right
    assert wrong
    assert all("no_loop" in rules(board) for board in wrong)
    assert {*numberlink.solutions(puzzle, 50, name)} == right


@each_seed
@pytest.mark.parametrize("name", [*BUILDS, "edge_fast"])
@pytest.mark.once
def test_whatever_the_objective_no_solution_is_lost(seed: int, name: str) -> None:
    """Candidates with loops are cut off, and the best of all solutions is left."""
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    boards = [on_paths(board.puzzle, board) for board in everything_true(puzzle)]
    try:
        built = numberlink.FORMULATIONS[name](puzzle)
    except UnsupportedPuzzle:
        assert puzzle.touch
        return
    if built.model is None:
        assert built.infeasible == (not boards)
        return
    costs = {item: rng.randint(-4, 5) for item in built.indicators}
    built.model.setObjective(quicksum(cost * built.indicators[item] for item, cost in costs.items()), "maximize")
    built.stop_at_first = False
    result = scip.solve(built)
    values = [sum(cost for (element, state), cost in costs.items() if board[element] == state) for board in boards]
    assert (result.status == "solved") == bool(boards)
    assert not boards or result.primal == pytest.approx(max(values))
    built.free()


def test_of_a_closed_loop_all_cells_but_one_may_have_its_letter() -> None:
    """There is a board on which a path bends around each block, so a row may not ask for more."""
    puzzle = numberlink.parse("A...\n....\n...A\nB..B")
    built = model_linearised.build(puzzle)
    for i, j, letter in product(range(3), range(3), "AB"):
        loop = {Cell(i + down, j + right) for down, right in product((0, 1), repeat=2)}
        point = scip.variables(x={key: float(key[0] in loop and key[1] == letter) for key in built.v.x})
        ((place, found),) = model_linearised.no_loop(puzzle, built.v, point)
        row = as_linear_constraint(found, keys(built.v), "no_loop", place)
        assert row.coefficients == {("x", (cell, letter)): 1 for cell in loop}
        assert (row.lower, row.upper) == (None, len(loop) - 1)
        assert row.index[0] in loop


@pytest.mark.parametrize("file", ["tiny_beside", "tiny_several_empty", "tiny_no_solution"])
def test_what_forbids_a_path_to_touch_itself_is_one_family(file: str) -> None:
    """Without it, `edge` has the boards of the puzzle in which it may."""
    puzzle = numberlink.load(file)
    free = Puzzle(puzzle.rows, puzzle.columns, puzzle.clues, puzzle.cover, touch=True)
    drawn = {board.drawn for board in everything_true(free)}
    assert {board.drawn for board in without("edge", puzzle, "no_touching")} == drawn
    assert len(drawn) > len([*everything_true(puzzle)])


def test_the_linear_model_as_printed_lets_a_line_count_that_is_not_there() -> None:
    """With the first row twice, a product may be 1 though the second cell has another letter."""
    puzzle = numberlink.parse("AB.\n.AB")
    right = {*everything_true(puzzle)}
    built = model_linearised.build(puzzle, model_linearised.PRINTED)
    printed = {board for board, _ in enumeration.enumerate_solutions(built)}
    assert right < printed
    assert all("ends" in rules(board) for board in printed - right)
    assert {*numberlink.solutions(puzzle, 50, "linearised")} == right


@pytest.mark.parametrize("name", ["neighbour_count", "linearised", "quadratic", "cp_sat_count"])
def test_models_of_letters_refuse_paths_that_may_touch(name: str) -> None:
    puzzle = numberlink.load("tiny_touch")
    with pytest.raises(UnsupportedPuzzle, match="expected 'touch: no'"):
        numberlink.ENGINES[name](puzzle) if name in numberlink.ENGINES else numberlink.solve(puzzle, name)


def test_a_diagram_refuses_paths_that_may_not_touch_and_large_boards() -> None:
    puzzle = numberlink.load("tiny_beside")
    for ask in (numberlink.ENGINES["zdd"], numberlink.every_solution):
        with pytest.raises(UnsupportedPuzzle, match="expected 'touch: yes'"):
            ask(puzzle)
    with pytest.raises(UnsupportedPuzzle, match="found 20 x 20 cells, expected at most"):
        numberlink.ENGINES["zdd"](Puzzle.of(20, 20, {}, touch=True))


@pytest.mark.parametrize(
    ("picture", "count"),
    [
        ("AA", 1), ("A.A", 1), (".AA", 0), ("cover: no\n.AA", 1), ("A.B.A.B", 0), ("AA.", 0), (".", 0),
        ("cover: no\n.", 1), ("cover: no\n...\n...", 1), ("...\n...", 0),
        ("AA\n..", 0), ("touch: yes\nAA\n..", 1), ("cover: no\nAA\n..", 1), ("cover: no\ntouch: yes\nAA\n..", 2),
        ("AB\nAB", 1), ("AB\nBA", 0), ("A.\n.A", 0), ("cover: no\nA.\n.A", 2), ("ABBA", 0), ("A.\nAB\n.B", 0),
    ],
)  # fmt: skip
def test_boards_of_one_row_letters_that_are_neighbours_and_boards_without_letters(picture: str, count: int) -> None:
    puzzle = numberlink.parse(picture)
    assert len(truth(puzzle)) == count
    assert agreeing(numberlink, puzzle, truth(puzzle), FEW) == engines(puzzle)


# Deductions


@pytest.mark.parametrize("seed", MANY_SEEDS)
def test_reasoning_agrees_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    check_reasoning(numberlink, puzzle, everything_true(puzzle), seed)


@pytest.mark.parametrize("seed", MANY_SEEDS)
def test_reasoning_ends_where_no_cell_no_line_and_no_letter_leaves_less(seed: int) -> None:
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    boards = [on_paths(board.puzzle, board) for board in sorted(truth(puzzle), key=str)[:1]]
    for share in (0, 0.2, 0.4) if boards else (0,):
        some = rng.sample(puzzle.edges, round(share * len(puzzle.edges)))
        left = initial_candidates(puzzle) | {e: frozenset((boards[0][e],)) for e in some}
        if grid.contradiction(steps := numberlink.deduce(puzzle, left)):
            continue
        for step in steps:
            assert all(states < left[element] for element, states in step.candidates.items()), step
            left |= step.candidates
        may = {cell: {puzzle.letter[cell]} if cell in puzzle.letter else left[cell] for cell in puzzle.cells}
        check_cells(puzzle, left, may)
        check_lines(puzzle, left, may)
        for letter, (start, goal) in puzzle.pairs.items():
            graph = nx.Graph((e.a, e.b) for e in puzzle.edges if 1 in left[e] and letter in may[e.a] & may[e.b])
            ways = [*map(set, nx.all_simple_paths(graph, start, goal))]
            assert set.union(*ways) == {cell for cell in may if letter in may[cell]}
            assert all(may[cell] == {letter} for cell in set.intersection(*ways))


def check_cells(puzzle: Puzzle, left: Any, may: Any) -> None:
    """A cell leaves to its lines what can be completed; a letter comes from a neighbour, and goes to another one."""
    for cell, around in puzzle.at.items():
        numbers = {1} if cell in puzzle.letter else {0, 2} if "blank" in may[cell] else {2}
        ways = [way for way in product(*(left[edge] for edge in around)) if sum(way) in numbers]
        assert [{*states} for states in zip(*ways, strict=True)] == [left[edge] for edge in around]
        assert "blank" not in may[cell] or (0,) * len(around) in ways
        for letter in may[cell] - {"blank"}:
            others = [may[edge.other(cell)] for edge in around]
            lines = sum(1 in left[edge] and letter in own for edge, own in zip(around, others, strict=True))
            assert lines >= max(numbers)
            assert puzzle.touch or others.count({letter}) <= max(numbers)


def check_lines(puzzle: Puzzle, left: Any, may: Any) -> None:
    """A line joins cells of one letter and closes no loop; where paths may not touch, one letter is joined."""
    drawn = [line for line in puzzle.edges if left[line] == {1}]
    assert not union_find.cycle_components(drawn)
    for line in puzzle.edges:
        one, other = may[line.a] - {"blank"}, may[line.b] - {"blank"}
        alone = any(may[end] == own and len(own) == 1 for end, own in ((line.a, one), (line.b, other)))
        assert 1 not in left[line] or one & other
        if line in drawn:
            assert may[line.a] == may[line.b] == one
        elif 1 in left[line]:
            assert union_find.cycle_components([*drawn, line]) == []
            assert puzzle.touch or len(may[line.a] | may[line.b]) != 1
        else:
            assert puzzle.touch or not (alone and one & other)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_on_the_way_is_found(seed: int) -> None:
    """Against all simple ways."""
    rng = random.Random(seed)
    graph = nx.gnp_random_graph(rng.randint(2, 8), rng.choice((0.2, 0.4, 0.6)), seed=seed)
    start, goal = rng.sample(sorted(graph), 2)
    ways = [*map(set, nx.all_simple_paths(graph, start, goal))]
    expected = (set.union(*ways), set.intersection(*ways)) if ways else None
    assert on_the_way(start, goal, graph.neighbors) == expected


@pytest.mark.parametrize(
    ("picture", "rule"),
    [
        ("A.BC\n....\nABC.", "cover"), ("A...\nA...", "no_touching"), ("touch: yes\nCCAA\n....\nBB..", "way"),
        ("touch: yes\nAA\n..\n..", "no_loop"), ("A.B\n...\nA.B", "same_letter"), ("A..Aaa", "ends"),
        ("A.B..\n.....\nA.B..", "two_neighbours"), ("touch: yes\nA.\n..\n.A", "no_branch"),
        ("cover: no\nA..A", "no_dead_end"),
    ],
)  # fmt: skip
def test_each_rule_of_deduction_is_used(picture: str, rule: str) -> None:
    steps = numberlink.deduce(numberlink.parse(picture))
    assert rule in {step.rule for step in steps}, [str(step) for step in steps]


SQUARE_AT = [Edge(a, b) for a, b in pairwise([Cell(0, 0), Cell(0, 1), Cell(1, 1), Cell(1, 0), Cell(0, 0)])]


@pytest.mark.parametrize(
    ("picture", "known", "told"),
    [
        ("touch: yes\nAB..\nAB..\n....\n....", {Edge(Cell(3, 2), Cell(3, 3)): frozenset((0,))},
         "cover: no state is left for cell (4,4)"),
        ("A.A.", {}, "no_dead_end: no state is left for cell (1,4)"),
        ("ABAB", {}, "ends: no state is left for cell (1,4)"),
        ("cover: no\n....A\n.....\n.....\n....A",
         dict.fromkeys((Cell(0, 1), Cell(1, 0), Cell(2, 1)), frozenset("A")), "no_touching: cell (2,2) is blank"),
        ("touch: yes\ncover: no\n...\n..A\n..A", dict.fromkeys(SQUARE_AT, frozenset((1,))),
         "no_loop: no state is left for cells (1,1) and (1,2)"),
    ],
)  # fmt: skip
def test_too_little_or_too_much_is_found_where_it_is(picture: str, known: Any, told: str) -> None:
    assert told in [*map(str, numberlink.deduce(numberlink.parse(picture), known))]


# The checker


def board(text: str, options: str = "") -> Solution:
    """A board from its lattice; the letters stand in it."""
    clues = "\n".join(line[::2].replace("+", ".") for line in text.split("\n")[::2])
    return numberlink.parse_solution(numberlink.parse(options + clues), text)


def rules(solution: Solution, *, partial: bool = False) -> list[str]:
    return [violation.rule for violation in numberlink.violations(solution.puzzle, solution, partial=partial)]


EMPTY, TOUCH = "cover: no\n", "touch: yes\n"
SQUARE = "A-+\n..|\nA-+"


def test_the_checker_names_each_rule() -> None:
    assert rules(board("A-A")) == []
    assert rules(board("A.A")) == ["ends", "ends"]
    assert rules(board("A-+-A-+", EMPTY)) == ["ends", "no_dead_end"]
    assert rules(board("A-+.A")) == ["ends", "no_dead_end"]
    assert rules(board("A.A\n|.|\n+-+\n|..\n+.+", EMPTY + TOUCH)) == ["no_branch", "no_dead_end"]
    assert rules(board("A-B\n...\nA-B")) == ["clues", "clues"]
    assert rules(board("A-A.+")) == ["cover"]
    assert rules(board("A-A.+", EMPTY)) == []
    assert rules(board("A.+-+\n|.|.|\nA.+-+")) == ["no_loop"]
    assert rules(board(SQUARE)) == ["no_touching"]
    assert rules(board(SQUARE, TOUCH)) == []


def test_a_half_drawn_board_is_judged_by_what_can_still_come() -> None:
    assert rules(board("A.+.A"), partial=True) == []
    assert rules(board("A-+.A"), partial=True) == []
    assert rules(board("A-+-+\n.....\nA.B.B"), partial=True) == []
    assert rules(board("A-B.B\n.....\nA.+.+"), partial=True) == ["clues", "clues"]
    assert rules(board("+.B.B\n.....\nA.A.+"), partial=True) == []
    assert rules(board("+.A-A"), partial=True) == ["cover"]  # no line can come there any more
    assert rules(board("+.A-A", EMPTY), partial=True) == []
    assert rules(board("B.A-A.+.B"), partial=True) == ["ends", "cover"]
    assert rules(board("A-+.B\n..|..\nC.+.B\n..|..\nC.+-A"), partial=True) == []
    assert rules(board("+-B.B\n.....\nA-A.+"), partial=True) == ["no_dead_end", "cover"]
    assert rules(board("+-A-A", EMPTY), partial=True) == ["ends", "no_dead_end"]


@pytest.mark.parametrize(
    ("drawn", "partial", "messages"),
    [
        (board("A.+.A"), False, "the A at (1,1) has no line; the A at (1,3) has no line; no path passes cell (1,2)"),
        (board("B.A-A.+.B"), True, "the B at (1,1) has no room for a line; no path can pass cell (1,4)"),
        (board("+-A-A", EMPTY), False,
         "the A at (1,2) has 2 lines; the path ends at cell (1,1), where no letter is"),
        (board("+.+-A\n..|..\n+.+-A", TOUCH), True, "no path can pass cell (1,1); no path can pass cell (2,1)"),
        (board("B-A-C\n.....\nB.A.C"), True,
         "the A at (1,2) has 2 lines; a line joins the B at (1,1) to the A at (1,2); "
         "a line joins the A at (1,2) to the B at (1,1); a line joins the C at (1,3) to the B at (1,1)"),
        (board("A.+-+\n|.|.|\nA.+-+"), True, "a loop of 4 lines is closed at cell (1,2)"),
        (board(SQUARE), False,
         "the path touches itself: cell (1,1) and cell (2,1) are neighbours without a line between them"),
    ],
)  # fmt: skip
def test_the_checker_says_what_is_wrong(drawn: Solution, partial: bool, messages: str) -> None:
    assert "; ".join(map(str, numberlink.violations(drawn.puzzle, drawn, partial=partial))) == messages


def test_a_path_touches_itself_in_two_cells() -> None:
    (found,) = numberlink.violations(board(SQUARE).puzzle, board(SQUARE))
    assert found.where == (Cell(0, 0), Cell(1, 0))


def test_marks_say_which_pairs_are_joined() -> None:
    half = board("A-A.B\n.....\nC.C.B")
    assert numberlink.marks(half.puzzle, half) == {Cell(0, 0): "met", Cell(0, 1): "met"}
    joined = board("A-B.C\n.....\nA.B.C")
    assert numberlink.marks(joined.puzzle, joined) == dict.fromkeys((Cell(0, 0), Cell(0, 1)), "wrong")
    assert numberlink.marks(joined.puzzle, joined, []) == {}
    begun, beyond = board("A-+.A", EMPTY), board("A-A-+", EMPTY)
    assert numberlink.marks(begun.puzzle, begun) == {}
    assert numberlink.marks(beyond.puzzle, beyond) == dict.fromkeys((Cell(0, 1), Cell(0, 2)), "wrong")


@pytest.mark.parametrize(
    ("picture", "messages"),
    [
        ("AB.\nB..\n..A", "the A at (1,1) has no room for a line"),
        ("BA.\nA..\n..B", "the B at (1,1) has no room for a line"),
        ("A.A.", "no path can pass cell (1,4)"),
        (".", "no path can pass cell (1,1)"),
        ("ABAB", "the A at (1,1) has no room for a line; the B at (1,2) has no room for a line"),
    ],
)
def test_clashes_are_told(picture: str, messages: str) -> None:
    assert "; ".join(map(str, numberlink.clue_conflicts(numberlink.parse(picture)))).startswith(messages)
    assert not truth(numberlink.parse(picture))


def test_pairs_whose_ends_alternate_around_the_board_clash() -> None:
    """As they are seen from its middle, by angles: wherever the letters stand, on the border or inside."""
    rng, crossing = random.Random(1), 0
    for rows, columns in 100 * [(2, 3), (3, 3), (3, 4), (5, 3)]:
        cells = rng.sample([Cell(i, j) for i in range(rows) for j in range(columns)], 6)
        puzzle = Puzzle.of(rows, columns, dict(zip(cells, "ABCABC", strict=True)))
        outer = [cell for cell in cells if cell.row in (0, rows - 1) or cell.column in (0, columns - 1)]
        outer.sort(key=lambda cell: atan2(2 * cell.row + 1 - rows, 2 * cell.column + 1 - columns))
        expected = []
        for pair in combinations(puzzle.pairs, 2):
            around = [letter for cell in outer if (letter := puzzle.letter[cell]) in pair]
            if len(around) == 4 and around[:2] == around[2:]:
                where = puzzle.pairs[pair[0]] + puzzle.pairs[pair[1]]
                expected.append((f"the lines of {' and '.join(pair)} must cross", where))
        clashes = [clash for clash in numberlink.clue_conflicts(puzzle) if clash.rule == "clues"]
        found = [(clash.message.partition(": ")[0], clash.where) for clash in clashes]
        assert found == expected
        crossing += len(found)
    assert crossing


def test_lines_and_what_is_there_have_words() -> None:
    puzzle = numberlink.parse("BB")
    a, b = puzzle.cells
    states = {0: "left out", 1: "drawn", "blank": "empty"}
    assert words(puzzle) == {Edge(a, b): "the line (1,1)-(1,2)", **states}
    assert clues(puzzle) == {("clues", a): "the pair B from (1,1)"}


# The generator


@pytest.mark.parametrize("seed", range(5))
def test_random_paths_cover_the_board_and_do_not_touch_themselves(seed: int) -> None:
    cells = {Cell(i, j) for i in range(5) for j in range(7)}
    paths = random_paths(cells, random.Random(seed))
    assert sorted(cell for path in paths for cell in path) == sorted(cells)
    drawn = [Edge(a, b) for path in paths for a, b in pairwise(path)]
    letter = {end: "ABCDEFGHIJKLMNOPQ"[k] for k, path in enumerate(paths) for end in (path[0], path[-1])}
    puzzle = Puzzle.of(5, 7, letter)
    assert numberlink.violations(puzzle, Solution.of(puzzle, drawn)) == []


@pytest.mark.parametrize("cover", [True, False])
@pytest.mark.parametrize("touch", [True, False])
def test_puzzles_of_all_kinds_are_generated(cover: bool, touch: bool) -> None:
    for seed in range(3):
        puzzle = numberlink.generate(4, 5, seed=seed, cover=cover, touch=touch)
        assert (puzzle.rows, puzzle.columns, puzzle.cover, puzzle.touch) == (4, 5, cover, touch)
        (only,) = everything_true(puzzle)
        assert {end for edge in only.drawn for end in (edge.a, edge.b)} == {*puzzle.cells}
        assert union_find.cycle_components(only.drawn) == []


@pytest.mark.parametrize("side", [2, 41, "5", True])
def test_a_side_out_of_range_is_refused(side: Any) -> None:
    with pytest.raises(PuzzleError, match="expected a whole number from 3 to 40"):
        numberlink.generate(side, seed=1)


# Boards


def answered(board: Any, what: str) -> str:
    """What a board says to a button, in a notebook or on a page."""
    board._heard({"do": what})
    while board._runner.running:
        board.turn() if isinstance(board, PageBoard) else sleep(0.001)
    with board._lock:  # until its thread has told what it found
        return str(board._values()["ui"]["message"])


@pytest.mark.parametrize(
    "opened",
    [numberlink.board, lambda puzzle: open_board("numberlink", str(puzzle))],
    ids=["notebook", "page"],
)
def test_a_board_under_the_rules_of_other_sites_gives_up_soon(opened: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their rules are slow. It says so, and all entries stay."""
    monkeypatch.setattr(play, "PATIENCE", 0.0, raising=False)
    pasted = numberlink.parse(numberlink.link(numberlink.generate(6, seed=3, cover=False, touch=True, unique=False)))
    board = opened(pasted)
    board._heard({"do": "set", "changes": {str(pasted.edges[22]): "1"}})
    before = board.position
    for what in ("solve", "hint", "check"):
        assert "puzzles with 'cover: no' and 'touch: yes' take long" in answered(board, what), what
        assert board.position == before
    for puzzle in (replace(pasted, cover=True), replace(pasted, touch=False)):
        assert "slow" not in answered(opened(puzzle), "check")
