"""What SCIP is asked beside the linear programs: one solution, or the proof that there is none."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from pyscipopt import Expr

from puzzlekit import scip
from puzzlekit.clock import Stopwatch, reached
from puzzlekit.scip import handler
from puzzlekit.scip.constraints import LinearConstraint, VariableKey
from puzzlekit.scip.locking import locked
from puzzlekit.scip.model import BuiltModel


@dataclass(frozen=True)
class SolutionPoint:
    """A solution: element -> state, variable key -> value, and the values shaped as the model's variables."""

    states: Mapping[Any, Any]
    values: Mapping[VariableKey, float]
    shaped: SimpleNamespace


class Oracle:
    """A built model that can be asked for a solution under further claims.

    `cuts` holds the rows that its lazy families found on the way: each of them holds at every solution.
    """

    def __init__(self, built: BuiltModel, *, time_limit: float | None = None):
        self.built, self.cuts = built, list[LinearConstraint]()
        self._watch, self._limit = Stopwatch(), time_limit

    def solution(self, claims: Iterable[LinearConstraint] = ()) -> SolutionPoint | None:
        """Some solution that obeys these claims about statements, or None if there is none.

        Raises
        ------
        TimeLimitReached
            If neither was found in time.
        """
        with locked(self.built.model), self._added(claims) as possible:
            if not possible:
                return None
            result = scip.solve(self.built, time_limit=self._watch.remaining(self._limit))
            self.cuts += [cut for cut in result.cuts if cut not in self.cuts]
            if result.status == "unknown":
                raise reached(self._limit, "no answer proved")
            if result.status == "infeasible":
                return None
            groups = vars(result.values).items()
            values = {(group, key): value for group, own in groups for key, value in own.items()}
            return SolutionPoint(dict(self.built.fractions(result.values).keys()), values, result.values)

    @contextmanager
    def _added(self, claims: Iterable[LinearConstraint]) -> Iterator[bool]:
        """The model with these claims as rows for a while; False if one of them cannot hold at all."""
        rows, possible = [], True
        try:
            for claim in claims:
                expression, holds = self.built.indicators[claim.index], claim.lower is not None
                if isinstance(expression, Expr) and len(expression.terms):
                    rows.append(self.built.model.addCons(expression >= 1 if holds else expression <= 0, name="claim"))
                else:
                    possible &= (float(expression) == 1) == holds
            yield possible
        finally:
            for row in rows:
                self.built.model.delCons(row)

    def separate(self, point: Mapping[VariableKey, int], *, implied: bool = False, most: bool = False) -> None:
        """Ask the lazy families for rows that this point breaks; they are among the `cuts` from then on. Or those that
        follow from them, for rows that all breaks that is no less than that, or at `most` that."""
        values: dict[str, dict] = {group: {} for group in vars(self.built.v)}
        for (group, key), value in point.items():
            values[group][key] = value
        with locked(self.built.model):
            found = handler.violated(self.built.model, SimpleNamespace(**values), implied=implied)
        if implied:
            found = [row for row in found if (row.lower if most else row.upper) is not None]
        self.cuts += [cut for cut in found if cut not in self.cuts]

    def without(self, rows: Iterable[LinearConstraint]) -> SolutionPoint | None:
        """Some solution once these rows of the model are left out, not the best alone; None if there is none."""
        with left_out(self.built, rows):
            return self.solution()


@contextmanager
def left_out(built: BuiltModel, rows: Iterable[LinearConstraint]) -> Iterator[None]:
    """The model without these rows for a while, and without its objective's word on which solution is the best."""
    names = {scip.name(row.family or "", row.index) for row in rows}
    model, first = built.model, built.stop_at_first
    with locked(model):
        out = [(row, model.getLhs(row), model.getRhs(row)) for row in model.getConss(False) if row.name in names]
        for row, _, _ in out:
            model.chgLhs(row, -model.infinity())
            model.chgRhs(row, model.infinity())
        built.stop_at_first = True
        try:
            yield
        finally:
            built.stop_at_first = first
            for row, lower, upper in out:
                model.chgLhs(row, lower)
                model.chgRhs(row, upper)
