"""What a page keeps of a board, a tree, a picture with a slider, the atlas: all that it needs to come to life."""

import base64
import html
import json
from pathlib import Path
from typing import Any

from puzzlekit.board import Board, PictureSlider, Replay, Tree, TreeBoard
from puzzlekit.course.conclusion import Atlas
from puzzlekit.page import board as page

Kept = dict[str, Any]  # what a page keeps of a widget, as JSON can hold it
STILL = "A picture: with JavaScript it comes to life here."
FRAMES = 40  # pictures of a slider that a page keeps at most
WIDGETS = (Atlas, Board, PictureSlider, Tree, TreeBoard)


def said(value: Any) -> str:
    """What a notebook stores of a value in words."""
    return str(value._repr_mimebundle_()[0]["text/plain"]) if isinstance(value, WIDGETS) else repr(value)


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
