"""A runner of one function at a time in a thread, so that a board stays usable and can stop the function. Where no
thread can be started, the function runs in the next turn of the event loop, and can be stopped only before.

The function's printed text is kept for the board, since a notebook shows no output of a thread where a reader looks.
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

KEPT = 100_000  # the most characters of printed text that are kept: the last ones

_taken: ContextVar["Printed | None"] = ContextVar("printed", default=None)
_lock = threading.Lock()


class Printed:
    """The text that a function prints."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0

    def add(self, text: str) -> None:
        """Append a text, and drop all but about the last KEPT characters."""
        self._parts.append(text)
        self._length += len(text)
        if self._length > 2 * KEPT:
            self._parts = [str(self)]
            self._length = KEPT

    def __str__(self) -> str:
        return "".join(self._parts)[-KEPT:]


class _Stdout:
    """Standard output, except for contexts whose text is kept."""

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
    """Keep the text printed in this context, without the text that other threads print meanwhile."""
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


GRACE = 0.5  # seconds in which a function may end by itself after `stop`; then it is cut by an exception
AGAIN = 1.0  # seconds until the next cut: the function may have caught the exception
STUCK = 3  # cuts after which the function counts as unstoppable
UNSTOPPABLE = "(No thread can be started here: once begun, an answer is stopped only by a restart of the kernel.)"


class Worker:
    """A runner of one function at a time. The kernel's interrupt stops the function as `stop` does.

    Parameters
    ----------
    lock
        A lock held while an outcome is delivered, so its holder sees a worker that runs or one that is done.
    stuck
        A function called if the running function was stopped and does not end.
    """

    def __init__(self, lock: threading.RLock, stuck: Callable[[], None]) -> None:
        self._lock, self._stuck = lock, stuck
        self._work: _Work | None = None

    @property
    def running(self) -> bool:
        """Whether a function is running. After `stop`, this holds until the function has really ended."""
        return self._work is not None

    @property
    def warning(self) -> str:
        """A warning if no thread can be started, so that nothing can be stopped; else ""."""
        return "" if threads.can_start() else UNSTOPPABLE

    def start(self, function: Callable[[], Any], done: Done) -> None:
        """Run a function and pass its outcome to `done` later. No other function may be running."""
        work = _Work(function, self._stuck)
        unhear = kernel.hear(self.stop)

        def run() -> None:
            outcome = work.outcome()
            unhear()
            with self._lock:
                self._work = None
                done(outcome)

        with DeferInterrupts():  # an interrupt in between would leave a worker that claims to run
            self._work = work
            threads.start_soon(run, "board")

    def stop(self) -> None:
        """Ask the function to end: a SCIP solve in it ends at once, and Python code is cut after GRACE seconds."""
        if work := self._work:
            work.stop()


class _Work:
    """A function that runs once."""

    def __init__(self, function: Callable[[], Any], stuck: Callable[[], None]):
        self._function, self._stuck = Abortable(function), stuck
        self._stop, self._ended = threading.Event(), threading.Event()

    def outcome(self) -> Outcome:
        """Run the function, and return its outcome."""
        ambient_stop.set(self._stop)  # in the copied context, so no other solve is stopped
        value, error = None, None
        with listening() as printed:
            try:
                value = None if self._stop.is_set() else self._function()
            except BaseException as raised:  # scip.Stopped is a KeyboardInterrupt, and a thread has no caller
                error = raised
        self._ended.set()
        return Outcome(value, error, self._stop.is_set(), str(printed))

    def stop(self) -> None:
        """Ask the function to end, and start a thread that cuts it; only once."""
        if not self._stop.is_set():
            self._stop.set()
            if threads.can_start():  # otherwise the function has not begun, and will not
                threads.start(self._end, "stop")

    def _end(self) -> None:
        wait, cuts = GRACE, 0
        while not self._ended.wait(wait):
            self._function.cut()
            wait, cuts = AGAIN, cuts + 1
            if cuts == STUCK:
                self._stuck()
