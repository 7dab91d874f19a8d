"""What `puzzlekit lab` does beside JupyterLab. Whether boards then show is tested in a browser."""

import asyncio
import json
import os
import platform
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from puzzlekit import lab

PICTURE = "image/svg+xml"


def notebook(*shown: str, states: dict[str, Any] | None = None) -> dict[str, Any]:
    """A notebook that shows widgets of these names, in a cell each, with the states that are saved in it."""
    outputs = [{"data": {lab.VIEW: {"model_id": name}, PICTURE: "<svg/>"}} for name in shown]
    cells: list[dict[str, Any]] = [{"cell_type": "markdown", "source": ""}]
    cells += [{"cell_type": "code", "outputs": [{"output_type": "stream"}, output]} for output in outputs]
    widgets = {} if states is None else {"widgets": {lab.STATES: {"state": states}}}
    return {"cells": cells, "metadata": widgets}


def views(book: dict[str, Any]) -> list[str]:
    """The names of the widgets that a notebook shows; whatever else it showed must be there."""
    data = [output["data"] for cell in book["cells"] for output in cell.get("outputs", ()) if "data" in output]
    assert all(PICTURE in one for one in data)
    return [one[lab.VIEW]["model_id"] for one in data if lab.VIEW in one]


def states(book: dict[str, Any]) -> dict[str, Any]:
    return dict(book["metadata"]["widgets"][lab.STATES]["state"])


def test_states_of_another_day_are_kept() -> None:
    parts = {"box": {"children": ["IPY_MODEL_board", "IPY_MODEL_tree"]}, "board": {"layout": "IPY_MODEL_wide"}}
    before = {**parts, "tree": {}, "wide": {}, "live": {"value": 1}, "gone": {}}
    book = notebook("box", "live", states={"live": {"value": 2}})
    lab.keep_states(book, notebook("box", "live", "gone", states=before))
    assert views(book) == ["box", "live"]
    assert states(book) == {**parts, "tree": {}, "wide": {}, "live": {"value": 2}}


@pytest.mark.parametrize("before", [{}, notebook("lost"), notebook("lost", states={"other": {}})])
def test_a_widget_without_a_state_gives_way_to_its_picture(before: dict[str, Any]) -> None:
    book = notebook("live", "lost", "", states={"live": {}})
    lab.keep_states(book, before)
    assert views(book) == ["live", ""]  # one that was closed shows nothing
    assert states(book) == {"live": {}}


def test_nothing_is_taken_where_states_are_not_saved() -> None:
    book = notebook("one")
    lab.keep_states(book, notebook("one", states={"one": {}}))
    assert book == notebook("one")


def test_the_server_asks_before_it_saves(tmp_path: Path) -> None:
    hooks: list[Any] = []
    manager = SimpleNamespace(root_dir=str(tmp_path), register_pre_save_hook=hooks.append, get=dict)
    lab._load_jupyter_server_extension(SimpleNamespace(contents_manager=manager))
    (tmp_path / "week 1").mkdir()
    (tmp_path / "week 1/one.ipynb").write_text(json.dumps(notebook("board", states={"board": {}})), encoding="utf-8")
    for path, expected in (("week 1/one.ipynb", ["board"]), ("/week 1/one.ipynb", ["board"]), ("new.ipynb", [])):
        book = notebook("board", "lost", states={})
        hooks[0](model={"type": "notebook", "content": book}, path=path, contents_manager=manager)
        assert views(book) == expected
    hooks[0](model={"type": "file", "content": "text"}, path="new.txt", contents_manager=manager)


def test_settings_of_others_are_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUPYTER_CONFIG_PATH", raising=False)
    assert lab.environment()["JUPYTER_CONFIG_PATH"] == str(lab.HERE)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "theirs")
    assert lab.environment()["JUPYTER_CONFIG_PATH"] == f"theirs{os.pathsep}{lab.HERE}"


def answer(question: Coroutine) -> Any:
    """What a coroutine gives, in a thread of its own: a browser's test may have left a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, question).result()


@pytest.mark.parametrize("is_async", [False, True])
def test_a_notebook_that_is_only_read_stays_as_it_is(is_async: bool) -> None:
    """It is handed out as a kernel's page would write it, and saved as it was."""
    book = notebook("board", states={"board": {}})
    book["metadata"]["language_info"] = {"name": "python"}
    model = {"type": "notebook", "content": book}

    async def later(path: str, content: bool = True) -> dict[str, Any]:
        return model

    manager = SimpleNamespace(
        root_dir="", register_pre_save_hook=lambda hook: None, get=later if is_async else lambda *_, **__: model
    )
    lab._load_jupyter_server_extension(SimpleNamespace(contents_manager=manager))
    assert answer(manager.get("one.ipynb", content=True)) is model
    told = book["metadata"]["language_info"]
    assert (told["version"], told["file_extension"]) == (platform.python_version(), ".py")
    lab.forget_version(book)
    assert book["metadata"]["language_info"] == {"name": "python"}


@pytest.mark.parametrize(
    ("path", "trusted"),
    [("01_one.ipynb", True), ("/solutions/11_two.ipynb", True), ("one.ipynb", False), ("theirs/01_one.ipynb", False)],
)
def test_chapters_are_trusted_and_no_other_notebook(path: str, trusted: bool) -> None:
    model = {"type": "notebook", "path": path, "content": notebook("board")}
    notary = SimpleNamespace(mark_cells=lambda book, value: book["metadata"].update(trusted=value))
    manager = SimpleNamespace(register_pre_save_hook=lambda hook: None, get=lambda path: model, notary=notary)
    lab._load_jupyter_server_extension(SimpleNamespace(contents_manager=manager))
    assert answer(manager.get(path))["content"]["metadata"].get("trusted", False) == trusted


@pytest.mark.parametrize("model", [{"type": "directory"}, {"type": "notebook", "content": None}])
def test_what_is_no_notebook_is_handed_out_as_it_is(model: dict[str, Any]) -> None:
    manager = SimpleNamespace(register_pre_save_hook=lambda hook: None, get=lambda path: model)
    lab._load_jupyter_server_extension(SimpleNamespace(contents_manager=manager))
    assert answer(manager.get("x")) == model


def test_another_language_is_left_alone() -> None:
    for language in ({"name": "julia", "version": "1"}, {}):
        book = {"cells": [], "metadata": {"language_info": dict(language)}}
        lab.tell_language(book)
        lab.forget_version(book)
        assert book["metadata"]["language_info"] == language


def test_no_news_and_states_are_saved() -> None:
    settings = json.loads((lab.HERE / "labconfig/default_setting_overrides.json").read_text(encoding="utf-8"))
    assert settings["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
    assert settings["@jupyter-widgets/jupyterlab-manager:plugin"]["saveState"] is True
