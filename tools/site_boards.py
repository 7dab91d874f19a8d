"""The data of interactive parts on a page: of a board, a tree, a picture with a slider, the atlas."""

import base64
import html
import json
from pathlib import Path
from typing import Any

from puzzlekit.board import Board, PictureSlider, Replay, Tree, TreeBoard
from puzzlekit.course.conclusion import Atlas
from puzzlekit.page import board as page

Kept = dict[str, Any]  # the data of a widget on a page, as JSON data
STILL = "A picture: with JavaScript it comes to life here."
FRAMES = 40  # the most pictures of a slider on a page
WIDGETS = (Atlas, Board, PictureSlider, Tree, TreeBoard)


def said(value: Any) -> str:
    """Return the text that a notebook stores of a value."""
    return str(value._repr_mimebundle_()[0]["text/plain"]) if isinstance(value, WIDGETS) else repr(value)


class Keeper:
    """A writer of the widgets' data on the page of a chapter. Large data go to files beside the page.

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
        """Return the HTML of a widget: its picture, described by `alt`, and the data that make it interactive."""
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
        """Return the values of a board on a page, which `board.js` draws at once, and the arguments of `open_board`."""
        kept = page.stored(board)
        ui = kept["values"]["ui"]
        options = {name: ui[name] for name in ("position", "mode", "checks")}
        opened = page.open_board(kept["type"], kept["text"], place=f"{self._name}/{self._count}", **options)
        return kept | {"values": opened.state()}

    def _frames(self, slider: PictureSlider) -> Kept:
        """Write the pictures of a slider beside the page, at most FRAMES, and return its data."""
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
        """Return the data of a tree, and write the message of each step and node, with the LP point on the board, to a
        file beside the page."""
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
    """Return the stored picture of a widget as an HTML image."""
    svg = data.get("image/svg+xml")
    kind, code = ("svg+xml", base64.b64encode(svg.encode()).decode()) if svg else ("png", data["image/png"])
    return f'<img alt="{html.escape(alt)}" src="data:image/{kind};base64,{code}">'
