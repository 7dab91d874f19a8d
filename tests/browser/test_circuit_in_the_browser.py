"""The circuit board as a reader uses it: a click or a key draws an edge, points say whether their degree is reached."""

from collections.abc import Callable

import pytest
from bare import Bare
from seen import CLIPPED, Seen, api, evaluate

from puzzlekit import circuit

SETUP = "from puzzlekit import circuit"
BOARD = 'board = circuit.board(circuit.load("tiny_4x4"))\nboard'
SQUARE = [((1, 1), (1, 2)), ((1, 1), (2, 1)), ((1, 2), (2, 2)), ((2, 1), (2, 2))]


def name(pair: tuple) -> str:
    (i, j), (k, m) = pair
    return f"points ({i},{j})-({k},{m})"


def strokes(board: Seen, pair: tuple, count: int) -> None:
    api.expect(board.element(name(pair)).locator(".pk-stroke")).to_have_count(count)


def sign(board: Seen, point: str, text: str) -> None:
    api.expect(board.element(point).locator(".pk-sign")).to_have_text(text)


def test_a_click_draws_and_takes_away(board: Seen) -> None:
    edge = ((2, 1), (3, 1))
    board.element(name(edge)).click()
    strokes(board, edge, 1)
    sign(board, "point (3,1)", "✓")
    assert evaluate(board.page, "print(len(board.solution.drawn) - len(board.puzzle.given))") == "1"
    board.element(name(edge)).click()
    strokes(board, edge, 0)
    api.expect(board.element("point (3,1)").locator(".pk-sign")).to_have_count(0)


def test_a_closed_cycle_is_marked_and_said(board: Seen) -> None:
    for pair in SQUARE:
        board.element(name(pair)).click()
    board.says("close a cycle")
    for pair in SQUARE:
        api.expect(board.element(name(pair)).locator(".pk-mark-wrong")).to_have_count(1)
    board.press("undo")
    api.expect(board.root.locator(".pk-element.pk-edge .pk-mark-wrong")).to_have_count(0)


def test_a_point_with_too_many_edges(board: Seen) -> None:
    for pair in (((1, 2), (2, 2)), ((2, 1), (2, 2)), ((2, 2), (2, 3)), ((2, 2), (3, 2))):
        board.element(name(pair)).click()
    api.expect(board.element("point (2,2)").locator(".pk-mark-over")).to_have_count(1)
    board.says("4 edges")


def test_by_keyboard_alone(board: Seen) -> None:
    edge = ((1, 1), (1, 2))
    board.element(name(edge)).focus()
    board.types("Space")
    strokes(board, edge, 1)
    api.expect(board.live).to_contain_text("row 1, column 1 to row 1, column 2, drawn")
    board.types("Backspace")
    strokes(board, edge, 0)
    board.types("1")
    strokes(board, edge, 1)
    board.types("Control+z")
    strokes(board, edge, 0)
    board.element("points (1,3)-(1,4)").focus()
    board.types("Space")
    board.says("is given")


def test_edit_solve_and_check(board: Seen) -> None:
    board.press("check")
    board.says("Unique")
    board.press("solve")
    board.says("Solved")
    api.expect(board.root.locator(".pk-point .pk-sign")).to_have_count(14)
    board.press("edit")
    board.element("point (1,1)").click()
    api.expect(board.element("point (1,1)").locator(".pk-shape")).to_have_count(1)
    assert evaluate(board.page, "print(len(board.puzzle.points))") == "13"
    board.press("check")
    board.says("an odd number")
    board.press("reset")
    board.says("")
    assert evaluate(board.page, "print(board.puzzle == circuit.load('tiny_4x4'))") == "True"


def test_an_answer_that_leaves_a_given_edge_out(opened: Callable[..., Seen]) -> None:
    nothing = 'circuit.board(circuit.load("tiny_4x4"), solve=lambda p: circuit.Solution.of(p, ()))'
    board = opened(nothing)
    board.press("solve")
    board.says("violates a rule")
    api.expect(board.element("points (1,3)-(1,4)")).to_contain_text("✗")


@pytest.mark.parametrize("size", [4, 12])
def test_nothing_is_clipped(bare: Bare, size: int) -> None:
    bare.show(circuit.board(circuit.generate(size, seed=1, unique=False, endpoints=True)))
    assert Seen(bare.page).root.evaluate(CLIPPED) == 0


def test_the_replay_of_lazy_rows(opened: Callable[..., Seen]) -> None:
    board = opened(
        BOARD,
        "from puzzlekit import scip\nfrom puzzlekit.circuit import model_spanning_tree\n"
        "six = circuit.load('board_6x6')\n"
        "replay = circuit.replay(six, scip.solve(model_spanning_tree.build(six)).cuts[:3])\nreplay",
    )
    page = board.page
    picture = page.locator(".widget-html-content svg")
    api.expect(picture).to_be_visible()
    api.expect(page.locator(".widget-label", has_text="1 of 3")).to_be_visible()
    before = picture.inner_html()
    evaluate(page, "replay.slider.value = 2")
    api.expect(page.locator(".widget-label", has_text="2 of 3")).to_be_visible()
    assert picture.inner_html() != before
