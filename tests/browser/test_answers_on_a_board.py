"""What a board answers: to notes, Check, broken rules, Next step where proofs are long, and clues that clash."""

import time
from typing import Any

import pytest
from bare import Bare
from hands import press, seen, settled
from patience import until
from seen import CLIPPED, api

from puzzlekit import slitherlink, sudoku
from puzzlekit.board import Board, queries
from puzzlekit.core.grid import Cell
from puzzlekit.reasoning import answers as reasoner
from puzzlekit.scip import ambient_stop

TINY = sudoku.load("tiny_4x4")
ANSWER = sudoku.solve(TINY).filled
EMPTY = [cell for cell in TINY.cells if cell not in TINY.given]


def fill(bare: Bare, board: Board, digits: dict) -> None:
    board.solution = sudoku.Solution.of(TINY, digits)
    bare.tell()


# Notes


def test_two_marks_for_one_digit_in_a_row_are_no_mistake(bare: Bare) -> None:
    board = sudoku.board(TINY)
    shown = seen(bare, board)
    first, other = next((a, b) for a in EMPTY for b in EMPTY if a.row == b.row and a != b)
    for cell in (first, other):
        shown.types_at(str(cell), f"Shift+Digit{ANSWER[first]}")
    settled(bare)
    assert len(board.candidates) == 2
    assert "no solution" not in press(bare, shown, "next_step")  # which step comes, a busy machine may change
    assert press(bare, shown, "forward")
    assert len(board.solution.filled) == len(TINY.given) + 1
    assert all(ANSWER[cell] == digit for cell, digit in board.solution.filled.items())


# Check


def test_check_of_a_full_wrong_grid_names_what_is_wrong(bare: Bare) -> None:
    board = sudoku.board(TINY)
    shown, cell = seen(bare, board), EMPTY[0]
    wrong = ANSWER[cell] % 4 + 1
    fill(bare, board, ANSWER | {cell: wrong})
    told = press(bare, shown, "check")
    assert told.startswith(
        f"1 of {len(EMPTY)} entries is wrong: row {cell.row + 1}, column {cell.column + 1} is not {wrong}."
    )
    assert told.endswith("The puzzle has exactly one solution.")
    assert board.ui["tone"] == "bad"
    shown.is_wrong(str(cell))


def test_check_of_a_full_right_grid_says_solved_and_besides_that_it_is_the_only_one(bare: Bare) -> None:
    board = sudoku.board(TINY)
    shown = seen(bare, board)
    fill(bare, board, ANSWER)
    assert press(bare, shown, "check") == "Solved: all rules hold. It is the only solution."
    fill(bare, board, {cell: ANSWER[cell] for cell in EMPTY[:3]})
    assert press(bare, shown, "check") == "Right so far: 3 entries. The puzzle has exactly one solution."
    shown.press("edit")
    assert press(bare, shown, "check") == "Unique: this puzzle has exactly one solution."


def test_check_counts_wrong_lines_and_does_not_show_them(bare: Bare) -> None:
    puzzle = slitherlink.load("five_easy")
    board, right = slitherlink.board(puzzle), slitherlink.solve(puzzle).drawn
    edges = [edge for edge in puzzle.edges if edge not in right][:1] + sorted(right)[:2]
    board._publish(lambda: board._table.enter({str(edge): "1" for edge in edges}))
    shown = seen(bare, board)
    before = shown.root.locator(".pk-mark-wrong").count()
    assert press(bare, shown, "check").startswith("1 of 3 entries is wrong. ")
    assert shown.root.locator(".pk-mark-wrong").count() == before


# Broken rules


def test_every_broken_rule_is_told_in_words(bare: Bare) -> None:
    board = sudoku.board(TINY)
    shown = seen(bare, board)
    for cell in EMPTY[:3]:
        shown.types_at(str(cell), "1")
    settled(bare)
    broken = sudoku.violations(TINY, board.solution, partial=True)
    assert len(broken) > 2
    told = str(shown.message.text_content())
    assert [violation.message for violation in broken if violation.message.lower() not in told.lower()] == []
    assert "_" not in told
    assert "more" not in told


# Next step


def test_an_empty_board_of_thirty_rows_has_a_step_at_once(bare: Bare) -> None:
    board = slitherlink.board(slitherlink.load("thirty_easy"))
    shown = seen(bare, board)
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
    board = sudoku.board(TINY)
    shown = seen(watch, board)
    shown.press("next_step")
    settled(watch)
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
    board = room.board(room.load(name))
    shown = seen(bare, board)
    shown.element(at).click()
    if board.state.get(at):  # an edge: a click has drawn it
        shown.press("undo")
    press(bare, shown, "why")
    entries, known = dict(board.state), set[str]()
    while board.ui["walk"]["at"] < board.ui["walk"]["last"]:
        shown.press("forward")
        settled(bare)
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
    settled(bare)
    api.expect(shown.root.locator(".pk-pale")).to_have_count(0)
    (entry,) = shown.element(at).locator(SIGNS).evaluate_all(INKS)
    assert pens
    assert entry not in pens


# Clues that clash


def with_clue(cell: Cell, digit: int) -> sudoku.Puzzle:
    return sudoku.Puzzle(sudoku.Solution.of(TINY, TINY.given | {cell: digit}).digits, TINY.p, TINY.q)


@pytest.mark.parametrize("number", [0, -1])
def test_the_ways_out_of_a_clash_name_the_clue_that_was_changed_last_first(bare: Bare, number: int) -> None:
    board = sudoku.board(TINY)
    shown, cell = seen(bare, board), EMPTY[number]
    shown.press("edit")
    others = (digit for digit in TINY.digits if digit != ANSWER[cell])
    wrong = next(digit for digit in others if not sudoku.clue_conflicts(with_clue(cell, digit)))
    shown.types_at(str(cell), str(wrong))
    clue = f"{cell} is {wrong}"
    assert press(bare, shown, "check").startswith(f"No solution: minimal set of conflicting clues: {clue}")
    assert press(bare, shown, "check").startswith(f"Repair: one clue to remove: {clue}.")
