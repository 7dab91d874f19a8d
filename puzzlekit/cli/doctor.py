"""The command `puzzlekit doctor`: check whether this machine has all that the course needs, and say what to do."""

import argparse
import platform
import subprocess
import webbrowser
from collections.abc import Callable
from importlib.metadata import version
from shutil import which
from typing import Any

from puzzlekit import __version__, bench
from puzzlekit.cli.shared import BAD, SOLVED
from puzzlekit.core import threads
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.installation import folder, is_clone

TINY = "tiny_4x4"  # a Sudoku
EXTRA = "pip install 'daily-paper-puzzles[{}]'"
BROWSERS = ("firefox", "chromium", "google-chrome", "chrome", "msedge")
PATIENCE = 10  # seconds for a browser to print its version


def add(commands: Any) -> None:
    """Add the command `doctor` to the parser."""
    doctor = commands.add_parser(
        "doctor",
        help="look whether all that the course needs works here",
        description="Tell the versions, solve a puzzle, make a board, start a thread and ask a second engine; where"
        " something fails, say what to do.",
        epilog="exit status: 0 all is well, 2 something is to be done",
    )
    doctor.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a line for each check; a failed check says what to do."""
    failed = False
    with options.importing():
        for name, look, remedy in LOOKS:
            try:
                print(f"ok    {name}: {look()}", flush=True)
            except Exception as error:  # whatever is broken, the other checks run
                failed = True
                print(f"FAILS {name}: {error or type(error).__name__}\n      {remedy}", flush=True)
    return BAD if failed else SOLVED


def _python() -> str:
    return f"{platform.python_version()}, puzzlekit {__version__} {'in a clone' if is_clone() else 'installed'}"


def _files() -> str:
    count = sum(len(bench.find_package(name).names()) for name in ("sudoku", "hashi"))
    chapters = sum(1 for _ in folder("notebooks").glob("*.ipynb"))
    if not chapters:
        raise PuzzleError(f"found no chapters in {folder('notebooks')}")
    return f"{chapters} chapters, {count} Sudoku and Hashi puzzles"


def _scip() -> str:
    sudoku = bench.find_package("sudoku")
    puzzle = sudoku.load(TINY)
    if sudoku.violations(puzzle, sudoku.solve(puzzle)):
        raise PuzzleError("SCIP's solution violates a rule")
    built = sudoku.FORMULATIONS["assignment"](puzzle)
    own = built.model.version()
    built.free()
    return f"a puzzle solved by SCIP {own}, PySCIPOpt {version('pyscipopt')}"


def _board() -> str:
    sudoku = bench.find_package("sudoku")
    sudoku.board(sudoku.load(TINY))
    return f"made, anywidget {version('anywidget')}, ipywidgets {version('ipywidgets')}"


def _thread() -> str:
    if not threads.can_start():
        raise PuzzleError("no thread can be started")
    return "started"


def _engines() -> str:
    sudoku = bench.find_package("sudoku")
    puzzle = sudoku.load(TINY)
    for name in ("cp_sat", "cadical"):
        if sudoku.ENGINES[name](puzzle).solutions != (sudoku.solve(puzzle),):
            raise PuzzleError(f"{name} has another solution than SCIP")
    return f"asked, ortools {version('ortools')}, python-sat {version('python-sat')}"


def _lab() -> str:
    import ipykernel
    import jupyterlab

    return f"{jupyterlab.__version__}, kernel: ipykernel {ipykernel.__version__}"


def _browser() -> str:
    """Return the version of each installed browser, or the name of the one that JupyterLab would open."""
    told = []
    for path in filter(None, map(which, BROWSERS)):
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=PATIENCE, check=False)
        told += done.stdout.strip().splitlines()[:1]
    if not told:
        told = [type(webbrowser.get()).__name__]  # macOS and Windows have a default browser
    return ", ".join(told)


LOOKS: tuple[tuple[str, Callable[[], str], str], ...] = (
    ("Python", _python, "Install Python 3.11 or newer and make a new environment with it."),
    ("files", _files, "Install the wheel again, or use a clone: data and notebooks are missing."),
    ("SCIP", _scip, f"Install PySCIPOpt again: {EXTRA.format('lab')}; it brings SCIP with it."),
    ("board", _board, f"{EXTRA.format('lab')}; in a browser, load the page again."),
    ("threads", _thread, "Solves run to their end or their limit: Stop does not reach them. Else nothing is lost."),
    ("second engines", _engines, f"{EXTRA.format('engines')}; without them, comparisons are left out."),
    ("JupyterLab", _lab, f"{EXTRA.format('lab')}; elsewhere open the notebooks as you are used to."),
    ("browser", _browser, "Copy the address that `puzzlekit lab` prints into a browser."),
)
