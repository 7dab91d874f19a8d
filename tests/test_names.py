"""docs/public.md lists the names that notebooks may use: those that the code cells of chapters and solutions use."""

import importlib
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "public.md"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT / "tools")
    return importlib.import_module("names")


def test_the_page_lists_what_the_notebooks_use(tool: Any) -> None:
    told = "a notebook uses other names than docs/public.md lists: run `uv run python tools/names.py public`"
    is_fresh = PAGE.read_text(encoding="utf-8") == tool.page()
    assert is_fresh, told


def test_every_name_of_the_page_is_there_and_has_no_underscore() -> None:
    rows = re.findall(r"^\| `(puzzlekit[\w.]*)` \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    listed = [(module, name) for module, names in rows for name in re.findall(r"`([^`]*)`", names)]
    assert len(listed) > 100
    assert [found for found in listed if not hasattr(importlib.import_module(found[0]), found[1])] == []
    assert [name for module, name in listed if "._" in module or name.startswith("_")] == []


@pytest.mark.parametrize(
    ("source", "listed"),
    [
        ("from puzzlekit import sudoku\nsudoku.load('tiny_4x4').rows", {("puzzlekit.sudoku", "load")}),
        ("from puzzlekit.core.grid import Cell as C\nC(1, 2)", {("puzzlekit.core.grid", "Cell")}),
        ("from puzzlekit.core.grid import Cell", set()),
        ("from puzzlekit.core import grid\nfor grid in (): grid.digits", set()),
        ("from puzzlekit import hashi\nhashi.rules.components", {("puzzlekit.hashi.rules", "components")}),
        ("from puzzlekit import drawing\ndrawing.plt.show()", {("puzzlekit.drawing", "plt")}),
        ("%timeit 1\nimport math\nmath.pi", set()),
    ],
)
def test_a_name_counts_where_it_is_used(source: str, listed: set, tool: Any, tmp_path: Path, monkeypatch: Any) -> None:
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)]), tmp_path / "01_one.ipynb")
    monkeypatch.setattr(tool, "committed", lambda: [tmp_path / "01_one.ipynb"])
    rows = re.findall(r"^\| `(puzzlekit[\w.]*)` \| `(.*)` \|$", tool.page(), re.MULTILINE)
    assert set(rows) == listed
