"""Search trees side by side on one scale, drawn up to a number of nodes. They show which nodes one search needs and
another does not."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from puzzlekit.core.errors import PuzzleError, called, counted, validate_args
from puzzlekit.drawing.base import GREY, styled
from puzzlekit.drawing.plots import NODES

LEAST, LARGEST = 1.6, 7.0  # sizes of a node's marker in points
WORDS = 30  # trees with at most this many nodes have text at their nodes


def _expect_search(search: Any) -> None:
    if not (hasattr(search, "upto") and hasattr(search, "columns")):  # this package may not import the class
        raise PuzzleError(f"found {called(search)}, expected a search recorded by tree.record")


@validate_args
@styled
def draw_searches(searches: Sequence[Any], *, upto: int | None = None, names: Sequence[str] = ()) -> Axes:
    """Draw search trees side by side. The depth grows downwards, and neighbouring leaves have the same distance in all
    trees.

    Parameters
    ----------
    searches
        At least one recorded or plain search (`tree.Record`, `tree.Search`).
    upto
        Draw each tree as it was after this number of nodes; by default, after all nodes. A smaller tree is drawn whole.
    names
        A title for each tree; by default the searches' own titles.

    Returns
    -------
    Axes
        The Axes of the first tree.

    Raises
    ------
    PuzzleError
        If there is no search, or an item is not a search.
    """
    if not searches:
        raise PuzzleError("found no searches, expected at least one")
    for search in searches:
        _expect_search(search)
    wide = max(max(search.columns.values(), default=0) for search in searches)
    deep = max(max((node.depth for node in search.nodes.values()), default=0) for search in searches)
    most = max(len(search.nodes) for search in searches)
    size = max(LEAST, min(LARGEST, 110 / most**0.5))
    figure, axes = plt.subplots(1, len(searches), figsize=(4.6 * len(searches), 3.6), sharey=True, squeeze=False)
    for ax, search, name in zip(axes[0], searches, names or [one.title for one in searches], strict=True):
        taken = sum(node.order is not None for node in search.nodes.values())
        shown = search.upto(taken if upto is None else upto)
        _branches(ax, search, shown, size)
        ended = "" if upto is None or upto < taken else ", ended"
        come = min(taken, taken if upto is None else upto)
        ax.set_title(f"{name}\n{counted(come, 'node')}{ended}", fontsize=9)
        ax.set(xlim=(-0.03 * wide - 1, 1.03 * wide + 1), ylim=(deep + 0.9, -0.7), xticks=[])
        ax.spines["bottom"].set_visible(False)
    axes[0][0].set_ylabel("depth")
    handles = {label: line for ax in axes[0] for line, label in zip(*ax.get_legend_handles_labels(), strict=True)}
    if handles:
        figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=len(handles), fontsize=8)
    return axes[0][0]


def _branches(ax: Axes, search: Any, shown: Any, size: float) -> None:
    at = {number: (search.columns[number], node.depth) for number, node in shown.items()}
    lines = [(at[node.parent], at[number]) for number, node in shown.items() if node.parent in at]
    ax.add_collection(LineCollection(lines, colors=GREY, linewidths=max(0.3, 0.09 * size), zorder=1))
    for status, (marker, colour, share) in NODES.items():
        own = [at[number] for number, node in shown.items() if node.status == status]
        if own:
            look: dict[str, Any] = {"ms": size * share, "mec": colour, "mfc": "white" if marker == "o" else colour}
            ax.plot(*zip(*own, strict=True), marker, zorder=3, label=status, **look)
    if len(search.nodes) <= WORDS:
        _name_nodes(ax, shown, at)


def _name_nodes(ax: Axes, shown: Any, at: Mapping[int, tuple[float, float]]) -> None:
    """Write the branching decision of each node beside the node. At a leaf, the text runs from top to bottom, because
    leaves are close together."""
    parents = {node.parent for node in shown.values()}
    for number, node in shown.items():
        if node.branching:
            look: dict[str, Any] = {"textcoords": "offset points", "fontsize": 6, "color": GREY, "zorder": 2}
            below = {"ha": "center", "va": "top", "rotation": 270}
            offset, side = ((6, 0), {"va": "center"}) if number in parents else ((0, -6), below)
            ax.annotate(str(node.branching), at[number], offset, **look, **side)
