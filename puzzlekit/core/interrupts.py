"""Ctrl-C and Jupyter's stop button, put off while something is done that must not be cut.

Python raises KeyboardInterrupt wherever its main thread is: in a callback of SCIP, where nobody may raise anything, or
between a change and the `finally` that takes it back.
"""

import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Any

STOPPED = 130  # the status of a process that ends because of an interrupt


class DeferInterrupts:
    """A block in which an interrupt is noted, and heeded at its end.

    At the end the handler gets it that was there before, whose ever it is: Python's own raises KeyboardInterrupt. The
    block may raise one itself, which has more to say, when it sees `noted`. A block in another is a part of that one.
    In other threads, which hear no signals, and where Ctrl-C is ignored or ends the process, nothing is changed.

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
        """Note an interrupt. An Event would not do: a second signal in its `set` would wait for the first, for ever."""
        self.noted = True

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._before is None:
            return
        signal.signal(signal.SIGINT, self._before)  # whatever comes from here on, it hears itself
        raised = isinstance(error, KeyboardInterrupt) and self._before is signal.default_int_handler
        if self.noted and not raised:
            self._before(signal.SIGINT, sys._getframe())
