"""Rays: directions in which the objective improves for ever. SCIP names one where it has no point to begin at, too; and
it may count the ray's far end, a point of numbers such as 1e20, as a solution. What a ray means is settled here.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from pyscipopt import Model

from puzzlekit.scip.result import Result
from puzzlekit.scip.solve_thread import Progress

FOUND, DOUBTED = "a ray", "perhaps a ray"  # statuses between two runs
HUGE = 1e15  # SCIP's own word for numbers that it cannot add up any more
TRANSFORMED_STAGE = 3  # SCIP's number; before it there are no bounds to be asked for


def end(model: Model) -> str | None:
    """FOUND or DOUBTED if the run that has just ended, ended on a ray, or may have; else None."""
    if model.getStage() < TRANSFORMED_STAGE:
        return None
    value = abs(model.getPrimalbound()) if model.getNSols() > 0 else 0.0
    if model.getStatus() in ("unbounded", "inforunbd") or model.isInfinity(value):
        return FOUND
    return DOUBTED if value >= HUGE else None


@contextlib.contextmanager
def without_objective(model: Model) -> Iterator[None]:
    """A model of rows alone for a while."""
    sense: Any = model.getObjectiveSense()
    objective = model.getObjective() + model.getObjoffset()
    model.setObjective(0)
    try:
        yield
    finally:
        model.setObjective(objective, sense)


def going_on(before: Result, progress: Callable[[Progress], None]) -> Callable[[Progress], None]:
    """Reports of a second run, as one search with the first; its bounds are of no objective."""
    seconds, nodes = before.seconds, before.nodes
    return lambda report: progress(Progress(seconds + report.seconds, nodes + report.nodes, None, None))


def settled(ray: Result, feasible: Result, model: Model, *, guides: bool) -> Result:
    """What a ray means, once the same rows were solved without objective (`guides`: it only guided the search).

    A linear model whose numbers are fractions goes on for ever along a ray of its LP relaxation as soon as it has one
    feasible point, integers or not (Meyer 1974). Rows that are lazy or not linear may end the ray further out.
    """
    seconds, nodes, cuts = ray.seconds + feasible.seconds, ray.nodes + feasible.nodes, ray.cuts + feasible.cuts
    iterations = ray.iterations + feasible.iterations
    plain = Result(feasible.status, feasible.values, seconds, nodes, None, None, cuts, ray.has_objective, iterations)
    if guides or feasible.status != "solved":
        return plain
    proved = ray.status == FOUND and all(row.isLinear() for row in model.getConss(False))
    return replace(plain, status="unbounded", values=None) if proved else replace(plain, status="unknown")
