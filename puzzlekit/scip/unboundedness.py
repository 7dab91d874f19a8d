"""Rays: directions in which the objective improves without limit. SCIP also reports a ray without a feasible point, and
it may count the ray's far end, a point of numbers such as 1e20, as a solution. This module decides what a ray
proves."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from pyscipopt import Model

from puzzlekit.scip.result import Result
from puzzlekit.scip.solve_thread import Progress

FOUND, DOUBTED = "a ray", "perhaps a ray"  # statuses between two runs
HUGE = 1e15  # SCIP's `numerics/hugeval`: it no longer adds up such numbers
TRANSFORMED_STAGE = 3  # SCIP's number of the stage; earlier stages have no bounds


def end(model: Model) -> str | None:
    """Return FOUND if the run that has just ended, ended on a ray, DOUBTED if it may have, else None."""
    if model.getStage() < TRANSFORMED_STAGE:
        return None
    value = abs(model.getPrimalbound()) if model.getNSols() > 0 else 0.0
    if model.getStatus() in ("unbounded", "inforunbd") or model.isInfinity(value):
        return FOUND
    return DOUBTED if value >= HUGE else None


@contextlib.contextmanager
def without_objective(model: Model) -> Iterator[None]:
    """Remove a model's objective in a `with` block."""
    sense: Any = model.getObjectiveSense()
    objective = model.getObjective() + model.getObjoffset()
    model.setObjective(0)
    try:
        yield
    finally:
        model.setObjective(objective, sense)


def going_on(before: Result, progress: Callable[[Progress], None]) -> Callable[[Progress], None]:
    """Return a progress function that reports the second run as a continuation of the first, without bounds."""
    seconds, nodes = before.seconds, before.nodes
    return lambda report: progress(Progress(seconds + report.seconds, nodes + report.nodes, None, None))


def settled(ray: Result, feasible: Result, model: Model, *, guides: bool) -> Result:
    """Return the result for a ray, after the same constraints were solved without objective. If `guides` is true, the
    objective only guided the search.

    A linear model with rational numbers is unbounded along a ray of its LP relaxation as soon as it has one feasible
    point, with or without integer variables (Meyer 1974). Lazy or nonlinear constraints may end the ray further out.
    """
    seconds, nodes, cuts = ray.seconds + feasible.seconds, ray.nodes + feasible.nodes, ray.cuts + feasible.cuts
    iterations = ray.iterations + feasible.iterations
    plain = Result(feasible.status, feasible.values, seconds, nodes, None, None, cuts, ray.has_objective, iterations)
    if guides or feasible.status != "solved":
        return plain
    proved = ray.status == FOUND and all(row.isLinear() for row in model.getConss(False))
    return replace(plain, status="unbounded", values=None) if proved else replace(plain, status="unknown")
