"""A module that was imported long ago, made another one: its functions, wherever they are kept, get other code.

What ran at import (a constant, a default, a decorator, what a class says of its attributes) stays as it is.
"""

import functools
import gc
from collections.abc import Iterator
from types import CodeType, FunctionType


def put_in_place(before: str, after: str, path: str) -> None:
    """Give each function that was made of one source the code that it has in the other, closures and methods too."""
    pairs = _pairs(compile(before, path, "exec"), compile(after, path, "exec"))
    changed = {old: new for old, new in pairs if old != new}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == path and one.__code__ in changed:
            one.__code__ = changed[one.__code__]


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Codes that stand for each other, and those in them: functions of functions, comprehensions, classes. What is in
    one of them alone, such as a key that is no longer handed in, stands for nothing."""
    yield old, new
    left = [one for one in new.co_consts if isinstance(one, CodeType)]
    for own in (one for one in old.co_consts if isinstance(one, CodeType)):
        place = own.co_name, own.co_firstlineno
        if other := next((one for one in left if (one.co_name, one.co_firstlineno) == place), None):
            left.remove(other)
            yield from _pairs(own, other)


def caches(folder: str) -> list[functools._lru_cache_wrapper]:
    """All that keeps the answers of a function of a file in this folder."""
    kept = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    return [one for one in kept if getattr(one.__wrapped__, "__code__", None) and _is_in(one, folder)]


def _is_in(cache: functools._lru_cache_wrapper, folder: str) -> bool:
    return cache.__wrapped__.__code__.co_filename.startswith(folder)
