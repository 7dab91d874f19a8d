"""Errors and checks of arguments, with messages that a reader can act on."""

import difflib
import functools
import inspect
import math
import operator
import reprlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any, TypeVar, get_type_hints

from puzzlekit.core.type_checks import as_float, can_take, in_words, is_a, parts_of

F = TypeVar("F", bound=Callable[..., Any])
PARSED = ("Puzzle", "Solution")  # for these classes, the error message names functions that return an instance


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural if needed: "1 row", "2 rows"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def joined(words: Sequence[str]) -> str:
    """Join words as in a sentence: "a", "a and b", "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def capital(words: str) -> str:
    """Return a text with a capital first letter."""
    return words[:1].upper() + words[1:]


class PuzzleError(ValueError):
    """An invalid puzzle, model or request.

    The message names the place, what was found and what was expected. `line` and `column` (one-based, or None) give the
    position in a text.
    """

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None):
        place = [f"{word} {number}" for word, number in (("line", line), ("column", column)) if number is not None]
        super().__init__(f"{', '.join(place)}: {message}" if place else message)
        self.line = line
        self.column = column


class ParseError(PuzzleError):
    """A text that is not a valid puzzle or solution."""


class UnsupportedPuzzle(PuzzleError):
    """A puzzle that the chosen model does not support, such as a puzzle with a special rule."""


class NoSolution(PuzzleError):
    """A puzzle that is proved to have no solution."""


class Unbounded(PuzzleError):
    """A model whose objective improves without limit, so that no solution is optimal."""


class TimeLimitReached(PuzzleError):
    """A time or memory limit that ended the search before an answer was proved.

    `result` is a tuple of the solutions found before the limit. Each of them was checked.
    """

    def __init__(self, message: str, result: Sequence[Any] = ()):
        super().__init__(message)
        self.result = tuple(result)


class NoShortProof(PuzzleError):
    """A conclusion that a search confirmed, but for which no proof is short enough to read."""


class MissingEngine(PuzzleError, ImportError):
    """A request for an optional solver, such as CP-SAT, whose library is not installed."""


class InvalidSolution(PuzzleError):
    """A solver's answer that violates a rule of the puzzle: the model lacks a rule, or the solver has a bug."""


def validate_args(function: F) -> F:
    """Decorate a public function so that it raises PuzzleError if an argument does not have its parameter's type.

    The parameter's default is always accepted. An iterator is read to its end for the check, and the function gets the
    items as a tuple.
    """
    parameters = inspect.signature(function).parameters
    places = [one for one in parameters.values() if one.kind is not one.KEYWORD_ONLY]
    kinds = functools.cache(functools.partial(get_type_hints, function))  # some types name a class defined later

    def check(value: Any, parameter: inspect.Parameter | None) -> Any:
        if parameter is None or value is parameter.default:  # Python refuses an unknown keyword
            return value
        given = tuple(value) if isinstance(value, Iterator) else value
        return _checked(given, kinds().get(parameter.name, Any), parameter.name)

    @functools.wraps(function)
    def asking(*arguments: Any, **named: Any) -> Any:
        given = map(check, arguments, chain(places, repeat(places[-1])))
        return function(*given, **{name: check(value, parameters.get(name)) for name, value in named.items()})

    return asking  # type: ignore[return-value]  # `asking` has the function's signature


def _checked(value: Any, kind: Any, name: str) -> Any:
    own, *_ = parts_of(kind)
    if getattr(own, "__name__", "") in PARSED:
        return check_kind(value, own)
    if not is_a(value, kind):
        found = f"{name} = {shown(value)}"
        for key, item in value.items() if isinstance(value, Mapping) else ():
            if not is_a({key: item}, kind):
                found = f"{name} with {{{shown(key)}: {shown(item)}}}"
        raise PuzzleError(f"found {found}, expected {in_words(kind)}")
    return value


def check_kind(value: Any, kind: type) -> Any:
    """Return the value, unchanged. Raises PuzzleError if the value is not an instance of the class `kind`, such as
    `Puzzle`."""
    if isinstance(value, kind):
        return value
    what, package = kind.__name__.lower(), kind.__module__.split(".")[-2]
    expected = f"a {what} of {package}"
    if isinstance(value, str):
        ways = "`load` for a name, `parse` for a picture" if what == "puzzle" else "`parse_solution(puzzle, text)`"
        raise PuzzleError(f"found the text {value[:30]!r}, expected {expected}: see {ways}")
    if isinstance(getattr(value, what, None), kind):
        raise PuzzleError(f"found {called(value)}, expected {expected}; pass its attribute `{what}`")
    raise PuzzleError(f"found {called(value)}, expected {expected}")


def expect(found: object, kind: type | tuple[type, ...], expected: str) -> None:
    """Raise PuzzleError unless the object `found` is an instance of `kind`. `expected` describes a valid object in the
    message: "found tuple, expected edges"."""
    if not isinstance(found, kind):
        raise PuzzleError(f"found {called(found)}, expected {expected}")


def expect_function(found: object, *arguments: str, **named: Any) -> None:
    """Raise PuzzleError unless `found` is a function that accepts one positional argument for each of `arguments`, and
    the keyword arguments `named`."""
    if not (callable(found) and can_take(found, *arguments, **named)):
        told = f"a function of ({', '.join((*arguments, *named))})"
        name = "a function with other parameters" if inspect.isfunction(found) else called(found)
        raise PuzzleError(f"found {name}, expected {told}")


def validate_int(value: Any, name: str, least: int, most: int | None = None) -> int:
    """Return a whole number from `least` to `most` as an int; None as `most` means no upper limit. NumPy's integers are
    accepted, but True and 2.0 are not.

    Other values raise PuzzleError. Its message uses `name`: "found clues = -1, expected a whole number from 0 to 81".
    """
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None or number < least or (most is not None and number > most):
        expected = f"a whole number, {least} or more" if most is None else f"a whole number from {least} to {most}"
        found = shown(value if number is None else number)
        raise PuzzleError(f"found {name} = {found}, expected {least if least == most else expected}")
    return number


def validate_float(value: Any, name: str, most: float = 1.0) -> float:
    """Return a number from 0 to `most` as a float. Raises PuzzleError for other values; its message uses `name`."""
    if not 0 <= (number := as_float(value)) <= most:
        raise PuzzleError(f"found {name} = {shown(value)}, expected a number from 0 to {most:g}")
    return number


def validate_choice(value: Any, names: Collection[str], kind: str) -> str:
    """Return the argument `value`, which must be one of `names`. Raises PuzzleError otherwise; in its message, the noun
    `kind` says what the names mean: "no formulation is named 'x'"."""
    if not isinstance(value, str) or value not in names:
        expected = f"expected one of {', '.join(names)}{nearest(value, names)}"
        raise PuzzleError(f"no {kind} is named {shown(value)}; {expected}")
    return value


def nearest(value: Any, names: Collection[str]) -> str:
    """Return a suggestion for a misspelt name, such as "; did you mean ten_hard?". Return "" if none of `names` is
    similar to `value`."""
    found = difflib.get_close_matches(value, names, 1) if isinstance(value, str) else []
    return f"; did you mean {found[0]}?" if found else ""


def shown(value: Any) -> str:
    """Return a text that shows a value in a message. A number, a string or None is shown as in Python, but shortened;
    any other object is described by its type."""
    if isinstance(value, int) and value.bit_length() > 64:
        return f"a {int(value.bit_length() * math.log10(2)) + 1}-digit number"
    is_plain = value is None or isinstance(value, int | float | str)
    return reprlib.repr(value) if is_plain else called(value)


def called(value: Any) -> str:
    """Return a description of a value by its type, such as "a puzzle of sudoku" or "list"."""
    if value is None:
        return "None"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    name, (*package, module) = type(value).__name__, type(value).__module__.split(".")
    return f"a {name.lower()} of {package[-1]}" if package and module == "puzzle" else name
