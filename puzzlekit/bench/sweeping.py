"""The sweep, which measures all formulations on all instances.

Successive instances begin with different formulations, so a slow phase of a shared machine affects all formulations
alike. joblib runs the sweep in this process, in several processes, or on a Dask cluster.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from types import ModuleType

from puzzlekit.bench.measuring import Measurement, find_package, measure, warm_up
from puzzlekit.core import threads
from puzzlekit.core.clock import checked_limit
from puzzlekit.core.errors import PuzzleError, expect, shown, validate_choice, validate_int
from puzzlekit.core.texts import read_text
from puzzlekit.engines import MOST_WORKERS

WATCH = 0.5  # seconds between a worker's checks that its parent is alive


def find_instances(paths: Iterable[str | Path]) -> list[Path]:
    """Return the puzzle files among these files, and in these folders and their subfolders. Answer files, Markdown
    files and CSV tables are left out.

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
        raise PuzzleError(f"found {shown(given)}, expected a list of paths")
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
    """Yield a list of measurements for each instance, in the order of `files`. Each list is yielded as soon as it is
    complete.

    Parameters
    ----------
    formulations
        Names from the puzzle type's FORMULATIONS and ENGINES.
    time_limit
        Seconds for each formulation on each instance; None for no limit.
    uniqueness
        Whether to measure also the proof that there is no second solution.
    workers
        The number of processes, at most 256. With None, joblib chooses the number; inside
        `joblib.parallel_config("dask")`, the cluster chooses it.

    Raises
    ------
    PuzzleError
        If the puzzle type or a formulation does not exist, a file contains no puzzle of this type, two files have the
        same name, or a number is out of range.
    """
    module = find_package(puzzle_type)
    known = [*module.FORMULATIONS, *module.ENGINES]
    if isinstance(formulations, str) or not isinstance(formulations, Sequence) or not formulations:
        raise PuzzleError(f"found {shown(formulations)}, expected a list of one or more of {', '.join(known)}")
    for name in formulations:
        validate_choice(name, known, "formulation")
    checked_limit(time_limit)
    workers = None if workers is None else validate_int(workers, "workers", 1, MOST_WORKERS)
    paths = _paths(files)
    _expect_different_names(paths)
    texts = [(path.stem, _puzzle_text(module, path)) for path in paths]
    import joblib  # imported late: the import takes longer than solving many puzzles

    jobs = (
        joblib.delayed(_measure_all)(puzzle_type, stem, text, _turned(formulations, index), time_limit, uniqueness)
        for index, (stem, text) in enumerate(texts)
    )
    most = workers and min(workers, max(1, len(texts)))  # a worker without a job does not watch its parent
    with _workers_ignore_interrupts():
        return iter(joblib.Parallel(n_jobs=most, return_as="generator")(jobs))


@contextmanager
def _workers_ignore_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C in a `with` block. Processes started in the block inherit this setting, except on Windows. The main
    process ends these processes when it stops."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is None:
        yield  # only the main thread may change a handler, and only a handler set in Python can be restored
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _expect_different_names(paths: Iterable[Path]) -> None:
    """Raise PuzzleError if two puzzle files have the same name without suffix, because it names the instance in the
    results."""
    first: dict[str, Path] = {}
    for path in paths:
        if (other := first.setdefault(path.stem, path)) is not path:
            raise PuzzleError(f"found {other!s:.200} and {path!s:.200}, expected files with different names")


def _puzzle_text(module: ModuleType, path: Path) -> str:
    """Return the text of a puzzle file. The text is checked here, so that an invalid text raises PuzzleError before the
    measurements begin, not hours later."""
    text = read_text(path)
    try:
        module.parse(text)
    except PuzzleError as error:
        raise PuzzleError(f"{path.stem}: {error}") from None
    return text


def _turned(formulations: Sequence[str], index: int) -> list[str]:
    """Return the formulations rotated by `index`, the instance's number, so that different instances begin with
    different formulations."""
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
    """Start a thread that ends this process when its parent has ended, because a killed parent cannot end its workers.
    Do nothing if this process is not a worker of joblib."""
    from joblib.externals.loky.backend.process import LokyProcess

    if isinstance(multiprocessing.current_process(), LokyProcess) and (parent := multiprocessing.parent_process()):
        threads.start(partial(_watch, parent.pid))


def _watch(parent: int | None) -> None:
    """Wait until the parent of this process no longer has the id `parent`, because that parent has ended. Then end this
    process. On Windows, the parent's id never changes, so this process does not end."""
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(1)
