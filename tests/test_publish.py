"""`publish.toml` holds what only a publisher knows; `tools/publish.py` writes it everywhere and lists what is empty."""

import shutil
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import publish as tool
import pytest
import yaml

from puzzlekit.core.errors import PuzzleError

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "tests" / "data" / "publish.toml"
NOTEBOOK = "notebooks/12_conclusion.ipynb"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The files that repeat publish.toml, and one notebook, with nothing filled in."""
    for name in {place[0] for place in tool.PLACES} | {NOTEBOOK}:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    tell(tmp_path, 'version = "0.9.0"')
    assert tool.main("fill", tmp_path) == 0
    return tmp_path


def tell(clone: Path, *lines: str) -> None:
    (clone / "publish.toml").write_text("\n".join(lines), encoding="utf-8")


def text(clone: Path, name: str) -> str:
    return (clone / name).read_text(encoding="utf-8")


def colab_cell(clone: Path) -> str:
    return str(nbformat.read(clone / NOTEBOOK, as_version=4).cells[1].source)


def test_every_file_here_says_what_publish_toml_says() -> None:
    """If not: `python tools/publish.py fill`."""
    assert list(tool.stale(tool.published.load(), ROOT)) == []


def test_the_check_lists_what_is_empty(clone: Path, capsys: Any) -> None:
    assert tool.main("check", clone) == 1
    listed = [line.rpartition(": ")[2] for line in capsys.readouterr().out.splitlines()]
    assert listed == ["released", "name", "repository", "issues", "site", "contact", "doi", "authors"]


def test_the_check_is_green_once_the_example_is_filled_in(clone: Path, capsys: Any) -> None:
    before = {name: text(clone, name) for name in {place[0] for place in tool.PLACES}}
    shutil.copy(EXAMPLE, clone / "publish.toml")
    assert tool.main("check", clone) == 1  # the files say nothing of it yet
    assert tool.main("fill", clone) == 0
    capsys.readouterr()
    assert tool.main("check", clone) == 0
    everything = "".join(text(clone, name) for name in before) + colab_cell(clone)
    known = tool.published.load(clone)
    values = [str(value) for key, value in vars(known).items() if key != "authors"]
    values += [
        part for author in known.authors for part in (author.given, author.family, author.affiliation, author.orcid)
    ]
    assert [value for value in values if value not in everything] == []
    tell(clone, 'version = "0.9.0"')  # and all of it can be taken back
    assert tool.main("fill", clone) == 0
    assert {name: text(clone, name) for name in before} == before


def test_the_check_asks_for_each_authors_affiliation(clone: Path, capsys: Any) -> None:
    tell(clone, 'version = "0.9.0"', '[[authors]]\ngiven = "Ada"\nfamily = "Example"')
    assert tool.main("check", clone) == 1
    assert "publish.toml does not say: affiliation of Example" in capsys.readouterr().out.splitlines()


def test_what_is_filled_in_can_be_read_by_machines(clone: Path) -> None:
    shutil.copy(EXAMPLE, clone / "publish.toml")
    tool.main("fill", clone)
    known = tool.published.load(clone)
    project = tomllib.loads(text(clone, "pyproject.toml"))["project"]
    assert [author["name"] for author in project["authors"]] == ["Ada Example", "José Van Example"]
    assert project["urls"].keys() == {"Repository", "Issues", "Homepage"}
    assert "Development Status :: 5 - Production/Stable" in project["classifiers"]
    assert f"{project['name']}[engines]" in project["optional-dependencies"]["lab"]
    head = yaml.safe_load(text(clone, "paper/paper.md").split("---\n")[1])
    assert [place["name"] for place in head["affiliations"]] == [author.affiliation for author in known.authors]
    assert [author["affiliation"] for author in head["authors"]] == [place["index"] for place in head["affiliations"]]
    assert head["date"] == "1 March 2027"
    assert "doi = {10.5281/zenodo.1234567}" in text(clone, "paper/paper.bib")
    citation = yaml.safe_load(text(clone, "CITATION.cff"))
    assert [author["family-names"] for author in citation["authors"]] == ["Example", "Van Example"]
    assert str(citation["date-released"]) == "2027-03-01"
    (job,) = yaml.safe_load(text(clone, ".github/workflows/site.yml"))["jobs"].values()
    assert job["if"] == "github.repository == 'daily/puzzles'"
    assert len(text(clone, "README.md").split()) <= 700


@pytest.mark.parametrize("is_colab", [False, True])
@pytest.mark.parametrize("is_published", [False, True])
def test_a_notebook_installs_the_course_on_colab_alone_and_only_under_its_own_name(
    is_colab: bool, is_published: bool, clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    done: list[Any] = []
    shell = SimpleNamespace(run_line_magic=lambda *words: done.append(words))
    monkeypatch.setattr("sys.modules", {"google.colab": SimpleNamespace()} if is_colab else {})
    if is_published:
        shutil.copy(EXAMPLE, clone / "publish.toml")
        tool.main("fill", clone)
        capsys.readouterr()
    exec(colab_cell(clone), {"get_ipython": lambda: shell})
    wanted = [("pip", "install -q 'puzzles-by-optimization[engines]==1.0.0'")]
    assert done == (wanted if is_colab and is_published else [])
    told = capsys.readouterr().out
    assert ("the key `name` of publish.toml" in told) == bool(told) == (is_colab and not is_published)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('name = "Puzzles!"', "name"),
        ('site = "http://example.org"', "site"),
        ('contact = "me"', "contact"),
        ('adress = "https://example.org"', "adress"),
        ("doi = 10.5", "doi"),
        ('[[authors]]\ngiven = "Ada"', "half a name"),
        ('[[authors]]\nname = "Ada"', "name"),
        ("", "no version"),
    ],
)
def test_what_makes_no_sense_is_refused(line: str, found: str, tmp_path: Path) -> None:
    tell(tmp_path, 'version = "0.9.0"' * (found != "no version"), line)
    with pytest.raises(PuzzleError, match=found):
        tool.published.load(tmp_path)
