"""The command `puzzlekit bench`: measure formulations and engines side by side, in one run."""

import argparse
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tqdm import tqdm

from puzzlekit import PUZZLES, bench
from puzzlekit.cli.shared import SOLVED, add_type, count, find_text, find_type, seconds
from puzzlekit.core.errors import PuzzleError, counted
from puzzlekit.course.results import Results


def add(commands: Any) -> None:
    """Add the command `bench` to the parser."""
    measure = commands.add_parser(
        "bench",
        help="measure formulations and engines on the same puzzles",
        description="Measure formulations and engines on the same instances in one run, one row per measurement.",
        epilog="If the run is cut short (Ctrl-C, a full disk), OUT keeps the rows of all finished instances and of all"
        " earlier runs. An earlier run NAME stays until the new run has ended; until then, the new run is NAME.part.",
    )
    measure.set_defaults(run=run)
    add_type(measure)
    measure.set_defaults(puzzle=None)
    measure.add_argument("--instances", metavar="PATH", nargs="+", help="puzzle files or folders; none with a LINK")
    measure.add_argument("--formulations", metavar="A,B", required=True, help="names of formulations and engines")
    measure.add_argument("--time-limit", metavar="S", type=seconds, help="seconds for each instance and formulation")
    measure.add_argument("--unique", action="store_true", help="also check whether the solution is unique")
    measure.add_argument("--csv", metavar="OUT", type=Path, help="write the rows and the machine to the table OUT")
    which_run = "name of this run; at its end, replaces a run of that name in OUT (default: OUT's name)"
    measure.add_argument("--run", metavar="NAME", dest="run_name", help=which_run)
    measure.add_argument("--workers", metavar="N", type=count, default=1, help="processes (default 1; measure with 1)")


def run(options: argparse.Namespace) -> int:
    """Measure formulations, write the rows of each puzzle to the table as soon as they are measured, and print a
    summary, even after an interrupt. Return the exit status. Raises PuzzleError if an argument is not valid."""
    if options.run_name is not None and options.csv is None:
        raise PuzzleError("found --run without a table, expected --csv, too")
    if options.csv is not None:
        Results(options.csv, bench.HEADER, "", options.run_name)  # an invalid table raises before the measurements
    with TemporaryDirectory() as folder:
        return _measure(options, *_instances(options, Path(folder)))


def _instances(options: argparse.Namespace, folder: Path) -> tuple[str, list[Path]]:
    """Return the name of the puzzle type, and the puzzle files. If a puzzle is given as a link, write the puzzle to a
    file in `folder`."""
    if options.instances is None and options.type not in PUZZLES:
        package, text = find_text(options)
        (folder / "link.txt").write_text(text, encoding="utf-8")
        return package.__name__.rpartition(".")[2], [folder / "link.txt"]
    if options.instances is None:
        raise PuzzleError("found a puzzle type, but no puzzle files; add --instances")
    find_type(options)
    return options.type, bench.find_instances(options.instances)


def _measure(options: argparse.Namespace, kind: str, files: Sequence[Path]) -> int:
    names = options.formulations.split(",")
    rows = bench.sweep(
        kind,
        files,
        names,
        time_limit=options.time_limit,
        uniqueness=options.unique,
        workers=options.workers,
    )
    if options.workers == 1:
        with options.importing():
            bench.warm_up(kind, names)
    shown = tqdm(rows, total=len(files), unit="puzzle", disable=None)
    found: list[bench.Measurement] = []
    kept = bench.write(shown, options.csv, options.run_name) if options.csv else chain.from_iterable(shown)
    try:
        for measurement in kept:
            found.append(measurement)
    finally:
        print(bench.summary(found, names))
        print(bench.about())
        if options.csv:
            print(f"{counted(len(found), 'complete row') if found else 'no new row'} in {options.csv}")
    return SOLVED
