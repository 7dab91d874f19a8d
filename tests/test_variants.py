"""What is made of a chapter: slides, the live version, handout and assignment give nothing away, lose nothing and ask
no other host."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from nbformat import NotebookNode, v4

import notebooks

CHAPTERS = sorted(notebooks.FOLDER.glob("*.ipynb"))
USUAL = "01_introduction"
FEWEST = 3  # exercises with a check
HIDDEN = {"slides": {"colab", "setup", "skip-in-slides"}, "handout": {"colab"}}

each_chapter = pytest.mark.parametrize(
    "path", [pytest.param(p, id=p.stem, marks=() if p.stem == USUAL else pytest.mark.slow) for p in CHAPTERS]
)


def tags(cell: NotebookNode) -> set[str]:
    return set(cell.metadata.get("tags", ()))


def normal(text: str) -> str:
    return " ".join(text.split())


class Page(HTMLParser):
    """The text of a page, and the addresses that it asks for by itself: a link is asked for by its reader."""

    def __init__(self, source: str):
        super().__init__()
        self.parts: list[str] = []
        self.asked = [one for one in re.findall(r"""(?:@import|url\() *["']?([^"')]+)""", source) if is_elsewhere(one)]
        self.style = 0  # whether within a script or a style
        self.feed(source)

    @property
    def text(self) -> str:
        return normal("".join(self.parts))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.style += tag in ("script", "style")
        if tag not in ("a", "html", "svg"):
            addresses = (value for name, value in attrs if name in ("src", "href", "xlink:href", "srcset", "data"))
            self.asked += [one for one in addresses if one and is_elsewhere(one)]

    def handle_endtag(self, tag: str) -> None:
        self.style -= tag in ("script", "style")
        self.parts.append(" " if tag in ("p", "li", "td", "th", "h1", "h2", "h3", "div", "pre") else "")

    def handle_data(self, data: str) -> None:
        self.parts.append("" if self.style else data)


def is_elsewhere(address: str) -> bool:
    return not address.startswith(("data:", "#"))


def answers(path: Path) -> list[str]:
    """What stands in the published solutions, cell by cell."""
    cells = notebooks.read(notebooks.FOLDER / "solutions" / path.name).cells
    return [normal(cell.source) for cell in cells if cell.cell_type == "code" and "answer" in tags(cell)]


def given_away(text: str, path: Path) -> Iterator[str]:
    """Answers in a text, and verdicts on answers."""
    yield from (answer for answer in answers(path) if answer in text)
    yield from re.findall(r"Right\.", text) if "Right." not in written(path) else ()


def written(path: Path) -> str:
    """All that a chapter's cells say, without what they show."""
    return normal("\n".join(cell.source for cell in notebooks.read(path).cells))


def words(cell: NotebookNode) -> Counter:
    """Those of a text, but for formulas, which a page has as MathML, and addresses."""
    plain = re.sub(r"`[^`]*`|\$\$.*?\$\$|\$[^$]*\$|\]\([^)]*\)|&\w+;", " ", cell.source, flags=re.DOTALL)
    return Counter(re.findall(r"\w+", plain))


def lost(page: Page, kind: str, chapter: NotebookNode) -> Iterator[str]:
    """Cells that a page lacks, and those that it shows although they are not for it."""
    missing = Counter[str]()
    for cell in chapter.cells:
        hidden = tags(cell) & HIDDEN[kind] or (kind == "slides" and notebooks._only_asserts(cell))
        if cell.cell_type == "markdown":
            missing += Counter() if hidden else words(cell)
        elif (normal(cell.source) in page.text) == bool(hidden):
            yield f"{cell.id} is {'shown' if hidden else 'missing'}"
    yield from missing - Counter(re.findall(r"\w+", page.text))


@each_chapter
@pytest.mark.parametrize("kind", notebooks.PAGES)
@pytest.mark.once
def test_a_page_is_the_chapter_and_asks_nobody(path: Path, kind: str) -> None:
    page = Page(notebooks.PAGES[kind](notebooks.read(path)))
    assert page.asked == []
    assert [*given_away(page.text, path)] == []
    assert [*lost(page, kind, notebooks.read(path))] == []


@each_chapter
def test_of_the_live_version_only_blank_cells_are_empty(path: Path) -> None:
    made = notebooks.NOTEBOOKS["live"](notebooks.read(path)).cells
    assert [*given_away(normal("\n".join(cell.source for cell in made)), path)] == []
    assert [*differing(made, notebooks.read(path).cells)] == []


def differing(made: list[NotebookNode], chapter: list[NotebookNode]) -> Iterator[str]:
    """Cells of the live version that are not the chapter's without outputs, or blank."""
    for own, cell in zip(made, chapter, strict=True):
        typed = cell.cell_type == "code" and "blank" in tags(cell)
        same = own.source.startswith(notebooks.BLANK) and "\n" not in own.source if typed else own.source == cell.source
        shown = own.get("outputs") or own.get("execution_count")
        if not same or shown or (own.id, own.cell_type, own.metadata) != (cell.id, cell.cell_type, cell.metadata):
            yield cell.id


@each_chapter
def test_an_assignment_is_a_part_of_the_chapter(path: Path) -> None:
    chapter = {cell.id: cell for cell in notebooks.read(path).cells}
    opening, *made = notebooks.NOTEBOOKS["assignment"](notebooks.read(path)).cells
    assert opening.cell_type == "markdown"
    shown = {cell.id: cell.source.replace(", graded=True)", ")") for cell in made}
    assert [cell.id for cell in made if shown[cell.id] != chapter[cell.id].source or cell.get("outputs")] == []
    assert [*given_away(normal("\n".join(cell.source for cell in made)), path)] == []
    graded = [cell.id for cell in made if cell.metadata.get("nbgrader", {}).get("grade")]
    assert graded == [cell.id for cell in made if "check" in tags(cell)]
    assert len(graded) >= FEWEST


def test_an_assignment_has_what_its_exercises_need_and_no_more() -> None:
    """A function that a text calls is needed; an earlier cell that has an answer's name by chance is not."""
    sources = ["cuts = 1", "def helper(x): ...", "def given(x): ...", "def cuts(given):\n    return ..."]
    made = [v4.new_code_cell(source) for source in sources]
    made.append(v4.new_code_cell("check(cuts)", metadata={"tags": ["check"]}))
    texts = [v4.new_markdown_cell(text) for text in ("## 9.9 Sums", "**Exercise 1.** Try `helper(1)`, `given(2)`.")]
    whole = v4.new_notebook(cells=[v4.new_markdown_cell("# 9"), *made[:3], *texts, *made[3:]])
    found = notebooks.NOTEBOOKS["assignment"](whole).cells
    assert [cell.id for cell in found[1:]] == [cell.id for cell in (made[1], *texts, *made[3:])]


# Links


TEXTS = {
    "01_one.ipynb": "# 1 · One: a start\n\n[two](02_two.ipynb#2.1-Sums), [words](glossary.md), [code](../CODE.md)",
    "02_two.ipynb": "# 2 · Two: an end\n\n## 2.1 Sums\n\n[one](01_one.ipynb), `a[0](1)`",
}


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of two chapters that refer to each other, to the glossary, and to what is no part of an export."""
    for name, text in TEXTS.items():
        notebooks.write(v4.new_notebook(cells=[v4.new_markdown_cell(text)]), tmp_path / name)
    (tmp_path / "glossary.md").write_text("# Glossary\n\nLetters are in [two](02_two.ipynb#2.1-Sums).")
    monkeypatch.setattr(notebooks, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.parametrize(("kind", "without"), [("handout", {"code"}), ("slides", {"code", "words"})])
def test_links_of_a_page_lead_to_pages_beside_it(kind: str, without: set[str], course: Path, tmp_path: Path) -> None:
    out = tmp_path / kind
    notebooks.export(kind, out)
    pages = {file.name: file.read_text(encoding="utf-8") for file in out.iterdir()}
    assert len(pages) == 2 + (kind == "handout")
    led = set()
    for page in pages.values():
        for name, heading, text in re.findall(r'<a href="([^"#]+)(?:#([^"]+))?">(\w+)</a>', page):
            assert f'id="{heading}"' in pages[name] if heading else name in pages
            led.add(text)
    assert led == {"one", "two", "words", "code"} - without
    assert "<title>1 · One: a start</title>" in pages[f"01_one.{kind}.html"]


def test_links_of_the_live_version_lead_to_files_beside_it(course: Path, tmp_path: Path) -> None:
    notebooks.export("live", tmp_path / "live")
    assert {file.name for file in (tmp_path / "live").iterdir()} == {*TEXTS, "glossary.md"}


def test_an_assignment_links_to_nothing() -> None:
    for path in CHAPTERS:
        cells = notebooks.NOTEBOOKS["assignment"](notebooks.read(path)).cells
        texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
        assert [*filter(notebooks.beside.LINK.search, texts)] == [], path.stem


# Sabotage


@pytest.fixture
def chapter() -> NotebookNode:
    sources = {"x = 1": ["blank"], "y = x + 1\nprint(y)": [], "secret = 7": ["skip-in-slides"]}
    cells = [v4.new_code_cell(source, metadata={"tags": kinds}) for source, kinds in sources.items()]
    return v4.new_notebook(cells=[v4.new_markdown_cell("Two *words* and $x$."), *cells])


def test_what_a_page_loses_or_shows_is_seen(chapter: NotebookNode) -> None:
    text = "<p>Two words and x.</p><pre>x = 1</pre><pre>y = x + 1\nprint(y)</pre>"
    assert [*lost(Page(text), "slides", chapter)] == []
    assert [*lost(Page(text.replace("words", "")), "slides", chapter)] == ["words"]
    assert [*lost(Page(text.replace("print(y)", "")), "slides", chapter)] == [f"{chapter.cells[2].id} is missing"]
    assert [*lost(Page(f"{text}secret = 7"), "slides", chapter)] == [f"{chapter.cells[3].id} is shown"]


@pytest.mark.parametrize(
    ("source", "asked"),
    [
        ('<img src="https://a.org/b.png">', ["https://a.org/b.png"]),
        ('<script src="//a.org/b.js"></script>', ["//a.org/b.js"]),
        ("<style>@import 'b.css'; p { background: url(http://a.org/c) }</style>", ["b.css", "http://a.org/c"]),
        ('<a href="https://a.org">a</a><img src="data:image/png;base64,AA=="><use href="#mark"/>', []),
    ],
)
def test_what_a_page_asks_for_is_seen(source: str, asked: list[str]) -> None:
    assert sorted(Page(source).asked) == sorted(asked)


def test_a_live_version_that_differs_is_seen(chapter: NotebookNode) -> None:
    made = notebooks.NOTEBOOKS["live"](v4.new_notebook(cells=[cell.copy() for cell in chapter.cells])).cells
    assert [*differing(made, chapter.cells)] == []
    made[1].source, made[2].source = "x = 1", "# to be written in class"
    assert [*differing(made, chapter.cells)] == [cell.id for cell in chapter.cells[1:3]]


def test_an_answer_that_is_given_away_is_seen() -> None:
    answer = next(one for one in answers(CHAPTERS[0]) if len(one) > 20)
    assert [*given_away(f"so {answer}", CHAPTERS[0])] == [answer]
    assert [*given_away("Right.", CHAPTERS[0])] == ["Right."]
