"""Runners for slow functions of a board: a thread (`worker`), or where there are no threads, a later turn of the loop.

Each runner runs one function at a time and delivers its outcome later, so the board can show meanwhile that it is busy.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Done = Callable[["Outcome"], None]


@dataclass(frozen=True)
class Outcome:
    """The outcome of a function: its value, or the exception that ended it; `stopped` if it was asked to stop."""

    value: Any = None
    error: BaseException | None = None
    stopped: bool = False
    printed: str = ""


class Runner(Protocol):
    """A runner of one function at a time."""

    @property
    def running(self) -> bool:
        """Whether a function is running, or waits to run."""

    @property
    def warning(self) -> str:
        """A warning for the player before a function begins; usually ""."""

    def start(self, function: Callable[[], Any], done: Done) -> None:
        """Run a function and pass its outcome to `done` later. No other function may be running."""

    def stop(self) -> None:
        """Ask the function to end."""


class LaterTurn:
    """A runner whose function waits for a call of `run`: a page's worker calls `run` in the next turn of its loop.

    This process cannot stop a running function; the page ends the worker.
    """

    warning = ""

    def __init__(self) -> None:
        self._waiting: tuple[Callable[[], Any], Done] | None = None
        self._stopped = False

    @property
    def running(self) -> bool:
        """Whether a function is waiting or running."""
        return self._waiting is not None

    def start(self, function: Callable[[], Any], done: Done) -> None:
        """Let a function wait."""
        self._waiting, self._stopped = (function, done), False

    def stop(self) -> None:
        """Cancel the waiting function."""
        self._stopped = True

    def run(self) -> None:
        """Run the waiting function, if there is one, and pass its outcome to its `done`."""
        if self._waiting:
            function, done = self._waiting
            outcome = _outcome(function, stopped=self._stopped)
            self._waiting = None
            done(outcome)


def _outcome(function: Callable[[], Any], *, stopped: bool) -> Outcome:
    try:
        return Outcome(None if stopped else function(), stopped=stopped)
    except Exception as error:
        return Outcome(error=error)
