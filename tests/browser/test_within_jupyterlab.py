"""What the boards must get right because JupyterLab is around them: its shortcuts, its kernels, its width."""

from collections.abc import Callable
from typing import Any

from lab import run_all
from seen import Seen, api, evaluate

SETUP = """
from puzzlekit import sudoku, tree
from puzzlekit.board import TreeBoard
from puzzlekit.sudoku import assignment
puzzle = sudoku.load("hard_2")
"""
TREE = "TreeBoard(tree.record(assignment.build(puzzle)), sudoku.board(puzzle))"
# Boards that send what belongs together in one order and in the other; the kernel's own depends on its hash seed.
ORDERED = """
def ordered(backwards):
    board = sudoku.board(sudoku.load("tiny_4x4"))
    send = board.send_state
    board.send_state = lambda key=None: send(sorted(key, reverse=backwards) if isinstance(key, set) else key)
    return board
forwards, backwards = ordered(False), ordered(True)
"""
DIRTY = "() => window.jupyterapp.shell.currentWidget.context.model.dirty"
RESTART = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"


def cells(page: Any) -> list[str]:
    every = "[...window.jupyterapp.shell.currentWidget.content.model.cells]"
    return list(page.evaluate(f"() => {every}.map((cell) => cell.sharedModel.source)"))


def test_keys_and_width(notebook: Callable[..., Any]) -> None:
    page = notebook(SETUP, TREE, "print('the last cell')")
    run_all(page)
    board, search = Seen(page, 1), page.locator(".pk-tree")
    api.expect(board.grid).to_be_visible()
    before = cells(page)
    for place in (board.button("hint"), board.button("play"), search.locator("button[data-do='Step back']")):
        place.click()  # as a reader does: JupyterLab decides then what has the focus
        board.types("x", "d", "d", "a", "0", "0", "Shift+Enter")
    board.element("cell (1,1)").click()
    board.types("Escape", "x", "d", "d")
    assert cells(page) == before
    api.expect(page.locator(".jp-Dialog")).to_have_count(0)
    evaluate(page, "")  # all that was pressed is done
    page.wait_for_function(DIRTY)
    board.types("Control+s")
    page.wait_for_function(f"() => !({DIRTY})()")
    page.set_viewport_size({"width": 1280, "height": 720})
    left, right = search.bounding_box(), board.root.bounding_box()
    page.set_viewport_size({"width": 1300, "height": 1000})
    assert right["x"] >= left["x"] + left["width"]
    assert right["y"] == left["y"]


def test_any_order_and_a_restart(notebook: Callable[..., Any]) -> None:
    page = notebook(SETUP, ORDERED, "forwards", "backwards")
    run_all(page)
    boards = Seen(page, 0), Seen(page, 1)
    for board, name in zip(boards, ("forwards", "backwards"), strict=True):
        api.expect(board.grid).to_be_visible()
        evaluate(page, f"{name}.paste(str(sudoku.load('report_figure_3_1')))")
        api.expect(board.root.locator(".pk-element.pk-cell")).to_have_count(81)
        api.expect(board.root.locator(".pk-cell .pk-text")).to_have_count(29)
        board.element("cell (1,2)").click()
        board.types("3")
        board.says("row 1 holds")
    page.evaluate(RESTART)
    boards[0].button("hint").click()
    boards[0].says("Python does not answer: run the cell again")
    api.expect(boards[0].root).to_have_class("pk-board pk-silent")
    run_all(page)
    api.expect(Seen(page, 0).root).to_have_class("pk-board")
    api.expect(Seen(page, 0).root.locator(".pk-element.pk-cell")).to_have_count(16)
