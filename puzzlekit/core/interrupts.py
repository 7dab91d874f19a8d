"""Interrupts by Ctrl-C or Jupyter's stop button, deferred while code runs that must not be cut.

Python raises KeyboardInterrupt at any place in the main thread: in a callback of SCIP, which must not raise an
exception, or between a change and the `finally` that reverts the change.
"""

import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Any

STOPPED = 130  # exit status of a process ended by SIGINT, as shells report it: 128 + 2


class DeferInterrupts:
    """A `with` block that defers an interrupt (Ctrl-C) until the end of the block.

    At the end, the previous signal handler receives the interrupt; Python's own handler raises KeyboardInterrupt. If
    `noted` is true, the block may itself raise a KeyboardInterrupt with more information; Python's handler then raises
    no second one. A nested block is part of the outer block. The block has no effect if Ctrl-C is ignored or ends the
    process, and no effect outside the main thread, because other threads receive no signals.

    Attributes
    ----------
    noted
        Whether an interrupt has come since the block began.
    """

    def __init__(self) -> None:
        self.noted = False
        self._before: Any = None

    def __enter__(self) -> "DeferInterrupts":
        if threading.current_thread() is threading.main_thread():
            handler = signal.getsignal(signal.SIGINT)
            if isinstance(handler, DeferInterrupts):
                return handler
            if callable(handler):
                self._before = handler
                signal.signal(signal.SIGINT, self)
        return self

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal: record the interrupt in a plain bool. A `threading.Event` could block forever: a second
        signal inside `Event.set` would wait for the lock that the first one holds."""
        self.noted = True

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._before is None:
            return
        signal.signal(signal.SIGINT, self._before)  # the earlier handler gets all later interrupts
        raised = isinstance(error, KeyboardInterrupt) and self._before is signal.default_int_handler
        if self.noted and not raised:
            self._before(signal.SIGINT, sys._getframe())
