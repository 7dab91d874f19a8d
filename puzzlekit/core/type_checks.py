"""Checks of values against the types of parameters, for the types that occur in public functions.

This module uses `map` instead of generators: Python closes a generator that is not read to its end, and an interrupt
during this closing is lost.
"""

import inspect
import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence, Set
from functools import partial
from itertools import repeat
from numbers import Real
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

LISTS = (Iterable, Collection, Sequence)


def is_a(value: Any, kind: Any) -> bool:
    """Return whether a value and its items have this type, such as `Mapping[Element, str] | None`.

    True and False do not count as numbers, but any value counts as a bool. If the type is a `Callable`, the value must
    accept as many arguments as the type lists.
    """
    return any(map(partial(_is, value), parts_of(kind)))


def parts_of(kind: Any) -> tuple[Any, ...]:
    """Return the types in a union as a tuple. If the type is not a union, return a tuple with only this type."""
    return get_args(kind) if isinstance(kind, UnionType) else (kind,)


def _is(value: Any, kind: Any) -> bool:
    origin: Any = get_origin(kind) or kind
    if origin in NAMED:
        return NAMED[origin](value)
    if origin is Callable:
        taken, *_ = get_args(kind) or (...,)
        return callable(value) and (not isinstance(taken, list) or can_take(value, *taken))
    if not isinstance(origin, type):
        return True
    if origin in LISTS and getattr(value, "ndim", False):  # a NumPy array, or pandas' Index or Series
        value = list(value)
    if isinstance(value, str | bytes):  # a text counts as a list only if the type allows all hashable items
        letters = isinstance(value, str) and origin in LISTS and get_args(kind) == (Hashable,)
        return letters or origin is type(value) or origin is object
    if origin is tuple and not get_args(kind):
        return isinstance(value, Iterable)  # a plain tuple may be given as another collection, such as a list
    return isinstance(value, Set if origin is frozenset else origin) and _holds(value, origin, get_args(kind))


def _holds(value: Any, origin: type, parts: tuple[Any, ...]) -> bool:
    """Return whether the items of a collection have the types `parts`. An iterable that can be read only once, such as
    a progress bar, is not read."""
    if not parts or not isinstance(value, Sequence | Set | Mapping):
        return True
    if issubclass(origin, Mapping):
        items: Any = value
        return _all(items, parts[0]) and _all(items.values(), parts[1])
    if origin is tuple and parts[1:] != (...,):
        return len(value) == len(parts) and all(map(is_a, value, parts))
    return _all(value, parts[0])


def _all(items: Iterable[Any], kind: Any) -> bool:
    """Return whether each item has this type. For a plain class, the most frequent type, `isinstance` is enough."""
    if kind is Any:
        return True
    plain = Set if kind is frozenset else kind
    if plain is Set or (type(plain) is type and plain is not tuple and plain not in NAMED):
        return all(map(isinstance, items, repeat(plain)))
    return all(map(is_a, items, repeat(kind)))


def can_take(function: Any, *arguments: Any, **named: Any) -> bool:
    """Return whether a function accepts one positional argument for each of `arguments`, and the keyword arguments
    `named`."""
    try:
        inspect.signature(function).bind(*arguments, **named)
    except TypeError:
        return False
    except ValueError:  # some functions in C have no signature
        return True
    return True


def in_words(kind: Any) -> str:
    """Return a description of a type for a message: "dict {Cell or Point: str}". None is left out of a union."""
    if isinstance(kind, UnionType):
        return " or ".join(in_words(part) for part in get_args(kind) if part is not NoneType)
    origin: Any = get_origin(kind) or kind
    parts = [in_words(part) for part in get_args(kind)]
    if origin is Callable:
        return "function"
    if not isinstance(origin, type) or not parts:
        return getattr(origin, "__name__", "anything")
    if issubclass(origin, Mapping):
        return f"dict {{{parts[0]}: {parts[1]}}}"
    return f"({', '.join(parts)})" if origin is tuple else f"list of {parts[0]}"


def as_float(value: Any) -> float:
    """Return a number as a float, perhaps infinite. Returns NaN for a bool, for an object that is not a number, and for
    a number too large for a float."""
    try:
        return float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
    except OverflowError:
        return math.nan


def _is_whole(value: Any) -> bool:
    return hasattr(type(value), "__index__") and not isinstance(value, bool)


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:  # a tuple of lists is an instance of Hashable, but has no hash
        return False
    return True


NAMED: dict[Any, Callable[[Any], bool]] = {
    Any: lambda value: True,
    bool: lambda value: True,
    int: _is_whole,
    float: lambda value: not math.isnan(as_float(value)),
    Hashable: _is_hashable,
}
