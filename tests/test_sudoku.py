"""Sudoku: every engine against brute force, the deductions, the checker."""

import random
from functools import cache
from itertools import islice
from typing import Any

import brute_sudoku
import pytest
from board_states import check_reasoning
from engines import agreeing, answers

from puzzlekit import sudoku
from puzzlekit.core import grid
from puzzlekit.core.errors import PuzzleError
from puzzlekit.sudoku import Puzzle, Solution, model_assignment
from puzzlekit.sudoku.deduce import initial_candidates
from puzzlekit.sudoku.rules import units

SHAPES = ((2, 2), (2, 2), (2, 2), (2, 3), (3, 2), (1, 4), (4, 1), (1, 3))
SEEDS = [*range(50), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(50, 2100))]
FEW = 6  # solution sets smaller than this are compared

each_seed = pytest.mark.parametrize("seed", SEEDS)


def random_grid(p: int, q: int, rng: random.Random) -> brute_sudoku.Rows:
    return next(brute_sudoku.solutions(brute_sudoku.empty(p, q), p, q, rng))


def random_puzzle(seed: int) -> Puzzle:
    """A puzzle with a solution, one whose clues clash, or one whose clues are only known not to clash."""
    rng = random.Random(seed)
    p, q = rng.choice(SHAPES)
    n = p * q
    cells = [(i, j) for i in range(n) for j in range(n)]
    some = rng.sample(cells, rng.randint(0, 2 * n * n // 3))
    full = random_grid(p, q, rng)
    clues = {(i, j): full[i][j] for i, j in some}
    match rng.choice(["solvable", "changed", "grown"]):
        case "changed":
            clues |= {cell: rng.randint(1, n) for cell in rng.sample(cells, rng.randint(1, 3))}
        case "grown":
            clues = {}
            for cell in some:
                free = set(range(1, n + 1)) - {clues.get(other) for other in brute_sudoku.seen_from(cell, p, q)}
                clues |= {cell: rng.choice(sorted(free))} if free else {}
    return Puzzle(tuple(tuple(clues.get((i, j), 0) for j in range(n)) for i in range(n)), p, q)


@cache
def truth(puzzle: Puzzle) -> frozenset[Solution]:
    """All solutions, or FEW of them, by brute force."""
    found = islice(brute_sudoku.solutions(puzzle.clues, puzzle.p, puzzle.q), FEW)
    return frozenset(Solution(digits, puzzle.p, puzzle.q) for digits in found)


# Engines


@each_seed
@pytest.mark.once
def test_all_engines_agree_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    assert agreeing(sudoku, puzzle, truth(puzzle), FEW) == [*sudoku.FORMULATIONS, *sudoku.ENGINES]


def test_the_random_puzzles_are_of_all_kinds() -> None:
    puzzles = [random_puzzle(seed) for seed in range(100)]
    kinds = [min(len(truth(puzzle)), 2) for puzzle in puzzles]
    assert all(kinds.count(kind) >= 10 for kind in (0, 1, 2))
    assert {(puzzle.p, puzzle.q) for puzzle in puzzles} == set(SHAPES)
    hidden = [puzzle for puzzle in puzzles if not truth(puzzle) and not sudoku.clue_conflicts(puzzle)]
    assert len(hidden) >= 5


@pytest.mark.parametrize(
    "picture",
    [  # puzzles of our generator, with a wrong digit that singles do not betray
        "boxes: 2x3\n.34...\n....4.\n.1..6.\n6....5\n5..6..\n.....2",
        "boxes: 2x4\n...72..5\n.8.2.3.1\n..2...43\n1.......\n..7.5..8\n...3.6..\n4..1....\n8...7...",
        "2..7..1..\n..4..3..9\n.1.....47\n3........\n.71.4....\n...9.2...\n5..8.6.2.\n9.....61.\n...4...53",
    ],
)
def test_it_takes_a_search_to_find_that_there_is_no_solution(picture: str) -> None:
    puzzle = sudoku.parse(picture)
    assert grid.contradiction(sudoku.deduce(puzzle)) is None
    assert truth(puzzle) == frozenset()
    assert [found for _, found in answers(sudoku, puzzle, 2)] == [[]] * (len(sudoku.FORMULATIONS) + len(sudoku.ENGINES))


def test_brute_force_counts_all_4x4_grids() -> None:
    # 288: F. Jarvis, A. F. Bailey et al., "Sudoku enumeration problems"; OEIS A107739
    grids = list(brute_sudoku.solutions(brute_sudoku.empty(2, 2), 2, 2))
    assert len(grids) == len(set(grids)) == 288


@pytest.mark.slow
@pytest.mark.parametrize("formulation", sudoku.FORMULATIONS)
def test_scip_counts_all_4x4_grids(formulation: str) -> None:
    assert len(sudoku.solutions(Puzzle(brute_sudoku.empty(2, 2), 2, 2), 300, formulation)) == 288


# Deduction


@each_seed
def test_reasoning_agrees_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    check_reasoning(sudoku, puzzle, truth(puzzle), seed)
    left = grid.apply_steps(sudoku.deduce(puzzle), initial_candidates(puzzle))
    if all(len(digits) == 1 for digits in left.values()):
        assert [solution.filled for solution in truth(puzzle)] == [{cell: min(left[cell]) for cell in left}]


@each_seed
def test_reasoning_ends_where_no_single_is_left(seed: int) -> None:
    """From the clues, and from candidates of which a solution is left some."""
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    known: list[Any] = [None]
    for board in sorted(truth(puzzle), key=str)[:1]:
        known.append({c: {board.filled[c], *rng.sample(puzzle.digits, rng.randint(0, 2))} for c in puzzle.cells})
    for candidates in known:
        own = None if candidates is None else {cell: frozenset(digits) for cell, digits in candidates.items()}
        if grid.contradiction(steps := sudoku.deduce(puzzle, own)):
            continue
        check_left(puzzle, grid.apply_steps(steps, own or initial_candidates(puzzle)))


@pytest.mark.parametrize("name", sudoku.names())
def test_reasoning_ends_on_large_boards_where_no_single_is_left(name: str) -> None:
    """On small ones a cell with one digit left is nearly always the only one for it in a unit, too."""
    puzzle = sudoku.load(name)
    if not grid.contradiction(steps := sudoku.deduce(puzzle)):
        check_left(puzzle, grid.apply_steps(steps, initial_candidates(puzzle)))


def check_left(puzzle: Puzzle, left: Any) -> None:
    """One cell of a unit is left for a digit that stands there, and a digit that one cell is left for stands there."""
    for _, cells in units(puzzle):
        for digit in puzzle.digits:
            where = [cell for cell in cells if digit in left[cell]]
            assert where
            assert ({digit} in [left[cell] for cell in where]) == (len(where) == 1)


@each_seed
def test_the_rule_of_a_step_holds_where_it_looks(seed: int) -> None:
    puzzle = random_puzzle(seed)
    left, stands = initial_candidates(puzzle), dict[Any, Any]()
    for step in sudoku.deduce(puzzle):
        check_rule(puzzle, left, stands, step)
        assert all(own < left[cell] for cell, own in [*step.candidates.items()][1:])
        left |= step.candidates
        stands |= [*step.candidates.items()][:1]


@each_seed
def test_what_is_known_comes_before_what_follows(seed: int) -> None:
    """Of candidates, in the order of the cells: each of them that has one digit left stands there."""
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    for board in sorted(truth(puzzle), key=str)[:1]:
        left = initial_candidates(puzzle) | {cell: {board.filled[cell]} for cell in rng.sample(puzzle.cells, 6)}
        known = [cell for cell in puzzle.cells if len(left[cell]) == 1]
        steps = sudoku.deduce(puzzle, left)
        assert [next(iter(step.candidates)) for step in steps[: len(known)]] == known


def check_rule(puzzle: Puzzle, left: Any, stands: Any, step: grid.Step) -> None:
    """The rule of a step holds with these digits left to the cells and these placed by earlier steps."""
    cell, own = next(iter(step.candidates.items()))
    clue = puzzle.clues[cell.row][cell.column]
    if step.rule == "keep_clues":
        assert (own, clue in left[cell]) in [({clue}, True), (set(), False)]
    elif step.rule == "no_digit_left":
        seen = {other for _, cells in units(puzzle) if cell in cells for other in cells} - {cell}
        assert left[cell] <= {digit for other in seen for digit in stands.get(other, ())}
    elif step.rule == "no_cell_left":
        assert step.where in [cells for _, cells in units(puzzle)]
        assert {digit for other in step.where for digit in left[other]} < {*puzzle.digits}
    else:
        (digit,) = own
        naked = step.rule == "naked_single"
        assert left[cell] == own if naked else [other for other in step.where if digit in left[other]] == [cell]


@pytest.mark.parametrize(
    ("picture", "rule"),
    [
        ("11..\n....\n....\n....", "keep_clues"),
        ("12..\n....\n..4.\n..3.", "no_digit_left"),
        ("3.4.\n4.3.\n...1\n....", "no_digit_left"),
        (".1..\n....\n...1\n4...", "no_cell_left"),
    ],
)
def test_a_contradiction_is_the_last_step(picture: str, rule: str) -> None:
    puzzle = sudoku.parse(picture)
    steps = sudoku.deduce(puzzle)
    assert not truth(puzzle)
    assert steps[-1].rule == rule
    assert grid.contradiction(steps) == steps[-1]
    assert model_assignment.build_fast(puzzle).infeasible


# The checker

PUZZLE = sudoku.parse("1...\n..2.\n.3..\n...4")


def told(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> set[tuple]:
    found = sudoku.violations(puzzle, solution, partial=partial)
    return {(broken.rule, tuple(cell.numbers() for cell in broken.where)) for broken in found}


def test_a_half_filled_board_is_judged_by_what_stands_on_it() -> None:
    board = sudoku.parse_solution(PUZZLE, "1..1\n....\n.2..\n....")
    wrong = {("digit_once_per_row", ((1, 1), (1, 4))), ("keep_clues", ((3, 2),))}
    cells = {(i, j) for i in range(1, 5) for j in range(1, 5)} - {(1, 1), (1, 4), (3, 2)}
    assert told(PUZZLE, board, partial=True) == wrong
    assert told(PUZZLE, board) == wrong | {("one_digit_per_cell", (cell,)) for cell in cells}
    marked = {cell.numbers() for cell, mark in sudoku.marks(PUZZLE, board).items() if mark == "wrong"}
    assert marked == {(1, 1), (1, 4), (3, 2)}


def test_complete_rows_and_columns_are_met() -> None:
    board = sudoku.parse_solution(PUZZLE, "1243\n3..1\n4..2\n2..4")
    met = [label.numbers() for label, mark in sudoku.marks(PUZZLE, board).items() if mark == "met"]
    assert met == [(1,), (1,), (4,)]  # the first row, the first and the last column


def test_a_message_says_how_often_a_digit_stands_there() -> None:
    board = sudoku.parse_solution(PUZZLE, "1.1.\n....\n.4..\n444.")
    told = [broken.message for broken in sudoku.violations(PUZZLE, board, partial=True) if "row" in broken.rule]
    assert told == [
        "row 1 holds the digit 1 twice: cell (1,1), cell (1,3)",
        "row 4 holds the digit 4 in 3 cells: cell (4,1), cell (4,2), cell (4,3)",
    ]
    assert told == [broken.message for broken in sudoku.violations(PUZZLE, board) if "per_row" in broken.rule]


def test_a_board_with_other_boxes_is_refused() -> None:
    lying, upright = (Puzzle(brute_sudoku.empty(2, 3), *boxes) for boxes in ((2, 3), (3, 2)))
    with pytest.raises(PuzzleError, match=r"^found a board with boxes of 3x2, expected 2x3 as in the puzzle$"):
        sudoku.violations(lying, Solution(upright.clues, 3, 2))


def test_clashes_name_equal_clues() -> None:
    puzzle = sudoku.parse("1..1\n1...\n....\n....")
    found = {(clash.rule, tuple(cell.numbers() for cell in clash.where)) for clash in sudoku.clue_conflicts(puzzle)}
    column, box = (("digit_once_per_" + side, ((1, 1), (2, 1))) for side in ("column", "box"))
    assert found == {("digit_once_per_row", ((1, 1), (1, 4))), column, box}
