"""The tool bar in any page: sizes and the full screen, checks off, keys and signs, new boards, what a browser keeps."""

import importlib
import re

import pytest
from bare import Bare
from hands import seen, settled
from seen import CLIPPED, Seen, api

import puzzlekit
from puzzlekit import battleship, circuit, hashi, slitherlink, sudoku, zebra
from puzzlekit.board.answers import Answer

ROOMS = {name: importlib.import_module(f"puzzlekit.{name}") for name in puzzlekit.ROOMS}
LONG = "\n".join(f"({i}) each of these rows must be met, and their sum leaves nothing else." for i in range(12))


@pytest.fixture
def projector(bare: Bare) -> Bare:
    bare.page.set_viewport_size({"width": 1280, "height": 720})
    return bare


@pytest.fixture
def stored(apart: Bare) -> Bare:
    """A page with an address, for which the browser keeps things."""
    apart.page.route("http://board.test/", lambda route: route.fulfill(body="<html></html>", content_type="text/html"))
    apart.page.goto("http://board.test/")
    return apart


def size(shown: Seen) -> tuple[float, float]:
    letters = shown.message.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
    return shown.grid.bounding_box()["width"], letters


# The tool bar


@pytest.mark.parametrize("room", puzzlekit.ROOMS)
def test_the_tool_bar_is_one_row_at_a_lecture_and_three_on_a_phone(bare: Bare, room: str) -> None:
    faces = ROOMS[room]
    shown = seen(bare, faces.board(faces.load(faces.names()[0])))
    bar, row = shown.root.locator(".pk-toolbar").first, shown.button("undo").bounding_box()["height"]
    for width, rows in ((1280, 1), (375, 3)):
        bare.page.set_viewport_size({"width": width, "height": 700})
        assert bar.bounding_box()["height"] <= rows * (row + 4)
    shown.button("menu").click()
    api.expect(shown.button("menu")).to_have_attribute("aria-expanded", "true")
    assert bare.page.evaluate("document.documentElement.scrollWidth") <= 375
    shown.button("menu").click()
    api.expect(shown.button("copy")).to_be_hidden()


# Sizes


def test_the_board_and_what_is_said_grow_and_shrink(stored: Bare) -> None:
    board = sudoku.board(sudoku.load("tiny_4x4"))
    shown = seen(stored, board)
    width, letters = size(shown)
    for _ in range(3):
        shown.press("larger")
    large = size(shown)
    assert large[0] > 1.6 * width
    assert large[1] > 1.6 * letters
    shown = seen(stored, board)  # the next board is as large
    assert size(shown) == large
    while shown.button("larger").get_attribute("aria-disabled") == "false":
        shown.press("larger")
    assert shown.root.evaluate("(root) => root.scrollWidth <= root.clientWidth")
    while shown.button("smaller").get_attribute("aria-disabled") == "false":
        shown.press("smaller")
    assert size(shown)[0] < width


@pytest.mark.parametrize("room", puzzlekit.ROOMS)
def test_a_board_fills_a_projector(projector: Bare, room: str) -> None:
    faces = ROOMS[room]
    board = faces.board(faces.load(faces.names()[0]))
    shown = seen(projector, board)
    board._say(Answer(LONG))
    projector.tell()
    before = size(shown)
    shown.press("full")
    projector.page.wait_for_function("document.fullscreenElement?.matches('.pk-full')")
    grid, message = shown.grid.bounding_box(), shown.message.bounding_box()
    assert grid["y"] + grid["height"] <= 720
    assert grid["height"] > 450 or grid["width"] > 700
    assert message["x"] >= grid["x"] + grid["width"]
    assert message["y"] + message["height"] <= 720
    assert size(shown)[1] >= 1.4 * before[1]
    assert shown.root.evaluate(CLIPPED) == 0
    shown.press("full")
    api.expect(shown.root).not_to_have_class("pk-board pk-full")
    assert size(shown) == before


def test_where_there_is_no_full_screen_the_board_covers_the_page(phone: Bare) -> None:
    shown = seen(phone, slitherlink.board(slitherlink.parse("..\n..")))
    phone.page.evaluate("Element.prototype.requestFullscreen = undefined")
    shown.press("full")
    api.expect(shown.root).to_have_class("pk-board pk-full")
    box = shown.root.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 375, 700)
    phone.page.evaluate("document.exitFullscreen = undefined")
    shown.press("full")
    api.expect(shown.root).to_have_class("pk-board")


# Checks


def test_checks_can_be_off_until_others_were_asked(bare: Bare) -> None:
    board = sudoku.board(sudoku.parse("1...\n....\n....\n...."))
    shown = seen(bare, board)
    shown.press("checks")
    api.expect(shown.button("checks")).to_have_attribute("aria-pressed", "false")
    shown.element("cell (1,2)").click()
    shown.types("1")
    shown.holds("cell (1,2)", "1")
    settled(bare)
    assert shown.root.locator(".pk-mark, .pk-sign").count() == 0
    assert shown.message.text_content() == ""
    assert not board.checks
    shown.press("checks")
    shown.is_wrong("cell (1,2)")
    shown.says("row 1 holds")


def test_a_solved_board_says_nothing_while_checks_are_off(bare: Bare) -> None:
    puzzle = sudoku.load("tiny_4x4")
    board = sudoku.board(puzzle)
    board.checks = False
    shown = seen(bare, board)
    board.solution = sudoku.solve(puzzle)
    bare.tell()
    assert (shown.message.text_content(), board.marks) == ("", {})
    board.checks = True
    bare.tell()
    shown.says("Solved")


# Keys and signs


@pytest.mark.parametrize("room", puzzlekit.ROOMS)
@pytest.mark.parametrize("mode", ["edit", "play"])
def test_keys_and_signs_are_told(phone: Bare, room: str, mode: str) -> None:
    faces = ROOMS[room]
    shown = seen(phone, faces.board(faces.load(faces.names()[0])))
    shown.button(mode).click()
    shown.button("help").click()
    told = shown.root.locator(".pk-help")
    for words in ("arrows", "Ctrl+Z", "breaks a rule", "given" if room != "zebra" else "filled in"):
        api.expect(told).to_contain_text(words)
    assert told.locator("svg > *").count() >= 8
    assert "undefined" not in told.inner_text()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 375
    shown.types("Escape")
    api.expect(told).to_be_hidden()
    api.expect(shown.button("help")).to_be_focused()


def test_keys_are_those_of_the_board(bare: Bare) -> None:
    shown = seen(bare, battleship.board(battleship.load("easy_10")))
    shown.button("help").click()
    rows = dict(zip(*(shown.root.locator(f".pk-help {tag}").all_inner_texts() for tag in ("dt", "dd")), strict=True))
    assert rows["right click, long press"] == "water"
    assert rows["^"] == "a top end"
    shown = seen(bare, hashi.board(hashi.parse("1.2\n...\n1.2")))
    shown.button("help").click()
    told = shown.root.locator(".pk-help")
    api.expect(told).to_contain_text("no bridge")
    api.expect(told).not_to_contain_text("Backspace, 0")


# New boards


@pytest.mark.parametrize("room", [room for room in puzzlekit.ROOMS if room != "zebra"])
def test_an_empty_board_of_a_size(bare: Bare, room: str) -> None:
    faces = ROOMS[room]
    board = faces.board(faces.load(faces.names()[0]))
    shown = seen(bare, board)
    shown.press("new")
    shown.root.locator("textarea").fill("6 x 6")
    bare.page.get_by_role("button", name="Put it on the board").click()
    api.expect(shown.grid).to_have_attribute("aria-label", re.compile("6 x 6"))
    assert board.mode == "edit"
    shown.press("new")
    shown.root.locator("textarea").fill("six")
    bare.page.get_by_role("button", name="Put it on the board").click()
    shown.says("expected rows x columns")
    shown.press("undo")
    settled(bare)
    assert board.puzzle == faces.load(faces.names()[0])


def test_where_no_board_is_empty_there_is_no_such_button(bare: Bare) -> None:
    shown = seen(bare, zebra.board(zebra.load("life_1962")))
    shown.button("menu").click()
    api.expect(shown.button("new")).to_be_hidden()


# What is kept


def test_what_was_filled_in_survives_a_closed_page(stored: Bare) -> None:
    puzzle = sudoku.load("tiny_4x4")
    shown = seen(stored, sudoku.board(puzzle))
    api.expect(shown.button("restore")).to_be_hidden()
    shown.element("cell (1,2)").click()
    shown.types("2", "ArrowRight", "Shift+Digit3")
    settled(stored)
    shown = seen(stored, sudoku.board(sudoku.load("report_figure_3_1")))
    api.expect(shown.button("restore")).to_be_hidden()  # another puzzle
    board = sudoku.board(puzzle)
    shown = seen(stored, board)
    shown.is_empty("cell (1,2)")
    shown.button("restore").click()
    shown.holds("cell (1,2)", "2")
    api.expect(shown.element("cell (1,3)").locator(".pk-note")).to_have_text("3")
    api.expect(shown.button("restore")).to_be_hidden()
    shown.press("undo")
    shown.is_empty("cell (1,2)")
    settled(stored)
    shown = seen(stored, sudoku.board(puzzle))
    api.expect(shown.button("restore")).to_be_hidden()  # all was taken away


def test_a_browser_that_keeps_nothing_is_no_fault(bare: Bare) -> None:
    board = sudoku.board(sudoku.load("tiny_4x4"))
    shown = seen(bare, board)
    bare.page.evaluate("Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})")
    shown.element("cell (1,2)").click()
    shown.types("2")
    settled(bare)
    shown.press("larger")
    assert board.state["cell (1,2)"] == "2"


BLOCKED = {
    "blocked": "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})",
    "full": "for (let size = 1 << 22; size; size = size >> 1) try {"
    " for (let i = 0; ; i++) localStorage.setItem(`other${size}:${i}`, 'x'.repeat(size)); } catch {}",
}


@pytest.mark.parametrize("why", BLOCKED)
def test_entries_that_the_browser_does_not_keep_are_told_of_once(why: str, stored: Bare) -> None:
    stored.page.evaluate(BLOCKED[why])
    board = sudoku.board(sudoku.load("tiny_4x4"))
    shown = seen(stored, board)
    shown.element("cell (1,2)").click()
    shown.types("2")
    shown.says("Entries are not kept: this browser's storage is full or blocked.")
    shown.types("ArrowRight", "3")
    settled(stored)
    assert board.state["cell (1,2)"] == "2"
    assert board.state["cell (1,3)"] == "3"
    api.expect(stored.page.locator(".pk-message")).not_to_contain_text("not kept")


# Looks


def test_what_can_be_drawn_is_fainter_than_what_is_drawn(bare: Bare) -> None:
    board = circuit.board(circuit.load("tiny_4x4"))
    edge = next(str(edge) for edge in board.puzzle.edges if edge not in board.puzzle.given)
    shown = seen(bare, board)
    shown.element(edge).focus()
    shown.types("1")
    look = """(root) => [".pk-faint", ".pk-stroke.pk-answer", ".pk-stroke.pk-given"].map((name) => {
        const style = getComputedStyle(root.querySelector(name));
        return [parseFloat(style.strokeWidth), parseFloat(style.strokeOpacity)];
    })"""
    (faint, pale), (drawn, _), (given, _) = shown.root.evaluate(look)
    assert faint <= 1 < 3 <= drawn < given
    assert pale <= 0.6
    assert shown.root.locator(".pk-lines .pk-thin").count() == 0


CUT = """(root) => {
    const box = root.querySelector(".pk-ring").getBoundingClientRect();
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return [...root.querySelectorAll(".pk-cell .pk-text, .pk-label .pk-text, .pk-number")].filter((text) => {
        const own = text.getBoundingClientRect(), glyph = own.height * 0.3; // a line is higher than its digits
        return meet(box, {left: own.left, right: own.right, top: own.top + glyph, bottom: own.bottom - glyph});
    }).length;
}"""


@pytest.mark.parametrize("room", ["slitherlink", "numberlink", "circuit", "hashi"])
def test_the_ring_cuts_no_number(bare: Bare, room: str) -> None:
    faces = ROOMS[room]
    name = {"slitherlink": "five_easy", "numberlink": "eight", "circuit": "board_5x5", "hashi": "islands_25"}[room]
    shown = seen(bare, faces.board(faces.load(name)))
    edges = shown.root.locator(".pk-element.pk-edge").all()
    for edge in edges[:: max(1, len(edges) // 25)]:
        edge.focus()
        assert shown.root.evaluate(CUT) == 0, edge.get_attribute("data-key")
    order = "(root) => [...root.querySelectorAll('.pk-ring, .pk-point')].findIndex((e) => e.matches('.pk-ring'))"
    assert shown.root.evaluate(order) == 0  # islands lie above it


def test_a_proof_on_battleship_lights_what_it_uses_and_quietly(bare: Bare) -> None:
    board = battleship.board(battleship.load("easy_15"))
    shown = seen(bare, board)
    shown.element("cell (1,2)").click()
    shown.button("why").click()
    while board.ui["running"]:
        bare.page.wait_for_timeout(20)
    bare.tell()
    shown.says("Column 2 wants no parts. So cell (1,2) is water.")
    lit = shown.root.locator(".pk-element.pk-cell:has(.pk-mark-minus)")
    assert {cell.get_attribute("data-key").split(",")[1] for cell in lit.all()} == {"2)"}
    assert lit.count() == 15
    strength = "(node) => parseFloat(getComputedStyle(node).strokeWidth)"
    hinted, minus = (shown.root.locator(f".pk-mark-{word}").first.evaluate(strength) for word in ("hinted", "minus"))
    assert minus < hinted / 2
