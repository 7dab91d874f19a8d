"""The clickable tree of a recorded search: the reader chooses a node, and the board shows the node's LP solution.

As with the board, Python sends values to the browser, and the browser sends the reader's actions as messages `{"do":
...}`. The answer to a message repeats the message's `edit` in `ui.edit`. The browser waits for this answer, so a
dragged slider never sends faster than the kernel replies.
"""

import math
from collections.abc import Callable
from typing import Any

import anywidget
import ipywidgets
import traitlets

from puzzlekit import drawing
from puzzlekit.board import js_bundle
from puzzlekit.board.board import Board
from puzzlekit.core.errors import PuzzleError, expect, expect_function, shown, validate_int
from puzzlekit.core.grid import LPValues
from puzzlekit.scip.tree.run import Record


class Tree(anywidget.AnyWidget):
    """A recorded search as a tree whose nodes can be chosen, with a slider over nodes, cuts and solutions in order.

    Parameters
    ----------
    record
        The recorded search, a result of `tree.record(...)`.
    show
        Function of LP values `{(element, state): value}`, such as a board's `show`. It is called for each chosen node
        or solution. If None, only the tree is shown.
    over
        The quantity on the vertical axis, as in `drawing.draw_tree`.
    """

    _esm = js_bundle.joined("tree.js")
    _css = "\n".join((js_bundle.HERE / name).read_text(encoding="utf-8") for name in ("board.css", "tree.css"))
    tree = traitlets.Dict().tag(sync=True)
    ui = traitlets.Dict().tag(sync=True)

    def __init__(self, record: Record, show: Callable[[LPValues], None] | None = None, *, over: str | None = None):
        expect(record, Record, "a search recorded by tree.record")
        if show is not None:
            expect_function(show, "fractions")
        self.record, self._show, self._over = record, show, over or record.height
        self._step_of = {step.node: i for i, step in enumerate(record.steps) if step.kind == "node"}
        self.step: int | None = None
        self.node: int | None = None
        wide = {"flex": "1 1 400px", "max_width": "580px"}  # beside a board if the page is wide enough
        super().__init__(tree=_drawn(record, self._over), ui={}, layout=wide)
        self.on_msg(self._on_message)
        if record.steps:
            self.go(len(record.steps) - 1)
        else:
            self._tell(record.about, "")

    def go(self, step: int, *, edit: str = "") -> None:
        """Show the step of the search with this number, counted from zero. `edit` identifies the browser's request; it
        is "" for a call in Python. Raises PuzzleError if there is no such step."""
        step = validate_int(step, "step", 0, len(self.record.steps) - 1)
        taken = self.record.steps[step]
        self.step, self.node = step, taken.node
        place = f"step {step + 1} of {len(self.record.steps)}: "
        self._tell(place + self.record.said(taken), edit, self.record.fractions(taken))

    def choose(self, node: int, *, edit: str = "") -> None:
        """Show the node with this number. `edit` is as in `go`. Raises PuzzleError if there is no such node."""
        if type(node) is not int or node not in self.record.nodes:
            raise PuzzleError(
                f"found node {shown(node)}, but the record has {len(self.record.nodes)} nodes; "
                "expected one of their numbers"
            )
        if node in self._step_of:
            self.go(self._step_of[node], edit=edit)
        else:
            self.step, self.node = None, node
            self._tell(self.record.said_of(node), edit, {})

    def _tell(self, message: str, edit: str, fractions: LPValues | None = None) -> None:
        if self._show is not None and fractions is not None:
            self._show(fractions)
        best = [i for i, s in enumerate(self.record.steps[: (self.step or 0) + 1]) if s.kind == "incumbent"]
        self.ui = {
            "step": self.step,
            "node": self.node,
            "found": len(best),
            "message": message,
            "edit": edit,
        }

    def _on_message(self, _: Any, content: Any, buffers: Any) -> None:
        """Execute a message from the browser. Messages of any other form are ignored."""
        if isinstance(content, dict) and content.get("do") in ("go", "choose"):
            action, edit = self.go if content["do"] == "go" else self.choose, content.get("edit")
            edit = edit if isinstance(edit, str) else ""
            try:
                action(content.get("to"), edit=edit)  # type: ignore[arg-type]  # both actions check the number
            except PuzzleError as error:
                self.ui = {**self.ui, "message": str(error), "edit": edit}

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        """Return the widget's MIME data, with a picture and a text for an exported page or an untrusted notebook."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        picture = drawing.svg(drawing.draw_tree(self.record, over=self._over))
        return {**data, "text/plain": repr(self), "image/svg+xml": picture}, metadata

    def __repr__(self) -> str:
        return self.record.about


class TreeBoard(ipywidgets.Box):
    """The clickable tree beside the puzzle's board: `TreeBoard(tree.record(built), board(puzzle))`.

    Where no widget runs, a picture of the tree and a text are shown. Use `drawing.filmstrip` to draw the boards.
    """

    def __init__(self, record: Record, board: Board, *, over: str | None = None):
        expect(board, Board, "the board of a puzzle")
        self.tree, self.board = Tree(record, board.show, over=over), board
        board.layout.flex = "1 1 400px"  # tree and board fit side by side into the window of a small laptop
        super().__init__([self.tree, board], layout={"flex_flow": "row wrap", "align_items": "flex-start"})

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        data = super()._repr_mimebundle_(**kwargs)
        twin, metadata = self.tree._repr_mimebundle_(**kwargs)
        return {**data, "text/plain": repr(self), "image/svg+xml": twin["image/svg+xml"]}, metadata

    def __repr__(self) -> str:
        return repr(self.tree)


def _drawn(record: Record, over: str) -> dict[str, Any]:
    """Return the tree as JSON data for the browser: labels, and the positions of the nodes in a unit square. If the
    vertical axis is the bound, nodes with better bounds are higher up."""
    places = record.places(over)
    across = max((x for x, _ in places.values()), default=0) or 1
    values = [y for _, y in places.values()] + ([i.value for i in record.incumbents] if over == "bound" else [])
    low, high = min(values, default=0), max(values, default=1)
    upside_down = over == "bound" and record.sense == "maximize"

    def down(value: float) -> float:
        share = (value - low) / ((high - low) or 1)
        return round(1 - share if upside_down else share, 5)

    few = len(places) <= drawing.LABELLED
    nodes = record.nodes.values()
    return {
        "title": f"Search tree of {record.title}, {len(places)} nodes",
        "axis": "LP value" if over == "bound" else "order",
        "ticks": [[down(value), f"{value:g}"] for value in _ticks(low, high)] if places else [],
        "nodes": [[n.number, round(places[n.number][0] / across, 5), down(places[n.number][1])] for n in nodes],
        "more": [[n.status, n.parent or 0, n.order or 0, n.depth] for n in nodes],
        "words": {n.number: f"{n.bound:.5g}" for n in nodes if few and n.bound is not None},
        "branchings": {n.number: str(n.branching) for n in nodes if few and n.branching},
        "steps": [[step.kind, step.node or 0] for step in record.steps],
        "found": [down(i.value) for i in record.incumbents] if over == "bound" else [],
        "about": record.about,
    }


def _ticks(low: float, high: float) -> list[float]:
    """Return about five round numbers from `low` to `high`, or `low` alone if the range is empty."""
    if high <= low:
        return [low]
    rough = (high - low) / 5
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * share for share in (1, 2, 5, 10) if power * share >= rough)
    return [round(k * step, 10) for k in range(math.ceil(low / step), math.floor(high / step) + 1)]
