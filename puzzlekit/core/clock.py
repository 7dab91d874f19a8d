"""Time limits, and a stopwatch for the parts of an answer."""

import math
import time
from itertools import pairwise

from puzzlekit.core.errors import PuzzleError, TimeLimitReached, shown
from puzzlekit.core.type_checks import as_float


def checked_limit(time_limit: float | None) -> float:
    """A time limit in seconds, infinite if there is none. Raises PuzzleError if it is no number of seconds."""
    if time_limit is None:
        return math.inf
    if not (seconds := as_float(time_limit)) >= 0:
        raise PuzzleError(f"found a time limit of {shown(time_limit)}, expected a number of seconds, 0 or more")
    return seconds


class Left(float):
    """What is left of a time limit, in seconds. It is handed on as a limit, and `given` is what a reader gave."""

    given: float


def reached(time_limit: float | None, missing: str) -> TimeLimitReached:
    """The error that names the limit as it was given, and what is `missing` because of it: "no answer proved".

    Without a time limit, it was another one: of SCIP's memory, or of an LP's iterations.
    """
    if time_limit is None:
        return TimeLimitReached(f"limit reached, {missing}")
    given = float(getattr(time_limit, "given", time_limit))
    told = f"{given:.3g}" if given < 1000 else f"{given:.0f}"  # never 1e+03
    return TimeLimitReached(f"time limit of {told} s reached, {missing}")


class Deadline:
    """A time limit from now on. Raises PuzzleError if it is no number of seconds.

    `missing` says what a reader goes without once it is reached: "no puzzle generated".
    """

    def __init__(self, time_limit: float | None, missing: str):
        checked_limit(time_limit)
        self._limit, self._watch, self._missing = time_limit, Stopwatch(), missing

    def remaining(self) -> float | None:
        """The seconds that are left, None if there is no limit. Raises TimeLimitReached if there are none."""
        left = self._watch.remaining(self._limit)
        if left == 0.0:
            raise self.reached()
        return left

    def reached(self) -> TimeLimitReached:
        """The error that says so."""
        return reached(self._limit, self._missing)


class Stopwatch:
    """Times the parts of an answer: begins when made, `lap` after building and after the first solve.

    It goes by the clock on the wall. On a busy machine a benchmark sets `of_processor`: then seconds of the processor
    are counted, and limited.
    """

    of_processor = False

    def __init__(self) -> None:
        self._marks = [self._now()]

    def _now(self) -> float:
        return time.process_time() if self.of_processor else time.perf_counter()

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return self._now() - self._marks[0]

    def remaining(self, time_limit: float | None) -> float | None:
        """What is left of a time limit, None if there is no limit."""
        limit = checked_limit(time_limit)
        if limit == math.inf:
            return None
        left = Left(max(0.0, limit - self.elapsed))
        left.given = getattr(time_limit, "given", limit)
        return left

    def lap(self) -> None:
        """A part has ended."""
        self._marks.append(self._now())

    def seconds(self) -> tuple[float, float, float]:
        """(build, solve, unique) seconds, the last part ending now; 0 for a part that was not reached."""
        ends = [*self._marks[:3], self._now()]
        build, solve, unique = ([later - earlier for earlier, later in pairwise(ends)] + [0.0, 0.0])[:3]
        return build, solve, unique
