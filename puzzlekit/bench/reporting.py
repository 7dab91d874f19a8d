"""Results of a sweep: a CSV table, to which each finished row is written at once, and a summary as text."""

import os
import platform
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from puzzlekit.bench.measuring import HEADER, Measurement
from puzzlekit.course.results import Results

SOLVER_PACKAGES = ("pyscipopt", "ortools", "python-sat", "clingo")


def write(rows: Iterable[list[Measurement]], out: Path, run: str | None = None) -> Iterator[Measurement]:
    """Write each instance's measurements to a CSV file as soon as they are done, and yield them one by one.

    All measurements become one run of the file's table: rows with the same run name, see `course.results`. If a sweep
    stops early, the rows of all finished instances stay. An older run of the same name stays until the sweep has ended;
    until then, the new run is named NAME.part. Other runs stay.

    Parameters
    ----------
    rows
        The measurements, a list for each instance.
    out
        The path of the file.
    run
        The name of the run; by default the name of the file.

    Raises
    ------
    PuzzleError
        If the file cannot be written. If some rows of this run were written before, the message says how many the file
        keeps.
    """
    results = Results(out, HEADER, about(), run)
    name = results.run
    if results.has_rows():
        results.run = f"{name}.part"
    for measurements in rows:
        results.add([_shown(value) for value in astuple(row)] for row in measurements)
        yield from measurements
    if results.run != name:
        results.rename(name)


def _shown(value: object) -> object:
    return f"{value:.6f}" if isinstance(value, float) else value


def about() -> str:
    """Return a sentence about the date, the machine and the solvers' versions, for the comment of a results file."""
    versions = []
    for package in SOLVER_PACKAGES:
        try:
            versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    machine = f"{platform.system()} on {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return f"Measured on {time.strftime('%Y-%m-%d')}: {machine}; {', '.join(versions)}."


def summary(measurements: Sequence[Measurement], formulations: Sequence[str]) -> str:
    """Return a text with a line for each formulation: the number of solved instances, the median and largest time, and
    the median and largest ratio to the time of the last formulation. `formulations` must not be empty."""
    by_name = {name: {row.instance: row for row in measurements if row.formulation == name} for name in formulations}
    peer = by_name[formulations[-1]]
    lines = [f"{'formulation':24}{'solved':>8}{'median s':>10}{'max s':>10}   to {formulations[-1]}: median (max)"]
    for name, rows in by_name.items():
        seconds = [row.seconds for row in rows.values()]
        if seconds:
            ratios = [row.seconds / peer[key].seconds for key, row in rows.items() if key in peer and peer[key].seconds]
            solved = sum(row.status in ("solved", "infeasible") for row in rows.values())
            told = f"{median(ratios):.2f} ({max(ratios):.2f})" if ratios else ""
            lines.append(f"{name:24}{solved:>8}{median(seconds):>10.4f}{max(seconds):>10.4f}   {told}")
    return "\n".join(lines)
