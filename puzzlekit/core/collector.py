"""Pauses of Python's garbage collector. The build of a model makes many small objects, none of which is garbage; each
collection would visit all of them."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_rest() -> Iterator[None]:
    """Switch the garbage collector off inside a `with` block. A block inside another such block has no effect."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
