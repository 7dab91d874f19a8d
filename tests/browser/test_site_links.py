"""Links on the site: whoever is stuck on somebody's puzzle opens it here, and sends on what stands on the board."""

import json
import random
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import graded
import pytest
import random_links
from hands import ADAPTERS, ROOMS
from played import Played, given, unjudged
from seen import api
from site_server import Reader

from puzzlekit import sudoku
from puzzlekit.core.grid import Cell
from puzzlekit.page.links import from_link

MADE = json.loads((Path(__file__).parents[1] / "data" / "links.json").read_text(encoding="utf-8"))
TINY = sudoku.load("tiny_4x4")
ENTERED = sudoku.Solution.of(TINY, {**TINY.given, Cell(0, 1): 2})
FILLED = (  # texts of TINY with the entry 2 in (1,2)
    sudoku.link(TINY, "pzprv3", solution=ENTERED),
    random_links.f_puzzles(TINY, ENTERED.filled, random.Random(1)),
    f"{TINY}\nposition:\ncell (1,2) = 2\ncell (1,3) ? 3, 4",
)
WITHOUT = """
load = async () => (siteLinks = { from_link: (text) => {
    if (text === "dead") throw new RangeError("the stack is full"); // so Pyodide ends
    throw Object.assign(new Error("ParseError: no puzzle"), { type: "ParseError" });
}});"""  # a worker without Python, which begins at once


def open_link(page: Any, link: str) -> Played:
    page.fill("#link", link)
    page.get_by_role("button", name="Open it").click()
    return Played(page)


def copied(board: Played) -> str:
    """The address that Copy link gives."""
    board.does("copy_link")
    return str(board.page.evaluate("navigator.clipboard.readText()"))


def test_links_open_boards_and_boards_give_links(reader: Reader) -> None:
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = reader.goto("index.html")
    for form, puzzles in MADE.items():
        name, picture, link = puzzles[0]
        board, puzzle = open_link(page, link), ROOMS[name].parse(picture)
        title = ADAPTERS[name].sheet(puzzle).data["title"]
        api.expect(page.locator(f"#board svg.pk-grid[aria-label='{title}']")).to_be_visible()
        assert given(board) == len(puzzle.given), form
    assert copied(board) == page.url
    drawn = board.grid.element_handle()
    empty = board.root.locator("[data-key^=cell]:not([aria-label*=given])")
    for k, key in enumerate(("Digit1", "Digit2", "Shift+Digit3")):
        empty.nth(k).click()
        board.types(key)
    board.settles()
    assert drawn.evaluate("(grid) => grid.isConnected")  # Python's first answer draws no grid anew
    before, address = board.told(), copied(board)
    assert address.startswith(f"{reader.home}index.html#sudoku:")
    page.evaluate("localStorage.clear()")  # somebody else opens it
    reader.goto(address.removeprefix(reader.home))
    board.grid.wait_for()
    assert unjudged(board.told()) == unjudged(before)
    board.does("check")
    wrong = {told for told in board.told() if told.endswith("wrong")}
    assert set() < wrong <= {*before}
    open_link(page, "no puzzle at all")
    api.expect(page.locator(".refused")).to_contain_text("no puzzle")


@pytest.mark.full
def test_a_link_with_entries_opens_with_them(reader: Reader) -> None:
    for text in FILLED:
        page = reader.goto(f"index.html#{quote('sudoku:' + text)}")
        board = Played(page)
        board.grid.wait_for()
        assert given(board) == len(TINY.given)
        board.holds("cell (1,2)", "2")
    found = open_link(page, random_links.penpa("square", 4, 5, {Cell(0, 0): "1", Cell(3, 4): "1"}, []))
    api.expect(found.grid).to_have_attribute("aria-label", re.compile("^Slitherlink"))
    page.get_by_role("button", name="Numberlink").click()  # it reads such numbers, too
    api.expect(found.grid).to_have_attribute("aria-label", re.compile("^Numberlink"))


def with_worker(reader: Reader, code: str) -> Any:
    """The page has a worker with this code as well; where it says what it refuses."""
    body = (reader.folder / "static" / "worker.js").read_text(encoding="utf-8") + code
    reader.context.route("**/static/worker.js", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    return reader.page.locator(".refused")


def test_a_link_that_ends_python_is_refused_and_the_next_one_is_read(reader: Reader) -> None:
    refused = with_worker(reader, WITHOUT)
    page = reader.goto("index.html")
    for link, told in (("dead", "Python ended"), ("another", "no puzzle")):
        open_link(page, link)
        api.expect(refused).to_contain_text(told)
    reader.errors.clear()


# New puzzles

ECHO = """
load = async () => (siteLinks = { from_link: (text) => {
    throw Object.assign(new Error(`ParseError: ${text}`), { type: "ParseError" });
}});"""  # a worker that refuses every puzzle, and says which one it was
DAYS = {  # a day of the calendar, which begins and ends earlier in the east
    "Asia/Kathmandu": "2026-11-28T20:00:00Z",
    "America/Los_Angeles": "2026-11-30T05:00:00Z",
}


def graded_as(text: str) -> set[tuple[str, str, str]]:
    """The type, size and level of a puzzle of ours, which is written as `TYPE:text`."""
    name, _, told = text.partition(":")
    return {(name, one.size, one.level) for one in graded.read(name) if one.text == told.strip()}


def test_a_new_puzzle_is_of_the_chosen_type_size_and_level(reader: Reader) -> None:
    told = with_worker(reader, ECHO)
    page = reader.goto("play.html")
    for name, sizes in graded.SIZES.items():
        size, level = [*sizes][-1], graded.LEVELS[len(name) % 3]
        page.locator("[name=kind]").select_option(f"{name}/{size}")
        page.locator("[name=level]").select_option(level)
        page.get_by_role("button", name="New puzzle").click()
        api.expect(told).to_have_text(re.compile(f"^{name}:"))
        assert (name, size, level) in graded_as(told.text_content())
    before = told.text_content()
    page.get_by_role("button", name="New puzzle").click()
    api.expect(told).not_to_have_text(before)


def test_todays_puzzle_is_the_same_for_everybody(browser: Any, reader: Reader) -> None:
    found = []
    for zone, time in [*DAYS.items(), ("Europe/Berlin", "2026-11-30T05:00:00Z")]:
        other = Reader(browser, reader.home, reader.folder, timezone_id=zone)
        other.page.clock.set_fixed_time(time)
        told = with_worker(other, ECHO)
        other.goto("play.html#today")
        api.expect(told).to_contain_text(":")
        found.append(told.text_content())
        assert graded_as(found[-1])
        other.context.close()
    assert found[0] == found[1] != found[2]


@pytest.mark.full
def test_a_new_puzzle_is_chosen_by_keys_and_its_address_opens_it_again(reader: Reader) -> None:
    page = reader.goto("play.html")
    page.locator("[name=kind]").focus()
    for keys in ("Numberlink, 5", "Tab", "Medium", "Tab", "Enter"):
        page.keyboard.press(keys) if keys in ("Tab", "Enter") else page.keyboard.type(keys)
    board = page.locator("#board .pk-grid")
    api.expect(board).to_have_attribute("aria-label", "Numberlink, 5 x 5")
    api.expect(page.get_by_role("status").filter(has_text="Numberlink, 5 x 5, medium.")).to_be_visible()
    address = page.url.removeprefix(reader.home)
    assert ("numberlink", "5 x 5", "medium") in graded_as(f"numberlink:{from_link(page.url).text}")
    before = board.evaluate("(grid) => grid.textContent")
    reader.goto(address)
    api.expect(board).to_have_attribute("aria-label", "Numberlink, 5 x 5")
    assert board.evaluate("(grid) => grid.textContent") == before
