"""The HTML of a chapter's widgets (boards, trees, pictures with a slider, the atlas) for its page.

A notebook stores only the widgets' pictures. So the cells that make widgets run again, with the cells that they need,
and the results are compared with the stored texts. The cells run in a process of their own, since they may leave
threads, figures or another working folder behind.
"""

import ast
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection
from itertools import takewhile
from pathlib import Path
from typing import Any

import nbformat
from handout import names, needed
from nbformat import NotebookNode
from site_boards import Keeper, said


def is_widget(output: NotebookNode) -> bool:
    """Return whether a stored output stands for a widget: a picture with a text of its own."""
    data = output.get("data", {})
    return any(kind.startswith("image/") for kind in data) and not data.get("text/plain", "<").startswith("<")


def places(chapter: Path, out: Path) -> dict[str, str]:
    """Return the HTML of the widgets on a chapter's page, by the ids of their cells; large data go to the site's
    folder, `out`.

    Raises
    ------
    RuntimeError
        If a cell fails, or its result differs from the text that the notebook stores.
    """
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "places.json"
        line = [sys.executable, __file__, str(chapter), str(out.resolve()), str(found)]
        environment = os.environ | {"MPLBACKEND": "agg"}
        done = subprocess.run(
            line, cwd=chapter.parent, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(f"{chapter.name}: {done.stderr.strip() or f'its process ended with {done.returncode}'}")
        return dict(json.loads(found.read_text(encoding="utf-8")))


def _child(chapter: str, out: str, found: str) -> None:
    """Write the HTML of a chapter's widgets to the file `found`, in the process that `places` starts."""
    keeper, notebook = Keeper(Path(out), Path(chapter).stem), nbformat.read(chapter, as_version=4)
    kept = {cell.id: keeper.html(widget, cell.metadata.get("alt", "")) for cell, widget in _widgets(notebook)}
    Path(found).write_text(json.dumps(kept), encoding="utf-8")
    os._exit(0)  # ends at once, with all threads that the cells have started


def _widgets(notebook: NotebookNode) -> list[tuple[NotebookNode, Any]]:
    """Return each cell that shows a widget, with the widget."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = {cell.id: output for cell in code for output in cell.outputs if is_widget(output)}
    try:
        made = _made(_needed(code, shown), shown)
    except Exception:  # a cell changes another one's value, so run all cells
        made = _made(code, shown)
    return [(cell, made[cell.id]) for cell in code if cell.id in shown]


def _needed(code: list[NotebookNode], wanted: Collection[str]) -> list[NotebookNode]:
    """Return the cells with these ids, and all cells that they need."""
    found = {cell.id for i, cell in enumerate(code) if cell.id in wanted for cell in _with_needed(code[: i + 1])}
    return [cell for cell in code if cell.id in found]


def _with_needed(code: list[NotebookNode]) -> list[NotebookNode]:
    *before, cell = code
    return [*needed(before, names(cell.source)[1]), cell]


def _made(code: list[NotebookNode], shown: dict[str, NotebookNode]) -> dict[str, Any]:
    """Run cells, and return the values of those that show a widget. Raises ValueError if a value's text differs from
    the stored one."""
    values: dict[str, Any] = {}
    scope: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in takewhile(lambda _: values.keys() < shown.keys(), code):
            with contextlib.suppress(*[Exception] if "raises-exception" in cell.metadata.get("tags", []) else []):
                value = _value(cell.source, scope)
            if cell.id in shown:
                values[cell.id] = value
    for known, one in values.items():
        if (told := said(one)) != (stored := shown[known]["data"]["text/plain"]):
            raise ValueError(f"cell {known}: found {told!r}, expected {stored!r} as the notebook stores it")
    return values


def _value(source: str, scope: dict[str, Any]) -> Any:
    """Run a cell, and return the value of its last expression, or None."""
    body = ast.parse(source).body
    last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None  # type: ignore[attr-defined]
    exec(compile(ast.Module(body, []), "<cell>", "exec"), scope)
    return eval(compile(last, "<cell>", "eval"), scope) if last else None


if __name__ == "__main__":
    _child(*sys.argv[1:])
