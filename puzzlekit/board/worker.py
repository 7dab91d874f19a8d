"""One function at a time in a thread of its own, so that a board stays usable and can stop what it started."""

import threading
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from puzzlekit.board import kernel
from puzzlekit.board.printed import listening
from puzzlekit.cut import Cuttable
from puzzlekit.interrupts import Deferred
from puzzlekit.scip import ambient_stop

GRACE = 0.5  # seconds in which a function may end by itself once it is asked to; then it is cut
AGAIN = 1.0  # seconds until it is cut again: it may have caught the first exception
STUCK = 3  # cuts after which nobody can end it


@dataclass(frozen=True)
class Outcome:
    """What became of a function: its value, or the exception that ended it; `stopped` if somebody asked it to stop."""

    value: Any = None
    error: BaseException | None = None
    stopped: bool = False
    printed: str = ""


class Worker:
    """Runs one function at a time. The kernel's interrupt stops it as `stop` does.

    Parameters
    ----------
    lock
        Held while an outcome is handed over, so whoever holds it sees a worker that runs or one that is done.
    stuck
        Called where a function was stopped and does not end.
    """

    def __init__(self, lock: threading.RLock, stuck: Callable[[], None]) -> None:
        self._lock, self._stuck = lock, stuck
        self._work: _Work | None = None

    @property
    def running(self) -> bool:
        """Whether a function is at work. After `stop` this holds until it has really ended."""
        return self._work is not None

    def start(self, function: Callable[[], Any], done: Callable[[Outcome], None]) -> None:
        """Run a function and hand its outcome to `done`, in a new thread. Nothing else may be running."""
        work = _Work(function, self._stuck)
        unhear = kernel.hear(self.stop)

        def run() -> None:
            outcome = work.outcome()
            unhear()
            with self._lock:
                self._work = None
                done(outcome)

        thread = threading.Thread(target=copy_context().run, args=(run,), daemon=True, name="board")
        with Deferred():  # or it would be said to run, and nothing would run
            self._work = work
            thread.start()

    def stop(self) -> None:
        """Ask the function to end: a SCIP solve in it ends at once, and Python code is cut soon."""
        if work := self._work:
            work.stop()


class _Work:
    """A function that runs once."""

    def __init__(self, function: Callable[[], Any], stuck: Callable[[], None]):
        self._function, self._stuck = Cuttable(function), stuck
        self._stop, self._ended = threading.Event(), threading.Event()

    def outcome(self) -> Outcome:
        """Run it."""
        ambient_stop.set(self._stop)  # in the copied context, so nobody else's solve hears it
        value, error = None, None
        with listening() as printed:
            try:
                value = self._function()
            except BaseException as raised:  # scip.Stopped is a KeyboardInterrupt; a thread has nobody above it to tell
                error = raised
        self._ended.set()
        return Outcome(value, error, self._stop.is_set(), str(printed))

    def stop(self) -> None:
        """Ask it to end, and see to it, once."""
        if not self._stop.is_set():
            self._stop.set()
            threading.Thread(target=self._end, daemon=True, name="stop").start()

    def _end(self) -> None:
        wait, cuts = GRACE, 0
        while not self._ended.wait(wait):
            self._function.cut()
            wait, cuts = AGAIN, cuts + 1
            if cuts == STUCK:
                self._stuck()
