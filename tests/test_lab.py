"""What `puzzlekit lab` does beside JupyterLab. Whether boards then show is tested in a browser."""

import json
import os
import platform
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from jupyter_server.services.contents.largefilemanager import LargeFileManager
from nbformat.sign import NotebookNotary

from puzzlekit.cli import jupyter

PICTURE = "image/svg+xml"


def server(manager: Any) -> SimpleNamespace:
    """What the extension asks of a Jupyter server."""
    return SimpleNamespace(
        contents_manager=manager, web_app=SimpleNamespace(settings={"static_custom_path": ["theirs"]})
    )


def notebook(*shown: str, states: dict[str, Any] | None = None) -> dict[str, Any]:
    """A notebook that shows widgets of these names, in a cell each, with the states that are saved in it."""
    data = [{jupyter.VIEW: {"model_id": name}, PICTURE: "<svg/>"} for name in shown]
    outputs = [{"output_type": "display_data", "data": one} for one in data]
    cells: list[dict[str, Any]] = [{"cell_type": "markdown", "source": ""}]
    cells += [{"cell_type": "code", "outputs": [{"output_type": "stream"}, output]} for output in outputs]
    widgets = {} if states is None else {"widgets": {jupyter.STATES: {"state": states}}}
    return {"cells": cells, "metadata": widgets}


def views(book: dict[str, Any]) -> list[str]:
    """The names of the widgets that a notebook shows; whatever else it showed must be there."""
    data = [output["data"] for cell in book["cells"] for output in cell.get("outputs", ()) if "data" in output]
    assert all(PICTURE in one for one in data)
    return [one[jupyter.VIEW]["model_id"] for one in data if jupyter.VIEW in one]


def states(book: dict[str, Any]) -> dict[str, Any]:
    return dict(book["metadata"]["widgets"][jupyter.STATES]["state"])


def test_states_of_another_day_are_kept() -> None:
    parts = {"box": {"children": ["IPY_MODEL_board", "IPY_MODEL_tree"]}, "board": {"layout": "IPY_MODEL_wide"}}
    before = {**parts, "tree": {}, "wide": {}, "live": {"value": 1}, "gone": {}}
    book = notebook("box", "live", states={"live": {"value": 2}})
    jupyter.keep_states(book, notebook("box", "live", "gone", states=before))
    assert views(book) == ["box", "live"]
    assert states(book) == {**parts, "tree": {}, "wide": {}, "live": {"value": 2}}


@pytest.mark.parametrize("before", [{}, notebook("lost"), notebook("lost", states={"other": {}})])
def test_a_widget_without_a_state_gives_way_to_its_picture(before: dict[str, Any]) -> None:
    book = notebook("live", "lost", "", states={"live": {}})
    jupyter.keep_states(book, before)
    assert views(book) == ["live", ""]  # one that was closed shows nothing
    assert states(book) == {"live": {}}


def test_nothing_is_taken_where_states_are_not_saved() -> None:
    book = notebook("one")
    jupyter.keep_states(book, notebook("one", states={"one": {}}))
    assert book == notebook("one")


def test_the_server_shows_our_styles_beside_those_of_others() -> None:
    hooks: list[Any] = []
    told = server(SimpleNamespace(register_pre_save_hook=hooks.append))
    jupyter._load_jupyter_server_extension(told)
    theirs, ours = told.web_app.settings["static_custom_path"]
    assert (theirs, Path(ours).name) == ("theirs", "custom")
    assert (Path(ours) / "custom.css").is_file()


def test_the_server_asks_before_it_saves(tmp_path: Path) -> None:
    hooks: list[Any] = []
    manager = SimpleNamespace(root_dir=str(tmp_path), register_pre_save_hook=hooks.append, get=dict)
    jupyter._load_jupyter_server_extension(server(manager))
    (tmp_path / "week 1").mkdir()
    (tmp_path / "week 1/one.ipynb").write_text(json.dumps(notebook("board", states={"board": {}})), encoding="utf-8")
    for path, expected in (("week 1/one.ipynb", ["board"]), ("/week 1/one.ipynb", ["board"]), ("new.ipynb", [])):
        book = notebook("board", "lost", states={})
        hooks[0](model={"type": "notebook", "content": book}, path=path, contents_manager=manager)
        assert views(book) == expected
    hooks[0](model={"type": "file", "content": "text"}, path="new.txt", contents_manager=manager)


@pytest.mark.parametrize("name", ["JUPYTER_CONFIG_PATH", "JUPYTER_PATH"])
def test_settings_of_others_are_found_too(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv(name, raising=False)
    assert jupyter.environment()[name] == str(jupyter.HERE)
    monkeypatch.setenv(name, "theirs")
    assert jupyter.environment()[name] == f"theirs{os.pathsep}{jupyter.HERE}"


class Folder:
    """A folder of notebooks behind a real contents manager, as the server that we tell what to do has it."""

    def __init__(self, folder: Path):
        self.path = folder
        notary = NotebookNotary(data_dir=str(folder), db_file=":memory:")
        self.manager = LargeFileManager(root_dir=str(folder), notary=notary)
        jupyter._load_jupyter_server_extension(server(self.manager))

    def put(self, book: Any, name: str = "12_extra.ipynb") -> None:
        nbformat.write(book, self.path / name)

    def open(self, name: str = "12_extra.ipynb") -> Any:
        return self.manager.get(name)["content"]

    def save(self, book: Any, name: str = "12_extra.ipynb") -> None:
        self.manager.save({"type": "notebook", "format": "json", "content": book}, name)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_a_notebook_that_is_only_read_stays_as_it_is(folder: Folder) -> None:
    """It is handed out as a kernel's page would write it, and saved as it was."""
    folder.put(chapter())
    before = (folder.path / "12_extra.ipynb").read_text(encoding="utf-8")
    book = folder.open()
    told = book["metadata"]["language_info"]
    assert (told["version"], told["file_extension"]) == (platform.python_version(), ".py")
    folder.save(book)
    assert (folder.path / "12_extra.ipynb").read_text(encoding="utf-8").rstrip() == before.rstrip()


# Trust

CHAPTER = Path(__file__).parents[1] / "notebooks/01_introduction.ipynb"
STATE = {"model_module": "anywidget", "state": {"_esm": "alert(1)"}}


def chapter() -> Any:
    return nbformat.read(CHAPTER, as_version=4)


def code(book: Any) -> list[Any]:
    return [cell for cell in book["cells"] if cell["cell_type"] == "code"]


def board(book: Any) -> Any:
    """The cell that shows a picture of a board."""
    return next(cell for cell in code(book) if any(PICTURE in output.get("data", ()) for output in cell["outputs"]))


def give_widget(book: Any, cell: Any) -> None:
    """Let a cell show a widget, with its state."""
    cell["outputs"] = [nbformat.v4.new_output("display_data", {jupyter.VIEW: {"model_id": "own"}, "text/plain": "own"})]
    book["metadata"]["widgets"] = {jupyter.STATES: {"version_major": 2, "version_minor": 0, "state": {"own": STATE}}}


def untrusted(book: Any) -> list[Any]:
    return [cell for cell in code(book) if not cell["metadata"]["trusted"]]


@pytest.mark.parametrize("name", ["12_extra.ipynb", "a copy.ipynb"])
def test_a_chapter_is_trusted_as_it_was_committed_whatever_it_is_called(folder: Folder, name: str) -> None:
    folder.put(chapter(), name)
    assert untrusted(folder.open(name)) == []


CHANGES: dict[str, Callable[[Any, Any], Any]] = {  # of a cell and of what it shows
    "another source": lambda cell, data: cell.update(source=cell["source"] + " "),
    "another output": lambda cell, data: data.update({PICTURE: data[PICTURE] + " "}),
    "one more output": lambda cell, data: cell["outputs"].append(SCRIPT),
    "another kind": lambda cell, data: data.update({"text/html": data.pop("text/plain")}),
}
SCRIPT = nbformat.v4.new_output("display_data", {"text/html": "<script>alert(1)</script>"})


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_cell_that_was_not_committed_is_not_trusted_whatever_its_file_is_called(
    folder: Folder, change: Callable[[Any, Any], Any]
) -> None:
    book = chapter()
    change(board(book), board(book)["outputs"][0]["data"])
    for cell in code(book):
        cell["metadata"]["trusted"] = True  # a file may say so itself
    folder.put(book)
    (foreign,) = untrusted(folder.open())
    assert foreign["id"] == board(book)["id"]
    folder.save(folder.open())
    assert len(untrusted(folder.open())) == 1


def test_what_was_printed_needs_no_trust(folder: Folder) -> None:
    outputs = [
        nbformat.v4.new_output("stream", text="<script>alert(1)</script>"),
        nbformat.v4.new_output("error", ename="ValueError", evalue="", traceback=["<script>alert(1)</script>"]),
    ]
    folder.put(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(outputs=outputs)]))
    assert untrusted(folder.open()) == []


def test_a_chapter_that_was_run_in_part_and_saved_here_is_trusted_with_its_widgets(folder: Folder) -> None:
    folder.put(chapter())
    book = folder.open()
    give_widget(book, board(book))  # as a kernel does; JupyterLab trusts the cell, or does so still
    folder.save(book)
    again = folder.open()
    assert untrusted(again) == []
    assert states(again) == {"own": STATE}


@pytest.mark.parametrize("is_shown", [False, True])
def test_states_of_widgets_from_elsewhere_reach_no_page(folder: Folder, is_shown: bool) -> None:
    """They would run without any cell being trusted; nor do they if the notebook is saved."""
    book = chapter()
    give_widget(book, board(book) if is_shown else nbformat.v4.new_code_cell())
    folder.put(book)
    for _ in range(2):
        opened = folder.open()
        assert states(opened) == {}
        assert len(untrusted(opened)) == is_shown
        folder.save(opened)
    kept = json.loads((folder.path / "12_extra.ipynb").read_text(encoding="utf-8"))
    assert states(kept) == ({"own": STATE} if is_shown else {})
    if is_shown:  # whoever looked at it, and trusts it, has its widgets
        folder.manager.notary.sign(nbformat.read(folder.path / "12_extra.ipynb", as_version=4))
        assert states(folder.open()) == {"own": STATE}


def test_a_widget_in_what_needs_no_trust_brings_no_state_into_a_notebook_that_is_signed(folder: Folder) -> None:
    book = chapter()
    cell = board(book)
    give_widget(book, cell)
    cell["outputs"][0].update(output_type="stream", name="stdout", text="")  # whose data no page looks at
    folder.put(book)
    folder.save(folder.open())
    assert states(folder.open()) == {}


@pytest.mark.parametrize("widgets", [[], {}, {"text/html": "<script>"}, {jupyter.STATES: "none"}])
def test_states_of_any_shape_reach_no_page(folder: Folder, widgets: Any) -> None:
    book = chapter()
    book["metadata"]["widgets"] = widgets
    folder.put(book)
    assert states(folder.open()) == {}


def test_another_language_is_left_alone() -> None:
    for language in ({"name": "julia", "version": "1"}, {}):
        book = {"cells": [], "metadata": {"language_info": dict(language)}}
        jupyter.tell_language(book)
        jupyter.forget_version(book)
        assert book["metadata"]["language_info"] == language


def test_no_news_and_states_are_saved() -> None:
    settings = json.loads((jupyter.HERE / "labconfig/default_setting_overrides.json").read_text(encoding="utf-8"))
    assert settings["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
    assert settings["@jupyter-widgets/jupyterlab-manager:plugin"]["saveState"] is True
