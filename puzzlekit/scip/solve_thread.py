"""Solves that can be watched and stopped.

SCIP works in a thread of its own, and the calling thread waits in short steps. So the caller reacts to the stop button
at once, can report progress during a long LP, and never calls SCIP while SCIP works.
"""

import math
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from pyscipopt import SCIP_EVENTTYPE, Eventhdlr, Model

from puzzlekit.core import threads
from puzzlekit.core.interrupts import DeferInterrupts
from puzzlekit.core.thread_abort import Abortable
from puzzlekit.scip import handler
from puzzlekit.scip.stopping import stop_lp, stop_search

TICK = 0.02  # seconds between two checks of the stop button
SHOW = 0.2  # seconds between two reports of progress
GRACE = 0.5  # seconds after which this module enforces what SCIP overlooks: a time limit in a long LP, a stop

ambient_stop: ContextVar[threading.Event | None] = ContextVar("ambient_stop", default=None)
"""Set by whoever runs a function that solves without knowing that it may be stopped: a board; a solve, for its lazy
families."""


@dataclass(frozen=True)
class Progress:
    """The progress of a running solve. `primal` and `dual` are None as long as there is no bound."""

    seconds: float
    nodes: int
    primal: float | None
    dual: float | None


def run(
    model: Model,
    interrupt: DeferInterrupts,
    *,
    time_limit: float = math.inf,
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
) -> tuple[float, bool]:
    """Solve in a new thread, so that this thread can react to the stop button. Returns (seconds, stopped).

    The caller holds the model. SCIP has the time limit, too; this function only enforces it. Where no thread can be
    started, SCIP works in this thread, and the stop button and `progress` have to wait until SCIP is done.
    """
    watch = _Watch(model) if progress else None
    running, shown = _Run(model, interrupt, stop), 0.0
    running.begin()
    try:
        while not running.done.wait(TICK):
            if running.halted:
                running.end()
            elif running.seconds > time_limit + GRACE:
                stop_search(model)
                stop_lp(model)
            elif progress and watch and running.seconds - shown >= SHOW:
                shown = running.seconds
                progress(Progress(shown, *watch.latest))
    finally:  # a failing progress function must not leave the thread running
        running.finish()
    seconds = running.seconds
    if running.failure:
        raise handler.failure(model) or running.failure  # a lazy family's exception may be the cause of SCIP's error
    return seconds, running.stop_asked


class _Run:
    """One solve in a thread of its own, with the means to end it. The thread that waits for the solve calls the
    methods."""

    def __init__(self, model: Model, interrupt: DeferInterrupts, stop: threading.Event | None):
        self.model, self.interrupt, self.stop = model, interrupt, stop
        self.done, self.halt = threading.Event(), threading.Event()
        self.failure: BaseException | None = None
        self._solve = Abortable(model.optimizeNogil, shield=handler.Handler.conscheck)
        self._ending_since: float | None = None
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Return the seconds since the start."""
        return time.perf_counter() - self._start

    @property
    def stop_asked(self) -> bool:
        """Return whether the reader wants the solve to end: Ctrl-C or the stop button."""
        return self.interrupt.noted or bool(self.stop and self.stop.is_set())

    @property
    def halted(self) -> bool:
        """Return whether a stop was requested at any time. Solves inside lazy families see the event `halt`, too."""
        if self.stop_asked:
            self.halt.set()
        return self.halt.is_set()

    def begin(self) -> None:
        """Start the thread. Where no thread can be started, return when SCIP is done."""
        threads.start(self._work)

    def _work(self) -> None:
        ambient_stop.set(self.halt)  # each thread has its own context variables
        try:
            self._solve()
        except BaseException as failure:  # handed to the caller's thread
            self.failure = failure
        finally:
            self.done.set()

    def end(self) -> None:
        """Stop SCIP, and a lazy family that keeps SCIP waiting. Repeat the call until the solve is done."""
        stop_search(self.model)
        stop_lp(self.model)
        now = time.perf_counter()
        self._ending_since = self._ending_since or now
        if now - self._ending_since > GRACE:
            self._solve.cut()
            self._ending_since = None

    def finish(self) -> None:
        """End the solve if it still runs, and wait until it is done."""
        self.halt.set()
        while not self.done.wait(TICK):
            self.end()


class _Watch(Eventhdlr):
    """An event handler that keeps the latest figures of a running solve. SCIP's own thread stores them, because a call
    to SCIP from another thread can end the process."""

    def __init__(self, model: Model):
        self.latest: tuple[int, float | None, float | None] = (0, None, None)
        self.over = False
        handler.calls_python(model)
        model.includeEventhdlr(self, f"watch_{id(self)}", "keeps figures for the progress report")

    def eventinit(self) -> None:
        if not self.over:
            self.model.catchEvent(SCIP_EVENTTYPE.NODESOLVED | SCIP_EVENTTYPE.BESTSOLFOUND, self)

    def eventexit(self) -> None:
        self.over = True  # SCIP keeps the handler; it must stay silent in later solves

    def eventexec(self, event: Any) -> None:
        self.latest = (self.model.getNTotalNodes(), *bounds(self.model))


def bounds(model: Model) -> tuple[float | None, float | None]:
    """Return the primal and the dual bound, None where there is none yet. Call it only while SCIP solves or right
    afterwards."""
    primal = None if _of_no_point(model, model.getPrimalbound()) else _finite(model, model.getPrimalbound())
    return primal, _finite(model, model.getDualbound())


def _of_no_point(model: Model, bound: float) -> bool:
    """Return whether the primal bound is nothing but the objective limit."""
    if not model.isEQ(bound, model.getObjlimit()):
        return False
    return not model.getNSols() or not model.isEQ(model.getSolObjVal(model.getBestSol()), bound)


def _finite(model: Model, bound: float) -> float | None:
    return None if model.isInfinity(abs(bound)) else bound
