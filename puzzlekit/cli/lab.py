"""The command `puzzlekit lab`: open the notebooks in JupyterLab."""

import argparse
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from puzzlekit.cli import jupyter
from puzzlekit.cli.jupyter import copies
from puzzlekit.cli.shared import SOLVED
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.installation import folder, is_clone

FIRST = "01_introduction.ipynb"  # the notebook that JupyterLab opens first


def add(commands: Any) -> None:
    """Add the command `lab` to the parser."""
    start = commands.add_parser(
        "lab",
        help="open the notebooks in JupyterLab",
        description="Start JupyterLab on the course's notebooks. The server accepts only this machine and its token. A"
        " clone opens its own notebooks. Elsewhere they are copied first. A changed notebook is never overwritten.",
        epilog="Options that are not listed here go to JupyterLab, such as --no-browser or --port 9999.",
    )
    start.set_defaults(run=run, passes_on=True)
    start.add_argument("--folder", type=Path, help=f"folder of the copies (default: ./{copies.FOLDER})")
    start.add_argument("--update", action="store_true", help="copy new versions, beside the notebooks that you changed")


def run(options: argparse.Namespace, others: Sequence[str] = ()) -> int:
    """Run JupyterLab in this process until it ends, and return the exit status; `others` are JupyterLab's own options.
    Raises PuzzleError if JupyterLab is not installed."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise PuzzleError('JupyterLab is not installed; run `uv sync` in a clone, otherwise pip install "WHEEL[lab]"')
    arguments = [str(_notebooks(options)), "--ip=127.0.0.1", f"--LabApp.default_url=/lab/tree/{FIRST}"]
    if getattr(os, "geteuid", lambda: 1)() == 0:
        print("puzzlekit: JupyterLab refuses to start as root; passing --allow-root", file=sys.stderr)
        arguments.append("--allow-root")
    os.environ.update(jupyter.environment())
    with options.importing():
        from jupyterlab.labapp import LabApp
    LabApp.launch_instance([*arguments, *others])  # in this process: a separate server might outlive the command
    return SOLVED


def _notebooks(options: argparse.Namespace) -> Path:
    """Return the folder to open: the clone's notebooks, or the reader's copies. First make missing copies; with
    `--update`, also copy newer versions."""
    if is_clone() and options.folder is None:
        if options.update:
            raise PuzzleError("found --update in a clone, where git updates notebooks; add --folder")
        return folder("notebooks")
    target = Path(copies.FOLDER) if options.folder is None else options.folder
    for told in copies.bring(folder("notebooks"), target, update=options.update):
        print(f"puzzlekit: {told}", file=sys.stderr)
    return target.resolve()
