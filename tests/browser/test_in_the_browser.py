"""The boards as a reader uses them: JupyterLab, a real browser, mouse and keyboard."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lattice
import pytest
from lab import run_all
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
SLOW = """
empty = sudoku.parse("\\n".join(["." * 25] * 25))
slow = sudoku.board(sudoku.load("tiny_4x4"), solve=lambda puzzle: sudoku.solve(empty, "assignment"))
slow
"""
RENDER, SOLVE = 20, 12  # messages at most
ROW_ONE = "Row 1 holds"


# Mouse


def test_play_undo_edit_solve(board: Seen) -> None:
    board.types_at("cell (1,2)", "3")
    board.holds("cell (1,2)", "3")
    board.is_wrong("cell (1,1)")
    board.is_wrong("cell (1,2)")
    board.says(ROW_ONE)
    board.press("undo")
    board.is_empty("cell (1,2)")
    api.expect(board.message).to_have_text("")
    board.press("redo")
    board.holds("cell (1,2)", "3")
    board.press("edit")
    board.types_at("cell (1,1)", "8")
    board.holds("cell (1,1)", "8")
    api.expect(board.element("cell (1,1)").locator(".pk-given")).to_have_count(1)
    api.expect(board.root.locator(".pk-mark-wrong")).to_have_count(0)
    assert evaluate(board.page, "print(board.puzzle.clues[0][0], board.solution.digits[0][1])") == "8 3"
    board.press("reset")
    board.holds("cell (1,1)", "3")


def test_solve_shows_the_readers_model_as_it_grows(board: Seen) -> None:
    board.press("solve")
    board.says("violates a rule")
    api.expect(board.root.locator(".pk-mark-wrong").first).to_be_visible()
    evaluate(board.page, f"families += [{REST}]")
    board.press("solve")
    board.says("Solved")
    api.expect(board.root.locator(".pk-mark-wrong")).to_have_count(0)
    api.expect(board.root.locator(".pk-cell .pk-text")).to_have_count(81)
    assert evaluate(board.page, "print(sudoku.violations(board.puzzle, board.solution))") == "[]"


def test_stop_a_long_solve(opened: Callable[..., Seen]) -> None:
    board = opened(SLOW)
    api.expect(board.button("stop")).to_be_hidden()
    board.press("solve")
    board.says("Solving")
    api.expect(board.button("stop")).to_be_visible()
    board.types_at("cell (1,2)", "1")
    api.expect(board.button("undo")).to_have_attribute("aria-disabled", "false")  # Python has answered
    board.press("stop")
    board.says("Stopped")
    api.expect(board.button("stop")).to_be_hidden()
    board.holds("cell (1,2)", "1")
    board.press("check")
    board.says("exactly one solution")


def test_solve_while_a_cell_runs(opened: Callable[..., Seen]) -> None:
    """A thread shows its answer although the kernel is busy with a cell."""
    board = opened(f"families += [{REST}]", BOARD)
    code = "import threading; done = threading.Event(); board.observe(lambda change: done.set(), 'solution'); "
    code += f"board.solve(); done.wait({PATIENCE})"
    evaluate(board.page, code)
    board.says("Solved")


def test_an_exception_is_a_message(opened: Callable[..., Seen]) -> None:
    board = opened("sudoku.board(sudoku.load('tiny_4x4'), solve=lambda puzzle: puzzle.clues['<b>'])")
    board.press("solve")
    board.says("line 1 of <lambda>: TypeError: tuple indices")


def test_an_endless_function_is_stopped_and_what_it_printed_is_shown(opened: Callable[..., Seen]) -> None:
    code = "def endless(puzzle):\n    print('begun')\n    while True: pass\n"
    board = opened(code + "sudoku.board(sudoku.load('tiny_4x4'), solve=endless)")
    board.press("solve")
    board.says("Solving")
    board.press("stop")
    board.says("Stopped")
    board.says("begun")
    api.expect(board.button("stop")).to_be_hidden()


def test_hint_and_check(opened: Callable[..., Seen]) -> None:
    board = opened("board = sudoku.board(sudoku.load('tiny_two_solutions'))\nboard")
    board.press("check")
    board.says("Not unique")
    api.expect(board.root.locator(".pk-mark-hinted").first).to_be_visible()
    empty = evaluate(board.page, "print(next(cell for cell in board.puzzle.cells if cell not in board.puzzle.given))")
    board.element(empty).click()
    board.press("hint")
    board.says("Hint: row")
    api.expect(board.root.locator(".pk-mark-hinted")).to_have_count(1)
    api.expect(board.element(empty).locator(".pk-mark-hinted")).to_have_count(1)


def test_the_palette_is_for_those_without_a_keyboard(board: Seen) -> None:
    board.element("cell (1,2)").click()
    board.root.locator(".pk-palette button", has_text="6").click()
    board.holds("cell (1,2)", "6")
    board.root.locator(".pk-palette button").first.click()
    board.is_empty("cell (1,2)")
    board.element("cell (1,1)").click()
    board.root.locator(".pk-palette button", has_text="6").click()
    board.says("is given")
    board.holds("cell (1,1)", "3")


def test_copy_and_paste(board: Seen) -> None:
    board.types_at("cell (1,2)", "6")
    api.expect(board.button("undo")).to_have_attribute("aria-disabled", "false")
    board.press("copy_position")
    board.says("Copied")
    copied = board.page.evaluate("navigator.clipboard.readText()")
    assert copied == evaluate(board.page, "print(board.position)")
    board.press("clear")
    board.is_empty("cell (1,2)")
    board.puts("paste", "no puzzle <b>at all</b>")
    board.says("found")
    board.puts("paste", copied)
    board.holds("cell (1,2)", "6")


def test_copy_without_a_clipboard(board: Seen) -> None:
    board.page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined, configurable: true})")
    board.press("copy")
    field = board.root.locator("textarea")
    api.expect(field).to_be_focused()
    board.page.evaluate("delete navigator.clipboard")  # it hid the browser's own
    assert field.input_value() == evaluate(board.page, "print(board.puzzle)")
    assert board.page.evaluate("document.activeElement.selectionEnd") == len(field.input_value())
    board.types("Escape")
    api.expect(field).to_be_hidden()
    api.expect(board.button("menu")).to_be_focused()  # behind which it stands


def test_python_changes_the_board(board: Seen) -> None:
    evaluate(board.page, "board.puzzle = sudoku.load('tiny_boxes_2x3')")
    api.expect(board.root.locator(".pk-element.pk-cell")).to_have_count(36)
    evaluate(board.page, "board.solution = sudoku.solve(board.puzzle)")
    api.expect(board.root.locator(".pk-cell .pk-text")).to_have_count(36)
    board.says("Solved")


def test_fractions(board: Seen) -> None:
    evaluate(
        board.page, "from puzzlekit.core.grid import Cell\nboard.show({(Cell(0, 1), 5): 0.5, (Cell(0, 1), 6): 0.5})"
    )
    api.expect(board.element("cell (1,2)").locator(".pk-small")).to_have_text(["5", "6"])
    evaluate(board.page, "board.show({(Cell(0, 1), 5): 1.0})")
    board.holds("cell (1,2)", "5")
    evaluate(board.page, "board.show(None)")
    board.is_empty("cell (1,2)")


# The chapter itself


def test_the_chapter(notebook: Callable[..., Any]) -> None:
    page = notebook(chapter=HERE.parents[1] / "notebooks" / "03_sudoku.ipynb", until="## 3.5")
    run_all(page)
    first = Seen(page)
    api.expect(first.grid).to_be_visible()
    page.wait_for_function(ALL_RAN, timeout=1000 * PATIENCE)  # until then the kernel has no ear for the board
    first.types_at("cell (1,2)", "3")
    first.says(ROW_ONE)
    first.is_wrong("cell (1,1)")
    first.types("Control+z")
    first.is_empty("cell (1,2)")
    mine = Seen(page, 1)  # its Solve button runs the notebook's own model, now complete
    mine.press("solve")
    mine.says("Solved")


def test_why_and_next_step(board: Seen) -> None:
    filled = board.root.locator(".pk-cell .pk-text:not(.pk-pale *)")
    api.expect(filled).to_have_count(29)
    board.press("next_step")
    count = board.root.locator(".pk-count")
    api.expect(count).to_have_text(re.compile(r"1 of [23]"))
    last = int(str(count.text_content())[-1])
    for picture in range(2, last + 1):
        board.press("next_step")
        api.expect(count).to_have_text(f"{picture} of {last}")
    api.expect(filled).to_have_count(30)
    api.expect(board.root.locator(".pk-mark-plus").first).to_be_visible()
    board.element("cell (1,3)").click()
    board.press("why")
    api.expect(count).to_have_text(re.compile(r"1 of \d+"))  # a long answer begins with its first part
    for picture in range(2, int(str(count.text_content()).split()[-1]) + 1):
        board.press("forward")
        api.expect(count).to_have_text(re.compile(f"^{picture} of"))
    board.says("(1,3)")
    api.expect(board.root.locator(".pk-mark-plus").first).to_be_visible()
    api.expect(filled).to_have_count(30)  # Why? writes nothing down


ALL_RAN = """() => {
    const cells = window.jupyterapp.shell.currentWidget.content.model.cells;
    const codes = Array.from({length: cells.length}, (_, i) => cells.get(i)).filter((cell) => cell.type === "code");
    return codes.every((cell) => cell.executionCount !== null && cell.executionState !== "running");
}"""


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


def test_roles_and_labels(board: Seen) -> None:
    api.expect(board.grid).to_have_attribute("role", "grid")
    api.expect(board.element("cell (1,1)")).to_have_attribute("aria-label", "row 1, column 1, given 3")
    api.expect(board.element("cell (1,2)")).to_have_attribute("aria-label", "row 1, column 2, empty")
    assert board.grid.locator("[tabindex='0']").count() == 1
    board.element("cell (1,2)").click()
    api.expect(board.element("cell (1,2)")).to_have_attribute("aria-selected", "true")
    assert board.grid.locator("[aria-selected='true']").count() == 1
    api.expect(board.live).to_have_attribute("aria-live", "polite")
    assert board.page.evaluate("getComputedStyle(document.querySelector('.pk-ring')).strokeWidth") == "3px"


# Other boards, other pages


@pytest.fixture
def with_lattice(server: Any) -> str:
    """A cell that makes the throw-away room importable."""
    shutil.copyfile(HERE / "lattice.py", server.notebooks / "lattice.py")  # without its mode
    return "import lattice"


def test_edges_and_points(opened: Callable[..., Seen], with_lattice: str) -> None:
    board = opened(with_lattice, "board = lattice.board(lattice.Puzzle(3, 3))\nboard")
    edge, count = (board.element("points (1,1)-(1,2)"), "print(len(board.solution.lines), board.solution.lines[0][1])")
    edge.click()
    api.expect(edge.locator(".pk-stroke")).to_have_count(1)
    edge.click()
    api.expect(edge.locator(".pk-stroke")).to_have_count(2)
    assert evaluate(board.page, count) == "1 2"
    edge.click()
    api.expect(edge.locator(".pk-stroke")).to_have_count(0)
    board.types("Space", "ArrowRight", "2")
    api.expect(board.root.locator(".pk-stroke")).to_have_count(3)
    board.press("edit")
    board.element("point (2,2)").click()
    api.expect(board.element("point (2,2)").locator(".pk-shape")).to_have_count(1)
    assert evaluate(board.page, "print(*board.puzzle.blocked)") == "point (2,2)"


def test_html_and_scripts_are_text(opened: Callable[..., Seen], with_lattice: str) -> None:
    board = opened(with_lattice, "board = lattice.board(lattice.Puzzle(2, 2))\nboard")
    board.types_at("points (1,1)-(1,2)", "2")
    board.element("points (1,1)-(2,1)").click()
    board.says(lattice.EVIL)
    assert board.grid.get_attribute("aria-label") == f"Lattice {lattice.EVIL}"
    assert lattice.EVIL in str(board.element("points (1,1)-(1,2)").get_attribute("aria-label"))
    assert board.root.locator("img, script").count() == 0
    assert board.page.evaluate("window.hacked") is None


@pytest.mark.parametrize("size", ["25x25", "30x30 edges"])
def test_messages_and_clipping(opened: Callable[..., Seen], with_lattice: str, size: str) -> None:
    made = {
        "25x25": "sudoku.board(sudoku.load('square_25'))",
        "30x30 edges": "lattice.board(lattice.Puzzle(30, 30), solve=lambda puzzle: lattice.Solution(()))",
    }
    board = opened(with_lattice, made[size])
    frames = board.page.frames_seen
    assert frames.of_cell(-1) <= RENDER
    assert board.root.evaluate(CLIPPED) == 0
    evaluate(board.page, "")  # nothing more is on its way
    frames.clear()
    board.press("solve")
    api.expect(board.message).to_contain_text("rule")
    api.expect(board.button("solve")).to_have_attribute("aria-disabled", "false")
    assert 0 < frames.count() <= SOLVE


def test_the_message_does_not_move_the_board(opened: Callable[..., Seen]) -> None:
    board = opened(BOARD, "print('below')")
    api.expect(board.page.locator(".jp-Cell").last.locator(".jp-OutputArea")).to_contain_text("below")
    before = (board.grid.bounding_box(), board.page.locator(".jp-Cell").last.bounding_box())
    board.types_at("cell (1,2)", "3")
    board.says(ROW_ONE)
    assert (board.grid.bounding_box(), board.page.locator(".jp-Cell").last.bounding_box()) == before


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


@pytest.fixture
def touch(page: Any) -> Iterator[Callable[[Any], None]]:
    """The page takes fingers, not a mouse; called with a locator it taps it."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def tap(locator: Any) -> None:
        locator.scroll_into_view_if_needed()
        box = locator.bounding_box()
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    yield tap
    session.detach()  # ends the emulation


def test_touch_targets(opened: Callable[..., Seen], touch: Callable[[Any], None]) -> None:
    board = opened("sudoku.board(sudoku.load('square_16a'))")  # there is room for it
    sizes = [place.bounding_box() for place in (board.element("cell (3,3)"), board.button("undo"))]
    assert all(min(size["width"], size["height"]) > 35.9 for size in sizes)


def test_a_game_with_a_finger(board: Seen, touch: Callable[[Any], None]) -> None:
    touch(board.element("cell (1,2)"))
    touch(board.root.locator(".pk-palette button", has_text="3"))
    board.holds("cell (1,2)", "3")
    board.is_wrong("cell (1,2)")
    board.says(ROW_ONE)
    touch(board.button("undo"))
    board.is_empty("cell (1,2)")
    touch(board.button("edit"))
    touch(board.element("cell (1,1)"))
    touch(board.root.locator(".pk-palette button", has_text="7"))
    board.holds("cell (1,1)", "7")
    assert evaluate(board.page, "print(board.puzzle.clues[0][0])") == "7"


def test_edges_with_a_finger(opened: Callable[..., Seen], with_lattice: str, touch: Callable[[Any], None]) -> None:
    board = opened(with_lattice, "board = lattice.board(lattice.Puzzle(3, 3))\nboard")
    for count in (1, 2, 0):
        touch(board.element("points (1,1)-(1,2)"))
        api.expect(board.element("points (1,1)-(1,2)").locator(".pk-stroke")).to_have_count(count)


def test_two_views_of_one_board(opened: Callable[..., Seen]) -> None:
    board = opened(BOARD, "board")
    other = Seen(board.page, 1)
    api.expect(other.grid).to_be_visible()
    board.types_at("cell (1,2)", "6")
    other.holds("cell (1,2)", "6")
    other.types_at("cell (1,3)", "8")
    board.holds("cell (1,3)", "8")
    board.holds("cell (1,2)", "6")
