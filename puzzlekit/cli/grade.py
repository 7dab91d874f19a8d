"""`puzzlekit grade`: a folder of notebooks that were handed in, marked by the checks of their exercises."""

import argparse
import importlib.util
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from tqdm import tqdm

from puzzlekit.cli.shared import SOLVED, count, say, seconds
from puzzlekit.course import marking
from puzzlekit.course.marking import report
from puzzlekit.course.marking.run import Limits
from puzzlekit.errors import PuzzleError
from puzzlekit.installation import folder

WARNING = "grade runs strangers' code with your rights; use an account or a container that has nothing to lose"


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    grade = commands.add_parser(
        "grade",
        help="mark a folder of notebooks",
        description="Run each notebook's answers, ask the checks of the chapter as it was handed out, and print marks.",
        epilog=f"The names of the files hold the names of chapters, such as anna/03_sudoku.ipynb. Mind that {WARNING}.",
    )
    limits = Limits()
    grade.set_defaults(run=run)
    grade.add_argument("folder", metavar="FOLDER", type=Path, help="notebooks, in folders of their own or side by side")
    grade.add_argument("--csv", metavar="OUT", type=Path, help="write a row for each exercise to the table OUT")
    grade.add_argument("--pages", metavar="FOLDER", type=Path, help="write a page for each notebook")
    cell, notebook = f"seconds for a cell (default {limits.cell:g})", f"for a notebook (default {limits.notebook:g})"
    grade.add_argument("--cell-limit", metavar="S", type=seconds, default=limits.cell, help=cell)
    grade.add_argument("--notebook-limit", metavar="S", type=seconds, default=limits.notebook, help=notebook)
    grade.add_argument("--workers", metavar="N", type=count, default=1, help="notebooks at a time (default 1)")


def run(options: argparse.Namespace) -> int:
    """Mark all notebooks of the folder, and write what was asked for."""
    if importlib.util.find_spec("IPython") is None or importlib.util.find_spec("nbformat") is None:
        raise PuzzleError("IPython or nbformat is not installed; expected the extra `lab`")
    paths = sorted(path for path in options.folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
    if not paths:
        raise PuzzleError(f"found no notebooks in {options.folder}, expected files such as anna/03_sudoku.ipynb")
    say(WARNING, SOLVED)
    limits = Limits(options.cell_limit, options.notebook_limit)
    names = [path.relative_to(options.folder).with_suffix("").as_posix() for path in paths]
    marks = dict(zip(names, _marked(paths, limits, options.workers), strict=True))
    print(report.table(marks))
    if options.csv:
        report.write_csv(marks, options.csv)
    if options.pages:
        options.pages.mkdir(parents=True, exist_ok=True)
        for name, own in marks.items():
            page = report.page(name, own)
            (options.pages / f"{name.replace('/', '-')}.html").write_text(page, encoding="utf-8")
    return SOLVED


def _marked(paths: Sequence[Path], limits: Limits, workers: int) -> Iterator[list[marking.Mark] | str]:
    with ThreadPoolExecutor(workers) as pool:  # each waits for a process
        yield from tqdm(pool.map(partial(_mark, limits=limits), paths), total=len(paths), unit="notebook", disable=None)


def _mark(path: Path, limits: Limits) -> list[marking.Mark] | str:
    try:
        return marking.mark(path, folder("notebooks"), limits)
    except PuzzleError as error:
        return str(error)
