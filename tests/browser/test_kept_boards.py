"""What a browser keeps of boards: by place and puzzle, what was composed, several states; and positions as texts."""

from typing import Any

import pytest
from bare import SIZE, Bare
from hands import ROOMS, drawn, placed, press, seen, settled
from seen import Seen, api

from puzzlekit import numberlink, sudoku
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


def entries(board: Board) -> dict[str, str]:
    return {cell: word for cell, word in board.state.items() if not word.startswith("given")}


def right(cells: list[str]) -> dict[str, str]:
    return {cell: ANSWERS[cell] for cell in cells}


def brought_back(stored: Bare, place: str = "one", offer: str = "") -> dict[str, str]:
    """The entries of a board in this place after a restart: the only ones that are offered, or those of an offer."""
    board, shown = placed(stored, board_at(place))
    shown.press("restore")
    if offer:
        shown.root.locator(".pk-offers button").filter(has_text=offer).click()
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
    first, shown = placed(stored, board_at("one"))
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
    assert brought_back(stored, "three", "2 entries") == right(EMPTY[3:5])
    another = seen(stored, board_at("one", sudoku.load("tiny_boxes_2x3")))
    api.expect(another.button("restore")).to_be_hidden()


def test_a_stray_key_overwrites_nothing_that_is_offered(stored: Bare) -> None:
    fill(stored, seen(stored, board_at("one")), EMPTY[:6])
    for _ in range(3):  # three visits, in which nobody looks at the offer
        shown = seen(stored, board_at("one"))
        fill(stored, shown, EMPTY[7:8])
    board, shown = placed(stored, board_at("one"))
    assert [text.split(": ")[1] for text in offers(shown).all_inner_texts()] == ["1 entry", "6 entries"]
    shown.root.locator(".pk-offers button").last.click()
    settled(stored)
    assert entries(board) == right(EMPTY[:6])


def test_what_is_brought_back_takes_the_place_of_what_stands_there(stored: Bare) -> None:
    fill(stored, seen(stored, board_at("one")), EMPTY[:3])
    board, shown = placed(stored, board_at("one"))
    fill(stored, shown, EMPTY[4:5])
    shown.press("restore")
    shown.says("Replaced Sudoku, 4 x 4, with 1 entry; Undo restores it.")
    assert entries(board) == right(EMPTY[:3])
    api.expect(shown.button("restore")).to_be_hidden()
    shown.press("undo")
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
    board, shown = placed(stored, board_at("one"))
    fill(stored, shown, EMPTY[:2])
    press(stored, shown, "solve")
    shown.says("Solved")
    shown.types_at(EMPTY[2], "Backspace")
    assert len(entries(board)) == len(EMPTY) - 1
    assert brought_back(stored) == right(EMPTY[:2])


def test_what_solve_overwrites_is_kept(stored: Bare) -> None:
    shown = seen(stored, board_at("one"))
    fill(stored, shown, EMPTY[:2])
    wrong = "1" if ANSWERS[EMPTY[2]] != "1" else "2"
    shown.types_at(EMPTY[2], wrong)
    press(stored, shown, "solve")
    shown.says("Undo restores your entries")
    fill(stored, shown, EMPTY[3:4])
    assert brought_back(stored, "one", "3 entries") == right(EMPTY[:2]) | {EMPTY[2]: wrong}


def test_what_python_puts_on_the_board_is_not_the_players(stored: Bare) -> None:
    board, shown = placed(stored, board_at("one"))
    fill(stored, shown, EMPTY[:1])
    board.solution = sudoku.solve(PUZZLE)
    stored.tell()
    shown.press("checks")
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
    board, shown = placed(stored, board_at("one"))
    shown.press("restore")
    assert board.puzzle.given == PUZZLE.given | {
        cell: int(ANSWERS[str(cell)]) for cell in PUZZLE.cells if str(cell) == EMPTY[0]
    }
    assert entries(board) == right(EMPTY[1:3])


def test_a_puzzle_of_another_size_is_kept(stored: Bare) -> None:
    shown = seen(stored, board_at("one"))
    shown.puts("new", "6 x 6")
    shown.types_at("cell (6,6)", "5")
    board, shown = placed(stored, board_at("one"))
    shown.press("restore")
    shown.holds("cell (6,6)", "5")
    settled(stored)
    assert (board.puzzle.size, [*board.puzzle.given.values()], board.mode) == (6, [5], "edit")


def test_a_half_made_puzzle_is_kept(stored: Bare) -> None:
    circuit = ROOMS["circuit"]
    puzzle = circuit.load("tiny_4x4")
    board, shown = placed(stored, circuit.board(puzzle))
    shown.press("edit")
    shown.element("point (1,1)").focus()
    shown.types("s")  # without a t it is no puzzle
    state, problem = dict(board.state), board.ui["message"]
    assert state["point (1,1)"] == "s"
    assert problem
    board, shown = placed(stored, circuit.board(puzzle))
    offers(shown).first.click()
    settled(stored)
    assert (board.state, board.mode, board.ui["message"]) == (state, "edit", problem)


# Positions


def copied(bare: Bare, shown: Seen, name: str) -> str:
    shown.press(name)
    bare.page.wait_for_function("window.copied")
    return str(bare.page.evaluate("window.copied"))


@pytest.mark.parametrize(("name", "text"), [("copy", str(PUZZLE)), ("copy_link", sudoku.link(PUZZLE))])
def test_the_puzzle_or_its_link_is_copied(bare: Bare, name: str, text: str) -> None:
    shown = seen(bare, sudoku.board(PUZZLE))
    fill(bare, shown, EMPTY[:2])
    assert copied(bare, shown, name) == text


def test_a_link_is_offered_where_there_is_one_and_pasted_with_entries(bare: Bare) -> None:
    shown = seen(bare, numberlink.board(numberlink.parse("AA")))  # no site forbids a path beside itself
    shown.press("menu")
    api.expect(shown.button("copy")).to_be_visible()
    api.expect(shown.button("copy_link")).to_be_hidden()
    board, shown = placed(bare, sudoku.board(sudoku.load("tiny_boxes_2x3")))
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


def test_copy_needs_no_python(bare: Bare) -> None:
    bare.page.clock.install(time=0)
    shown = seen(bare, sudoku.board(PUZZLE))
    fill(bare, shown, EMPTY[:1])
    bare.page.evaluate("window.model.deaf = true")
    shown.types_at(EMPTY[1], ANSWERS[EMPTY[1]])
    bare.page.clock.run_for(6000)
    shown.says("Python does not answer")
    text = copied(bare, shown, "copy_position")
    assert text.split("\n")[-2:] == [f"{cell} = {ANSWERS[cell]}" for cell in EMPTY[:2]]
    fresh = sudoku.board(PUZZLE)
    fresh.paste(text)
    assert entries(fresh) == right(EMPTY[:2])


def test_another_puzzle_in_play_is_asked_for_and_what_it_replaces_is_said(bare: Bare) -> None:
    other = sudoku.load("tiny_boxes_2x3")
    board, shown = placed(bare, sudoku.board(PUZZLE))
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
