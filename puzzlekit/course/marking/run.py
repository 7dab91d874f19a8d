"""Run what was handed in, in a process of its own with limits, and take down what the checks say."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from puzzlekit.clock import Stopwatch
from puzzlekit.course.marking.submission import Step
from puzzlekit.errors import PuzzleError

START = 120.0  # seconds in which a process must have imported everything, on a busy machine too
KEPT = ("PATH", "PYTHONPATH", "LANG", "SYSTEMROOT")  # of our environment; the rest is no business of strangers


@dataclass(frozen=True)
class Limits:
    """Seconds for a cell and for a notebook, once its process has started, and megabytes of memory."""

    cell: float = 10.0
    notebook: float = 20.0
    megabytes: int = 4096


@dataclass
class Judged:
    """What came of a submission, in seconds: exercise -> what its check said, and what a cell of it stopped with."""

    said: dict[int, str] = field(default_factory=dict)
    stopped: dict[int, str] = field(default_factory=dict)
    offline: bool = True
    seconds: float = 0.0


class _Ended(Exception):
    """The process, or its time, has ended; in words."""


def run_checks(imports: str, steps: Sequence[Step], limits: Limits) -> Judged:
    """Ask all checks. A step that ends the process or its time is left out, and the others run again without it."""
    judged, skipped = Judged(), set[int]()
    while (left := limits.notebook - judged.seconds) > 0:
        todo = [i for i, step in enumerate(steps) if i not in skipped and _is_open(step, judged)]
        with _process(imports, [steps[i] for i in todo], limits.megabytes) as lines:
            ended = _listen(lines, [steps[i] for i in todo], judged, limits.cell, left)
        if ended is None:
            break
        skipped.add(todo[ended])
    for step in steps:
        if step.exercise:
            judged.said.setdefault(step.exercise, "Not judged: the notebook's time limit came first")
    return judged


def _is_open(step: Step, judged: Judged) -> bool:
    return any(number not in judged.said for number in _serves(step))


def _serves(step: Step) -> list[int]:
    return [*step.needed_by, *([step.exercise] if step.exercise else [])]


def _listen(lines: Queue, steps: Sequence[Step], judged: Judged, cell: float, left: float) -> int | None:
    """Take down what is said of each step. The number of the step that ended the process, or None."""
    try:
        judged.offline = _next(lines, START)["offline"]
    except _Ended as end:
        raise PuzzleError(f"the process of the checks did not start: {end}") from None
    watch, done = Stopwatch(), 0
    try:
        for step in steps:
            told = _next(lines, max(0.0, min(cell, left - watch.elapsed)))
            _note(step, told["said"], told["changed"], judged)
            done += 1
    except _Ended as end:
        for number in _serves(steps[done]):
            judged.said.setdefault(number, f"Not judged: {end}")
        return done
    finally:
        judged.seconds += watch.elapsed
    return None


def _note(step: Step, said: str, changed: Collection[str], judged: Judged) -> None:
    if step.exercise:
        judged.said[step.exercise] = f"Not judged: {', '.join(changed)} was changed" if changed else said
    elif said:
        judged.stopped |= dict.fromkeys(step.needed_by, said)


@contextmanager
def _process(imports: str, steps: Sequence[Step], megabytes: int) -> Iterator[Queue]:
    """The lines of a judge at work in an empty folder, as they come; all that it started ends with it."""
    parts = [{"source": step.source, "is_check": step.exercise is not None} for step in steps]
    job = json.dumps({"imports": imports, "steps": parts, "megabytes": megabytes})
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("offline.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=_environment(folder),
            start_new_session=True,
            text=True,
        )
        lines: Queue = Queue()
        Thread(target=_read, args=(process, job, lines), daemon=True).start()
        try:
            yield lines
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
            process.wait()


def _environment(folder: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "HOME": folder, "IPYTHONDIR": folder, "MPLBACKEND": "agg", "MPLCONFIGDIR": folder}


def _read(process: subprocess.Popen, job: str, lines: Queue) -> None:
    with suppress(OSError):  # it may have ended
        process.stdin.write(job)  # type: ignore[union-attr]
        process.stdin.close()  # type: ignore[union-attr]
    with suppress(ValueError, OSError):
        for line in process.stdout:  # type: ignore[union-attr]
            lines.put(line)
    lines.put(None)


def _next(lines: Queue, seconds: float) -> dict[str, Any]:
    try:
        line = lines.get(timeout=seconds)
    except Empty:
        raise _Ended("its time limit") from None
    if line is None:
        raise _Ended("its process ended")
    return json.loads(line)
