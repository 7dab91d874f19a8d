"""`puzzlekit doctor` and `--version`: what works is told, and what is broken comes with what to do."""

import sys
import webbrowser
from typing import Any

import pytest

from puzzlekit import __version__, cli
from puzzlekit.cli import doctor
from puzzlekit.cli.shared import BAD, SOLVED
from puzzlekit.core import threads

NAMES = [name for name, _, _ in doctor.LOOKS]


def told(capsys: Any) -> tuple[int, list[str]]:
    status = cli.main(["doctor"])
    return status, capsys.readouterr().out.splitlines()


def test_here_all_is_well(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "BROWSERS", ("python3",))  # which tells its version, too
    status, lines = told(capsys)
    assert status == SOLVED
    assert [line.split(":")[0] for line in lines] == [f"ok    {name}" for name in NAMES]
    assert all(word in "".join(lines) for word in (__version__, "PySCIPOpt", "ipykernel", "anywidget", "ortools"))


def no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "can_start", lambda: False)


def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)


def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "BROWSERS", ())

    def get() -> None:
        raise webbrowser.Error("no browser")

    monkeypatch.setattr(webbrowser, "get", get)


@pytest.mark.parametrize(
    ("broken", "name"),
    [(no_thread, "threads"), (no_engine, "second engines"), (no_browser, "browser")],
)
def test_what_is_broken_comes_with_what_to_do(broken: Any, name: str, capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(doctor, "BROWSERS", ("python3",))
    broken(monkeypatch)
    status, lines = told(capsys)
    assert status == BAD
    (place,) = [number for number, line in enumerate(lines) if line.startswith("FAILS")]
    assert lines[place].startswith(f"FAILS {name}: ")
    assert lines[place + 1].strip() == next(remedy for one, _, remedy in doctor.LOOKS if one == name)


def test_the_version_is_told(capsys: Any) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["--version"])
    assert not end.value.code
    assert capsys.readouterr().out == f"puzzlekit {__version__}\n"
