"""Run a solve so that it can be watched and stopped.

SCIP works in a thread of its own, and the thread that asked waits in short steps: so it hears the stop button at once,
can report progress during a long LP, and never asks SCIP anything while it works.
"""

import math
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from typing import Any

from pyscipopt import SCIP_EVENTTYPE, Eventhdlr, Model

from puzzlekit.interrupts import Deferred
from puzzlekit.scip import handler
from puzzlekit.scip.cut import Cuttable
from puzzlekit.scip.stopping import stop_lp, stop_search

TICK = 0.02  # seconds between two looks at the stop button
SHOW = 0.2  # seconds between two reports of progress
GRACE = 0.5  # seconds after which what SCIP overlooks is enforced from here: a time limit in a long LP, a stop

ambient_stop: ContextVar[threading.Event | None] = ContextVar("ambient_stop", default=None)
"""Set by whoever runs a function that solves without knowing that it may be stopped: a board; a solve, for its lazy
families."""


@dataclass(frozen=True)
class Progress:
    """How far a running solve has come; `primal` and `dual` are None as long as there is no bound."""

    seconds: float
    nodes: int
    primal: float | None
    dual: float | None


def run(
    model: Model,
    interrupt: Deferred,
    *,
    time_limit: float = math.inf,
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
) -> tuple[float, bool]:
    """Solve in a thread of its own, so that this one can hear the stop button; returns (seconds, stopped).

    The caller holds the model. The time limit is SCIP's own as well; here it is only enforced.
    """
    done, halt, failures = threading.Event(), threading.Event(), []
    watch = _Watch(model) if progress else None
    solve = Cuttable(model.optimizeNogil, shield=handler.Handler.conscheck)
    stopped_at: list[float] = []

    def stopped() -> bool:
        return interrupt.noted or bool(stop and stop.is_set())

    def work() -> None:
        ambient_stop.set(halt)  # for solves inside of lazy families; a thread has variables of its own
        try:
            solve()
        except BaseException as failure:  # handed to the caller's thread below
            failures.append(failure)
        finally:
            done.set()

    def end() -> None:
        """Stop SCIP, and a lazy family that keeps SCIP waiting."""
        stop_search(model)
        stop_lp(model)
        stopped_at.append(time.perf_counter())
        if stopped_at[-1] - stopped_at[0] > GRACE:
            solve.cut()
            stopped_at.clear()

    start = time.perf_counter()
    shown = start
    threading.Thread(target=copy_context().run, args=(work,), daemon=True).start()
    try:
        while not done.wait(TICK):
            if stopped():
                halt.set()
            if halt.is_set():
                end()
            elif time.perf_counter() - start > time_limit + GRACE:
                stop_search(model)
                stop_lp(model)
            elif progress and watch and time.perf_counter() - shown >= SHOW:
                shown = time.perf_counter()
                progress(Progress(shown - start, *watch.latest))
    finally:  # a failing progress function must not leave the thread running
        halt.set()
        while not done.wait(TICK):
            end()
    seconds = time.perf_counter() - start
    if failures:
        raise handler.failure(model) or failures[0]  # SCIP's error may be the echo of a lazy family's
    return seconds, stopped()


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
