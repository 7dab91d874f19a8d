"""A benchmark sweep of instances x formulations, so that all times of a table are measured in one run.

Each instance begins with another formulation, so that the drift of a shared machine affects all formulations alike.
joblib runs the sweep: in this process, in several, or on a Dask cluster.
"""

import importlib
import multiprocessing
import os
import platform
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

from puzzlekit import PUZZLES
from puzzlekit.core import threads
from puzzlekit.core.clock import Stopwatch, checked_limit
from puzzlekit.core.errors import (
    MissingEngine,
    PuzzleError,
    Unbounded,
    UnsupportedPuzzle,
    expect,
    shown,
    validate_choice,
    validate_int,
)
from puzzlekit.core.interrupts import DeferInterrupts
from puzzlekit.core.texts import read_text
from puzzlekit.course.results import Results
from puzzlekit.engines import MOST_WORKERS, EngineResult
from puzzlekit.scip import enumeration

WATCH = 0.5  # seconds between a worker's checks that its parent is alive
SOLVER_PACKAGES = ("pyscipopt", "ortools", "python-sat", "clingo")


@dataclass(frozen=True)
class Measurement:
    """One row of a results file. Times are seconds of wall-clock time. None means: not measured, or not proved.

    `valid`: the solutions pass the puzzle's checker; `unique`: there is one solution (True and False are both proved).
    """

    instance: str
    formulation: str
    status: str
    valid: bool | None = None
    unique: bool | None = None
    build_seconds: float | None = None
    solve_seconds: float | None = None
    unique_seconds: float | None = None
    nodes: int | None = None
    cuts: int | None = None

    @property
    def seconds(self) -> float:
        """The seconds for building, solving and the proof of uniqueness together."""
        return sum(part or 0.0 for part in (self.build_seconds, self.solve_seconds, self.unique_seconds))


HEADER = tuple(field.name for field in fields(Measurement))


def find_package(name: str) -> ModuleType:
    """Import the puzzle type's package. Raises PuzzleError if there is no type of that name."""
    validate_choice(name, PUZZLES, "puzzle type")
    with DeferInterrupts():  # libraries turn an interrupt into an ImportError
        return importlib.import_module(f"puzzlekit.{name}")


def find_instances(paths: Iterable[str | Path]) -> list[Path]:
    """Return the puzzle files among files and folders, without answer files, Markdown files and tables.

    Raises
    ------
    PuzzleError
        If a path does not exist, or there is no puzzle file.
    """
    found: list[Path] = []
    for path in _paths(paths):
        if not os.path.exists(path):
            raise PuzzleError(f"no file or folder {path!s:.200}; expected puzzle files or a folder of them")
        found += sorted(path.rglob("*")) if path.is_dir() else [path]
    files = [path for path in found if path.is_file() and not _no_puzzle(path)]
    if not files:
        raise PuzzleError("found no puzzle files, expected at least one")
    return files


def _paths(given: Iterable[str | Path]) -> list[Path]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise PuzzleError(f"found {shown(given)}, expected several paths in a list")
    paths = list(given)
    for path in paths:
        expect(path, (str, Path), "a path")
    return [Path(path) for path in paths]


def _no_puzzle(path: Path) -> bool:
    return path.name.startswith(".") or path.suffix in (".md", ".csv") or path.stem.endswith(".answer")


def sweep(
    puzzle_type: str,
    files: Sequence[Path],
    formulations: Sequence[str],
    *,
    time_limit: float | None = None,
    uniqueness: bool = False,
    workers: int | None = None,
) -> Iterator[list[Measurement]]:
    """Yield the measurements of one instance after another, in order, as soon as each is done.

    Parameters
    ----------
    formulations
        Names from the puzzle type's FORMULATIONS and ENGINES.
    time_limit
        Seconds for each instance and formulation.
    workers
        The number of processes, at most 256. With None, joblib decides; inside `joblib.parallel_config("dask")`, the
        cluster does.

    Raises
    ------
    PuzzleError
        If the puzzle type or a formulation does not exist, a file holds no such puzzle, or a number is out of range.
    """
    module = find_package(puzzle_type)
    known = [*module.FORMULATIONS, *module.ENGINES]
    if isinstance(formulations, str) or not isinstance(formulations, Sequence) or not formulations:
        raise PuzzleError(f"found {shown(formulations)}, expected a list of one or more of {', '.join(known)}")
    for name in formulations:
        validate_choice(name, known, "formulation")
    checked_limit(time_limit)
    workers = None if workers is None else validate_int(workers, "workers", 1, MOST_WORKERS)
    texts = [(path.stem, _puzzle_text(module, path)) for path in _paths(files)]
    import joblib  # loading it takes longer than solving many a puzzle

    jobs = (
        joblib.delayed(_measure_all)(puzzle_type, stem, text, _turned(formulations, index), time_limit, uniqueness)
        for index, (stem, text) in enumerate(texts)
    )
    most = workers and min(workers, max(1, len(texts)))  # a worker without a job does not watch its parent
    return iter(joblib.Parallel(n_jobs=most, return_as="generator")(jobs))


def _puzzle_text(module: ModuleType, path: Path) -> str:
    """Read and check the text of a puzzle, so that bad input fails before the first hour of measuring, not after it."""
    text = read_text(path)
    try:
        module.parse(text)
    except PuzzleError as error:
        raise PuzzleError(f"{path.stem}: {error}") from None
    return text


def _turned(formulations: Sequence[str], index: int) -> list[str]:
    """Rotate the formulations, so that each instance begins with another one."""
    start = index % len(formulations)
    return [*formulations[start:], *formulations[:start]]


def _measure_all(
    puzzle_type: str, stem: str, text: str, formulations: Sequence[str], time_limit: float | None, uniqueness: bool
) -> list[Measurement]:
    _end_with_parent()
    warm_up(puzzle_type, formulations)
    found = [
        measure(puzzle_type, stem, text, name, time_limit=time_limit, uniqueness=uniqueness) for name in formulations
    ]
    return sorted(found, key=lambda row: row.formulation)


@cache
def _end_with_parent() -> None:
    """Start a watch on the parent in a worker process of joblib, once: a killed parent cannot end its workers."""
    from joblib.externals.loky.backend.process import LokyProcess

    if isinstance(multiprocessing.current_process(), LokyProcess) and (parent := multiprocessing.parent_process()):
        threads.start(partial(_watch, parent.pid))


def _watch(parent: int | None) -> None:
    """End this process once its parent has ended, and another process has adopted it. (On Windows none does.)"""
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(1)


def warm_up(puzzle_type: str, formulations: Iterable[str]) -> None:
    """Run each formulation on a tiny puzzle once in each process, so that the first instance is not charged for imports
    and first calls."""
    for name in formulations:
        _warm_up(puzzle_type, name)


@cache
def _warm_up(puzzle_type: str, formulation: str) -> None:
    module = find_package(puzzle_type)
    tiny = next(name for name in module.names() if name.startswith("tiny_"))
    measure(puzzle_type, tiny, str(module.load(tiny)), formulation, time_limit=10, uniqueness=True)


def measure(
    puzzle_type: str,
    instance: str,
    text: str,
    formulation: str,
    *,
    time_limit: float | None = None,
    uniqueness: bool = False,
) -> Measurement:
    """Measure one formulation or engine on one puzzle. Raises PuzzleError if the type, name or text is bad."""
    module = find_package(puzzle_type)
    puzzle, limit = module.parse(text), 2 if uniqueness else 1
    try:
        if formulation in module.ENGINES:
            answer, nodes, cuts = module.ENGINES[formulation](puzzle, limit, time_limit=time_limit), None, None
        else:
            answer, nodes, cuts = _ask_scip(module, puzzle, formulation, limit, time_limit)
    except UnsupportedPuzzle:
        return Measurement(instance, formulation, "unsuited")
    except MissingEngine:
        return Measurement(instance, formulation, "missing")
    found = answer.solutions
    proved = uniqueness and found and answer.status == "solved"
    return Measurement(
        instance,
        formulation,
        answer.status,
        all(not module.violations(puzzle, solution) for solution in found) if found else None,
        len(found) == 1 if proved else None,
        answer.build_seconds,
        answer.solve_seconds,
        answer.unique_seconds if uniqueness and found else None,
        nodes,
        cuts,
    )


def _ask_scip(module: ModuleType, puzzle: Any, formulation: str, limit: int, time_limit: float | None) -> tuple:
    """Solve a formulation by SCIP. Return an engine's result, the number of nodes, and the number of cuts."""
    watch = Stopwatch()
    built = module.FORMULATIONS[formulation](puzzle)
    build_seconds = watch.elapsed
    try:
        found = enumeration.several(puzzle, built, module.violations, limit, time_limit=watch.remaining(time_limit))
    except Unbounded:
        found = enumeration.EnumerationResult("unbounded", (), watch.elapsed - build_seconds)
    later = watch.elapsed - build_seconds - found.first_seconds
    built.free()
    status = "solved" if found.solutions and found.status == "infeasible" else found.status
    return EngineResult(status, found.solutions, build_seconds, found.first_seconds, later), found.nodes, found.cuts


def write(rows: Iterable[list[Measurement]], out: Path, run: str | None = None) -> Iterator[Measurement]:
    """Write measurements to a CSV file as they come, as one run of that table, and yield them.

    However a sweep ends, the rows of all finished instances stay. The first rows replace an older run of the same name;
    other runs stay.

    Parameters
    ----------
    run
        The run's name; by default the file's.

    Raises
    ------
    PuzzleError
        If the file cannot be written. If it has rows of this run already, the message says how many are kept.
    """
    results = Results(out, HEADER, about(), run)
    for measurements in rows:
        results.add([_shown(value) for value in astuple(row)] for row in measurements)
        yield from measurements


def _shown(value: object) -> object:
    return f"{value:.6f}" if isinstance(value, float) else value


def about() -> str:
    """Return the date, the machine and the versions in words, as the comment of a results file."""
    versions = []
    for package in SOLVER_PACKAGES:
        try:
            versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    machine = f"{platform.system()} on {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return f"Measured on {time.strftime('%Y-%m-%d')}: {machine}; {', '.join(versions)}."


def summary(measurements: Sequence[Measurement], formulations: Sequence[str]) -> str:
    """Return a line for each formulation: number solved, median and largest time, and the median and largest ratio to
    the last formulation. Raises PuzzleError if there is no formulation."""
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
