"""Trust in notebooks: which scripts may run when a notebook is opened. Trust matters, because a script in a page of
JupyterLab can run code in the kernel.

Jupyter's rule comes first. When a notebook is saved, and each of its cells was run here or was trusted before, Jupyter
signs the whole notebook with a secret of this installation. A signed notebook is trusted as a whole.

Without a signature, a cell is trusted if it shows only plain text, or if its source and outputs equal those of a cell
in a committed or released chapter. The file `chapters.json` has the digests of these cells; `tools/notebooks.py` writes
them, and a test compares them with the notebooks. So a chapter is trusted from the start, in any folder and under any
name. When JupyterLab saves the chapter, its cells are marked as trusted, so Jupyter signs the notebook, even if the
reader ran only some of the cells. Any other cell is untrusted until it is run, and until then Jupyter does not sign its
notebook.

Widget states, which are saved beside the cells, are withheld from the page of an unsigned notebook. The state of an
anywidget contains JavaScript. JupyterLab creates a widget model from every state, which runs the script, even if no
trusted cell shows the widget. No chapter is committed with states. (States remain in the file: see `keep_states`.)
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

DIGESTS = Path(__file__).parent / "chapters.json"
STATES = "application/vnd.jupyter.widget-state+json"
PLAIN = ("stream", "error")  # types of outputs that are always plain text


def mark(notebook: dict[str, Any], notary: Any) -> None:
    """Mark each code cell of a notebook as trusted or not. If the notebook is not signed, remove its widget states,
    whose scripts must not run. `notary` is Jupyter's object that checks signatures."""
    if notary.check_signature(notebook):
        notary.mark_cells(notebook, True)
        return
    known = {digest for digests in read_digests().values() for digest in digests}
    for cell in _code(notebook):
        cell["metadata"]["trusted"] = not _is_rich(cell) or digest_of(cell) in known
    if "widgets" in notebook["metadata"]:
        notebook["metadata"]["widgets"] = {STATES: {"version_major": 2, "version_minor": 0, "state": {}}}


def read_digests() -> dict[str, list[str]]:
    """Return {path of a chapter in the folder of notebooks: digests of its cells} for the committed chapters."""
    return dict(json.loads(DIGESTS.read_text(encoding="utf-8")))


def digests_of(notebook: Mapping[str, Any]) -> list[str]:
    """Return the digests of a notebook's cells that need trust."""
    return [digest_of(cell) for cell in _code(notebook) if _is_rich(cell)]


def digest_of(cell: Mapping[str, Any]) -> str:
    """Return a digest of a code cell's source and outputs."""
    content = json.dumps([cell.get("source"), cell.get("outputs")], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def _code(notebook: Mapping[str, Any]) -> Iterator[Any]:
    return (cell for cell in notebook["cells"] if cell["cell_type"] == "code")


def _is_rich(cell: Mapping[str, Any]) -> bool:
    """Return whether a cell has an output other than printed text and errors."""
    return any(output.get("output_type") not in PLAIN for output in cell.get("outputs", ()))
