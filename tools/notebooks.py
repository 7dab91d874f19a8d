"""Keep the notebooks in order: run them, clean them, check that they are clean, export them for a class.

python tools/notebooks.py run [NOTEBOOK ...]     execute, clean and save (default: all)
python tools/notebooks.py check [NOTEBOOK ...]   fail if a notebook is not clean, or not trusted as it stands
python tools/notebooks.py trust [NOTEBOOK ...]   let JupyterLab trust the chapters as they stand; `run` does it, too
python tools/notebooks.py export KIND [OUT]      slides, live (cells to be typed in class), handout, site or
                                                 assignment, the course folder of nbgrader
"""

import argparse
import ast
import base64
import html
import io
import json
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import beside
import nbformat
import published
import site_pages
from assignment import assignment
from chapters import FOLDER, committed
from handout import names
from nbclient import NotebookClient
from nbformat import NotebookNode
from PIL import Image

from puzzlekit.cli import jupyter
from puzzlekit.cli.jupyter import trust

GLOSSARY = "glossary.md"
NBGRADER = Path(__file__).with_name("nbgrader_config.py")
CELL_METADATA = ("alt", "tags")  # `alt` is the description of the cell's picture, in exported pages too
NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
NO_ALT = 'alt="No description has been provided for this image"'
COLOURS = 64  # the most colours of a stored picture
BLANK = "# to be written in class"
FORMULA = re.compile(r"(?P<code>```.*?```|`[^`]+`)|\$\$(?P<block>.+?)\$\$|\$(?P<inline>[^$\n]+?)\$", re.DOTALL)
TEMPLATES = Path(__file__).parent
PICTURES = jupyter.HERE / "custom" / "custom.css"
IN_DARK_THEME = '[data-jp-theme-light="false"] '
ON_COLAB = published.load().colab_cell  # the cell tagged `colab`, by `clean`; `tools/publish.py` writes it, too
COLLAPSED = {"colab", "setup"}
OPTIONAL = re.compile(r"###? [^\n]*\n+\*Optional")  # a section, or a part, that a lecture leaves out
# Parts of formulas that latex2mathml does not convert, or whose letters and signs few fonts have -> replacements
PLAIN = {
    r"\\begin\{aligned\}": r"\\begin{array}{rlrlrl}",
    r"\\end\{aligned\}": r"\\end{array}",
    r"(?<=\w)\\_(?=\w)": "_",
    r"\\setminus\b": r"\\backslash",
    r"\\math(?:cal|scr)(?:\{(\w)\}|\s+(\w))": r"{\1\2}",
    r"\\[Bb]igg?(?=\\[{}])": "",
}
SETMINUS = "&#x0005C;"  # an operator, which latex2mathml treats as a letter
FORMULA_STANDS = r"MATH(\d+)HTAM"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def read(path: Path) -> NotebookNode:
    """Read the notebook of a file."""
    return nbformat.read(path, as_version=4)


def write(notebook: NotebookNode, path: Path) -> None:
    """Save a notebook, with a final newline."""
    path.write_text(nbformat.writes(notebook).rstrip("\n") + "\n", encoding="utf-8")


def run(path: Path) -> None:
    """Execute a notebook in its folder, clean it and save it; save nothing if a cell fails."""
    notebook = read(path)
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,  # printed text becomes one output, in however many pieces it arrives
        resources={"metadata": {"path": path.parent}},
    )
    client.execute()
    clean(notebook)
    write(notebook, path)
    release([path])


def release(paths: Iterable[Path]) -> None:
    """Store the digests of these chapters' cells, which `puzzlekit.cli.jupyter.trust` uses."""
    digests = trust.read_digests() | {name: _digests(FOLDER / name) for path in paths if (name := _name(path))}
    kept = {name: digests[name] for name in sorted(digests) if (FOLDER / name).exists()}
    trust.DIGESTS.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")


def is_released(path: Path) -> bool:
    """Return whether the stored digests of a chapter are up to date; notebooks elsewhere need none."""
    name = _name(path)
    return name is None or trust.read_digests().get(name) == _digests(path)


def _name(path: Path) -> str | None:
    """Return a chapter's path in the folder of notebooks, or None for another notebook."""
    path = path.resolve()
    return path.relative_to(FOLDER).as_posix() if path.is_relative_to(FOLDER) else None


def _digests(path: Path) -> list[str]:
    return trust.digests_of(read(path))


def clean(notebook: NotebookNode) -> NotebookNode:
    """Remove metadata and outputs that change from run to run or from machine to machine."""
    notebook.metadata = nbformat.from_dict(NOTEBOOK_METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({key: cell.metadata[key] for key in CELL_METADATA if key in cell.metadata})
        cell.metadata |= _folded(cell)
        if "colab" in cell.metadata.get("tags", []):
            cell.source = ON_COLAB
        if "outputs" in cell:
            cell.outputs = [output for output in cell.outputs if not _is_bar(output)]
        for output in cell.get("outputs", []):
            if "metadata" in output:
                output.metadata = nbformat.from_dict({})
            data = output.get("data", {})
            data.pop(WIDGET_VIEW, None)
            if "image/png" in data:
                data["image/png"] = _light(data["image/png"])
    return notebook


def _folded(cell: NotebookNode) -> dict[str, Any]:
    """Return the metadata by which JupyterLab folds a cell: imports, assertions, what stands below the heading of an
    optional section."""
    if cell.cell_type == "markdown":
        return {"jp-MarkdownHeadingCollapsed": True} if OPTIONAL.match(cell.source) else {}
    folded = COLLAPSED & set(cell.metadata.get("tags", [])) or _only_asserts(cell)
    return {"jupyter": {"source_hidden": True}} if folded else {}


def _is_bar(output: NotebookNode) -> bool:
    """Return whether an output is a finished progress bar; a board is a cell's result, or has a picture."""
    return output.output_type == "display_data" and {WIDGET_VIEW, "text/plain"} >= set(output.data)


def _light(picture: str) -> str:
    """Convert a PNG to one with a palette, which takes a third of the space: boards and plots have few colours."""
    image: Image.Image = Image.open(io.BytesIO(base64.b64decode(picture)))
    if image.mode == "P":
        return picture
    file = io.BytesIO()
    image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return base64.b64encode(file.getvalue()).decode("ascii")


def is_clean(path: Path) -> bool:
    """Return whether cleaning would change nothing."""
    return path.read_text(encoding="utf-8") == nbformat.writes(clean(read(path))).rstrip("\n") + "\n"


def export(kind: str, out: Path) -> None:
    """Export every chapter as slides or handout (HTML), which link to each other, or as a notebook: `live`, whose
    `blank` cells are typed in class, or `assignment`, only its exercises, in a course folder of nbgrader. Or export all
    chapters as a `site`, whose boards are interactive."""
    if kind == "site":
        if missing := site_pages.build(out, page_of_site):
            print(f"the pages have no Python: {missing}")
        return
    out.mkdir(parents=True, exist_ok=True)
    chapters, glossary = sorted(FOLDER.glob("*.ipynb")), FOLDER / GLOSSARY
    if kind in NOTEBOOKS:
        for path in chapters:
            folder = out / "source" / path.stem if kind == "assignment" else out
            folder.mkdir(parents=True, exist_ok=True)
            write(NOTEBOOKS[kind](read(path)), folder / path.name)
        shutil.copy(NBGRADER if kind == "assignment" else glossary, out)  # assignments have no links to the glossary
        return
    sources = [*chapters, glossary] if kind == "handout" else chapters
    written = {path.name: f"{path.stem}.{kind}.html" for path in sources}
    for path in sources:
        page = PAGES[kind](beside.linked(_titled(path), written))
        (out / written[path.name]).write_text(page, encoding="utf-8")


def _titled(path: Path) -> NotebookNode:
    """Read a notebook, or a Markdown page as a notebook, and store its title in its metadata."""
    if path.suffix == ".md":
        text = nbformat.v4.new_markdown_cell(path.read_text(encoding="utf-8"))
        notebook = nbformat.v4.new_notebook(cells=[text])
    else:
        notebook = read(path)
    notebook.metadata["title"] = notebook.cells[0].source.partition("\n")[0].removeprefix("# ")
    return notebook


def slides(notebook: NotebookNode) -> str:
    """Return a deck of slides; `slides/deck.js` makes a page of 1280 x 720 from each cell with the tag `slide` and the
    cells up to the next one."""
    return _page("slides", _cut_into_slides(notebook))


def handout(notebook: NotebookNode) -> str:
    """Return a chapter as one page to read or print; on a dark screen its pictures look as in a dark JupyterLab."""
    dark = PICTURES.read_text(encoding="utf-8").replace(IN_DARK_THEME, "")
    return _page("handout", notebook, {"dark_pictures": dark})


def page_of_site(notebook: NotebookNode, site: dict) -> str:
    """Return a page of the site; `site` holds the variables of its template."""
    return _page("site", notebook, {"site": site})


def _page(template: str, notebook: NotebookNode, resources: dict | None = None) -> str:
    """Return a page that loads nothing from another host; its formulas are MathML."""
    from nbconvert import HTMLExporter, SlidesExporter

    kind = SlidesExporter if template == "slides" else HTMLExporter
    exporter = kind(template_name=template, extra_template_basedirs=[str(TEMPLATES)])
    formulas: list[str] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = FORMULA.sub(lambda found: _placeholder(found, formulas), cell.source)
    page = _described(exporter.from_notebook_node(notebook, resources)[0], notebook)
    page = page.replace("<th></th>", "<td></td>")  # a header without a text says nothing
    page = re.sub(r"<[^<>]*>", lambda tag: re.sub(FORMULA_STANDS, "", tag[0]), page)  # a heading's id has no formula
    return re.sub(FORMULA_STANDS, lambda found: formulas[int(found[1])], page)


def _placeholder(found: re.Match, formulas: list[str]) -> str:
    """Replace a formula by a word that Markdown does not change; code stays as it is."""
    if found["code"]:
        return found[0]
    formulas.append(mathml(found["block"] or found["inline"], "block" if found["block"] else "inline"))
    return f"MATH{len(formulas) - 1}HTAM"


def mathml(latex: str, display: str = "inline") -> str:
    """Convert a formula to MathML, in signs that the fonts of common systems have."""
    from latex2mathml import converter

    for written, plain in PLAIN.items():
        latex = re.sub(written, plain, latex)
    return converter.convert(latex, display=display).replace(f"<mi>{SETMINUS}</mi>", f"<mo>{SETMINUS}</mo>")


def _described(page: str, notebook: NotebookNode) -> str:
    """Give each picture of the page its cell's `alt` text, which nbconvert's templates do not use."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if any(kind.startswith("image/") for kind in output.get("data", {})):
                page = page.replace(NO_ALT, f'alt="{html.escape(cell.metadata.get("alt", ""))}"', 1)
    return page


def _blanked(notebook: NotebookNode) -> NotebookNode:
    wanted: set[str] = set()  # names that the cells below take
    for cell in reversed([cell for cell in notebook.cells if cell.cell_type == "code"]):
        cell.outputs, cell.execution_count = [], None
        made, used = names(cell.source)
        if "blank" in cell.metadata.get("tags", []):
            needed = ", ".join(sorted(made & wanted))
            cell.source = BLANK + (f"; the next cells need {needed}" if needed else "")
        wanted = (wanted - made) | used
    return notebook


NOTEBOOKS = {"live": _blanked, "assignment": assignment}
PAGES = {"slides": slides, "handout": handout}


def _cut_into_slides(notebook: NotebookNode) -> NotebookNode:
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        hidden = (COLLAPSED | {"skip-in-slides"}) & set(tags) or _only_asserts(cell)
        kind = "skip" if hidden else "slide" if "slide" in tags else "-"
        cell.metadata["slideshow"] = {"slide_type": kind}
    return notebook


def _only_asserts(cell: NotebookNode) -> bool:
    """Return whether a cell only checks, for readers who change the code, and shows nothing: it has only assertions, or
    it ends with one and is on no slide."""
    tags = cell.metadata.get("tags", [])
    if cell.cell_type != "code" or cell.outputs or "blank" in tags:
        return False
    asserts = [_is_assertion(node) for node in ast.parse(cell.source).body]
    return bool(asserts) and (asserts[-1] if "skip-in-slides" in tags else all(asserts))


def _is_assertion(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assert) or (isinstance(node, ast.For) and all(map(_is_assertion, node.body)))


def main() -> int:
    """Run the command line; return the exit status, 1 if `check` finds a notebook that is not clean or not trusted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("run", "check", "trust", "export"))
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    if options.command == "export":
        kind, *folder = options.arguments or ["handout"]
        if kind not in (*NOTEBOOKS, *PAGES, "site"):
            parser.error(f"found {kind!r}, expected slides, handout, site, {' or '.join(NOTEBOOKS)}")
        export(kind, Path(*folder) if folder else Path("dist") / kind)
        return 0
    paths = [Path(name) for name in options.arguments] or committed()
    if options.command == "run":
        for path in paths:
            print(f"running {path.name}")
            run(path)
        return 0
    if options.command == "trust":
        release(paths)
        return 0
    dirty = [path for path in paths if not (is_clean(path) and is_released(path))]
    for path in dirty:
        print(f"{path} is not clean, or not trusted as it stands: `python tools/notebooks.py run` it")
    return 1 if dirty else 0


if __name__ == "__main__":
    sys.exit(main())
