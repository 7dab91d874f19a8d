"""One function at a time in a thread of its own, so that a board stays usable and can stop what it started. Where no
thread can be started, it runs in the next turn of the event loop, and can be stopped only before.

What it prints is kept for whoever looks at the board: of a thread, it goes nowhere that a reader looks.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from puzzlekit.board import kernel
from puzzlekit.board.running import Done, Outcome
from puzzlekit.core import threads
from puzzlekit.core.interrupts import DeferInterrupts
from puzzlekit.core.thread_abort import Abortable
from puzzlekit.scip import ambient_stop

KEPT = 100_000  # characters that are kept, the last ones

_taken: ContextVar["Printed | None"] = ContextVar("printed", default=None)
_lock = threading.Lock()


class Printed:
    """The text that was printed."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0

    def add(self, text: str) -> None:
        """Keep more."""
        self._parts.append(text)
        self._length += len(text)
        if self._length > 2 * KEPT:
            self._parts = [str(self)]
            self._length = KEPT

    def __str__(self) -> str:
        return "".join(self._parts)[-KEPT:]


class _Stdout:
    """Standard output, but for those who are listened to."""

    def __init__(self, beneath: Any):
        self.beneath, self.users = beneath, 0

    def write(self, text: str) -> int:
        if printed := _taken.get():
            printed.add(text)
            return len(text)
        return int(self.beneath.write(text))

    def flush(self) -> None:
        self.beneath.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.beneath, name)


@contextmanager
def listening() -> Iterator[Printed]:
    """Keep what is printed in this context, and nothing of what other threads print meanwhile."""
    printed = Printed()
    with _lock:
        own = sys.stdout if isinstance(sys.stdout, _Stdout) else _Stdout(sys.stdout)
        own.users += 1
        sys.stdout = own
    token = _taken.set(printed)
    try:
        yield printed
    finally:
        _taken.reset(token)
        with _lock:
            own.users -= 1
            if not own.users and sys.stdout is own:
                sys.stdout = own.beneath


GRACE = 0.5  # seconds in which a function may end by itself once it is asked to; then it is cut
AGAIN = 1.0  # seconds until it is cut again: it may have caught the first exception
STUCK = 3  # cuts after which nobody can end it
UNSTOPPABLE = "(No thread can be started here: once begun, an answer is stopped only by a restart of the kernel.)"


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

    @property
    def warning(self) -> str:
        """That nothing can be stopped, where it is so."""
        return "" if threads.can_start() else UNSTOPPABLE

    def start(self, function: Callable[[], Any], done: Done) -> None:
        """Run a function and hand its outcome to `done`, later. Nothing else may be running."""
        work = _Work(function, self._stuck)
        unhear = kernel.hear(self.stop)

        def run() -> None:
            outcome = work.outcome()
            unhear()
            with self._lock:
                self._work = None
                done(outcome)

        with DeferInterrupts():  # or it would be said to run, and nothing would run
            self._work = work
            threads.start_soon(run, "board")

    def stop(self) -> None:
        """Ask the function to end: a SCIP solve in it ends at once, and Python code is cut soon."""
        if work := self._work:
            work.stop()


class _Work:
    """A function that runs once."""

    def __init__(self, function: Callable[[], Any], stuck: Callable[[], None]):
        self._function, self._stuck = Abortable(function), stuck
        self._stop, self._ended = threading.Event(), threading.Event()

    def outcome(self) -> Outcome:
        """Run it."""
        ambient_stop.set(self._stop)  # in the copied context, so nobody else's solve hears it
        value, error = None, None
        with listening() as printed:
            try:
                value = None if self._stop.is_set() else self._function()
            except BaseException as raised:  # scip.Stopped is a KeyboardInterrupt; a thread has nobody above it to tell
                error = raised
        self._ended.set()
        return Outcome(value, error, self._stop.is_set(), str(printed))

    def stop(self) -> None:
        """Ask it to end, and see to it, once."""
        if not self._stop.is_set():
            self._stop.set()
            if threads.can_start():  # else it has not begun, and will not
                threads.start(self._end, "stop")

    def _end(self) -> None:
        wait, cuts = GRACE, 0
        while not self._ended.wait(wait):
            self._function.cut()
            wait, cuts = AGAIN, cuts + 1
            if cuts == STUCK:
                self._stuck()
