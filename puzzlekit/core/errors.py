"""What can go wrong, said in words that a reader can act on."""

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
PARSED = ("Puzzle", "Solution")  # of them a message says how they are made


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 row", "2 rows"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def joined(words: Sequence[str]) -> str:
    """Several things as a sentence tells them: "a", "a and b", "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def capital(words: str) -> str:
    """With a capital letter at the beginning."""
    return words[:1].upper() + words[1:]


class PuzzleError(ValueError):
    """Something about a puzzle, a model or a request is not as it must be.

    The message names the place, what was found and what was expected.
    `line` and `column` (one-based, or None) say where in a text.
    """

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None):
        place = [f"{word} {number}" for word, number in (("line", line), ("column", column)) if number is not None]
        super().__init__(f"{', '.join(place)}: {message}" if place else message)
        self.line = line
        self.column = column


class ParseError(PuzzleError):
    """A text that has no meaning as a puzzle or as a solution."""


class UnsupportedPuzzle(PuzzleError):
    """This formulation does not take this kind of puzzle."""


class NoSolution(PuzzleError):
    """It is proved that the puzzle has no solution."""


class Unbounded(PuzzleError):
    """The objective can be improved for ever, so no solution is the best."""


class TimeLimitReached(PuzzleError):
    """A limit ended the search before the question was answered.

    `result` holds what was found until then: a tuple of solutions, each of them checked.
    """

    def __init__(self, message: str, result: Sequence[Any] = ()):
        super().__init__(message)
        self.result = tuple(result)


class NoShortProof(PuzzleError):
    """A search shows it, but no proof was found that is short enough to be read."""


class MissingEngine(PuzzleError, ImportError):
    """A second engine is asked whose library is not installed."""


class InvalidSolution(PuzzleError):
    """A solver's answer breaks a rule of the puzzle: the model lacks a rule, or the solver has a bug."""


def validate_args(function: F) -> F:
    """Decorate a face: each argument is what the parameter's type says. Another one raises a PuzzleError.

    What is the default is taken. An iterator is used up to look at what it gives, and handed on as a tuple.
    """
    parameters = inspect.signature(function).parameters
    places = [one for one in parameters.values() if one.kind is not one.KEYWORD_ONLY]
    kinds = functools.cache(functools.partial(get_type_hints, function))  # some name a class that is not there yet

    def check(value: Any, parameter: inspect.Parameter | None) -> Any:
        if parameter is None or value is parameter.default:  # a keyword that nobody knows is Python's own business
            return value
        given = tuple(value) if isinstance(value, Iterator) else value
        return _checked(given, kinds().get(parameter.name, Any), parameter.name)

    @functools.wraps(function)
    def asking(*arguments: Any, **named: Any) -> Any:
        given = map(check, arguments, chain(places, repeat(places[-1])))
        return function(*given, **{name: check(value, parameters.get(name)) for name, value in named.items()})

    return asking  # type: ignore[return-value]  # it has the function's own signature


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
    """The value itself. Raises PuzzleError if it is not of this kind, such as a `Puzzle` or a `Solution`."""
    if isinstance(value, kind):
        return value
    what, package = kind.__name__.lower(), kind.__module__.split(".")[-2]
    expected = f"a {what} of {package}"
    if isinstance(value, str):
        ways = "`load` for a name, `parse` for a picture" if what == "puzzle" else "`parse_solution(puzzle, text)`"
        raise PuzzleError(f"found the text {value[:30]!r}, expected {expected}: see {ways}")
    if isinstance(getattr(value, what, None), kind):
        raise PuzzleError(f"found {called(value)}, expected {expected}, such as its `{what}`")
    raise PuzzleError(f"found {called(value)}, expected {expected}")


def expect(found: object, kind: type | tuple[type, ...], expected: str) -> None:
    """Raise PuzzleError, "found tuple, expected ...", if this is of no such kind."""
    if not isinstance(found, kind):
        raise PuzzleError(f"found {called(found)}, expected {expected}")


def expect_function(found: object, *arguments: str, **named: Any) -> None:
    """Raise PuzzleError if this cannot be called with so many arguments, and these named ones."""
    if not (callable(found) and can_take(found, *arguments, **named)):
        told = f"a function of ({', '.join((*arguments, *named))})"
        name = "a function of other arguments" if inspect.isfunction(found) else called(found)
        raise PuzzleError(f"found {name}, expected {told}")


def validate_int(value: Any, name: str, least: int, most: int | None = None) -> int:
    """An argument that is a whole number in a range, as an int. NumPy's are taken, True and 2.0 are not.

    Another one raises PuzzleError: "found clues = -1, expected a whole number from 0 to 81".
    """
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None or number < least or (most is not None and number > most):
        expected = f"a whole number from {least}" + ("" if most is None else f" to {most}")
        found = shown(value if number is None else number)
        raise PuzzleError(f"found {name} = {found}, expected {least if least == most else expected}")
    return number


def validate_float(value: Any, name: str, most: float = 1.0) -> float:
    """An argument that is a number from 0 to `most`, as a float. Another one raises PuzzleError."""
    if not 0 <= (number := as_float(value)) <= most:
        raise PuzzleError(f"found {name} = {shown(value)}, expected a number from 0 to {most:g}")
    return number


def validate_choice(value: Any, names: Collection[str], kind: str) -> str:
    """An argument that is one of these names; `kind` says of what. Another one raises PuzzleError."""
    if not isinstance(value, str) or value not in names:
        expected = f"expected one of {', '.join(names)}{nearest(value, names)}"
        raise PuzzleError(f"no {kind} is named {shown(value)}; {expected}")
    return value


def nearest(value: Any, names: Collection[str]) -> str:
    """What a message says of the name that was meant, perhaps: "; did you mean ten_hard?", or nothing."""
    found = difflib.get_close_matches(value, names, 1) if isinstance(value, str) else []
    return f"; did you mean {found[0]}?" if found else ""


def shown(value: Any) -> str:
    """A value as a message shows it: a number or a text as it is written, shortened; anything else by its kind."""
    if isinstance(value, int) and value.bit_length() > 64:
        return f"a {int(value.bit_length() * math.log10(2)) + 1}-digit number"
    is_plain = value is None or isinstance(value, int | float | str)
    return reprlib.repr(value) if is_plain else called(value)


def called(value: Any) -> str:
    """What a value is, in words."""
    if value is None:
        return "None"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    name, (*package, module) = type(value).__name__, type(value).__module__.split(".")
    return f"a {name.lower()} of {package[-1]}" if package and module == "puzzle" else name
