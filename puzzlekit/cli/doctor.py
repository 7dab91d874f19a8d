"""The command `puzzlekit doctor`: check whether everything that the course needs works on this machine, and print how
to repair what fails."""

import argparse
import platform
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from puzzlekit import __version__, bench
from puzzlekit.cli import machine
from puzzlekit.cli.shared import BAD, SOLVED
from puzzlekit.core import threads
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.installation import folder, is_clone

TINY = "tiny_4x4"  # a Sudoku
EXTRA = 'Run `uv sync` in a clone. Elsewhere run `pip install "FILE[{}]"`, where FILE is the wheel'


def add(commands: Any) -> None:
    """Add the command `doctor` to the parser."""
    doctor = commands.add_parser(
        "doctor",
        help="check that everything the course needs works here",
        description="Print the versions, solve a puzzle, make a board, start a thread, run a second engine, stop a"
        " solve in a kernel. For each failure, print what to do.",
        epilog="exit status: 0 everything works, 2 a check failed",
    )
    doctor.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print one line for each check. A failed check says how to repair the problem. Return the exit status."""
    failed = False
    with options.importing():
        for name, look, remedy in LOOKS:
            try:
                print(f"ok    {name}: {look()}", flush=True)
            except Exception as error:  # after any failure, the other checks still run
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
            raise PuzzleError(f"found different solutions of {name} and SCIP, expected the same solution")
    return f"the same solution, ortools {version('ortools')}, python-sat {version('python-sat')}"


def _lab() -> str:
    import ipykernel
    import jupyterlab

    return f"{jupyterlab.__version__}, kernel: ipykernel {ipykernel.__version__}"


# (name of a check, function that returns a sentence or raises an exception, remedy)
LOOKS: tuple[tuple[str, Callable[[], str], str], ...] = (
    ("system", machine.system, ""),
    ("Python", _python, "Install Python 3.11 or newer and make a new environment with it."),
    ("files", _files, "Install the wheel again, or use a clone: data and notebooks are missing."),
    ("paths", machine.paths, "Move the course into a folder with a short path of plain letters, such as C:\\course."),
    ("SCIP", _scip, f"{EXTRA.format('lab')}: PySCIPOpt brings SCIP with it."),
    ("board", _board, f"{EXTRA.format('lab')}; in a browser, load the page again."),
    ("threads", _thread, "Stop cannot end a solve here: every solve runs to its end or time limit. The rest works."),
    ("second engines", _engines, f"{EXTRA.format('engines')}; without these engines, comparisons are omitted."),
    ("fonts", machine.fonts, "Pictures show a box for this sign. Install Matplotlib again, which brings its fonts."),
    ("event loop", machine.event_loop, "A package replaced asyncio's event loop. Start Python without that package."),
    ("JupyterLab", _lab, f"{EXTRA.format('lab')}; in another editor, open the notebooks as usual."),
    ("Stop", machine.stop, "Give solves a time limit, and restart the kernel if a solve does not end."),
    ("browser", machine.browser, "Copy the address that `puzzlekit lab` prints into a browser."),
)
