"""What a browser keeps of boards: by place and puzzle, what was composed, several states; and positions as texts."""

from typing import Any

import pytest
from bare import SIZE, Bare
from hands import ROOMS, drag, drawn, press, right_click, seen, settled
from seen import Seen, api

import puzzlekit
from puzzlekit import numberlink, slitherlink, sudoku
from puzzlekit.board import Board
from puzzlekit.core.grid import Cell

PUZZLE = sudoku.load("tiny_4x4")
EMPTY = [str(cell) for cell in PUZZLE.cells if cell not in PUZZLE.given]
SOLVED = sudoku.solve(PUZZLE).filled
ANSWERS = {str(cell): str(SOLVED[cell]) for cell in PUZZLE.cells if cell not in PUZZLE.given}


def board_at(place: str, puzzle: Any = PUZZLE, **more: Any) -> Board:
    """A new board in this place of a notebook, as after a restart."""
    board = sudoku.board(puzzle, **more)
    board._place = place
    board._publish()
    return board


def fill(bare: Bare, shown: Seen, cells: list[str]) -> None:
    for cell in cells:
        shown.types_at(cell, ANSWERS[cell])
    settled(bare)


def entries(board: Board) -> dict[str, str]:
    return {cell: word for cell, word in board.state.items() if not word.startswith("given")}


def right(cells: list[str]) -> dict[str, str]:
    return {cell: ANSWERS[cell] for cell in cells}


def brought_back(stored: Bare) -> dict[str, str]:
    """What the browser offers first of the entries in the first place, after a restart."""
    board = board_at("one")
    seen(stored, board).press("restore")
    settled(stored)
    return entries(board)


def offers(shown: Seen) -> Any:
    """The list of what can be brought back, opened."""
    shown.press("restore")
    return shown.root.locator(".pk-offers button")


# Places


def test_a_board_gets_its_own_entries_and_is_offered_those_of_others(stored: Bare) -> None:
    fill(stored, seen(stored, board_at("one")), EMPTY[:3])
    fill(stored, seen(stored, board_at("two")), EMPTY[3:5])
    first = board_at("one")
    shown = seen(stored, first)
    stored.page.set_viewport_size({"width": 375, "height": 667})
    drawn(stored)
    assert shown.button("next_step").is_visible(), "what can be brought back does not take its place on a phone"
    stored.page.set_viewport_size(SIZE)
    assert entries(first) == {}  # nothing is put in
    own, other = offers(shown).all_inner_texts()
    assert own.startswith("This board")
    assert "3 entries" in own
    assert other.startswith("Another board")
    assert "2 entries" in other
    shown.root.locator(".pk-offers button").first.click()
    settled(stored)
    assert entries(first) == right(EMPTY[:3])
    third = board_at("three")
    shown = seen(stored, third)
    offers(shown).filter(has_text="2 entries").click()
    settled(stored)
    assert entries(third) == right(EMPTY[3:5])


def test_a_stray_key_overwrites_nothing_that_is_offered(stored: Bare) -> None:
    fill(stored, seen(stored, board_at("one")), EMPTY[:6])
    for _ in range(3):  # three visits, in which nobody looks at the offer
        shown = seen(stored, board_at("one"))
        fill(stored, shown, EMPTY[7:8])
    board = board_at("one")
    shown = seen(stored, board)
    assert [text.split(": ")[1] for text in offers(shown).all_inner_texts()] == ["1 entry", "6 entries"]
    shown.root.locator(".pk-offers button").last.click()
    settled(stored)
    assert entries(board) == right(EMPTY[:6])


def test_what_is_brought_back_takes_the_place_of_what_stands_there(stored: Bare) -> None:
    fill(stored, seen(stored, board_at("one")), EMPTY[:3])
    board = board_at("one")
    shown = seen(stored, board)
    fill(stored, shown, EMPTY[4:5])
    shown.press("restore")
    shown.says("Replaced Sudoku, 4 x 4, with 1 entry; Undo restores it.")
    assert entries(board) == right(EMPTY[:3])
    api.expect(shown.button("restore")).to_be_hidden()
    shown.press("undo")
    settled(stored)
    assert entries(board) == right(EMPTY[4:5])


@pytest.mark.parametrize("by", ["undo", "clear", "reset"])
def test_what_was_taken_away_again_is_still_offered(stored: Bare, by: str) -> None:
    fill(stored, seen(stored, board_at("one")), EMPTY[:3])
    shown = seen(stored, board_at("one"))
    shown.press("restore")
    shown.holds(EMPTY[0], ANSWERS[EMPTY[0]])
    shown.press(by)
    shown.is_empty(EMPTY[0])
    settled(stored)
    assert brought_back(stored) == right(EMPTY[:3])


def test_what_solve_fills_in_is_not_the_players(stored: Bare) -> None:
    board = board_at("one")
    shown = seen(stored, board)
    fill(stored, shown, EMPTY[:2])
    press(stored, shown, "solve")
    shown.says("Solved")
    shown.types_at(EMPTY[2], "Backspace")
    settled(stored)
    assert len(entries(board)) == len(EMPTY) - 1
    assert brought_back(stored) == right(EMPTY[:2])


def test_what_solve_overwrites_is_kept(stored: Bare) -> None:
    board = board_at("one")
    shown = seen(stored, board)
    fill(stored, shown, EMPTY[:2])
    wrong = "1" if ANSWERS[EMPTY[2]] != "1" else "2"
    shown.types_at(EMPTY[2], wrong)
    press(stored, shown, "solve")
    shown.says("Undo restores your entries")
    fill(stored, shown, EMPTY[3:4])
    board = board_at("one")
    shown = seen(stored, board)
    offers(shown).filter(has_text="3 entries").click()
    settled(stored)
    assert entries(board) == right(EMPTY[:2]) | {EMPTY[2]: wrong}


def test_what_python_puts_on_the_board_is_not_the_players(stored: Bare) -> None:
    board = board_at("one")
    shown = seen(stored, board)
    fill(stored, shown, EMPTY[:1])
    board.solution = sudoku.solve(PUZZLE)
    stored.tell()
    shown.press("checks")
    settled(stored)
    assert brought_back(stored) == right(EMPTY[:1])


def test_an_entry_that_nobody_answered_is_kept(stored: Bare) -> None:
    shown = seen(stored, board_at("one"))
    stored.page.evaluate("window.model.deaf = true")
    shown.types_at(EMPTY[0], ANSWERS[EMPTY[0]])
    assert brought_back(stored) == right(EMPTY[:1])


# What was composed


def test_a_composed_puzzle_and_its_entries_are_kept(stored: Bare) -> None:
    shown = seen(stored, board_at("one"))
    shown.press("edit")
    shown.types_at(EMPTY[0], ANSWERS[EMPTY[0]])
    shown.press("play")
    fill(stored, shown, EMPTY[1:3])
    board = board_at("one")
    shown = seen(stored, board)
    shown.press("restore")
    settled(stored)
    assert board.puzzle.given == PUZZLE.given | {
        cell: int(ANSWERS[str(cell)]) for cell in PUZZLE.cells if str(cell) == EMPTY[0]
    }
    assert entries(board) == right(EMPTY[1:3])


def test_a_puzzle_of_another_size_is_kept(stored: Bare) -> None:
    shown = seen(stored, board_at("one"))
    shown.puts("new", "6 x 6")
    shown.types_at("cell (6,6)", "5")
    settled(stored)
    board = board_at("one")
    shown = seen(stored, board)
    shown.press("restore")
    shown.holds("cell (6,6)", "5")
    settled(stored)
    assert (board.puzzle.size, [*board.puzzle.given.values()], board.mode) == (6, [5], "edit")


def test_a_half_made_puzzle_is_kept(stored: Bare) -> None:
    circuit = ROOMS["circuit"]
    puzzle = circuit.load("tiny_4x4")
    board = circuit.board(puzzle)
    shown = seen(stored, board)
    shown.press("edit")
    shown.element("point (1,1)").focus()
    shown.types("s")  # without a t it is no puzzle
    settled(stored)
    state, problem = dict(board.state), board.ui["message"]
    assert state["point (1,1)"] == "s"
    assert problem
    board = circuit.board(puzzle)
    shown = seen(stored, board)
    offers(shown).first.click()
    settled(stored)
    assert (board.state, board.mode, board.ui["message"]) == (state, "edit", problem)


# Positions


def copied(bare: Bare, shown: Seen, name: str) -> str:
    bare.page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: (text) => { window.copied = text; }}})"
    )
    shown.press(name)
    bare.page.wait_for_function("window.copied")
    return str(bare.page.evaluate("() => { const text = window.copied; delete window.copied; return text; }"))


def test_a_position_has_entries_crosses_and_notes(apart: Bare) -> None:
    board = slitherlink.board(slitherlink.parse("..3"))
    shown = seen(apart, board)
    drag(shown, "point (1,1)", "point (1,3)")
    right_click(shown, "points (2,1)-(2,2)")
    shown.element("points (1,4)-(2,4)").focus()
    shown.types("Shift+Digit1")
    settled(apart)
    text = copied(apart, shown, "copy_position")
    assert text == board.position
    apart.page.evaluate("delete navigator.clipboard")
    fresh = slitherlink.board(slitherlink.parse("..3"))
    shown = seen(apart, fresh)
    shown.puts("paste", text)
    settled(apart)
    assert (fresh.state, fresh.notes, fresh.puzzle) == (board.state, board.notes, board.puzzle)
    assert [len(fresh.state), len(fresh.notes)] == [4, 1]


def test_copy_takes_the_puzzle_or_the_position(apart: Bare) -> None:
    board = sudoku.board(PUZZLE)
    shown = seen(apart, board)
    fill(apart, shown, EMPTY[:2])
    assert copied(apart, shown, "copy") == str(PUZZLE)
    text = board.position
    apart.page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; }")
    shown.types_at(EMPTY[0], "Control+c")
    apart.page.wait_for_function("window.copied")
    assert apart.page.evaluate("window.copied") == text
    assert text.split("\n")[-2:] == [f"{cell} = {ANSWERS[cell]}" for cell in EMPTY[:2]]


def test_a_link_is_copied(apart: Bare) -> None:
    shown = seen(apart, sudoku.board(PUZZLE))
    assert copied(apart, shown, "copy_link") == sudoku.link(PUZZLE)


def test_a_link_is_offered_where_there_is_one_and_pasted_with_entries(bare: Bare) -> None:
    shown = seen(bare, numberlink.board(numberlink.parse("AA")))  # no site forbids a path beside itself
    shown.press("menu")
    api.expect(shown.button("copy")).to_be_visible()
    api.expect(shown.button("copy_link")).to_be_hidden()
    board = sudoku.board(sudoku.load("tiny_boxes_2x3"))
    shown = seen(bare, board)
    solution = sudoku.Solution.of(PUZZLE, sudoku.parse_solution(PUZZLE, str(PUZZLE)).filled | {Cell(0, 1): 2})
    board.mode = "edit"
    shown.puts("paste", sudoku.link(PUZZLE, "pzprv3", solution=solution))
    settled(bare)
    assert (board.puzzle, board.solution) == (PUZZLE, solution)


def test_copy_without_a_clipboard(bare: Bare) -> None:
    shown = seen(bare, sudoku.board(PUZZLE))
    bare.page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    shown.press("copy")
    field = shown.root.locator("textarea")
    api.expect(field).to_be_focused()
    assert field.input_value() == str(PUZZLE)
    assert bare.page.evaluate("document.activeElement.selectionEnd") == len(str(PUZZLE))
    shown.types("Escape")
    api.expect(field).to_be_hidden()
    api.expect(shown.button("menu")).to_be_focused()  # behind which it stands


def test_copy_needs_no_python(apart: Bare) -> None:
    apart.page.clock.install(time=0)
    board = sudoku.board(PUZZLE)
    shown = seen(apart, board)
    fill(apart, shown, EMPTY[:1])
    apart.page.evaluate("window.model.deaf = true")
    shown.types_at(EMPTY[1], ANSWERS[EMPTY[1]])
    apart.page.clock.run_for(6000)
    shown.says("Python does not answer")
    text = copied(apart, shown, "copy_position")
    assert text.split("\n")[-2:] == [f"{cell} = {ANSWERS[cell]}" for cell in EMPTY[:2]]
    fresh = sudoku.board(PUZZLE)
    fresh.paste(text)
    assert entries(fresh) == right(EMPTY[:2])


def test_another_puzzle_in_play_is_asked_for_and_what_it_replaces_is_said(bare: Bare) -> None:
    other = sudoku.load("tiny_boxes_2x3")
    board = sudoku.board(PUZZLE)
    shown = seen(bare, board)
    fill(bare, shown, EMPTY[:2])
    shown.puts("paste", str(other))
    question = shown.root.locator(".pk-panel")
    api.expect(question).to_contain_text("This is another puzzle. Replace Sudoku, 4 x 4, with 2 entries?")
    assert (board.puzzle, entries(board)) == (PUZZLE, right(EMPTY[:2]))
    bare.page.get_by_role("button", name="Keep this board").click()
    api.expect(question).to_be_hidden()
    shown.puts("paste", str(other))
    shown.press("replace")
    shown.says("Replaced Sudoku, 4 x 4, with 2 entries; Undo restores it.")
    assert board.puzzle == other
    shown.press("undo")
    settled(bare)
    assert (board.puzzle, entries(board)) == (PUZZLE, right(EMPTY[:2]))
    shown.press("edit")
    shown.puts("paste", str(other))
    settled(bare)
    assert board.puzzle == other  # in edit mode a puzzle is what one pastes


@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
def test_every_room_is_kept_and_brought_back(stored: Bare, room: str) -> None:
    """What is filled in by keys, with a note; the same states and notes come back."""
    faces = ROOMS[room]
    puzzle = faces.load(faces.names()[0])
    board = faces.board(puzzle)
    shown = seen(stored, board)
    kinds = board.sheet["kinds"]
    free = [
        name
        for name, place in board.sheet["elements"].items()
        if name not in board.state and len(kinds[place["kind"]]["play"]) > 1
    ]
    for name, note in zip(free[:3], (False, False, True), strict=True):
        kind = kinds[board.sheet["elements"][name]["kind"]]
        shown.element(name).focus()
        if note:
            shown.press("notes")
            shown.root.locator(f".pk-palette button[data-state='{kind['notes'][-1]}']").click()
        else:
            shown.types(board.sheet["looks"][kind["play"][1]]["key"])
    settled(stored)
    assert (len(entries(board)) >= 2, len(board.notes)) == (True, 1)
    again = faces.board(puzzle)
    shown = seen(stored, again)
    offers(shown).first.click()
    settled(stored)
    assert (again.state, again.notes) == (board.state, board.notes)
