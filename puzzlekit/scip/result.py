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
        "solved": the values are proved optimal, or feasible if the model has no objective. "infeasible": it is proved
        that no point satisfies all constraints. "unbounded": it is proved that there are feasible points but no best
        point. "unknown": a limit ended the search, or no point is better than an objective limit, or SCIP ended on a
        ray (see `unboundedness`) that does not prove the model unbounded. An unknown result may have values and bounds.
    values
        The values of the requested variables, in a dict or a namespace with the same keys; values of integer variables
        are ints. None if no solution was found, or if the model is unbounded.
    seconds, nodes
        Wall-clock time of the solve and size of the search tree.
    primal, dual
        The best value found and the bound proved, or None.
    cuts
        The constraints that lazy families added, in order.
    has_objective
        Whether the model has an objective; False if the objective only guides the search.
    iterations
        Simplex iterations in all linear programs of the search.
    objective_limit
        The limit of `setObjlimit` if it is proved that no point is better; None otherwise.
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
        """Return the status and its reason as one line of text."""
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
    """The error for a solve that the reader interrupted. `result` is the Result so far, or the partial result of a
    function that called `solve`."""

    def __init__(self, result: Any):
        super().__init__("the solve was stopped")
        self.result = result
