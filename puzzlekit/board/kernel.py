"""The kernel's interrupt (SIGINT), for what runs in a thread: Jupyter tells it to the cell that runs, or to nobody."""

import signal
import threading
from collections.abc import Callable
from typing import Any

from IPython import get_ipython

_listeners: list[Callable[[], None]] = []


def hear(listener: Callable[[], None]) -> Callable[[], None]:
    """Have every interrupt of a kernel call this function, until the one that is returned is called.

    What an interrupt does otherwise, it does as well. Python takes handlers in its main thread only; where the board is
    asked in another one, the loop of the kernel sets it. While a cell runs, ipykernel has its own handler, which ends
    the cell, unless the board was asked by this very cell.
    """
    kernel = getattr(get_ipython(), "kernel", None)
    if kernel is None:
        return lambda: None
    _listeners.append(listener)
    if threading.current_thread() is threading.main_thread():
        _listen()
    kernel.io_loop.add_callback(_listen)  # once this cell or message is done, ipykernel ignores interrupts again
    return lambda: _listeners.remove(listener)


def _listen() -> None:
    present = signal.getsignal(signal.SIGINT)
    if _listeners and not isinstance(present, _Handler):
        signal.signal(signal.SIGINT, _Handler(present))


class _Handler:
    """Tells the listeners of an interrupt, and then does what was done before."""

    def __init__(self, before: Any):
        self._before = before

    def __call__(self, number: int, frame: Any) -> None:
        for listener in list(_listeners):
            listener()
        if callable(self._before):
            self._before(number, frame)
