"""The settings and the server extension of `puzzlekit lab`. With them, a notebook is saved with its boards' states.

A cell's output holds a widget and a picture. JupyterLab prefers the widget, and shows an error if the notebook has no
state of the widget. So a setting in the folder `labconfig` makes JupyterLab save states. JupyterLab saves only the
states of the running kernel, so a server extension keeps the states that were saved before. A widget without any state
is removed from the output, which then shows the picture.

A notebook is opened with all details of the kernel's language, such as the version of Python, and saved without them.
If an opened notebook lacked them, JupyterLab would add them at once, and a chapter that is only read would count as
changed.

An extension of JupyterLab (`labextensions`) gives pictures the `alt` texts of their cells, as in exported pages.

The chapters are trusted (see the module `trust`). Otherwise a reader who runs a chapter cell by cell would lose the
boards' last state: JupyterLab trusts a reopened notebook only if every cell was run, and shows no widgets of untrusted
notebooks.

Pictures have the colours of JupyterLab's theme: the page loads `custom/custom.css`, unless the reader has a file with
this name.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from puzzlekit.cli.jupyter import trust
from puzzlekit.cli.jupyter.trust import STATES

HERE = Path(__file__).parent
VIEW = "application/vnd.jupyter.widget-view+json"
SHOWING = ("display_data", "execute_result")
PYTHON = {"name": "python"}
PART = re.compile('"IPY_MODEL_([^"]+)"')  # a reference to another widget in a widget's state


def environment() -> dict[str, str]:
    """Return this process's environment variables, extended such that a Jupyter server finds the settings and the
    JupyterLab extension in this folder."""
    return os.environ | {name: _with_own(os.environ.get(name)) for name in ("JUPYTER_CONFIG_PATH", "JUPYTER_PATH")}


def _with_own(others: str | None) -> str:
    return os.pathsep.join([*([others] if others else []), str(HERE)])


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    manager = server.contents_manager
    manager.register_pre_save_hook(_before_saving)
    manager.mark_trusted_cells = partial(_open, manager)
    server.web_app.settings["static_custom_path"].append(str(HERE / "custom"))


def _open(manager: Any, notebook: dict[str, Any], path: str = "") -> None:
    """Replace the method `mark_trusted_cells` of a contents manager, which Jupyter calls for every notebook that it
    opens. Also add the details of the kernel's language."""
    trust.mark(notebook, manager.notary)
    tell_language(notebook)  # only after the check of the signature, which covers the metadata


def tell_language(notebook: dict[str, Any]) -> None:
    """Add ipykernel's details of the Python language to the metadata of a Python notebook."""
    from ipykernel.ipkernel import IPythonKernel

    if notebook["metadata"].get("language_info") == PYTHON:
        notebook["metadata"]["language_info"] = dict(IPythonKernel.language_info)


def forget_version(notebook: dict[str, Any]) -> None:
    """Remove the details of the Python language, such as its version, from the metadata of a Python notebook."""
    if notebook["metadata"].get("language_info", {}).get("name") == PYTHON["name"]:
        notebook["metadata"]["language_info"] = dict(PYTHON)


def _before_saving(*, model: Mapping[str, Any], path: str, contents_manager: Any, **_: Any) -> None:
    file = Path(contents_manager.root_dir, path.strip("/"))  # the server's paths begin with a slash
    if model["type"] == "notebook":
        forget_version(model["content"])
        keep_states(model["content"], json.loads(file.read_text(encoding="utf-8")) if file.exists() else {})


def keep_states(notebook: dict[str, Any], before: Mapping[str, Any]) -> None:
    """Add widget states of the earlier file `before` to a notebook that is about to be saved, and remove widgets
    without a state. A notebook without any states stays unchanged. A widget without an id stays: it was closed, and
    shows nothing.

    An earlier state is kept only if a cell shows its widget. If such a state comes from another computer, so does the
    cell's output. Then the cell is not trusted, and Jupyter does not sign the notebook.
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
    """Yield the data {MIME type: content} of each output that shows a widget. Outputs of other types need no trust."""
    outputs = (output for cell in notebook["cells"] for output in cell.get("outputs", ()))
    shown = (output["data"] for output in outputs if output["output_type"] in SHOWING)
    return (data for data in shown if VIEW in data)


def _with_parts(names: Iterable[str], states: Mapping[str, Any]) -> dict[str, Any]:
    """Return {widget id: state} for these widgets and all widgets inside them. Widgets without a state in `states` are
    omitted."""
    found, waiting = dict[str, Any](), list(names)
    while waiting:
        name = waiting.pop()
        if name in states and name not in found:
            found[name] = states[name]
            waiting += PART.findall(json.dumps(states[name]))
    return found
