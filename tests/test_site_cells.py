"""What the site makes of a chapter's cells: `tools/site_cells.py` runs them in a process of their own, texts link."""

import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import Any

import nbformat
import pytest
import site_cells
import site_pages
import site_rules

import puzzlekit
from puzzlekit import sudoku

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
LEAVES = """import os, signal, sys, threading
sys.excepthook = print
signal.signal(signal.SIGTERM, signal.SIG_IGN)
threading.Thread(target=threading.Event().wait).start()
os.environ["LEFT"] = "here"
os.chdir("/")
print("a word")"""
SHOWN = """from puzzlekit import sudoku
sys.stderr.write("a word")
sudoku.board(sudoku.load("tiny_4x4"))"""
PICTURE = {"image/png": "", "text/plain": sudoku.board(sudoku.load("tiny_4x4"))._repr_mimebundle_()[0]["text/plain"]}


def chapter(folder: Path, *cells: tuple[str, dict[str, str] | None]) -> Path:
    """A notebook of these cells, with what each shows."""
    made = nbformat.v4.new_notebook()
    for source, data in cells:
        outputs = [nbformat.v4.new_output("execute_result", data)] if data else []
        made.cells.append(nbformat.v4.new_code_cell(source, id=f"c{len(made.cells)}", outputs=outputs))
    nbformat.write(made, folder / "chapter.ipynb")
    return folder / "chapter.ipynb"


def process() -> list[Any]:
    """What a cell could change of the process in which it runs."""
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook, sys.displayhook
    handlers = [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)]
    return [*hooks, *handlers, {*threading.enumerate()}, dict(os.environ), Path.cwd(), sys.stdout, sys.stderr]


def test_cells_leave_nothing_behind(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before = process()
    (made,) = site_cells.places(chapter(tmp_path, (LEAVES, None), (SHOWN, PICTURE)), tmp_path).items()
    assert process() == before
    assert capfd.readouterr() == ("", "")
    assert made[0] == "c1"
    assert made[1].startswith('<div class="live" data-kept="board">')


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ([("import sys", None), (SHOWN, PICTURE | {"text/plain": "another"})], "cell c1: found .* expected 'another'"),
        ([("no such name", None), ("1 / 0", PICTURE)], "SyntaxError"),
        ([("import os; os._exit(3)", None), ("os", PICTURE)], "ended with 3"),
    ],
)
@pytest.mark.once
def test_a_chapter_that_says_otherwise_is_named(tmp_path: Path, cells: list[Any], told: str) -> None:
    with pytest.raises(RuntimeError, match=rf"(?s)chapter.ipynb: .*{told}"):
        site_cells.places(chapter(tmp_path, *cells), tmp_path)


@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
def test_the_corners_beside_the_rules_are_right_and_wrong(room: str) -> None:
    package, told = import_module(f"puzzlekit.{room}"), site_rules.RULES[room]
    puzzle = package.parse(told["puzzle"])
    right, wrong = (package.parse_solution(puzzle, told[name]) for name in ("right", "wrong"))
    assert len(told["rules"]) == 3
    assert not package.violations(puzzle, right)
    assert package.violations(puzzle, wrong)
    assert package.is_unique(puzzle), "so the rules decide"


def test_code_is_no_link(tmp_path: Path) -> None:
    pages = [site_pages.Page(f"{name}.html", name, tmp_path / f"{name}.md") for name in "ab"]
    text = '`ENGINES["cadical"](puzzle, limit)`, [a `name`](b.md#there), [nothing](c.md)'
    assert site_pages.linked(text, pages[0], pages) == (
        '`ENGINES["cadical"](puzzle, limit)`, [a `name`](b.html#there), nothing'
    )


@pytest.mark.full
@pytest.mark.parametrize("chapter", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_chapter_stores_what_its_widgets_say_now(chapter: Path, tmp_path: Path) -> None:
    """Else no site can be built. `places` runs the cells that show a widget, and compares."""
    assert site_cells.places(chapter, tmp_path)
