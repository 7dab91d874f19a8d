"""A runner that runs one function at a time in a thread. While the function runs, the board stays usable and can stop
it.

Where no thread can be started, the function runs in the next turn of the event loop, and can be stopped only before it
begins. The text that the function prints is stored for the board, because a notebook would not show a thread's output
below the board's cell.
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

KEPT = 100_000  # the number of characters at the end of the printed text that are stored

_taken: ContextVar["Printed | None"] = ContextVar("printed", default=None)
_lock = threading.Lock()


class Printed:
    """The text that a function has printed so far."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0

    def add(self, text: str) -> None:
        """Append a text. Only about the last KEPT characters are stored."""
        self._parts.append(text)
        self._length += len(text)
        if self._length > 2 * KEPT:
            self._parts = [str(self)]
            self._length = KEPT

    def __str__(self) -> str:
        return "".join(self._parts)[-KEPT:]


class _Stdout:
    """A replacement for `sys.stdout`. It stores the text printed inside a `listening` block, and passes all other text
    on to the stream `beneath`."""

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
    """Collect the text printed inside a `with` block, without the text of other threads. Yields the `Printed` that
    stores the text."""
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


GRACE = 0.5  # seconds in which a function can end by itself after `stop`; then an exception is raised in the function
AGAIN = 1.0  # seconds until the next exception is raised, because the function can catch an exception
STUCK = 3  # after this number of exceptions, the function counts as unstoppable
UNSTOPPABLE = "(No thread can be started here: only a restart of the kernel stops a running answer.)"


class Worker:
    """A runner that runs one function at a time in a thread. An interrupt of the kernel calls `stop`.

    Parameters
    ----------
    lock
        A lock that the runner holds while it delivers an outcome. While other code holds the lock, `running` does not
        become False.
    stuck
        The function to call if the running function does not end after `stop`.
    """

    def __init__(self, lock: threading.RLock, stuck: Callable[[], None]) -> None:
        self._lock, self._stuck = lock, stuck
        self._work: _Work | None = None

    @property
    def running(self) -> bool:
        """Return whether a function is running. After `stop`, the value is True until the function has ended."""
        return self._work is not None

    @property
    def warning(self) -> str:
        """Return a warning that functions cannot be stopped, if no thread can be started; otherwise ""."""
        return "" if threads.can_start() else UNSTOPPABLE

    def start(self, function: Callable[[], Any], done: Done) -> None:
        """Run a function in a thread, and later pass its Outcome to the callback `done`. When `start` is called, no
        other function may be running."""
        work = _Work(function, self._stuck)
        unhear = kernel.hear(self.stop)

        def run() -> None:
            outcome = work.outcome()
            unhear()
            with self._lock:
                self._work = None
                done(outcome)

        with DeferInterrupts():  # an interrupt between these lines would leave `running` True without a thread
            self._work = work
            threads.start_soon(run, "board")

    def stop(self) -> None:
        """Request that the function ends. A SCIP solve ends at once. In Python code an exception is raised after GRACE
        seconds."""
        if work := self._work:
            work.stop()


class _Work:
    """A function that runs once in a thread and can be stopped."""

    def __init__(self, function: Callable[[], Any], stuck: Callable[[], None]):
        self._function, self._stuck = Abortable(function), stuck
        self._stop, self._ended = threading.Event(), threading.Event()

    def outcome(self) -> Outcome:
        """Run the function, and return its outcome."""
        ambient_stop.set(self._stop)  # this thread has its own context, so no other solve is stopped
        value, error = None, None
        with listening() as printed:
            try:
                value = None if self._stop.is_set() else self._function()
            except BaseException as raised:  # also scip.Stopped, a KeyboardInterrupt; no caller could catch it
                error = raised
        self._ended.set()
        return Outcome(value, error, self._stop.is_set(), str(printed))

    def stop(self) -> None:
        """Request that the function ends. If the function does not end, a new thread raises an exception in the
        function's thread. A second call of `stop` does nothing."""
        if not self._stop.is_set():
            self._stop.set()
            if threads.can_start():  # otherwise the function has not begun, and now does not begin
                threads.start(self._end, "stop")

    def _end(self) -> None:
        wait, cuts = GRACE, 0
        while not self._ended.wait(wait):
            self._function.cut()
            wait, cuts = AGAIN, cuts + 1
            if cuts == STUCK:
                self._stuck()
