"""A second engine's work in a thread of its own, while this one hears Ctrl-C."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from puzzlekit.core import threads
from puzzlekit.core.interrupts import DeferInterrupts

TICK = 0.02  # seconds between two looks at the stop button


class SolverThread:
    """A thread for one piece of work after another; it begins with the first, and ends at `close`."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)

    def __call__(self, work: Callable[[], Any], stop: Callable[[], object]) -> Any:
        """What a function gives. After an interrupt, `stop` is called, if there are threads, until it
        answers True or the work has ended."""
        if not threads.can_start():
            return work()
        stopped: object = False
        with DeferInterrupts() as interrupt:
            end = self._pool.submit(work)
            while not end.done():
                with suppress(TimeoutError):
                    end.exception(TICK)
                stopped = stopped or (interrupt.noted and stop())
            return end.result()

    def close(self, last: Callable[[], object] = bool) -> None:
        """Wait for the end of the thread, and of the last thing that it does."""
        with DeferInterrupts():
            self._pool.submit(last) if threads.can_start() else last()
            self._pool.shutdown()
            del self._pool  # when it goes, Python code of its own runs, in which an interrupt would be lost


def in_thread(work: Callable[[], Any], stop: Callable[[], object]) -> Any:
    """The same for a single piece of work."""
    with DeferInterrupts():
        thread = SolverThread()
        try:
            return thread(work, stop)
        finally:
            thread.close()
