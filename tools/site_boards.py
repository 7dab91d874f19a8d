"""The boards, trees, pictures with a slider and the atlas that chapters show, and what a page keeps of each.

A notebook stores only their pictures. So the cells that make them run again, with those that they need, and what comes
of it is compared with the words that the notebook stores.
"""

import ast
import base64
import contextlib
import html
import io
import json
from collections.abc import Collection
from itertools import takewhile
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from puzzlekit import page
from puzzlekit.board import Board, PictureSlider, Replay, Tree, TreeBoard
from puzzlekit.course.conclusion import Atlas
from puzzlekit.course.marking.handout import names, needed

Kept = dict[str, Any]  # what a page keeps of a widget, as JSON can hold it
STILL = "A picture: with JavaScript it comes to life here."
FRAMES = 40  # pictures of a slider that a page keeps at most
WIDGETS = (Atlas, Board, PictureSlider, Tree, TreeBoard)


def is_widget(output: NotebookNode) -> bool:
    """Whether a stored output stands for a widget: a picture with words of its own."""
    data = output.get("data", {})
    return any(kind.startswith("image/") for kind in data) and not data.get("text/plain", "<").startswith("<")


def widgets(notebook: NotebookNode, folder: Path) -> list[tuple[NotebookNode, NotebookNode, Any]]:
    """Each cell that shows a widget, the output that stands for it, and the widget."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = {cell.id: output for cell in code for output in cell.outputs if is_widget(output)}
    try:
        made = _made(_needed(code, shown), shown, folder)
    except Exception:  # a cell changes what another one has made: then all of them run
        made = _made(code, shown, folder)
    return [(cell, shown[cell.id], made[cell.id]) for cell in code if cell.id in shown]


def _needed(code: list[NotebookNode], wanted: Collection[str]) -> list[NotebookNode]:
    """The cells with these ids, and all that they need."""
    found = {cell.id for i, cell in enumerate(code) if cell.id in wanted for cell in _with_needed(code[: i + 1])}
    return [cell for cell in code if cell.id in found]


def _with_needed(code: list[NotebookNode]) -> list[NotebookNode]:
    *before, cell = code
    return [*needed(before, names(cell.source)[1]), cell]


def _made(code: list[NotebookNode], shown: dict[str, NotebookNode], folder: Path) -> dict[str, Any]:
    """What these cells show. Raises ValueError where it says something else than the notebook stores."""
    values: dict[str, Any] = {}
    scope: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        for cell in takewhile(lambda _: values.keys() < shown.keys(), code):
            with contextlib.suppress(*[Exception] if "raises-exception" in cell.metadata.get("tags", []) else []):
                value = run_cell(cell.source, scope)
            if cell.id in shown:
                values[cell.id] = value
    for known, one in values.items():
        told = one._repr_mimebundle_()[0]["text/plain"] if isinstance(one, WIDGETS) else repr(one)
        if told != (stored := shown[known]["data"]["text/plain"]):
            raise ValueError(f"cell {known}: found {told!r}, expected {stored!r} as the notebook stores it")
    return values


def run_cell(source: str, scope: dict[str, Any]) -> Any:
    """Run a cell; the value of its last expression."""
    body = ast.parse(source).body
    last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None  # type: ignore[attr-defined]
    exec(compile(ast.Module(body, []), "<cell>", "exec"), scope)
    return eval(compile(last, "<cell>", "eval"), scope) if last else None


class Keeper:
    """Writes what the page of a chapter keeps of its widgets; large things beside the page, in `folder`.

    Parameters
    ----------
    out
        The site's folder.
    name
        The page's name.
    """

    def __init__(self, out: Path, name: str):
        self._out, self._name, self._count = out, name, 0

    def html(self, widget: Any, alt: str) -> str:
        """A place on the page that comes to life; until then its picture stands there, which is described by `alt`."""
        self._count += 1
        picture = _picture(widget._repr_mimebundle_()[0], alt)
        kind, kept = self._kept(widget)
        data = json.dumps(kept | {"alt": alt}, separators=(",", ":")).replace("</", "<\\/")
        below = f'<p class="beside">{STILL}</p><script type="application/json">{data}</script>'
        return f'<div class="live" data-kept="{kind}">{picture}{below}</div>'

    def _kept(self, widget: Any) -> tuple[str, Kept]:
        if isinstance(widget, Board):
            return "board", self.board(widget)
        if isinstance(widget, PictureSlider):
            return "frames", self._frames(widget)
        if isinstance(widget, Atlas):
            return "atlas", {"values": {"atlas": widget.atlas}}
        tree = widget.tree if isinstance(widget, TreeBoard) else widget
        return "tree", self._tree(tree, widget.board if isinstance(widget, TreeBoard) else None)

    def board(self, board: Board) -> Kept:
        """What `board.js` draws at once, as Python has it on a page, and what Python opens it with."""
        kept = page.stored(board)
        ui = kept["values"]["ui"]
        options = {name: ui[name] for name in ("position", "mode", "checks")}
        opened = page.open_board(kept["type"], kept["text"], place=f"{self._name}/{self._count}", **options)
        return kept | {"values": opened.state()}

    def _frames(self, slider: PictureSlider) -> Kept:
        """The pictures beside the page, as many as are worth their bytes."""
        options = slider.slider.options
        chosen = sorted({round(k * (len(options) - 1) / (FRAMES - 1)) for k in range(FRAMES)})
        folder, captions = self._beside("pictures"), []
        folder.mkdir(parents=True, exist_ok=True)
        start = min(range(len(chosen)), key=lambda k: abs(chosen[k] - slider.slider.index))
        for k, index in enumerate(chosen):
            slider.slider.index = index
            (folder / f"{k}.svg").write_text(slider.picture.value, encoding="utf-8")
            captions += [slider.caption.value] if isinstance(slider, Replay) else []
        stops = [str(options[index]) for index in chosen]
        return {
            "folder": folder.relative_to(self._out).as_posix(),
            "label": slider.slider.description,
            "stops": stops,
            "captions": captions,
            "start": start,
        }

    def _tree(self, tree: Tree, board: Board | None) -> Kept:
        """The tree, and beside the page what it says at each step and node, with the LP point on the board."""
        beside = board and self.board(board)
        if board and beside:
            beside["values"]["marks"] = board.marks
        values = {"tree": tree.tree, "ui": dict(tree.ui)}

        def told() -> Kept:
            return {"ui": dict(tree.ui)} | ({"marks": dict(board.marks)} if board else {})

        taken, nodes = [], {}
        for step in range(len(tree.record.steps)):
            tree.go(step)
            taken.append(told())
        for node in tree.record.nodes:
            tree.choose(node)
            nodes[node] = told()
        path = self._beside("trees").with_suffix(".json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"taken": taken, "nodes": nodes}), encoding="utf-8")
        return {"values": values, "board": beside, "steps": path.relative_to(self._out).as_posix()}

    def _beside(self, kind: str) -> Path:
        return self._out / kind / f"{self._name}-{self._count}"


def _picture(data: dict[str, str], alt: str) -> str:
    """The picture of a widget as it stands for it elsewhere."""
    svg = data.get("image/svg+xml")
    kind, code = ("svg+xml", base64.b64encode(svg.encode()).decode()) if svg else ("png", data["image/png"])
    return f'<img alt="{html.escape(alt)}" src="data:image/{kind};base64,{code}">'
