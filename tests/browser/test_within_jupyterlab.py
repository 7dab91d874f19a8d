"""What the boards must get right because JupyterLab is around them: its shortcuts, its kernels, its width."""

import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from bare import new_context
from lab import Server, command, load, open_file, run_all
from nbformat.sign import NotebookNotary
from seen import Seen, api, evaluate

from puzzlekit import sudoku
from puzzlekit.cli import jupyter

SETUP = """
from puzzlekit import sudoku
from puzzlekit.scip import tree
from puzzlekit.board import TreeBoard
from puzzlekit.sudoku import model_assignment
puzzle = sudoku.load("hard_2")
"""
TREE = "TreeBoard(tree.record(model_assignment.build(puzzle)), sudoku.board(puzzle))"
DIRTY = "() => window.jupyterapp.shell.currentWidget.context.model.dirty"
BESIDE = """([one, other]) => {
    const [left, right] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return right.left >= left.right && right.top === left.top && right.right <= window.innerWidth;
}"""
RESTART = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"


def cells(page: Any) -> list[list[str]]:
    """The type and the text of each cell."""
    every = "[...window.jupyterapp.shell.currentWidget.content.model.cells]"
    return list(page.evaluate(f"() => {every}.map((cell) => [cell.type, cell.sharedModel.source])"))


def test_keys_and_width(notebook: Callable[..., Any]) -> None:
    page = notebook(SETUP, TREE, "print('the last cell')")
    run_all(page)
    board, search = Seen(page, 1), page.locator(".pk-tree")
    api.expect(board.grid).to_be_visible()
    before = cells(page)
    of_board = (board.button("hint"), board.button("play"), board.root.locator(".pk-palette button").first)
    for place in (*of_board, search.locator("button[data-do='Step back']"), search.locator(".pk-message")):
        place.click()  # as a reader does: JupyterLab decides then what has the focus
        board.types("x", "d", "d", "a", "0", "0", "Shift+Enter")
    board.types_at("cell (1,1)", "Escape", "x", "d", "d")
    for place in (".pk-label[data-key='row 2'] text", ".pk-message", ".pk-toolbar", ".pk-frame"):
        box = board.root.locator(place).first.bounding_box()
        page.mouse.click(box["x"] + (0.5 if "label" in place else 0.97) * box["width"], box["y"] + box["height"] / 2)
        board.types("m", "x", "0", "0", "d", "d", "a")
    assert cells(page) == before
    api.expect(page.locator(".jp-Dialog")).to_have_count(0)
    evaluate(page, "")  # all that was pressed is done
    page.wait_for_function(DIRTY)
    board.types("Control+s")
    page.wait_for_function(f"() => !({DIRTY})()")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_function(BESIDE, arg=[search.element_handle(), board.root.element_handle()])
    page.set_viewport_size({"width": 1300, "height": 1000})


def test_boards_of_one_puzzle_get_back_their_own_entries_after_a_restart(notebook: Callable[..., Any]) -> None:
    """Two cells, and two boards of one cell."""
    two = "from IPython.display import display\ndisplay(sudoku.board(puzzle), sudoku.board(puzzle))"
    page = notebook(SETUP, "sudoku.board(puzzle)", two)
    run_all(page)
    free = sudoku.load("hard_2")
    empty = [str(cell) for cell in free.cells if cell not in free.given][:3]
    for index, cell in enumerate(empty):
        board = Seen(page, index)
        board.types_at(cell, "5")
        board.holds(cell, "5")
    evaluate(page, "")
    page.evaluate(RESTART)
    run_all(page)
    page.wait_for_function("() => document.querySelectorAll('.pk-board:not(.pk-silent)').length === 3")
    evaluate(page, "")
    for index, cell in enumerate(empty):
        board = Seen(page, index)
        board.is_empty(cell)
        board.press("restore")
        own = board.root.locator(".pk-offers button")
        places = [text.split(",")[0] for text in own.all_inner_texts()]
        assert places == ["This board", "Another board", "Another board"]
        own.first.click()
        for other in empty:
            (board.holds(cell, "5") if other == cell else board.is_empty(other))


def test_python_changes_a_board_and_is_restarted(notebook: Callable[..., Any]) -> None:
    page = notebook(SETUP, "board = sudoku.board(sudoku.load('tiny_4x4'))\nboard")
    run_all(page)
    board = Seen(page)
    api.expect(board.grid).to_be_visible()
    evaluate(page, "board.paste(str(sudoku.load('report_figure_3_1')))")
    api.expect(board.root.locator(".pk-element.pk-cell")).to_have_count(81)
    api.expect(board.root.locator(".pk-cell .pk-text")).to_have_count(29)
    board.types_at("cell (1,2)", "3")
    board.says("Row 1 holds")
    page.evaluate(RESTART)
    board.press("hint")
    board.says("Python does not answer: run the cell again")
    api.expect(board.root).to_have_class("pk-board pk-silent")
    run_all(page)
    api.expect(board.root).to_have_class("pk-board")
    api.expect(board.root.locator(".pk-element.pk-cell")).to_have_count(16)


# Saved and opened again

SHUT_DOWN = """async () => {
    const { sessionContext, context } = window.jupyterapp.shell.currentWidget;
    await context.save();
    await sessionContext.shutdown();
    return context.path;
}"""
TROUBLE, SILENT = re.compile("Error|not found|Loading widget"), re.compile("pk-silent")


# A fault of ipywidgets. Where an output is to show a widget whose model is not there yet, `get_model` looks for it each
# tenth of a second, and gives up after two seconds: when it has slept, and without another look. If all models came
# during that last sleep, which takes the longer the more a page has to do, `renderModel` finds the manager restored,
# takes the model for lost, says so, and never asks again. (manager-base.js of base-manager, renderer.js of
# jupyterlab-manager)
MISSED = "Error displaying widget: model not found"
OPENED_AGAIN = 3  # times at most


@pytest.fixture
def reopened(server: Server) -> Callable[..., None]:
    """Saves the notebook of a page, ends its kernel, loads the page again, and opens the notebook there, until so many
    outputs have boards. Where JupyterLab has missed one, the notebook is opened once more, as a reader would; a board
    whose state is not in the notebook is missed each time."""

    def reopen(page: Any, boards: int = 0) -> None:
        name, outputs = page.evaluate(SHUT_DOWN), page.locator(".jp-OutputArea-output")
        missed = outputs.filter(has_text=MISSED)
        for _ in range(OPENED_AGAIN):
            load(page, server)
            open_file(page, name)
            api.expect(outputs.filter(has=page.locator(".pk-board")).or_(missed)).to_have_count(boards)
            if not missed.count():
                return
        pytest.fail(f"{MISSED}, {OPENED_AGAIN} times")

    return reopen


def sign(made: Any, server: Server) -> None:
    """As JupyterLab does with what was run: its widgets show when it is opened."""
    NotebookNotary(data_dir=str(server.notebooks.parent / "data")).sign(made)


@pytest.mark.full
def test_boards_show_as_often_as_their_notebook_is_opened(
    notebook: Callable[..., Any], reopened: Callable[[Any], None]
) -> None:
    page = notebook(SETUP, "sudoku.board(puzzle)", TREE)
    run_all(page)
    board = Seen(page)
    board.types_at("cell (1,2)", "5")
    api.expect(Seen(page, 2).grid).to_be_visible()
    evaluate(page, "")
    for _ in range(2):  # the second time, it was saved without the kernel that ran it
        reopened(page, boards=2)
        Seen(page).holds("cell (1,2)", "5")
        for root in (Seen(page).root, page.locator(".pk-tree"), Seen(page, 2).root):
            api.expect(root.locator(".pk-message")).to_contain_text("Python does not answer: run the cell again")
            api.expect(root).to_have_class(SILENT)
        api.expect(page.locator(".jp-OutputArea").filter(has_text=TROUBLE)).to_have_count(0)
    run_all(page)
    api.expect(page.locator(".pk-silent")).to_have_count(0)
    Seen(page).press("check")
    Seen(page).says("Unique")


@pytest.mark.full
def test_a_board_whose_state_was_never_saved_shows_its_picture(
    notebook: Callable[..., Any], reopened: Callable[[Any], None]
) -> None:
    page = notebook(SETUP, "sudoku.board(puzzle)")
    run_all(page)
    api.expect(Seen(page).grid).to_be_visible()
    evaluate(page, "")
    page.evaluate(RESTART)
    reopened(page)
    picture = page.locator(".jp-OutputArea img[src*=svg]")
    api.expect(picture).to_be_visible()
    assert picture.evaluate("(picture) => picture.naturalWidth") > 99
    api.expect(page.locator(".jp-OutputArea").filter(has_text=TROUBLE)).to_have_count(0)


# What a newcomer sees

CHAPTERS = Path(__file__).parents[2] / "notebooks"
CHAPTER = "01_introduction.ipynb"
BOARD_CELL = "from puzzlekit import sudoku\n\npuzzle"
CHOOSE = """(begin) => {
    const { content } = window.jupyterapp.shell.currentWidget;
    const sources = [...content.model.cells].map((cell) => cell.sharedModel.getSource());
    content.activeCellIndex = sources.findIndex((source) => source.startsWith(begin));
}"""


def edit(made: Any) -> None:
    """Write something into the cells, as they were not committed."""
    for cell in made.cells:
        cell.source += "\n"


def run_cell(page: Any, begin: str) -> None:
    """Run the one cell that begins so."""
    page.evaluate(CHOOSE, begin)
    command(page, "notebook:run-cell")


def test_a_notebook_that_is_opened_shows_its_board_and_is_not_changed(notebook: Callable[..., Any]) -> None:
    """Its picture where it is trusted, as a chapter is, and else its text."""
    page = notebook(chapter=CHAPTERS / CHAPTER, change=edit)
    output = page.locator(".jp-OutputArea pre").filter(has_text="run this cell to play")
    assert output.inner_text().split("\n")[:3] == [
        "\u250c\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2510",
        "\u2502 1 . . . \u2502",
        "\u2502 . . 2 . \u2502",
    ]
    evaluate(page, "")  # what JupyterLab writes when a kernel is there, it has written by now
    assert not page.evaluate(DIRTY)


@pytest.mark.full
def test_a_chapter_that_was_run_in_part_shows_its_board_as_it_was_left(
    notebook: Callable[..., Any], reopened: Callable[[Any], None]
) -> None:
    """JupyterLab shows widgets where it trusts the notebook: where every cell was run, or was trusted before."""
    page = notebook(chapter=CHAPTERS / CHAPTER)
    api.expect(page.locator(".jp-OutputArea img[src*=svg]").first).to_be_visible()  # not the text beside it
    assert not page.evaluate(DIRTY)
    run_cell(page, BOARD_CELL)
    board = Seen(page)
    board.types_at("cell (1,2)", "2")
    board.holds("cell (1,2)", "2")
    evaluate(page, "")
    reopened(page, boards=1)
    Seen(page).holds("cell (1,2)", "2")


# What comes from elsewhere

RAN, RAN_LATER = "document.body.dataset.foreignScriptRan", "document.body.dataset.laterScriptRan"
ANYWIDGET = {
    f"{of}_{what}": value
    for of, name in (("_model", "AnyModel"), ("_view", "AnyView"))
    for what, value in (("module", "anywidget"), ("module_version", "~0.11.*"), ("name", name))
}
NAME = "f" * 32


def show(made: Any, data: dict[str, Any]) -> None:
    """Let the cell after the board's show this instead of what it showed."""
    cell = next(cell for cell in made.cells if cell.source.startswith("print(board.solution)"))
    cell.outputs = [nbformat.v4.new_output("display_data", {"text/plain": "Read me"} | data)]


def show_script(made: Any) -> None:
    show(made, {"text/html": f"""Read me<img src="none" onerror="{RAN} = 'html'">"""})


def save_widget(made: Any) -> None:
    """Save the state of a widget, which no cell shows, with JavaScript of its own."""
    state = ANYWIDGET | {"_anywidget_id": "foreign", "_esm": f"{RAN} = 'esm'; export default {{ render() {{}} }};"}
    model = {key.removeprefix("_"): value for key, value in ANYWIDGET.items() if key.startswith("_model")}
    states = {NAME: model | {"state": state}}
    made.metadata.widgets = {jupyter.STATES: {"version_major": 2, "version_minor": 0, "state": states}}


def show_widget(made: Any) -> None:
    save_widget(made)
    show(made, {jupyter.VIEW: {"version_major": 2, "version_minor": 0, "model_id": NAME}})


@pytest.fixture
def ran(server: Server) -> Callable[[Any, Callable], bool]:
    """Whether the notebook that is open has run its script: by now, for a signed one that is opened after it, and is
    changed alike, has run its own."""

    def look(page: Any, change: Callable[[Any], None]) -> bool:
        later, name = nbformat.read(CHAPTERS / CHAPTER, as_version=4), f"{secrets.token_hex(4)}.ipynb"
        change(later)
        later.cells[0].source = name  # or its signature would do for the others
        later = nbformat.reads(nbformat.writes(later).replace(RAN, RAN_LATER), as_version=4)
        sign(later, server)
        nbformat.write(later, server.notebooks / name)
        open_file(page, name)
        page.wait_for_function(f"() => {RAN_LATER}")
        page.evaluate(f"() => {{ delete {RAN_LATER}; window.jupyterapp.shell.currentWidget.dispose(); }}")
        return bool(page.evaluate(f"() => {RAN}"))

    return look


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("12", show_script),
        ("14", show_widget),
        ("notes", save_widget),
        pytest.param("13", save_widget, marks=pytest.mark.slow),
    ],
)
def test_what_comes_from_elsewhere_runs_no_script_when_it_is_opened(
    notebook: Callable[..., Any],
    server: Server,
    reopened: Callable[[Any], None],
    ran: Callable,
    place: str,
    change: Callable,
) -> None:
    """In a chapter's place, beside cells of a chapter, which show; nor when it was saved here without being run."""

    def foreign(made: Any) -> None:
        change(made)
        made.cells[0].source = place  # or the signature of one would do for the next

    page = notebook(chapter=CHAPTERS / CHAPTER, name=f"{place}_extra.ipynb", change=foreign)
    picture = page.locator(".jp-OutputArea img[src*=svg]").first
    api.expect(picture).to_be_visible()
    assert not ran(page, change)
    page.evaluate("() => { window.jupyterapp.shell.currentWidget.context.model.dirty = true; }")
    reopened(page)
    api.expect(picture).to_be_visible()
    assert not ran(page, change)

    def signed(made: Any) -> None:
        foreign(made)
        sign(made, server)

    page = notebook(chapter=CHAPTERS / CHAPTER, name=f"{place}_signed.ipynb", change=signed)
    page.wait_for_function(f"() => {RAN}")  # it would have been seen
    page.evaluate(f"() => {{ delete {RAN}; }}")


PLOT = """
import matplotlib.pyplot as plt
from puzzlekit.board import PictureSlider
plt.plot([1, 2])
plt.show()
PictureSlider(lambda value: sudoku.draw(puzzle), [1, 2])
"""


def test_pictures_have_the_alt_text_of_their_cell(notebook: Callable[..., Any]) -> None:
    def describe(made: Any) -> None:
        made.cells[1].metadata["alt"] = 'A line "up"'

    page = notebook(SETUP, PLOT, PLOT, change=describe)
    run_all(page)
    named = page.get_by_role("img", name='A line "up"', exact=True)
    api.expect(named).to_have_count(2)
    page.locator(".widget-html svg").nth(1).wait_for()
    api.expect(page.locator(".jp-OutputArea-output img:not([alt])")).to_have_count(1)  # its cell says nothing
    page.locator(".jp-OutputArea-output button[title='Next']").first.click()
    api.expect(named).to_have_count(2)


@pytest.mark.full
@pytest.mark.parametrize(("width", "is_open"), [(375, False), (1280, True)])
def test_a_narrow_window_begins_without_the_file_browser(
    browser: Any, server: Server, width: int, *, is_open: bool
) -> None:
    context = new_context(browser)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 667})
    load(page, server)
    api.expect(page.locator("#filebrowser")).to_be_visible(visible=is_open)
    context.close()
