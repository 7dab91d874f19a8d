"""The kernel's interrupt (SIGINT) for functions that run in threads, and the place of the running cell in a notebook.

Jupyter itself interrupts only the running cell, not the threads.
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
_last: tuple[Any, int] = None, 0  # the message that runs a cell, and the number of boards that the cell has made before


def place() -> str:
    """Return an identifier for the place in a notebook where a board is made. It is a digest of the notebook's path,
    the cell's id, and the number of boards that this run of the cell has already made, so it is the same when the cell
    runs again. If the front end sends no cell id, the identifier is random."""
    global _last
    parent: dict[str, Any] = getattr(get_ipython(), "get_parent", dict)()
    cell, message = parent.get("metadata", {}).get("cellId"), parent.get("header", {}).get("msg_id")
    if not cell:
        return uuid.uuid4().hex[:20]
    _last = message, _last[1] + 1 if _last[0] == message else 0
    path = os.environ.get("JPY_SESSION_NAME", "")  # Jupyter's server puts the notebook's path there
    return hashlib.sha256(repr((path, cell, _last[1])).encode()).hexdigest()[:20]


def hear(listener: Callable[[], None]) -> Callable[[], None]:
    """Call `listener` at interrupts of the kernel. Return a function that removes the listener.

    While a cell runs, listeners are called only if this cell has called `hear`; otherwise ipykernel's own handler only
    ends the cell. The previous signal handler is called, too. Python sets signal handlers only in its main thread. If
    `hear` is called in another thread, the kernel's event loop sets the handler later.
    """
    kernel = getattr(get_ipython(), "kernel", None)
    if kernel is None:
        return lambda: None
    _listeners.append(listener)
    if threading.current_thread() is threading.main_thread():
        _listen()
    if loop := getattr(kernel, "io_loop", None):  # the event loop of ipykernel
        loop.add_callback(_listen)  # after this cell or message, ipykernel ignores interrupts again
    return lambda: _listeners.remove(listener)


def _listen() -> None:
    present = signal.getsignal(signal.SIGINT)
    if _listeners and not isinstance(present, _Handler):
        signal.signal(signal.SIGINT, _Handler(present))


class _Handler:
    """A signal handler that calls the listeners, and then the previous handler."""

    def __init__(self, before: Any):
        self._before = before

    def __call__(self, number: int, frame: Any) -> None:
        for listener in list(_listeners):
            listener()
        if callable(self._before):
            self._before(number, frame)
