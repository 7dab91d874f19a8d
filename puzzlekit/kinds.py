"""Whether a value is what the type of a parameter says, for the types that the rooms' functions name."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from numbers import Real
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

PLAIN = (bool, int, float, str)


def fits(value: Any, kind: Any) -> bool:
    """Whether a value and what it holds are of this type, such as `Mapping[Element, str] | None`.

    A parameter that is a number or a text takes all: its function says what is wrong with it.
    """
    return kind in PLAIN or _is(value, kind)


def _is(value: Any, kind: Any) -> bool:
    if isinstance(kind, UnionType):
        return any(fits(value, part) for part in get_args(kind))
    origin: Any = get_origin(kind) or kind
    parts = get_args(kind)
    if origin is Any or not isinstance(origin, type):
        return True
    if origin is float:
        return not math.isnan(as_float(value))
    if isinstance(value, str | bytes):
        return origin is str and isinstance(value, str)  # not a list of letters
    if origin is tuple and not parts:
        return isinstance(value, Iterable)  # families may come in a list
    if not isinstance(value, Set if origin is frozenset else origin):
        return False
    items: Any = value
    if issubclass(origin, Mapping):
        return all(_is(key, parts[0]) and _is(own, parts[1]) for key, own in items.items())
    if origin is tuple:
        return len(items) == len(parts) and all(_is(*pair) for pair in zip(items, parts, strict=True))
    return not issubclass(origin, Sequence) or all(_is(item, parts[0]) for item in items)


def in_words(kind: Any) -> str:
    """A type in words: "dict {Cell or Point: str}"."""
    if isinstance(kind, UnionType):
        return " or ".join(in_words(part) for part in get_args(kind) if part is not NoneType)
    origin: Any = get_origin(kind) or kind
    parts = [in_words(part) for part in get_args(kind)]
    if not isinstance(origin, type) or not parts or origin is Callable:
        return "function" if origin is Callable else getattr(origin, "__name__", "anything")
    if issubclass(origin, Mapping):
        return f"dict {{{parts[0]}: {parts[1]}}}"
    return f"({', '.join(parts)})" if origin is tuple else f"list of {parts[0]}"


def as_float(value: Any) -> float:
    """A number as a float, perhaps infinite; NaN for True, for what is no number, and for what no float can hold."""
    try:
        return float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
    except OverflowError:
        return math.nan
