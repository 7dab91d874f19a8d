"""How a board runs what takes a while: in a thread of its own (`worker`), or where there is none, in a later turn.

Each runs one function at a time and hands its outcome over later, so that a board shows meanwhile that it is at work.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Done = Callable[["Outcome"], None]


@dataclass(frozen=True)
class Outcome:
    """What became of a function: its value, or the exception that ended it; `stopped` if somebody asked it to stop."""

    value: Any = None
    error: BaseException | None = None
    stopped: bool = False
    printed: str = ""


class Runner(Protocol):
    """Runs one function at a time."""

    @property
    def running(self) -> bool:
        """Whether a function is at work, or will be."""

    @property
    def warning(self) -> str:
        """What a player is to know before it begins; "" as a rule."""

    def start(self, function: Callable[[], Any], done: Done) -> None:
        """Run a function and hand its outcome to `done`, later. Nothing else may be running."""

    def stop(self) -> None:
        """Ask the function to end."""


class LaterTurn:
    """A function waits until whoever owns the board calls `run`: a page's worker does so in the next turn of its loop.

    Once it runs, nothing of this process can stop it; the page ends the worker.
    """

    warning = ""

    def __init__(self) -> None:
        self._waiting: tuple[Callable[[], Any], Done] | None = None
        self._stopped = False

    @property
    def running(self) -> bool:
        """Whether a function waits, or runs."""
        return self._waiting is not None

    def start(self, function: Callable[[], Any], done: Done) -> None:
        """Have a function wait."""
        self._waiting, self._stopped = (function, done), False

    def stop(self) -> None:
        """Have the function that waits not run."""
        self._stopped = True

    def run(self) -> None:
        """Run the function that waits, if there is one, and hand its outcome over."""
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
