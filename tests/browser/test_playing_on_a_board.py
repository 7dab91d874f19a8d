"""What a player does on a board in any page: crosses, drags, notes."""

from typing import Any

import pytest
from bare import Bare
from hands import ADAPTERS, ROOMS, drag, middle, placed, press, right_click, seen, seen_tiny, settled, slide
from seen import CLIPPED, Seen, api

import puzzlekit
from puzzlekit import battleship, circuit, hashi, numberlink, slitherlink, sudoku, zebra

SHIPS = "fleet: 1x2 1x1\n.... ?\n.... ?\n.... ?\n? ? ? ?"

# Crosses

CROSSED = {  # a board, a place on it, and the state that says "nothing here"
    "battleship": (lambda: battleship.board(battleship.parse(SHIPS)), "cell (1,2)", "~"),
    "circuit": (lambda: circuit.board(circuit.load("tiny_4x4")), "points (2,1)-(3,1)", "0"),
    "hashi": (lambda: hashi.board(hashi.parse("1.2\n...\n1.2")), "points (1,1)-(1,3)", "0"),
    "slitherlink": (lambda: slitherlink.board(slitherlink.parse("..\n..")), "points (1,1)-(1,2)", "0"),
    "numberlink": (lambda: numberlink.board(numberlink.parse("A.\n..\n.A")), "cells (1,1)-(1,2)", "0"),
}
MENUS = "() => { window.menus = 0; document.addEventListener('contextmenu', () => window.menus++); }"


@pytest.mark.parametrize("room", CROSSED)
def test_a_right_click_makes_a_cross_and_takes_it_away(bare: Bare, room: str) -> None:
    make, place, cross = CROSSED[room]
    board, shown = placed(bare, make())
    bare.page.evaluate(MENUS)
    plain = str(board.solution)
    right_click(shown, place)
    assert board.state[place] == cross
    assert shown.element(place).locator(".pk-text, .pk-shape").count() == 1
    if cross == "0":
        assert str(board.solution) == plain  # it helps to think
    right_click(shown, place)
    assert place not in board.state
    shown.element(place).focus()
    shown.types("0" if cross == "0" else cross)
    assert board.state[place] == cross
    assert bare.page.evaluate("window.menus") == 0


def test_elsewhere_and_with_shift_the_menu_of_the_page_opens(bare: Bare) -> None:
    _, shown = seen_tiny(bare)
    bare.page.evaluate(MENUS)
    right_click(shown, "cell (1,2)")
    assert bare.page.evaluate("window.menus") == 1
    shown = seen(bare, CROSSED["slitherlink"][0]())
    bare.page.evaluate(MENUS)
    bare.page.keyboard.down("Shift")
    shown.element("points (1,1)-(1,2)").click(button="right", force=True)
    bare.page.keyboard.up("Shift")
    assert bare.page.evaluate("window.menus") == 1


@pytest.mark.parametrize("room", CROSSED)
def test_a_long_press_makes_a_cross(phone: Bare, room: str) -> None:
    make, place, cross = CROSSED[room]
    board, shown = placed(phone, make())
    slide(phone, shown.element(place), held=True)
    assert board.state[place] == cross
    slide(phone, shown.element(place))  # a short one is a click
    assert board.state.get(place) != cross


CLICKS = {"battleship": ["~", "*"], "circuit": ["1"], "hashi": ["1", "2"]}  # else a line and a cross


@pytest.mark.parametrize("room", CROSSED)
def test_clicks_go_through_the_states(bare: Bare, room: str) -> None:
    make, place, _ = CROSSED[room]
    board, clicks = make(), CLICKS.get(room, ["1", "0"])
    shown = seen(bare, board)
    for word in (*clicks, None, clicks[0]):
        shown.page.mouse.click(*middle(shown, place))
        settled(bare)
        assert board.state.get(place) == word


def test_clicks_count_up_in_edit_mode(bare: Bare) -> None:
    board, shown = placed(bare, battleship.board(battleship.parse(SHIPS)))
    shown.press("edit")
    for name in ("row 2", "row 2", "length 1"):
        shown.page.mouse.click(*middle(shown, name))
    shown.holds("length 1", "2\u00d7")
    settled(bare)
    assert (board.puzzle.row_counts, board.puzzle.fleet) == ((None, 1, None), ((2, 1), (1, 2)))
    shown.types("4", "ArrowUp", "3")
    assert board.puzzle.fleet == ((2, 3), (1, 4))
    shown.press("clear")
    shown.holds("row 2", "?")


# Drags


def states(board: Any, *names: str) -> list[str | None]:
    return [board.state.get(name) for name in names]


ROW = [f"cell (1,{j})" for j in (1, 2, 3, 4)]


def test_a_drag_paints_cells_in_the_state_of_the_first(bare: Bare) -> None:
    board, shown = placed(bare, battleship.board(battleship.parse(SHIPS)))
    drag(shown, *ROW[:3], steps=3)
    assert states(board, *ROW) == ["~", "~", "~", None]
    drag(shown, ROW[3], ROW[1], button="right")
    assert states(board, *ROW) == ["~", "~", "~", "~"]
    drag(shown, ROW[1], ROW[3])
    assert states(board, *ROW) == ["~", "*", "*", "*"]
    for expected in (["~"] * 4, ["~", "~", "~", None], [None] * 4):
        board.undo()  # a drag is one change
        assert states(board, *ROW) == expected


def test_a_drag_leaves_clues_alone(bare: Bare) -> None:
    board, shown = placed(bare, battleship.board(battleship.parse(SHIPS.replace("....", ".<..", 1))))
    drag(shown, ROW[0], ROW[3])
    assert states(board, *ROW) == ["~", "given <", "~", "~"]
    shown.press("edit")
    drag(shown, ROW[2], ROW[3], button="right")
    assert states(board, *ROW[2:]) == ["given ~", "given ~"]


@pytest.mark.parametrize("room", ["sudoku", "zebra"])
def test_a_drag_selects_where_states_are_typed_and_what_is_typed_goes_into_all(bare: Bare, room: str) -> None:
    if room == "sudoku":
        board: Any = sudoku.board(sudoku.parse("....\n....\n....\n...1"))
        word, key = "2", "2"
    else:
        board = zebra.board(zebra.load("life_1962"))
        word = board.puzzle.attributes[0][1][0]
        key = word[0]
    shown = seen(bare, board)
    drag(shown, ROW[0], ROW[2])
    shown.types(key)
    assert states(board, *ROW) == [word, word, word, None]
    board.undo()
    bare.tell()
    assert states(board, *ROW) == [None] * 4
    shown.types_at(ROW[0], "Shift+ArrowRight", key)  # the same with keys
    assert states(board, *ROW) == [word, word, None, None]
    shown.types("ArrowRight", key)
    assert states(board, *ROW) == [word, word, word, None]


def test_clues_are_painted_in_edit_mode(bare: Bare) -> None:
    board, shown = placed(bare, slitherlink.board(slitherlink.parse("....\n....")))
    shown.press("edit")
    drag(shown, ROW[0], ROW[2])
    shown.types("3")
    assert str(board.puzzle).split() == ["333.", "...."]


def test_a_finger_paints_where_clicks_do_and_else_scrolls(phone: Bare) -> None:
    board, shown = placed(phone, battleship.board(battleship.parse(SHIPS)))
    phone.page.evaluate("document.body.style.height = '3000px'")
    slide(phone, *map(shown.element, ROW[:3]))
    assert states(board, *ROW) == ["~", "~", "~", None]
    column = [shown.element(f"cell ({i},4)") for i in (1, 3)]
    slide(phone, *column, held=True)
    assert states(board, "cell (1,4)", "cell (2,4)", "cell (3,4)") == ["~"] * 3
    assert phone.page.evaluate("window.scrollY") == 0
    shown = seen(phone, sudoku.board(sudoku.load("report_figure_3_1")))
    phone.page.evaluate("document.body.style.height = '3000px'")
    slide(phone, shown.element("cell (9,1)"), shown.element("cell (2,1)"))
    phone.page.wait_for_function("window.scrollY > 0")


def test_the_ring_goes_around_all_that_is_selected(bare: Bare) -> None:
    shown: Seen = seen(bare, sudoku.board(sudoku.load("tiny_4x4")))
    drag(shown, "cell (2,1)", "cell (2,3)")
    boxes = [shown.element(f"cell (2,{j})").bounding_box() for j in (1, 3)]
    ring = shown.ring.bounding_box()
    assert shown.ring.evaluate("(ring) => getComputedStyle(ring).strokeWidth") == "3px"
    assert ring["x"] == pytest.approx(boxes[0]["x"], abs=8)
    assert ring["x"] + ring["width"] == pytest.approx(boxes[1]["x"] + boxes[1]["width"], abs=8)
    api.expect(shown.element("cell (2,3)")).to_be_focused()
    assert middle(shown, "cell (2,2)")[1] == pytest.approx(ring["y"] + ring["height"] / 2, abs=3)


# Notes


def noted(shown: Seen, name: str, *texts: str) -> None:
    notes = shown.element(name).locator(".pk-note")
    api.expect(notes).to_have_count(len(texts))
    assert notes.all_text_contents() == [*texts]


def test_notes_are_written_with_shift_and_with_the_button(bare: Bare) -> None:
    board = sudoku.board(sudoku.load("tiny_4x4"))
    shown, cell = seen(bare, board), "cell (1,2)"
    shown.types_at(cell, "Shift+Digit3", "Shift+Digit1", "Shift+Digit3", "Shift+Digit4")
    noted(shown, cell, "1", "4")
    api.expect(shown.element(cell)).to_have_attribute("aria-label", "row 1, column 2, empty, notes 1, 4")
    settled(bare)
    assert (board.notes, cell in board.state) == ({cell: ["1", "4"]}, False)
    shown.press("notes")
    api.expect(shown.button("notes")).to_have_attribute("aria-pressed", "true")
    shown.types_at(cell, "2")
    shown.root.locator(".pk-palette button[data-state='4']").click()
    noted(shown, cell, "1", "2")
    api.expect(shown.root.locator(".pk-palette [aria-pressed=true]")).to_have_text(["1", "2"])
    shown.press("notes")
    shown.types_at(cell, "3")  # it hides them
    noted(shown, cell)
    shown.types("Backspace")
    noted(shown, cell, "1", "2")
    shown.types("Backspace")
    noted(shown, cell)
    for _ in range(3):
        shown.press("undo")
    noted(shown, cell, "1", "2")
    settled(bare)
    shown.press("clear")
    noted(shown, cell)
    assert board.notes == {}


def test_notes_go_into_all_selected_cells_and_never_into_clues(bare: Bare) -> None:
    shown = seen(bare, sudoku.board(sudoku.parse("1...\n....\n....\n....")))
    drag(shown, ROW[0], ROW[3])
    shown.types("Shift+Digit2", "Shift+Digit3")
    for cell in ROW[1:]:
        noted(shown, cell, "2", "3")
    noted(shown, ROW[0])
    shown.types_at(ROW[1], "Shift+Digit2")
    drag(shown, ROW[1], ROW[2])
    shown.types("Shift+Digit2")  # not all have it
    noted(shown, ROW[1], "2", "3")
    shown.types("Shift+Digit2")
    noted(shown, ROW[1], "3")
    noted(shown, ROW[2], "3")


def test_symbols_that_need_shift_are_typed_with_it(bare: Bare) -> None:
    board, shown = placed(bare, battleship.board(battleship.parse(SHIPS)))
    shown.element(ROW[0]).focus()
    shown.types("~", "ArrowRight", "<")
    assert states(board, *ROW[:2]) == ["~", "<"]
    shown.types("ArrowRight", "Shift+KeyV", "Shift+KeyO")
    assert board.notes == {ROW[2]: ["v", "o"]}


@pytest.mark.parametrize("room", CROSSED)
def test_where_clicks_draw_they_draw_notes_too(bare: Bare, room: str) -> None:
    make, place, cross = CROSSED[room]
    board, shown = placed(bare, make())
    plain = str(board.solution)
    shown.press("notes")
    first = "~" if room == "battleship" else "1"
    shown.element(place).focus()
    shown.types("Space")
    assert board.notes == {place: [first]}
    api.expect(shown.element(place).locator(".pk-note, .pk-note-line")).to_have_count(1)
    right_click(shown, place)
    assert board.notes == ({place: [cross]} if cross != first else {})
    kind = board.sheet["kinds"][board.sheet["elements"][place]["kind"]]
    for state in kind["notes"]:
        if state not in board.notes.get(place, []):
            shown.root.locator(f".pk-palette button[data-state='{state}']").click()
            settled(bare)
    assert board.notes == {place: [*kind["notes"]]}
    assert str(board.solution) == plain
    assert board.state.get(place) is None


@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
def test_what_deduction_leaves_is_noted_on_request(bare: Bare, room: str) -> None:
    faces = ROOMS[room]
    name = next(name for name in faces.names() if faces.deduce(faces.load(name)) and "none" not in name)
    board, shown = placed(bare, faces.board(faces.load(name)))
    assert board.candidates == {}
    press(bare, shown, "note")
    assert board.candidates
    assert shown.root.locator(".pk-note, .pk-note-line").count() >= len(board.candidates)
    assert shown.root.evaluate(CLIPPED) == 0
    game = ADAPTERS[room]
    for answer in faces.solutions(board.puzzle, 2):
        state = game.write(board.puzzle, answer)
        for element, left in board.candidates.items():
            assert any(game.agrees(state.get(element, ""), str(one)) for one in left)


def test_words_are_noted_and_entered_by_their_letters_in_turn(bare: Bare) -> None:
    puzzle = "houses: 3\nattributes:\ndrink: cocoa, coffee, tea.\npet: cat, dog, fox.\nclues:\ntea = cat."
    shown = seen(bare, zebra.board(zebra.parse(puzzle)))
    shown.element("cell (1,1)").click()
    for words in (["cocoa"], ["cocoa", "coffee"], ["coffee"]):
        shown.types("Shift+KeyC")
        noted(shown, "cell (1,1)", *words)
    assert shown.root.evaluate(CLIPPED) == 0
    for key, word in (("c", "cocoa"), ("c", "coffee"), ("c", "cocoa"), ("t", "tea"), ("t", "tea")):
        shown.types(key)
        shown.holds("cell (1,1)", word)
