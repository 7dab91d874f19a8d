"""Results of a solve, as plain data and in a sentence."""

from dataclasses import dataclass, field
from typing import Any

from puzzlekit.scip.constraints import LinearConstraint

ENDLESS = "no best value; expected bounds or constraints that limit the objective"


@dataclass(frozen=True)
class Result:
    """The result of a solve.

    Attributes
    ----------
    status
        "solved" (proved optimal, or any feasible point where no objective counts), "infeasible" (proved), "unbounded"
        (proved: there are feasible points, and none is the best) or "unknown" (a limit ended the search, or no point is
        better than an objective limit, or lazy or nonlinear constraints leave the question open; there may be values
        and bounds all the same).
    values
        Values in the shape of the requested variables; integers are ints. None if no solution was found, or none is
        best.
    seconds, nodes
        Wall-clock time of the solve and size of the search tree.
    primal, dual
        The best value found and the bound proved, or None.
    cuts
        The constraints that lazy families added, in order.
    has_objective
        Whether the model has an objective that does more than guide the search.
    iterations
        Simplex iterations in all linear programs of the search.
    objective_limit
        The limit of `setObjlimit` where it is proved that no point is better; None otherwise.
    """

    status: str
    values: Any = field(repr=False)
    seconds: float
    nodes: int
    primal: float | None
    dual: float | None
    cuts: tuple[LinearConstraint, ...] = field(default=(), repr=False)
    has_objective: bool = field(default=False, repr=False)
    iterations: int = 0
    objective_limit: float | None = field(default=None, repr=False)

    @property
    def status_text(self) -> str:
        """Return the status in a sentence."""
        return f"{self.status}: {self._why()}"

    def _why(self) -> str:
        if self.status == "infeasible":
            return "proved, no point satisfies all constraints"
        if self.status == "unbounded":
            return ENDLESS
        if self.status == "solved":
            best = f"optimal value {self.primal:.10g}, proved" if self.has_objective else ""
            return best or "a feasible point found"
        if self.objective_limit is not None:
            return f"proved, no point is better than the objective limit {self.objective_limit:.10g}"
        found = "no feasible point found" if self.values is None else "a point found"
        value = "" if self.values is None or self.primal is None else f" with value {self.primal:.10g}"
        bound = "no bound proved" if self.dual is None else f"bound {self.dual:.10g} proved"
        return f"search stopped without proof; {found}{value}, {bound}"


class Stopped(KeyboardInterrupt):
    """An interrupt of the solve by the reader. `result` holds the Result so far, or what a calling function made of
    it."""

    def __init__(self, result: Any):
        super().__init__("the solve was stopped")
        self.result = result
