"""docs/public.md lists every name that code of notebooks and documents uses. A listed name stays, used or not."""

import importlib
from pathlib import Path
from typing import Any

import names as tool
import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "public.md"


def test_the_page_lists_every_name_that_is_used() -> None:
    """If not: `uv run python tools/names.py public`."""
    known = tool.listed(PAGE.read_text(encoding="utf-8"))
    assert sorted({(module, name) for _, module, name in tool.used() if name not in known.get(module, ())}) == []


def test_every_name_of_the_page_is_there_and_has_no_underscore() -> None:
    known = tool.listed(PAGE.read_text(encoding="utf-8"))
    names = [(module, name) for module, names in known.items() for name in names]
    assert len(names) > 100
    assert [found for found in names if not hasattr(importlib.import_module(found[0]), found[1])] == []
    assert [name for module, name in names if "._" in module or name.startswith("_")] == []


def test_a_name_enters_the_page_when_it_is_used_and_stays_when_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool, "PAGE", tmp_path / "page.md")
    tool.PAGE.write_text(f"Rules.\n{tool.LIST}| `puzzlekit.sudoku` | `load` |\n", encoding="utf-8")
    monkeypatch.setattr(tool, "used", lambda: {("sudoku.solve", "puzzlekit.sudoku", "solve")})
    tool.main(["public"])
    assert tool.listed(tool.PAGE.read_text(encoding="utf-8")) == {"puzzlekit.sudoku": {"load", "solve"}}


CODE = [
    ("from puzzlekit import sudoku\nsudoku.load('tiny_4x4').rows", {("puzzlekit.sudoku", "load")}),
    ("from puzzlekit.core.grid import Cell as C\nC(1, 2)", {("puzzlekit.core.grid", "Cell")}),
    ("from puzzlekit.core.grid import Cell", set()),
    ("from puzzlekit.core import grid\nfor grid in (): grid.digits", set()),
    ("from puzzlekit import hashi\nhashi.rules.components", {("puzzlekit.hashi.rules", "components")}),
    ("from puzzlekit import drawing\ndrawing.plt.show()", {("puzzlekit.drawing", "plt")}),
    ("%timeit 1\nimport math\nmath.pi", set()),
]
TEXTS = [
    ("Call `sudoku.generate(seed=...)` with *your* seed.", {("puzzlekit.sudoku", "generate")}),
    ("`sudoku` and `board.show()` are no names, `sudoku.` is no code.", set()),
]


@pytest.mark.parametrize(("code", "text", "used"), [(code, "", used) for code, used in CODE] + [
    ("from puzzlekit import sudoku", text, used) for text, used in TEXTS
])  # fmt: skip
def test_a_name_counts_where_it_is_used(code: str, text: str, used: set, tmp_path: Path, monkeypatch: Any) -> None:
    cells = nbformat.v4.new_markdown_cell(text), nbformat.v4.new_code_cell(code)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "01_one.ipynb")
    monkeypatch.setattr(tool, "committed", lambda: [tmp_path / "01_one.ipynb"])
    monkeypatch.setattr(tool, "DOCUMENTS", [])
    assert {name[1:] for name in tool.used()} == used


def test_a_name_counts_in_a_documents_block_of_python(tmp_path: Path, monkeypatch: Any) -> None:
    page = tmp_path / "page.md"
    page.write_text("`hashi.load`\n\n```python\nfrom puzzlekit import bench\nbench.write\n```\n", encoding="utf-8")
    monkeypatch.setattr(tool, "committed", list)
    monkeypatch.setattr(tool, "DOCUMENTS", [page])
    assert {name[1:] for name in tool.used()} == {("puzzlekit.bench", "write")}
