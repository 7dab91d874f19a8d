"""What a board answers: to Next step where proofs are long, and to Why."""

import time
from typing import Any

import pytest
from bare import Bare
from hands import placed, press, seen
from patience import until
from seen import CLIPPED, api

from puzzlekit import slitherlink, sudoku
from puzzlekit.board import queries
from puzzlekit.reasoning import answers as reasoner
from puzzlekit.scip import ambient_stop

TINY = sudoku.load("tiny_4x4")


# Next step


def test_an_empty_board_of_thirty_rows_has_a_step_at_once(bare: Bare) -> None:
    board, shown = placed(bare, slitherlink.board(slitherlink.load("thirty_easy")))
    for _ in range(2):
        assert press(bare, shown, "next_step").startswith("The ")
        press(bare, shown, "next_step")
    assert "1" in board.state.values() or "0" in board.state.values()


def test_next_step_goes_on_looking_says_for_how_long_and_is_stopped(
    watch: Bare, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[Any] = []

    def endless(puzzle: Any, *, time_limit: float, **more: Any) -> None:
        limits.append(time_limit)
        while not ambient_stop.get().is_set():  # type: ignore[union-attr]  # on a board there is always one
            time.sleep(0.01)

    monkeypatch.setattr(reasoner, "next_step", endless)
    shown = seen(watch, sudoku.board(TINY))
    shown.press("next_step")
    for seconds in (1, 2):
        watch.page.clock.run_for(1000)
        api.expect(shown.message).to_have_text(f"Looking for a step ... ({seconds} s)")
    assert "(" not in str(shown.live.text_content()), "it is not read aloud each second"
    until(lambda: limits == [queries.LIMIT])
    assert press(watch, shown, "stop") == "Stopped; the board is as it was."
    watch.page.clock.run_for(3000)
    assert shown.message.text_content() == "Stopped; the board is as it was."


# Why

SIGNS = ":is(.pk-text, .pk-stroke).pk-answer"
INKS = "(all) => all.map((e) => [getComputedStyle(e).fill, getComputedStyle(e).stroke].join())"


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize(("name", "at"), [("tiny_boxes_2x3", "cell (2,4)"), ("tiny_subtours", "points (3,5)-(3,6)")])
def test_what_was_told_is_seen_and_is_no_entry(bare: Bare, name: str, at: str, width: int) -> None:
    bare.page.set_viewport_size({"width": width, "height": 1000})
    room = sudoku if name in sudoku.names() else slitherlink
    board, shown = placed(bare, room.board(room.load(name)))
    shown.element(at).click()
    if board.state.get(at):  # an edge: a click has drawn it
        shown.press("undo")
    press(bare, shown, "why")
    entries, known = dict(board.state), set[str]()
    while board.ui["walk"]["at"] < board.ui["walk"]["last"]:
        shown.press("forward")
        keys = shown.root.locator(".pk-element:has(.pk-pale)").evaluate_all("(all) => all.map((e) => e.dataset.key)")
        assert set(keys) == {key for key, mark in board.marks.items() if "pale" in mark}
        assert known <= set(keys)
        known = set(keys)
    assert known
    assert board.state == entries
    assert shown.root.evaluate(CLIPPED) == 0
    for key in known:
        assert "known: " in str(shown.element(key).get_attribute("aria-label"))
    pens = shown.root.locator(f".pk-pale {SIGNS}").evaluate_all(INKS)
    api.expect(shown.button("undo")).to_have_attribute("aria-disabled", "true")
    shown.types_at(at, "1")
    api.expect(shown.root.locator(".pk-pale")).to_have_count(0)
    (entry,) = shown.element(at).locator(SIGNS).evaluate_all(INKS)
    assert pens
    assert entry not in pens
