"""Interrupts by Ctrl-C or Jupyter's stop button, deferred while code runs that must not be cut.

Python raises KeyboardInterrupt wherever its main thread is: in a callback of SCIP, which must not raise an exception,
or between a change and the `finally` that reverts the change.
"""

import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Any

STOPPED = 130  # exit status of a process ended by SIGINT, as shells report it: 128 + 2


class DeferInterrupts:
    """A block in which an interrupt is noted, and delivered at its end.

    At the end the previous signal handler gets the interrupt; Python's own handler raises KeyboardInterrupt. If `noted`
    is true, the block may itself raise a KeyboardInterrupt with more information. A nested block is part of the outer
    block. Nothing changes in other threads, which receive no signals, and where Ctrl-C is ignored or ends the process.

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
        """Note an interrupt in a plain bool. In `Event.set`, a second signal would wait for the first one for ever."""
        self.noted = True

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._before is None:
            return
        signal.signal(signal.SIGINT, self._before)  # it gets all later interrupts itself
        raised = isinstance(error, KeyboardInterrupt) and self._before is signal.default_int_handler
        if self.noted and not raised:
            self._before(signal.SIGINT, sys._getframe())
