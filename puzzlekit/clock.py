"""Time limits, and a stopwatch for the parts of an answer."""

import math
import time
from itertools import pairwise

from puzzlekit.errors import PuzzleError, TimeLimitReached, shown
from puzzlekit.kinds import as_float


def checked_limit(time_limit: float | None) -> float:
    """A time limit in seconds, infinite if there is none. Raises PuzzleError if it is no number of seconds."""
    if time_limit is None:
        return math.inf
    if not (seconds := as_float(time_limit)) >= 0:
        raise PuzzleError(f"found a time limit of {shown(time_limit)}, expected a number of seconds, 0 or more")
    return seconds


class Deadline:
    """A time limit of a generator, from now on. Raises PuzzleError if it is no number of seconds."""

    def __init__(self, time_limit: float | None):
        self._limit, self._watch = checked_limit(time_limit), Stopwatch()

    def left(self) -> float | None:
        """The seconds that are left, None if there is no limit. Raises TimeLimitReached if there are none."""
        left = self._watch.left(self._limit)
        if left == 0.0:
            raise self.reached()
        return left

    def reached(self) -> TimeLimitReached:
        """The error that says so."""
        return TimeLimitReached(f"the limit of {self._limit:g} s was reached before the puzzle was made")


class Stopwatch:
    """Times the parts of an answer: begins when made, `lap` after building and after the first solve."""

    def __init__(self) -> None:
        self._marks = [time.perf_counter()]

    @property
    def passed(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self._marks[0]

    def left(self, time_limit: float | None) -> float | None:
        """What is left of a time limit, None if there is no limit."""
        limit = checked_limit(time_limit)
        return None if limit == math.inf else max(0.0, limit - self.passed)

    def lap(self) -> None:
        """A part has ended."""
        self._marks.append(time.perf_counter())

    def seconds(self) -> tuple[float, float, float]:
        """(build, solve, unique) seconds, the last part ending now; 0 for a part that was not reached."""
        ends = [*self._marks[:3], time.perf_counter()]
        build, solve, unique = ([later - earlier for earlier, later in pairwise(ends)] + [0.0, 0.0])[:3]
        return build, solve, unique
