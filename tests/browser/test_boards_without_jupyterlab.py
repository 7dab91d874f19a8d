"""What the widgets do in any page: order of what arrives, keys, fingers, widths, colours, silence."""

import json
import re
from collections import Counter
from functools import partial
from itertools import combinations
from urllib.parse import quote

import lattice
import pytest
from bare import Bare
from hands import ADAPTERS, LONG, ROOMS, drag, drawn, first_board, placed, seen, seen_tiny, settled, slide
from seen import CLIPPED, api

import puzzlekit
from puzzlekit import battleship, circuit, hashi, numberlink, scip, slitherlink, sudoku, zebra
from puzzlekit.board import Tree
from puzzlekit.board.answers import Answer
from puzzlekit.board.js_bundle import HERE
from puzzlekit.scip import tree
from puzzlekit.sudoku import model_assignment

FILES = [(name, file) for name, room in ROOMS.items() for file in room.names()]


@pytest.fixture
def contrast(bare: Bare) -> Bare:
    """The page is shown in colours that the system forces on it, on black."""
    bare.page.emulate_media(forced_colors="active", color_scheme="dark")
    return bare


# What arrives together


@pytest.mark.parametrize("order", [("sheet", "state"), ("state", "sheet"), ("ui", "marks"), ("marks", "ui")])
def test_a_larger_puzzle_arrives_in_any_order(bare: Bare, order: tuple[str, ...]) -> None:
    board, shown = seen_tiny(bare)
    board.puzzle = sudoku.load("report_figure_3_1")
    bare.tell(order)
    api.expect(shown.root.locator(".pk-element.pk-cell")).to_have_count(81)
    api.expect(shown.root.locator(".pk-cell .pk-text")).to_have_count(len(board.puzzle.given))


# Keys

HEARD = "() => { window.heard = []; document.onkeydown = (event) => window.heard.push(event.key); }"


BESIDE = {  # in the widget, but on nothing that takes keys
    "row label": ".pk-label[data-key='row 2'] text",
    "margin": ".pk-frame",
    "message": ".pk-message",
    "tool bar": ".pk-toolbar",
}


@pytest.mark.parametrize("place", BESIDE)
def test_a_click_beside_the_grid_leaves_it_the_keyboard(bare: Bare, place: str) -> None:
    _, shown = seen_tiny(bare)
    bare.page.evaluate(HEARD)
    shown.element("cell (1,2)").click()
    box = shown.root.locator(BESIDE[place]).first.bounding_box()
    where = (box["width"] / 2, box["height"] / 2) if place == "row label" else (box["width"] - 3, box["height"] / 2)
    bare.page.mouse.click(box["x"] + where[0], box["y"] + where[1])
    api.expect(shown.element("cell (1,2)")).to_be_focused()
    shown.types("m", "x", "0", "0", "z", "3")  # x and z choose pens
    shown.holds("cell (1,2)", "3")
    assert bare.page.evaluate("window.heard") == []
    bare.page.evaluate("document.body.append('outside')")
    bare.page.mouse.click(20, shown.root.bounding_box()["height"] + 40)
    shown.types("m")
    assert bare.page.evaluate("window.heard") == ["m"]


def test_a_button_that_goes_away_leaves_the_keyboard_to_the_grid(bare: Bare) -> None:
    board, shown = seen_tiny(bare)
    bare.page.evaluate(HEARD)
    shown.element("cell (1,2)").click()
    board._say(Answer(LONG))
    bare.tell()
    shown.press("more")
    shown.press("paste")
    shown.types("Escape")
    api.expect(shown.button("menu")).to_be_focused()  # for Paste went away with the menu
    shown.types("m")
    shown.types_at("cell (1,2)", "m", "3")
    shown.holds("cell (1,2)", "3")
    assert bare.page.evaluate("window.heard") == []


def test_what_is_said_can_be_selected_and_copied(bare: Bare) -> None:
    board, shown = seen_tiny(bare)
    shown.element("cell (1,2)").click()
    board._say(Answer("Some words to be taken along"))
    bare.tell()
    box = shown.message.bounding_box()
    bare.page.mouse.move(box["x"] + 2, box["y"] + 9)
    bare.page.mouse.down()
    bare.page.mouse.move(box["x"] + 150, box["y"] + 9, steps=5)
    bare.page.mouse.up()
    assert "words" in bare.page.evaluate("getSelection().toString()")
    shown.types("Control+c")
    assert bare.page.evaluate("window.copied") is None
    assert shown.message.text_content() == "Some words to be taken along"
    shown.types("2")  # and the board has the keyboard
    shown.holds("cell (1,2)", "2")


REACHED = """([sheets, geometry]) => Promise.all(sheets.map(async ([name, sheet]) => {
    const { neighbour, placesOf } = window.geometry ||= await import(geometry);
    const missed = [];
    for (const mode of ["edit", "play"]) {
        const all = [...placesOf(sheet)].filter(([, place]) => sheet.kinds[place.kind][mode].length);
        const places = new Map(all);
        const reached = new Set(), open = all.slice(0, 1).map(([key]) => key);
        while (open.length && reached.size < all.length) {
            const key = open.pop();
            if (reached.has(key)) continue;
            reached.add(key);
            for (const arrow of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
                if (arrow !== "ArrowRight" && all.length > 300) continue; // each step looks at all
                open.push(neighbour(all, [key, places.get(key)], arrow) ?? key);
            }
        }
        if (reached.size !== all.length) missed.push([name, mode, reached.size, all.length]);
    }
    return missed;
})).then((all) => all.flat())"""


def layout(sheet: dict) -> str:
    """Where the elements lie that can be touched: all that arrows depend on."""
    elements = [(key, place["kind"], place["at"]) for key, place in sheet["elements"].items()]
    return json.dumps([elements, sheet["kinds"], sheet["size"]])


@pytest.mark.parametrize("most", [400, pytest.param(10_000, marks=pytest.mark.slow)])
def test_arrows_reach_every_element_of_every_file(bare: Bare, most: int) -> None:
    made = [(f"{name}/{file}", ADAPTERS[name].sheet(ROOMS[name].load(file)).data) for name, file in FILES]
    made = [(name, sheet) for name, sheet in made if len(sheet["elements"]) <= most]
    sheets = [*{layout(sheet): (name, sheet) for name, sheet in made}.values()]  # many have the same places
    assert {name.split("/")[0] for name, _ in sheets} == {*ROOMS}
    geometry = f"data:text/javascript,{quote((HERE / 'geometry.js').read_text(encoding='utf-8'))}"
    assert bare.page.evaluate(REACHED, [sheets, geometry]) == []


def test_arrows_go_along_rows_and_columns(bare: Bare) -> None:
    shown = seen(
        bare, circuit.board(circuit.load(next(file for file in circuit.names() if circuit.load(file).rows == 5)))
    )
    shown.element("points (2,2)-(2,3)").focus()
    for arrow, edge in (
        ("ArrowRight", "(2,3)-(2,4)"), ("ArrowLeft", "(2,2)-(2,3)"), ("ArrowUp", "(1,2)-(2,2)"),
        ("ArrowUp", "(1,2)-(1,3)"), ("ArrowDown", "(1,2)-(2,2)"), ("ArrowDown", "(2,2)-(2,3)"),
        ("ArrowLeft", "(2,1)-(2,2)"), ("ArrowLeft", "(1,5)-(2,5)"),
    ):  # fmt: skip
        shown.types(arrow)
        api.expect(shown.element(f"points {edge}")).to_be_focused()


# Silence

SILENCE = "Python does not answer: run the cell again"


def test_what_is_not_answered_is_said(watch: Bare) -> None:
    _, shown = seen_tiny(watch)
    watch.page.evaluate("window.model.deaf = true")
    shown.press("solve")
    watch.page.clock.run_for(3000)
    api.expect(shown.message).to_have_text("")
    watch.page.clock.run_for(3000)
    shown.says(SILENCE)
    api.expect(shown.root).to_have_class("pk-board pk-silent")
    shown.types_at("cell (1,2)", "1")  # nobody would judge it
    shown.is_empty("cell (1,2)")
    watch.page.evaluate("window.model.deaf = false")
    shown.press("clear")
    api.expect(shown.root).to_have_class("pk-board")
    api.expect(shown.message).to_have_text("")
    shown.types_at("cell (1,2)", "1")
    shown.holds("cell (1,2)", "1")


def test_a_kernel_that_dies_at_work_is_missed(watch: Bare, monkeypatch: pytest.MonkeyPatch) -> None:
    board, shown = seen_tiny(watch)
    works = partial(monkeypatch.setattr, type(board._runner), "running", True)
    monkeypatch.setattr(board._runner, "start", lambda function, done: works())
    board.solve()
    watch.tell()
    shown.says("Solving")
    for _ in range(10):  # while Python is there, nothing is said, however long it takes
        watch.page.clock.run_for(6000)
        settled(watch)
        assert "Solving" in shown.message.text_content()
    watch.page.evaluate("window.model.deaf = true")
    watch.page.clock.run_for(12_000)
    shown.says(SILENCE)
    api.expect(shown.button("stop")).to_be_enabled()


GONE = "document.querySelector('#here').classList.{}('jupyter-widgets-disconnected')"


@pytest.mark.parametrize("entry", ["board.js", "tree.js"])
def test_a_kernel_that_jupyter_says_is_gone_is_not_asked(watch: Bare, entry: str) -> None:
    widget = sudoku.board(sudoku.load("tiny_4x4"))
    if entry == "tree.js":
        widget = Tree(tree.record(model_assignment.build(sudoku.load("hard_2"))))
    watch.show(widget, entry)
    root, message = watch.page.locator(".pk-board"), watch.page.locator(".pk-message")
    watch.page.evaluate(GONE.format("add"))
    api.expect(message).to_contain_text(SILENCE)
    api.expect(root).to_have_class(re.compile("pk-silent"))
    widget.ui = {**widget.ui, "message": "something late"}
    watch.tell()
    api.expect(message).to_contain_text(SILENCE)
    watch.page.evaluate(GONE.format("remove"))
    api.expect(root).not_to_have_class(re.compile("pk-silent"))
    api.expect(message).to_have_text("something late")


# Texts


def test_html_and_scripts_are_text(bare: Bare) -> None:
    shown = seen(bare, lattice.board(lattice.Puzzle(2, 2)))
    shown.types_at("points (1,1)-(1,2)", "2")
    shown.types_at("points (1,1)-(2,1)", "1")
    shown.says(lattice.EVIL)
    assert shown.grid.get_attribute("aria-label") == f"Lattice {lattice.EVIL}"
    assert lattice.EVIL in str(shown.element("points (1,1)-(1,2)").get_attribute("aria-label"))
    assert shown.root.locator("img, script").count() == 0
    assert bare.page.evaluate("window.hacked") is None


# Colours

INKS = """(root) => {
    const rgb = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const paper = rgb(getComputedStyle(document.body).backgroundColor).slice(0, 3);
    const background = (c) => c.length === 4 && c[3] === 0 ? [0, 0, 0] : c.slice(0, 3);
    return [...root.querySelectorAll(".pk-grid :is(text, line, .pk-shape, .pk-dot, .pk-mark)")].map((node) => {
        const style = getComputedStyle(node);
        const ink = ["line"].includes(node.tagName) || node.matches(".pk-mark") ? style.stroke : style.fill;
        return [node.getAttribute("class"), rgb(ink), paper];
    });
}"""


@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
def test_high_contrast_hides_nothing(contrast: Bare, room: str) -> None:
    board = first_board(room)
    board.solution = ROOMS[room].solve(board.puzzle)
    shown = seen(contrast, board)
    inks = shown.root.evaluate(INKS)
    assert len(inks) > 10
    assert [name for name, ink, _ in inks if max(ink[:3]) < 100] == []  # nothing dark on black


def test_in_high_contrast_digits_are_read_on_coloured_cells(contrast: Bare) -> None:
    board = sudoku.board(sudoku.load("tiny_4x4"))
    element = next(iter(board.puzzle.given))
    board._publish(lambda: board._table.enter({}, {str(element): ["colour:grey"]}))
    shown = seen(contrast, board)
    api.expect(shown.root.locator(".pk-colour")).to_have_count(1)
    halo = "(text) => ['paintOrder', 'stroke', 'strokeWidth'].map((name) => getComputedStyle(text)[name])"
    style = shown.element(str(element)).locator(".pk-text").evaluate(halo)
    assert style == ["stroke", "rgb(0, 0, 0)", "5px"]


def test_high_contrast_frames_only_the_clues_that_are_marked(contrast: Bare) -> None:
    puzzle = zebra.load("life_1962")
    board, shown = placed(contrast, zebra.board(puzzle))
    board.solution = zebra.solve(puzzle)
    cell, other = (next(cell for cell, word in board.solution.filled.items() if word == own) for own in ("dog", "fox"))
    board._publish(lambda: board._table.enter({str(cell): "fox", str(other): "dog"}))
    contrast.tell()
    clues = shown.root.get_by_role("option").all()
    framed = "(clue) => getComputedStyle(clue).borderTopColor !== 'rgb(0, 0, 0)'"
    found = [clue.evaluate(framed) for clue in clues]
    assert found == ["pk-is-wrong" in clue.get_attribute("class") for clue in clues]
    assert 0 < sum(found) < len(found)


# The message


def test_a_long_message_opens_and_nothing_moves_then(bare: Bare) -> None:
    board, shown = seen_tiny(bare)
    more = shown.button("more")
    api.expect(more).to_be_hidden()
    board._say(Answer(LONG * 3))
    bare.tell()
    bare.page.evaluate("document.body.append('below')")

    def height() -> float:
        return float(shown.root.bounding_box()["height"])

    before = height()
    assert shown.message.evaluate("(text) => text.scrollHeight > text.clientHeight")
    more.click()
    api.expect(more).to_have_attribute("aria-expanded", "true")
    opened = height()
    assert shown.message.bounding_box()["height"] > 150
    shown.message.focus()
    drawn(bare)  # what can be scrolled is known only then
    shown.types("End")
    bare.page.wait_for_function("document.querySelector('.pk-message').scrollTop > 0")
    for message in ("short", LONG * 3, ""):
        board._say(Answer(message))
        bare.tell()
        assert height() == opened > before
    more.click()
    assert height() == before
    api.expect(more).to_be_hidden()


# Widths


@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
def test_boards_fit_a_phone(phone: Bare, room: str) -> None:
    faces = ROOMS[room]
    name = {"sudoku": "report_figure_3_1"}.get(room, faces.names()[0])
    shown = seen(phone, faces.board(faces.load(name)))
    box = shown.root.locator(".pk-frame" if room == "zebra" else ".pk-grid").bounding_box()  # words have their size
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 375
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 375
    assert shown.root.evaluate(CLIPPED) == 0

    rows = Counter(button.bounding_box()["y"] for button in shown.root.locator(".pk-palette button").all())
    assert not rows or max(rows.values()) - min(rows.values()) <= 1


def test_touch_targets(bare: Bare) -> None:
    shown = seen(bare, sudoku.board(sudoku.load("square_16a")))  # there is room for it
    sizes = [place.bounding_box() for place in (shown.element("cell (3,3)"), shown.button("undo"))]
    assert all(min(size["width"], size["height"]) > 35.9 for size in sizes)


LETTERS = "(texts) => texts.map((text) => text.getScreenCTM().a * parseFloat(getComputedStyle(text).fontSize))"
WIDE: dict[str, str] = {  # boards on which cells are small
    "battleship": "easy_10", "circuit": "board_12x12", "hashi": "islands_25", "slitherlink": "fifteen_easy",
}  # fmt: skip


@pytest.mark.parametrize("room", WIDE)
def test_numbers_outside_of_the_frame_are_read_on_a_phone(phone: Bare, room: str) -> None:
    faces = ROOMS[room]
    puzzle = faces.load(WIDE[room])
    board = faces.board(puzzle)
    board.solution = faces.solve(puzzle)
    shown = seen(phone, board)
    texts = shown.root.locator(".pk-label :is(.pk-text, .pk-number)")
    assert min(texts.evaluate_all(LETTERS)) >= 10
    assert shown.root.evaluate(CLIPPED) == 0
    boxes = [text.bounding_box() for text in texts.all()]
    assert not any(a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"] and
                   a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]
                   for a, b in combinations(boxes, 2))  # fmt: skip


# Signs that stick out of the board; a sign has the middle half of the height of its letters
CUT = """(signs) => signs.filter((sign) => {
    const [own, board] = [sign, sign.ownerSVGElement].map((node) => node.getBoundingClientRect());
    const free = own.height / 4;
    return own.left < board.left - 1 || own.right > board.right + 1
        || own.top + free < board.top || own.bottom - free > board.bottom;
}).map((sign) => sign.closest(".pk-element").dataset.key)"""


@pytest.mark.parametrize("width", [375, 1280])
@pytest.mark.parametrize("room", ["sudoku", "battleship", "zebra"])
def test_signs_and_numbers_outside_of_the_frame_are_seen_whole(bare: Bare, room: str, width: int) -> None:
    """Whatever sign they have, and beside ten rows as beside nine."""
    bare.page.set_viewport_size({"width": width, "height": 1000})
    faces = ROOMS[room]
    name = {"sudoku": "square_16a", **WIDE}.get(room, faces.names()[0])
    board, shown = placed(bare, faces.board(faces.load(name)))
    frame = shown.root.locator(".pk-lines line").first.bounding_box() if faces in (sudoku, battleship) else None
    for sign in ("wrong", "plus", "minus", "plus minus"):
        board._say(Answer(marks=dict.fromkeys(board._table.sheet.elements, sign)))
        bare.tell()
        assert shown.root.locator(".pk-sign").evaluate_all(CUT) == []
    numbers = [text.bounding_box() for text in shown.root.locator(".pk-label .pk-number").all()] if frame else []
    assert not any(frame["x"] - 2.5 < box["x"] + box["width"] < frame["x"] + 3 for box in numbers)


MARKED = """(root) => Object.fromEntries([...root.querySelectorAll("[data-key]")].map((node) => [node.dataset.key,
    [node.querySelector(".pk-sign, .pk-clue-sign")?.textContent ?? "", node.querySelectorAll(".pk-mark").length]]))"""
SIGNS = {"met": "✓", "wrong": "✗", "over": "✗", "plus": "+", "minus": "\u2212", "plus minus": "±"}


@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
def test_each_mark_is_seen_on_each_element(bare: Bare, room: str) -> None:
    """Outside of the frame as a sign, in the frame as a hatch, and what is met as a tick."""
    board = first_board(room)
    board.checks = False
    shown, sheet = seen(bare, board), board._table.sheet
    for words, sign in SIGNS.items():
        hatches = 0 if words == "met" else len(words.split())
        expected = {"label": [sign, 0], "words": [sign, hatches], "listed": [sign if sign in "✓✗" else "", 0]}
        others = ["✓" if words == "met" else "", hatches]
        board._say(Answer(marks=dict.fromkeys(sheet.elements, words)))
        bare.tell()
        wanted = {str(element): expected.get(sheet.kind(element).shape, others) for element in sheet.elements}
        assert shown.root.evaluate(MARKED) == wanted


def test_a_clue_that_a_model_leaves_out_is_crossed(bare: Bare) -> None:
    puzzle = circuit.load("tiny_4x4")
    board, shown = placed(bare, circuit.board(puzzle))
    board.solution = circuit.Solution.of(puzzle, ())
    bare.tell()
    for edge in puzzle.given:
        shown.holds(str(edge), "✗")


# Drags


def test_all_edges_of_a_drag_come_into_the_state_of_the_first(bare: Bare) -> None:
    board, shown = placed(bare, slitherlink.board(slitherlink.parse("....")))
    drag(shown, "point (1,2)", "point (1,3)")
    drag(shown, "point (1,1)", "point (1,4)")  # over one that is drawn
    edges = [f"points (1,{j})-(1,{j + 1})" for j in (1, 2, 3, 4)]
    assert [board.state.get(edge) for edge in edges] == ["1", "1", "1", None]
    drag(shown, "point (1,2)", "point (1,5)", "point (1,4)")  # and a part of the way back
    assert [board.state.get(edge) for edge in edges] == ["1", None, None, None]
    board.undo()
    bare.tell()
    assert [board.state.get(edge) for edge in edges] == ["1", "1", "1", None]  # one drag is one change


# Fingers


@pytest.mark.parametrize("way", [("(1,1)", "(1,3)"), ("(1,1)", "(3,1)")])
def test_a_finger_draws(phone: Bare, way: tuple[str, str]) -> None:
    shown = seen(phone, hashi.board(hashi.parse("1.2\n...\n1.2")))
    phone.page.evaluate("document.body.style.height = '3000px'")  # so that the page could scroll
    slide(phone, *(shown.element(f"point {place}") for place in way))
    api.expect(shown.element(f"points {'-'.join(way)}").locator(".pk-stroke")).to_have_count(1)
    assert phone.page.evaluate("window.scrollY") == 0


def test_the_end_of_a_drag_is_heard_outside(bare: Bare) -> None:
    shown = seen(bare, hashi.board(hashi.parse("1.2\n...\n1.2")))
    box = shown.element("point (1,1)").locator(".pk-area").bounding_box()
    frame = shown.grid.bounding_box()
    mouse = bare.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(frame["x"] + frame["width"] + 40, box["y"] + box["height"] / 2, steps=5)
    mouse.up()
    api.expect(shown.element("points (1,1)-(1,3)").locator(".pk-stroke")).to_have_count(1)


# Typing


def test_the_focus_stays_while_clues_are_edited(bare: Bare) -> None:
    board, shown = placed(bare, hashi.board(hashi.parse("1.2\n...\n1.2")))
    shown.press("edit")
    shown.element("point (1,2)").click()
    aim = shown.element("point (2,2)").locator(".pk-area")
    assert aim.evaluate("(area) => getComputedStyle(area).stroke") != "none"  # a grid to aim at
    shown.types("1", "ArrowDown", "1", "ArrowDown", "1")
    assert str(board.puzzle).split() == ["112", ".1.", "112"]
    api.expect(shown.element("point (3,2)")).to_be_focused()
    other, shown = placed(bare, circuit.board(circuit.load("tiny_4x4")))
    shown.press("edit")
    shown.element("point (1,1)").click()
    settled(bare)
    shown.types("ArrowRight", "#")
    assert len(other.puzzle.blocked) == len(circuit.load("tiny_4x4").blocked) + 2


def test_a_count_of_two_digits_is_typed(bare: Bare) -> None:
    file = next(file for file in battleship.names() if battleship.load(file).width > 11)
    board, shown = placed(bare, battleship.board(battleship.load(file)))
    shown.press("edit")
    shown.types_at("row 1", "1", "2")
    shown.holds("row 1", "12")
    settled(bare)
    assert board.puzzle.row_counts[0] == 12
    shown.types("ArrowDown", "1", "ArrowDown", "2")
    assert board.puzzle.row_counts[:3] == (12, 1, 2)


def test_small_and_capital_letters_are_told_apart_where_there_are_both(bare: Bare) -> None:
    board, shown = placed(bare, numberlink.board(numberlink.parse("....")))
    shown.press("edit")
    for column, letter in enumerate("aAaA", start=1):
        shown.types_at(f"cell (1,{column})", letter)
    assert str(board.puzzle) == "aAaA"


def test_zero_and_the_palette_empty_a_cell(bare: Bare) -> None:
    _, shown = seen_tiny(bare)
    for take_away in (lambda: shown.types("0"), shown.root.locator(".pk-palette button").first.click):
        shown.types_at("cell (1,2)", "2")
        shown.holds("cell (1,2)", "2")
        take_away()
        shown.is_empty("cell (1,2)")


def test_copy_takes_the_last_key_with_it(bare: Bare) -> None:
    board, shown = seen_tiny(bare)
    shown.element("cell (1,2)").click()
    # in one turn of the page, so that Python cannot have answered
    bare.page.evaluate("""() => {
        const press = (key, more) => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", {key, bubbles: true, ...more}));
        press("2");
        press("c", {ctrlKey: true});
    }""")
    shown.says("Copied")
    assert board.state["cell (1,2)"] == "2"
    assert bare.page.evaluate("window.copied") == board.position


# The tree


OUTSIDE = """() => {
    const far = document.querySelector(".pk-search").getBoundingClientRect();
    return [...document.querySelectorAll(".pk-search text")].filter((text) => {
        const box = text.getBoundingClientRect();
        return box.left < far.left || box.right > far.right || box.top < far.top || box.bottom > far.bottom;
    }).map((text) => text.textContent);
}"""


def test_labels_of_a_tree_are_not_cut(bare: Bare) -> None:
    model = scip.new_model("press")
    x, y = model.addVar("x", vtype="I"), model.addVar("y", vtype="I")
    model.addCons(6 * x + 4 * y <= 24)
    model.addCons(x + 2 * y <= 6)
    model.setObjective(500 * x + 400.5 * y, "maximize")
    record = tree.record(model, {"x": x, "y": y})
    assert len(record.nodes) > 2
    bare.show(Tree(record, over="bound"), "tree.js")
    assert bare.page.locator(".pk-search .pk-small").count() > 2
    assert bare.page.evaluate(OUTSIDE) == []


def odd(count: int) -> tree.Record:
    """The search for numbers of 0 and 1 of which twice the sum is odd: the more of them, the more nodes."""
    model = scip.new_model("odd")
    numbers = {f"x{i}": model.addVar(f"x{i}", vtype="B") for i in range(count)}
    model.addCons(2 * sum(numbers.values()) == 2 * (count // 2) + 1)
    return tree.record(model, numbers)


@pytest.mark.parametrize(("count", "labels"), [(3, True), (5, False)])
def test_labels_of_a_tree_are_read_on_a_phone_and_what_is_chosen_is_seen(phone: Bare, count: int, labels: bool) -> None:
    record = odd(count)
    phone.show(Tree(record), "tree.js")
    assert bool(phone.page.locator(".pk-search .pk-small").count()) == labels
    assert min(phone.page.locator(".pk-search text").evaluate_all(LETTERS)) >= 9.99
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 375
    for _ in record.steps:
        box = phone.page.locator("[aria-selected=true]").bounding_box()
        assert 0 <= box["x"] + box["width"] / 2 <= 375
        phone.page.locator("button[data-do='Step back']").click()
