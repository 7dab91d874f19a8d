"""The course as pages: built, served by a plain host, and played in a browser that reaches nothing else."""

from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
from bare import Bare
from hands import ROOMS, coloured, press, seen
from patience import until
from played import Played, unjudged
from seen import api
from site_server import SIZES, TOOLS, Reader, build, packed, served

import puzzlekit

AXE = TOOLS.parent / "node_modules" / "axe-core" / "axe.min.js"
MOST = 9_000_000  # bytes that a reader fetches to play one chapter
# Axe finds no text in a header that is a formula.
FOUND = """async (part) => (await axe.run(part)).violations
    .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => [id, String(target), html.slice(0, 200)]))
    .filter(([id, , html]) => !(id === "empty-table-header" && html.startsWith("<th><math")))"""
WRONG = {  # for each type what violates a rule: elements with the state that the palette gives, or a click
    "sudoku": (("cell (2,3)", "9"),),
    "battleship": (("cell (4,7)", "#"),),
    "circuit": (("points (1,1)-(2,1)", ""),),
    "hashi": (("points (9,1)-(9,5)", ""), ("points (9,1)-(9,5)", "2")),
    "zebra": (("cell (3,3)", "coffee"),),
    "slitherlink": (("points (2,7)-(2,8)", ""), ("points (3,7)-(3,8)", "")),
    "numberlink": (("cells (5,1)-(5,2)", ""),),
}
FOREIGN = """async () => {
    const refused = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refused.push(effectiveDirective));
    const add = (name, more) => document.body.append(Object.assign(document.createElement(name), more));
    add("script", { textContent: "window.ran = true" });
    add("img", { src: "https://elsewhere.test/" });
    await fetch("https://elsewhere.test/").catch(() => {});
    while (refused.length < 3) await new Promise((done) => setTimeout(done, 10));
    return window.ran ? [] : refused;
}"""
DEEP = """python.runPython("import json; json.loads('[' * 20_000)")"""  # Pyodide ends for good
ENDS = (DEEP, "close()")  # what the first workers do where they are to undo something
UNDO = """
const own = onmessage;
onmessage = (event) => { if (event.data.content?.do === "undo") { %s } else own(event); };"""
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def play(board: Played, name: str) -> None:
    """Violate a rule and be told, take it back, be helped, edit, check."""
    board.enters(*WRONG[name])
    board.settles()
    assert board.wrong.count(), name
    assert board.is_rid_of_marks(), name
    before = board.told()
    assert board.does("next_step"), name
    if board.button("forward").is_visible():
        board.does("forward")
    assert board.told() != before, name
    before = board.told()
    assert "Hint" in board.does("hint")
    assert board.told() != before, name
    assert "exactly one solution" in board.does("check"), name
    board.does("edit")
    board.does("clear")
    assert "exactly one solution" not in board.does("check"), name
    board.does("undo")
    assert "exactly one solution" in board.does("check"), name
    board.does("play")
    assert board.does("undo") is not None


SIZED = [pytest.param({"size": size}, id=size) for size in SIZES]


@pytest.mark.parametrize("reader", SIZED, indirect=True)
def test_a_chapter_is_played(reader: Reader) -> None:
    page = reader.goto("03_sudoku.html")
    board = Played(page)
    board.grid.wait_for()  # drawn before anything of Python was asked for
    assert page.evaluate(TOO_WIDE) <= 0
    board.enters(("cell (1,2)", "3"), ("cell (1,3)", "3"))
    api.expect(page.locator("[role=status]").first).to_contain_text("Python is loading")
    board.holds("cell (1,3)", "3")
    board.settles()
    assert board.wrong.count() >= 3  # they were judged later, with the clue that they repeat
    assert board.is_rid_of_marks()
    play(board, "sudoku")
    board.enters(("cell (1,2)", "6"))
    board.settles()
    before = board.told()
    page.reload()
    board.grid.wait_for()
    assert board.told() == before  # at once
    board.settles()
    assert board.told() == before
    assert packed(reader.folder, reader.fetched) <= MOST


@pytest.mark.full
def test_every_type_is_played(reader: Reader) -> None:
    page = reader.goto("play.html")
    boards = {name: Played(page, index) for index, name in enumerate(puzzlekit.PUZZLES)}
    for name, board in boards.items():
        board.root.scroll_into_view_if_needed()
        play(board, name)
    before = {name: board.told() for name, board in boards.items()}
    page.reload()
    for name, board in boards.items():
        board.grid.wait_for()
        assert unjudged(board.told()) == unjudged(before[name]), name  # at once
    for name, board in boards.items():
        board.settles()
        assert board.told() == before[name], name


@pytest.mark.full
def test_stop_ends_what_runs_and_keeps_the_board(reader: Reader) -> None:
    battleship = (TOOLS.parent / "data" / "battleship" / "hard_30.txt").read_text(encoding="utf-8")
    page = reader.goto(f"index.html#{quote('battleship:' + battleship)}")
    board = Played(page)
    board.grid.wait_for()
    empty = next(told for told in board.told() if "empty" in told)
    element = board.root.locator(f"[aria-label='{empty}']").first
    key = element.get_attribute("data-key")
    element.click()
    board.settles()
    before = board.told()
    board.press("check")
    board.root.locator("[data-do=stop]:not(.pk-away)").click()
    board.says("Stopped; the board is as it was.")
    assert board.told() == before
    board.does("undo")  # what was done before Python was stopped
    assert empty in board.told()
    board.does("redo")
    assert board.told() == before
    board.enters((key, "~"))
    board.settles()
    assert "water" in board.element(key).get_attribute("aria-label")


@pytest.mark.full
def test_a_worker_that_dies_is_followed_by_another(reader: Reader) -> None:
    """What it was to do is tried once more, and no longer."""
    worker = (reader.folder / "static" / "worker.js").read_text(encoding="utf-8")
    texts = iter([*(worker + UNDO % end for end in ENDS), worker])
    reader.context.route(
        "**/static/worker.js", lambda route: route.fulfill(body=next(texts), content_type="text/javascript")
    )
    page = reader.goto("03_sudoku.html")
    board = Played(page)
    board.enters(("cell (1,2)", "3"), ("cell (1,3)", "3"))
    board.settles()
    before = board.told()
    board.does("undo")
    board.says("your entries are kept")
    assert board.told() == before
    assert next(texts, "") == ""
    assert board.is_rid_of_marks()
    assert board.told() != before
    reader.errors.clear()


# What needs no Python


@pytest.fixture
def cut_off(reader: Reader) -> Reader:
    """A reader who gets nothing of Python."""
    reader.context.route("**/static/python/**", lambda route: route.abort())
    yield reader
    reader.errors[:] = [error for error in reader.errors if "static/python" not in error and "ERR_FAILED" not in error]


def test_trees_and_sliders_need_no_python(cut_off: Reader) -> None:
    page = cut_off.goto("03_sudoku.html")
    tree = page.locator("[data-kept=tree]")
    told, shares = tree.locator(".pk-message").first, tree.locator(".pk-share")
    api.expect(told).to_contain_text("step 5 of 5")
    tree.get_by_role("slider").focus()
    for step in (4, 3, 2):
        page.keyboard.press("ArrowLeft")
        api.expect(told).to_contain_text(f"step {step} of 5")
    assert shares.count() > 20  # an LP point stands on the board
    replay = page.locator("[data-kept=frames]")
    replay.scroll_into_view_if_needed()
    api.expect(replay.locator("output")).to_contain_text("1 of 6")
    before = replay.locator("img").get_attribute("src")
    replay.get_by_role("button", name="Next").click()
    api.expect(replay.locator("output")).to_contain_text("2 of 6")
    assert replay.locator("img").get_attribute("src") != before
    until(lambda: page.evaluate("[...document.images].every((image) => image.complete && image.naturalWidth)"))


def test_the_atlas_answers_without_python(cut_off: Reader) -> None:
    atlas = cut_off.goto("12_conclusion.html").locator("[data-kept=atlas]")
    rows = atlas.locator("tbody tr")
    everything = rows.count()
    atlas.get_by_label("Puzzle").select_option("hashi")
    assert 0 < rows.count() < everything
    told = rows.evaluate_all("(rows) => rows.map((row) => row.cells[0].textContent)")
    assert {words.split()[0] for words in told} == {"hashi"}


def test_a_projectors_boards_are_large_on_all_pages_until_it_is_off(cut_off: Reader) -> None:
    def height(name: str) -> float:
        board = Played(cut_off.goto(name))
        board.grid.wait_for()
        assert board.page.evaluate(TOO_WIDE) <= 0
        return float(board.grid.bounding_box()["height"])

    tall = cut_off.page.viewport_size["height"]
    before = height("03_sudoku.html")
    Played(cut_off.page).press("projector")
    assert min(height("03_sudoku.html"), height("play.html")) > max(0.6 * tall, 1.2 * before)
    Played(cut_off.page).press("projector")
    assert height("03_sudoku.html") == before


def test_without_python_entries_stay_and_the_page_says_so(cut_off: Reader) -> None:
    page = cut_off.goto("03_sudoku.html")
    board = Played(page)
    board.enters(("cell (1,2)", "6"))
    api.expect(page.locator("[role=status]").first).to_contain_text("Python did not load")
    board.press("check")
    board.says("Python did not load")
    page.reload()
    board.holds("cell (1,2)", "6")
    page.goto(f"{cut_off.home}index.html#3x3:b2f3_1c4a8a5_4b3b2b2c9_5b6c8c1b1_2c3b5b9b1_8a3a1c7_5f3b")
    api.expect(page.locator(".refused")).to_contain_text("Python did not load")


@pytest.mark.parametrize("reader", [pytest.param({"java_script_enabled": False}, id="no script")], indirect=True)
def test_without_javascript_the_pictures_stand(reader: Reader) -> None:
    page = reader.goto("03_sudoku.html")
    places = page.locator("[data-kept]")
    assert places.count() == 5
    for k in range(places.count()):
        box = places.nth(k).locator("> img").bounding_box()
        assert min(box["width"], box["height"]) > 100
    assert page.get_by_text("A picture: with JavaScript it comes to life here.").count() == 5


# Pages as they are read


def faults(reader: Any, part: str = "html") -> Any:
    """What keeps somebody from reading a page, or a part of it."""
    if not AXE.exists():
        pytest.skip("axe-core is not there: `npm install --no-package-lock` brings it")
    coloured(reader)
    reader.page.evaluate(AXE.read_text(encoding="utf-8"))  # a script within the page would not run
    return reader.page.evaluate(FOUND, part)


def check_page(reader: Reader, name: str) -> None:
    """It can be read by everybody, on a phone and in the dark, and its links lead somewhere."""
    page = reader.goto(name)
    until(lambda: page.evaluate("!document.querySelector('[data-kept] > script')"))  # all widgets are drawn
    assert page.evaluate(TOO_WIDE) <= 0
    assert page.locator("header nav").evaluate("(bar) => bar.scrollWidth <= bar.clientWidth"), "the bar is cut"
    page.locator("header summary").click()
    assert page.locator("header li a").count() >= 6, "the way to all other pages"
    page.locator("header summary").click()
    assert [img for img in page.evaluate("[...document.images].map((image) => image.alt)") if not img.strip()] == []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert faults(reader) == [], scheme
    links = page.evaluate("[...document.querySelectorAll('a[href]')].map((link) => link.href)")
    for link in {link for link in links if link.startswith(reader.home)}:
        target, _, place = link.removeprefix(reader.home).partition("#")
        text = (reader.folder / target).read_text(encoding="utf-8")
        there = any(f'id="{one}"' in text for one in (place, unquote(place)))
        assert not place or there or target == "index.html", link


def test_a_page_loads_nothing_but_what_is_its_own(reader: Reader) -> None:
    """As if a puzzle's text had become a part of the page."""
    page = reader.goto("03_sudoku.html")
    assert sorted(page.evaluate(FOREIGN)) == ["connect-src", "img-src", "script-src-elem"]
    reader.errors.clear()


@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
def test_a_board_that_is_played_can_be_read_by_everybody(bare: Bare, room: str) -> None:
    faces = ROOMS[room]
    shown = seen(bare, faces.board(faces.load(next(name for name in faces.names() if name.startswith("tiny_")))))
    for name in ("next_step", "help", "menu", "paste", "edit"):
        press(bare, shown, name)
        for light in ("true", "false"):
            bare.page.evaluate("(light) => document.body.dataset.jpThemeLight = light", light)
            assert faults(bare, "#here") == [], (name, light)


@pytest.mark.parametrize(
    "name", ["index.html", "play.html", "03_sudoku.html", "book.html", "teaching.html", "equations.html"]
)
@pytest.mark.parametrize("reader", SIZED[:1], indirect=True)
def test_a_page_can_be_read_by_everybody(reader: Reader, name: str) -> None:
    check_page(reader, name)


@pytest.mark.slow
def test_all_pages_can_be_read_by_everybody(browser: Any, tmp_path: Path) -> None:
    folder = build(tmp_path / "site")
    pages = sorted(folder.glob("*.html"))
    assert len(pages) == 7 + len([*(TOOLS.parent / "notebooks").glob("*.ipynb")])
    with served(folder) as home:
        for size in SIZES:
            reader = Reader(browser, home, folder, size=size)
            for file in pages:
                check_page(reader, file.name)
            reader.context.close()
            assert (reader.strangers, reader.errors) == ([], [])
    shared = [file.relative_to(folder).as_posix() for file in (folder / "static").rglob("*") if file.is_file()]
    for file in pages:
        assert packed(folder, [*shared, file.name]) <= MOST, file.name
