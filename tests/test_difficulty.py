"""How hard a puzzle is: what does not change it, what adds to it, and the levels of Simon Tatham's generators."""

import random

import pandas as pd
import pytest

from puzzlekit import bench, hashi, sudoku
from puzzlekit.core.errors import NoSolution
from puzzlekit.core.grid import DATA, Cell, Point
from puzzlekit.reasoning.answers import system_of

RATED = pd.read_csv(DATA / "results" / "difficulty.csv")
TYPES = {"loopy": "slitherlink", "bridges": "hashi", "solo": "sudoku"}
FEWEST = {"loopy": 0.92, "bridges": 0.83, "solo": 0.94}  # rank correlations


def of_digits(p: int, q: int, given: dict[Cell, int]) -> sudoku.Puzzle:
    size = range(p * q)
    return sudoku.parse("\n".join("".join(str(given.get(Cell(i, j), ".")) for j in size) for i in size))


def test_a_grid_without_an_empty_cell_costs_nothing() -> None:
    assert sudoku.difficulty(of_digits(2, 2, sudoku.solve(sudoku.load("tiny_4x4")).filled)) == 0


@pytest.mark.parametrize("seed", range(4))
def test_other_digits_and_a_turned_board_are_as_hard(seed: int) -> None:
    rng, puzzle = random.Random(seed), sudoku.generate(2, 2, seed=seed)
    digits = rng.sample(list(puzzle.digits), len(puzzle.digits))
    other = {Cell(cell.column, cell.row): digits[digit - 1] for cell, digit in puzzle.given.items()}
    assert sudoku.difficulty(of_digits(2, 2, other)) == sudoku.difficulty(puzzle)
    board = hashi.generate(12, seed=seed)
    turned = {Point(point.column, board.rows - 1 - point.row): number for point, number in board.islands}
    other_way = hashi.Puzzle.of(board.columns, board.rows, turned)
    assert hashi.difficulty(other_way) == pytest.approx(hashi.difficulty(board))


def test_a_row_that_is_left_open_is_easier_than_what_takes_cases() -> None:
    """What takes cases is harder than each round of rules, by the number of levels alone."""
    puzzle = sudoku.load("hard_2")
    told = sudoku.solve(puzzle).filled
    easy = sudoku.difficulty(of_digits(3, 3, {cell: digit for cell, digit in told.items() if cell.row}))
    assert any(step.kind != "rule" for step in sudoku.explanation(puzzle).steps)
    assert easy < 3 < len(system_of(puzzle).levels) <= sudoku.difficulty(puzzle)


def test_what_differs_from_solution_to_solution_costs_nothing_and_no_solution_is_said() -> None:
    empty = sudoku.parse("\n".join(["...."] * 4))
    assert sudoku.difficulty(empty) == 0
    with pytest.raises(NoSolution):
        sudoku.difficulty(sudoku.load("tiny_no_solution"))


@pytest.mark.parametrize("game", TYPES)
def test_levels_and_ratings_agree_on_boards_on_which_the_measure_was_not_chosen(game: str) -> None:
    own = RATED[(RATED["game"] == game) & (RATED["seed"] > 6000)]
    assert len(own) == 240
    assert own["level"].corr(own["difficulty"], method="spearman") >= FEWEST[game]


@pytest.mark.parametrize("game", TYPES)
def test_the_table_says_what_is_said_today(game: str) -> None:
    package = bench.find_package(TYPES[game])
    own = RATED[RATED["game"] == game]
    for line in own.sort_values("difficulty").iloc[:: len(own) // 6].itertuples():
        assert package.difficulty(package.parse(line.board)) == pytest.approx(line.difficulty, abs=0.001)
