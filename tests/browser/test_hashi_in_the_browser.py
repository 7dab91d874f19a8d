"""The board of Hashi as a reader uses it: dragging, clicking, keys, editing islands."""

from hands import drag, middle
from seen import Seen, api, evaluate

SETUP = "from puzzlekit import hashi"
BOARD = 'board = hashi.board(hashi.parse("1.2\\n...\\n1.2"))\nboard'
TOP, LEFT, RIGHT, BOTTOM = (
    "points (1,1)-(1,3)", "points (1,1)-(3,1)", "points (1,3)-(3,3)", "points (3,1)-(3,3)",
)  # fmt: skip


def has(board: Seen, name: str, lines: int) -> None:
    api.expect(board.element(name).locator(".pk-stroke")).to_have_count(lines)


def solution(board: Seen) -> str:
    return evaluate(board.page, "print([count for _, count in board.solution.bridges])")


def test_drag_from_island_to_island(board: Seen) -> None:
    drag(board, "point (1,1)", "point (1,3)")
    has(board, TOP, 1)
    drag(board, "point (1,3)", "point (1,1)")
    has(board, TOP, 2)
    api.expect(board.element("point (1,1)").locator(".pk-mark-over")).to_have_count(1)
    board.says("The 1 at (1,1) has 2 bridges")
    assert solution(board) == "[2]"
    drag(board, "point (1,1)", "point (1,3)")
    has(board, TOP, 0)
    drag(board, "point (1,1)", "point (3,3)")  # along no edge
    for name in (TOP, LEFT, RIGHT, BOTTOM):
        has(board, name, 0)


def test_click_between_islands_and_see_what_is_complete(board: Seen) -> None:
    for name in (TOP, RIGHT, BOTTOM):
        board.page.mouse.click(*middle(board, name))
        has(board, name, 1)
    board.says("Solved")
    for corner in ("point (1,1)", "point (1,3)", "point (3,1)", "point (3,3)"):
        api.expect(board.element(corner).locator(".pk-sign")).to_have_text("✓")
    board.press("undo")
    has(board, BOTTOM, 0)
    api.expect(board.element("point (3,1)").locator(".pk-sign")).to_have_count(0)


def test_by_keyboard(board: Seen) -> None:
    board.element(TOP).focus()
    board.types("2")
    has(board, TOP, 2)
    board.types("ArrowDown", "ArrowDown", "ArrowRight", " ")  # by way of an island, which is heard
    has(board, BOTTOM, 1)
    board.types("ArrowUp", "0")
    board.element(TOP).focus()
    board.types("Backspace")
    has(board, TOP, 0)
    assert solution(board) == "[1]"


def test_islands_are_edited(board: Seen) -> None:
    board.press("edit")
    board.page.mouse.click(*middle(board, "point (1,2)"))  # an edge lies over it
    board.types("1")
    api.expect(board.element("points (1,1)-(1,2)")).to_have_count(1)
    api.expect(board.element(TOP)).to_have_count(0)
    board.page.mouse.click(*middle(board, "point (3,3)"))
    board.types("3")
    board.holds("point (3,3)", "3")
    assert evaluate(board.page, "print(str(board.puzzle).split())") == "['112', '...', '1.3']"
    board.press("reset")
    api.expect(board.element(TOP)).to_have_count(1)
