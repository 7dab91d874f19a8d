"""What a player does on a board in any page: crosses, drags, notes."""

import importlib
from typing import Any

import pytest
from bare import Bare
from hands import LONG, drag, middle, right_click, seen, settled, slide
from seen import Seen, api

import puzzlekit
from puzzlekit import battleship, circuit, hashi, numberlink, slitherlink, sudoku, zebra

ROOMS = {name: importlib.import_module(f"puzzlekit.{name}") for name in puzzlekit.ROOMS}
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
    board = make()
    shown = seen(bare, board)
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
    settled(bare)
    assert board.state[place] == cross
    assert bare.page.evaluate("window.menus") == 0


def test_elsewhere_and_with_shift_the_menu_of_the_page_opens(bare: Bare) -> None:
    shown = seen(bare, sudoku.board(sudoku.load("tiny_4x4")))
    bare.page.evaluate(MENUS)
    right_click(shown, "cell (1,2)")
    assert bare.page.evaluate("window.menus") == 1
    shown = seen(bare, CROSSED["slitherlink"][0]())
    bare.page.evaluate(MENUS)
    bare.page.keyboard.down("Shift")
    shown.element("points (1,1)-(1,2)").click(button="right", force=True)
    assert bare.page.evaluate("window.menus") == 1


@pytest.mark.parametrize("room", CROSSED)
def test_a_long_press_makes_a_cross(phone: Bare, room: str) -> None:
    make, place, cross = CROSSED[room]
    board = make()
    shown = seen(phone, board)
    slide(phone, shown.element(place), held=LONG)
    settled(phone)
    assert board.state[place] == cross
    slide(phone, shown.element(place))  # a short one is a click
    settled(phone)
    assert board.state.get(place) != cross


def test_a_given_element_gets_no_cross(bare: Bare) -> None:
    board = circuit.board(circuit.load("tiny_4x4"))
    edge = str(next(iter(board.puzzle.given)))
    shown = seen(bare, board)
    right_click(shown, edge)
    shown.says("is given")
    assert board.state[edge] == "given 1"


# Drags


def states(board: Any, *names: str) -> list[str | None]:
    return [board.state.get(name) for name in names]


ROW = [f"cell (1,{j})" for j in (1, 2, 3, 4)]


def test_a_drag_paints_cells_in_the_state_of_the_first(bare: Bare) -> None:
    board = battleship.board(battleship.parse(SHIPS))
    shown = seen(bare, board)
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
    board = battleship.board(battleship.parse(SHIPS.replace("....", ".<..", 1)))
    shown = seen(bare, board)
    drag(shown, ROW[0], ROW[3])
    assert states(board, *ROW) == ["~", "given <", "~", "~"]
    shown.button("edit").click()
    drag(shown, ROW[2], ROW[3], button="right")
    assert states(board, *ROW[2:]) == ["given ~", "given ~"]


def test_crosses_are_dragged_along_edges(bare: Bare) -> None:
    board = slitherlink.board(slitherlink.parse("..."))
    shown = seen(bare, board)
    drag(shown, "point (1,1)", "point (1,3)", "point (2,3)", button="right")
    edges = ["points (1,1)-(1,2)", "points (1,2)-(1,3)", "points (1,3)-(2,3)"]
    assert states(board, *edges) == ["0"] * 3
    drag(shown, "point (1,2)", "point (1,3)", button="right")
    assert states(board, *edges) == ["0", None, "0"]


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
    settled(bare)
    assert states(board, *ROW) == [word, word, word, None]
    board.undo()
    bare.tell()
    assert states(board, *ROW) == [None] * 4
    shown.element(ROW[0]).click()
    shown.types("Shift+ArrowRight", key)  # the same with keys
    settled(bare)
    assert states(board, *ROW) == [word, word, None, None]
    shown.types("ArrowRight", key)
    settled(bare)
    assert states(board, *ROW) == [word, word, word, None]


def test_clues_are_painted_in_edit_mode(bare: Bare) -> None:
    board = slitherlink.board(slitherlink.parse("....\n...."))
    shown = seen(bare, board)
    shown.button("edit").click()
    drag(shown, ROW[0], ROW[2])
    shown.types("3")
    settled(bare)
    assert str(board.puzzle).split() == ["333.", "...."]


def test_a_finger_paints_where_clicks_do_and_else_scrolls(phone: Bare) -> None:
    board = battleship.board(battleship.parse(SHIPS))
    shown = seen(phone, board)
    phone.page.evaluate("document.body.style.height = '3000px'")
    slide(phone, *map(shown.element, ROW[:3]))
    settled(phone)
    assert states(board, *ROW) == ["~", "~", "~", None]
    column = [shown.element(f"cell ({i},4)") for i in (1, 3)]
    slide(phone, *column, held=LONG)
    settled(phone)
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
    assert ring["x"] == pytest.approx(boxes[0]["x"], abs=8)
    assert ring["x"] + ring["width"] == pytest.approx(boxes[1]["x"] + boxes[1]["width"], abs=8)
    api.expect(shown.element("cell (2,3)")).to_be_focused()
    assert middle(shown, "cell (2,2)")[1] == pytest.approx(ring["y"] + ring["height"] / 2, abs=3)
