"""The ways to set the course up agree with each other, and the code keeps the project's own rules."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from patience import limit

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMMANDS = ("-m pip install uv", "-m uv run puzzlekit lab", "-m uv run pytest")
# Of these signs no shell makes anything else: bash, zsh, PowerShell, cmd. A comma without quotes would be two words.
EVERY_SHELL = re.compile(r'(?:[\w ./=-]|"[\w ,.-]*")+')


def test_what_checks_our_javascript_says_nothing_of_that_of_others() -> None:
    """A `type` here would hold for all scripts below: JupyterLab's own, in the folder's environment, would not run."""
    assert "type" not in json.loads((ROOT / "package.json").read_text(encoding="utf-8"))


def by_name(texts: list[str]) -> dict[str, SpecifierSet]:
    requirements = [Requirement(text) for text in texts]
    return {canonicalize_name(found.name): found.specifier for found in requirements}


def wanted_by_uv() -> dict[str, SpecifierSet]:
    """What `uv run` installs: the package's own requirements and those of the extras in the `dev` group."""
    (everything,) = PROJECT["dependency-groups"]["dev"]
    return by_name([*PROJECT["project"]["dependencies"], *in_extras(everything)])


def in_extras(text: str) -> Iterator[str]:
    """What stands in the extras that a requirement of the package itself names, and in those that they name."""
    wanted = Requirement(text)
    if wanted.name != PROJECT["project"]["name"]:
        yield text
        return
    for name in wanted.extras:
        for one in PROJECT["project"]["optional-dependencies"][name]:
            yield from in_extras(one)


def test_conda_installs_what_uv_installs_and_the_package_itself() -> None:
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    assert environment["name"] == "puzzlekit"
    assert environment["channels"] == ["conda-forge"]
    listed = by_name([line for line in environment["dependencies"] if isinstance(line, str)])
    assert listed.pop("python") == SpecifierSet(PROJECT["project"]["requires-python"])
    assert listed.pop("pip") == SpecifierSet()
    (pip,) = (entry["pip"] for entry in environment["dependencies"] if isinstance(entry, dict))
    *others, itself = pip
    assert itself == "-e ."
    from_pip = by_name(others)
    assert not listed.keys() & from_pip.keys()
    assert listed | from_pip == wanted_by_uv()


def test_every_requirement_has_two_ends() -> None:
    """Without an upper end, a release of others breaks the course on the day when it comes out."""
    asked = wanted_by_uv() | by_name(PROJECT["build-system"]["requires"])
    asked["python"] = SpecifierSet(PROJECT["project"]["requires-python"])
    for name, specifier in asked.items():
        assert {part.operator for part in specifier} == {">=", "<"}, name


def commands(python: str) -> list[str]:
    """The README's commands for this name of Python, without the name."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^{python}( .*)$", text, re.MULTILINE)


def test_the_readme_has_the_commands_for_every_shell() -> None:
    """Windows has `py`, and its `python3` opens the Store."""
    assert commands("python3") == commands("py")
    assert {command.strip() for command in commands("py")} > {*COMMANDS}
    assert [command for command in commands("py") if not EVERY_SHELL.fullmatch(command)] == []


@pytest.mark.parametrize("shell", ["bash, zsh", "PowerShell", "cmd"])
def test_a_shells_commands_are_those_of_the_readme(shell: str) -> None:
    text = (ROOT / "docs" / "starting.md").read_text(encoding="utf-8")
    (cell,) = re.findall(rf"^\| {shell} \| (.*?) \|", text, re.MULTILINE)
    told = re.findall(r"`(.*?)`", cell)
    assert told == [f"{'python3' if shell == 'bash, zsh' else 'py'} {command}" for command in COMMANDS[:2]]


@pytest.mark.parametrize(
    "path", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda path: path.name
)
def test_a_document_names_files_that_exist(path: Path) -> None:
    places = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", path.read_text(encoding="utf-8"))
    assert places
    assert [place for place in places if not (path.parent / place).exists()] == []


def test_the_readme_fits_on_a_screen_and_leads_on() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 700
    text += (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert all(f"docs/{path.name}" in text for path in (ROOT / "docs").glob("*.md"))


def test_git_ignores_what_belongs_to_one_machine() -> None:
    for name in ("uv.lock", ".venv/x", "puzzlekit/__pycache__/x", "notebooks/.ipynb_checkpoints/x"):
        assert subprocess.run(["git", "check-ignore", "-q", name], cwd=ROOT).returncode == 0, name


def test_the_paper_is_as_long_as_the_journal_wants_and_cites_what_is_listed() -> None:
    text, listed = ((ROOT / "paper" / f"paper.{kind}").read_text(encoding="utf-8") for kind in ("md", "bib"))
    assert 800 <= len(text.split("---\n", 2)[2].split()) <= 1000
    assert {*re.findall(r"@(\w+)[;\]]", text)} == {*re.findall(r"^@\w+\{(\w+),", listed, re.MULTILINE)}


def test_names_of_files_are_names_on_every_system() -> None:
    """Windows and macOS take `A` for `a`; Windows knows devices by name, and paths of 259 characters."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    names = listed.removesuffix("\0").split("\0")
    assert len({name.casefold() for name in names}) == len(names)
    reserved = re.compile(r"(?i)(^|/)(con|prn|aux|nul|com\d|lpt\d)(\.|/|$)|[<>:\"|?*\\]|[ .](/|$)|[^ -~]")
    assert [name for name in names if reserved.search(name) or len(name) > 120] == []


def test_pre_commit_needs_no_download() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repository["repo"] for repository in hooks["repos"]] == ["local"]
    assert {hook["language"] for hook in hooks["repos"][0]["hooks"]} == {"system"}


@pytest.mark.skipif(sys.platform == "win32", reason="a script for bash")
def test_ci_runs_the_readmes_command() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", script]).returncode == 0
    text = script.read_text(encoding="utf-8")
    assert "python3 -m pip install uv" in text
    assert re.search(r"run pytest\b", text)
    assert re.search(r"run mypy\b", text)


# PLW1514: a file is opened with its encoding, which is another one on each system
@pytest.mark.parametrize("check", ["ruff check", "ruff format --check", "ruff check --preview --select PLW1514"])
def test_the_code_keeps_the_rules(check: str) -> None:
    ended = subprocess.run([sys.executable, "-m", *check.split()], cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_every_folder_of_data_says_where_it_comes_from() -> None:
    told = (ROOT / "data" / "SOURCES.md").read_text(encoding="utf-8")
    own = [path.name for path in (ROOT / "data").iterdir() if path.is_dir() and not (path / "SOURCES.md").exists()]
    assert [name for name in own if f"`{name}/`" not in told] == []


def test_binder_and_lite_install_the_package_and_what_it_needs() -> None:
    """Of a kernel in a page, pip takes the package alone: all that it needs is named."""
    binder = yaml.safe_load((ROOT / ".binder" / "environment.yml").read_text(encoding="utf-8"))
    (pip,) = (entry["pip"] for entry in binder["dependencies"] if isinstance(entry, dict))
    assert pip == ["-e ..[lab]"]
    assert any(re.fullmatch(r"python=3\.\d+", str(line)) for line in binder["dependencies"])  # Binder reads no range
    lite = yaml.safe_load((ROOT / "lite" / "environment.yml").read_text(encoding="utf-8"))
    needed = by_name(PROJECT["project"]["dependencies"]).keys() - {"python-sat"}  # it has no build there: SCIP answers
    assert needed <= {*lite["dependencies"][:-1]}


def test_a_hosted_run_does_what_ci_does() -> None:
    commands = hosted("ci", "whole")
    assert commands[0] == "bash .ci/run"
    assert "uv build" in commands[1]
    assert commands[2].endswith("tools/publish.py check")


def test_a_hosted_run_tries_every_system_and_version() -> None:
    told = SpecifierSet(PROJECT["project"]["requires-python"])
    matrix = workflow("ci")["quick"]["strategy"]["matrix"]
    assert {system.partition("-")[0] for system in matrix["system"]} == {"ubuntu", "macos", "windows"}
    assert matrix["python"] == [f"3.{minor}" for minor in range(50) if f"3.{minor}" in told]
    commands = hosted("ci", "quick")
    assert commands[1:] == ["python -m uv run puzzlekit doctor", "python -m uv run pytest"]


def test_a_hosted_run_publishes_the_site_as_it_is_told() -> None:
    readme = (ROOT / "docs" / "starting.md").read_text(encoding="utf-8")
    told = re.search(r"`(npm install .*?) && (uv run .*? export site)` writes\n`dist/site`", readme)
    assert told
    commands = hosted("site", "publish")
    assert commands[0] == told[1]
    assert commands[1].endswith(told[2])


def workflow(name: str) -> dict[str, Any]:
    """The jobs of a workflow."""
    text = (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")
    return dict(yaml.safe_load(text)["jobs"])


def hosted(name: str, job: str) -> list[str]:
    """The commands of a job."""
    return [step["run"] for step in workflow(name)[job]["steps"] if "run" in step]


def test_no_two_files_of_the_tests_have_one_name() -> None:
    """They are imported by their names alone, and the first one found would stand for both."""
    names = [path.name for path in (ROOT / "tests").rglob("*.py") if path.name != "conftest.py"]
    assert sorted(names) == sorted(set(names))


def test_of_a_test_that_is_marked_once_each_kind_has_one_usual_case(request: pytest.FixtureRequest) -> None:
    usual = list[tuple]()
    for item in request.session.items:
        mark = item.get_closest_marker("once")
        if mark and not {"slow", "full"} & {own.name for own in item.iter_markers()}:
            usual.append((item.nodeid.partition("[")[0], *(item.callspec.params[name] for name in mark.args)))
    assert len({*usual}) == len(usual)


def test_the_limits_of_notebooks_scale_as_all_others(pytestconfig: pytest.Config) -> None:
    told = re.search(r"--nbval-cell-timeout=(\d+)", PROJECT["tool"]["pytest"]["ini_options"]["addopts"])
    given = pytestconfig.getoption("nbval_cell_timeout")
    assert told
    assert given in (0, limit(float(told[1])))  # 0: without nbval
