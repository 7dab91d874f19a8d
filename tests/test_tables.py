"""The course's tables: the best number is bold, and what stands in a table is shown as it is."""

import re
from html import unescape

import pandas as pd
import pytest

from puzzlekit import sudoku
from puzzlekit.course.tables import Table, left_out, recorded
from puzzlekit.errors import PuzzleError
from puzzlekit.grid import DATA
from puzzlekit.sudoku import assignment

STRANGE = ["<script>alert(1)</script>", "a & b", "x < y.txt", '"<b>"']


def cells(table: Table) -> list[str]:
    """What stands between the tags."""
    return [unescape(text) for text in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", table._repr_html_(), re.DOTALL)]


def test_labels_and_texts_are_shown_as_they_are() -> None:
    frame = pd.DataFrame({"<i>file</i>": STRANGE, "a<b": [1.0] * 4, "c&d": [2.0] * 4}, index=STRANGE)
    frame.index.name = frame.columns.name = "<u>name</u>"
    table = Table(frame, best_of=["a<b", "c&d"])
    shown = cells(table)
    for text in [*STRANGE, *frame.columns, "<u>name</u>"]:
        assert text in shown
    assert set(re.findall(r"<(\w+)", table._repr_html_())) <= {"table", "thead", "tbody", "tr", "th", "td", "b", "div"}
    assert [frame.index.name, frame.columns.name] == ["<u>name</u>"] * 2


def test_the_best_number_of_each_row_is_bold() -> None:
    frame = pd.DataFrame({"name": ["one", "two", "three"], "a": [1.0, 2.0, 3.0], "b": [2.0, 1.0, 3.0]})
    bold = re.findall(r"<b>(.*?)</b>", Table(frame, best_of=["a", "b"])._repr_html_())
    assert bold == ["1.0", "1.0", "3.0", "3.0"]


def test_several_levels_of_labels_are_shown_as_they_are() -> None:
    rows = pd.MultiIndex.from_product([["<a>"], ["<b>", "<c>"]], names=["<x>", "y"])
    frame = pd.DataFrame({"time": [1.0, 2.0]}, index=rows)
    assert {"<a>", "<b>", "<c>", "<x>"} <= set(cells(Table(frame, best_of=["time"])))


def test_what_each_family_forbids() -> None:
    boards = {family.__name__: "boxes: 1x2\n1.\n.." for family in assignment.FAMILIES}
    table = left_out(sudoku, assignment, {"of another formulation": "..", **boards})
    assert list(table.columns) == ["board", "breaks"]
    assert list(table["board"]) == ["boxes: 1x2 / 1. / .."] * len(boards)
    alone = {"one_digit_per_cell", "digit_once_per_column", "keep_clues"}  # the boxes of this board are its rows
    assert {family: told == family for family, told in table["breaks"].items()} == {n: n in alone for n in boards}
    assert set(table["breaks"]) == {*alone, "nothing"}
    with pytest.raises(PuzzleError, match="found no board for digit_once_per_box; expected one for each family"):
        left_out(sudoku, assignment, {name: board for name, board in boards.items() if name != "digit_once_per_box"})


def test_recorded_runs_are_medians_of_all_their_seconds() -> None:
    table = recorded({"easy": "circuit_size_8", "hard": "circuit_size_10"})
    assert list(table.index) == ["easy", "hard"]
    assert (table["boards"] == 8).all()
    rows = [line.split(",") for line in (DATA / "results" / "circuit_size_8.csv").read_text().splitlines()]
    at = [column for column, name in enumerate(rows[0]) if name.endswith("_seconds")]
    for engine in set(table.columns) - {"boards"}:
        seconds = sorted(sum(float(row[column] or 0) for column in at) for row in rows if row[1] == engine)
        assert table.loc["easy", engine] == pytest.approx((seconds[3] + seconds[4]) / 2)
    with pytest.raises(PuzzleError, match="found no recorded run 'chess'"):
        recorded({"chess": "chess"})
