"""`puzzlekit doctor` and `--version`: what works is told, and what is broken comes with what to do."""

import asyncio
import sys
import webbrowser
from typing import Any

import pytest

from puzzlekit import __version__, cli
from puzzlekit.cli import doctor, machine
from puzzlekit.cli.shared import BAD, SOLVED
from puzzlekit.core import threads

NAMES = [name for name, _, _ in doctor.LOOKS]


def told(capsys: Any) -> tuple[int, list[str]]:
    return cli.main(["doctor"]), capsys.readouterr().out.splitlines()


def test_here_all_is_well(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "BROWSERS", ("python3",))  # which tells its version, too
    status, lines = told(capsys)
    assert status == SOLVED, lines
    assert [line.split(":")[0] for line in lines] == [f"ok    {name}" for name in NAMES]
    assert all(word in "".join(lines) for word in (__version__, "PySCIPOpt", "ipykernel", "anywidget", "ortools"))


@pytest.mark.usefixtures("no_loop")
def test_an_event_loop_may_run_already() -> None:
    async def asked() -> str:
        return machine.event_loop()

    assert asyncio.run(asked()) == machine.event_loop()


def no_browser() -> None:
    raise webbrowser.Error("no browser")


SWALLOWS = """
import time
try:
    print("solving", flush=True)
    while True:
        time.sleep(0.01)
except KeyboardInterrupt:
    pass
"""


BROKEN: list[tuple[str, list[tuple[Any, str, Any]]]] = [  # what fails, where something is set
    ("threads", [(threads, "can_start", lambda: False)]),
    ("second engines", [(sys.modules, "ortools.sat.python", None)]),
    ("browser", [(machine, "BROWSERS", ()), (machine, "APPLICATIONS", ()), (webbrowser, "get", no_browser)]),
    ("fonts", [(machine, "SIGNS", "\U0010fffd")]),
    ("paths", [(machine, "WINDOWS", True), (machine, "LONGEST_PATH", 5)]),
    ("paths", [
        (machine, "PACKAGE", machine.PACKAGE / "Jürgen"),
        (machine.locale, "getencoding", lambda: "cp1252"),
        (machine, "READS_UTF8", False),
    ]),
    ("Stop", [(machine, "HARD", SWALLOWS)]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "settings"), BROKEN)
def test_what_is_broken_comes_with_what_to_do(name: str, settings: list, capsys: Any, monkeypatch: Any) -> None:
    (look,) = [look for look in doctor.LOOKS if look[0] == name]
    monkeypatch.setattr(doctor, "LOOKS", (doctor.LOOKS[0], look, doctor.LOOKS[1]))
    for where, key, value in settings:
        (monkeypatch.setitem if where is sys.modules else monkeypatch.setattr)(where, key, value)
    status, lines = told(capsys)
    assert status == BAD
    assert lines[1].startswith(f"FAILS {name}: ")
    assert lines[2].strip() == look[2]
    assert lines[3].startswith("ok ")  # the other looks go on


@pytest.mark.parametrize("system", ["WINDOWS", "MACOS"])
def test_no_browser_is_started_to_tell_its_version(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows, and on macOS where a browser lies among the applications, it would open a window."""
    for name in ("WINDOWS", "MACOS"):
        monkeypatch.setattr(machine, name, name == system)
    monkeypatch.setattr(machine, "which", lambda name: f"/programs/{name}.exe" if system == "WINDOWS" else None)
    monkeypatch.setattr(machine.Path, "exists", lambda path: path.name == "Safari.app")
    monkeypatch.setattr(machine.subprocess, "run", None)
    assert machine.browser() == ", ".join(machine.BROWSERS if system == "WINDOWS" else ["Safari"])


def test_the_version_is_told(capsys: Any) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["--version"])
    assert not end.value.code
    assert capsys.readouterr().out == f"puzzlekit {__version__}\n"
