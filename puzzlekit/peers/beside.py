"""A second engine's work in a thread of its own, while this one hears Ctrl-C."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from puzzlekit.interrupts import Deferred

TICK = 0.02  # seconds between two looks at the stop button


def beside(work: Callable[[], Any], stop: Callable[[], object]) -> Any:
    """What a function gives. After an interrupt, `stop` is called until it answers True or the work has ended."""
    stopped: object = False
    with Deferred() as interrupt:
        with ThreadPoolExecutor(1) as pool:
            end = pool.submit(work)
            while not wait([end], TICK).done:
                stopped = stopped or (interrupt.noted and stop())
        del pool  # when it goes, Python code of its own runs, in which an interrupt would be lost
        return end.result()
