"""Solves whose progress can be reported and that can be stopped.

SCIP works in a thread of its own, and the calling thread waits in short steps. So the calling thread reacts to the stop
button at once, and can report progress during a long LP without calling SCIP.
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
from puzzlekit.scip.constraints import finite
from puzzlekit.scip.locking import stop_lp, stop_search

TICK = 0.02  # seconds between two checks of the stop button
SHOW = 0.2  # seconds between two reports of progress
GRACE = 0.5  # seconds that SCIP gets to obey a time limit or a stop, before this module enforces it

ambient_stop: ContextVar[threading.Event | None] = ContextVar("ambient_stop", default=None)
"""The event that stops every solve in the current context. A board stores its event here before it calls a function
that may solve a model, and a solve stores one for its lazy families."""


@dataclass(frozen=True)
class Progress:
    """The progress of a running solve. `primal` and `dual` are SCIP's bounds; each is None until SCIP has such a
    bound."""

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
    """Solve a model in a new thread, so that this thread can react to the stop button. Returns (seconds, whether the
    solve was stopped).

    Before the call, the caller must lock the model, and set the same time limit in SCIP's parameters. If no thread can
    be started, SCIP works in this thread, and the stop button and `progress` are delayed until SCIP has finished.
    """
    watch = _Watch(model) if progress else None
    running, shown = _Run(model, interrupt, stop), 0.0
    threads.start(running.work)
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
    """A running solve in its own thread, and the methods that end it. The thread that waits for the solve calls these
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
        """Return the seconds since the start of the solve."""
        return time.perf_counter() - self._start

    @property
    def stop_asked(self) -> bool:
        """Return whether the reader has asked to stop the solve, by Ctrl-C or the stop button."""
        return self.interrupt.noted or bool(self.stop and self.stop.is_set())

    @property
    def halted(self) -> bool:
        """Return whether a stop was requested at any time, and set the event `halt` if so. The event also stops solves
        inside lazy families."""
        if self.stop_asked:
            self.halt.set()
        return self.halt.is_set()

    def work(self) -> None:
        """Solve the model, in the thread that calls this method."""
        ambient_stop.set(self.halt)  # each thread has its own context variables
        try:
            self._solve()
        except BaseException as failure:  # handed to the caller's thread
            self.failure = failure
        finally:
            self.done.set()

    def end(self) -> None:
        """Ask SCIP to stop, and interrupt a lazy family that SCIP waits for. The caller repeats this call until the
        solve has ended."""
        stop_search(self.model)
        stop_lp(self.model)
        now = time.perf_counter()
        self._ending_since = self._ending_since or now
        if now - self._ending_since > GRACE:
            self._solve.cut()
            self._ending_since = None

    def finish(self) -> None:
        """Stop the solve if it still runs, and wait until it has ended."""
        self.halt.set()
        while not self.done.wait(TICK):
            self.end()


class _Watch(Eventhdlr):
    """An event handler that stores the current bounds and number of nodes of a running solve. SCIP's own thread stores
    them, because a call to SCIP from another thread can crash the process."""

    def __init__(self, model: Model):
        self.latest: tuple[int, float | None, float | None] = (0, None, None)
        self.over = False
        handler.calls_python(model)
        model.includeEventhdlr(self, f"watch_{id(self)}", "keeps figures for the progress report")

    def eventinit(self) -> None:
        if not self.over:
            self.model.catchEvent(SCIP_EVENTTYPE.NODESOLVED | SCIP_EVENTTYPE.BESTSOLFOUND, self)

    def eventexit(self) -> None:
        self.over = True  # SCIP keeps the handler, which must do nothing in later solves

    def eventexec(self, event: Any) -> None:
        self.latest = (self.model.getNTotalNodes(), *bounds(self.model))


def bounds(model: Model) -> tuple[float | None, float | None]:
    """Return the primal and the dual bound; each is None if there is no bound yet. Call this function only during or
    right after a solve."""
    primal = None if _of_no_point(model, model.getPrimalbound()) else finite(model, model.getPrimalbound())
    return primal, finite(model, model.getDualbound())


def _of_no_point(model: Model, bound: float) -> bool:
    """Return whether the primal bound is just the model's objective limit, not the value of a solution."""
    if not model.isEQ(bound, model.getObjlimit()):
        return False
    return not model.getNSols() or not model.isEQ(model.getSolObjVal(model.getBestSol()), bound)
