"""What a package offers is imported when it is first used, and nothing takes its place."""

import importlib
import inspect
import subprocess
import sys
from types import ModuleType

import pytest
from patience import PATIENCE

from puzzlekit import PUZZLES

HEAVY = ("matplotlib", "networkx", "pyscipopt", "numpy", "IPython", "anywidget", "joblib", "ortools", "pysat")
LIGHT = {
    "import": "import puzzlekit.{room}",
    "parse": "from puzzlekit import {room}; {room}.load({room}.names()[0])",
    "step": "from puzzlekit.reasoning import answers; from puzzlekit import {room}\n"
    "answers.next_step({room}.load({room}.names()[0]))",
}


def loaded(code: str) -> set[str]:
    """The heavy libraries that Python has loaded after some code."""
    code += f"\nimport sys; print(*sorted(sys.modules.keys() & set({HEAVY})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    return {*done.stdout.splitlines()[-1].split()}


@pytest.mark.parametrize("what", LIGHT)
@pytest.mark.parametrize("room", PUZZLES)
@pytest.mark.once("what")
def test_no_library_is_loaded_before_it_is_needed(room: str, what: str) -> None:
    assert loaded(LIGHT[what].format(room=room)) == set()


def test_a_command_loads_what_it_needs() -> None:
    solve = "from puzzlekit import cli; cli.main(['solve', 'sudoku', {name!r}])"
    assert loaded(solve.format(name="hard_1")) == {"pyscipopt", "numpy", "pysat"}
    assert loaded(solve.format(name="tiny_4x4")) == {"pyscipopt", "numpy"}  # deduction settles it
    assert loaded("from puzzlekit import cli\ntry: cli.main(['--version'])\nexcept SystemExit: pass") == set()


@pytest.mark.parametrize("room", PUZZLES)
def test_a_module_never_stands_for_the_function_of_its_name(room: str) -> None:
    package = importlib.import_module(f"puzzlekit.{room}")
    for name in ("solve", "draw", "deduce", "generate"):
        module = importlib.import_module(f"puzzlekit.{room}.{name}")
        assert getattr(package, name) == getattr(module, name)
        assert isinstance(sys.modules[f"puzzlekit.{room}.{name}"], ModuleType)


@pytest.mark.parametrize("room", [*PUZZLES, "board"])
def test_what_is_offered_is_there_documented_and_completed(room: str) -> None:
    package = importlib.import_module(f"puzzlekit.{room}")
    offered = [name for name in dir(package) if not name.startswith("_")]
    assert offered
    assert offered == package.__all__
    for name in offered:
        value = getattr(package, name)
        assert not isinstance(value, ModuleType)
        assert inspect.getdoc(value) or not callable(value)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = package.nothing


def test_a_module_of_a_package_is_found_by_its_name() -> None:
    assert loaded("from puzzlekit import sudoku; print(sudoku.puzzle.Geometry, sudoku.model_assignment.build)")
