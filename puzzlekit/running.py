"""Run a solve so that it can be watched and stopped.

SCIP works in a thread of its own, and the thread that asked waits in short steps: so it hears the stop button at once,
can report progress during a long LP, and never asks SCIP anything while it works.
"""

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from pyscipopt import SCIP_EVENTTYPE, Eventhdlr, Model

TICK = 0.02  # seconds between two looks at the stop button
SHOW = 0.2  # seconds between two reports of progress

ambient_stop: ContextVar[threading.Event | None] = ContextVar("ambient_stop", default=None)
"""Set by whoever runs a function that solves without knowing that it may be stopped (the board does)."""


@dataclass(frozen=True)
class Progress:
    """How far a running solve has come; `primal` and `dual` are None as long as there is no bound."""

    seconds: float
    nodes: int
    primal: float | None
    dual: float | None


def run(model: Model, progress: Callable[[Progress], None] | None, stop: threading.Event | None) -> tuple[float, bool]:
    """Solve in a thread of its own, so that this one can hear the stop button; returns (seconds, stopped)."""
    done, failures = threading.Event(), []
    watch = _Watch(model) if progress else None

    def work() -> None:
        try:
            model.optimizeNogil()
        except BaseException as failure:  # handed to the caller's thread below
            failures.append(failure)
        finally:
            done.set()

    start = time.perf_counter()
    shown = start
    with _stop_button() as pressed:
        threading.Thread(target=work, daemon=True).start()
        try:
            while not done.wait(TICK):
                if pressed.is_set() or (stop and stop.is_set()):
                    model.interruptSolve()
                elif progress and watch and time.perf_counter() - shown >= SHOW:
                    shown = time.perf_counter()
                    progress(Progress(shown - start, *watch.latest))
        finally:  # a failing progress function must not leave the thread running
            while not done.wait(TICK):
                model.interruptSolve()
        seconds = time.perf_counter() - start
        if failures:
            raise failures[0]
        return seconds, pressed.is_set() or bool(stop and stop.is_set())


@contextlib.contextmanager
def _stop_button() -> Iterator[threading.Event]:
    """An event that Ctrl-C and Jupyter's stop button set. Python takes signals in its main thread only."""
    pressed = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield pressed
        return
    signal.signal(signal.SIGINT, lambda number, frame: pressed.set())
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


class _Watch(Eventhdlr):
    """Keeps the latest figures of a running solve. They are stored from inside SCIP: asking it from another thread
    can end the process."""

    def __init__(self, model: Model):
        self.latest: tuple[int, float | None, float | None] = (0, None, None)
        self.over = False
        model.includeEventhdlr(self, f"watch_{id(self)}", "keeps figures for the progress report")

    def eventinit(self) -> None:
        if not self.over:
            self.model.catchEvent(SCIP_EVENTTYPE.NODESOLVED | SCIP_EVENTTYPE.BESTSOLFOUND, self)

    def eventexit(self) -> None:
        self.over = True  # SCIP keeps the handler; it must stay silent in later solves

    def eventexec(self, event: Any) -> None:
        self.latest = (self.model.getNTotalNodes(), *bounds(self.model))


def bounds(model: Model) -> tuple[float | None, float | None]:
    """The primal and the dual bound, None where there is none yet; only while SCIP solves or has just solved."""
    return _finite(model, model.getPrimalbound()), _finite(model, model.getDualbound())


def _finite(model: Model, bound: float) -> float | None:
    return None if model.isInfinity(abs(bound)) else bound
