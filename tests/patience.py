"""How long a test waits for what must come: all limits of the tests are made here.

No test asks whether something happened within a fixed time: it waits until it has, and fails at a limit far beyond what
a quiet machine needs. On a busy one, `PUZZLEKIT_PATIENCE` says how many times as long to wait; `.ci/run` sets it.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

FACTOR = max(1.0, float(os.environ.get("PUZZLEKIT_PATIENCE", "1")))


def limit(seconds: float) -> float:
    """A limit in seconds on a quiet machine, as it is on this one."""
    return seconds * FACTOR


PATIENCE = limit(180.0)  # for what must come: an import, a kernel, a page, an answer
PROMPT = limit(20.0)  # for the end of what is stopped and would go on for a minute at least; the aim is one second


def until(true: Callable[[], Any], seconds: float = PATIENCE, wait: Callable[[float], Any] = time.sleep) -> Any:
    """Wait until something is true; what it gives. `wait` is called between two looks."""
    end = time.monotonic() + seconds
    while not (given := true()):
        assert time.monotonic() < end, f"it has not come within {seconds:.0f} s"
        wait(0.01)
    return given


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail where this takes longer; without what is tested it would go on for minutes."""
    start = time.monotonic()
    yield
    assert time.monotonic() - start < seconds
