"""The Battleship board as a reader uses it: clicks and keys, ticks and crosses, the list of the fleet, counts."""

import ast
import re

import pytest
from seen import Seen, api, evaluate

SETUP = "from puzzlekit import battleship"
BOARD = """
board = battleship.board(battleship.parse('''
fleet: 1x3 1x2 1x1
.... 3
.... 0
.*.. 3
...~ 0
2 1 2 1
'''))
board
"""
TICK, CROSS = "✓", "✗"


def sign(board: Seen, name: str, expected: str | None) -> None:
    found = board.element(name).locator(".pk-sign")
    if expected is None:
        api.expect(found).to_have_count(0)
    else:
        api.expect(found).to_have_text(expected)


def is_called(board: Seen, name: str, words: str) -> None:
    """The kernel may judge it later, and adds a word such as "wrong"."""
    api.expect(board.element(name)).to_have_attribute("aria-label", re.compile(f"^{re.escape(words)}(, |$)"))


def solution(board: Seen) -> list[str]:
    return evaluate(board.page, "print(board.solution)").split("\n")


@pytest.mark.full
def test_clicks_go_through_water_and_parts(board: Seen) -> None:
    cell = "cell (1,1)"
    for said in ("water", "a ship part", "empty", "water"):
        board.element(cell).click()
        is_called(board, cell, f"row 1, column 1, {said}")
    board.types("Backspace")
    is_called(board, cell, "row 1, column 1, empty")


def test_keys_type_every_kind(board: Seen) -> None:
    board.element("cell (1,1)").click()
    for key, said in (("<", "a left end"), ("#", "a middle part"), ("^", "a top end"), ("o", "a single")):
        board.types(key)
        is_called(board, "cell (1,1)", f"row 1, column 1, {said}")
    board.types("ArrowRight", "~")
    is_called(board, "cell (1,2)", "row 1, column 2, water")
    board.root.locator(".pk-palette button[aria-label='a top end']").click()
    is_called(board, "cell (1,2)", "row 1, column 2, a top end")


def test_counts_turn_to_ticks_and_crosses(board: Seen) -> None:
    sign(board, "row 1", None)
    sign(board, "row 2", TICK)
    for name in ("cell (1,1)", "cell (1,3)", "cell (1,4)"):
        sign(board, "row 1", None)
        board.types_at(name, "*")
    sign(board, "row 1", TICK)
    is_called(board, "row 1", "count of row 1, 3, met")
    board.types_at("cell (1,2)", "*")
    sign(board, "row 1", CROSS)
    board.says("Row 1 has 4 ship parts, expected 3")
    board.press("undo")
    sign(board, "row 1", TICK)


def test_a_game_by_parts_alone_ticks_off_the_fleet(board: Seen) -> None:
    for name in ("cell (3,1)", "cell (3,3)"):
        board.types_at(name, "*")
    sign(board, "length 3", None)  # the ship may go on in column 4
    board.element("cell (3,4)").click()
    sign(board, "length 3", TICK)
    is_called(board, "length 3", "fleet, length 3, 1 ship, met")
    for name in ("cell (1,1)", "cell (1,3)", "cell (1,4)"):
        sign(board, "length 2", None)
        board.types_at(name, "*")
    board.says("Solved")  # all parts are placed, so what is empty is water
    for name in ("length 3", "length 2", "length 1", "row 1", "column 4"):
        sign(board, name, TICK)
    assert solution(board) == ["o~<>", "~~~~", "<#>~", "~~~~"]
    board.press("clear")
    sign(board, "length 3", None)
    board.press("solve")
    board.says("Solved")
    assert solution(board) == ["o~<>", "~~~~", "<#>~", "~~~~"]


def test_touching_ships_are_hatched(board: Seen) -> None:
    for name in ("cell (1,1)", "cell (2,2)"):
        board.types_at(name, "o")
    board.is_wrong("cell (1,1)")
    board.is_wrong("cell (2,2)")
    board.says("Ships touch: cell (1,1) and cell (2,2)")


def test_clues_and_counts_are_edited(board: Seen) -> None:
    board.press("edit")
    board.element("cell (1,1)").click()
    is_called(board, "cell (1,1)", "row 1, column 1, given water")
    board.element("row 2").click()  # a click counts up
    is_called(board, "row 2", "count of row 2, 1")
    board.types("?")
    is_called(board, "row 2", "count of row 2, hidden")
    board.types("3")
    edited = evaluate(board.page, "print(board.puzzle)").split("\n")
    assert edited[1:3] == ["~... 3", ".... 3"]
    board.press("check")
    board.says("No solution, conflicting clues")
    board.press("reset")
    board.press("check")
    board.says("Unique")


def test_the_fleet_is_edited(board: Seen) -> None:
    board.press("edit")
    board.element("length 1").locator(".pk-area").click()  # a click counts up
    is_called(board, "length 1", "fleet, length 1, 2 ships")
    board.types("4")
    api.expect(board.element("length 1").locator(".pk-text")).to_have_text("4\u00d7")
    board.types("Backspace", "ArrowUp", "2")
    assert evaluate(board.page, "print(board.puzzle.fleet)") == "((3, 1), (2, 2), (1, 4))"
    board.press("clear")
    is_called(board, "row 2", "count of row 2, hidden")
    api.expect(board.element("row 2").locator(".pk-text")).to_have_text("?")
    board.press("reset")
    assert evaluate(board.page, "print(board.puzzle.fleet)") == "((3, 1), (2, 1), (1, 1))"


def test_a_part_of_unknown_kind_is_no_mistake_to_a_hint(board: Seen) -> None:
    board.types_at("cell (1,1)", "*")
    board.press("hint")
    board.says("Hint: row")
    assert board.root.locator(".pk-mark-hinted").count()
    api.expect(board.root.locator(".pk-mark-wrong")).to_have_count(0)


def test_a_proof_lights_up_the_counts_that_it_uses(board: Seen) -> None:
    board.element("cell (1,1)").click()
    board.press("why")
    board.says("This entry is wrong.")
    board.press("forward")
    marks = "{str(e): mark for e, mark in board._table.answer.marks.items() if hasattr(e, 'side')}"
    lit = ast.literal_eval(evaluate(board.page, f"print({marks})"))
    assert lit
    for name, mark in lit.items():
        sign(board, name, {"plus": "+", "minus": "\u2212", "plus minus": "±"}[mark])
