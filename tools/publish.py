"""Write what `publish.toml` says into all files that repeat it, or look whether they do.

python tools/publish.py check     list what is still empty in publish.toml, and files that say something else
python tools/publish.py fill      write the values into these files; empty values write what stands there today
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import published
from chapters import committed
from cited import affiliations, archive, citation, cited_authors, day, names, paper_authors
from published import ROOT, Publication

Place = tuple[str, str, Callable[[Publication], str]]  # a file, a pattern whose group is replaced, and by what
URLS = ("Repository", "Issues", "Homepage")


def _status(known: Publication) -> str:
    return "5 - Production/Stable" if known.released and not known.version.startswith("0.") else "4 - Beta"


def _project_authors(known: Publication) -> str:
    return "[" + ", ".join(f'{{ name = "{name}" }}' for name in names(known)) + "]"


def _project_urls(known: Publication) -> str:
    addresses = zip(URLS, (known.repository, known.issues, known.site), strict=True)
    return "".join(f'{name} = "{address}"\n' for name, address in addresses if address)


def _linked(words: str, address: Callable[[Publication], str], otherwise: str = "") -> Callable[[Publication], str]:
    """Return a link with these words; without an address the words alone, or others."""
    return lambda known: f"[{words}]({address(known)})" if address(known) else otherwise or words


PLACES: tuple[Place, ...] = (
    ("puzzlekit/__init__.py", r'^__version__ = "(.*)"$', lambda known: known.version),
    ("puzzlekit/cli/jupyter/labextensions/puzzlekit/package.json", r'"version": "(.*)"', lambda known: known.version),
    ("CHANGELOG.md", r"\A[^#]*# [^#]*^## (.*)$", lambda known: f"{known.version}, {known.released or 'unreleased'}"),
    ("LICENSE", r"^Copyright \(c\) \d+ (.*)$", lambda known: ", ".join(names(known))),
    ("pyproject.toml", r'^name = "(.*?)"', lambda known: known.wheel),
    ("pyproject.toml", r'"([\w-]+)\[(?:engines|lab,test)\]"', lambda known: known.wheel),
    ("pyproject.toml", r'"Development Status :: (.*)"', _status),
    ("pyproject.toml", r"^authors = (.*)$", _project_authors),
    ("pyproject.toml", r"^\[project\.urls\].*\n((?:\w+ = .*\n)*)", _project_urls),
    ("CITATION.cff", r"^version: (.*)$", lambda known: known.version),
    ("CITATION.cff", r"^authors:.*\n((?:  .*\n)+)", cited_authors),
    ("CITATION.cff", r"^version: .*\n((?:(?:date-released|doi|repository-code|url): .*\n)*)", citation),
    ("paper/paper.md", r"^authors:\n((?:  .*\n)+)", paper_authors),
    ("paper/paper.md", r"^affiliations:\n((?:  .*\n)+)", affiliations),
    ("paper/paper.md", r"^date: (.*)$", day),
    ("paper/paper.bib", r"^@misc\{puzzlekit,\n((?:  .*\n)+)", archive),
    ("CODE_OF_CONDUCT.md", r"writes to (.*)\.$", lambda known: known.contact or "the maintainers"),
    ("README.md", r"folder of a (\[clone\]\(\S*\)|clone)", _linked("clone", lambda known: known.repository)),
    (
        "README.md",
        r"open an\s(\[issue\]\(\S*\)|issue where you found this course)",
        _linked("issue", lambda known: known.issues, "issue where you found this course"),
    ),
    ("docs/starting.md", r"^The wheel is called `(.*?)`", lambda known: known.wheel),
    ("docs/starting.md", r"give mybinder\.org (.*): ", lambda known: known.repository or "the repository's address"),
    ("lite/environment.yml", r"dist/(.*)-py3", lambda known: f"{known.wheel.replace('-', '_')}-{known.version}"),
    (
        "tools/site/home.md",
        r"^The course's (repository|\[.*?\]\(\S*\)) has",
        _linked("repository", lambda known: known.repository),
    ),
    (
        ".github/workflows/site.yml",
        r"^    if: (.*)$",
        lambda known: (
            f"github.repository == '{known.repository.partition('//')[2].partition('/')[2]}'"
            if known.repository
            else "github.event_name == 'workflow_dispatch'"
        ),
    ),
)


def stale(known: Publication, root: Path) -> Iterator[tuple[Path, str]]:
    """Yield each file that says something else than `publish.toml`, with the text that it should have."""
    for name in dict.fromkeys(place[0] for place in PLACES):
        text = (root / name).read_text(encoding="utf-8")
        if (right := filled(name, text, known)) != text:
            yield root / name, right
    for path in committed(root / "notebooks"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        if any(_is_colab(cell) and "".join(cell["source"]) != known.colab_cell for cell in cells):
            yield path, _with_colab_cell(path, known)


def _is_colab(cell: dict[str, Any]) -> bool:
    return "colab" in cell["metadata"].get("tags", ())


def _with_colab_cell(path: Path, known: Publication) -> str:
    """Return a notebook's text with the first cell that `known` wants; outputs and all else stay as they are."""
    notebook = nbformat.read(path, as_version=4)
    for cell in filter(_is_colab, notebook.cells):
        cell.source = known.colab_cell
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def filled(name: str, text: str, known: Publication) -> str:
    """Return a file's text with all values of `publish.toml`. Raises ValueError where a place is not found."""
    for _, pattern, value in (place for place in PLACES if place[0] == name):
        found = list(re.finditer(pattern, text, re.MULTILINE))
        if not found:
            raise ValueError(f"{name} has no place for {pattern!r}: mend PLACES in tools/publish.py")
        for one in reversed(found):
            text = text[: one.start(1)] + value(known) + text[one.end(1) :]
    return text


def main(command: str = "", root: Path = ROOT) -> int:
    """Run a command in a clone; return the exit status, 1 if `check` finds something."""
    known = published.load(root)
    if command == "fill":
        for path, text in stale(known, root):
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {path.relative_to(root)}")
        return 0
    if command != "check":
        print(__doc__)
        return 2
    amiss = [f"{published.FILE} does not say: {key}" for key in known.empty]
    amiss += [f"{path.relative_to(root)} says something else; run `fill`" for path, _ in stale(known, root)]
    print("\n".join(amiss) or f"all is filled in, for version {known.version}")
    return 1 if amiss else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
