"""Whose scripts may run when a notebook is opened: a page of JupyterLab controls the kernel.

Jupyter's rule comes first. When a notebook is saved, and every cell of it was run here or was trusted before, Jupyter
signs all that is in it with a secret of this installation. What bears such a signature is trusted whole.

Where there is none, a cell is trusted if it shows plain text alone, or if it stands in a chapter as it was committed or
released, with all that it says and shows: `chapters.json` has the digests, which `tools/notebooks.py` makes and a test
compares with the notebooks. So a chapter is trusted from the start, wherever it lies and whatever it is called.
JupyterLab says of its cells that they are trusted when it saves them, and from then on Jupyter's signature holds,
whichever of them were run. A cell from elsewhere stays untrusted until it is run, and keeps the notebook around it from
being signed.

The states of widgets, which are saved beside the cells, are held back from a page wherever there is no signature: the
state of an anywidget has JavaScript in it, and JupyterLab makes a model of every state, which runs it, even if no cell
is trusted and none shows it. No chapter is committed with states. (They remain in the file: see `keep_states`.)
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

DIGESTS = Path(__file__).parent / "chapters.json"
STATES = "application/vnd.jupyter.widget-state+json"
PLAIN = ("stream", "error")  # outputs that are text, whatever they say


def mark(notebook: dict[str, Any], notary: Any) -> None:
    """Mark the cells of a notebook that is handed out as trusted or not, and hold back what must not run."""
    if notary.check_signature(notebook):
        notary.mark_cells(notebook, True)
        return
    known = {digest for digests in read_digests().values() for digest in digests}
    for cell in _code(notebook):
        cell["metadata"]["trusted"] = not _is_rich(cell) or digest_of(cell) in known
    if "widgets" in notebook["metadata"]:
        notebook["metadata"]["widgets"] = {STATES: {"version_major": 2, "version_minor": 0, "state": {}}}


def read_digests() -> dict[str, list[str]]:
    """The digests of what the chapters show as they were committed, by their path in the folder of notebooks."""
    return dict(json.loads(DIGESTS.read_text(encoding="utf-8")))


def digests_of(notebook: Mapping[str, Any]) -> list[str]:
    """The digests of those cells of a notebook that need trust."""
    return [digest_of(cell) for cell in _code(notebook) if _is_rich(cell)]


def digest_of(cell: Mapping[str, Any]) -> str:
    """A digest of all that a code cell says and shows."""
    content = json.dumps([cell.get("source"), cell.get("outputs")], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def _code(notebook: Mapping[str, Any]) -> Iterator[Any]:
    return (cell for cell in notebook["cells"] if cell["cell_type"] == "code")


def _is_rich(cell: Mapping[str, Any]) -> bool:
    """Whether a cell shows more than what was printed, and errors."""
    return any(output.get("output_type") not in PLAIN for output in cell.get("outputs", ()))
