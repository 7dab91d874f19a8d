"""Notebooks in order: run from top to bottom, free of one machine's traces, pictures described, answers kept apart."""

import ast
import html
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anywidget
import nbformat
import pytest
from nbformat import NotebookNode

import notebooks as tool
from puzzlekit.cli.jupyter import trust

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
CHAPTERS = sorted(NOTEBOOKS.glob("*.ipynb"))
SOLUTIONS = sorted((NOTEBOOKS / "solutions").glob("*.ipynb"))
ALL = [*CHAPTERS, *SOLUTIONS]

TAGS = {"colab", "setup", "check", "blank", "slide", "skip-in-slides", "arbitrary", "answer"}
TAGS |= {"raises-exception", "nbval-ignore-output", "nbval-skip", "skip-execution"}
CELL_METADATA = {"tags", "alt", "jupyter", "jp-MarkdownHeadingCollapsed"}  # the last two fold what may be skipped
NOTEBOOK_METADATA = {"kernelspec", "language_info"}
CODE_LINES = 10
SET_UP_LINES = 21
WORDS_PER_LINE = 6
CORE_CELLS, CORE_WORDS = 120, 3500  # at most, in what is not optional
MOST_WORDS = dict(enumerate((2565, 5203, 6413, 5966, 5991, 5206, 3932, 3084, 5787, 5709, 4157, 3400), start=1))

every = pytest.mark.parametrize("path", ALL, ids=lambda path: str(path.relative_to(NOTEBOOKS)))
every_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)


def read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)


def code_cells(path: Path) -> list[NotebookNode]:
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def tags(cell: NotebookNode) -> set[str]:
    return set(cell.metadata.get("tags", ()))


def shown(cell: NotebookNode) -> Iterator[str]:
    """Every text of a cell's outputs."""
    for output in cell.get("outputs", ()):
        yield from (str(output[key]) for key in ("text", "ename", "evalue", "traceback") if key in output)
        yield from (str(value) for kind, value in output.get("data", {}).items() if kind != "image/png")


def is_picture(output: NotebookNode) -> bool:
    return any(kind.startswith("image/") for kind in output.get("data", {}))


@every
def test_links_lead_to_notebooks(path: Path) -> None:
    for cell in read(path).cells:
        for name in re.findall(r"\]\(([^)]*\.ipynb)\)", cell.source if cell.cell_type == "markdown" else ""):
            assert (path.parent / name).is_file(), name


@every_chapter
def test_a_chapter_links_to_others(path: Path) -> None:
    assert re.search(r"\]\(\d\d_[a-z_]+\.ipynb\)", read(path).cells[-1].source + read(path).cells[-2].source)


def test_every_chapter_has_its_solutions() -> None:
    assert [path.name for path in CHAPTERS] == [path.name for path in SOLUTIONS] != []
    assert all(re.fullmatch(r"\d\d_[a-z_]+", path.stem) for path in CHAPTERS)


@every
def test_the_format(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)


@every
def test_it_was_run_from_top_to_bottom(path: Path) -> None:
    counts = [cell.execution_count for cell in code_cells(path) if "skip-execution" not in tags(cell)]
    assert counts == list(range(1, len(counts) + 1))


@every
def test_metadata_are_ours(path: Path) -> None:
    notebook = read(path)
    assert set(notebook.metadata) <= NOTEBOOK_METADATA  # no widget state
    assert set(notebook.metadata.kernelspec) == {"display_name", "language", "name"}
    for cell in notebook.cells:
        assert set(cell.metadata) <= CELL_METADATA, cell.id
        assert tags(cell) <= TAGS, cell.id
        assert not cell.get("attachments"), cell.id
        assert ("nbval-skip" in tags(cell)) <= ("skip-execution" in tags(cell)), cell.id


def test_what_is_trusted_is_what_is_committed() -> None:
    """`python tools/notebooks.py run` notes the digests of what it runs, and `trust` those of what stands there."""
    assert trust.read_digests() == {
        path.relative_to(NOTEBOOKS).as_posix(): trust.digests_of(read(path)) for path in sorted(ALL)
    }


FORBIDDEN = {
    "an address": r" at 0x[0-9a-fA-F]",
    "a path of one machine": r"/(?:home|Users|root|work|tmp|mnt)/\w|/site-packages/|[A-Z]:\\\\?Users",
    "a token": r"token=|(?:ghp|gho|github_pat|hf|sk)[_-][A-Za-z0-9]{16,}|-----BEGIN|AKIA[0-9A-Z]{16}",
    "a widget": r"widget-view\+json|Widget\(",
}


@every
def test_nothing_of_one_machine(path: Path) -> None:
    for cell in read(path).cells:
        for text in (cell.source, *shown(cell), *(str(list(o.get("data", ()))) for o in cell.get("outputs", ()))):
            assert [what for what, pattern in FORBIDDEN.items() if re.search(pattern, text)] == [], cell.id


@every
def test_errors_only_where_they_are_meant(path: Path) -> None:
    for cell in code_cells(path):
        failed = any(output.output_type == "error" for output in cell.outputs)
        assert failed == ("raises-exception" in tags(cell)), cell.id
        if not failed:
            assert not any("Traceback (most recent" in text for text in shown(cell)), cell.id
            assert not any(output.get("name") == "stderr" for output in cell.outputs), cell.id


@every
def test_pictures_are_described(path: Path) -> None:
    for cell in code_cells(path):
        if any(is_picture(output) for output in cell.outputs):
            assert len(cell.metadata.get("alt", "").split()) >= 3, cell.id
            assert all("text/plain" in output.data for output in cell.outputs if is_picture(output)), cell.id
        else:
            assert "alt" not in cell.metadata, cell.id


@every
def test_code_cells_are_short(path: Path) -> None:
    long = {cell.id: len(cell.source.splitlines()) for cell in code_cells(path) if not tags(cell) & {"setup", "answer"}}
    assert {name: lines for name, lines in long.items() if lines > CODE_LINES} == {}


@every
def test_the_set_up_imports_and_does_nothing_else(path: Path) -> None:
    """One folded cell, which nobody needs to read."""
    (setup,) = (cell for cell in code_cells(path) if "setup" in tags(cell))
    assert {type(node) for node in ast.parse(setup.source).body} <= {ast.Import, ast.ImportFrom}
    assert len(setup.source.splitlines()) <= SET_UP_LINES


@every
def test_every_assertion_says_what_is_amiss(path: Path) -> None:
    """A reader who meets one sees words, not a bare condition."""
    for cell in code_cells(path):
        bare = (one for one in ast.walk(ast.parse(cell.source)) if isinstance(one, ast.Assert) and one.msg is None)
        assert [ast.unparse(one) for one in bare] == [], cell.id


def notes_to_maintainers(path: Path) -> list[str]:
    """Cells that students see, and that speak to those who keep the chapter."""
    return [cell.id for cell in read(path).cells if re.search("mend(s|ed)? the text", cell.source, re.IGNORECASE)]


@every_chapter
def test_no_cell_speaks_to_maintainers(path: Path) -> None:
    """What checks the prose is compared by nbval, or stands in a test."""
    assert notes_to_maintainers(path) == []


def test_a_note_to_maintainers_is_seen(tmp_path: Path) -> None:
    cell = nbformat.v4.new_code_cell("assert n == 4, 'another count: mend the text'")
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("n = 4"), cell]), tmp_path / "chapter")
    assert notes_to_maintainers(tmp_path / "chapter") == [cell.id]


def words(cells: Sequence[NotebookNode]) -> int:
    return sum(len(cell.source.split()) for cell in cells if cell.cell_type == "markdown")


@every_chapter
def test_there_is_more_prose_than_code(path: Path) -> None:
    lines = sum(bool(line.strip()) for cell in code_cells(path) for line in cell.source.splitlines())
    assert words(read(path).cells) >= WORDS_PER_LINE * lines


@every_chapter
def test_a_chapter_grows_no_longer(path: Path) -> None:
    """What is added takes the place of something."""
    assert words(read(path).cells) <= MOST_WORDS[int(path.stem[:2])]


def core(cells: Sequence[NotebookNode]) -> list[NotebookNode]:
    """The cells of no optional section and of no optional part of one; the opening and the exercises count."""
    found, section, part = [], False, False  # whether these are optional
    for cell in cells:
        if cell.cell_type == "markdown" and (heading := re.search("^###? ", cell.source, re.MULTILINE)):
            part = "*Optional, " in cell.source
            section = part if heading[0] == "## " else section
        found += [] if section or part else [cell]
    return found


@every_chapter
def test_the_core_of_a_chapter_is_short(path: Path) -> None:
    found = core(read(path).cells)
    assert len(found) <= CORE_CELLS
    assert words(found) <= CORE_WORDS


def test_what_is_optional_is_no_core() -> None:
    texts = "# 1", "## 1.1\n\n*Core, 5 minutes.*\n\n### A", "### B\n\n*Optional, 5 minutes.*", "b", "### C"
    texts += "## 1.2\n\n*Optional, 5 minutes.*", "### D", "## 1.3 Exercises"
    cells = [nbformat.v4.new_markdown_cell(text) for text in texts]
    assert core(cells) == [cells[0], cells[1], cells[4], cells[7]]


def normal(code: str) -> str:
    return " ".join(code.split())


def leaked(chapter: Path, solutions: Path) -> list[str]:
    """The answers that stand in the chapter, in a cell or in the text."""
    text = "\n".join(normal(cell.source) for cell in read(chapter).cells)
    return [cell.id for cell in code_cells(solutions) if "answer" in tags(cell) and normal(cell.source) in text]


@every_chapter
def test_no_answer_is_given_away(path: Path) -> None:
    solutions = NOTEBOOKS / "solutions" / path.name
    assert any("answer" in tags(cell) for cell in code_cells(solutions))
    assert leaked(path, solutions) == []


def test_a_leak_is_seen(tmp_path: Path) -> None:
    answer = nbformat.v4.new_code_cell("for cell in cells:\n    add(cell)", metadata={"tags": ["answer"]})
    given_away = nbformat.v4.new_markdown_cell("Try `for cell in   cells:\n add(cell)`.")
    for name, cell in (("answers", answer), ("leak", given_away), ("clean", nbformat.v4.new_code_cell("add(...)"))):
        nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / name)
    assert leaked(tmp_path / "leak", tmp_path / "answers") == [answer.id]
    assert leaked(tmp_path / "clean", tmp_path / "answers") == []


# Colab


@every
def test_on_colab_a_notebook_installs_the_course_first(path: Path) -> None:
    first, *_ = code_cells(path)
    assert (tags(first), first.source) == ({"colab"}, tool.ON_COLAB)


@every_chapter
def test_a_chapter_begins_with_a_picture(path: Path) -> None:
    """Its cell imports what it needs; what the chapter imports is folded below it."""
    title, colab, picture, setup = read(path).cells[:4]
    assert title.source.startswith("# ")
    assert (tags(colab), tags(setup)) == ({"colab"}, {"setup"})
    assert any(is_picture(output) for output in picture.outputs)


def test_on_colab_a_board_needs_no_permission_from_the_reader() -> None:
    """Nothing in a chapter asks Colab to show boards: anywidget does it for each."""
    done: list[str] = []
    fake = SimpleNamespace(
        enable_custom_widget_manager=lambda: done.append("boards are allowed"),
        _widgets=SimpleNamespace(_installed_url=None),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "google.colab.output", fake)
        anywidget._util.enable_custom_widget_manager_once.cache_clear()
        anywidget.AnyWidget(_esm="export default {}")
    assert done == ["boards are allowed"]


# Exports


def test_a_blank_of_the_live_version_names_what_the_next_cells_need(tmp_path: Path, monkeypatch: Any) -> None:
    cells = [
        "n = 3",
        "def f(k):\n    return n * k\nfor i in range(n):\n    g = f(i)\nspare = 1",
        "f(2)",
        "i = 1\nprint(i, n)",
    ]
    made = [nbformat.v4.new_code_cell(cell, metadata={"tags": ["blank"] * (k == 1)}) for k, cell in enumerate(cells)]
    nbformat.write(nbformat.v4.new_notebook(cells=made), tmp_path / "chapter.ipynb")
    (tmp_path / "glossary.md").touch()
    monkeypatch.setattr(tool, "FOLDER", tmp_path)
    tool.export("live", tmp_path / "live")
    blanked = [cell.source for cell in code_cells(tmp_path / "live" / "chapter.ipynb")]
    assert blanked == [cells[0], "# to be written in class; the next cells need f", *cells[2:]]


# Formulas, on slides and in the handout

MISSING = re.compile('[\u29f5\u2216\U0001d400-\U0001d7ff]|mathvariant="(script|fraktur)"')  # few fonts have them
SETMINUS = r"<mo>\</mo>"


def amiss(mathml: str) -> bool:
    """Whether a formula has a sign that is not shown, or LaTeX's own."""
    text = html.unescape(mathml).replace(SETMINUS, "")
    return "\\" in text or bool(MISSING.search(text))


@every_chapter
def test_formulas_have_signs_that_all_systems_show(path: Path) -> None:
    texts = (cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    found = (formula for text in texts for formula in tool.FORMULA.finditer(text) if not formula["code"])
    written = (formula["block"] or formula["inline"] for formula in found)
    assert [latex for latex in written if amiss(tool.mathml(latex))] == []


@pytest.mark.parametrize(
    "latex", [r"\texttt{a\_b}", r"V \setminus S", r"\mathcal U", r"\mathscr{F}", r"\Big\{ x \Big\}"]
)
def test_a_sign_that_is_not_shown_is_seen(latex: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not amiss(tool.mathml(latex))
    monkeypatch.setattr(tool, "PLAIN", {})
    assert amiss(tool.mathml(latex))


def test_the_handout_asks_no_other_host() -> None:
    cells = [nbformat.v4.new_markdown_cell("$x_1 \\le 1$ for `x`"), nbformat.v4.new_code_cell("x = 1")]
    page = tool.handout(nbformat.v4.new_notebook(cells=cells))
    assert "<math" in page
    assert re.findall(r"""<(?:script|link|img|iframe)[^>]*(?:src|href)=["']?(?!data:)[^ >]+|@import""", page) == []


def test_the_handout_folds_what_a_chapter_imports() -> None:
    sources = {"import sys": ["colab"], "import one": ["setup"], "x = 1": []}
    cells = [nbformat.v4.new_code_cell(source, metadata={"tags": tags}) for source, tags in sources.items()]
    folded = re.search("<details>.*</details>", tool.handout(nbformat.v4.new_notebook(cells=cells)), re.DOTALL)
    assert [word in folded[0] for word in ("import", "details")] == [True, True]
    assert [word in folded[0] for word in (">sys<", ">x<")] == [False, False]


def test_cells_that_only_assert_are_on_no_slide() -> None:
    sources = {"assert x, 'a'\nassert y, 'b'": "skip", "assert x, 'a'\nprint(x)": "-", "x = 1": "-", "# typed": "-"}
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    kinds = [cell.metadata.slideshow.slide_type for cell in tool._cut_into_slides(notebook).cells]
    assert kinds == [*sources.values()]


def test_cells_that_only_check_are_folded() -> None:
    sources = {"y = x\nassert y, 'a'": True, "for y in x:\n    assert y, 'a'": True, "assert x, 'a'\ny = x": False}
    cells = [nbformat.v4.new_code_cell(one, metadata={"tags": ["skip-in-slides"]}) for one in sources]
    cells.append(nbformat.v4.new_code_cell("y = x\nassert y, 'what a slide shows'"))
    assert [bool(tool._folded(cell)) for cell in cells] == [*sources.values(), False]


# Trust


def test_the_tool_notes_the_digests_of_what_it_was_given(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(tool, "FOLDER", tmp_path)
    monkeypatch.setattr(trust, "DIGESTS", tmp_path / "digests.json")
    trust.DIGESTS.write_text('{"gone.ipynb": []}', encoding="utf-8")
    shown = nbformat.v4.new_output("display_data", {"text/html": "<b>1</b>"})
    for name in ("one", "two"):
        cells = [nbformat.v4.new_code_cell(name, outputs=[shown]), nbformat.v4.new_code_cell("prints nothing")]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / f"{name}.ipynb")
    tool.release([tmp_path / "one.ipynb"])
    assert {name: len(digests) for name, digests in trust.read_digests().items()} == {"one.ipynb": 1}
    assert tool.is_released(tmp_path / "one.ipynb")
    assert not tool.is_released(tmp_path / "two.ipynb")
    tool.release([tmp_path / "two.ipynb", CHAPTERS[0]])
    one, two = trust.read_digests().values()
    assert one != two
    assert tool.is_released(CHAPTERS[0])  # of another folder
