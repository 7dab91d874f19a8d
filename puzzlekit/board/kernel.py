"""What the kernel knows: its interrupt (SIGINT), for what runs in a thread, as Jupyter tells it to the cell that runs
or to nobody; and which cell runs."""

import hashlib
import os
import signal
import threading
import uuid
from collections.abc import Callable
from typing import Any

from IPython import get_ipython

_listeners: list[Callable[[], None]] = []
_last: tuple[Any, int] = None, 0  # the message that runs a cell, and how many places were asked for there


def place() -> str:
    """A name of the place where a board is made, the same whenever its cell is run again: of the notebook's path, the
    cell's id, and how many boards the cell has made before. Where the front end does not tell them, a new name."""
    global _last
    parent: dict[str, Any] = getattr(get_ipython(), "get_parent", dict)()
    cell, message = parent.get("metadata", {}).get("cellId"), parent.get("header", {}).get("msg_id")
    if not cell:
        return uuid.uuid4().hex[:20]
    _last = message, _last[1] + 1 if _last[0] == message else 0
    path = os.environ.get("JPY_SESSION_NAME", "")  # Jupyter's server names the notebook so
    return hashlib.sha256(repr((path, cell, _last[1])).encode()).hexdigest()[:20]


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
    if loop := getattr(kernel, "io_loop", None):  # ipykernel's
        loop.add_callback(_listen)  # once this cell or message is done, ipykernel ignores interrupts again
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
