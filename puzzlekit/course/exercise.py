"""How a notebook answers an attempt at an exercise: kindly, on the spot, and never by failing."""

from collections.abc import Iterable
from typing import Any


class NotAttempted(Exception):
    """The attempt is still the notebook's placeholder."""


def attempted(found: Any) -> Any:
    """What the reader's code gave. Raises NotAttempted if that is the placeholder `...`."""
    if found is ...:
        raise NotAttempted
    return found


def verdict(remarks: Iterable[str | None]) -> None:
    """Print the first remark on an attempt, or that it is right, or that there is no attempt yet.

    `remarks` may be a generator that runs the reader's code; whatever that raises is a remark, too.
    """
    try:
        remark = next((remark for remark in remarks if remark is not None), None)
    except NotAttempted:
        print("not attempted yet")
        return
    except Exception as error:
        remark = f"your code stopped with {type(error).__name__}: {error}"
    print("Right." if remark is None else f"Not yet: {remark}")
