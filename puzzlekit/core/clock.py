"""Time limits, and a stopwatch for the parts of an answer."""

import math
import time
from itertools import pairwise

from puzzlekit.core.errors import PuzzleError, TimeLimitReached, shown
from puzzlekit.core.type_checks import as_float


def checked_limit(time_limit: float | None) -> float:
    """Return a time limit in seconds, infinite for None. Raises PuzzleError if the limit is not a number of seconds, 0
    or more."""
    if time_limit is None:
        return math.inf
    if not (seconds := as_float(time_limit)) >= 0:
        raise PuzzleError(f"found a time limit of {shown(time_limit)}, expected a number of seconds, 0 or more")
    return seconds


class Left(float):
    """The rest of a time limit in seconds. It serves as the limit of the next step; `given` is the limit that a reader
    set."""

    given: float


def reached(time_limit: float | None, missing: str) -> TimeLimitReached:
    """Return the error with the limit that a reader set and with the text `missing` for the lost answer: "no answer
    proved".

    Without a time limit, another limit ended the search: SCIP's memory, or the iterations of an LP.
    """
    if time_limit is None:
        return TimeLimitReached(f"limit reached, {missing}")
    given = float(getattr(time_limit, "given", time_limit))
    told = f"{given:.3g}" if given < 1000 else f"{given:.0f}"  # never 1e+03
    return TimeLimitReached(f"time limit of {told} s reached, {missing}")


class Deadline:
    """A time limit that begins now. Raises PuzzleError if the limit is not a number of seconds.

    `missing` is the text for the lost answer once the limit is reached: "no puzzle generated".
    """

    def __init__(self, time_limit: float | None, missing: str):
        checked_limit(time_limit)
        self._limit, self._watch, self._missing = time_limit, Stopwatch(), missing

    def remaining(self) -> float | None:
        """Return the seconds left, None without a limit. Raises TimeLimitReached if no time is left."""
        left = self._watch.remaining(self._limit)
        if left == 0.0:
            raise self.reached()
        return left

    def reached(self) -> TimeLimitReached:
        """Return the error for a reached deadline."""
        return reached(self._limit, self._missing)


class Stopwatch:
    """A stopwatch for the parts of an answer. It starts when made; call `lap` after building and after the first solve.

    The stopwatch measures wall-clock time. On a busy machine a benchmark sets `of_processor`; then the stopwatch
    measures and limits processor time.
    """

    of_processor = False

    def __init__(self) -> None:
        self._marks = [self._now()]

    def _now(self) -> float:
        return time.process_time() if self.of_processor else time.perf_counter()

    @property
    def elapsed(self) -> float:
        """Return the seconds since the start."""
        return self._now() - self._marks[0]

    def remaining(self, time_limit: float | None) -> float | None:
        """Return the seconds left of a time limit, None without a limit."""
        limit = checked_limit(time_limit)
        if limit == math.inf:
            return None
        left = Left(max(0.0, limit - self.elapsed))
        left.given = getattr(time_limit, "given", limit)
        return left

    def lap(self) -> None:
        """Mark the end of a part."""
        self._marks.append(self._now())

    def seconds(self) -> tuple[float, float, float]:
        """Return (build, solve, unique) in seconds. The last part ends now; a part that was not reached takes 0
        seconds."""
        ends = [*self._marks[:3], self._now()]
        build, solve, unique = ([later - earlier for earlier, later in pairwise(ends)] + [0.0, 0.0])[:3]
        return build, solve, unique
