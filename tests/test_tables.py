"""The course's tables: the best number is bold, and what stands in a table is shown as it is."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pandas as pd
import pytest

from puzzlekit import sudoku
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import DATA
from puzzlekit.course.tables import (
    BestBoldTable,
    ablation_table,
    percentile_table,
    recorded_on,
    recorded_run,
    runtime_table,
)
from puzzlekit.sudoku import model_assignment

STRANGE = ["<script>alert(1)</script>", "a & b", "x < y.txt", '"<b>"']


def cells(table: BestBoldTable) -> list[str]:
    """What stands between the tags."""
    return [unescape(text) for text in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", table._repr_html_(), re.DOTALL)]


def test_labels_and_texts_are_shown_as_they_are() -> None:
    frame = pd.DataFrame({"<i>file</i>": STRANGE, "a<b": [1.0] * 4, "c&d": [2.0] * 4}, index=STRANGE)
    frame.index.name = frame.columns.name = "<u>name</u>"
    table = BestBoldTable(frame, best_of=["a<b", "c&d"])
    shown = cells(table)
    for text in [*STRANGE, *frame.columns, "<u>name</u>"]:
        assert text in shown
    assert set(re.findall(r"<(\w+)", table._repr_html_())) <= {"table", "thead", "tbody", "tr", "th", "td", "b", "div"}
    assert [frame.index.name, frame.columns.name] == ["<u>name</u>"] * 2


def test_the_best_number_of_each_row_is_bold() -> None:
    frame = pd.DataFrame({"name": ["one", "two", "three"], "a": [1.0, 2.0, 3.0], "b": [2.0, 1.0, 3.0]})
    bold = re.findall(r"<b>(.*?)</b>", BestBoldTable(frame, best_of=["a", "b"])._repr_html_())
    assert bold == ["1.0", "1.0", "3.0", "3.0"]


def test_several_levels_of_labels_are_shown_as_they_are() -> None:
    rows = pd.MultiIndex.from_product([["<a>"], ["<b>", "<c>"]], names=["<x>", "y"])
    frame = pd.DataFrame({"time": [1.0, 2.0]}, index=rows)
    assert {"<a>", "<b>", "<c>", "<x>"} <= set(cells(BestBoldTable(frame, best_of=["time"])))


def test_what_each_family_forbids() -> None:
    boards = {family.__name__: "boxes: 1x2\n1.\n.." for family in model_assignment.FAMILIES}
    table = ablation_table(sudoku, model_assignment, {"of another formulation": "..", **boards})
    assert list(table.columns) == ["board", "breaks"]
    assert list(table["board"]) == ["boxes: 1x2 / 1. / .."] * len(boards)
    alone = {"one_digit_per_cell", "digit_once_per_column", "keep_clues"}  # the boxes of this board are its rows
    assert {family: told == family for family, told in table["breaks"].items()} == {n: n in alone for n in boards}
    assert set(table["breaks"]) == {*alone, "nothing"}
    del boards["digit_once_per_box"]
    with pytest.raises(PuzzleError, match="found no board for digit_once_per_box; expected a board for each family"):
        ablation_table(sudoku, model_assignment, boards)


def test_recorded_runs_are_medians_of_all_their_seconds() -> None:
    table = runtime_table({"easy": "circuit/size_8", "hard": "circuit/size_10"})
    assert list(table.index) == ["easy", "hard"]
    assert (table["boards"] == 8).all()
    lines = (DATA / "results" / "circuit.csv").read_text(encoding="utf-8").splitlines()
    header, *rows = [line.split(",") for line in lines if line.startswith(("run,", "size_8,"))]
    at = [column for column, name in enumerate(header) if name.endswith("_seconds")]
    for engine in set(table.columns) - {"boards"}:
        seconds = sorted(sum(float(row[column] or 0) for column in at) for row in rows if row[2] == engine)
        assert table.loc["easy", engine] == pytest.approx((seconds[3] + seconds[4]) / 2)


def test_percentiles_are_what_was_recorded() -> None:
    table = percentile_table({"small": "sudoku_9", "large": "sudoku_16"}, "p90")
    lines = (DATA / "results" / "percentiles.csv").read_text(encoding="utf-8").splitlines()
    (header,) = (line.split(",") for line in lines if line.startswith("run,"))
    rows = [dict(zip(header, line.split(","), strict=True)) for line in lines if line.startswith("sudoku_16,")]
    assert {row["engine"]: float(row["p90"]) for row in rows} == table.loc["large"].drop("boards").to_dict()
    assert {int(row["boards"]) for row in rows} == {table.loc["large", "boards"]}
    with pytest.raises(PuzzleError, match="'p50'"):
        percentile_table({"small": "sudoku_9"}, "p50")


@pytest.mark.parametrize(
    "name", ["chess", "circuit", "circuit/size", "/size_8", "../results/circuit/size_8", "a\0b", ""]
)
@pytest.mark.parametrize("ask", [recorded_run, recorded_on, lambda name: runtime_table({"line": name})])
def test_a_run_that_was_not_recorded(ask: Callable[[str], object], name: str) -> None:
    with pytest.raises(PuzzleError, match=r"^found no recorded run '.*', expected TABLE/RUN of "):
        ask(name)


@pytest.mark.parametrize("file", sorted((DATA / "results").glob("*.csv")), ids=lambda file: file.stem)
def test_every_recorded_run_is_told_of(file: Path) -> None:
    """Two tables hold ratings, one board sizes, and no run."""
    runs = set(pd.read_csv(file, comment="#").get("run", []))
    assert runs or file.stem in ("difficulty", "sudoku_difficulty", "atlas")
    for run in runs:
        name = f"{file.stem}/{run}"
        assert recorded_on(name).startswith("Measured on 20")
        rows = recorded_run(name)
        assert len(rows)
        assert list(rows.index) == list(range(len(rows)))
        assert "run" not in rows
    comments = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    assert {line.removeprefix("# ").partition(": ")[0] for line in comments} == runs


def test_a_table_with_one_run_has_its_name() -> None:
    assert list(recorded_run("zebra_orders")["prolog_first"]) == [22126, 12840, 5092, 91]
    assert "SWI-Prolog" in recorded_on("zebra_orders")
    assert recorded_run("circuit/size_8")["unique"].dtype == bool
