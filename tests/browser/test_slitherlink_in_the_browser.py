"""The board of Slitherlink as a reader uses it: clicking and dragging edges, crosses, editing clues."""

from hands import drag, middle
from seen import Seen, api, evaluate

SETUP = "from puzzlekit import slitherlink"
BOARD = 'board = slitherlink.board(slitherlink.parse("3.\\n.."))\nboard'
TOP, LEFT, NEXT = "points (1,1)-(1,2)", "points (1,1)-(2,1)", "points (1,2)-(1,3)"
CLUE = "cell (1,1)"


def strokes(board: Seen, name: str, count: int) -> None:
    api.expect(board.element(name).locator(".pk-stroke")).to_have_count(count)


def drawn(board: Seen) -> str:
    return evaluate(board.page, "print(len(board.solution.drawn))")


def test_a_click_draws_a_second_one_crosses_a_third_one_clears(board: Seen) -> None:
    board.page.mouse.click(*middle(board, TOP))
    strokes(board, TOP, 1)
    assert drawn(board) == "1"
    board.page.mouse.click(*middle(board, TOP))
    strokes(board, TOP, 0)
    board.holds(TOP, "✗")
    assert drawn(board) == "0"
    board.page.mouse.click(*middle(board, TOP))
    board.is_empty(TOP)


def test_drag_from_point_to_point_and_see_what_is_wrong(board: Seen) -> None:
    for start, end in (("point (1,1)", "point (1,2)"), ("point (1,2)", "point (2,2)"), ("point (2,2)", "point (2,1)")):
        drag(board, start, end)
    api.expect(board.element(CLUE).locator(".pk-sign")).to_have_text("✓")
    board.page.mouse.click(*middle(board, LEFT))
    board.says("The 3 at (1,1) has 4 edges")
    api.expect(board.element(CLUE).locator(".pk-mark-over")).to_have_count(1)
    board.press("undo")
    board.element(NEXT).focus()
    board.types("1")
    api.expect(board.element("point (1,2)").locator(".pk-mark-wrong")).to_have_count(1)
    board.says("The loop branches at point (1,2), which has 3 edges; ")
    api.expect(board.element("point (1,1)").locator(".pk-mark-wrong")).to_have_count(1)  # its other edge has no room


def test_clues_are_edited(board: Seen) -> None:
    board.press("edit")
    board.page.mouse.click(*middle(board, "cell (2,2)"))
    board.types("2")
    board.holds("cell (2,2)", "2")
    assert evaluate(board.page, "print(str(board.puzzle).split())") == "['3.', '.2']"
    board.press("reset")
    board.is_empty("cell (2,2)")
