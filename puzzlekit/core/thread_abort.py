"""Interrupts for Python code that runs in another thread, where no signal arrives.

Python offers one way to interrupt another thread, here called a cut: an exception is raised in that thread between two
instructions of its Python code. A cut cannot end C code. A cut is unsafe while SCIP waits for the thread, as in a
callback, and while code solves a model and restores it.
"""

import ctypes
import dis
import sys
import threading
from collections.abc import Callable
from functools import cache, partial
from types import FrameType, SimpleNamespace
from typing import Any

_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = (ctypes.c_ulong, ctypes.py_object)
UNCUT = {f"puzzlekit.{name}" for name in ("core.interrupts", "scip.solver", "scip.locking", "scip.solve_thread")}
UNCUT |= {"importlib._bootstrap"}  # modules whose code must not be cut: it must finish its clean-up
METHOD = "optimize"  # the names of SCIP's solving methods begin with this word
BETWEEN = ("PRECALL", "CACHE", "PUSH_NULL", "NOP")  # instructions between loading a name and calling it


class Abortable:
    """A function that another thread can abort with a KeyboardInterrupt. After the function has ended, no interrupt is
    pending.

    Parameters
    ----------
    function
        The function to run, without arguments.
    shield
        A function that catches every exception of the code that it calls. Code called by `shield` may be aborted even
        while SCIP waits for the thread.
    """

    def __init__(self, function: Callable[[], Any], shield: Callable | None = None):
        self._function, self._shield = function, shield.__code__ if shield else None
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._sent = False

    def __call__(self) -> Any:
        """Run the function in this thread and return its result."""
        self._thread = threading.get_ident()
        try:
            return self._function()
        finally:
            self._thread = None  # from here on, no new cut is sent
            self._let_arrive()

    def _let_arrive(self) -> None:
        """Wait until an abort in progress ends, and catch an interrupt that was sent but has not arrived.

        The interrupt is caught, not withdrawn: after a withdrawal, Python 3.11 would look for the interrupt forever,
        and a debugger would hang.
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
        """Raise KeyboardInterrupt in the function as soon as the function runs Python code. Return whether the
        interrupt was sent. It is not sent if the function is not running, or if an interrupt is unsafe now."""
        with self._lock:
            thread = self._thread
            if thread is None or not self._may_be_cut(sys._current_frames().get(thread)):
                return False
            self._sent = bool(_raise_in(thread, KeyboardInterrupt))
            return self._sent

    def _may_be_cut(self, frame: FrameType | None) -> bool:
        """Return whether a KeyboardInterrupt is safe at this frame: SCIP is not waiting for the thread, or the `shield`
        function catches the exception."""
        while frame:
            outer = frame.f_back
            if outer and self._shield is outer.f_code:
                return True
            if frame.f_globals.get("__name__") in UNCUT or _optimizes(frame):
                return False
            frame = outer
        return True


def _optimizes(frame: FrameType) -> bool:
    """Return whether this frame is calling one of SCIP's solving methods (`optimize`, `optimizeNogil`, ...) without
    arguments. If bytecode cannot be read, return True for every frame whose code names such a method."""
    if not any(name.startswith(METHOD) for name in frame.f_code.co_names):
        return False
    return _called(frame).startswith(METHOD) if reads_bytecode() else True


def _called(frame: FrameType) -> str:
    """Return the name of the function that a frame is calling without arguments. For any other frame, the text has no
    meaning."""
    *before, now = [step for step in dis.get_instructions(frame.f_code) if step.offset <= frame.f_lasti]
    last = next((step for step in reversed(before) if step.opname not in BETWEEN), now)
    return str(last.argval) if now.opname.startswith("CALL") else ""


@cache
def reads_bytecode() -> bool:
    """Return whether `_called` reads the bytecode of this Python version correctly. Bytecode differs
    between versions."""

    def own() -> str:
        return _called(sys._getframe(1))

    one = SimpleNamespace(python=own, c=partial(own))  # calls of Python and of C code differ in a frame's position
    try:
        return (one.python(), one.c()) == ("python", "c")
    except Exception:  # in an unknown version of Python, `dis` may raise anything
        return False
