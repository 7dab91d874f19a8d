"""What `puzzlekit lab` tells JupyterLab: boards are saved with their notebook, and show when it is opened again.

JupyterLab prefers a widget to the picture beside it, and shows an error where it has no state of the widget. So the
setting below `labconfig` has it save states. It saves those of the running kernel only, so an extension of the server
keeps those that were saved before; a widget that has none all the same gives way to its picture.

A notebook that is opened is handed out with all that a kernel says of its language, and saved without it: or JupyterLab
would write that into it at once, and every chapter that is only read would be marked as changed.

Pictures get the `alt` texts of their cells by an extension of JupyterLab (`labextensions`), in the live notebook as in
exported pages.

The chapters are trusted (`trust` says which they are, and what is not): whoever runs a chapter cell by cell would else
lose the boards' last state, for JupyterLab trusts a notebook that is opened again only if every cell of it was run, and
shows no widgets of others.

Pictures follow the theme: `custom/custom.css` is loaded with the page, unless the reader has a file of that name.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from puzzlekit.cli.jupyter import trust
from puzzlekit.cli.jupyter.trust import STATES

HERE = Path(__file__).parent
VIEW = "application/vnd.jupyter.widget-view+json"
SHOWING = ("display_data", "execute_result")
PYTHON = {"name": "python"}
PART = re.compile('"IPY_MODEL_([^"]+)"')  # how the state of a widget names another one


def environment() -> dict[str, str]:
    """The environment in which a Jupyter server finds this folder's settings and its extension of JupyterLab."""
    return os.environ | {name: _with_own(os.environ.get(name)) for name in ("JUPYTER_CONFIG_PATH", "JUPYTER_PATH")}


def _with_own(others: str | None) -> str:
    return os.pathsep.join([*([others] if others else []), str(HERE)])


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    manager = server.contents_manager
    manager.register_pre_save_hook(_before_saving)
    manager.mark_trusted_cells = _as_opened(manager)
    server.web_app.settings["static_custom_path"].append(str(HERE / "custom"))


def _as_opened(manager: Any) -> Callable[..., None]:
    """What is to be the `mark_trusted_cells` of a contents manager, which has it mark every notebook that it hands out;
    it also tells the language of our kernels."""

    def opened(notebook: dict[str, Any], path: str = "") -> None:
        trust.mark(notebook, manager.notary)
        tell_language(notebook)  # after the signature was looked at

    return opened


def tell_language(notebook: dict[str, Any]) -> None:
    """Say of a Python notebook what ipykernel says of Python."""
    from ipykernel.ipkernel import IPythonKernel

    if notebook["metadata"].get("language_info") == PYTHON:
        notebook["metadata"]["language_info"] = dict(IPythonKernel.language_info)


def forget_version(notebook: dict[str, Any]) -> None:
    """Say of a Python notebook no more than that: which version ran it is nothing to keep."""
    if notebook["metadata"].get("language_info", {}).get("name") == PYTHON["name"]:
        notebook["metadata"]["language_info"] = dict(PYTHON)


def _before_saving(*, model: Mapping[str, Any], path: str, contents_manager: Any, **_: Any) -> None:
    file = Path(contents_manager.root_dir, path.strip("/"))  # the server's paths begin with a slash
    if model["type"] == "notebook":
        forget_version(model["content"])
        keep_states(model["content"], json.loads(file.read_text(encoding="utf-8")) if file.exists() else {})


def keep_states(notebook: dict[str, Any], before: Mapping[str, Any]) -> None:
    """Give a notebook that is to be saved the states of its widgets that were saved before, and take the widgets from
    it that have none. Nothing is done where no states are saved; a widget without an id was closed, and shows nothing.

    A state that was saved before comes only with a cell that shows its widget: if it is from elsewhere, so is that
    cell, which is not trusted, and keeps the notebook from being signed.
    """
    states = _states(notebook)
    if states is None:
        return
    lost = [data for data in _shown(notebook) if (name := data[VIEW]["model_id"]) and name not in states]
    found = _with_parts((data[VIEW]["model_id"] for data in lost), _states(before) or {})
    states.update({name: state for name, state in found.items() if name not in states})
    for data in lost:
        if data[VIEW]["model_id"] not in states:
            del data[VIEW]


def _states(notebook: Mapping[str, Any]) -> dict[str, Any] | None:
    return notebook.get("metadata", {}).get("widgets", {}).get(STATES, {}).get("state")


def _shown(notebook: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The outputs that show a widget, as data by their types; what stands in outputs of other kinds needs no trust."""
    outputs = (output for cell in notebook["cells"] for output in cell.get("outputs", ()))
    shown = (output["data"] for output in outputs if output["output_type"] in SHOWING)
    return (data for data in shown if VIEW in data)


def _with_parts(names: Iterable[str], states: Mapping[str, Any]) -> dict[str, Any]:
    """The states of these widgets and of all that they are made of, as far as they are known."""
    found, waiting = dict[str, Any](), list(names)
    while waiting:
        name = waiting.pop()
        if name in states and name not in found:
            found[name] = states[name]
            waiting += PART.findall(json.dumps(states[name]))
    return found
