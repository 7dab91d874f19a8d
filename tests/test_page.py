"""What a page asks of Python: `puzzlekit.page.board`. What holds of all puzzle types stands in `contract`."""

import json
import random
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import random_links
from random_links import ANY

from puzzlekit import PUZZLES, slitherlink
from puzzlekit.bench import find_package
from puzzlekit.board import queries
from puzzlekit.core.errors import ParseError, PuzzleError
from puzzlekit.core.grid import Cell
from puzzlekit.page.board import LONGER, PageBoard, open_board
from puzzlekit.page.links import from_link, part

MADE = json.loads((Path(__file__).parent / "data" / "links.json").read_text(encoding="utf-8"))
TYPES = {room.__name__.rpartition(".")[2]: room for room in ANY}
TINY = "1...\n..2.\n.3..\n...4"


@pytest.fixture
def board() -> PageBoard:
    return open_board("sudoku", TINY)


def test_what_waits_is_said_and_can_be_stopped(board: PageBoard) -> None:
    (news,) = board.receive({"do": "check", "edit": "page-1"})
    assert news["ui"]["message"] == "Checking ..."
    assert (news["ui"]["running"], news["ui"]["edit"]) == (True, "page-1")
    (news,) = board.receive({"do": "hint"})  # one at a time
    assert news["ui"]["message"] == "Checking ... Busy with the last request."
    board.receive({"do": "set", "changes": {"cell (1,2)": "2"}})
    (news,) = board.receive({"do": "stop"})
    assert (news["ui"]["message"], news["ui"]["running"]) == ("Stopping ...", True)
    (news,) = board.turn()
    assert (news["ui"]["message"], news["ui"]["running"]) == ("Stopped; the board is as it was.", False)
    assert not board.pending
    assert board.turn() == []
    assert board.state()["state"]["cell (1,2)"] == "2"
    assert board.receive({"do": "stop"})[0]["ui"]["message"] == "Nothing is running."


def test_an_answer_to_another_puzzle_is_dropped(board: PageBoard) -> None:
    board.receive({"do": "check"})
    board.receive({"do": "paste", "text": "." * 16, "sure": True})
    assert board.turn()[0]["ui"]["message"] == "The puzzle changed; old answer discarded."


def test_only_what_has_changed_is_told(board: PageBoard) -> None:
    assert board.receive({"do": "no such thing"}) == []
    (news,) = board.receive({"do": "ping", "edit": "page-7"})
    assert news.keys() == {"ui"}
    assert news["ui"]["edit"] == "page-7"
    assert board.receive({"do": "ping", "edit": "page-7"}) == []
    (news,) = board.receive({"do": "set", "changes": {"cell (1,2)": "1"}})
    assert news.keys() == {"ui", "state", "marks"}


def asked(board: PageBoard, do: str, **more: Any) -> str:
    board.receive({"do": do, **more})
    board.turn()
    return str(board.state()["ui"]["message"])


def test_where_nothing_follows_a_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    board = open_board("slitherlink", str(slitherlink.load("tiny_several")))
    while board.state()["ui"]["walk"] or not board.state()["ui"]["message"]:
        before = asked(board, "next_step")
    assert before == "No step follows: the puzzle has several solutions, and they differ in every open place."
    board = open_board("sudoku", "." * 16)
    one, other = (solution.filled for solution in board._queries.solutions(board._table.puzzle))
    monkeypatch.setattr(queries, "LIMIT", 0.1)
    at = next(cell for cell in one if one[cell] != other[cell])
    assert asked(board, "why", at=str(at)) == "No reason exists: solutions differ here."


def test_no_solution_is_asked_for_while_only_steps_are_taken(board: PageBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    solutions = board._queries._solutions
    monkeypatch.setattr(board._queries, "_solutions", lambda *asked, **more: pytest.fail("it was asked"))
    for _ in range(3):
        asked(board, "next_step")
        asked(board, "forward")
    free = next(cell for cell in board._table.sheet.elements if not board._table.state.get(cell))
    monkeypatch.setattr(board._queries, "_solutions", solutions)
    right = board._queries.solutions(board._table.puzzle)[0].filled[free]
    board.receive({"do": "set", "changes": {str(free): str(right % 4 + 1)}})
    assert "leave" in asked(board, "next_step")


def test_why_is_there_where_a_type_has_techniques(board: PageBoard) -> None:
    for name in PUZZLES:
        ui = open_board(name, str(find_package(name).load(find_package(name).names()[0]))).state()["ui"]
        assert ui["explains"] == (part(name, "play").ADAPTER.techniques is not None)
    assert asked(board, "why", at="cell (1,2)").endswith("So in box 1 the 2 must be in (1,2): a hidden single.")


@pytest.mark.parametrize(
    ("text", "told"), [("123....4", "only the installed course finds them"), ("11......", "twice")]
)
def test_without_a_solution_a_page_says_where_clues_are_named(text: str, told: str) -> None:
    """Of clues that clash directly the page says so itself."""
    board = open_board("sudoku", text + 8 * ".")
    assert told in asked(board, "check")


def test_at_the_limit_a_page_says_unknown(board: PageBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "LIMIT", 0.0)
    for ask in ({"do": "next_step"}, {"do": "why", "at": "cell (1,2)"}):
        assert asked(board, **ask) == f"Unknown: time limit of 0 s reached, no reason found. {LONGER}"


@pytest.mark.parametrize(
    ("puzzle_type", "text", "told"),
    [
        ("no such", "1...", "no puzzle type is named 'no such'"),
        ("sudoku", "nothing", "line 1: found 7 symbols"),
        ("sudoku", 3, "found text = 3"),
    ],
)
def test_what_cannot_be_opened_is_refused(puzzle_type: str, text: Any, told: str) -> None:
    with pytest.raises(PuzzleError, match=told):
        open_board(puzzle_type, text)


# Links


@pytest.mark.parametrize("most", [40, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", TYPES)
@pytest.mark.once
def test_links_open_a_board_with_their_puzzle_and_entries(name: str, most: int) -> None:
    room, rng, opened = TYPES[name], random.Random(8), 0
    while opened < most:
        puzzle, entries = ANY[room](rng)
        for _, link, filled in random_links.in_all_forms(room, puzzle, entries, rng):
            found = from_link(link)
            if name in found.others:  # numbers without a word of what they are
                assert "penpa" in link
                found = from_link(f"{name}:{link}")
            assert (found.puzzle_type, found.text) == (name, str(puzzle))
            board = open_board(found.puzzle_type, found.text, position=found.position)
            assert board._table.puzzle == puzzle
            assert not filled or board._table.solution == board._table.normal(entries)
            opened += 1


@pytest.mark.parametrize("site", MADE)
def test_what_other_sites_made_opens_a_board(site: str) -> None:
    for name, picture, text in MADE[site]:
        found = from_link(text)
        found = from_link(f"{name}:{text}") if name in found.others else found
        assert (found.puzzle_type, found.text) == (name, picture)


POSITION = f"{TINY}\nposition:\ncell (1,2) = 2"


@pytest.mark.parametrize("begins", ["https://example.org/course/index.html#", "http://localhost:8000/#", ""])
@pytest.mark.parametrize("text", [f"sudoku:{POSITION}", "https://puzz.link/p?sudoku/4/4/1k2h3k4"])
def test_an_address_of_the_site_is_opened_and_pasted(begins: str, text: str, board: PageBoard) -> None:
    address = begins + quote(text) if begins else text
    found = from_link(address)
    assert (found.puzzle_type, found.text) == ("sudoku", TINY)
    board.receive({"do": "clear"})
    board.receive({"do": "paste", "text": address})
    assert board.state()["ui"]["position"].strip() == found.position.strip()


def test_an_address_of_another_type_is_refused_on_a_board(board: PageBoard) -> None:
    (news,) = board.receive({"do": "paste", "text": "zebra:what"})
    assert news["ui"]["message"] == "found a puzzle of zebra, expected a puzzle of sudoku"


def test_the_address_of_another_site_with_a_fragment_is_its_own() -> None:
    signs = {Cell(0, 0): "3", Cell(1, 1): "3", Cell(2, 2): "4"}
    assert from_link(random_links.penpa("square", 4, 4, signs, ["classic"])).puzzle_type == "sudoku"


@pytest.mark.parametrize("count", [80, 82])
def test_a_sudoku_with_a_symbol_too_few_or_too_many(count: int) -> None:
    """Hashi reads it, as a board of one row, where it is asked to."""
    text = ("3...2.." * 12)[:count]
    with pytest.raises(ParseError, match=f"found {count} symbols, expected the 81 of a Sudoku"):
        from_link(f"{text}\n")
    assert from_link(f"hashi:{text}").text == text
    assert from_link("3...2..").puzzle_type == from_link("\n".join(["3.3" + "." * 77] * 2)).puzzle_type == "hashi"
    whole = from_link("3...2.." * 11 + "1...")
    assert (whole.puzzle_type, whole.others) == ("sudoku", ())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("https://puzz.link/p?nurikabe/3/3/1g1", "found 'nurikabe' in the format of puzz.link, expected sudoku,"),
        ("https://puzz.link/p?hashi/3", "expected"),
        ("", "found an empty text"),
        ("?!", "found '\\?!', expected a link of puzz.link, SudokuPad,"),
        ("7x7m2:3b4", "found '7x7m2:3b4', expected a link .* write the puzzle type before"),
        ("hashi: ?!", "line 1, column 1: found '\\?', expected 1 to 8"),
    ],
)
def test_a_text_that_is_no_link_is_refused(text: str, told: str) -> None:
    with pytest.raises(ParseError, match=told):
        from_link(text)
