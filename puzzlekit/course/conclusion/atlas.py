"""The atlas of chapter 12: board size, model size, LP and time of every formulation and engine, in one widget.

`data/results/atlas.csv` lists the board sizes. Times are the medians of recorded runs. Model sizes, and the share of
the board that the LP determines, are measured on a stored board of the same size, see `tools/model_sizes.py`. Values
that were not measured are shown as missing.
"""

from functools import cache
from typing import Any

import anywidget
import matplotlib.pyplot as plt
import pandas as pd
import traitlets
from matplotlib.axes import Axes

from puzzlekit import drawing
from puzzlekit.board import js_bundle
from puzzlekit.core.errors import PuzzleError, called, validate_args, validate_choice
from puzzlekit.core.grid import DATA
from puzzlekit.course.tables import recorded_run

# A column that an axis can show -> its title, and its scale: "log", "count" (which has a 0) or "percent"
AXES = {
    "elements": ("elements of the board", "count"),
    "variables": ("variables", "count"),
    "constraints": ("constraints", "count"),
    "settled": ("settled by the LP, %", "percent"),
    "seconds": ("median seconds", "log"),
}
MARKS = "osD^vXP*"  # markers of matplotlib; atlas.js has the same shapes in this order
ALL = "all"
KEYS = ["puzzle", "size", "formulation"]


@cache
def places() -> tuple[Any, ...]:
    """Return the rows of `data/results/atlas.csv`: a puzzle type at one board size, the stored board that was measured,
    and the name of the recorded run with the times.

    `board` or `recorded` is "" if there is none.
    """
    table = pd.read_csv(DATA / "results" / "atlas.csv", keep_default_na=False)
    return tuple(table.itertuples(index=False, name="Place"))


def atlas() -> pd.DataFrame:
    """Return the atlas, a table with a row for each combination of puzzle type, size, and formulation or engine.
    Missing values were not measured.

    The column `settled` is a percentage: the share of the board's elements (cells, edges or bridges) with the same
    state at every point of the LP relaxation, after the formulation's own deduction. `seconds` is the median time of
    the recorded run, and `stopped` the number of its boards that reached the time limit.
    """
    sizes, times = (pd.concat(filter(len, map(of, places()))) for of in (_sizes, _times))
    table = sizes.merge(times, how="outer", on=KEYS)
    order = {name: place for place, name in enumerate(p[:2] for p in places())}
    rank = [order[key] for key in zip(table["puzzle"], table["size"], strict=True)]
    table = table.assign(rank=rank).sort_values(["rank", "formulation"]).drop(columns="rank")
    known = sizes.groupby(KEYS[:2])["elements"].first()  # a board's number of elements, which is the same for engines
    table["elements"] = [known.get(key) for key in zip(table["puzzle"], table["size"], strict=True)]
    return table.reset_index(drop=True)


def _sizes(place: Any) -> pd.DataFrame:
    if not place.board:
        return pd.DataFrame()
    run = recorded_run(f"model_sizes/{place.puzzle}")
    own = run[run["file"] == place.board].drop(columns="file")
    return own.assign(puzzle=place.puzzle, size=place.size, settled=100 * own["settled"] / own["elements"])


def _times(place: Any) -> pd.DataFrame:
    if not place.recorded:
        return pd.DataFrame()
    run = recorded_run(f"{place.puzzle}/{place.recorded}")
    run["seconds"], run["stopped"] = run.filter(like="_seconds").sum(axis=1), run["status"] != "solved"
    told = {"seconds": ("seconds", "median"), "boards": ("instance", "nunique"), "stopped": ("stopped", "sum")}
    return run.groupby("formulation").agg(**told).reset_index().assign(puzzle=place.puzzle, size=place.size)


class Atlas(anywidget.AnyWidget):
    """The map of all formulations as an interactive picture. It contains its data, so once shown it needs no kernel.

    Parameters
    ----------
    puzzle
        The puzzle type to begin with, or "all".
    x, y
        The columns that the axes show at first, see `AXES`.
    """

    _esm = js_bundle.joined("atlas.js")
    _css = "\n".join((js_bundle.HERE / name).read_text(encoding="utf-8") for name in ("board.css", "atlas.css"))
    atlas = traitlets.Dict().tag(sync=True)

    @validate_args
    def __init__(self, puzzle: str = ALL, x: str = "variables", y: str = "seconds"):
        self.table, self.shown = atlas(), (puzzle, x, y)
        _check(self.table, puzzle, x, y)
        super().__init__(atlas=_sent(self.table, puzzle, x, y))

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        """Return the widget's output. It includes a picture and a text for an exported page."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        picture = drawing.svg(draw_atlas(self.table, *self.shown))
        return {**data, "text/plain": repr(self), "image/svg+xml": picture}, metadata

    def __repr__(self) -> str:
        timed = self.table["seconds"].notna().sum()
        return f"Atlas of {len(self.table)} formulations and engines by size, {timed} of them with a recorded time"


def _check(table: pd.DataFrame, puzzle: str, x: str, y: str) -> None:
    validate_choice(puzzle, (ALL, *dict.fromkeys(table["puzzle"])), "puzzle type")
    for axis in (x, y):
        validate_choice(axis, AXES, "axis")


def _sent(table: pd.DataFrame, puzzle: str, x: str, y: str) -> dict[str, Any]:
    """Return the table and the initial choices as data for JSON: {"rows", "axes", "puzzle", "x", "y"}. Missing values
    are None."""
    rows = [[None if pd.isna(value) else value for value in row] for row in table[[*KEYS, *AXES]].values.tolist()]
    axes = [[name, *told] for name, told in AXES.items()]
    return {"rows": rows, "axes": axes, "puzzle": puzzle, "x": x, "y": y}


@drawing.styled
def draw_atlas(
    table: pd.DataFrame, puzzle: str = ALL, x: str = "variables", y: str = "seconds", ax: Axes | None = None
) -> Axes:
    """Draw the atlas as points (x, y) in a plot. Marker shapes show the puzzle type, or the formulation if `puzzle` is
    a single type.

    A row in which x or y is missing becomes a hollow marker on the edge of the plot. Raise PuzzleError if `table` is
    not from `atlas`, or if the puzzle type or an axis is unknown.
    """
    if not isinstance(table, pd.DataFrame) or not {*KEYS, *AXES} <= set(table.columns):
        raise PuzzleError(f"found {called(table)}, expected a table from atlas()")
    _check(table, puzzle, x, y)
    ax = ax or plt.subplots(figsize=(6.4, 4))[1]
    chosen = table if puzzle == ALL else table[table["puzzle"] == puzzle]
    group = "puzzle" if puzzle == ALL else "formulation"
    colours = (drawing.BLUE, drawing.VERMILLION, drawing.GREEN, drawing.ORANGE, drawing.PURPLE, drawing.INK)
    for number, (name, own) in enumerate(chosen.groupby(group, sort=False)):
        look: dict[str, Any] = {"marker": MARKS[number % len(MARKS)], "color": colours[number % len(colours)], "ls": ""}
        whole = own.dropna(subset=[x, y])
        ax.plot(whole[x], whole[y], ms=6, alpha=0.85, label=name, **look)
        look |= {"ms": 5, "mfc": "none", "clip_on": False}
        lacks_x, lacks_y = (own[own[axis].isna() & own[other].notna()] for axis, other in ((x, y), (y, x)))
        ax.plot([0] * len(lacks_x), lacks_x[y], transform=ax.get_yaxis_transform(), **look)
        ax.plot(lacks_y[x], [0] * len(lacks_y), transform=ax.get_xaxis_transform(), **look)
    scale = {"percent": "linear", "log": "log", "count": "symlog"}
    ax.set(xlabel=AXES[x][0], ylabel=AXES[y][0], xscale=scale[AXES[x][1]], yscale=scale[AXES[y][1]])
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
    return ax
