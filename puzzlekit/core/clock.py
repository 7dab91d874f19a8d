"""Time limits, and a stopwatch that measures the build, the solve and the uniqueness check of a puzzle."""

import math
import time
from itertools import pairwise

from puzzlekit.core.errors import PuzzleError, TimeLimitReached, shown
from puzzlekit.core.type_checks import as_float


def checked_limit(time_limit: float | None) -> float:
    """Return a time limit in seconds as a float; None becomes infinity. Raises PuzzleError if the limit is neither None
    nor a number that is at least 0."""
    if time_limit is None:
        return math.inf
    if not (seconds := as_float(time_limit)) >= 0:
        raise PuzzleError(f"found a time limit of {shown(time_limit)}, expected a number of seconds, 0 or more")
    return seconds


class Left(float):
    """The remaining seconds of a time limit, a float. The attribute `given` is the whole limit in seconds, as the
    caller set it."""

    given: float


def reached(time_limit: float | None, missing: str) -> TimeLimitReached:
    """Return the error for a reached time limit, without raising it. Its message names the whole limit that the caller
    set, and ends with `missing`, a phrase for the missing result, such as "no answer proved".

    A `time_limit` of None means that a memory or iteration limit ended the search.
    """
    if time_limit is None:
        return TimeLimitReached(f"limit reached, {missing}")
    given = float(getattr(time_limit, "given", time_limit))
    told = f"{given:.3g}" if given < 1000 else f"{given:.0f}"  # never 1e+03
    return TimeLimitReached(f"time limit of {told} s reached, {missing}")


class Deadline:
    """A time limit in seconds that starts when the object is created; None means no limit. Raises PuzzleError if the
    limit is neither None nor a number that is at least 0.

    `missing` is the phrase for the missing result in the message of TimeLimitReached, such as "no puzzle generated".
    """

    def __init__(self, time_limit: float | None, missing: str):
        checked_limit(time_limit)
        self._limit, self._watch, self._missing = time_limit, Stopwatch(), missing

    def remaining(self) -> float | None:
        """Return the remaining seconds, or None if there is no limit. Raises TimeLimitReached if no time remains."""
        left = self._watch.remaining(self._limit)
        if left == 0.0:
            raise self.reached()
        return left

    def reached(self) -> TimeLimitReached:
        """Return, without raising it, the error for reaching this time limit."""
        return reached(self._limit, self._missing)


class Stopwatch:
    """A stopwatch for the three parts of solving a puzzle: the build of the model, the solve, the uniqueness check. It
    starts when the object is created. Call `lap` after the build and again after the first solve.

    The stopwatch measures wall-clock time. If a benchmark on a busy machine sets `of_processor`, the stopwatch measures
    and limits processor time instead.
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
        """Return the remaining seconds, at least 0, of a time limit that started with this stopwatch. Return None if
        there is no limit."""
        limit = checked_limit(time_limit)
        if limit == math.inf:
            return None
        left = Left(max(0.0, limit - self.elapsed))
        left.given = getattr(time_limit, "given", limit)
        return left

    def lap(self) -> None:
        """Record the current time as the end of a part, and start the next part."""
        self._marks.append(self._now())

    def seconds(self) -> tuple[float, float, float]:
        """Return the seconds (build, solve, unique). The current part is measured up to this call; a part that has not
        started has 0 seconds."""
        ends = [*self._marks[:3], self._now()]
        build, solve, unique = ([later - earlier for earlier, later in pairwise(ends)] + [0.0, 0.0])[:3]
        return build, solve, unique
