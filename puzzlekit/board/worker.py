"""One function at a time in a thread of its own, so that a board stays usable and can stop what it started."""

import threading
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from puzzlekit.interrupts import Deferred
from puzzlekit.scip import ambient_stop


@dataclass(frozen=True)
class Outcome:
    """What became of a function: its value, or the exception that ended it; `stopped` if somebody asked it to stop."""

    value: Any = None
    error: BaseException | None = None
    stopped: bool = False


class Worker:
    """Runs one function at a time; every SCIP solve inside of it hears `stop`.

    `lock` is held while an outcome is handed over, so whoever holds it sees a worker that runs or one that is done.
    """

    def __init__(self, lock: threading.RLock) -> None:
        self._lock = lock
        self._stop: threading.Event | None = None

    @property
    def running(self) -> bool:
        """Whether a function is at work. After `stop` this holds until it has really ended."""
        return self._stop is not None

    def start(self, function: Callable[[], Any], done: Callable[[Outcome], None]) -> None:
        """Run a function and hand its outcome to `done`, in a new thread. Nothing else may be running."""
        stop = threading.Event()

        def work() -> None:
            ambient_stop.set(stop)  # in the copied context, so nobody else's solve hears it
            outcome = _run(function, stop)
            with self._lock:
                self._stop = None
                done(outcome)

        thread = threading.Thread(target=copy_context().run, args=(work,), daemon=True, name="board")
        with Deferred():  # or it would be said to run, and nothing would run
            self._stop = stop
            thread.start()

    def stop(self) -> None:
        """Ask the function to end. Python cannot be interrupted from outside, SCIP can."""
        if self._stop:
            self._stop.set()


def _run(function: Callable[[], Any], stop: threading.Event) -> Outcome:
    try:
        return Outcome(function(), stopped=stop.is_set())
    except BaseException as error:  # scip.Stopped is a KeyboardInterrupt; a thread has nobody above it to tell
        return Outcome(error=error, stopped=stop.is_set())
