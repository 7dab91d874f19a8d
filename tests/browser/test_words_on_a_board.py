"""Words on a board: readable and unclipped, typed by their first letter, clues taken away, proofs, LP values."""

from itertools import combinations
from typing import Any

import pytest
from bare import Bare
from hands import coloured, drawn, placed, press, seen, settled
from seen import CLIPPED, api

from puzzlekit import sudoku, zebra
from puzzlekit.board.answers import Picture, in_pictures

DRAWN = "(node) => node.getAttribute('font-size') * node.getScreenCTM().a"  # how large letters are on the screen
MORE_NOTES = [(True, 2), (False, 4), (True, 4)]
DARK = {"content-font-color0": "#fff", "layout-color0": "#111", "layout-color1": "#222", "content-font-color2": "#999"}
THEMES = {
    "light": "() => {}",
    "dark": "() => { document.body.dataset.jpThemeLight = 'false'; "
    + " ".join(f"document.body.style.setProperty('--jp-{name}', '{value}');" for name, value in DARK.items())
    + " }",
    "grey": "() => { document.body.style.filter = 'grayscale(1)'; }",
}
# The height of letters on the screen, the contrast between words and what lies below them (1 to 21), and whether words
# meet others.
WORDS = """() => {
    const light = (colour) => {
        const parts = colour.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255);
        const [r, g, b] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const nodes = [...document.querySelectorAll(".pk-grid text.pk-word")];
    const boxes = nodes.map((node) => node.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
    return {
        size: Math.min(...boxes.map((box) => box.height)),
        contrast: Math.min(...nodes.map((node) => {
            const [ink, paper] = ["fill", "stroke"].map((part) => light(getComputedStyle(node)[part]));
            return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
        })),
        meet: boxes.filter((a, i) => boxes.some((b, j) => j > i && meet(a, b))).length,
        count: nodes.length,
    };
}"""


@pytest.mark.parametrize("theme", THEMES)
def test_words_are_readable_and_nothing_is_clipped(bare: Bare, theme: str) -> None:
    puzzle = zebra.load("life_1962")
    board = zebra.board(puzzle)
    bare.page.set_viewport_size({"width": 1000, "height": 600})
    shown = seen(bare, board)
    board.solution = zebra.solve(puzzle)
    bare.tell()
    bare.page.evaluate(THEMES[theme])
    coloured(bare)
    found: Any = bare.page.evaluate(WORDS)
    assert found["count"] == 25 + 5
    assert found["size"] >= 14
    assert found["contrast"] >= 4.5
    assert found["meet"] == 0
    assert shown.root.evaluate(CLIPPED) == 0


@pytest.mark.parametrize(
    ("full", "count"),
    [(False, 2), (False, 5), (True, 5), *(pytest.param(*own, marks=pytest.mark.slow) for own in MORE_NOTES)],
)
def test_noted_words_are_as_large_as_entries_and_told_apart(phone: Bare, full: bool, count: int) -> None:
    puzzle = zebra.load("life_1962")
    board, shown = placed(phone, zebra.board(puzzle))
    if full:
        shown.press("full")
        phone.page.wait_for_function("document.fullscreenElement?.matches('.pk-full')")
    for cell in puzzle.cells:
        words = puzzle.properties(cell)[:count]
        board._publish(lambda cell=cell, words=words: board._table.enter({}, {str(cell): [*words]}))
        phone.tell()
        notes = shown.element(str(cell)).locator(".pk-note")
        texts = notes.all_text_contents()
        assert len(set(texts)) == count
        for text, word in zip(texts, words, strict=True):
            assert text == word or (len(text) >= 3 and word.startswith(text[:-1]) and text.endswith("."))
        boxes = [note.bounding_box() for note in notes.all()]
        assert min(note.evaluate(DRAWN) for note in notes.all()) >= 10  # pixels
        inked = [box | {"x": box["x"] + 2, "width": box["width"] - 4} for box in boxes]  # without the rim of letters
        assert not any(a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"] and abs(a["y"] - b["y"]) < 10
                       for a, b in combinations(inked, 2))  # fmt: skip
    assert shown.root.evaluate(CLIPPED) == 0


@pytest.mark.parametrize("width", [375, 1300])
def test_notes_in_small_cells_do_not_meet(bare: Bare, width: int) -> None:
    bare.page.set_viewport_size({"width": width, "height": 800})
    shown = seen(bare, zebra.board(zebra.generate(houses=4, attributes=4, seed=6)))
    press(bare, shown, "note")
    for cell in shown.root.locator(".pk-cell:has(.pk-note)").all():
        boxes = [note.bounding_box() for note in cell.locator(".pk-note").all()]
        beside = [sorted(pair, key=lambda box: box["x"]) for pair in combinations(boxes, 2)
                  if abs(pair[0]["y"] - pair[1]["y"]) < 10]  # fmt: skip
        assert min([b["x"] - a["x"] - a["width"] for a, b in beside], default=9) >= 1
        assert min(len(text) for text in cell.locator(".pk-note").all_text_contents()) >= 4
    assert shown.root.evaluate(CLIPPED) == 0


LETTERS = "(node) => parseFloat(getComputedStyle(node).fontSize)"


@pytest.mark.parametrize("width", [375, 700, 1300])
@pytest.mark.parametrize("full", [False, True])
def test_clues_are_a_list_beside_the_grid_or_below_it(bare: Bare, width: int, full: bool) -> None:
    bare.page.set_viewport_size({"width": width, "height": 800})
    shown = seen(bare, zebra.board(zebra.load("life_1962")))
    if full:
        shown.press("full")
        bare.page.wait_for_function("document.fullscreenElement?.matches('.pk-full')")
    clues = shown.root.get_by_role("option")
    api.expect(clues).to_have_count(14)
    assert all(clue.evaluate(LETTERS) >= 14 for clue in clues.all())
    grid, first = shown.root.locator(".pk-frame").bounding_box(), clues.first.bounding_box()
    assert first["x"] >= grid["x"] + grid["width"] or first["y"] >= grid["y"] + grid["height"]
    assert bare.page.evaluate("document.documentElement.scrollWidth") <= width
    if not full:
        drawn_letters = shown.root.locator(".pk-word").first.evaluate(
            "(node) => node.getBoundingClientRect().height"  # of a line: higher than its letters
        )
        assert drawn_letters >= 13


def test_clues_are_reached_by_arrows_and_hold_their_marks(bare: Bare) -> None:
    puzzle = zebra.load("life_1962")
    board, shown = placed(bare, zebra.board(puzzle))
    shown.element("cell (5,1)").focus()
    shown.types("ArrowDown", "ArrowDown")
    clue = shown.element("clue 2")
    api.expect(clue).to_be_focused()
    api.expect(clue).to_have_attribute("aria-selected", "true")
    board.solution = zebra.solve(puzzle)
    bare.tell()
    api.expect(clue).to_have_attribute("aria-label", "clue 2. Spaniard = dog, given, met")
    api.expect(clue).to_contain_text("✓")


def test_a_clue_is_clicked_at_the_end_of_its_words_taken_away_and_brought_back(bare: Bare) -> None:
    puzzle = zebra.load("five_spare")
    board, shown = placed(bare, zebra.board(puzzle))
    shown.press("edit")
    line = shown.element("clue 2")
    box = line.bounding_box()
    bare.page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    api.expect(line).to_be_focused()
    shown.types("Backspace")
    api.expect(shown.root.locator("[data-key^=clue]")).to_have_count(len(puzzle.clues) - 1)
    assert board.puzzle == puzzle.without(2)
    shown.press("undo")
    api.expect(shown.root.locator("[data-key^=clue]")).to_have_count(len(puzzle.clues))
    assert board.puzzle == puzzle


# How far what is spoken of begins above the place for messages, and how far it ends below it
HIDDEN = """(text) => {
    const [place, part] = [text, text.querySelector("span")].map((node) => node.getBoundingClientRect());
    return [place.top - part.top, part.bottom - place.bottom];
}"""


@pytest.mark.parametrize("width", [1280, 375])
def test_what_is_spoken_of_is_seen(bare: Bare, width: int) -> None:
    """More lines than there is room for, whether one goes on or back; of a part that has no room, the beginning."""
    bare.page.set_viewport_size({"width": width, "height": 1000})
    board = sudoku.board(sudoku.load("report_figure_3_1"))
    parts = ["One.", "Many\n" + "lines.\n" * 20 + "end", "Two.", "Three\nlines\nof words.", "The end."]
    board._say(in_pictures([Picture(part, {}) for part in parts]))
    shown, tops = seen(bare, board), set()
    for name in ["forward"] * 4 + ["back"] * 4:
        shown.press(name)
        bare.page.wait_for_selector(".pk-grid[aria-busy=false]")
        part = board.ui["walk"]["part"]
        assert shown.message.locator(".pk-part").text_content() == part
        above, below = shown.message.evaluate(HIDDEN)
        assert above <= 1
        assert below <= 1 or (part == parts[1] and above > -5)
        tops.add(shown.message.evaluate("(text) => text.scrollTop"))
    assert len(tops) > 2, "it scrolls"


# The names of edges in a message of which a part stands in another line than the rest
TORN = """(message) => {
    const texts = document.createTreeWalker(message, NodeFilter.SHOW_TEXT), torn = [];
    while (texts.nextNode()) {
        for (const found of texts.currentNode.data.matchAll(/\\(\\d,\\d\\)-\\(\\d,\\d\\)/g)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, found.index);
            range.setEnd(texts.currentNode, found.index + found[0].length);
            torn.push(new Set([...range.getClientRects()].map((box) => box.top)).size);
        }
    }
    return torn;
}"""


def test_no_line_of_a_message_ends_inside_the_name_of_an_edge(bare: Bare) -> None:
    names = [f"{'edge' * (j % 3)} ({i},{j})-({i + 1},{j})" for i in range(1, 8) for j in range(1, 8)]
    board = sudoku.board(sudoku.load("report_figure_3_1"))
    shown, words = seen(bare, board), ", ".join(names)
    board._say(in_pictures([Picture(words, {}), Picture(f"So {words}\nand no more.", {})]))
    for width in (375, 383, 391):
        bare.page.set_viewport_size({"width": width, "height": 1000})
        bare.tell()
        board.forward()
        bare.tell()
        lines = shown.message.evaluate(TORN)
        assert len(lines) == 2 * len(names)
        assert set(lines) == {1}
        assert shown.message.text_content() == f"{words}\nSo {words}\nand no more."


@pytest.mark.parametrize("width", [1280, 375])
def test_a_message_has_the_width_it_needs(bare: Bare, width: int) -> None:
    """A sentence of 120 characters is a line where there is room; on a phone it has the whole width."""
    bare.page.set_viewport_size({"width": width, "height": 1000})
    board, shown = placed(bare, zebra.board(zebra.generate(houses=3, attributes=3, seed=1)))
    below = shown.root.bounding_box()["height"]
    press(bare, shown, "next_step")
    board._say(in_pictures([Picture(", ".join(["cell (1,2) is not 3"] * 6), {})]))
    bare.tell()
    words, root = shown.message.bounding_box(), shown.root.bounding_box()
    assert root["height"] == below, "what is below the board stays where it is"
    lines = shown.message.locator(".pk-part").evaluate("(words) => words.getClientRects().length")
    if width == 375:
        assert words["width"] >= root["width"] - 8
        assert shown.button("forward").bounding_box()["y"] >= words["y"] + words["height"]
    else:
        assert lines == 1
    assert shown.message.evaluate("(text) => text.scrollHeight <= text.clientHeight")


@pytest.mark.parametrize("by", ["the button", "keys", "next step"])
def test_a_step_is_walked_picture_by_picture(bare: Bare, by: str) -> None:
    puzzle = sudoku.load("tiny_4x4")
    board, shown = placed(bare, sudoku.board(puzzle))
    forward, back, count = shown.button("forward"), shown.button("back"), shown.root.locator(".pk-count")
    on = {"the button": forward.click, "keys": lambda: shown.types("PageDown"), "next step": None}[by]
    api.expect(forward).to_be_hidden()
    below = shown.root.bounding_box()["height"]
    shown.element("cell (1,1)").click()
    press(bare, shown, "next_step")
    api.expect(count).to_have_text("1 of 2")
    api.expect(back).to_have_attribute("aria-disabled", "true")
    shown.element("cell (1,1)").focus()
    reason = shown.message.text_content()
    assert str(board.solution) == str(sudoku.Solution.of(puzzle, puzzle.given)), "nothing is written down yet"
    filled = shown.root.locator(".pk-cell .pk-text")
    api.expect(filled).to_have_count(len(puzzle.given))
    api.expect(shown.root.locator(".pk-mark-plus").first).to_be_visible()
    api.expect(shown.root.locator(".pk-mark-hinted")).to_have_count(0)
    words, arrow = shown.message.bounding_box(), forward.bounding_box()
    assert words["x"] - 12 <= arrow["x"] + arrow["width"] <= words["x"]
    assert words["y"] <= arrow["y"] + arrow["height"] / 2 <= words["y"] + words["height"]
    on() if on else press(bare, shown, "next_step")
    api.expect(count).to_have_text("2 of 2")
    api.expect(filled).to_have_count(len(puzzle.given) + 1)
    about = shown.root.locator(".pk-cell:has(.pk-mark-hinted)").get_attribute("data-key")
    shown.says(f"{reason} So ")
    assert str(about).removeprefix("cell ") in str(shown.message.text_content())
    api.expect(shown.root.locator(".pk-mark-plus").first).to_be_visible()
    api.expect(forward).to_have_attribute("aria-disabled", "true")
    shown.element("cell (1,1)").focus()
    shown.types("PageDown", "PageUp")
    api.expect(count).to_have_text("1 of 2")
    api.expect(filled).to_have_count(len(puzzle.given) + 1)  # what was written down stays
    assert shown.message.text_content() == reason
    assert shown.root.bounding_box()["height"] == below, "what is below the board stays where it is"
    shown.press("undo")
    api.expect(forward).to_be_hidden()
    api.expect(filled).to_have_count(len(puzzle.given))


def test_values_of_words_stand_one_below_another_the_largest_first(bare: Bare) -> None:
    puzzle = zebra.load("life_1962")
    board, shown = placed(bare, zebra.board(puzzle))
    cell = puzzle.cells[0]
    names = puzzle.properties(cell)
    board.show({(cell, names[0]): 0.2, (cell, names[1]): 0.5, (cell, names[2]): 0.3})
    bare.tell()
    texts = shown.element(str(cell)).locator("text")
    assert texts.all_text_contents() == [f"{names[1]} .5", f"{names[2]} .3", f"{names[0]} .2"]
    boxes = [text.bounding_box() for text in texts.all()]
    assert boxes == sorted(boxes, key=lambda box: box["y"])
    assert len({round(box["y"]) for box in boxes}) == 3
    assert shown.root.evaluate(CLIPPED) == 0


def test_a_telephone_shows_five_houses_with_the_words_below_them(phone: Bare) -> None:
    puzzle = zebra.load("life_1962")
    board, shown = placed(phone, zebra.board(puzzle))
    cell, palette = shown.element("cell (4,5)"), shown.root.locator(".pk-palette")
    frame, clues = shown.root.locator(".pk-frame"), shown.root.locator(".pk-clues")
    cell.tap()
    assert frame.evaluate("(node) => node.scrollWidth <= node.clientWidth + 1")
    palette.get_by_role("button", name="Lucky Strike").tap()
    settled(phone)
    shown.holds("cell (4,5)", "LuckyStrike")  # two lines
    assert board.state["cell (4,5)"] == "Lucky Strike"
    below = [place.bounding_box() for place in (frame, palette, clues)]
    assert [box["y"] for box in below] == sorted(box["y"] for box in below)
    board.solution = zebra.solve(puzzle)
    phone.tell()
    assert shown.root.evaluate(CLIPPED) == 0
    for row in range(1, 6):
        words = [shown.element(f"cell ({row},{j})").locator(".pk-text").text_content() for j in range(1, 6)]
        assert len({*words}) == 5, "what is cut can still be told apart"
    phone.page.set_viewport_size({"width": 1000, "height": 700})
    shown.holds("cell (4,5)", board.state["cell (4,5)"])  # drawn anew, whole


def test_names_of_rows_stay_in_sight_while_the_rest_is_scrolled(phone: Bare) -> None:
    puzzle = zebra.generate(houses=8, attributes=3, seed=1)
    board = zebra.board(puzzle)
    board.solution = zebra.solve(puzzle)
    shown = seen(phone, board)
    name, frame = shown.element("row 2").locator(".pk-word"), shown.root.locator(".pk-frame")
    before, scrolled = name.bounding_box(), []
    shown.element("cell (2,1)").focus()
    for column, arrow in [*((j, "ArrowRight") for j in range(2, 6)), *((j, "ArrowLeft") for j in range(4, 0, -1))]:
        shown.types(arrow)
        cell = shown.element(f"cell (2,{column})")
        api.expect(cell).to_be_focused()
        drawn(phone)
        scrolled.append(frame.evaluate("(node) => node.scrollLeft"))
        assert name.bounding_box()["x"] == pytest.approx(before["x"], abs=1)
        assert cell.bounding_box()["x"] >= before["x"] + before["width"], "the cell is not below the name"
    assert max(scrolled) > 0
