"""The fewest clues of a Sudoku: against brute force, and that nothing is told which is not proved."""

import io
import random
import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import brute_clues
import brute_sudoku
import pytest
from patience import limit

from puzzlekit import scip, sudoku
from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Cell
from puzzlekit.scip import enumeration
from puzzlekit.scip.constraints import as_linear_constraint, keys
from puzzlekit.sudoku import (
    FewestClues,
    Puzzle,
    Solution,
    minimum_clues,
    model_fewest_clues,
    model_follower,
    unavoidable,
)
from puzzlekit.sudoku.minimum_clues import ProgressBar
from puzzlekit.sudoku.solve import ENGINES
from puzzlekit.sudoku.unavoidable import Completions

PATTERNS = [rows for rows in brute_clues.grids(2, 2) if rows[0] == (1, 2, 3, 4)]  # up to the digits' names
REPORT = "report_figure_8_1"
DIAGONAL = ((1, 2, 3, 4), (3, 4, 1, 2), (4, 3, 2, 1), (2, 1, 4, 3))
ANSWERING = (None, "cadical")
few = pytest.mark.parametrize("index", range(len(PATTERNS)))
each_engine = pytest.mark.parametrize("engine", ANSWERING)


def grid_of(rows: brute_sudoku.Rows, p: int = 2, q: int = 2) -> Solution:
    return Solution(rows, p, q)


def random_grid(p: int, q: int, seed: int) -> Solution:
    return Solution(next(brute_sudoku.solutions(brute_sudoku.empty(p, q), p, q, random.Random(seed))), p, q)


def report_grid() -> Solution:
    path = Path(__file__).parents[1] / "data" / "sudoku" / f"{REPORT}.answer.txt"
    return sudoku.parse_solution(sudoku.load(REPORT), path.read_text(encoding="utf-8"))


def as_cells(places: brute_clues.Places) -> frozenset[Cell]:
    return frozenset(Cell(*place) for place in places)


def given(grid: Solution, engine: str | None) -> model_fewest_clues.Given:
    return model_fewest_clues.Given(
        grid, (), Completions(grid).differing if engine else model_fewest_clues.follower(grid)
    )


def is_minimal_and_unavoidable(cells: frozenset[Cell], grid: Solution) -> bool:
    """By counting completions: without these cells there are several, with any one of them there is one."""
    p, q = grid.p, grid.q
    others = frozenset((cell.row, cell.column) for cell in grid.filled if cell not in cells)
    counts = [brute_clues.completions(others | {(c.row, c.column)}, grid.digits, p, q) for c in cells]
    return brute_clues.completions(others, grid.digits, p, q) > 1 and counts == [1] * len(cells)


# The minimum


@few
@each_engine
@pytest.mark.once
def test_the_minimum_agrees_with_brute_force(index: int, engine: str | None) -> None:
    grid = grid_of(PATTERNS[index])
    sets = {as_cells(places) for places in brute_clues.minimal_clue_sets(grid.digits, 2, 2)}
    found = sudoku.fewest_clues(grid, engine=engine)
    assert found.proved
    assert found.clues == found.bound == min(map(len, sets))
    assert frozenset(found.puzzle.given) in sets
    assert ENGINES["cp_sat"](found.puzzle).solutions == (grid,)


def test_a_minimal_clue_set_need_not_be_a_minimum() -> None:
    """The census that chapter 8 shows."""
    census = [Counter(map(len, brute_clues.minimal_clue_sets(rows, 2, 2))) for rows in PATTERNS]
    assert len(PATTERNS) == 12
    assert Counter(tuple(sorted(sizes.items())) for sizes in census) == {
        ((4, 128), (5, 176)): 8,
        ((4, 12), (5, 256), (6, 16)): 4,
    }


def smallest_pattern() -> Solution:
    """One whose minimum clue sets are few."""
    fours = {rows: sum(len(own) == 4 for own in brute_clues.minimal_clue_sets(rows, 2, 2)) for rows in PATTERNS}
    return next(grid_of(rows) for rows, count in fours.items() if count == 12)


@pytest.mark.parametrize(
    "families", [model_fewest_clues.FAMILIES, (model_fewest_clues.unavoidable_sets,)], ids=["both", "lazy"]
)
def test_the_model_has_all_minimum_clue_sets_as_its_boards(families: tuple) -> None:
    grid = smallest_pattern()
    built = model_fewest_clues.build(grid, families)
    found = [frozenset(puzzle.given) for puzzle, _ in enumeration.enumerate_solutions(built)]
    built.free()
    expected = {as_cells(own) for own in brute_clues.minimal_clue_sets(grid.digits, 2, 2) if len(own) == 4}
    assert len(found) == len(expected)
    assert set(found) == expected


def test_the_known_sets_alone_admit_clues_that_leave_several_solutions() -> None:
    built = model_fewest_clues.build(report_grid(), (model_fewest_clues.known_unavoidable_sets,))
    result = scip.solve(built, time_limit=limit(60))
    assert result.status == "solved"
    puzzle = built.decode(result.values)
    built.free()
    assert len(ENGINES["cp_sat"](puzzle).solutions) == 2


@each_engine
def test_boxes_that_are_not_square(engine: str | None) -> None:
    grid = random_grid(1, 4, 3)
    found = sudoku.fewest_clues(grid, engine=engine)
    assert found.proved
    assert found.clues == min(map(len, brute_clues.minimal_clue_sets(grid.digits, 1, 4)))
    assert ENGINES["cp_sat"](found.puzzle).solutions == (grid,)


@pytest.mark.slow
def test_larger_grids_have_one_minimum_whoever_follows() -> None:
    grid = random_grid(2, 3, 1)
    found = [sudoku.fewest_clues(grid, engine=engine) for engine in ANSWERING]
    assert all(one.proved for one in found)
    assert len({one.clues for one in found}) == 1
    assert all(ENGINES["cp_sat"](one.puzzle).solutions == (grid,) for one in found)


# The follower as printed


def followed(grid: Solution, kept: Any, families: Any = model_follower.FAMILIES) -> tuple[float, Solution]:
    """The penalty that the follower pays, and its board."""
    built = model_follower.build_follower(grid, kept, tuple(families))
    values = scip.solve(built).values
    found = values.z["penalty"], built.decode(values)
    built.free()
    return found


@pytest.mark.parametrize(("p", "q", "seed"), [(2, 2, 1), (2, 3, 2), (4, 1, 3)])
def test_the_follower_pays_where_the_clues_leave_one_solution(p: int, q: int, seed: int) -> None:
    grid, rng, penalties = random_grid(p, q, seed), random.Random(seed), set()
    for _ in range(12):
        kept = {cell for cell in grid.filled if rng.random() < 0.5}
        penalty, found = followed(grid, kept)
        assert sudoku.violations(model_fewest_clues.puzzle_of(grid, kept), found) == []
        assert (found == grid) == (penalty == 1)
        assert (len(ENGINES["cp_sat"](model_fewest_clues.puzzle_of(grid, kept)).solutions) == 1) == (penalty == 1)
        penalties.add(penalty)
    assert penalties == {0, 1}


WITHOUT = {  # what the follower's answer breaks, on the grid DIAGONAL with these cells kept
    "digit_once_per_column": "digit_once_per_column",
    "digit_once_per_row": "digit_once_per_row",
    "digit_once_per_box": "digit_once_per_box",
    "keep_passed_clues": "keep_clues",
}


@pytest.mark.parametrize("left_out", WITHOUT)
def test_without_a_family_the_follower_cheats(left_out: str) -> None:
    """The clues leave one solution, and yet it differs, without paying."""
    grid = grid_of(DIAGONAL)
    puzzle = sudoku.fewest_clues(grid).puzzle
    kept = [family for family in model_follower.FAMILIES if family.__name__ != left_out]
    penalty, found = followed(grid, puzzle.given, kept)
    assert penalty == 0
    assert WITHOUT[left_out] in {broken.rule for broken in sudoku.violations(puzzle, found)}


def test_without_the_penalty_the_follower_says_nothing() -> None:
    grid = grid_of(DIAGONAL)
    assert followed(grid, grid.filled, model_follower.FAMILIES[:-1]) == (0, grid)


# Unavoidable sets


@each_engine
@pytest.mark.parametrize(("p", "q", "seed"), [(2, 2, 1), (2, 3, 2), (3, 2, 3), (3, 3, 4)])
@pytest.mark.once
def test_each_row_of_the_follower_is_a_minimal_unavoidable_set(p: int, q: int, seed: int, engine: str | None) -> None:
    grid, rng = random_grid(p, q, seed), random.Random(seed)
    own, built, rows = given(grid, engine), model_fewest_clues.build(grid, ()), 0
    for _ in range(8):
        kept = {cell for cell in grid.filled if rng.random() < 0.35}
        values = SimpleNamespace(y={cell: int(cell in kept) for cell in grid.filled})
        for place, row in model_fewest_clues.unavoidable_sets(own, built.v, values):
            plain = as_linear_constraint(row, keys(built.v), "unavoidable_sets", place)
            assert (plain.lower, plain.upper, set(plain.coefficients.values())) == (1, None, {1})
            cells = frozenset(key for _, key in plain.coefficients)
            assert not cells & kept
            assert is_minimal_and_unavoidable(cells, grid)
            rows += 1
        solutions = ENGINES["cp_sat"](model_fewest_clues.puzzle_of(grid, kept)).solutions
        assert (len(solutions) == 1) == (not own.differing(kept))
    built.free()
    assert rows > 3


@pytest.mark.parametrize(
    ("p", "q"), [(2, 2), (2, 3), (3, 2), (1, 4), (4, 1), pytest.param(3, 3, marks=pytest.mark.slow)]
)
@pytest.mark.once
def test_what_changes_places_is_unavoidable(p: int, q: int) -> None:
    grid = random_grid(p, q, 5)
    found = unavoidable.swaps(grid)
    assert found
    assert len(set(found)) == len(found)
    assert all(is_minimal_and_unavoidable(cells, grid) for cells in found)


@few
def test_all_small_sets_are_found(index: int) -> None:
    grid = grid_of(PATTERNS[index])
    every = {as_cells(places) for places in brute_clues.smallest(brute_clues.differences(grid.digits, 2, 2))}
    assert len({len(cells) for cells in every}) > 1
    for most in (4, 6, 16):
        found = list(Completions(grid).small_sets(most))
        assert len(set(found)) == len(found)
        assert set(found) == {cells for cells in every if len(cells) <= most}
    assert {cells for cells in unavoidable.swaps(grid) if len(cells) == 4} == {c for c in every if len(c) == 4}


def test_sets_without_a_common_cell_are_counted() -> None:
    a, b, c = (Cell(0, j) for j in range(3))
    assert unavoidable.count_disjoint([]) == 0
    assert unavoidable.count_disjoint([frozenset({a}), frozenset({b, c})]) == 2
    assert unavoidable.count_disjoint([frozenset({a, b}), frozenset({b, c})]) == 1


# Requests


REFUSED = {
    "half-filled": (lambda: grid_of(((1, 2, 3, 4), (3, 4, 0, 0), *((0,) * 4,) * 2)), " is empty"),
    "wrong": (lambda: grid_of(((1, 2, 3, 4),) * 4), "column 1 holds the digit 1 in 4 cells"),
    "a puzzle": (lambda: Puzzle(DIAGONAL, 2, 2), "found a puzzle of sudoku, expected a solution of sudoku"),
    "a text": (lambda: "1234\n3412\n4321\n2143", "expected a solution of sudoku: see `parse_solution"),
    "nothing": (lambda: None, "found None, expected a solution of sudoku"),
}


@pytest.mark.parametrize(("make", "said"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("asked", [sudoku.fewest_clues, model_fewest_clues.build])
def test_what_is_no_full_grid_is_refused(asked, make, said: str) -> None:
    with pytest.raises(PuzzleError, match=said):
        asked(make())


def test_wrong_requests_are_refused() -> None:
    grid = grid_of(DIAGONAL)
    with pytest.raises(PuzzleError, match="no engine is named 'gurobi'; expected one of cp_sat"):
        sudoku.fewest_clues(grid, engine="gurobi")
    for wrong in (-1, "soon", float("nan")):
        with pytest.raises(PuzzleError, match=r"time.limit"):
            sudoku.fewest_clues(grid, time_limit=wrong)


# Limits


@pytest.mark.parametrize("limit", [0, 1])
@each_engine
@pytest.mark.once
def test_at_a_limit_there_is_an_interval(limit: float, engine: str | None) -> None:
    grid = report_grid()
    found = sudoku.fewest_clues(grid, engine=engine, time_limit=limit)
    assert 0 < found.bound <= 17 <= found.clues  # Figure 8.1 has 17 clues
    assert found.bound < found.clues
    assert not found.proved
    assert str(found) == f"between {found.bound} and {found.clues} clues"
    assert ENGINES["cp_sat"](found.puzzle).solutions == (grid,)


def test_a_limit_in_a_question_of_the_solve_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time may be up at the very moment at which the follower is asked."""
    grid, solves = random_grid(2, 3, 1), []
    solve = minimum_clues.scip.solve

    def too_late(built: Any, **options: Any) -> Any:
        solves.append(built)
        options["progress"].__self__.deadline = Deadline(0, "minimum not proved")
        return solve(built, **options)

    monkeypatch.setattr(minimum_clues.scip, "solve", too_late)
    monkeypatch.setattr(minimum_clues, "MOST", 4)  # cells: with so few sets known, the first solve has to ask
    found = sudoku.fewest_clues(grid, engine="cadical", time_limit=limit(60))
    assert len(solves) == 1
    assert 0 < found.bound < found.clues < 36
    assert ENGINES["cp_sat"](found.puzzle).solutions == (grid,)


@pytest.mark.parametrize("seed", range(3))
def test_each_number_of_clues_is_decided_in_turn(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Too few are refuted, and where the search before has not found the fewest clues, the last solve does."""
    grid, decided, searched = random_grid(2, 3, seed), [], []
    solve = minimum_clues.scip.solve

    def noted(built: Any, **options: Any) -> Any:
        searched.append(len(options["progress"].__self__.best))
        result = solve(built, **options)
        decided.append("refuted" if result.objective_limit else result.status)
        return result

    monkeypatch.setattr(minimum_clues.scip, "solve", noted)
    found = sudoku.fewest_clues(grid, engine="cadical")
    assert found.proved
    assert decided
    last = ["solved"] if found.clues < searched[0] else []
    assert decided == ["refuted"] * (len(decided) - len(last)) + last


def test_what_is_not_decided_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    grid, primals = random_grid(2, 3, 1), []
    solve = minimum_clues.scip.solve

    def at_once(built: Any, **options: Any) -> Any:
        result = solve(built, **options | {"time_limit": 0})
        primals.append(result.status)
        return result

    monkeypatch.setattr(minimum_clues.scip, "solve", at_once)
    found = sudoku.fewest_clues(grid, engine="cadical")
    assert primals == ["unknown"]
    assert 0 < found.bound <= found.clues


def test_a_bar_shows_both_numbers_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stderr", shown := Terminal())
    at_once = {"delay": 0.0, "mininterval": 0.0}  # else after two seconds
    monkeypatch.setattr(minimum_clues, "ProgressBar", lambda **options: ProgressBar(**options | at_once))
    sudoku.fewest_clues(sudoku.solve(sudoku.load("tiny_4x4")))
    assert re.search(r"\rbetween \d+ and \d+ clues \[\d\d:\d\d\]", shown.getvalue())


def test_what_is_told() -> None:
    puzzle = sudoku.load("tiny_4x4")
    clues = len(puzzle.given)
    assert str(FewestClues(puzzle, clues)) == f"{clues} clues, the minimum"
    assert str(FewestClues(puzzle, clues - 1)) == f"between {clues - 1} and {clues} clues"
