"""Threads in which engines other than SCIP work, while the calling thread reacts to Ctrl-C."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from puzzlekit.core import threads
from puzzlekit.core.interrupts import DeferInterrupts

TICK = 0.02  # seconds between two checks of the stop button


class SolverThread:
    """A thread that runs one function after another. The thread starts with the first function and ends at `close`."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)

    def __call__(self, work: Callable[[], Any], stop: Callable[[], object]) -> Any:
        """Run `work` in the thread and return its result. After Ctrl-C, call `stop` repeatedly until it returns True or
        `work` has ended. On a platform without threads, run `work` directly."""
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
    """Run a single function in a new thread and return its result. See `SolverThread` for `work` and `stop`."""
    with DeferInterrupts():
        thread = SolverThread()
        try:
            return thread(work, stop)
        finally:
            thread.close()
