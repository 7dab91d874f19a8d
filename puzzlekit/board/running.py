"""Runners for slow functions of a board. A runner uses a thread, see `worker`, or a later turn of a page's event loop.

Each runner runs one function at a time and delivers its outcome later. Meanwhile the board can show that it is busy.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Done = Callable[["Outcome"], None]


@dataclass(frozen=True)
class Outcome:
    """The outcome of a function: its value, or the exception that ended it; whether a stop was requested; and the text
    that it printed."""

    value: Any = None
    error: BaseException | None = None
    stopped: bool = False
    printed: str = ""


class Runner(Protocol):
    """The interface of a runner: an object that runs one function at a time and delivers its outcome later."""

    @property
    def running(self) -> bool:
        """Return whether a function is running or waiting to run."""

    @property
    def warning(self) -> str:
        """Return a warning to show before a function begins, or "" if there is no warning."""

    def start(self, function: Callable[[], Any], done: Done) -> None:
        """Run a function, and later pass its Outcome to the callback `done`. When `start` is called, no other function
        may be running."""

    def stop(self) -> None:
        """Request that the running function ends."""


class LaterTurn:
    """A runner that stores a function until `run` is called. A page's worker calls `run` in the next turn of its event
    loop.

    This process cannot stop a running function; the page ends the worker instead.
    """

    warning = ""

    def __init__(self) -> None:
        self._waiting: tuple[Callable[[], Any], Done] | None = None
        self._stopped = False

    @property
    def running(self) -> bool:
        """Return whether a function is waiting or running."""
        return self._waiting is not None

    def start(self, function: Callable[[], Any], done: Done) -> None:
        """Store a function until `run` is called, which passes the function's Outcome to the callback `done`."""
        self._waiting, self._stopped = (function, done), False

    def stop(self) -> None:
        """Cancel the waiting function: `run` then delivers an Outcome without calling the function."""
        self._stopped = True

    def run(self) -> None:
        """Run the stored function, if there is one, and pass its Outcome to the callback."""
        if self._waiting:
            function, done = self._waiting
            try:
                stopped = self._stopped
                outcome = Outcome(None if stopped else function(), stopped=stopped)
            except Exception as error:
                outcome = Outcome(error=error)
            self._waiting = None
            done(outcome)
