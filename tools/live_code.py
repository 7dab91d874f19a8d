"""Replacement of an imported module's code: its functions get new code, wherever they are referenced.

Code that ran at import (a constant, a default, a decorator, the attributes of a class) keeps its effect.
"""

import functools
import gc
from collections.abc import Iterator
from types import CodeType, FunctionType


def put_in_place(before: str, after: str, path: str) -> None:
    """Give each function of the source `before` its code in the source `after`; also closures and methods."""
    pairs = _pairs(compile(before, path, "exec"), compile(after, path, "exec"))
    changed = {old: new for old, new in pairs if old != new}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == path and one.__code__ in changed:
            one.__code__ = changed[one.__code__]


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield corresponding code objects, also the nested ones of functions, comprehensions and classes. A code object in
    only one of both, such as a key function that was left out, has no counterpart."""
    yield old, new
    left = [one for one in new.co_consts if isinstance(one, CodeType)]
    for own in (one for one in old.co_consts if isinstance(one, CodeType)):
        place = own.co_name, own.co_firstlineno
        if other := next((one for one in left if (one.co_name, one.co_firstlineno) == place), None):
            left.remove(other)
            yield from _pairs(own, other)


def caches(folder: str) -> list[functools._lru_cache_wrapper]:
    """Return the caches (`functools.cache`) of all functions from files in this folder."""
    kept = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    return [one for one in kept if getattr(one.__wrapped__, "__code__", None) and _is_in(one, folder)]


def _is_in(cache: functools._lru_cache_wrapper, folder: str) -> bool:
    return cache.__wrapped__.__code__.co_filename.startswith(folder)
