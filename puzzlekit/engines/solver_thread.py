"""Threads for the work of second engines, while the calling thread reacts to Ctrl-C."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from puzzlekit.core import threads
from puzzlekit.core.interrupts import DeferInterrupts

TICK = 0.02  # seconds between two checks of the stop button


class SolverThread:
    """A thread that runs one function after another. It begins with the first function and ends at `close`."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)

    def __call__(self, work: Callable[[], Any], stop: Callable[[], object]) -> Any:
        """Run a function in the thread and return its result. After an interrupt, call `stop`, if there are threads,
        until it returns True or the function has ended."""
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
        """Run the function `last` in the thread, and wait until the thread has ended."""
        with DeferInterrupts():
            self._pool.submit(last) if threads.can_start() else last()
            self._pool.shutdown()
            del self._pool  # freeing it runs Python code, in which an interrupt would be lost


def in_thread(work: Callable[[], Any], stop: Callable[[], object]) -> Any:
    """Run a single function in a thread of its own and return its result, as `SolverThread` does."""
    with DeferInterrupts():
        thread = SolverThread()
        try:
            return thread(work, stop)
        finally:
            thread.close()
