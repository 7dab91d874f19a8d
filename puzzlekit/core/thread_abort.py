"""Interrupts for Python code that runs in another thread, where no signal arrives.

Python offers one way: an exception that arrives between two steps of that thread's Python code. The exception cannot
cut C code, and it must not arrive where SCIP waits for an answer: in a callback, or while a model is solved and
restored.
"""

import ctypes
import dis
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = (ctypes.c_ulong, ctypes.py_object)
UNCUT = {f"puzzlekit.{name}" for name in ("core.interrupts", "scip.solver", "scip.locking", "scip.solve_thread")}
UNCUT |= {"importlib._bootstrap"}  # modules that must finish cleaning up
BETWEEN = ("PRECALL", "CACHE", "PUSH_NULL", "NOP")  # instructions between a name and its call without arguments


class Abortable:
    """A function that another thread can end by a KeyboardInterrupt. No interrupt is pending after its end.

    Parameters
    ----------
    shield
        A function that catches every exception of the code that it calls. In that code the thread may be cut although
        SCIP waits.
    """

    def __init__(self, function: Callable[[], Any], shield: Callable | None = None):
        self._function, self._shield = function, shield.__code__ if shield else None
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._sent = False

    def __call__(self) -> Any:
        """Run the function in this thread."""
        self._thread = threading.get_ident()
        try:
            return self._function()
        finally:
            self._thread = None  # no cut begins from here on
            self._let_arrive()

    def _let_arrive(self) -> None:
        """Wait for a cut that had begun, and catch an interrupt that was sent but has not arrived.

        The interrupt is not taken back: then Python 3.11 looks for it for ever, and a debugger hangs.
        """
        arrived = False
        while not arrived:
            try:
                with self._lock:
                    if self._sent:
                        self._sent = False
                        _raise_in(threading.get_ident(), KeyboardInterrupt)  # replaces the pending interrupt
                        while True:
                            pass
                    arrived = True
            except KeyboardInterrupt:
                pass

    def cut(self) -> bool:
        """Raise KeyboardInterrupt in the function as soon as the function runs Python code. Returns False where that is
        unsafe."""
        with self._lock:
            thread = self._thread
            if thread is None or not self._may_be_cut(sys._current_frames().get(thread)):
                return False
            self._sent = bool(_raise_in(thread, KeyboardInterrupt))
            return self._sent

    def _may_be_cut(self, frame: FrameType | None) -> bool:
        """Return whether a thread may be cut at this frame: SCIP does not wait for it, or the shield catches
        exceptions."""
        while frame:
            outer = frame.f_back
            if outer and self._shield is outer.f_code:
                return True
            if frame.f_globals.get("__name__") in UNCUT or _optimizes(frame):
                return False
            frame = outer
        return True


def _optimizes(frame: FrameType) -> bool:
    """Return whether this frame waits for a method of SCIP `optimize`, `optimizeNogil`, ..., called without
    arguments."""
    if not any(name.startswith("optimize") for name in frame.f_code.co_names):
        return False
    passed = [step for step in dis.get_instructions(frame.f_code) if step.offset < frame.f_lasti]
    last = next((step for step in reversed(passed) if step.opname not in BETWEEN), None)
    return last is not None and str(last.argval).startswith("optimize")
