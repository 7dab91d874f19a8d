"""Linear programs that have their rows in common. SCIP's LP solver begins each from the basis of the one before, which
is why it is asked and not a function that takes a whole program."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from pyscipopt import LP, SCIP_LPPARAM

from puzzlekit.clock import Stopwatch

BY_COLUMNS = -1.0  # never to make the basis of as many rows as there are variables
FEASIBLE = 1e-9  # how far a row or a reduced cost may be from what it should be
PIVOTS = 30  # after how many the basis is factorised anew: later, each of them takes longer
STEEPEST = 4  # SCIP's number of pricing by the steepest edge

Entries = Mapping[int, float]  # the number of a variable -> its coefficient


@dataclass(frozen=True)
class Optimum:
    """The largest value of an objective.

    Attributes
    ----------
    value
        inf where there is no largest one, -inf where the rows leave no point.
    point, multipliers
        Where the value is attained, and what each row's limit is worth there; None where there is no such point.
    ray
        A direction in which the objective grows without end; None where there is none.
    """

    value: float
    point: np.ndarray | None = None
    multipliers: np.ndarray | None = None
    ray: np.ndarray | None = None


class LinearPrograms:
    """Maximise a sum of variables between their bounds, where each row is "coefficients times x <= limit".

    Parameters
    ----------
    lower, upper
        Of each variable; infinite where there is none.
    far
        Whether each optimum is far from the one before: then fewer pivots are worth more than quick ones.
    """

    def __init__(self, lower: np.ndarray, upper: np.ndarray, *, far: bool = False):
        self._lp = LP(sense="maximize")
        for kind in (SCIP_LPPARAM.FEASTOL, SCIP_LPPARAM.DUALFEASTOL):
            self._lp.setRealParam(kind, FEASIBLE)
        self._lp.setIntParam(SCIP_LPPARAM.REFACTOR, PIVOTS)
        if far:
            self._lp.setIntParam(SCIP_LPPARAM.PRICING, STEEPEST)
        endless = self._lp.infinity()
        ends = [np.clip(end, -endless, endless).tolist() for end in (lower, upper)]
        self._lp.addCols([[]] * len(lower), None, *ends)
        self._objective = np.zeros(len(lower))
        self._rows: list[Entries] = []

    def add(self, rows: Sequence[Entries], limits: Iterable[float]) -> None:
        """More rows, numbered from 0 in the order in which they came."""
        if rows:
            self._lp.addRows([list(row.items()) for row in rows], [-self._lp.infinity()] * len(rows), list(limits))
            self._rows += rows

    def replace(self, number: int, row: Entries, limit: float) -> None:
        """Give a row other coefficients and another limit."""
        for variable, value in {**dict.fromkeys(self._rows[number], 0.0), **row}.items():
            self._lp.chgCoef(number, variable, value)
        self._rows[number] = row
        self.limit(number, limit)

    def limit(self, number: int, limit: float) -> None:
        """Give a row another limit."""
        self._lp.chgSide(number, -self._lp.infinity(), limit)

    @property
    def rows(self) -> int:
        """How many there are."""
        return len(self._rows)

    def maximum(self, objective: np.ndarray, seconds: float | None = None) -> Optimum | None:
        """The largest value of a sum; None where it is not found in so many seconds."""
        for variable in np.flatnonzero(objective != self._objective).tolist():
            self._lp.chgObj(variable, objective[variable])
        self._objective = objective
        watch = Stopwatch()
        found = self._solve(seconds)
        if found is None:
            self._lp.setRealParam(SCIP_LPPARAM.ROWREPSWITCH, BY_COLUMNS)
            found = self._solve(watch.remaining(seconds))
        return found

    def _solve(self, seconds: float | None) -> Optimum | None:
        if seconds == 0:
            return None
        self._lp.setRealParam(SCIP_LPPARAM.LPTILIM, self._lp.infinity() if seconds is None else seconds)
        try:
            value = self._lp.solve()
        except Exception as error:  # of no kind of its own: the solver fails at a few unbounded ones with many rows
            if "LP solver" not in str(error):
                raise
            return None
        if self._lp.isOptimal():
            return Optimum(value, np.array(self._lp.getPrimal()), np.array(self._lp.getDual()))
        if ray := self._lp.getPrimalRay():
            return Optimum(np.inf, ray=np.array(ray))
        return Optimum(-np.inf) if self._lp.getDualRay() else None
