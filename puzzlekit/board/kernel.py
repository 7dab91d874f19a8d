"""The kernel's interrupt (SIGINT), passed on to functions that run in threads, and the place of the running cell.

Jupyter itself interrupts only the running cell.
"""

import hashlib
import os
import signal
import threading
import uuid
from collections.abc import Callable
from typing import Any

from IPython import get_ipython

_listeners: list[Callable[[], None]] = []
_last: tuple[Any, int] = None, 0  # the message that runs a cell, and the number of the last board made by it


def place() -> str:
    """Return a name for the place where a board is made, which stays the same when its cell is run again: a digest of
    the notebook's path, the cell's id, and the number of boards that the cell has made before. If the front end sends
    no cell id, return a new name."""
    global _last
    parent: dict[str, Any] = getattr(get_ipython(), "get_parent", dict)()
    cell, message = parent.get("metadata", {}).get("cellId"), parent.get("header", {}).get("msg_id")
    if not cell:
        return uuid.uuid4().hex[:20]
    _last = message, _last[1] + 1 if _last[0] == message else 0
    path = os.environ.get("JPY_SESSION_NAME", "")  # Jupyter's server puts the notebook's path there
    return hashlib.sha256(repr((path, cell, _last[1])).encode()).hexdigest()[:20]


def hear(listener: Callable[[], None]) -> Callable[[], None]:
    """Call `listener` at every interrupt of the kernel. Return a function that ends this.

    The earlier handler runs as well. Python sets handlers in its main thread only; in another thread, the kernel's
    event loop sets it. While a cell runs, ipykernel's own handler ends the cell, unless this very cell called `hear`.
    """
    kernel = getattr(get_ipython(), "kernel", None)
    if kernel is None:
        return lambda: None
    _listeners.append(listener)
    if threading.current_thread() is threading.main_thread():
        _listen()
    if loop := getattr(kernel, "io_loop", None):  # ipykernel's
        loop.add_callback(_listen)  # once this cell or message is done, ipykernel ignores interrupts again
    return lambda: _listeners.remove(listener)


def _listen() -> None:
    present = signal.getsignal(signal.SIGINT)
    if _listeners and not isinstance(present, _Handler):
        signal.signal(signal.SIGINT, _Handler(present))


class _Handler:
    """A signal handler that calls the listeners, and then the earlier handler."""

    def __init__(self, before: Any):
        self._before = before

    def __call__(self, number: int, frame: Any) -> None:
        for listener in list(_listeners):
            listener()
        if callable(self._before):
            self._before(number, frame)
