"""What can go wrong, said in words that a reader can act on."""

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 row", "2 rows"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


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


class Unsuited(PuzzleError):
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


class Unproved(PuzzleError):
    """A search shows it, but no proof was found that is short enough to be read."""


class WrongAnswer(PuzzleError):
    """A solver's answer breaks a rule of the puzzle: the model lacks a rule, or the solver has a bug."""


def takes(*kinds: type) -> Callable[[F], F]:
    """Decorate a room's function whose first arguments are of these kinds: its `Puzzle`, and perhaps its `Solution`.

    Another argument raises a PuzzleError; None is taken where it is the default.
    """

    def decorate(function: F) -> F:
        asked = list(zip(inspect.signature(function).parameters.values(), kinds, strict=False))

        @functools.wraps(function)
        def asking(*arguments: Any, **named: Any) -> Any:
            for place, (parameter, kind) in enumerate(asked):
                value = arguments[place] if place < len(arguments) else named.get(parameter.name, parameter.default)
                if value is not parameter.default:
                    check_kind(value, kind)
            return function(*arguments, **named)

        return asking  # type: ignore[return-value]  # it has the function's own signature

    return decorate


def check_kind(value: Any, kind: type) -> None:
    """Raise PuzzleError if a value is not of this kind, a room's `Puzzle` or `Solution`."""
    if isinstance(value, kind):
        return
    what, room = kind.__name__.lower(), kind.__module__.split(".")[1]
    expected = f"a {what} of {room}"
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


def called(value: Any) -> str:
    """What a value is, in words."""
    if value is None:
        return "None"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    name, (package, *names) = type(value).__name__, type(value).__module__.split(".")
    is_of_a_room = package == "puzzlekit" and names[-1] == "puzzle"
    return f"a {name.lower()} of {names[0]}" if is_of_a_room else name
