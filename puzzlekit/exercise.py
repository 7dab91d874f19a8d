"""How a notebook answers an attempt at an exercise: kindly, on the spot, and never by failing."""

from collections.abc import Iterable


def verdict(attempted: bool, remarks: Iterable[str | None]) -> None:
    """Print "not attempted yet", or the first remark that is not None, or that the attempt is right.

    `remarks` may be a generator: it is looked at only if there is an attempt.
    """
    if not attempted:
        print("not attempted yet")
        return
    remark = next((remark for remark in remarks if remark is not None), None)
    print("Right." if remark is None else f"Not yet: {remark}")
