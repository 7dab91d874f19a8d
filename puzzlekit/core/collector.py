"""Python's garbage collector, at rest while many small objects are made that all stay: it would look at each again."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_rest() -> Iterator[None]:
    """A block without garbage collections; a block in another is a part of that one."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
