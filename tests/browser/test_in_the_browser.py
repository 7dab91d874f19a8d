"""The boards as a reader uses them: JupyterLab, a real browser, mouse and keyboard."""

from collections.abc import Callable
from pathlib import Path

import pytest
from lab import OF_CELL, WATCH, count
from patience import PATIENCE
from seen import CLIPPED, Seen, api, evaluate

HERE = Path(__file__).parent
SETUP = """
from puzzlekit import scip, sudoku
from puzzlekit.sudoku import model_assignment, play
families = [model_assignment.one_digit_per_cell, model_assignment.digit_once_per_row]
def solve(puzzle):
    built = model_assignment.build(puzzle, tuple(families))
    return built.decode(scip.solve(built).values)
"""
REST = "model_assignment.digit_once_per_column, model_assignment.digit_once_per_box, model_assignment.keep_clues"
BOARD = 'board = sudoku.board(sudoku.load("report_figure_3_1"), solve=solve)\nboard'
RENDER, SOLVE = 20, 12  # messages at most
ROW_ONE = "Row 1 holds"


# Solve


def test_solve_while_a_cell_runs(opened: Callable[..., Seen]) -> None:
    """A thread shows its answer although the kernel is busy with a cell."""
    board = opened(f"families += [{REST}]", BOARD)
    code = "import threading; done = threading.Event(); board.observe(lambda change: done.set(), 'solution'); "
    code += f"board.solve(); done.wait({PATIENCE})"
    evaluate(board.page, code)
    board.says("Solved")


def test_an_endless_function_is_stopped_and_what_it_printed_is_shown(opened: Callable[..., Seen]) -> None:
    code = "def endless(puzzle):\n    print('begun')\n    while True: pass\n"
    board = opened(code + "sudoku.board(sudoku.load('tiny_4x4'), solve=endless)")
    board.press("solve")
    board.says("Solving")
    board.press("stop")
    board.says("Stopped")
    board.says("begun")
    api.expect(board.button("stop")).to_be_hidden()


# Keyboard


def test_by_keyboard_alone(opened: Callable[..., Seen]) -> None:
    board = opened(f"families += [{REST}]", BOARD)
    board.button("play").focus()  # where Tab arrives first
    names = board.root.locator(".pk-toolbar button:visible").count()
    board.types(*["Tab"] * (names - 1))
    api.expect(board.element("cell (1,1)")).to_be_focused()
    board.types("5")
    board.says("is given")
    board.types("ArrowRight", "3")
    board.says(ROW_ONE)
    api.expect(board.live).to_contain_text("row 1, column 2, 3")
    api.expect(board.live).to_contain_text(ROW_ONE)
    board.types("Backspace")
    board.is_empty("cell (1,2)")
    board.types("Control+z")
    board.holds("cell (1,2)", "3")
    board.types("Control+z")
    board.is_empty("cell (1,2)")
    board.types("Control+y")
    board.holds("cell (1,2)", "3")
    board.types("Control+z", "Control+Shift+z")
    board.holds("cell (1,2)", "3")
    board.types("ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp")
    api.expect(board.element("cell (1,1)")).to_be_focused()
    board.types("Escape")
    api.expect(board.button("play")).to_be_focused()
    board.types("Shift+Tab", "Enter")
    api.expect(board.button("edit")).to_have_attribute("aria-pressed", "true")
    board.types(*["Tab"] * names, "Delete")
    board.is_empty("cell (1,1)")
    board.types("8")
    board.holds("cell (1,1)", "8")
    assert evaluate(board.page, "print(board.puzzle.clues[0][0])") == "8"
    order = board.root.locator(".pk-toolbar button:visible").evaluate_all("(all) => all.map((node) => node.dataset.do)")
    board.types("Control+z", "Control+z", "Escape", *["Tab"] * (order.index("solve") - order.index("edit")))
    api.expect(board.button("solve")).to_be_focused()
    board.types("Enter")
    board.says("Solved")
    api.expect(board.page.locator(".jp-Cell")).to_have_count(3)  # no key reached JupyterLab: none was deleted or added


def test_a_slow_kernel_takes_no_change_of_mode_back(opened: Callable[..., Seen]) -> None:
    board = opened(BOARD, "import time\nboard.observe(lambda change: time.sleep(1), 'solution')")
    board.types_at("cell (1,2)", "3", "Control+z")
    board.press("edit")
    evaluate(board.page, "")  # the answer to 3 has arrived, and the kernel was still in play mode then
    board.types_at("cell (1,1)", "Delete")
    board.is_empty("cell (1,1)")
    assert evaluate(board.page, "print(board.mode, board.puzzle.clues[0][0])") == "edit 0"
    board.is_empty("cell (1,1)")


def test_fast_typing_loses_nothing(opened: Callable[..., Seen]) -> None:
    board = opened("board = sudoku.board(sudoku.parse('\\n'.join(['.' * 9] * 9)))\nboard")
    board.element("cell (1,1)").click()
    for number in range(1, 10):
        board.types(str(number), "ArrowRight")
    board.types("Control+z", "Control+z")
    board.is_empty("cell (1,8)")
    board.holds("cell (1,7)", "7")
    assert evaluate(board.page, "print(board.solution.digits[0])") == "(1, 2, 3, 4, 5, 6, 7, 0, 0)"


# Other boards, other pages


LARGE = {
    "cells": "sudoku.board(sudoku.load('square_25'))",
    "edges": "slitherlink.board(large, solve=lambda puzzle: slitherlink.Solution.of(puzzle, ()))",
}


@pytest.mark.parametrize("made", LARGE.values(), ids=LARGE)
def test_messages_and_clipping(opened: Callable[..., Seen], made: str) -> None:
    board = opened("from puzzlekit import slitherlink\nlarge = slitherlink.parse('\\n'.join(['3' * 25] * 25))", made)
    assert 0 < board.page.evaluate(OF_CELL) <= RENDER
    assert board.root.evaluate(CLIPPED) == 0
    evaluate(board.page, "")  # nothing more is on its way
    board.page.evaluate(WATCH)
    board.press("solve")
    api.expect(board.message).to_contain_text("rule")
    api.expect(board.button("solve")).to_have_attribute("aria-disabled", "false")
    assert 0 < count(board.page) <= SOLVE


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_contrast_in_both_themes(opened: Callable[..., Seen], theme: str) -> None:
    board = opened(BOARD, theme=theme)
    board.types_at("cell (1,2)", "6")
    board.holds("cell (1,2)", "6")
    colours = board.root.evaluate("""(root) => [".pk-text.pk-answer", ".pk-text.pk-given", ".pk-cell .pk-area"]
        .map((name) => getComputedStyle(root.querySelector(name)).fill.match(/[\\d.]+/g).slice(0, 3).map(Number))""")
    answer, given, paper = map(luminance, colours)
    assert contrast(answer, paper) > 4.5
    assert contrast(given, paper) > 7
    assert (paper > 0.5) == (theme == "JupyterLab Light")


def luminance(colour: list[float]) -> float:
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_two_views_of_one_board(opened: Callable[..., Seen]) -> None:
    board = opened(BOARD, "board")
    other = Seen(board.page, 1)
    api.expect(other.grid).to_be_visible()
    board.types_at("cell (1,2)", "6")
    other.holds("cell (1,2)", "6")
    other.types_at("cell (1,3)", "8")
    board.holds("cell (1,3)", "8")
    board.holds("cell (1,2)", "6")
