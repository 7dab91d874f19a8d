"""What those hear who do not see a board: notes, messages once, clues beside an edge, all that is selected, words."""

import re
from typing import Any

import pytest
from bare import Bare
from hands import ROOMS, first_board, press, seen, settled
from seen import Seen, api

import puzzlekit
from puzzlekit import numberlink, slitherlink, sudoku
from puzzlekit.core.grid import Cell

WATCH = """(live) => {
    window.heard = [];
    new MutationObserver((all) => {
        for (const { addedNodes } of all) for (const node of addedNodes) window.heard.push(node.textContent);
    }).observe(live, { childList: true, subtree: true, characterData: true });
}"""


def heard(bare: Bare) -> list[str]:
    """What was said since this was asked last."""
    settled(bare)
    return list(bare.page.evaluate("() => window.heard.splice(0)"))


def watched(bare: Bare, board: Any) -> Seen:
    shown = seen(bare, board)
    shown.live.evaluate(WATCH)
    return shown


def test_lp_values_are_heard_as_they_are_seen(bare: Bare) -> None:
    board = sudoku.board(sudoku.load("tiny_4x4"))
    board.show({(Cell(0, 1), 2): 1.0, (Cell(0, 2), 3): 0.25, (Cell(0, 2), 4): 0.75})
    shown = seen(bare, board)
    label = {k: str(shown.element(f"cell (1,{k})").get_attribute("aria-label")) for k in (2, 3, 4)}
    assert label[2] == "row 1, column 2, empty, LP value 2"
    assert label[3] == "row 1, column 3, empty, LP value 3 (.25), 4 (.75)"
    assert label[4] == "row 1, column 4, empty"
    shown.holds("cell (1,2)", "2")
    api.expect(shown.element("cell (1,3)").locator(".pk-small")).to_have_text(["3", "4"])
    board.show(None)
    bare.tell()
    shown.is_empty("cell (1,2)")


def test_each_message_is_heard_once(bare: Bare) -> None:
    board = sudoku.board(sudoku.parse("1...\n....\n....\n...."))
    shown = watched(bare, board)
    shown.types_at("cell (1,2)", "1")
    told = heard(bare)
    assert [words for words in told if "Row 1 holds" in words] == [shown.message.text_content()]
    assert sum("column 2, 1" in words for words in told) == 1
    shown.types_at("cell (4,4)", "3")  # the message stands there still
    assert heard(bare) == ["row 4, column 4, 3"]
    shown.types("q", "q")
    assert heard(bare) == ["The key q types no symbol here."] * 2
    shown.types("x")
    assert heard(bare) == ["Pen: corner marks."]


def test_arrows_lead_to_the_clue_beside_an_edge_and_its_name_has_it(bare: Bare) -> None:
    shown = seen(bare, slitherlink.board(slitherlink.parse("3.\n.2")))
    edge = shown.element("points (1,1)-(1,2)")
    api.expect(edge).to_have_attribute("aria-label", re.compile("clue 3 below"))
    api.expect(shown.element("points (1,2)-(2,2)")).to_have_attribute("aria-label", re.compile("clue 3 on the left"))
    edge.focus()
    shown.types("ArrowDown")
    api.expect(shown.element("cell (1,1)")).to_be_focused()
    shown.types("5")  # nothing is entered there
    api.expect(shown.element("cell (1,1)")).to_have_attribute("aria-label", re.compile("clue 3"))
    shown.press("edit")
    shown.types_at("cell (1,1)", "1")
    api.expect(edge).to_have_attribute("aria-label", re.compile("clue 1 below"))
    shown = seen(bare, numberlink.board(numberlink.parse("A.\n..\n.A")))
    api.expect(shown.element("cells (1,1)-(1,2)")).to_have_attribute("aria-label", re.compile("letter A on the left"))


@pytest.mark.parametrize("room", ROOMS)
def test_what_can_be_selected_says_that_it_is_not(bare: Bare, room: str) -> None:
    module = ROOMS[room]
    puzzle = module.load(next(name for name in module.names() if name.startswith("tiny_")))
    shown = seen(bare, module.board(puzzle))
    assert shown.grid.locator("[tabindex='0']").count() == 1
    kinds = shown.root.evaluate(
        "(root) => [...root.querySelectorAll('[role=gridcell]')].map((node) =>"
        " [node.matches('.pk-no-edit.pk-no-play'), node.getAttribute('aria-selected')])"
    )
    assert {said for never, said in kinds if never} <= {None}
    said = [said for never, said in kinds if not never]
    assert said.count("true") == 1
    assert said.count("false") == len(said) - 1 > 0


@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
def test_no_symbols_stand_for_words(bare: Bare, room: str) -> None:
    shown = seen(bare, first_board(room))
    press(bare, shown, "note")
    session = bare.page.context.new_cdp_session(bare.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    names = [node.get("name", {}).get("value", "") for node in nodes if not node["ignored"]]
    assert len(names) > 30
    assert [name for name in names if re.search("[✗✓␣◀▶±≥≤⟂|]", str(name))] == []
