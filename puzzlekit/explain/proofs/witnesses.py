"""The linear programs of proofs, which look for a witness against a shorter one: see `proof_lp`.

Their rows are the sides of the premises' rows, numbered as they come: each is "coefficients times x <= limit" and may
be broken by its weight. They stay from one question to the next, with what is learned between them.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from puzzlekit.explain.proofs.linear_programs import Entries, LinearPrograms, Optimum

TOLERANCE = 1e-7
ASSUMED = 0  # the number of the row of what is assumed

Sparse = Any  # a csc_array of scipy
Best = tuple[float, np.ndarray, np.ndarray, float | None]  # norm, multipliers of the sides, witness and its scale
Solve = Callable[[LinearPrograms, np.ndarray], Optimum]


def entries(rows: Sparse) -> list[Entries]:
    """The rows of a matrix."""
    by_row = rows.tocsr()
    starts, columns, values = by_row.indptr.tolist(), by_row.indices.tolist(), by_row.data.tolist()
    return [dict(zip(columns[start:end], values[start:end], strict=True)) for start, end in pairwise(starts)]


class Directions:
    """Directions away from a solution, where only sides that are tight there count."""

    def __init__(self, lower: np.ndarray, upper: np.ndarray, truth: np.ndarray):
        low, high = truth < lower + TOLERANCE, truth > upper - TOLERANCE
        self._programs = LinearPrograms(np.where(low, 0.0, -np.inf), np.where(high, 0.0, np.inf))
        self._truth, self._count = truth, 0
        self._places: dict[int, int] = {}  # the number of a side -> that of its row

    @property
    def sides(self) -> list[int]:
        """Those that are tight."""
        return list(self._places)

    def take(self, rows: Sparse, limits: np.ndarray, weights: np.ndarray) -> None:
        """More sides."""
        tight = np.flatnonzero(limits - rows @ self._truth < TOLERANCE)
        self._programs.add(entries(rows[tight]), weights[tight])
        for side in tight.tolist():
            self._places[self._count + side] = len(self._places)
        self._count += len(limits)

    def weigh(self, side: int, weight: float) -> None:
        """Give a side another weight."""
        if side in self._places:
            self._programs.limit(self._places[side], weight)

    def best(self, objective: np.ndarray, solve: Solve) -> Best | None:
        """The direction that goes farthest against a claim; None where there is no end."""
        found = solve(self._programs, objective)
        if found.point is None or found.multipliers is None:
            return None
        multipliers = np.zeros(self._count)
        multipliers[self.sides] = found.multipliers
        return found.value, multipliers, found.point, None


class ScaledPoints:
    """Points, as they lie above the lower bounds, times a number that is one more variable.

    One more side may be assumed; its multiplier is the last. Upper bounds of variables come in where a point, or a
    direction without end, breaks them: there are many, and few matter.
    """

    def __init__(self, lower: np.ndarray, upper: np.ndarray):
        self._base = np.where(np.isfinite(lower), lower, 0.0)
        self._spread, self._capped = upper - self._base, ~np.isfinite(upper)
        ends = np.append(np.where(np.isfinite(lower), 0.0, -np.inf), 0.0)
        self._programs = LinearPrograms(ends, np.full(ends.size, np.inf), far=True)
        self._programs.add([{}], [0.0])
        self._numbers = list[int]()  # those of the sides' rows

    def take(self, rows: Sparse, limits: np.ndarray, weights: np.ndarray) -> None:
        """More sides."""
        first, scale = self._programs.rows, self._base.size
        shift = (rows @ self._base - limits).tolist()
        self._programs.add([{**row, scale: by} for row, by in zip(entries(rows), shift, strict=True)], weights)
        self._numbers += range(first, self._programs.rows)

    def weigh(self, side: int, weight: float) -> None:
        """Give a side another weight."""
        self._programs.limit(self._numbers[side], weight)

    def assume(self, row: np.ndarray, limit: float, weight: float) -> None:
        """One more side, in place of the last one that was assumed."""
        own = {int(i): float(row[i]) for i in np.flatnonzero(row)}
        self._programs.replace(ASSUMED, {**own, self._base.size: float(row @ self._base) - limit}, weight)

    def best(self, objective: np.ndarray, limit: float, solve: Solve) -> Best | None:
        """The point that goes farthest against "objective times x <= limit"; None where there is no end."""
        gain = np.append(objective, objective @ self._base - limit)
        while True:
            found = solve(self._programs, gain)
            end = found.ray if found.point is None else found.point
            if end is not None and self._cap(end[:-1], end[-1]):
                continue
            if found.point is None or found.multipliers is None:
                return None
            multipliers = found.multipliers[[*self._numbers, ASSUMED]]
            return found.value, multipliers, found.point[:-1] + self._base * found.point[-1], float(found.point[-1])

    def _cap(self, end: np.ndarray, scale: float) -> bool:
        """Let the upper bounds come in that a point breaks; whether there are any."""
        left = np.flatnonzero(~self._capped)
        over = left[end[left] > self._spread[left] * scale + TOLERANCE]
        self._programs.add([{int(i): 1.0, end.size: -float(self._spread[i])} for i in over], np.zeros(over.size))
        self._capped[over] = True
        return bool(over.size)
