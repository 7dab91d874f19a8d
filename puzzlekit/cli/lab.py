"""`puzzlekit lab`: the notebooks in JupyterLab."""

import argparse
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from puzzlekit import lab
from puzzlekit.cli.shared import SOLVED
from puzzlekit.errors import PuzzleError

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
FIRST = "01_introduction.ipynb"  # what a newcomer sees


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    start = commands.add_parser(
        "lab",
        help="open the notebooks in JupyterLab",
        description="Start JupyterLab on the course's notebooks, on this machine only and with its token.",
        epilog="Options that are not listed here go to JupyterLab, such as --no-browser or --port 9999.",
    )
    start.set_defaults(run=run, passes_on=True)


def run(options: argparse.Namespace, others: Sequence[str] = ()) -> int:
    """Start JupyterLab in this process; `others` are its own options."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise PuzzleError("JupyterLab is not installed; expected the extra `lab`, as `uv run puzzlekit lab` brings it")
    arguments = [str(NOTEBOOKS), "--ip=127.0.0.1", f"--LabApp.default_url=/lab/tree/{FIRST}"]
    if getattr(os, "geteuid", lambda: 1)() == 0:
        print("puzzlekit: you are root, where JupyterLab refuses to start; passing --allow-root", file=sys.stderr)
        arguments.append("--allow-root")
    os.environ.update(lab.environment())
    with options.importing():
        from jupyterlab.labapp import LabApp
    LabApp.launch_instance([*arguments, *others])  # in this process: a server of its own might outlive it
    return SOLVED
