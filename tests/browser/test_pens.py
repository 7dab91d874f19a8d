"""What players of other programs expect: corner marks and colours, notes that go, selections, keys, trials."""

import pytest
from bare import Bare
from hands import drag, middle, placed, right_click, seen, seen_tiny, selected, settled
from seen import CLIPPED, Seen, api

from puzzlekit import numberlink, slitherlink, sudoku

EMPTY = sudoku.parse("1...\n....\n....\n...1")


def row(*columns: int, of: int = 1) -> list[str]:
    return [f"cell ({of},{column})" for column in columns]


def helps(shown: Seen, *words: str) -> None:
    """The help has a line that says this."""
    shown.press("help")
    for word in words:
        api.expect(shown.root.locator(".pk-help")).to_contain_text(word)
    shown.types("Escape")


# Corner and centre marks


def test_corner_marks_stand_in_corners_and_notes_between_them(bare: Bare) -> None:
    board, shown = placed(bare, sudoku.board(EMPTY))
    helps(shown, "write marks in corners")
    shown.element("cell (1,2)").click()
    shown.press("corners")
    shown.types_at("cell (1,2)", "2", "3")
    shown.press("notes")  # the other pen
    shown.types_at("cell (1,2)", "3", "4")
    assert board.notes == {"cell (1,2)": ["3", "4", "corner:2", "corner:3"]}
    texts = shown.element("cell (1,2)").locator(".pk-note")
    assert texts.all_text_contents() == ["34", "2", "3"]
    (x, y), boxes = middle(shown, "cell (1,2)"), [text.bounding_box() for text in texts.all()]
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    assert centres[0] == (pytest.approx(x, abs=2), pytest.approx(y, abs=3))
    assert centres[1][0] < x < centres[2][0]
    assert max(centres[1][1], centres[2][1]) < y
    assert shown.root.evaluate(CLIPPED) == 0
    api.expect(shown.element("cell (1,2)")).to_have_attribute(
        "aria-label", "row 1, column 2, empty, notes 3, 4, corner marks 2, 3"
    )
    assert list(board.candidates.values()) == [frozenset({3, 4})], "a corner mark rules nothing out"


def test_marks_and_colours_are_part_of_a_position(bare: Bare) -> None:
    board, shown = placed(bare, sudoku.board(EMPTY))
    drag(shown, *row(2, 3))
    shown.types("Alt+m", "4", "Alt+l", "2")
    assert board.notes == {key: ["corner:4", "colour:green"] for key in row(2, 3)}
    other = sudoku.board(EMPTY)
    other.paste(board.position)
    assert other.notes == board.notes
    board.note()
    bare.hear_all()
    assert board.notes["cell (1,2)"][-2:] == ["corner:4", "colour:green"], "notes are filled in beside them"
    api.expect(shown.element("cell (1,2)").locator(".pk-colour-green")).to_have_count(1)
    shown.element("cell (1,2)").focus()
    shown.types("Alt+l", "3")  # an entry hides notes and leaves the colour
    shown.holds("cell (1,2)", "3")
    api.expect(shown.element("cell (1,2)").locator(".pk-colour-green")).to_have_count(1)
    api.expect(shown.element("cell (1,2)").locator(".pk-note")).to_have_count(0)


def test_keys_choose_the_pen_where_no_entry_is_typed_so(bare: Bare) -> None:
    board, shown = placed(bare, sudoku.board(EMPTY))
    helps(shown, "z, x, c, v", "write entries, corner marks, notes, colours")
    shown.types_at("cell (1,2)", "x", "2", "x", "3", "c", "4", "v", "1")
    assert board.notes == {"cell (1,2)": ["4", "corner:2", "corner:3", "colour:yellow"]}
    shown.types("z", "3")
    assert board.state["cell (1,2)"] == "3"
    large, shown = placed(bare, sudoku.board(sudoku.parse("\n".join(["." * 16] * 16))))
    shown.types_at("cell (1,2)", "c")
    assert (large.state, large.notes) == ({"cell (1,2)": "12"}, {})
    shown.press("help")
    api.expect(shown.root.locator(".pk-help")).not_to_contain_text("write entries")


@pytest.mark.parametrize("tidy", [True, False])
def test_an_entry_takes_away_the_notes_that_it_makes_impossible(bare: Bare, tidy: bool) -> None:
    board, shown = placed(bare, sudoku.board(EMPTY))
    helps(shown, "an entry takes away the notes it makes impossible")
    if tidy:
        shown.press("tidy")
    drag(shown, *row(2, 4))
    shown.types("Shift+Digit2", "Shift+Digit3")
    shown.types_at("cell (3,3)", "Shift+Digit2")
    shown.types_at("cell (2,1)", "2")
    noted = {cell: board.notes[cell] for cell in row(2, 3, 4)}
    assert noted == {"cell (1,2)": ["3"] if tidy else ["2", "3"], "cell (1,3)": ["2", "3"], "cell (1,4)": ["2", "3"]}
    assert board.notes["cell (3,3)"] == ["2"], "it is in no row, column or box of the entry"
    shown.press("undo")
    assert board.notes["cell (1,2)"] == ["2", "3"], "both were one change"


# Selections


def test_places_that_hold_the_same_are_shown(bare: Bare) -> None:
    shown = seen(bare, sudoku.board(EMPTY))
    helps(shown, "which are framed while one is selected")
    same = shown.root.locator(".pk-same")
    shown.root.get_by_role("button", name="Help").focus()
    api.expect(same).to_be_hidden()  # nothing is selected
    shown.element("cell (1,1)").click()
    api.expect(same).to_be_visible()
    box, other = same.bounding_box(), shown.element("cell (4,4)").bounding_box()
    assert box["x"] + box["width"] / 2 == pytest.approx(other["x"] + other["width"] / 2, abs=2)
    shown.element("cell (2,2)").click()
    api.expect(same).to_have_attribute("d", "")
    shown.types("1")
    assert same.get_attribute("d").count("M") == 2


def test_clicks_and_keys_select(bare: Bare) -> None:
    board, shown = placed(bare, sudoku.board(EMPTY))
    helps(shown, "select a range", "add or remove one place; select all", "select all places", "ends of a row")
    api.expect(shown.grid).to_have_attribute("aria-multiselectable", "true")
    shown.element("cell (1,2)").click()
    shown.element("cell (2,3)").click(modifiers=["Shift"])
    assert selected(shown) == [*row(2, 3), *row(2, 3, of=2)]
    shown.element("cell (1,3)").click(modifiers=["Control"])
    shown.element("cell (4,1)").click(modifiers=["Control"])
    assert selected(shown) == ["cell (1,2)", *row(2, 3, of=2), "cell (4,1)"]
    shown.types("3")
    assert [name for name, word in board.state.items() if word == "3"] == selected(shown)
    shown.element("cell (1,1)").dblclick()
    assert selected(shown) == ["cell (1,1)", "cell (4,4)"]
    shown.types("Control+a")
    assert len(selected(shown)) == 16
    for key, cell in {"End": "(1,4)", "Control+End": "(4,4)", "Home": "(4,1)", "Control+Home": "(1,1)"}.items():
        shown.types(key)
        api.expect(shown.element(f"cell {cell}")).to_be_focused()
    assert shown.grid.locator("[tabindex='0']").count() == 1


def test_tools_have_keys(bare: Bare) -> None:
    _, shown = seen_tiny(bare)
    helps(shown, "Alt+N", "Alt+H", "Alt+C", "Alt+S")
    shown.types_at("cell (1,2)", "Alt+n")
    api.expect(shown.button("notes")).to_have_attribute("aria-pressed", "true")
    shown.types("Alt+n")
    api.expect(shown.button("notes")).to_have_attribute("aria-pressed", "false")
    for key, words in {"Alt+h": "Hint: row 1, column 2", "Alt+c": "Right so far", "Alt+s": "has its"}.items():
        shown.types(key)
        bare.hear_all()
        shown.says(words)


# Colours


def test_slitherlink_is_coloured_inside_and_outside(bare: Bare) -> None:
    board, shown = placed(bare, slitherlink.board(slitherlink.parse("3..\n..2")))
    helps(shown, "colour cells")
    shown.press("colours")
    shown.element("cell (1,1)").click()
    drag(shown, "cell (2,1)", "cell (2,3)")
    assert board.notes == {key: ["colour:inside"] for key in ("cell (1,1)", *row(1, 2, 3, of=2))}
    shown.element("cell (1,1)").click()
    settled(bare)
    assert board.notes["cell (1,1)"] == ["colour:outside"]
    one, other = (shown.element(f"cell ({i},1)").locator(".pk-weave") for i in (1, 2))
    assert one.get_attribute("fill") != other.get_attribute("fill"), "they differ in greyscale, too"
    api.expect(shown.element("cell (1,1)")).to_have_attribute("aria-label", "row 1, column 1, clue 3, coloured outside")
    assert not any(key.startswith("points") for key in board.state), "no line is drawn meanwhile"
    shown.element("cell (1,1)").click()
    shown.press("colours")
    shown.element("points (1,2)-(1,3)").click()
    settled(bare)
    assert "cell (1,1)" not in board.notes
    assert board.state["points (1,2)-(1,3)"] == "1"


HUES = """(root) => Object.fromEntries([...root.querySelectorAll(".pk-edge:has(.pk-stroke)")]
    .map((edge) => [edge.dataset.key, getComputedStyle(edge.querySelector(".pk-stroke")).stroke]))"""


def test_paths_of_numberlink_have_their_letters_colours(bare: Bare) -> None:
    shown = seen(bare, numberlink.board(numberlink.parse("A.B\n...\nA.B")))
    drag(shown, "cell (1,1)", "cell (2,1)")
    drag(shown, "cell (1,3)", "cell (2,3)", "cell (2,2)")
    drag(shown, "cell (3,2)", "cell (3,3)")
    hues = shown.root.evaluate(HUES)
    assert hues["cells (1,3)-(2,3)"] == hues["cells (2,2)-(2,3)"] == hues["cells (3,2)-(3,3)"]
    assert hues["cells (1,1)-(2,1)"] != hues["cells (1,3)-(2,3)"]
    helps(shown, "in the colour of its end")


# Trials


def test_one_press_returns_from_a_trial(bare: Bare) -> None:
    board, shown = placed(bare, slitherlink.board(slitherlink.parse("3..\n..2")))
    helps(shown, "return to the board before the trial with one press")
    edges = ["points (1,1)-(1,2)", "points (1,2)-(1,3)", "points (2,1)-(2,2)"]
    shown.element(edges[0]).click()
    shown.press("trial")
    api.expect(shown.button("trial")).to_have_attribute("aria-pressed", "true")
    shown.element(edges[1]).click()
    right_click(shown, edges[2])
    api.expect(shown.root.locator(".pk-tried")).to_have_count(2)
    shown.press("trial")
    assert [board.state.get(edge) for edge in edges] == ["1", None, None]
    shown.press("undo")
    assert [board.state.get(edge) for edge in edges] == ["1", "1", "0"], "what was tried is not lost"
    shown.press("trial")
    shown.element("points (2,2)-(2,3)").click()
    shown.press("keep")
    assert board.state["points (2,2)-(2,3)"] == "1"
    api.expect(shown.root.locator(".pk-tried")).to_have_count(0)
    api.expect(shown.button("keep")).to_be_hidden()
