"""What a function prints, kept for whoever looks at the board: of a thread, it goes nowhere that a reader looks."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

MOST = 100_000  # characters that are kept, the last ones

_taken: ContextVar["Printed | None"] = ContextVar("printed", default=None)
_lock = threading.Lock()


class Printed:
    """The text that was printed."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0

    def add(self, text: str) -> None:
        """Keep more."""
        self._parts.append(text)
        self._length += len(text)
        if self._length > 2 * MOST:
            self._parts = [str(self)]
            self._length = MOST

    def __str__(self) -> str:
        return "".join(self._parts)[-MOST:]


class _Stdout:
    """Standard output, but for those who are listened to."""

    def __init__(self, beneath: Any):
        self.beneath, self.users = beneath, 0

    def write(self, text: str) -> int:
        if printed := _taken.get():
            printed.add(text)
            return len(text)
        return int(self.beneath.write(text))

    def flush(self) -> None:
        self.beneath.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.beneath, name)


@contextmanager
def listening() -> Iterator[Printed]:
    """Keep what is printed in this context, and nothing of what other threads print meanwhile."""
    printed = Printed()
    with _lock:
        own = sys.stdout if isinstance(sys.stdout, _Stdout) else _Stdout(sys.stdout)
        own.users += 1
        sys.stdout = own
    token = _taken.set(printed)
    try:
        yield printed
    finally:
        _taken.reset(token)
        with _lock:
            own.users -= 1
            if not own.users and sys.stdout is own:
                sys.stdout = own.beneath
