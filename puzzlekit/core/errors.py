"""What can go wrong, said in words that a reader can act on."""

import difflib
import functools
import inspect
import math
import operator
import reprlib
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeVar

from puzzlekit.core.type_checks import as_float, can_take, fits, in_words, is_a, item_of

F = TypeVar("F", bound=Callable[..., Any])
Check = Callable[[Any], Any]  # gives a value back as it is, or raises PuzzleError


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


def validate_args(*kinds: type) -> Callable[[F], F]:
    """Decorate a function whose first arguments are of these kinds: a `Puzzle`, and perhaps a `Solution`.

    Another argument raises a PuzzleError, and so does one that is no dict, list, function or whatever else the types of
    the later parameters name; None is taken where it is the default. Numbers and texts are the function's own business.
    """

    def decorate(function: F) -> F:
        own: list[Check] = [functools.partial(check_kind, kind=kind) for kind in kinds]
        return _asking(function, own, fits)

    return decorate


def declared(function: F) -> F:
    """Decorate a public function: each argument is what the parameter's type says, numbers and texts too.

    Another one raises a PuzzleError; what is the default is taken. What an iterator gives is looked at as it comes.
    """
    return _asking(function, [], is_a)


def judged(function: F) -> F:
    """The same for a small function that is called all the time: its arguments are looked at only where it fails."""
    look = _look(function, [], is_a)

    @functools.wraps(function)
    def asking(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except (TypeError, AttributeError, LookupError):
            look(arguments, named)
            raise

    return asking  # type: ignore[return-value]  # it has the function's own signature


def _asking(function: F, own: Sequence[Check], fitting: Callable[[Any, Any], bool]) -> F:
    look = _look(function, own, fitting)

    @functools.wraps(function)
    def asking(*arguments: Any, **named: Any) -> Any:
        given, named = look(arguments, named)
        return function(*given, **named)

    return asking  # type: ignore[return-value]  # it has the function's own signature


def _look(function: Any, own: Sequence[Check], fitting: Callable[[Any, Any], bool]) -> Callable[..., Any]:
    """What looks at a function's arguments and gives them back: `own` checks for the first, then what each parameter's
    type says."""
    parameters = list(inspect.signature(function).parameters.values())
    checks = [*own, *(_check_of(parameter, function, fitting) for parameter in parameters[len(own) :])]
    asked = list(enumerate(zip(parameters, checks, strict=True)))

    def look(arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        given = list(arguments)
        for place, (parameter, check) in asked:
            if parameter.kind is parameter.VAR_POSITIONAL:
                given[place:] = map(check, given[place:])
            elif place < len(given) and parameter.kind is not parameter.KEYWORD_ONLY:
                given[place] = given[place] if given[place] is parameter.default else check(given[place])
            elif named.get(parameter.name, parameter.default) is not parameter.default:
                named[parameter.name] = check(named[parameter.name])
        return given, named

    return look


def _check_of(parameter: inspect.Parameter, function: Any, fitting: Callable[[Any, Any], bool]) -> Check:
    """A check that a value is what the parameter's type says, such as `Mapping[Element, str] | None`."""

    @functools.cache
    def kind() -> Any:
        own = parameter.annotation
        return eval(own, function.__globals__) if isinstance(own, str) else own  # a class that is not there yet

    def check(value: Any) -> Any:
        if kind() is parameter.empty:
            return value
        if not fitting(value, kind()):
            raise PuzzleError(f"found {parameter.name} = {shown(value)}, expected {in_words(kind())}")
        part = item_of(kind()) if isinstance(value, Iterator) else Any
        return value if part is Any else _each(value, part, parameter.name)

    return check


def _each(values: Iterator[Any], kind: Any, name: str) -> Iterator[Any]:
    for value in values:
        if not is_a(value, kind):
            raise PuzzleError(f"found {shown(value)} in {name}, expected {in_words(kind)}")
        yield value


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
