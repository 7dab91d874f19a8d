"""Copies of the notebooks outside of a clone: what a reader changed is never written over, updates come beside it."""

import json
from pathlib import Path

import pytest

from puzzlekit import __version__, cli
from puzzlekit.cli.jupyter import copies
from puzzlekit.cli.shared import BAD, SOLVED
from puzzlekit.core import installation
from puzzlekit.core.errors import PuzzleError

NAMES = ["01.ipynb", "02.ipynb", "glossary.md", "solutions/01.ipynb"]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return published(tmp_path / "source", "old")


@pytest.fixture
def target(source: Path, tmp_path: Path) -> Path:
    """A folder with copies of this version."""
    assert copies.bring(source, tmp_path / "mine") == []
    return tmp_path / "mine"


def published(folder: Path, text: str) -> Path:
    for name in NAMES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{text} {name}\n", encoding="utf-8")
    return folder


def found(folder: Path) -> dict[str, str]:
    copied = (path for kind in copies.KINDS for path in folder.rglob(f"*{kind}*"))  # half a one, too
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in copied}


@pytest.fixture
def newer(source: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies were made of this version, and there is another one."""
    monkeypatch.setattr(copies, "__version__", "99.0.0")
    return published(source, "new")


def test_all_notebooks_are_copied(source: Path, target: Path) -> None:
    assert found(target) == found(source)


def test_what_was_changed_stays_and_what_was_lost_comes_again(source: Path, target: Path) -> None:
    (target / "01.ipynb").write_text("mine", encoding="utf-8")
    (target / "02.ipynb").unlink()
    assert copies.bring(source, target) == []
    assert found(target) == found(source) | {"01.ipynb": "mine"}


def test_a_newer_version_comes_only_when_it_is_asked_for(newer: Path, target: Path) -> None:
    before = found(target)
    (told,) = copies.bring(newer, target)
    assert __version__ in told
    assert "--update" in told
    assert found(target) == before


def test_an_update_comes_beside_what_was_changed(newer: Path, target: Path) -> None:
    (target / "01.ipynb").write_text("mine", encoding="utf-8")
    (target / "02.ipynb").write_text("old 02.ipynb", encoding="utf-8")  # as JupyterLab saves what is only read
    (told,) = copies.bring(newer, target, update=True)
    assert "01-99.0.0.ipynb" in told
    assert found(target) == found(newer) | {"01.ipynb": "mine", "01-99.0.0.ipynb": "new 01.ipynb\n"}
    assert copies.bring(newer, target) == copies.bring(newer, target, update=True) == []
    (target / "01-99.0.0.ipynb").write_text("mine, too", encoding="utf-8")
    copies.bring(newer, target, update=True)
    assert found(target)["01-99.0.0.ipynb"] == "mine, too"


def test_a_notebook_that_nobody_copied_is_the_readers(newer: Path, tmp_path: Path) -> None:
    """Such as that of an older clone, or of a folder without notes."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own/01.ipynb").write_text("old 01.ipynb\n", encoding="utf-8")
    copies.bring(newer, tmp_path / "own", update=True)
    assert found(tmp_path / "own")["01.ipynb"] == "old 01.ipynb\n"


def test_half_a_notebook_is_not_left(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Path, content: bytes) -> int:
        with open(self, "wb") as file:
            file.write(content[:2])
        raise OSError("the disk is full")

    with monkeypatch.context() as full:
        full.setattr(Path, "write_bytes", fail)
        with pytest.raises(OSError, match="full"):
            copies.bring(source, tmp_path / "mine")
    copies.bring(source, tmp_path / "mine")
    (tmp_path / "mine/01.ipynb.part").unlink(missing_ok=True)
    assert found(tmp_path / "mine") == found(source)


def test_an_installation_without_notebooks_says_so(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=r"found no notebooks in .*; expected an"):
        copies.bring(tmp_path / "none", tmp_path / "mine")
    assert not (tmp_path / "mine").exists()


# The command


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What JupyterLab is told to open, called from an empty folder."""
    told: list[str] = []
    monkeypatch.setattr("jupyterlab.labapp.LabApp.launch_instance", lambda arguments: told.append(arguments[0]))
    monkeypatch.chdir(tmp_path)
    return told


def test_outside_of_a_clone_copies_are_opened(
    opened: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzlekit.cli.lab.is_clone", lambda: False)
    assert cli.main(["lab"]) == SOLVED
    assert cli.main(["lab", "--folder", "mine", "--update", "--no-browser"]) == SOLVED
    assert opened == [str((tmp_path / name).resolve()) for name in (copies.FOLDER, "mine")]
    assert (tmp_path / copies.FOLDER / cli.lab.FIRST).read_bytes() == (
        installation.folder("notebooks") / cli.lab.FIRST
    ).read_bytes()
    assert json.loads((tmp_path / "mine" / copies.NOTES).read_text())["version"]


def test_in_a_clone_its_own_are_opened_unless_a_folder_is_named(opened: list[str], tmp_path: Path) -> None:
    assert cli.main(["lab"]) == SOLVED
    assert cli.main(["lab", "--folder", "mine"]) == SOLVED
    assert cli.main(["lab", "--update"]) == BAD
    assert opened == [str(installation.folder("notebooks")), str(tmp_path / "mine")]


def test_files_are_found_inside_the_package_or_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "PACKAGE", tmp_path / "puzzlekit")
    assert installation.folder("data") == tmp_path / "data"
    (tmp_path / "puzzlekit/data").mkdir(parents=True)
    assert installation.folder("data") == tmp_path / "puzzlekit/data"
    assert not installation.is_clone()
