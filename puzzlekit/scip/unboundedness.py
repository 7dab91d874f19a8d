"""Rays: directions in which the objective improves without limit. SCIP reports a ray even if there is no feasible
point, and SCIP may count the ray's far end, a point with numbers such as 1e20, as a solution. This module decides what
a ray proves."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from pyscipopt import Model

from puzzlekit.scip.result import Result
from puzzlekit.scip.solve_thread import Progress

FOUND, DOUBTED = "a ray", "perhaps a ray"  # statuses of a first run, after which a second run is needed
HUGE = 1e15  # SCIP's `numerics/hugeval`: SCIP keeps such numbers out of its sums
TRANSFORMED_STAGE = 3  # SCIP's number of the stage; earlier stages have no bounds


def end(model: Model) -> str | None:
    """Return FOUND if SCIP's last run ended on a ray, DOUBTED if it may have ended on a ray, else None."""
    if model.getStage() < TRANSFORMED_STAGE:
        return None
    value = abs(model.getPrimalbound()) if model.getNSols() > 0 else 0.0
    if model.getStatus() in ("unbounded", "inforunbd") or model.isInfinity(value):
        return FOUND
    return DOUBTED if value >= HUGE else None


@contextlib.contextmanager
def without_objective(model: Model) -> Iterator[None]:
    """Remove a model's objective for a `with` block, and restore it afterwards."""
    sense: Any = model.getObjectiveSense()
    objective = model.getObjective() + model.getObjoffset()
    model.setObjective(0)
    try:
        yield
    finally:
        model.setObjective(objective, sense)


def going_on(before: Result, progress: Callable[[Progress], None]) -> Callable[[Progress], None]:
    """Return a progress function for the second run. It adds the seconds and nodes of the first run, `before`, and
    reports no bounds."""
    seconds, nodes = before.seconds, before.nodes
    return lambda report: progress(Progress(seconds + report.seconds, nodes + report.nodes, None, None))


def settled(ray: Result, feasible: Result, model: Model, *, guides: bool) -> Result:
    """Return the result of a solve that took two runs. `ray` is the result of the first run, with the status FOUND or
    DOUBTED, and `feasible` the result of the second run, without the objective. `guides` is whether the objective only
    guided the search.

    If `guides` is true, or if `feasible` is not solved, return the status and the values of `feasible`. Otherwise the
    status is "unbounded" if the ray is certain (FOUND) and all constraints are linear, else "unknown". Seconds, nodes
    and iterations are the sums over both runs, and the cuts of both runs are joined.

    If the LP relaxation of a linear model with rational numbers has a ray, one feasible point proves that the model is
    unbounded, with or without integer variables (Meyer 1974). Lazy or nonlinear constraints may exclude the ray.
    """
    seconds, nodes, cuts = ray.seconds + feasible.seconds, ray.nodes + feasible.nodes, ray.cuts + feasible.cuts
    iterations = ray.iterations + feasible.iterations
    plain = Result(feasible.status, feasible.values, seconds, nodes, None, None, cuts, ray.has_objective, iterations)
    if guides or feasible.status != "solved":
        return plain
    proved = ray.status == FOUND and all(row.isLinear() for row in model.getConss(False))
    return replace(plain, status="unbounded", values=None) if proved else replace(plain, status="unknown")
