"""The tool bar in any page: sizes and the full screen, checks off, keys and signs, new boards, what a browser keeps."""

import re
import threading
from itertools import pairwise

import lattice
import pytest
from bare import Bare
from hands import LONG, ROOMS, drawn, first_board, placed, press, seen, seen_tiny, settled
from patience import PATIENCE
from seen import CLIPPED, Seen, api

import puzzlekit
from puzzlekit import battleship, circuit, hashi, slitherlink, sudoku, zebra
from puzzlekit.board.answers import Answer


def size(shown: Seen) -> tuple[float, float]:
    letters = shown.message.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
    return shown.grid.bounding_box()["width"], letters


# Of lists of clues how large their letters are, and how much one has to scroll
LISTED = """(lists) => lists.map((node) =>
    [parseFloat(getComputedStyle(node).fontSize), node.scrollHeight - node.clientHeight])"""

# The tool bar


@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
def test_the_tool_bar_is_one_row_at_every_width(bare: Bare, room: str) -> None:
    shown = seen(bare, first_board(room))
    bar = shown.root.locator(".pk-toolbar")
    for width in (1280, 800, 600, 375):
        bare.page.set_viewport_size({"width": width, "height": 700})
        drawn(bare)
        boxes = [button.bounding_box() for button in bar.locator("button:visible").all()]
        assert len({box["y"] for box in boxes}) == 1
        assert max(box["x"] + box["width"] for box in boxes) <= width
        words = bar.locator(".pk-name:visible").count()
        assert words == (0 if width <= 600 else len(boxes) - 2 * (width == 800))  # Undo and Redo are signs first
    assert bare.page.evaluate("document.documentElement.scrollWidth") <= 375
    api.expect(shown.button("help")).to_be_hidden()
    shown.press("help")  # what does not fit stands in the menu
    api.expect(shown.root.locator(".pk-help")).to_be_visible()


def test_the_menu_lies_over_the_board_and_closes_after_a_choice(bare: Bare) -> None:
    _, shown = seen_tiny(bare)
    before = shown.grid.bounding_box()
    menu, tools = shown.root.locator(".pk-menu"), shown.button("menu")
    tools.click()
    api.expect(menu).to_be_visible()
    assert shown.grid.bounding_box() == before
    shown.press("larger")
    api.expect(menu).to_be_visible()  # one presses it again
    shown.press("smaller")
    shown.press("clear")
    api.expect(menu).to_be_hidden()
    tools.click()
    shown.types("Escape")
    api.expect(menu).to_be_hidden()
    api.expect(tools).to_be_focused()
    tools.click()
    shown.element("cell (4,1)").click()
    api.expect(menu).to_be_hidden()


@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
def test_on_a_phone_steps_are_one_tap_away_and_while_one_edits_the_modes_are(stored: Bare, room: str) -> None:
    stored.page.set_viewport_size({"width": 344, "height": 700})  # a board on a page of a phone of 360 pixels
    board, shown = placed(stored, first_board(room))
    sheet, state = board._table.sheet, board._table.state
    free = next(element for element in sheet.elements if sheet.kind(element).play and not state.get(element))
    shown.element(str(free)).focus()
    shown.types(sheet.looks[sheet.kind(free).play[1]].key)
    board, shown = placed(stored, first_board(room))
    before = shown.grid.bounding_box()
    for mode in ("play", "edit", "play"):
        if board.mode != mode:
            shown.press(mode)
        for name in ("next_step", "why", "edit", "play"):
            assert shown.button(name).is_visible() == ((name in ("edit", "play")) == (mode == "edit"))
        assert all(shown.button(name).is_visible() for name in ("undo", "redo", "hint", "check", "solve", "menu"))
        shown.button("restore").wait_for(state="attached")
        assert shown.button("restore").get_attribute("hidden") is None, "it takes no place of these"
        assert shown.grid.bounding_box() == before


def test_on_a_phone_a_step_its_arrows_the_help_and_the_colours_are_in_view(phone: Bare) -> None:
    phone.page.set_viewport_size({"width": 375, "height": 632})  # 621 below a page's bar
    for board in (zebra.board(zebra.load("life_1962")), sudoku.board(sudoku.load("report_figure_3_1"))):
        shown = seen(phone, board)
        press(phone, shown, "next_step")
        api.expect(shown.button("forward")).to_be_in_viewport(ratio=1)
        api.expect(shown.grid).to_be_in_viewport(ratio=1)
    shown.button("menu").click()
    api.expect(shown.button("mistakes")).to_be_in_viewport(ratio=1)
    shown.types("Escape")
    shown.press("help")
    api.expect(shown.root.locator(".pk-help h4").first).to_be_in_viewport(ratio=1)
    shown.types("Escape")
    phone.page.evaluate("scrollTo(0, 0)")
    phone.page.set_viewport_size({"width": 375, "height": 400})
    shown.press("colours")
    api.expect(shown.root.locator(".pk-swatch").first).to_be_in_viewport(ratio=1)


def test_a_sentence_that_is_pointed_at_or_focused_lights_what_it_names(bare: Bare) -> None:
    shown = seen(bare, sudoku.board(sudoku.load("report_figure_3_1")))
    lit, told = shown.root.locator("path.pk-lit"), shown.root.locator(".pk-sentence")
    press(bare, shown, "next_step")
    for sentence in told.all():
        rows = {int(n) for n in re.findall(r"\d+", "".join(re.findall(r"[Rr]ows? ([\d and]+)", sentence.inner_text())))}
        columns = {int(n) for n in re.findall(r"columns? (\d+)", sentence.inner_text())}
        cells = {(int(i), int(j)) for i, j in re.findall(r"\((\d),(\d)\)", sentence.inner_text())}
        cells |= {(i, j) for i in rows for j in range(1, 10)} | {(i, j) for i in range(1, 10) for j in columns}
        sentence.hover()
        api.expect(lit).to_have_attribute("d", re.compile(rf"^(M[^M]+){{{len(cells)}}}$"))
        bare.page.mouse.move(1, 1)
        api.expect(lit).to_have_attribute("d", "")
        sentence.focus()
        sentence.hover()
        bare.page.mouse.move(1, 1)
        assert lit.get_attribute("d").count("M") == len(cells) > 0
        sentence.blur()
    press(bare, shown, "forward")
    api.expect(lit).to_have_attribute("d", "")


def test_a_sentence_lights_the_edge_or_the_point_that_it_names(bare: Bare) -> None:
    board, shown = placed(bare, slitherlink.board(slitherlink.parse("..\n..")))
    board._say(Answer("The edge (1,1)-(1,2) is drawn. The loop passes the point (2,3)."))
    bare.tell()
    told = shown.root.locator(".pk-sentence").all()
    for sentence, name in zip(told, ("points (1,1)-(1,2)", "point (2,3)"), strict=True):
        sentence.hover()
        boxes = [part.bounding_box() for part in (shown.root.locator("path.pk-lit"), shown.element(name))]
        middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
        assert middles[0] == pytest.approx(middles[1], abs=1)


def test_what_a_finger_has_lit_goes_out_with_a_second_tap_or_one_elsewhere(phone: Bare) -> None:
    shown = seen(phone, sudoku.board(sudoku.load("report_figure_3_1")))
    lit, told = shown.root.locator("path.pk-lit"), shown.root.locator(".pk-sentence")
    press(phone, shown, "next_step")
    shown.element("cell (9,6)").tap()
    phone.page.evaluate("window.model.deaf = true")  # so that no other words come
    for elsewhere in (told.first, shown.root.locator(".pk-palette [data-state='3']"), shown.element("cell (1,1)")):
        told.first.tap()
        api.expect(lit).not_to_have_attribute("d", "")
        elsewhere.tap()
        api.expect(lit).to_have_attribute("d", "")


def test_steps_stand_in_the_row_where_a_board_is_as_wide_as_on_a_page(bare: Bare) -> None:
    _, shown = seen_tiny(bare)
    bare.page.set_viewport_size({"width": 784, "height": 1000})
    drawn(bare)
    assert 600 < shown.root.bounding_box()["width"] <= 768
    assert all(shown.button(name).is_visible() for name in ("undo", "next_step", "why", "menu"))
    assert shown.button("undo").get_attribute("aria-label") == "Undo"


def test_no_tool_that_comes_and_goes_moves_the_grid(bare: Bare) -> None:
    board, shown = seen_tiny(bare)
    before = shown.grid.bounding_box()
    for width in (1300, 640, 375):
        bare.page.set_viewport_size({"width": width, "height": 1000})
        board._doing = "Solving ..."
        for running in (True, False):
            board.ui = {**board.ui, "running": running, "trial": running, "message": "..." if running else ""}
            bare.tell()
            drawn(bare)
            assert shown.grid.bounding_box()["y"] == before["y"], "and there is no empty row above it"


@pytest.mark.parametrize("width", [1300, 640, 375])
def test_stop_takes_the_place_of_solve_and_no_tool_moves(bare: Bare, width: int) -> None:
    bare.page.set_viewport_size({"width": width, "height": 1000})
    go = threading.Event()

    def slow(puzzle: sudoku.Puzzle) -> sudoku.Solution:
        go.wait(PATIENCE)
        return sudoku.solve(puzzle)

    board, shown = placed(bare, sudoku.board(sudoku.load("tiny_4x4"), solve=slow))
    tools = shown.root.locator(".pk-toolbar button:visible")

    def places() -> list[dict[str, float]]:
        return [tool.bounding_box() for tool in tools.all()]

    before, number = places(), tools.evaluate_all("(all) => all.findIndex((tool) => tool.dataset.do === 'solve')")
    gap = {round(b["x"] - a["x"] - a["width"]) for a, b in pairwise(before)}
    assert max(gap) <= 8, "no room is kept for what comes and goes"
    shown.button("solve").dblclick()
    api.expect(shown.button("solve")).to_be_hidden()
    api.expect(shown.button("stop")).to_be_focused()  # the second half of the double click has stopped nothing
    assert board.ui["message"] == "Solving ..."
    assert tools.nth(number).get_attribute("data-do") == "stop"
    assert places() == before
    go.set()
    bare.hear_all()
    shown.says("Solved")
    api.expect(shown.button("stop")).to_be_hidden()
    api.expect(shown.button("solve")).to_be_focused()


# Sizes


def test_the_board_and_what_is_said_grow_and_shrink(stored: Bare) -> None:
    board, shown = seen_tiny(stored)
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


def test_for_a_projector_boards_are_as_large_as_the_window_until_it_is_off(stored: Bare) -> None:
    stored.page.set_viewport_size({"width": 1920, "height": 1080})
    board, shown = seen_tiny(stored)
    before = size(shown)
    shown.press("projector")
    shown = seen(stored, board)  # it is remembered, and the next board is as large
    drawn(stored)
    assert shown.grid.bounding_box()["height"] > 0.7 * 1080
    assert size(shown)[1] > 1.5 * before[1]
    shown.press("full")
    stored.page.wait_for_function("document.fullscreenElement?.matches('.pk-full:not(.pk-projector)')")
    shown.press("full")
    stored.page.wait_for_selector(".pk-projector")
    shown.press("projector")
    drawn(stored)
    assert size(shown) == before


@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
@pytest.mark.parametrize("screen", [(1280, 720), (1920, 1080)])
def test_a_board_fills_a_projector(bare: Bare, room: str, screen: tuple[int, int]) -> None:
    wide, tall = screen
    bare.page.set_viewport_size({"width": wide, "height": tall})
    board, shown = placed(bare, first_board(room))
    board._say(Answer(LONG))
    bare.tell()
    before = size(shown)
    if room != "zebra":
        board.mode = "edit"
        bare.tell()
    shown.press("full")
    bare.page.wait_for_function("document.fullscreenElement?.matches('.pk-full')")
    api.expect(shown.root.locator(".pk-menu")).to_be_hidden()
    drawn(bare)
    grid, message, bar = (part.bounding_box() for part in (shown.grid, shown.message, shown.root.locator(".pk-tools")))
    frame = shown.root.locator(".pk-frame").bounding_box()
    below = shown.root.locator(".pk-clues, .pk-drawn > .pk-palette")
    listed = sum(part.bounding_box()["height"] for part in below.all())
    for letters, hidden in shown.root.locator(".pk-clues").evaluate_all(LISTED):
        assert (letters >= 0.027 * tall, hidden <= 1) == (True, True)
    free = tall - bar["y"] - bar["height"] - listed
    assert grid["height"] >= (0.75 if room == "zebra" else 0.8) * free or grid["width"] >= 0.95 * wide
    assert frame["y"] + frame["height"] <= tall
    assert message["x"] >= grid["x"] + grid["width"] or message["y"] >= grid["y"] + grid["height"]
    assert message["y"] + message["height"] <= tall
    assert size(shown)[1] >= 1.2 * before[1]
    assert shown.root.evaluate(CLIPPED) == 0
    shown.press("larger")
    drawn(bare)
    assert shown.grid.bounding_box()["width"] > 1.05 * grid["width"]  # a list of clues grows as well
    shown.press("full")
    api.expect(shown.root).not_to_have_class(re.compile("pk-full"))
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
    board, shown = placed(bare, sudoku.board(sudoku.parse("1...\n....\n....\n....")))
    shown.press("checks")
    api.expect(shown.button("checks")).to_have_attribute("aria-pressed", "false")
    shown.types_at("cell (1,2)", "1")
    shown.holds("cell (1,2)", "1")
    settled(bare)
    assert shown.root.locator(".pk-mark, .pk-sign").count() == 0
    assert shown.message.text_content() == ""
    assert not board.checks
    shown.press("checks")
    shown.is_wrong("cell (1,2)")
    shown.says("Row 1 holds")


def test_mistakes_are_marked_after_each_entry_while_the_switch_is_on(stored: Bare) -> None:
    name, right, wrong = "cell (1,2)", "2", "4"
    _, shown = seen_tiny(stored)
    shown.types_at(name, wrong)
    stored.hear_all()
    assert shown.root.locator(".pk-mark-wrong").count() == 0, "it breaks no rule by itself"
    press(stored, shown, "mistakes")
    shown.is_wrong(name)
    _, shown = seen_tiny(stored)  # the switch is kept
    shown.types_at(name, wrong)
    stored.hear_all()
    shown.is_wrong(name)
    shown.press("mistakes")
    shown.types_at(name, right, wrong)
    stored.hear_all()
    assert shown.root.locator(".pk-mark-wrong").count() == 0


# Keys and signs


@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
@pytest.mark.parametrize("mode", ["edit", "play"])
def test_keys_and_signs_are_told(phone: Bare, room: str, mode: str) -> None:
    shown = seen(phone, first_board(room))
    shown.press(mode)
    shown.press("help")
    told = shown.root.locator(".pk-help")
    for words in ("arrows", "Full screen", "Ctrl+Z", "violates a rule", "given" if room != "zebra" else "filled in"):
        api.expect(told).to_contain_text(words)
    assert told.locator("svg > *").count() >= 8
    assert "undefined" not in told.inner_text()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 375
    shown.types("Escape")
    api.expect(told).to_be_hidden()
    api.expect(shown.button("menu")).to_be_focused()  # on a phone, Help stands behind it


def test_keys_are_those_of_the_board(bare: Bare) -> None:
    shown = seen(bare, battleship.board(battleship.load("easy_10")))
    shown.press("help")
    rows = dict(zip(*(shown.root.locator(f".pk-help {tag}").all_inner_texts() for tag in ("dt", "dd")), strict=True))
    assert rows["right click, long press"] == "water"
    assert rows["^"] == "a top end"
    shown = seen(bare, hashi.board(hashi.parse("1.2\n...\n1.2")))
    shown.press("help")
    told = shown.root.locator(".pk-help")
    api.expect(told).to_contain_text("no bridge")
    api.expect(told).not_to_contain_text("Backspace, 0")


# New boards


@pytest.mark.parametrize("room", [room for room in puzzlekit.PUZZLES if room != "zebra"])
def test_an_empty_board_of_a_size(bare: Bare, room: str) -> None:
    board, shown = placed(bare, first_board(room))
    shown.puts("new", "6 x 6")
    api.expect(shown.grid).to_have_attribute("aria-label", re.compile("6 x 6"))
    assert board.mode == "edit"
    shown.puts("new", "six")
    shown.says("expected rows x columns")
    shown.press("undo")
    assert board.puzzle == first_board(room).puzzle


def test_a_new_puzzle_is_made_from_a_seed_that_is_shown(bare: Bare) -> None:
    board, shown = seen_tiny(bare)
    shown.press("generate")
    field = shown.root.get_by_label("p x q, seed:")
    api.expect(field).to_have_value(re.compile(r"^3 x 3, \d+$"))
    field.fill("2 x 2, 7")
    bare.page.get_by_role("button", name="Put the text on the board").click()
    shown.says("sudoku.generate(2, 2, seed=7)")
    assert board.puzzle == sudoku.generate(2, 2, seed=7)


def test_where_no_board_is_empty_there_is_no_such_button(bare: Bare) -> None:
    shown = seen(bare, lattice.board(lattice.Puzzle(2, 2)))
    shown.press("menu")
    api.expect(shown.button("new")).to_be_hidden()


def test_a_zebra_is_composed_from_lists(bare: Bare) -> None:
    board, shown = placed(bare, zebra.board(zebra.load("life_1962")))
    shown.press("menu")
    api.expect(shown.button("compose")).to_be_hidden()  # while one plays
    shown.puts("new", "2 x 3")
    api.expect(shown.grid).to_have_attribute("aria-label", "Zebra, 3 houses")
    shown.press("help")
    api.expect(shown.root.locator(".pk-help")).to_contain_text("clues and names from lists")
    shown.press("compose")
    clue, attribute, rename = (
        shown.root.get_by_role("form", name=name) for name in ("Add clue", "Change attribute", "Rename")
    )
    for words in (("red", "at", "1"), ("green", "not right of", "red"), ("Spanish", "=", "red")):
        for field, word in zip(clue.locator("select").all(), words, strict=True):
            field.select_option(word)
        clue.get_by_role("button").click()
        settled(bare)
    assert [str(clue) for clue in board.puzzle.clues] == ["red at 1", "green not right of red", "Spanish = red"]
    api.expect(shown.root.get_by_role("option", name="clue 3. Spanish = red")).to_be_visible()
    clue.locator("select").last.select_option("2")  # "Spanish = 2" says nothing
    clue.get_by_role("button").click()
    shown.says("expected a house after 'at'")
    rename.locator("select").select_option("ivory")
    rename.get_by_role("combobox", name="becomes").fill("teal")
    rename.get_by_role("button").click()
    attribute.locator("select").select_option("nationality")
    attribute.get_by_role("combobox", name="becomes").fill("pet")
    attribute.get_by_role("button").click()
    settled(bare)
    assert board.puzzle.attributes == (("colour", ("red", "green", "teal")), ("pet", ("dog", "fox", "horse")))
    assert len(board.puzzle.clues) == 2, "one spoke of what is gone"
    shown.press("undo")
    assert len(board.puzzle.clues) == 3


# What is kept


BLOCKED = {
    "blocked": "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})",
    "full": "for (let size = 1 << 22; size; size = size >> 1) try {"
    " for (let i = 0; ; i++) localStorage.setItem(`other${size}:${i}`, 'x'.repeat(size)); } catch {}",
}


@pytest.mark.parametrize("why", BLOCKED)
def test_entries_that_the_browser_does_not_keep_are_told_of_once(why: str, stored: Bare) -> None:
    stored.page.evaluate(BLOCKED[why])
    board, shown = seen_tiny(stored)
    shown.types_at("cell (1,2)", "2")
    shown.says("Entries are not kept: this browser's storage is full or blocked.")
    shown.types("ArrowRight", "3")
    shown.press("larger")
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
    const over = [...root.querySelectorAll(".pk-ring, .pk-edge .pk-text")].map((node) => node.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return [...root.querySelectorAll(".pk-cell .pk-text, .pk-label .pk-text, .pk-number")].filter((text) => {
        const own = text.getBoundingClientRect(); // a line is higher than its digits
        const [top, bottom] = text.matches(".pk-number") ? [own.top, own.bottom]
            : [own.top + own.height * 0.3, own.bottom - own.height * 0.3];
        return over.some((box) => meet(box, {left: own.left, right: own.right, top, bottom}));
    }).length;
}"""


@pytest.mark.parametrize("room", ["slitherlink", "numberlink", "circuit", "hashi"])
def test_crosses_and_the_ring_cut_no_number(bare: Bare, room: str) -> None:
    faces = ROOMS[room]
    name = {"slitherlink": "five_easy", "numberlink": "eight", "circuit": "board_5x5", "hashi": "islands_25"}[room]
    board = faces.board(faces.load(name))
    open_edges = [key for key in board.sheet["elements"] if "-" in key and key not in board.state]
    board._publish(lambda: board._table.enter(dict.fromkeys(open_edges, "0")))
    shown = seen(bare, board)
    assert shown.root.locator(".pk-edge .pk-text").count() == len(open_edges)
    edges = shown.root.locator(".pk-element.pk-edge").all()
    for edge in edges[:: max(1, len(edges) // 25)]:
        edge.focus()
        assert shown.root.evaluate(CUT) == 0, edge.get_attribute("data-key")
    order = "(root) => [...root.querySelectorAll('.pk-ring, .pk-point')].findIndex((e) => e.matches('.pk-ring'))"
    assert shown.root.evaluate(order) == 0  # islands lie above it
