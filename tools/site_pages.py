"""The course as a folder of pages for any static host: the chapters, with interactive boards."""

import re
import shutil
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import nbformat
import site_graded
import site_python
import site_rules
from jupyter_core.paths import jupyter_path
from jupyterlab_pygments import JupyterStyle
from nbformat import NotebookNode
from pygments.formatters import HtmlFormatter
from site_boards import Keeper
from site_cells import is_widget, places

from puzzlekit.board import Board, js_bundle

ROOT = Path(__file__).resolve().parents[1]
SOURCES = Path(__file__).parent / "site"
NOTEBOOKS = ROOT / "notebooks"
SCRIPTS = ("page", "live", "model", "python", "worker", "frames", "trees", "opened", "stuck", "new")
FIRST = {  # puzzle type -> the puzzle on the page Play
    "sudoku": "report_figure_3_1",
    "battleship": "easy_8",
    "circuit": "board_5x5",
    "hashi": "islands_25",
    "zebra": "life_1962",
    "slitherlink": "seven_easy",
    "numberlink": "six",
}
LINK = re.compile(r"`[^`]*`|(?<!!)\[([^\]]*)\]\((?!\w+:|#)([^)#]+)(#[^)]*)?\)")
HEADING = re.compile(r'<h2 id="([^"]+)">(.*?)<a class="anchor-link".*?</h2>', re.DOTALL)
COLOUR = re.compile(r"--md-[\w-]+:[^;]+;")
Render = Callable[[NotebookNode, dict], str]  # (notebook, variables of the template) -> HTML of a page


@dataclass(frozen=True)
class Page:
    """A page of the site: its file, its name in the navigation bar, and its source file."""

    href: str
    title: str
    source: Path


def build(out: Path, render: Render, chapters: Collection[str] = ()) -> str:
    """Write the site.

    Parameters
    ----------
    out
        The site's folder; its earlier content is deleted.
    render
        The function that makes a page from a notebook.
    chapters
        The numbers of the chapters to write, such as "03"; by default all.

    Returns
    -------
    str
        The reason why the pages have no Python, or "" if they have it.
    """
    shutil.rmtree(out, ignore_errors=True)
    (out / "static" / "python").mkdir(parents=True)
    missing = site_python.add(out / "static" / "python")
    _write_static(out / "static")
    site_graded.write(out / "static" / "graded")
    pages = [page for page in _pages() if not chapters or page.source.suffix == ".md" or page.href[:2] in chapters]
    for at, page in enumerate(pages):
        site = {
            "title": page.title if at == 0 else f"{page.title} · {pages[0].title}",
            "href": page.href,
            "pages": pages,
            "previous": pages[at - 1] if at else None,
            "next": pages[at + 1] if at + 1 < len(pages) else None,
            "python": "" if missing else "static/python/",
        }
        written = render(_notebook(page, pages, out), site)
        (out / page.href).write_text(written.replace("<!--contents-->", _contents(written), 1), encoding="utf-8")
    return missing


def _pages() -> list[Page]:
    chapters = [Page(f"{path.stem}.html", _short(path), path) for path in sorted(NOTEBOOKS.glob("*.ipynb"))]
    return [
        Page("index.html", "The daily paper", SOURCES / "home.md"),
        Page("play.html", "Play", SOURCES / "play.md"),
        *chapters,
        Page("glossary.html", "Glossary", NOTEBOOKS / "glossary.md"),
        Page("book.html", "The lecturer's book", NOTEBOOKS / "README.md"),
        Page("equations.html", "Equations", NOTEBOOKS / "equations.md"),
        Page("teaching.html", "Teaching", ROOT / "TEACHING.md"),
        Page("marking.html", "Marking", ROOT / "MARKING.md"),
    ]


def _short(path: Path) -> str:
    """Return the title of a chapter up to its colon."""
    title = nbformat.read(path, as_version=4).cells[0].source.splitlines()[0]
    return title.removeprefix("# ").partition(":")[0]


def _notebook(page: Page, pages: Sequence[Page], out: Path) -> NotebookNode:
    """Return the content of a page as a notebook; its widgets are replaced by their HTML."""
    if page.source.suffix == ".ipynb":
        notebook = nbformat.read(page.source, as_version=4)
        kept = places(page.source, out)
        for cell in notebook.cells:
            for output in filter(is_widget, cell.get("outputs", ())):
                output.data = {"text/html": kept[cell.id]}
    else:
        text = nbformat.v4.new_markdown_cell(page.source.read_text(encoding="utf-8"))
        notebook = nbformat.v4.new_notebook(cells=[text])
        if page.href == "index.html":
            text.source += _chapter_list(pages)
        if page.href == "play.html":
            text.source = site_graded.filled(text.source)
            keeper = Keeper(out, "play")
            notebook.cells += [cell for name, file in FIRST.items() for cell in _played(name, file, keeper)]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = linked(cell.source, page, pages)
    return notebook


def linked(text: str, page: Page, pages: Sequence[Page]) -> str:
    """Point the links in a page's text to other pages of the site; code stays as it is."""
    return LINK.sub(lambda link: link[0] if link[2] is None else _link(link, page, pages), text)


def _link(link: re.Match, page: Page, pages: Sequence[Page]) -> str:
    """Return a link to another page of the site, or only its words if the target has no page."""
    target = (page.source.parent / link[2]).resolve()
    href = next((other.href for other in pages if other.source == target), "")
    if target.parent == SOURCES:
        href = link[2]
    return f"[{link[1]}]({href}{link[3] or ''})" if href else link[1]


def _chapter_list(pages: Sequence[Page]) -> str:
    """Return the list of chapters, each with its topics from the README."""
    rows = [line.split("|")[1:-1] for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()]
    teaches = {row[0].partition("(notebooks/")[2].rstrip(") "): row[1].strip() for row in rows if len(row) == 2}
    chapters = {page.source.name: page for page in pages}
    lines = [f"- [{page.title}]({page.href}): {teaches[name]}" for name, page in chapters.items() if name in teaches]
    return "\n".join(["", *lines])


def _played(name: str, file: str, keeper: Keeper) -> list[NotebookNode]:
    """Return the cells of a heading, the rules and a board with a puzzle of this type."""
    package = import_module(f"puzzlekit.{name}")
    board: Board = package.board(package.load(file))
    title = board.sheet["title"]
    shown = [site_rules.stated(name), keeper.html(board, title)]
    cell = nbformat.v4.new_code_cell(
        outputs=[nbformat.v4.new_output("display_data", {"text/html": part}) for part in shown]
    )
    return [nbformat.v4.new_markdown_cell(f"## {title}"), cell]


def _contents(page: str) -> str:
    """Return the sections of a page as a foldable list, or "" for fewer than two."""
    found = HEADING.findall(page)
    lines = "".join(f'<li><a href="#{known}">{re.sub("<[^>]*>", "", words)}</a></li>' for known, words in found)
    if len(found) < 2:
        return ""
    folded = f"<details><summary>Contents</summary><ol>{lines}</ol></details>"
    return f'<nav class="contents" aria-label="Contents">{folded}</nav>'


def _write_static(folder: Path) -> None:
    """Write the scripts and styles that all pages share."""
    for name in SCRIPTS:
        shutil.copy(SOURCES / f"{name}.js", folder)
    for name in ("board", "tree", "atlas"):
        (folder / f"{name}.js").write_text(js_bundle.joined(f"{name}.js"), encoding="utf-8")
    folders = map(Path, jupyter_path("nbconvert", "templates", "lab", "static"))
    themes = next(folder for folder in folders if folder.exists())
    for theme in ("light", "dark"):
        shutil.copy(themes / f"theme-{theme}.css", folder / f"{theme}.css")
    colours = "".join(COLOUR.findall((themes / "index.css").read_text(encoding="utf-8")))  # which the themes use
    boards = [(js_bundle.HERE / name).read_text(encoding="utf-8") for name in ("board.css", "tree.css", "atlas.css")]
    code = HtmlFormatter(style=JupyterStyle).get_style_defs(".highlight")
    own = (SOURCES / "site.css").read_text(encoding="utf-8")
    (folder / "site.css").write_text("\n".join([f":root {{{colours}}}", code, *boards, own]), encoding="utf-8")
