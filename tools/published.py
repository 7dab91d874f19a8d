"""What `publish.toml` says: version, name in the package index, addresses, contact, authors and DOI of the course."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from puzzlekit.core.errors import PuzzleError

FILE = "publish.toml"
ROOT = Path(__file__).resolve().parents[1]
WORKING_NAME = "daily-paper-puzzles"  # of the wheel, as long as nobody has registered a name
UNNAMED = (  # what a notebook says on Colab until then
    "This course cannot be installed on Colab yet. Run it in JupyterLab, as its README says.",
    "To publish it, fill in the key `name` of publish.toml, and run `tools/publish.py fill`.",
)
HTTPS = r"https://[^\s/]+(/[^\s/]+)*"
FORMS = {  # a key, or a key of an author -> what its value looks like
    "version": r"\d+\.\d+\.\d+",
    "released": r"\d{4}-\d\d-\d\d",
    "name": r"[a-z0-9]+(-[a-z0-9]+)*",
    "repository": HTTPS,
    "issues": HTTPS,
    "site": HTTPS,
    "contact": r"[^\s@]+@[^\s@]+",
    "doi": r"10\.\d+/\S+",
    "given": r".*\S",
    "family": r".*\S",
    "affiliation": r'[^"]*[^"\s]',
    "orcid": r"(\d{4}-){3}\d{3}[\dX]",
}


@dataclass(frozen=True)
class Author:
    """An author; only the ORCID iD may stay empty."""

    given: str = ""
    family: str = ""
    affiliation: str = ""
    orcid: str = ""


@dataclass(frozen=True)
class Publication:
    """The values of `publish.toml`. What is not known yet is empty; `authors` has only those with a name."""

    version: str
    released: str = ""
    name: str = ""
    repository: str = ""
    issues: str = ""
    site: str = ""
    contact: str = ""
    doi: str = ""
    authors: tuple[Author, ...] = ()

    @property
    def empty(self) -> list[str]:
        """Return the keys without a value."""
        without = (f"affiliation of {author.family}" for author in self.authors if not author.affiliation)
        return [*(field.name for field in fields(self) if not getattr(self, field.name)), *without]

    @property
    def wheel(self) -> str:
        """Return the distribution's name: the registered one, or the one that we use until then."""
        return self.name or WORKING_NAME

    @property
    def colab_cell(self) -> str:
        """Return the source of a notebook's first cell. It installs nothing as long as nobody owns the name."""
        if self.name:
            does = f"""get_ipython().run_line_magic("pip", "install -q '{self.name}[engines]=={self.version}'")"""
        else:
            does = "\n    ".join(f'print("{line}")' for line in UNNAMED)
        return f'import sys\n\nif "google.colab" in sys.modules:  # in JupyterLab, nothing is needed here\n    {does}'


def load(root: Path = ROOT) -> Publication:
    """Read `publish.toml` in a clone. Raises PuzzleError if a key or a value makes no sense."""
    told = tomllib.loads((root / FILE).read_text(encoding="utf-8"))
    authors = told.pop("authors", [])
    for where in (told, *authors):
        _validate(where, Author if where is not told else Publication)
    if not told.get("version"):
        raise PuzzleError(f"found no version in {FILE}; expected one such as 1.0.0")
    return Publication(**told, authors=tuple(_named(authors)))


def _validate(values: dict[str, Any], kind: type) -> None:
    """Refuse keys that nobody reads, and values of another form; an empty value is not known yet."""
    known = [field.name for field in fields(kind)]
    for key, value in values.items():
        if key not in known:
            raise PuzzleError(f"found the key {key!r} in {FILE}; expected one of {', '.join(known)}")
        if value and not (isinstance(value, str) and re.fullmatch(FORMS[key], value)):
            raise PuzzleError(f"found {key} = {value!r} in {FILE}; expected the form {FORMS[key]}")


def _named(authors: list[dict[str, str]]) -> Iterator[Author]:
    """Yield the authors that have a name."""
    for author in (Author(**told) for told in authors):
        if bool(author.given) != bool(author.family):
            raise PuzzleError(f"found an author with half a name in {FILE}; expected `given` and `family`")
        if author.given:
            yield author
