"""A module that was imported long ago, made another one: its functions, wherever they are kept, get other code.

What ran at import (a constant, a default, a decorator, what a class says of its attributes) stays as it is.
"""

import functools
import gc
from collections.abc import Iterator
from types import CodeType, FunctionType


def put_in_place(before: str, after: str, path: str) -> None:
    """Give each function that was made of one source the code that it has in the other, closures and methods too."""
    pairs = zip(_codes(compile(before, path, "exec")), _codes(compile(after, path, "exec")), strict=True)
    changed = {old: new for old, new in pairs if old != new}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == path and one.__code__ in changed:
            one.__code__ = changed[one.__code__]


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A code and those in it: functions of functions, comprehensions, classes."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


def caches(folder: str) -> list[functools._lru_cache_wrapper]:
    """All that keeps the answers of a function of a file in this folder."""
    kept = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    return [one for one in kept if getattr(one.__wrapped__, "__code__", None) and _is_in(one, folder)]


def _is_in(cache: functools._lru_cache_wrapper, folder: str) -> bool:
    return cache.__wrapped__.__code__.co_filename.startswith(folder)
