"""The course from its wheel, in environments of their own outside of the clone: today's versions, the lowest ones that
pyproject.toml admits, and Colab's. All chapters run in each, in the slow run; in the usual one a chapter does."""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import reading

ROOT = Path(__file__).resolve().parents[1]

UV = os.environ.get("UV") or shutil.which("uv") or ""
BRING = """
import sys
from pathlib import Path
from puzzlekit.core.installation import folder, is_clone
from puzzlekit.cli.jupyter import copies
assert not is_clone()
copies.bring(folder("notebooks"), Path(sys.argv[1]))
"""
PYTHONS = {"lowest": "3.11", "colab": "3.13"}  # Colab's own, see tools/colab.txt
FOLDER = ROOT / "notebooks"
CHAPTERS = [path.relative_to(FOLDER) for own in ("*.ipynb", "solutions/*.ipynb") for path in sorted(FOLDER.glob(own))]
USUAL = "01_introduction.ipynb"

pytestmark = pytest.mark.skipif(not UV, reason="needs uv")


def uv(*words: object) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT")}
    done = subprocess.run([UV, *map(str, words)], cwd=ROOT, env=kept, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built by way of the source distribution, so that this is whole, too."""
    out = tmp_path_factory.mktemp("dist")
    uv("build", "--quiet", "--out-dir", out)
    (found,) = out.glob("*.whl")
    assert len([*out.glob("*.tar.gz")]) == 1
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The Python of an environment of this kind, which is made once."""

    @cache
    def python(kind: str) -> Path:
        folder = tmp_path_factory.mktemp(kind)
        own = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        uv("venv", "--quiet", "--clear", "--python", PYTHONS.get(kind, sys.executable), folder)
        install = ("pip", "install", "--quiet", "--python", own)
        if kind == "colab":
            uv(*install, f"{wheel}[engines]", "ipython", "--constraint", ROOT / "tools" / "colab.txt")
        elif kind == "lowest":
            uv(*install, "-r", ROOT / "pyproject.toml", "--extra", "lab", "--resolution", "lowest-direct")
            uv(*install, "--no-deps", wheel)
        else:
            uv(*install, f"{wheel}[lab]")
        return own

    return python


def test_the_wheel_has_all_files(wheel: Path) -> None:
    command = ["git", "ls-files", "puzzlekit", "data", "notebooks"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    expected = {name if name.startswith("puzzlekit/") else f"puzzlekit/{name}" for name in listed}
    found = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert found >= expected
    assert [name for name in found - expected if "checkpoint" in name or "__pycache__" in name] == []


def each() -> Iterator[Any]:
    """All chapters of each kind, of which the usual run takes one."""
    for kind in ("today", "lowest", "colab"):
        for name in CHAPTERS:
            marks = () if (kind, str(name)) == ("today", USUAL) else pytest.mark.slow
            yield pytest.param(kind, name, id=f"{kind}-{name}", marks=marks)


@pytest.mark.parametrize(("kind", "name"), list(each()))
@pytest.mark.full
def test_a_chapter_runs_from_the_wheel(kind: str, name: Path, installed: Callable[[str], Path], tmp_path: Path) -> None:
    python = installed(kind)
    done = subprocess.run([python, "-c", BRING, "mine"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert reading.once(tmp_path / "mine" / name, python=python) == []
