"""Pauses of Python's garbage collector. A build makes many small objects that all stay; each collection would visit
them."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_rest() -> Iterator[None]:
    """Switch the garbage collector off in a `with` block. A nested block changes nothing."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
